# SPDX-License-Identifier: GPL-3.0-or-later
"""The tools of a robot: frames on its links, such as the tip of a gripper."""

from bpy.types import Context, Panel, PropertyGroup, UILayout, UIList

from ..bridge import active_robot
from ..bridge.fields import TOOL_POSE
from ..bridge.notation_fields import tool_numbers
from ..bridge.tool_frames import active_tool
from ..operators.tools import (
    LINKWRIGHT_OT_tool_add,
    LINKWRIGHT_OT_tool_from_cursor,
    LINKWRIGHT_OT_tool_from_face,
    LINKWRIGHT_OT_tool_remove,
)
from .numbers import draw_number, draw_pose
from .sidebar import SidebarPanel


class LINKWRIGHT_UL_tools(UIList):
    """Name, and the link that carries it."""

    def draw_item(
        self,
        _context: Context,
        layout: UILayout,
        _data: PropertyGroup,
        item: PropertyGroup,
        _icon: int,
        _active_data: object,
        _active_property: str,
    ) -> None:
        split = layout.split(factor=0.55)
        split.prop(item, "name", text="", emboss=False, icon="EMPTY_AXIS")
        link = split.row()
        link.active = False
        link.label(text=item.link or "Base", translate=False)


class LINKWRIGHT_PT_tools(SidebarPanel, Panel):
    bl_label = "Tools"

    def draw(self, context: Context) -> None:
        robot = active_robot(context)
        assert robot is not None  # see poll
        description = robot.data.linkwright
        row = self.layout.row()
        row.template_list("LINKWRIGHT_UL_tools", "", description, "tools", description, "active_tool", rows=3)
        buttons = row.column(align=True)
        buttons.operator(LINKWRIGHT_OT_tool_add.bl_idname, text="", icon="ADD")
        buttons.operator(LINKWRIGHT_OT_tool_remove.bl_idname, text="", icon="REMOVE")
        row = self.layout.row(align=True)
        row.operator(LINKWRIGHT_OT_tool_from_cursor.bl_idname, text="From Cursor", icon="PIVOT_CURSOR")
        row.operator(LINKWRIGHT_OT_tool_from_face.bl_idname, text="From Face", icon="FACESEL")
        tool = active_tool(robot.data)
        if tool is not None:
            draw_tool(self.layout, description, tool)


def draw_tool(layout: UILayout, description: PropertyGroup, tool: PropertyGroup) -> None:
    layout.use_property_split = True
    layout.use_property_decorate = False
    layout.prop_search(tool, "link", description, "joints", icon="BONE_DATA")
    draw_pose(layout, tool, TOOL_POSE)


class LINKWRIGHT_PT_tool_numbers(SidebarPanel, Panel):
    bl_label = "Six Numbers"
    bl_parent_id = "LINKWRIGHT_PT_tools"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        robot = active_robot(context)
        return robot is not None and active_tool(robot.data) is not None

    def draw(self, context: Context) -> None:
        robot = active_robot(context)
        tool = active_tool(robot.data) if robot else None
        if robot is None or tool is None:
            return
        self.layout.use_property_split = True
        self.layout.use_property_decorate = False
        column = self.layout.column(align=True)
        for number in tool_numbers(robot.data.linkwright, tool):
            formulas = robot.data.linkwright.show_formulas
            draw_number(column, number.group, number.field, number.label, formulas=formulas)
