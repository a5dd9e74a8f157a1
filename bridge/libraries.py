# SPDX-License-Identifier: GPL-3.0-or-later
"""Which of the bundled libraries this Blender has."""

import importlib.metadata
import importlib.util
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGES = (
    ("numba", "numba", ("numba",), "Compiled kernels"),
    ("scipy", "scipy", ("scipy",), "Optimisation and splines"),
    ("mujoco", "mujoco", ("mujoco-core", "mujoco"), "Contact and friction"),
    ("hidapi", "hid", ("hidapi",), "3D mice and other USB devices"),
    ("pyserial", "serial", ("pyserial",), "Devices and arms on serial ports"),
)
"""Label, module, names of its distribution, what it is for."""


@dataclass(frozen=True, slots=True)
class Library:
    """A library, and its version where this Blender has it."""

    label: str
    purpose: str
    version: str | None


@cache
def installed_libraries() -> tuple[Library, ...]:
    """All optional libraries; none of them is imported for this."""
    return tuple(
        Library(label, purpose, version_of(module, distributions))
        for label, module, distributions, purpose in PACKAGES
    )


def version_of(module: str, distributions: tuple[str, ...]) -> str | None:
    if find_library(module) is None:
        return None
    for name in distributions:
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return "unknown version"


def find_library(module: str) -> Path | None:
    """The file in which a library begins, without importing it; None where this Blender does not have it."""
    try:
        spec = importlib.util.find_spec(module)
    except ModuleNotFoundError:  # an import hook's way to say no
        return None
    return Path(spec.origin) if spec is not None and spec.origin else None
