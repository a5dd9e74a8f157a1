# SPDX-License-Identifier: GPL-3.0-or-later
"""Named parameters of a robot."""

from bpy.types import Context, Panel, PropertyGroup, UILayout, UIList

from ..bridge import active_robot
from ..bridge.parameter_rows import active_parameter, is_formula_row
from ..operators.parameters import LINKWRIGHT_OT_parameter_add, LINKWRIGHT_OT_parameter_remove
from .sidebar import SidebarPanel


class LINKWRIGHT_UL_parameters(UIList):
    """Name and value; a value that a formula gives cannot be dragged."""

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
        split = layout.split(factor=0.55, align=True)
        split.prop(item, "name", text="", emboss=False)
        value = split.row()
        value.enabled = not is_formula_row(item)
        value.prop(item, "value", text="", emboss=not is_formula_row(item))


class LINKWRIGHT_PT_parameters(SidebarPanel, Panel):
    bl_label = "Parameters"
    bl_parent_id = "LINKWRIGHT_PT_robot"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        robot = active_robot(context)
        assert robot is not None  # see poll
        description = robot.data.linkwright
        row = self.layout.row()
        row.template_list(
            "LINKWRIGHT_UL_parameters", "", description, "parameters", description, "active_parameter", rows=3
        )
        buttons = row.column(align=True)
        buttons.operator(LINKWRIGHT_OT_parameter_add.bl_idname, text="", icon="ADD")
        buttons.operator(LINKWRIGHT_OT_parameter_remove.bl_idname, text="", icon="REMOVE")
        chosen = active_parameter(robot.data)
        if chosen is not None:
            self.layout.use_property_split = True
            self.layout.use_property_decorate = False
            self.layout.prop(chosen, "text")
