# SPDX-License-Identifier: GPL-3.0-or-later
"""Poses under a name, below the joints."""

from bpy.types import Context, Panel, PropertyGroup, UILayout, UIList

from ..bridge import active_robot
from ..operators.named_poses import (
    LINKWRIGHT_OT_named_pose_go,
    LINKWRIGHT_OT_named_pose_remove,
    LINKWRIGHT_OT_named_pose_store,
    LINKWRIGHT_OT_named_pose_update,
)
from .sidebar import SidebarPanel


class LINKWRIGHT_UL_poses(UIList):
    """Names; a double click renames."""

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
        layout.prop(item, "name", text="", emboss=False, icon="ARMATURE_DATA")


class LINKWRIGHT_PT_named_poses(SidebarPanel, Panel):
    bl_label = "Named Poses"
    bl_parent_id = "LINKWRIGHT_PT_joints"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        robot = active_robot(context)
        assert robot is not None  # see poll
        description = robot.data.linkwright
        row = self.layout.row()
        row.template_list("LINKWRIGHT_UL_poses", "", description, "poses", description, "active_pose", rows=3)
        buttons = row.column(align=True)
        buttons.operator(LINKWRIGHT_OT_named_pose_store.bl_idname, text="", icon="ADD")
        buttons.operator(LINKWRIGHT_OT_named_pose_remove.bl_idname, text="", icon="REMOVE")
        row = self.layout.row(align=True)
        row.operator(LINKWRIGHT_OT_named_pose_go.bl_idname, icon="PLAY")
        row.operator(LINKWRIGHT_OT_named_pose_update.bl_idname, text="Replace")
