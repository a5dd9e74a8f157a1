# SPDX-License-Identifier: GPL-3.0-or-later
"""The platforms and Pythons that Blender ships, and what each means to pip and to Blender."""

import platform as host
import sys
from dataclasses import dataclass

from .console import Problem

PLATFORM_TAGS = {
    "linux-x64": [
        *(f"manylinux_2_{minor}_x86_64" for minor in range(28, 4, -1)),
        *("manylinux2014_x86_64", "manylinux2010_x86_64", "manylinux1_x86_64"),
    ],
    "windows-x64": ["win_amd64"],
    "windows-arm64": ["win_arm64"],
    "macos-arm64": ["macosx_12_0_arm64", "macosx_11_0_arm64"],
    "macos-x64": ["macosx_12_0_x86_64", "macosx_10_15_x86_64"],
}
"""Wheel tags by Blender's platform name, the preferred one first."""

BLENDER_RANGES = {"3.11": ("4.5.0", "5.1.0"), "3.13": ("5.1.0", None), "3.14": ("5.1.0", None)}
"""First Blender version of each Python, and the first that no longer has it."""

TEST_ONLY_PYTHON = "3.14"
"""Debian's Blender 5.2, the one with a window, runs on its system's Python."""


@dataclass(frozen=True, slots=True)
class Target:
    """One platform and one Python: what a zip or an environment is made for."""

    platform: str
    python: str

    def __str__(self) -> str:
        return f"{self.platform}, Python {self.python}"

    @property
    def pip_options(self) -> list[str]:
        """The options that make pip choose wheels for this target instead of this machine."""
        tags = [option for tag in PLATFORM_TAGS[self.platform] for option in ("--platform", tag)]
        return ["--only-binary=:all:", "--implementation=cp", "--python-version", self.python, *tags]


SHIPPED = [
    Target(platform, python)
    for python in ("3.11", "3.13")
    for platform in PLATFORM_TAGS
    if (platform, python) != ("macos-x64", "3.13")  # Blender 5 no longer runs on Intel Macs
]
WINDOW = Target("linux-x64", TEST_ONLY_PYTHON)


def this_target() -> Target:
    """What this machine and this Python are."""
    system = {"linux": "linux", "win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    machine = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(
        host.machine().lower(), host.machine().lower()
    )
    name = f"{system}-{machine}"
    if name not in PLATFORM_TAGS:
        known = ", ".join(PLATFORM_TAGS)
        raise Problem(f"Blender is not made for {name}; it is made for {known}")
    return Target(name, f"{sys.version_info.major}.{sys.version_info.minor}")
