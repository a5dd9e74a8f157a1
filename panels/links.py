# SPDX-License-Identifier: GPL-3.0-or-later
"""The links of a robot: a list of its joints, and the numbers of the active one."""

from bpy.types import Context, Panel, PropertyGroup, UILayout, UIList

from ..bridge import active_robot
from ..bridge.fields import PITCH
from ..bridge.joint_rows import active_joint, depth_of, tree_order
from ..bridge.notation_fields import lacks_end, shown_numbers
from ..operators.joint_list import (
    LINKWRIGHT_OT_joint_add,
    LINKWRIGHT_OT_joint_duplicate,
    LINKWRIGHT_OT_joint_move,
    LINKWRIGHT_OT_joint_remove,
)
from ..operators.joint_parent import LINKWRIGHT_OT_joint_parent
from ..operators.tools import LINKWRIGHT_OT_tool_add
from .numbers import draw_number
from .sidebar import SidebarPanel

ICONS = {
    "revolute": "FILE_REFRESH",
    "prismatic": "ARROW_LEFTRIGHT",
    "cylindrical": "MESH_CYLINDER",
    "screw": "MOD_SCREW",
    "universal": "ORIENTATION_GIMBAL",
    "spherical": "SPHERE",
    "planar": "MESH_PLANE",
    "free": "EMPTY_ARROWS",
    "fixed": "LOCKED",
}
DEEPEST = 6
"""Steps of indentation; more would leave no room for the name."""


class LINKWRIGHT_UL_joints(UIList):
    """Joints as a tree."""

    def draw_item(
        self,
        _context: Context,
        layout: UILayout,
        data: PropertyGroup,
        item: PropertyGroup,
        _icon: int,
        _active_data: object,
        _active_property: str,
    ) -> None:
        row = layout.row(align=True)
        if depth := depth_of(data, item, DEEPEST):
            row.separator(factor=0.8 * depth)
        row.prop(item, "name", text="", emboss=False, icon=ICONS[item.kind])
        if item.leader:
            row.label(text="", icon="LINKED")

    def filter_items(
        self, _context: Context, data: PropertyGroup, property_name: str
    ) -> tuple[list[int], list[int]]:
        """Children right below their parents; the search field of the list works as in all lists."""
        rows = getattr(data, property_name)
        places = [0] * len(rows)
        for place, (index, _depth) in enumerate(tree_order(data)):
            places[index] = place
        wanted = self.filter_name.lower()
        flags = [self.bitflag_filter_item if wanted in row.name.lower() else 0 for row in rows]
        return flags, places


class LINKWRIGHT_PT_links(SidebarPanel, Panel):
    bl_label = "Links"

    def draw_header_preset(self, context: Context) -> None:
        robot = active_robot(context)
        assert robot is not None  # see poll
        row = self.layout.row()
        row.prop(robot.data.linkwright, "show_formulas", text="", icon="DRIVER_TRANSFORM", toggle=True)
        row.separator(factor=0.2)

    def draw(self, context: Context) -> None:
        robot = active_robot(context)
        assert robot is not None  # see poll
        description = robot.data.linkwright
        row = self.layout.row()
        row.template_list(
            "LINKWRIGHT_UL_joints", "", description, "joints", description, "active_joint", rows=6
        )
        draw_list_buttons(row.column(align=True))
        joint = active_joint(robot.data)
        if joint is not None:
            self.layout.use_property_split = True
            self.layout.use_property_decorate = False
            draw_joint(self.layout, description, joint)


def draw_list_buttons(column: UILayout) -> None:
    column.operator(LINKWRIGHT_OT_joint_add.bl_idname, text="", icon="ADD")
    column.operator(LINKWRIGHT_OT_joint_remove.bl_idname, text="", icon="REMOVE")
    column.separator()
    column.operator(LINKWRIGHT_OT_joint_duplicate.bl_idname, text="", icon="DUPLICATE")
    column.separator()
    column.operator(LINKWRIGHT_OT_joint_move.bl_idname, text="", icon="TRIA_UP").direction = "UP"
    column.operator(LINKWRIGHT_OT_joint_move.bl_idname, text="", icon="TRIA_DOWN").direction = "DOWN"


def draw_joint(layout: UILayout, description: PropertyGroup, joint: PropertyGroup) -> None:
    """Kind, parent, and the numbers of the notation."""
    column = layout.column()
    column.prop(joint, "kind")
    draw_parent(column, joint)
    draw_placement(layout, description, joint)
    if joint.kind == "screw":
        draw_number(layout, joint, PITCH, formulas=description.show_formulas)


def draw_parent(layout: UILayout, joint: PropertyGroup) -> None:
    """The parent, as a button that searches among those that are possible."""
    split = layout.split(factor=0.4, align=True)
    label = split.row()
    label.alignment = "RIGHT"
    label.label(text="Parent")
    split.operator(
        LINKWRIGHT_OT_joint_parent.bl_idname, text=joint.parent or "Base", icon="BONE_DATA", translate=False
    )


def draw_placement(layout: UILayout, description: PropertyGroup, joint: PropertyGroup) -> None:
    column = layout.column(align=True)
    for number in shown_numbers(description, joint):
        draw_number(column, number.group, number.field, number.label, formulas=description.show_formulas)
    if lacks_end(description, joint.name):
        layout.operator(LINKWRIGHT_OT_tool_add.bl_idname, text="Add Tool for a and α").link = joint.name
