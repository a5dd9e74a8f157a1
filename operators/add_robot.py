# SPDX-License-Identifier: GPL-3.0-or-later
"""Add > Armature > Robot: a robot of the library, at the 3D cursor."""

from functools import cache

from bpy.props import EnumProperty
from bpy.types import Context, Menu, Operator

from ..bridge.presets import preset_file, robot_presets
from .open_robots import open_robots


@cache
def all_items() -> list[tuple[str, str, str]]:
    return [(stem, label, f"Add a {label}") for stem, label in robot_presets()]


def preset_items(_operator: Operator, _context: Context | None) -> list[tuple[str, str, str]]:
    """The library as choices; kept alive by the cache, as Blender does not keep the texts."""
    return all_items()


class LINKWRIGHT_OT_add_robot(Operator):
    """Add a robot of the library at the 3D cursor"""

    bl_idname = "linkwright.add_robot"
    bl_label = "Add Robot"
    bl_options = {"REGISTER", "UNDO"}

    preset: EnumProperty(name="Robot", description="Which robot to add", items=preset_items)

    def execute(self, context: Context) -> set[str]:
        return open_robots(self, context, [preset_file(self.preset)])


class LINKWRIGHT_MT_add_robot(Menu):
    bl_label = "Robot"

    def draw(self, _context: Context) -> None:
        for stem, label in robot_presets():
            self.layout.operator(LINKWRIGHT_OT_add_robot.bl_idname, text=label).preset = stem


def draw_add_menu(menu: Menu, _context: Context) -> None:
    menu.layout.menu(LINKWRIGHT_MT_add_robot.__name__, icon="CON_ARMATURE")
