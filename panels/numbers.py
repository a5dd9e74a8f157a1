# SPDX-License-Identifier: GPL-3.0-or-later
"""A number of the description: a slider, or a formula with its value beside it."""

from collections.abc import Sequence

from bpy.types import PropertyGroup, UILayout

from ..bridge.fields import Field
from ..bridge.row_texts import has_formula


def draw_number(
    layout: UILayout, group: PropertyGroup, field: Field, label: str = "", *, formulas: bool = False
) -> None:
    """One number; where it has a formula, or all are shown as such, its text is edited and not its value."""
    if not formulas and not has_formula(group, field):
        layout.prop(group, field.key, text=label or field.label)
        return
    row = layout.row(align=True)
    row.prop(group, field.text_key, text=label or field.label)
    value = row.row(align=True)
    value.enabled = False
    value.scale_x = 0.7  # the formula needs the room
    value.prop(group, field.key, text="")


def draw_numbers(
    layout: UILayout, group: PropertyGroup, fields: Sequence[Field], labels: Sequence[str] = ()
) -> None:
    """Several numbers as one block."""
    formulas = group.id_data.linkwright.show_formulas
    column = layout.column(align=True)
    for field, label in zip(fields, labels or [field.label for field in fields], strict=True):
        draw_number(column, group, field, label, formulas=formulas)


def draw_pose(layout: UILayout, group: PropertyGroup, fields: Sequence[Field]) -> None:
    """Position, then rotation, as Blender shows them."""
    draw_numbers(layout, group, fields[:3], ("Location X", "Y", "Z"))
    draw_numbers(layout, group, fields[3:], ("Rotation X", "Y", "Z"))
