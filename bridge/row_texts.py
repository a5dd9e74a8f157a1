# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of numbers in the rows of a description: written from values, read as values, multiplied."""

from collections.abc import Sequence
from math import floor, log10

from bpy.types import Armature, PropertyGroup

from ..mechanism import Units
from ..mechanism.quantities import is_formula, split_unit
from .fields import Field, texts

FINEST = 1e-6
"""Share of the robot's size, or angle [rad], below which digits are the rounding of 32-bit numbers."""


def units_of(armature: Armature) -> Units:
    """What plain numbers of this robot are counted in."""
    return Units(armature.linkwright.length_unit, armature.linkwright.angle_unit)


def plain_text(value: float, dimension: str, units: Units, *, size: float = 1.0) -> str:
    """An SI value in the robot's units, no finer than a millionth of `size`; zero is nothing."""
    scale = units.scale(dimension)
    finest = FINEST * (size if dimension == "length" else 1.0) / scale
    rounded = round(value / scale, max(0, -floor(log10(finest))))
    return f"{rounded:.15g}" if rounded else ""


def write_values(
    group: PropertyGroup, fields: Sequence[Field], values: Sequence[float], *, size: float
) -> None:
    """Write SI values as the texts of some numbers of a robot of this size, [m]."""
    units = units_of(group.id_data)
    for field, value in zip(fields, values, strict=True):
        setattr(group, field.text_key, plain_text(value, field.dimension, units, size=size))


def copy_texts(source: PropertyGroup, target: PropertyGroup, fields: Sequence[Field]) -> None:
    for field in fields:
        setattr(target, field.text_key, getattr(source, field.text_key))


def clear_texts(group: PropertyGroup, fields: Sequence[Field]) -> None:
    for field in fields:
        setattr(group, field.text_key, "")


def has_formula(group: PropertyGroup, field: Field) -> bool:
    """Whether a number is more than a plain number, perhaps with a unit."""
    text = getattr(group, field.text_key)
    return bool(text.strip()) and is_formula(text)


def any_formula(group: PropertyGroup, fields: Sequence[Field]) -> bool:
    return any(has_formula(group, field) for field in fields)


def is_blank(group: PropertyGroup, fields: Sequence[Field]) -> bool:
    """Whether all these numbers are zero as they are written."""
    return all(is_zero(text) for text in texts(group, fields))


def is_zero(text: str) -> bool:
    if not text.strip():
        return True
    body, _unit = split_unit(text)
    try:
        return float(body) == 0.0
    except ValueError:
        return False


def multiplied(text: str, factor: float) -> str:
    """A number or formula times a factor: a plain number stays plain, a unit stays behind it."""
    if not text.strip():
        return text
    body, unit = split_unit(text)
    behind = f" {unit}" if unit else ""
    if is_formula(text):
        return f"({body.strip()}) * {factor:.12g}{behind}"
    return f"{float(body) * factor:.12g}{behind}"
