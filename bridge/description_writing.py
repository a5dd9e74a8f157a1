# SPDX-License-Identifier: GPL-3.0-or-later
"""A Mechanism as the description's properties: texts that lose no digit, and the floats beside them."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isfinite, nan

import numpy as np
from bpy.types import Armature, PropertyGroup

from ..mechanism import Joint, Loop, Mechanism, Pose, Tool
from ..mechanism.expressions import solve_parameters
from ..mechanism.joint import BASE
from ..mechanism.raff_write import robot_table
from .description_tables import DRIVES, Table, complete_coordinates, coordinates_of
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
    RATIO,
    TOOL_POSE,
    Field,
    side_fields,
)
from .quiet import quietly
from .versions import VERSION

DRIVE_OF = {actuated: drive for drive, actuated in DRIVES.items()}


def write_description(armature: Armature, mechanism: Mechanism) -> None:
    """Keep the whole mechanism on the datablock, nothing rounded and nothing lost."""
    robot = armature.linkwright
    table = robot_table(replace(mechanism, notation="kleinfinger"), mechanism.units)
    with quietly():
        robot.version, robot.robot_name, robot.notation = VERSION, mechanism.name, mechanism.notation
        robot.length_unit, robot.angle_unit = mechanism.units.length, mechanism.units.angle
        write_pose(robot, BASE_POSE, table.get("base", {}))
        write_geometry(robot, table.get("base_geometry", {}))
        write_rows(robot.joints, table["joint"], write_joint)
        write_rows(robot.loops, table.get("loop", []), write_loop)
        write_rows(robot.tools, table.get("tool", []), write_tool)
        write_rows(robot.parameters, [{"name": n, "value": v} for n, v in mechanism.parameters.items()],
                   write_parameter)  # fmt: skip
    write_views(armature, mechanism)


def write_rows(rows: PropertyGroup, tables: Sequence[Table], write: object) -> None:
    """One row a table; rows of the same name are kept, with what else they hold."""
    names = [table["name"] for table in tables]
    for index in reversed(range(len(rows))):
        if rows[index].name not in names:
            rows.remove(index)
    for index, table in enumerate(tables):
        at = rows.find(table["name"])
        if at < 0:
            row = rows.add()
            row.name, at = table["name"], len(rows) - 1
        rows.move(at, index)
        write(rows[index], table)  # type: ignore[operator]


def write_joint(row: PropertyGroup, table: Table) -> None:
    row.uid = row.uid or uuid.uuid4().hex
    complete_coordinates(row)
    row.kind = table.get("kind", "revolute")
    row.parent = "" if table.get("parent", BASE) == BASE else table["parent"]
    row.drive = DRIVE_OF[table.get("actuated")]
    write_texts(row, (*PLACEMENT, *PER_JOINT, MASS), table)
    if row.kind == "screw":  # another kind keeps it for the way back
        write_texts(row, (PITCH,), table)
    write_list(row, CENTRE, table.get("centre"))
    write_list(row, INERTIA, table.get("inertia"))
    follows = table.get("follows", {})
    row.leader, row.offset_text = follows.get("joint", ""), cell_text(follows.get("offset", ""))
    row.ratio_text = cell_text(follows.get("ratio", ""))
    write_geometry(row, table.get("geometry", {}))
    for index, coordinate in enumerate(coordinates_of(row, row.kind)):
        for field in PER_COORDINATE:
            cells = table.get(field.key, "")
            cell = cells[index] if isinstance(cells, list) else cells
            set_text(coordinate, field, cell)


def write_loop(row: PropertyGroup, table: Table) -> None:
    row.kind = table.get("kind", "revolute")
    write_texts(row, (PITCH,), table)
    for side in ("first", "second"):
        link = table[side]["link"]
        setattr(row, f"{side}_link", "" if link == BASE else link)
        cells = {f"{side}_{key}": cell for key, cell in table[side].items()}
        write_texts(row, side_fields(side), cells)


def write_tool(row: PropertyGroup, table: Table) -> None:
    row.uid = row.uid or uuid.uuid4().hex
    row.link = "" if table["link"] == BASE else table["link"]
    write_texts(row, PLACEMENT, table)
    write_pose(row, TOOL_POSE, table)


def write_parameter(row: PropertyGroup, table: Table) -> None:
    row.text = cell_text(table["value"])
    row.shown_name = row.name


def write_pose(group: PropertyGroup, fields: Sequence[Field], table: Table) -> None:
    write_list(group, fields[:3], table.get("position"))
    write_list(group, fields[3:], table.get("rotation"))


def write_geometry(group: PropertyGroup, table: Table | str) -> None:
    cells = table if isinstance(table, dict) else {}
    group.geometry = cells.get("file", "")
    write_pose(group, GEOMETRY_POSE, cells)


def write_texts(group: PropertyGroup, fields: Iterable[Field], table: Table) -> None:
    for field in fields:
        set_text(group, field, table.get(field.key, ""))


def write_list(group: PropertyGroup, fields: Sequence[Field], cells: Sequence[object] | None) -> None:
    for field, cell in zip(fields, cells or [""] * len(fields), strict=True):
        set_text(group, field, cell)


def set_text(group: PropertyGroup, field: Field, cell: object) -> None:
    setattr(group, field.text_key, cell_text(cell))


def cell_text(cell: object) -> str:
    """A cell as text: a formula as it is, a number with all its digits."""
    return cell if isinstance(cell, str) else repr(cell)


def write_views(armature: Armature, mechanism: Mechanism, before: Mechanism | None = None) -> None:
    """Bring the floats in line with what the texts mean; what is as before is known to be so."""
    robot = armature.linkwright
    values = solve_parameters(mechanism.parameters, angle=mechanism.units.scale("angle"))
    known = {joint.name: joint_values(joint) for joint in before.joints} if before else {}
    with quietly():
        show(robot, BASE_POSE, pose_values(mechanism.base))
        show(robot, GEOMETRY_POSE, pose_values(mechanism.base_geometry.pose))
        for row, joint in zip(robot.joints, mechanism.joints, strict=True):
            show_joint(row, joint_values(joint), known.get(joint.name))
        for row, loop in zip(robot.loops, mechanism.loops, strict=True):
            show_loop(row, loop)
        for row, tool in zip(robot.tools, mechanism.tools, strict=True):
            show_tool(row, tool)
        for row in robot.parameters:
            show_value(row, "value", values[row.name])


JOINT_VALUES = (*PLACEMENT, PITCH, MASS, *PER_JOINT, *CENTRE, *INERTIA, RATIO, *GEOMETRY_POSE)
"""In the order of `joint_values`; after them come the numbers of each coordinate."""


def joint_values(joint: Joint) -> tuple[float, ...]:
    """All numbers of a joint, [rad] and [m]; nan where one is not given."""
    link, ratio = joint.link, joint.follows.ratio if joint.follows else 1.0
    values = (*joint.numbers, joint.pitch, link.mass, joint.friction, joint.damping, joint.spring)
    values += (*link.centre, *link.inertia, ratio, *pose_values(link.geometry.pose))
    for field in PER_COORDINATE:
        values += getattr(joint, field.key) or (nan,) * len(joint.motion.scalars)
    return values


def show_joint(row: PropertyGroup, values: Sequence[float], before: Sequence[float] | None) -> None:
    """Write those numbers of a joint that changed."""
    if values == before:
        return
    coordinates = list(coordinates_of(row, row.kind))
    places = [(row, field.key) for field in JOINT_VALUES]
    places += [(coordinate, field.key) for field in PER_COORDINATE for coordinate in coordinates]
    same = before if before is not None and len(before) == len(values) else (None,) * len(values)
    for (group, key), value, old in zip(places, values, same, strict=True):
        if value != old and isfinite(value):
            show_value(group, key, value)


def show_loop(row: PropertyGroup, loop: Loop) -> None:
    show(row, side_fields("first"), loop.first.numbers)
    show(row, side_fields("second"), loop.second.numbers)
    show(row, (PITCH,), (loop.pitch,))


def show_tool(row: PropertyGroup, tool: Tool) -> None:
    show(row, PLACEMENT, tool.numbers)
    show(row, TOOL_POSE, pose_values(tool.pose))


def show(group: PropertyGroup, fields: Iterable[Field], values: Iterable[float]) -> None:
    for field, value in zip(fields, values, strict=True):
        show_value(group, field.key, value)


def show_value(group: PropertyGroup, key: str, value: float) -> None:
    if getattr(group, key) != np.float32(value):
        setattr(group, key, value)


def pose_values(pose: Pose) -> tuple[float, ...]:
    return (*pose.position, *pose.rotation)
