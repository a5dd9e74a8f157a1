# SPDX-License-Identifier: GPL-3.0-or-later
"""What happens when a user changes the description: every update callback of its properties."""

from collections.abc import Sequence
from dataclasses import replace

from bpy.types import Armature, Context, PropertyGroup

from ..mechanism import MechanismError, Units
from ..mechanism.quantities import split_unit
from . import live
from .description import read_anew, stamp_anew
from .description_tables import coordinates_of
from .description_writing import write_description
from .digits import shortest_text
from .fields import PITCH, Field, coordinate_fields
from .formula_texts import parameter_name_problem, rename_in_formulas
from .names import name_problem, rename_everywhere
from .quiet import is_quiet, quietly
from .rebuilding import rebuild
from .row_texts import multiplied
from .siblings import keep_siblings_alike


def number_dragged(group: PropertyGroup, field: Field) -> None:
    """A slider moved: its value, with as few digits as tell it apart, becomes the text."""
    if is_quiet():
        return
    robot = group.id_data.linkwright
    scale = Units(robot.length_unit, robot.angle_unit).scale(field.dimension)
    with quietly():
        setattr(group, field.text_key, shortest_text(getattr(group, field.key), scale))
    description_changed(group, field)


def description_changed(group: PropertyGroup, field: Field) -> None:
    """A text was typed."""
    if is_quiet():
        return
    live.note_edit(group.id_data, getattr(group, "name", ""), field.key)
    with quietly():
        keep_siblings_alike(group, field)
    item_changed(group, None)


def item_changed(group: PropertyGroup, _context: Context | None) -> None:
    """Anything else was chosen."""
    if not is_quiet():
        changed(group.id_data)


def changed(armature: Armature) -> None:
    """Let the robot follow its description."""
    stamp_anew(armature)
    rebuild(armature)


def item_renamed(group: PropertyGroup, _context: Context) -> None:
    """A joint or tool got another name: all that refers to it follows, or the old name comes back."""
    if is_quiet():
        return
    armature, old, new = group.id_data, group.shown_name, group.name
    if problem := name_problem(armature, group, new):
        with quietly():
            group.name = old
        armature.linkwright.problem = problem
        return
    with quietly():
        rename_everywhere(armature, old, new)
    changed(armature)


def parameter_dragged(group: PropertyGroup, _context: Context) -> None:
    if is_quiet():
        return
    with quietly():
        group.text = shortest_text(group.value, 1.0)
    changed(group.id_data)


def parameter_renamed(group: PropertyGroup, _context: Context) -> None:
    """Every formula uses the new name; where there cannot be one, the old name comes back."""
    if is_quiet():
        return
    armature, old = group.id_data, group.shown_name
    with quietly():
        if problem := parameter_name_problem(armature, group):
            group.name = old
        else:
            rename_in_formulas(armature, old, group.name)
    if problem:
        armature.linkwright.problem = problem
        return
    changed(armature)


def units_changed(group: PropertyGroup, _context: Context) -> None:
    """Write all plain numbers in other units; the robot keeps its size."""
    if is_quiet():
        return
    armature, wanted = group.id_data, (group.length_unit, group.angle_unit)
    with quietly():
        group.length_unit, group.angle_unit = group.shown_length_unit, group.shown_angle_unit
        try:
            mechanism = read_anew(armature)
            if mechanism.formulas or mechanism.parameters:
                raise MechanismError(
                    f"Robot {armature.name!r} has formulas or parameters, which count in"
                    f" {group.length_unit} and {group.angle_unit}; its units cannot be changed"
                )
        except MechanismError as error:
            group.problem = str(error)
            return
        convert_idle_numbers(armature, Units(group.length_unit, group.angle_unit), Units(*wanted))
        write_description(armature, replace(mechanism, units=Units(*wanted)))
        group.shown_length_unit, group.shown_angle_unit = wanted
    changed(armature)


def convert_idle_numbers(armature: Armature, before: Units, after: Units) -> None:
    """Numbers that a joint keeps for other kinds than its own change their units, too."""
    for row in armature.linkwright.joints:
        used = [group.path_from_id() for group in coordinates_of(row, row.kind)]
        for dimension, groups in (("angle", row.turns), ("length", row.shifts)):
            factor = before.scale(dimension) / after.scale(dimension)
            for group in groups:
                if group.path_from_id() not in used:
                    multiply_texts(group, coordinate_fields(dimension), dimension, factor)
        if row.kind != "screw":
            multiply_texts(row, (PITCH,), "length", before.scale("length") / after.scale("length"))


def multiply_texts(group: PropertyGroup, fields: Sequence[Field], dimension: str, factor: float) -> None:
    for field in fields:
        text = getattr(group, field.text_key)
        if text and field.dimension == dimension and not split_unit(text)[1]:
            setattr(group, field.text_key, multiplied(text, factor))
