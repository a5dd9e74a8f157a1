# SPDX-License-Identifier: GPL-3.0-or-later
"""From a Document to the tables of a RAFF file; what has its default value is left out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .device import Device, Move
from .dh_cells import dh_rows
from .joint import ANGLES, BASE, NUMBERS, PER_COORDINATE, PER_JOINT, Joint, Placement
from .link import AUTO, Geometry, Pose
from .quantities import written
from .rows import Place
from .structure import Document, Loop, Mechanism, Tool
from .units import Units

Table = dict[str, Any]


def table_of(document: Document) -> Table:
    """The tables of a file that holds this document."""
    units = document.robots[0].units if document.robots else Units()
    table: Table = {"raff": "1.0", "units": {"length": units.length, "angle": units.angle}}
    if document.robots:
        table["robot"] = [robot_table(robot, units) for robot in document.robots]
    if document.devices:
        table["device"] = [device_table(device) for device in document.devices]
    return table


def robot_table(robot: Mechanism, file_units: Units) -> Table:
    cells = Cells(robot)
    table: Table = {"name": robot.name}
    if robot.units != file_units:
        table["units"] = {"length": robot.units.length, "angle": robot.units.angle}
    table["notation"] = robot.notation
    if base := cells.pose(robot.base, ("base",)):
        table["base"] = base
    if robot.base_geometry != Geometry():
        table["base_geometry"] = cells.geometry(robot.base_geometry, ("base_geometry",))
    if robot.parameters:
        table["parameters"] = dict(robot.parameters)
    joints = [joint_table(joint, cells) for joint in robot.joints]
    tools = [tool_table(tool, cells) for tool in robot.tools]
    joints, tools = dh_rows(robot.notation, joints, tools)
    table["joint"] = joints
    loops = [loop_table(loop, cells) for loop in robot.loops]
    return table | {key: rows for key, rows in (("loop", loops), ("tool", tools)) if rows}


@dataclass(frozen=True, slots=True)
class Cells:
    """How one robot's numbers are written: as their formula, or in the robot's units."""

    robot: Mechanism

    def number(self, value: float, dimension: str, place: Place) -> int | float | str:
        formula = self.robot.formulas.get(place)
        return written(value, dimension, self.robot.units) if formula is None else formula

    def some(self, value: float, dimension: str, place: Place, *, default: float = 0.0) -> Table:
        """The last name of the place and the number, or nothing where it has its default."""
        if value == default and place not in self.robot.formulas:
            return {}
        return {place[-1]: self.number(value, dimension, place)}

    def many(self, values: Sequence[float], dimensions: Sequence[str], place: Place) -> Table:
        """The same for one number a coordinate; a single one needs no brackets."""
        cells = [
            self.number(value, dimension, (*place, str(index)))
            for index, (value, dimension) in enumerate(zip(values, dimensions, strict=True))
        ]
        if not cells:
            return {}
        return {place[-1]: cells[0] if len(cells) == 1 else cells}

    def vector(self, values: Sequence[float], dimension: str, place: Place) -> Table:
        formulas = [(*place, str(index)) in self.robot.formulas for index in range(3)]
        return self.many(values, (dimension,) * 3, place) if any(values) or any(formulas) else {}

    def placement(self, numbers: Placement, place: Place) -> Table:
        table: Table = {}
        for key, value in zip(NUMBERS, numbers.numbers, strict=True):
            table |= self.some(value, "angle" if key in ANGLES else "length", (*place, key))
        return table

    def pose(self, pose: Pose, place: Place) -> Table:
        position = self.vector(pose.position, "length", (*place, "position"))
        return position | self.vector(pose.rotation, "angle", (*place, "rotation"))

    def geometry(self, geometry: Geometry, place: Place) -> str | Table:
        if geometry == Geometry():
            return AUTO
        return {"file": geometry.file} | self.pose(geometry.pose, place)


def joint_table(joint: Joint, cells: Cells) -> Table:
    place = ("joint", joint.name)
    table: Table = {"name": joint.name}
    table |= {"parent": joint.parent} if joint.parent != BASE else {}
    table |= {"kind": joint.kind} if joint.kind != "revolute" else {}
    table |= cells.placement(joint, place)
    table |= cells.some(joint.pitch, "length", (*place, "pitch"))
    scalars = joint.motion.scalars
    for key in PER_COORDINATE:
        dimensions = ["SI"] * len(scalars) if key == "torque" else scalars
        values = getattr(joint, key)
        table |= cells.many(values, dimensions, (*place, key)) if values else {}
    table |= {} if joint.actuated is None else {"actuated": joint.actuated}
    for key in PER_JOINT:
        table |= cells.some(getattr(joint, key), "SI", (*place, key))
    if joint.follows is not None:
        follows, there = joint.follows, (*place, "follows")
        table["follows"] = {"joint": follows.joint}
        table["follows"] |= cells.some(follows.ratio, "SI", (*there, "ratio"), default=1.0)
        table["follows"] |= cells.some(follows.offset, scalars[0], (*there, "offset"))
    return table | link_cells(joint, cells, place)


def link_cells(joint: Joint, cells: Cells, place: Place) -> Table:
    link = joint.link
    table = cells.some(link.mass, "SI", (*place, "mass"))
    table |= cells.vector(link.centre, "length", (*place, "centre"))
    formulas = any((*place, "inertia", str(index)) in cells.robot.formulas for index in range(6))
    if any(link.inertia) or formulas:
        table |= cells.many(link.inertia, ("SI",) * 6, (*place, "inertia"))
    if link.geometry != Geometry():
        table["geometry"] = cells.geometry(link.geometry, (*place, "geometry"))
    return table


def loop_table(loop: Loop, cells: Cells) -> Table:
    place = ("loop", loop.name)
    table: Table = {"name": loop.name, "kind": loop.kind}
    table |= cells.some(loop.pitch, "length", (*place, "pitch"))
    for key, side in (("first", loop.first), ("second", loop.second)):
        table[key] = {"link": side.link} | cells.placement(side, (*place, key))
    return table


def tool_table(tool: Tool, cells: Cells) -> Table:
    place = ("tool", tool.name)
    return (
        {"name": tool.name, "link": tool.link} | cells.placement(tool, place) | cells.pose(tool.pose, place)
    )


def device_table(device: Device) -> Table:
    table: Table = {"name": device.name, "driver": device.driver}
    table |= {"port": device.port} if device.port else {}
    moves = [move_table(move) for move in device.moves]
    return table | ({"moves": moves[0] if len(moves) == 1 else moves} if moves else {})


def move_table(move: Move) -> Table:
    table: Table = {"robot": move.robot, "frame": move.frame, "mode": move.mode}
    gains = {"translation": move.translation, "rotation": move.rotation}
    return table | {key: gain for key, gain in gains.items() if gain != 1.0}
