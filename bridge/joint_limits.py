# SPDX-License-Identifier: GPL-3.0-or-later
"""Limits of a joint's coordinates: set from the pose, or taken away."""

from bpy.types import Object, PropertyGroup

from ..mechanism import MechanismError
from ..mechanism.kinds import KINDS
from .channels import CHANNELS
from .description_tables import coordinates_of
from .digits import shortest_text
from .editing import changed
from .quiet import quietly
from .row_texts import units_of


def coordinate_of(robot: Object, name: str, index: int) -> PropertyGroup:
    """The group of numbers of one coordinate.

    Raises:
        MechanismError: The joint has no such coordinate.
    """
    row = robot.data.linkwright.joints[name]
    groups = list(coordinates_of(row, row.kind))
    if index >= len(groups):
        raise MechanismError(
            f"Joint {name!r}: has no coordinate {index}; a {row.kind} joint has {len(groups)} with limits"
        )
    return groups[index]


def set_number(robot: Object, name: str, index: int, key: str) -> None:
    """Set a limit or the rest value to where the joint is; a speed or effort, which no pose tells, to 1."""
    group, row = coordinate_of(robot, name, index), robot.data.linkwright.joints[name]
    text = "1"
    if key not in ("speed", "torque"):
        bone = robot.pose.bones.get(row.shown_name)
        if bone is None:
            raise MechanismError(f"Joint {name!r}: no bone has this name, so where it is cannot be told")
        scale = units_of(robot.data).scale(KINDS[row.kind].scalars[index])
        text = shortest_text(CHANNELS[row.kind][index].read(bone), scale)
    with quietly():
        setattr(group, f"{key}_text", text)
    changed(robot.data)


def clear_number(robot: Object, name: str, index: int, key: str) -> None:
    """Take a limit away."""
    with quietly():
        setattr(coordinate_of(robot, name, index), f"{key}_text", "")
    changed(robot.data)


def coordinate_names(row: PropertyGroup) -> list[str]:
    """What tells the coordinates of a joint that can have limits apart; empty where there is only one."""
    motion = KINDS[row.kind]
    labels = motion.labels[: len(motion.scalars)]
    return [
        coordinate_name(label, dimension) for label, dimension in zip(labels, motion.scalars, strict=True)
    ]


def coordinate_name(label: str, dimension: str) -> str:
    """Such as "Turn about x" or "Shift along x"; nothing for the only coordinate."""
    if label in ("turn", "shift") or not label:
        return label.title()
    return f"{'Turn about' if dimension == 'angle' else 'Shift along'} {label}"
