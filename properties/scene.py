# SPDX-License-Identifier: GPL-3.0-or-later
"""What a scene keeps: which overlays are on, and how they look."""

from bpy.props import BoolProperty, EnumProperty
from bpy.types import Context, PropertyGroup

from .. import plugins
from ..bridge.live import redraw

WHEN = (
    ("EDITING", "While Editing", "Show the number that is being edited, and a few seconds longer"),
    ("ACTIVE", "Active Joint", "Show all numbers of the active joint that are not zero, all the time"),
)
FRAMES = (
    ("JOINT", "Active Joint", "The joint that is chosen in the list of links"),
    ("TOOL", "Active Tool", "The tool that is chosen in the list of tools"),
)
REFERENCES = (
    ("WORLD", "World", "In the scene"),
    ("BASE", "Base", "In the robot's base"),
    ("PARENT", "Parent", "In the frame before, as one row of the notation's table gives it"),
)


def changed(_settings: PropertyGroup, _context: Context) -> None:
    """Update callback of everything that the viewport shows."""
    redraw("VIEW_3D")


class SceneProperties(PropertyGroup):
    """Settings of the overlays; each one that is found adds a switch, `show_` and its identifier."""

    frame_names: BoolProperty(
        name="Names",
        description="Write the name of the joint or tool beside its frame, where there is room for it",
        default=True,
        options=set(),
        update=changed,
    )
    base_frame: BoolProperty(
        name="Base", description="Show the frame of the robot's base, too", options=set(), update=changed
    )
    dimensions_when: EnumProperty(
        name="Show", description="When dimensions are shown", items=WHEN, options=set(), update=changed
    )
    matrix_of: EnumProperty(name="Frame", description="Whose matrix is shown", items=FRAMES, options=set())
    matrix_in: EnumProperty(
        name="Relative To",
        description="In which frame the matrix is given",
        items=REFERENCES,
        default="BASE",
        options=set(),
    )


def add_switches() -> None:
    """Give every overlay its switch; the file keeps those of overlays that are not there for the moment."""
    for overlay in plugins.available("overlay"):
        name = f"show_{overlay.identifier}"
        if name not in SceneProperties.bl_rna.properties:
            switch = BoolProperty(
                name=overlay.label,
                description=overlay.description,
                default=getattr(overlay, "shown", False),
                options=set(),
                update=changed,
            )
            setattr(SceneProperties, name, switch)


def register_switches() -> None:
    """Add the switches of all overlays, and of those that come later."""
    plugins.rescan()
    plugins.watch(add_switches)
    add_switches()


def unregister_switches() -> None:
    plugins.unwatch(add_switches)
