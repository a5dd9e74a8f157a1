# SPDX-License-Identifier: GPL-3.0-or-later
"""The form of the description in .blend files."""

from bpy.types import Armature

VERSION = 2
"""2: every number is a property of its own. 1 kept the whole robot as one RAFF text."""


def problem_of_version(armature: Armature) -> str:
    """One sentence where the description is newer than this Linkwright, else nothing."""
    version = armature.linkwright.version
    if version <= VERSION:
        return ""
    return (
        f"Robot {armature.name!r} was saved by a newer Linkwright (form {version}, this one reads {VERSION});"
        " it can be posed and rendered, but not changed"
    )
