# SPDX-License-Identifier: GPL-3.0-or-later
"""The first panel of the tab: which robot this is, or how to get one."""

from bpy.types import Context, Object, Panel, UILayout

from ..bridge import active_robot, is_robot
from ..operators.add_robot import LINKWRIGHT_OT_add_robot
from ..operators.import_raff import LINKWRIGHT_OT_import_raff


class LINKWRIGHT_PT_robot(Panel):
    bl_label = "Robot"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Linkwright"

    def draw(self, context: Context) -> None:
        robot = active_robot(context)
        if robot is None:
            draw_first_steps(self.layout, context)
        else:
            draw_robot(self.layout, robot)


def draw_first_steps(layout: UILayout, context: Context) -> None:
    """What to do when no robot is selected."""
    column = layout.column(align=True)
    if any(is_robot(item) for item in context.view_layer.objects):
        column.label(text="Select a robot to work on it,", icon="INFO")
        column.label(text="or add one of the library:", icon="BLANK1")
    else:
        column.label(text="This scene has no robot yet.", icon="INFO")
        column.label(text="Begin with one of the library:", icon="BLANK1")
    column = layout.column()
    column.scale_y = 1.3
    first = column.operator(LINKWRIGHT_OT_add_robot.bl_idname, text="PUMA 560", icon="CON_ARMATURE")
    first.preset = "puma560"
    column.operator_menu_enum(LINKWRIGHT_OT_add_robot.bl_idname, "preset", text="All Robots", icon="ADD")
    layout.label(text="or with your own:", icon="BLANK1")
    layout.operator(LINKWRIGHT_OT_import_raff.bl_idname, text="Open a RAFF File...", icon="FILE_FOLDER")
    layout.label(text="or drop RAFF files into the view.", icon="BLANK1")


def draw_robot(layout: UILayout, robot: Object) -> None:
    layout.prop(robot, "name", text="", icon="CON_ARMATURE")
    count = len(robot.data.linkwright.joints)
    layout.label(text="1 joint" if count == 1 else f"{count} joints", icon="BLANK1")
