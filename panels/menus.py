# SPDX-License-Identifier: GPL-3.0-or-later
"""Our entries in Blender's own menus: Add, Import, Export, and the menus of objects and poses."""

from collections.abc import Callable, Sequence

import bpy
from bpy.types import Context, Menu

from ..bridge.own_presets import own_presets
from ..bridge.presets import families, robot_presets
from ..operators.add_robot import OWN, LINKWRIGHT_OT_add_robot
from ..operators.export_raff import LINKWRIGHT_OT_export_raff
from ..operators.import_raff import LINKWRIGHT_OT_import_raff
from ..operators.mount_robot import (
    LINKWRIGHT_OT_delete_robot,
    LINKWRIGHT_OT_dismount_robot,
    LINKWRIGHT_OT_mount_robot,
)
from ..operators.new_robot import LINKWRIGHT_OT_new_robot
from ..operators.save_preset import LINKWRIGHT_OT_remove_preset, LINKWRIGHT_OT_save_preset
from .pie_menu import LINKWRIGHT_MT_pie


def family_menu(index: int, name: str, stems: Sequence[str]) -> type[Menu]:
    """The menu of one family of the library."""

    def draw(menu: Menu, _context: Context) -> None:
        labels = dict(robot_presets())
        for stem in stems:
            menu.layout.operator(LINKWRIGHT_OT_add_robot.bl_idname, text=labels[stem]).preset = stem

    identifier = f"LINKWRIGHT_MT_family_{index}"
    return type(identifier, (Menu,), {"bl_idname": identifier, "bl_label": name, "draw": draw})


FAMILIES = tuple(family_menu(index, name, stems) for index, (name, stems) in enumerate(families()))


class LINKWRIGHT_MT_own_robots(Menu):
    bl_label = "Your Own"

    def draw(self, _context: Context) -> None:
        layout = self.layout
        stems = own_presets()
        for stem in stems:
            layout.operator(LINKWRIGHT_OT_add_robot.bl_idname, text=stem).preset = OWN + stem
        if not stems:
            layout.label(text="Nothing saved yet")
        layout.separator()
        layout.operator_context = "INVOKE_DEFAULT"
        layout.operator(LINKWRIGHT_OT_save_preset.bl_idname, text="Save Robot as Preset...", icon="ADD")
        layout.operator(LINKWRIGHT_OT_remove_preset.bl_idname, text="Remove Preset...", icon="REMOVE")


class LINKWRIGHT_MT_add_robot(Menu):
    bl_label = "Robot"

    def draw(self, _context: Context) -> None:
        layout = self.layout
        layout.operator(LINKWRIGHT_OT_new_robot.bl_idname, icon="ADD")
        layout.separator()
        for family in FAMILIES:
            layout.menu(family.bl_idname)
        layout.separator()
        layout.menu(LINKWRIGHT_MT_own_robots.__name__)


class LINKWRIGHT_MT_robot(Menu):
    bl_label = "Robot"

    def draw(self, _context: Context) -> None:
        layout = self.layout
        layout.operator(LINKWRIGHT_OT_mount_robot.bl_idname)
        layout.operator(LINKWRIGHT_OT_dismount_robot.bl_idname)
        layout.separator()
        layout.operator_context = "INVOKE_DEFAULT"
        layout.operator(LINKWRIGHT_OT_save_preset.bl_idname, text="Save Robot as Preset...")
        layout.operator(LINKWRIGHT_OT_export_raff.bl_idname, text="Export RAFF...")
        layout.operator("wm.call_menu_pie", text="Pie Menu").name = LINKWRIGHT_MT_pie.__name__
        layout.separator()
        layout.operator(LINKWRIGHT_OT_delete_robot.bl_idname)


def draw_add_menu(menu: Menu, _context: Context) -> None:
    menu.layout.menu(LINKWRIGHT_MT_add_robot.__name__, icon="CON_ARMATURE")


def draw_import_menu(menu: Menu, _context: Context) -> None:
    menu.layout.operator(LINKWRIGHT_OT_import_raff.bl_idname, text="Robot (.raff)")


def draw_export_menu(menu: Menu, _context: Context) -> None:
    menu.layout.operator(LINKWRIGHT_OT_export_raff.bl_idname, text="Robot (.raff)")


def draw_object_menu(menu: Menu, _context: Context) -> None:
    menu.layout.separator()
    menu.layout.menu(LINKWRIGHT_MT_robot.__name__, icon="CON_ARMATURE")


CLASSES = (*FAMILIES, LINKWRIGHT_MT_own_robots, LINKWRIGHT_MT_add_robot, LINKWRIGHT_MT_robot)
ENTRIES: dict[str, Callable[[Menu, Context], None]] = {
    "VIEW3D_MT_armature_add": draw_add_menu,
    "TOPBAR_MT_file_import": draw_import_menu,
    "TOPBAR_MT_file_export": draw_export_menu,
    "VIEW3D_MT_object": draw_object_menu,
    "VIEW3D_MT_pose": draw_object_menu,
}
"""Blender's menus, and what we add at their end."""


def add_entries() -> None:
    for menu, draw in ENTRIES.items():
        getattr(bpy.types, menu).append(draw)


def remove_entries() -> None:
    for menu, draw in reversed(ENTRIES.items()):
        getattr(bpy.types, menu).remove(draw)
