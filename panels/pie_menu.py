# SPDX-License-Identifier: GPL-3.0-or-later
"""The pie menu of robots in the 3D view: Shift J, as in joint."""

import bpy
from bpy.types import Context, KeyMap, Menu, Object, UILayout

from ..bridge import active_robot
from ..operators.import_raff import LINKWRIGHT_OT_import_raff
from ..operators.joint_list import LINKWRIGHT_OT_joint_add
from ..operators.named_poses import LINKWRIGHT_OT_named_pose_store
from ..operators.new_robot import LINKWRIGHT_OT_new_robot
from ..operators.pose_robot import LINKWRIGHT_OT_pose_random, LINKWRIGHT_OT_pose_reset
from ..operators.tools import LINKWRIGHT_OT_tool_add

KEY = {"type": "J", "value": "PRESS", "shift": True}
"""Free in Blender's own keymap of the 3D view in all modes."""
CALL = "wm.call_menu_pie"


class LINKWRIGHT_MT_pie(Menu):
    bl_label = "Robot"

    def draw(self, context: Context) -> None:
        pie = self.layout.menu_pie()
        robot = active_robot(context)
        if robot is None:
            draw_beginning(pie)
        else:
            draw_robot_pie(pie, context, robot)


def draw_beginning(pie: UILayout) -> None:
    """Ways to get a robot: left, right, below."""
    pie.operator(LINKWRIGHT_OT_new_robot.bl_idname, icon="ADD")
    pie.operator(LINKWRIGHT_OT_import_raff.bl_idname, text="Open a RAFF File...", icon="FILE_FOLDER")
    pie.menu("LINKWRIGHT_MT_add_robot", text="Add Robot", icon="CON_ARMATURE")


def draw_robot_pie(pie: UILayout, context: Context, robot: Object) -> None:
    """Eight places in Blender's order: left, right, below, above, then the corners."""
    pie.operator(LINKWRIGHT_OT_pose_reset.bl_idname, icon="LOOP_BACK")
    pie.operator(LINKWRIGHT_OT_pose_random.bl_idname, icon="RNDCURVE")
    pie.operator(LINKWRIGHT_OT_joint_add.bl_idname, icon="ADD")
    pie.prop(context.scene.linkwright, "show_frames", text="Frames", icon="EMPTY_AXIS")
    pie.operator(LINKWRIGHT_OT_named_pose_store.bl_idname, icon="BOOKMARKS")
    pie.operator(LINKWRIGHT_OT_tool_add.bl_idname, icon="TOOL_SETTINGS")
    pie.prop_menu_enum(robot.data.linkwright, "notation", text="Notation", icon="LINENUMBERS_ON")
    pie.menu("LINKWRIGHT_MT_robot", text="Robot", icon="CON_ARMATURE")


def keymap() -> KeyMap | None:
    """Our keys of the 3D view; a Blender without a window may have none."""
    keys = bpy.context.window_manager.keyconfigs.addon
    return keys.keymaps.new(name="3D View", space_type="VIEW_3D") if keys else None


def add_key() -> None:
    if (ours := keymap()) is not None:
        ours.keymap_items.new(CALL, **KEY).properties.name = LINKWRIGHT_MT_pie.__name__


def remove_key() -> None:
    if (ours := keymap()) is not None:
        for item in list(ours.keymap_items):
            if item.idname == CALL and item.properties.name == LINKWRIGHT_MT_pie.__name__:
                ours.keymap_items.remove(item)
