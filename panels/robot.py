# SPDX-License-Identifier: GPL-3.0-or-later
"""The first panel of the tab: which robot this is and what is wrong with it, or how to get one."""

from bpy.types import Context, Object, Panel, UILayout

from ..bridge import active_robot, is_robot
from ..bridge.fields import BASE_POSE, GEOMETRY_POSE
from ..operators.add_robot import LINKWRIGHT_OT_add_robot
from ..operators.hand_edits import LINKWRIGHT_OT_restore_bones, LINKWRIGHT_OT_take_over_bones
from ..operators.import_raff import LINKWRIGHT_OT_import_raff
from ..operators.scale_robot import LINKWRIGHT_OT_scale_apply, LINKWRIGHT_OT_scale_robot
from ..operators.tools import LINKWRIGHT_OT_tool_from_face
from .numbers import draw_pose
from .sidebar import SidebarPanel, draw_sentence

UNIT_SCALE = (
    "Unit Scale is {scale:g}: robots are built with one Blender unit to the metre."
    " For millimetres, set Unit Scale to 1 and Length to Millimeters"
)
LARGER = "The object is scaled by {scale:g}: the robot is shown at another size than its numbers say"
UNEVEN = "The object is scaled unevenly: lengths and angles that you see are not the robot's"


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
            draw_robot(self.layout, context, robot)


def draw_first_steps(layout: UILayout, context: Context) -> None:
    """What to do when no robot is selected."""
    if LINKWRIGHT_OT_tool_from_face.poll(context):  # a mesh beside a robot, perhaps its gripper
        layout.operator(LINKWRIGHT_OT_tool_from_face.bl_idname, icon="FACESEL")
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


def draw_robot(layout: UILayout, context: Context, robot: Object) -> None:
    description = robot.data.linkwright
    layout.prop(robot, "name", text="", icon="CON_ARMATURE")
    if description.problem:
        draw_sentence(layout, context, description.problem, icon="ERROR")
    if description.bent:
        draw_hand_edits(layout, context, description.bent)
    draw_scale_notes(layout, context, robot)
    layout.use_property_split = True
    layout.use_property_decorate = False
    layout.prop(description, "notation")


def draw_hand_edits(layout: UILayout, context: Context, sentence: str) -> None:
    """Bones that were edited by hand, and the two ways out."""
    box = layout.box()
    draw_sentence(box, context, sentence)
    row = box.row(align=True)
    row.operator(LINKWRIGHT_OT_take_over_bones.bl_idname, text="Take Over")
    row.operator(LINKWRIGHT_OT_restore_bones.bl_idname, text="Restore")


def draw_scale_notes(layout: UILayout, context: Context, robot: Object) -> None:
    """Where what is seen is not what the numbers say."""
    x, y, z = robot.scale
    if max(x, y, z) - min(x, y, z) > 1e-5 * abs(x):
        draw_sentence(layout, context, UNEVEN)
    elif abs(x - 1.0) > 1e-5:
        draw_sentence(layout, context, LARGER.format(scale=x))
        layout.operator(LINKWRIGHT_OT_scale_apply.bl_idname)
    if abs(context.scene.unit_settings.scale_length - 1.0) > 1e-6:
        draw_sentence(layout, context, UNIT_SCALE.format(scale=context.scene.unit_settings.scale_length))


class LINKWRIGHT_PT_robot_base(SidebarPanel, Panel):
    bl_label = "Base"
    bl_parent_id = "LINKWRIGHT_PT_robot"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        robot = active_robot(context)
        assert robot is not None  # see poll
        description = robot.data.linkwright
        self.layout.use_property_split = True
        self.layout.use_property_decorate = False
        draw_pose(self.layout, description, BASE_POSE)
        self.layout.prop(description, "geometry")
        if description.geometry:
            draw_pose(self.layout, description, GEOMETRY_POSE)


class LINKWRIGHT_PT_robot_units(SidebarPanel, Panel):
    bl_label = "Units and Scale"
    bl_parent_id = "LINKWRIGHT_PT_robot"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        robot = active_robot(context)
        assert robot is not None  # see poll
        description = robot.data.linkwright
        self.layout.use_property_split = True
        self.layout.use_property_decorate = False
        column = self.layout.column(align=True)
        column.row().prop(description, "length_unit", expand=True)
        column.row().prop(description, "angle_unit", expand=True)
        self.layout.operator(LINKWRIGHT_OT_scale_robot.bl_idname, text="Scale Robot...")
