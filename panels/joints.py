# SPDX-License-Identifier: GPL-3.0-or-later
"""Joint values, on the bones' own channels: keyframes and drivers work."""

from bpy.types import Context, Object, Panel, UILayout

from ..bridge import active_robot
from ..bridge.joint_values import JointValue, joint_values
from ..operators.pose_robot import (
    LINKWRIGHT_OT_pose_copy,
    LINKWRIGHT_OT_pose_paste,
    LINKWRIGHT_OT_pose_random,
    LINKWRIGHT_OT_pose_reset,
)
from .sidebar import SidebarPanel


class LINKWRIGHT_PT_joints(SidebarPanel, Panel):
    bl_label = "Joints"

    def draw(self, context: Context) -> None:
        robot = active_robot(context)
        assert robot is not None  # see poll
        draw_pose_buttons(self.layout)
        draw_values(self.layout, robot)


def draw_pose_buttons(layout: UILayout) -> None:
    row = layout.row(align=True)
    row.operator(LINKWRIGHT_OT_pose_reset.bl_idname, text="Reset", icon="LOOP_BACK")
    row.operator(LINKWRIGHT_OT_pose_random.bl_idname, text="Random")
    row.operator(LINKWRIGHT_OT_pose_copy.bl_idname, text="", icon="COPYDOWN")
    row.operator(LINKWRIGHT_OT_pose_paste.bl_idname, text="", icon="PASTEDOWN")


def draw_values(layout: UILayout, robot: Object) -> None:
    column = layout.column(align=True)
    for value in joint_values(robot):
        draw_value(column, value)


def draw_value(column: UILayout, value: JointValue) -> None:
    """Name, number on the bone's channel, and a bar of its range."""
    if value.bone is None:
        column.label(text=f"{value.label}: no bone has this name", icon="ERROR")
        return
    split = column.split(factor=0.32, align=True)
    name = split.row(align=True)
    name.alignment = "RIGHT"
    name.active = not value.follows
    name.label(text=value.label, translate=False)
    fields = split.row(align=True)
    fields.enabled = not value.follows
    fields.prop(value.bone, value.channel.path, index=value.channel.index, text="")
    if value.share:
        bar = fields.row(align=True)
        bar.scale_x = 0.85  # the number needs the room
        bar.prop(value.bone.linkwright, value.share, text="", slider=True)
    fields.prop_decorator(value.bone, value.channel.path, index=value.channel.index)
