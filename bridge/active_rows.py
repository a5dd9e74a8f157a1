# SPDX-License-Identifier: GPL-3.0-or-later
"""The active joint or tool of the lists and the active bone are one choice."""

from bpy.types import Armature, Bone, Context, PropertyGroup

from .quiet import is_quiet, quietly
from .rebuilding import robots_of


def joint_chosen(group: PropertyGroup, _context: Context) -> None:
    """Update callback of the list of joints: its bone becomes active."""
    choose_bone(group.id_data, group.joints, group.active_joint)


def tool_chosen(group: PropertyGroup, _context: Context) -> None:
    choose_bone(group.id_data, group.tools, group.active_tool)


def choose_bone(armature: Armature, rows: PropertyGroup, index: int) -> None:
    """Select the bone of a row, and no other."""
    if is_quiet() or armature.is_editmode or not 0 <= index < len(rows):
        return
    wanted = armature.bones.get(rows[index].shown_name)
    if wanted is None:
        return
    with quietly():
        armature.bones.active = wanted
        for bone in armature.bones:
            select(armature, bone, on=bone == wanted)


def select(armature: Armature, bone: Bone, *, on: bool) -> None:
    """Select a bone, which newer Blenders keep on the pose bone."""
    if hasattr(bone, "select"):
        bone.select = on
        return
    for item in robots_of(armature):
        item.pose.bones[bone.name].select = on


def follow_active_bone(armature: Armature) -> None:
    """Let the lists follow a bone that was clicked; called after any change of the armature."""
    bone, robot = armature.bones.active, armature.linkwright
    if bone is None or not armature.is_editable or armature.is_editmode:
        return
    with quietly():
        for rows, key in ((robot.joints, "active_joint"), (robot.tools, "active_tool")):
            for index, row in enumerate(rows):
                if row.shown_name == bone.name and getattr(robot, key) != index:
                    setattr(robot, key, index)
