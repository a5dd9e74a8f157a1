# SPDX-License-Identifier: GPL-3.0-or-later
"""The environments with Blender as a module, and with what the tests without Blender use."""

from functools import cache
from pathlib import Path

from .environments import environment
from .lockfile import read_lock
from .system_packages import ensure_bpy_imports
from .targets import this_target
from .wheels import fetch_wheels


@cache
def blender_python() -> Path:
    """A Python in which `import bpy` works, with bpy and pytest only."""
    python = locked_environment("blender", ["blender"])
    ensure_bpy_imports(python)
    return python


@cache
def core_python() -> Path:
    """A Python with the checkers, pytest and the extension's own libraries, without Blender."""
    return locked_environment("core", ["core", "extension"])


def locked_environment(name: str, groups: list[str]) -> Path:
    """The environment `name` with all wheels locked for these groups on this machine."""
    target = this_target()
    rows = {wheel.name: wheel for group in groups for wheel in read_lock(group, target).wheels}
    wheels = list(rows.values())
    return environment(name, wheels, fetch_wheels(wheels, target))
