# SPDX-License-Identifier: GPL-3.0-or-later
"""Joint values, on the bones' own channels: keyframes and drivers work."""

from bpy.types import Context, Panel

from ..bridge import active_robot
from ..bridge.positions import joint_channels


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
        for name, bone, channel in joint_channels(robot):
            if bone is not None:
                column.prop(bone, channel.path, index=channel.index, text=name)
            else:
                column.label(text=f"{name}: no bone has this name", icon="ERROR")
