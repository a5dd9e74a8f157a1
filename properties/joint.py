# SPDX-License-Identifier: GPL-3.0-or-later
"""A joint and its link, as the .blend file keeps them."""

from bpy.props import CollectionProperty, EnumProperty, StringProperty
from bpy.types import PropertyGroup

from ..bridge.editing import item_changed, item_renamed
from ..bridge.fields import JOINT, coordinate_fields
from .numbers import with_numbers

KINDS = (
    ("revolute", "Revolute", "Turns about its axis"),
    ("prismatic", "Prismatic", "Slides along its axis"),
    ("cylindrical", "Cylindrical", "Turns about its axis and slides along it"),
    ("screw", "Screw", "Turns about its axis and moves along it by its pitch"),
    ("universal", "Universal", "Turns about two axes that cross at a right angle"),
    ("spherical", "Spherical", "Turns about any axis through its centre"),
    ("planar", "Planar", "Slides and turns in the plane normal to its axis"),
    ("free", "Free", "Moves in any way"),
    ("fixed", "Fixed", "Does not move"),
)
DRIVES = (
    ("AUTO", "As Usual", "Driven in a mechanism without loops"),
    ("DRIVEN", "Driven", "A motor drives this joint"),
    ("PASSIVE", "Passive", "This joint follows the others"),
)


@with_numbers(coordinate_fields("angle"))
class TurnProperties(PropertyGroup):
    """Limits and the like of a coordinate that is an angle."""

    __annotations__ = {}


@with_numbers(coordinate_fields("length"))
class ShiftProperties(PropertyGroup):
    """Limits and the like of a coordinate that is a length."""

    __annotations__ = {}


@with_numbers(JOINT)
class JointProperties(PropertyGroup):
    """A joint, its place on its parent, and the link it moves."""

    name: StringProperty(
        name="Name", description="Name of the joint and of its bone", options=set(), update=item_renamed
    )
    uid: StringProperty(description="Tells joints apart whatever they are called", options={"HIDDEN"})
    shown_name: StringProperty(description="Name of its bone when it was last built", options={"HIDDEN"})
    shown_kind: StringProperty(description="Kind when it was last built", options={"HIDDEN"})
    shown_leader: StringProperty(description="Whom it followed when it was last built", options={"HIDDEN"})
    parent: StringProperty(
        name="Parent",
        description="Joint whose link carries this one; empty: the base",
        options=set(),
        update=item_changed,
    )
    kind: EnumProperty(
        name="Kind", description="How the joint moves", items=KINDS, options=set(), update=item_changed
    )
    drive: EnumProperty(
        name="Drive", description="Who moves the joint", items=DRIVES, options=set(), update=item_changed
    )
    leader: StringProperty(
        name="Follows",
        description="Joint whose value this one copies; empty: it moves by itself",
        options=set(),
        update=item_changed,
    )
    offset_text: StringProperty(
        name="Offset",
        description="Added to the copied value, in the robot's units, or a formula",
        options=set(),
        update=item_changed,
    )
    geometry: StringProperty(
        name="Shape",
        description="File with the shape of the link (STL, OBJ, PLY, glTF); empty: made from the numbers",
        subtype="FILE_PATH",
        options=set(),
        update=item_changed,
    )
    turns: CollectionProperty(type=TurnProperties)
    shifts: CollectionProperty(type=ShiftProperties)
