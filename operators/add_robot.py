# SPDX-License-Identifier: GPL-3.0-or-later
"""A robot of the library, or of the user's own presets, at the 3D cursor."""

from pathlib import Path
from zlib import crc32

from bpy.props import EnumProperty, FloatProperty, StringProperty
from bpy.types import Context, Operator
from bpy_extras.object_utils import AddObjectHelper, add_object_align_init
from mathutils import Matrix

from ..bridge.own_presets import own_file, own_presets
from ..bridge.presets import preset_file, robot_presets
from .open_robots import open_robots

OWN = "own:"
"""Before the name of a preset that the user has saved."""
Item = tuple[str, str, str, str, int]
items: list[Item] = []
"""The choices that were shown last: Blender keeps no texts, so they have to live here."""


def item_of(identifier: str, label: str, tip: str) -> Item:
    """A choice whose number stays the same when presets come and go: Blender remembers numbers."""
    return (identifier, label, tip, "NONE", crc32(identifier.encode()) >> 1)


def preset_items(_operator: Operator, _context: Context | None) -> list[Item]:
    """The library, then the user's own."""
    found = [item_of(stem, label, f"Add a {label}") for stem, label in robot_presets()]
    found += [item_of(OWN + stem, stem, f"Add your own {stem}") for stem in own_presets()]
    if found != items:
        items[:] = found
    return items


def file_of(preset: str) -> Path:
    return own_file(preset.removeprefix(OWN)) if preset.startswith(OWN) else preset_file(preset)


def place_of(operator: Operator, context: Context) -> Matrix:
    """Where Blender's own Add operators would put something; a script without a view cannot align to it."""
    view = context.space_data
    has_view = view is not None and view.type == "VIEW_3D"
    if not has_view and "VIEW" in {operator.align, context.preferences.edit.object_align}:
        operator.align, operator.rotation = "WORLD", operator.rotation
    return add_object_align_init(context, operator)


def draw_redo(operator: Operator, *own: str) -> None:
    """The redo panel in the order of Blender's own: what it is, then where it is."""
    operator.layout.use_property_split = True
    for name in (*own, "align", "location", "rotation"):
        operator.layout.prop(operator, name)


class LINKWRIGHT_OT_add_robot(Operator, AddObjectHelper):
    """Add a robot at the 3D cursor"""

    bl_idname = "linkwright.add_robot"
    bl_label = "Add Robot"
    bl_options = {"REGISTER", "UNDO"}

    preset: EnumProperty(name="Robot", description="Which robot to add", items=preset_items)
    name: StringProperty(
        name="Name", description="What the robot is called; empty: as in the library", options={"SKIP_SAVE"}
    )
    size: FloatProperty(
        name="Size",
        description="Factor for all lengths; angles, masses and torques stay",
        default=1.0,
        min=0.001,
        soft_max=10.0,
        max=1000.0,
        options={"SKIP_SAVE"},
    )

    def execute(self, context: Context) -> set[str]:
        place = place_of(self, context)
        name, size = self.name.strip(), round(self.size, 6)  # the slider has 32 bits
        return open_robots(self, context, [file_of(self.preset)], place=place, name=name, size=size)

    def draw(self, _context: Context) -> None:
        draw_redo(self, "preset", "name", "size")
