# SPDX-License-Identifier: GPL-3.0-or-later
"""Standard D-H counts a and α to the row before: all joints on one link have them alike."""

from bpy.types import PropertyGroup

from .fields import Field
from .row_texts import copy_texts

SHARED = ("alpha", "d")


def keep_siblings_alike(group: PropertyGroup, field: Field) -> None:
    """Give the number of a joint that was just changed to all joints on the same link."""
    robot = group.id_data.linkwright
    if robot.notation != "dh" or field.key not in SHARED or not hasattr(group, "parent"):
        return
    for row in robot.joints:
        if row.parent == group.parent and row.name != group.name:
            copy_texts(group, row, (field,))
