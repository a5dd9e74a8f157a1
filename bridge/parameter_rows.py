# SPDX-License-Identifier: GPL-3.0-or-later
"""Named parameters as rows of a list: new ones, and those that nobody needs any more."""

from bpy.types import Armature, PropertyGroup

from ..mechanism import MechanismError
from ..mechanism.quantities import is_formula
from .editing import changed
from .formula_texts import uses_of
from .quiet import quietly


def active_parameter(armature: Armature) -> PropertyGroup | None:
    robot = armature.linkwright
    rows, at = robot.parameters, robot.active_parameter
    return rows[at] if 0 <= at < len(rows) else None


def add_parameter(armature: Armature) -> str:
    """A parameter of value 0.1 under a free name, which is returned."""
    robot = armature.linkwright
    taken, number = {row.name for row in robot.parameters}, 1
    while f"length{number}" in taken:
        number += 1
    name = f"length{number}"
    with quietly():
        row = robot.parameters.add()
        row.name, row.text = name, "0.1"
        robot.active_parameter = len(robot.parameters) - 1
    changed(armature)
    return name


def remove_parameter(armature: Armature, name: str) -> None:
    """Take a parameter away.

    Raises:
        MechanismError: Something refers to it, and is named.
    """
    robot = armature.linkwright
    if uses := [use for use in uses_of(armature, name) if use != f"parameter {name!r}"]:
        more = f" and {len(uses) - 3} more" if len(uses) > 3 else ""
        raise MechanismError(f"Parameter {name!r} is used by {', '.join(uses[:3])}{more}")
    with quietly():
        robot.parameters.remove(robot.parameters.find(name))
        robot.active_parameter = max(0, min(robot.active_parameter, len(robot.parameters) - 1))
    changed(armature)


def is_formula_row(row: PropertyGroup) -> bool:
    """Whether a parameter's value comes from a formula."""
    return is_formula(row.text)
