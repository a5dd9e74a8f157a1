# SPDX-License-Identifier: GPL-3.0-or-later
"""Every formula of a description: where parameters are used, and other names for them."""

import re
from collections.abc import Iterator

from bpy.types import Armature, PropertyGroup

from ..mechanism import MechanismError
from ..mechanism.expressions import check_parameter_name
from .fields import JOINT, LOOP, ROBOT, TOOL, coordinate_fields

Place = tuple[PropertyGroup, str, str]
"""A group, the key of a text in it, and what people call that number."""


def formula_places(armature: Armature) -> Iterator[Place]:
    """Every text that may hold a formula."""
    robot = armature.linkwright
    yield from ((row, "text", f"parameter {row.name!r}") for row in robot.parameters)
    yield from ((robot, field.text_key, f"base: {field.label}") for field in ROBOT)
    for row in robot.joints:
        where = f"joint {row.name!r}"
        yield from ((row, field.text_key, f"{where}: {field.label}") for field in JOINT)
        yield row, "offset_text", f"{where}: Offset"
        for item in (*row.turns, *row.shifts):
            yield from (
                (item, field.text_key, f"{where}: {field.label}") for field in coordinate_fields("angle")
            )
    for fields, rows, what in ((LOOP, robot.loops, "loop"), (TOOL, robot.tools, "tool")):
        for row in rows:
            yield from ((row, field.text_key, f"{what} {row.name!r}: {field.label}") for field in fields)


def uses_of(armature: Armature, name: str) -> list[str]:
    """What refers to a parameter."""
    word = whole_word(name)
    return [
        label for group, key, label in formula_places(armature) if name and word.search(getattr(group, key))
    ]


def whole_word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.]){re.escape(name)}(?!\w)")


def rename_in_formulas(armature: Armature, old: str, new: str) -> None:
    """Let every formula use the new name of a parameter."""
    word = whole_word(old)
    for group, key, _ in formula_places(armature):
        text = getattr(group, key)
        if old and word.search(text):
            setattr(group, key, word.sub(new, text))


def parameter_name_problem(armature: Armature, row: PropertyGroup) -> str:
    """Why a parameter cannot have its new name, or nothing."""
    try:
        check_parameter_name(row.name)
    except MechanismError as error:
        return str(error)
    same = [other for other in armature.linkwright.parameters if other.name == row.name]
    return f"There is a parameter {row.name!r} already" if len(same) > 1 else ""
