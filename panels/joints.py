# SPDX-License-Identifier: GPL-3.0-or-later
"""Joint values, on the bones' own channels: keyframes and drivers work."""

from bpy.types import Context, Panel

from ..bridge import active_robot
from ..bridge.positions import TURN


class LINKWRIGHT_PT_joints(Panel):
    bl_label = "Joints"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Linkwright"

    @classmethod
    def poll(cls, context: Context) -> bool:
        return active_robot(context) is not None

    def draw(self, context: Context) -> None:
        layout = self.layout
        layout.use_property_split = True
        robot = active_robot(context)
        assert robot is not None  # see poll
        column = layout.column(align=True)
        for joint in robot.data.linkwright.joints:
            bone = robot.pose.bones.get(joint.name)
            if bone is not None:
                column.prop(bone, "rotation_euler", index=TURN, text=joint.name)
            else:
                column.label(text=f"{joint.name}: its bone was deleted", icon="ERROR")
