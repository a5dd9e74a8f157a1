# SPDX-License-Identifier: GPL-3.0-or-later
"""Loops, tools, named parameters and named poses, as the .blend file keeps them."""

from bpy.props import EnumProperty, FloatProperty, StringProperty
from bpy.types import PropertyGroup

from ..bridge.editing import item_changed, item_renamed, parameter_dragged, parameter_renamed
from ..bridge.fields import LOOP, TOOL
from .joint import KINDS
from .numbers import NOT_ANIMATABLE, with_numbers

CUT_KINDS = tuple(item for item in KINDS if item[0] != "free")


@with_numbers(LOOP)
class LoopProperties(PropertyGroup):
    """A joint at which a loop was cut."""

    name: StringProperty(name="Name", description="Name of the loop", options=set(), update=item_changed)
    kind: EnumProperty(
        name="Kind",
        description="How the cut joint moves",
        items=CUT_KINDS,
        options=set(),
        update=item_changed,
    )
    first_link: StringProperty(
        name="First Link", description="Link of the first half", options=set(), update=item_changed
    )
    second_link: StringProperty(
        name="Second Link", description="Link of the second half", options=set(), update=item_changed
    )


@with_numbers(TOOL)
class ToolProperties(PropertyGroup):
    """A frame of interest on a link."""

    name: StringProperty(
        name="Name", description="Name of the tool and of its bone", options=set(), update=item_renamed
    )
    uid: StringProperty(description="Tells tools apart whatever they are called", options={"HIDDEN"})
    shown_name: StringProperty(description="Name of its bone when it was last built", options={"HIDDEN"})
    link: StringProperty(
        name="Link", description="Joint whose link carries the tool", options=set(), update=item_changed
    )


class ParameterProperties(PropertyGroup):
    """A named number, for use in formulas."""

    name: StringProperty(
        name="Name", description="Name to use in formulas", options=set(), update=parameter_renamed
    )
    shown_name: StringProperty(description="Name when the robot was last built", options={"HIDDEN"})
    text: StringProperty(
        name="Formula",
        description="A number in the robot's units, or a formula of other parameters",
        options=set(),
        update=item_changed,
    )
    value: FloatProperty(
        name="Value",
        description=f"Value in the robot's units. {NOT_ANIMATABLE}",
        precision=4,
        step=1,
        options=set(),
        update=parameter_dragged,
    )


class NamedPoseProperties(PropertyGroup):
    """Joint values under a name."""

    # `name` is every PropertyGroup's own.
    values: StringProperty(name="Values", description="Joint values as JSON, by joint", options={"HIDDEN"})
