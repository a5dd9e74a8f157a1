# SPDX-License-Identifier: GPL-3.0-or-later
"""Poses under a name, and poses as a text that people read, change and paste."""

import json
from collections.abc import Mapping, Sequence

import numpy as np
from bpy.types import Armature, Object, PropertyGroup

from ..mechanism import MechanismError
from ..mechanism.quantities import Scope
from .digits import shortest_text
from .posing import dimensions_of
from .positions import joint_channels, read_positions
from .row_texts import units_of

Values = dict[str, list[float]]
"""Entries of q by joint."""
HEADER = "# Pose of "


def values_of(robot: Object) -> Values:
    """The present values of all joints that move by themselves, by name."""
    values: Values = {}
    for (name, _, _), value in zip(joint_channels(robot), read_positions(robot).tolist(), strict=True):
        values.setdefault(name, []).append(value)
    return values


def positions_with(robot: Object, values: Mapping[str, Sequence[float]]) -> np.ndarray:
    """The present q with other values of some joints, shape (nq,); what fits no joint is passed over."""
    present = values_of(robot)
    for name, entries in values.items():
        if len(entries) == len(present.get(name, ())):
            present[name] = list(entries)
    return np.array([entry for entries in present.values() for entry in entries])


def active_pose(armature: Armature) -> PropertyGroup | None:
    """The pose that is chosen in the list."""
    robot = armature.linkwright
    return robot.poses[robot.active_pose] if 0 <= robot.active_pose < len(robot.poses) else None


def pose_name(armature: Armature, wish: str) -> str:
    """This name, or the next number of it that is free."""
    taken = {pose.name for pose in armature.linkwright.poses}
    name, number = wish, 1
    while name in taken:
        number += 1
        name = f"{wish} {number}"
    return name


def store_pose(robot: Object, name: str) -> str:
    """Keep the present pose under a name, or the next one that is free; the name."""
    description = robot.data.linkwright
    name = pose_name(robot.data, name)
    pose = description.poses.add()
    pose.name, pose.values = name, stored(robot)
    description.active_pose = len(description.poses) - 1
    return name


def stored(robot: Object) -> str:
    """The present pose by the joints' own marks: renaming a joint does not lose its value."""
    marks = {row.shown_name: row.uid for row in robot.data.linkwright.joints}
    return json.dumps({marks[name]: entries for name, entries in values_of(robot).items()})


def stored_values(armature: Armature, text: str) -> Values:
    """Values by the joints' present names; joints that are gone are passed over.

    Raises:
        MechanismError: The text is none of ours.
    """
    names = {row.uid: row.shown_name for row in armature.linkwright.joints}
    try:
        cells = json.loads(text)
        return {names[mark]: [float(cell) for cell in row] for mark, row in cells.items() if mark in names}
    except (ValueError, TypeError, AttributeError) as error:
        raise MechanismError(f"Robot {armature.name!r}: a named pose cannot be read ({error})") from error


def pose_text(robot: Object) -> str:
    """The present pose, one line a joint, in the robot's units."""
    armature = robot.data
    units, kinds = units_of(armature), kinds_of(armature)
    lines = [f"{HEADER}{robot.name}"]
    for name, entries in values_of(robot).items():
        cells = []
        for entry, dimension in zip(entries, dimensions_of(kinds[name]), strict=True):
            unit = {"angle": f" {units.angle}", "length": f" {units.length}"}.get(dimension, "")
            cells.append(shortest_text(entry, units.scale(dimension)) + unit)
        lines.append(f"{name}: {', '.join(cells)}")
    return "\n".join(lines) + "\n"


def kinds_of(armature: Armature) -> dict[str, str]:
    return {row.shown_name: row.shown_kind for row in armature.linkwright.joints}


def read_pose_text(robot: Object, text: str) -> Values:
    """The values that a text gives for some or all joints.

    Raises:
        MechanismError: A line is no joint of this robot, or not as many numbers as it has.
    """
    present, values = values_of(robot), Values()
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith(HEADER):
            name, entries = read_line(robot.data, line, number, present)
            values[name] = entries
    if not values:
        raise MechanismError("The clipboard holds no pose: lines such as 'elbow: 30 deg' are wanted")
    return values


def read_line(armature: Armature, line: str, number: int, present: Values) -> tuple[str, list[float]]:
    name, colon, rest = line.rpartition(":")
    name = name.strip()
    if not colon or name not in present:
        found = repr(name if colon else line[:40])
        raise MechanismError(
            f"Line {number}: {found} is no joint of robot {armature.name!r} that can be moved"
        )
    cells, dimensions = rest.split(","), dimensions_of(kinds_of(armature)[name])
    if len(cells) != len(dimensions):
        raise MechanismError(
            f"Line {number}: joint {name!r} has {len(dimensions)} values, but {len(cells)} are given"
        )
    scope = Scope(units_of(armature))
    pairs = zip(cells, dimensions, strict=True)
    return name, [scope.evaluate(cell.strip(), dimension, f"Line {number}") for cell, dimension in pairs]
