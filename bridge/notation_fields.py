# SPDX-License-Identifier: GPL-3.0-or-later
"""Which numbers a notation shows for a joint, under which letters, and on which row they are kept."""

from dataclasses import dataclass

from bpy.types import PropertyGroup

from .fields import PLACEMENT, Field
from .number_texts import number_symbol

FIELDS = {field.key: field for field in PLACEMENT}
OWN = {
    "kleinfinger": ("gamma", "b", "alpha", "d", "theta", "r"),
    "modified-dh": ("alpha", "d", "theta", "r"),
    "dh": ("theta", "r"),
}
"""Numbers that a joint's own row keeps, in the order of the notation's table."""
AFTER = ("d", "alpha")
"""Those that standard D-H counts to a joint, but that are kept by what comes after it."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A number on the panel."""

    group: PropertyGroup
    field: Field
    label: str


def end_of_row(robot: PropertyGroup, name: str) -> PropertyGroup | None:
    """What keeps a and α of a row of standard D-H: the joint's first child, or else its only tool."""
    child = next((row for row in robot.joints if row.parent == name), None)
    if child is not None:
        return child
    tools = [tool for tool in robot.tools if tool.link == name]
    return tools[0] if len(tools) == 1 else None


def lacks_end(robot: PropertyGroup, name: str) -> bool:
    """Whether nothing comes after a joint that could keep a and α of its row of standard D-H."""
    if robot.notation != "dh":
        return False
    return not any(row.parent == name for row in robot.joints) and not any(
        tool.link == name for tool in robot.tools
    )


def shown_numbers(robot: PropertyGroup, row: PropertyGroup) -> list[Shown]:
    """The numbers of a joint in the robot's notation."""
    notation = robot.notation
    numbers = [Shown(row, FIELDS[key], number_symbol(key, notation)) for key in OWN[notation]]
    end = end_of_row(robot, row.name) if notation == "dh" else None
    if end is not None:
        numbers += [Shown(end, FIELDS[key], number_symbol(key, notation)) for key in AFTER]
    return numbers


def tool_numbers(robot: PropertyGroup, tool: PropertyGroup) -> list[Shown]:
    """The six numbers of a tool; their letters are the notation's where it has one."""
    return [
        Shown(tool, field, number_symbol(field.key, robot.notation) or field.label) for field in PLACEMENT
    ]
