# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers of a description as properties: a text that is the truth, and a float beside it as its view."""

from collections.abc import Callable, Iterable

from bpy.props import FloatProperty, StringProperty
from bpy.types import Context, PropertyGroup

from ..bridge.editing import description_changed, number_dragged
from ..bridge.fields import Field

SUBTYPES = {"angle": "ANGLE", "length": "DISTANCE"}
NOT_ANIMATABLE = "Part of the design: it cannot be animated"


def with_numbers(fields: Iterable[Field]) -> Callable[[type[PropertyGroup]], type[PropertyGroup]]:
    """Class decorator: add the properties of these numbers to a property group."""

    def decorate(cls: type[PropertyGroup]) -> type[PropertyGroup]:
        for field in fields:
            cls.__annotations__[field.key] = view_property(field)
            cls.__annotations__[field.text_key] = text_property(field)
        return cls

    return decorate


def view_property(field: Field) -> object:
    """For sliders; 32 bit, so only a view of the text."""

    def update(group: PropertyGroup, _context: Context) -> None:
        number_dragged(group, field)

    return FloatProperty(
        name=field.label,
        description=f"{field.tip}. {NOT_ANIMATABLE}",
        subtype=SUBTYPES.get(field.dimension, "NONE"),
        precision=5 if field.dimension in SUBTYPES else 3,  # units hide zeros at the end
        step=100 if field.dimension == "angle" else 1,
        options=set(),
        update=update,
    )


def text_property(field: Field) -> object:
    """What the user typed: a number in the robot's units, or a formula."""

    def update(group: PropertyGroup, _context: Context) -> None:
        description_changed(group, field)

    return StringProperty(
        name=f"{field.label} as Formula",
        description=f"{field.tip}. A number in the robot's units, or a formula of its parameters",
        options=set(),
        update=update,
    )
