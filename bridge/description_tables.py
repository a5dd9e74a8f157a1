# SPDX-License-Identifier: GPL-3.0-or-later
"""The description's properties as the tables of a RAFF file: one reader and one set of checks for both."""

from collections.abc import Iterator, Sequence
from typing import Any

from bpy.types import PropertyGroup

from ..mechanism.joint import BASE
from ..mechanism.kinds import KINDS
from ..mechanism.link import AUTO
from .fields import (
    BASE_POSE,
    CENTRE,
    GEOMETRY_POSE,
    INERTIA,
    MASS,
    PER_COORDINATE,
    PER_JOINT,
    PITCH,
    PLACEMENT,
    TOOL_POSE,
    UNSET,
    Field,
    side_fields,
    texts,
)

Table = dict[str, Any]
DRIVES = {"AUTO": None, "DRIVEN": True, "PASSIVE": False}


def robot_cells(robot: PropertyGroup) -> Table:
    """The whole robot in Kleinfinger's notation."""
    table: Table = {
        "name": robot.robot_name,
        "units": {"length": robot.length_unit, "angle": robot.angle_unit},
        "base": pose_cells(robot, BASE_POSE),
        "base_geometry": geometry_cells(robot),
        "parameters": {item.name: parameter_cell(item.text) for item in robot.parameters},
        "joint": [joint_cells(joint) for joint in robot.joints],
    }
    table["loop"] = [loop_cells(loop) for loop in robot.loops]
    table["tool"] = [tool_cells(tool) for tool in robot.tools]
    return table


def parameter_cell(text: str) -> float | str:
    """A plain number as such, so that it is written back as one."""
    try:
        return float(text)
    except ValueError:
        return text


def joint_cells(joint: PropertyGroup) -> Table:
    table: Table = {"name": joint.name, "parent": joint.parent or BASE, "kind": joint.kind}
    table |= number_cells(joint, (*PLACEMENT, *PER_JOINT, MASS))
    if joint.kind == "screw":
        table |= number_cells(joint, (PITCH,))
    table |= coordinate_cells(joint)
    if DRIVES[joint.drive] is not None:
        table["actuated"] = DRIVES[joint.drive]
    if joint.leader:
        follows = {"joint": joint.leader, "ratio": joint.ratio_text, "offset": joint.offset_text}
        table["follows"] = {key: cell for key, cell in follows.items() if cell}
    table |= list_cells(joint, "centre", CENTRE) | list_cells(joint, "inertia", INERTIA)
    return table | {"geometry": geometry_cells(joint)}


def number_cells(group: PropertyGroup, fields: Sequence[Field], *, prefix: str = "") -> Table:
    """Those numbers that are given."""
    given = zip(fields, texts(group, fields), strict=True)
    return {field.key.removeprefix(prefix): text for field, text in given if text}


def list_cells(group: PropertyGroup, key: str, fields: Sequence[Field]) -> Table:
    """Several numbers under one key, where any of them is given."""
    given = texts(group, fields)
    return {key: [text or "0" for text in given]} if any(given) else {}


def coordinate_cells(joint: PropertyGroup) -> Table:
    """One number for each coordinate of the joint's kind."""
    coordinates = list(coordinates_of(joint, joint.kind))
    table: Table = {}
    for field in PER_COORDINATE if coordinates else ():
        given = [getattr(coordinate, field.text_key) for coordinate in coordinates]
        if any(given):
            table[field.key] = [text or UNSET[field.key] for text in given]
    return table


def coordinates_of(joint: PropertyGroup, kind: str) -> Iterator[PropertyGroup]:
    """The groups that hold limits and the like, one for each plain coordinate of this kind.

    All of them exist, as no property may be added while a panel draws: see `complete_coordinates`.
    """
    rows = {"angle": iter(joint.turns), "length": iter(joint.shifts)}
    for dimension in KINDS[kind].scalars:
        yield next(rows[dimension])


def complete_coordinates(joint: PropertyGroup) -> None:
    """Two turns and two shifts are what the richest kinds need; those of other kinds are kept."""
    for rows in (joint.turns, joint.shifts):
        while len(rows) < 2:
            rows.add()


def pose_cells(group: PropertyGroup, fields: Sequence[Field]) -> Table:
    return list_cells(group, "position", fields[:3]) | list_cells(group, "rotation", fields[3:])


def geometry_cells(group: PropertyGroup) -> str | Table:
    return {"file": group.geometry} | pose_cells(group, GEOMETRY_POSE) if group.geometry else AUTO


def loop_cells(loop: PropertyGroup) -> Table:
    table: Table = {"name": loop.name, "kind": loop.kind} | number_cells(loop, (PITCH,))
    for side in ("first", "second"):
        link = getattr(loop, f"{side}_link") or BASE
        table[side] = {"link": link} | number_cells(loop, side_fields(side), prefix=f"{side}_")
    return table


def tool_cells(tool: PropertyGroup) -> Table:
    table: Table = {"name": tool.name, "link": tool.link or BASE}
    return table | number_cells(tool, PLACEMENT) | pose_cells(tool, TOOL_POSE)
