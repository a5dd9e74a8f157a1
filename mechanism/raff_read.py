# SPDX-License-Identifier: GPL-3.0-or-later
"""From the tables of a RAFF file to a Document."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .device import Device, Move
from .dh_cells import kleinfinger_cells
from .errors import MechanismError
from .expressions import solve_parameters
from .joint import ANGLES, BASE, NUMBERS, PER_COORDINATE, PER_JOINT, Follow, Joint
from .kinds import KINDS
from .link import AUTO, Geometry, Link, Pose
from .quantities import Scope, shortened
from .rows import Place, Row
from .structure import NOTATIONS, Document, Loop, LoopSide, Mechanism, Tool
from .units import Units

MAJOR = 1
FILE_KEYS = ("raff", "units", "robot", "device")
RESERVED = ("body", "sensor", "servo")
ROBOT_KEYS = ("name", "units", "notation", "base", "base_geometry", "parameters", "joint", "loop", "tool")
JOINT_KEYS = (
    *("name", "parent", "kind", "pitch", "actuated", "follows"),
    *PER_COORDINATE,
    *PER_JOINT,
    *("mass", "centre", "inertia", "geometry"),
)
LOOP_KEYS = ("name", "kind", "pitch", "first", "second")
TOOL_KEYS = ("name", "link", *NUMBERS, "position", "rotation")
POSE_KEYS = ("position", "rotation")
DEVICE_KEYS = ("name", "driver", "port", "moves")
MOVE_KEYS = ("robot", "frame", "mode", "translation", "rotation")


def document_of(table: Mapping[str, Any]) -> Document:
    """The document that a file's tables describe."""
    file = Row(table, "the file", Scope(), (), {})
    file.check_keys(FILE_KEYS, reserved=RESERVED)
    check_version(table.get("raff"))
    units = units_of(file, Units())
    robots = tuple(robot_of(cells, units) for cells in list_of(table, "robot", "the file"))
    devices = tuple(device_of(cells) for cells in list_of(table, "device", "the file"))
    if not robots and not devices:
        raise MechanismError("the file has no table [[robot]]")
    return Document(robots, devices)


def check_version(version: object) -> None:
    """Refuse a file without a version, and one of a later major version than ours."""
    major, dot, minor = version.partition(".") if isinstance(version, str) else ("", "", "")
    if not (dot and all(part.isascii() and part.isdecimal() and len(part) < 9 for part in (major, minor))):
        raise MechanismError(f'raff is {shortened(version)}; the file must say raff = "{MAJOR}.0"')
    if int(major) > MAJOR:
        raise MechanismError(f"raff is {version!r}; this Linkwright reads versions up to {MAJOR}.x")


def units_of(row: Row, default: Units) -> Units:
    table = row.table("units")
    table.check_keys(("length", "angle"))
    return Units(table.text("length", default.length), table.text("angle", default.angle))


@dataclass(frozen=True, slots=True)
class Earlier:
    """A robot that was read before: its joints need not be read again where their cells are the same."""

    cells: Mapping[str, Any]
    robot: Mechanism

    def joints_for(self, cells: Mapping[str, Any]) -> dict[str, tuple[Mapping[str, Any], Joint]]:
        """Cells and joint by name; none where formulas may mean something else by now."""
        same = all(self.cells.get(key) == cells.get(key) for key in ("units", "parameters", "notation"))
        if not same or self.cells.get("notation", NOTATIONS[0]) != NOTATIONS[0]:
            return {}
        joints = {joint.name: joint for joint in self.robot.joints}
        return {row["name"]: (row, joints[row["name"]]) for row in self.cells["joint"]}


def robot_of(cells: Mapping[str, Any], units: Units, *, earlier: Earlier | None = None) -> Mechanism:
    """The robot that a table describes; the same with or without an earlier one, which only saves time."""
    name = cells.get("name")
    where = f"robot {shortened(name)}" if isinstance(name, str) else "a robot"
    formulas: dict[Place, str] = {}
    units = units_of(Row(cells, where, Scope(), (), {}), units)
    parameters = parameters_of(cells, where)
    scope = Scope(units, solve_parameters(parameters, angle=units.scale("angle")))
    row = Row(cells, where, scope, (), formulas)
    row.check_keys(ROBOT_KEYS)
    notation = row.text("notation", NOTATIONS[0])
    if notation not in NOTATIONS:
        raise MechanismError(f"{where}: notation {notation!r} is not known; known: {', '.join(NOTATIONS)}")
    joint_cells, more_tools = kleinfinger_cells(notation, list_of(cells, "joint", where))
    tools = [*list_of(cells, "tool", where), *more_tools]
    return Mechanism(
        name=row.text("name"),
        joints=joints_of(row, joint_cells, earlier),
        loops=tuple(loop_of(named(row, "loop", loop)) for loop in list_of(cells, "loop", where)),
        tools=tuple(tool_of(named(row, "tool", tool)) for tool in tools),
        base=pose_of(row.table("base"), only=True),
        base_geometry=geometry_of(row, "base_geometry"),
        notation=notation,
        units=units,
        parameters=parameters,
        formulas=formulas,
    )


def joints_of(row: Row, rows: list[dict[str, Any]], earlier: Earlier | None) -> tuple[Joint, ...]:
    known = earlier.joints_for(row.cells) if earlier else {}
    joints, kept = [], set()
    for cells in rows:
        before, joint = known.get(cells.get("name", ""), (None, None))
        if joint is not None and before == cells:
            kept.add(joint.name)
            joints.append(joint)
        else:
            joints.append(joint_of(named(row, "joint", cells)))
    if earlier and kept:
        formulas = earlier.robot.formulas.items()
        row.formulas.update({at: text for at, text in formulas if at[0] == "joint" and at[1] in kept})
    return tuple(joints)


def parameters_of(cells: Mapping[str, Any], where: str) -> dict[str, float | str]:
    """Named numbers and formulas, in the file's units."""
    raw = cells.get("parameters", {})
    if not isinstance(raw, Mapping):
        raise MechanismError(f"{where}: parameters is {shortened(raw)}; it must be a table")
    parameters: dict[str, float | str] = {}
    for name, value in raw.items():
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise MechanismError(f"{where}: parameter {name!r} is {shortened(value)}; it must be a number")
        try:
            parameters[name] = value if isinstance(value, str) else float(value)
        except OverflowError:
            raise MechanismError(f"{where}: parameter {name!r} is too large a number") from None
    return parameters


def named(robot: Row, what: str, cells: Mapping[str, Any]) -> Row:
    """The row of a joint, loop or tool, which messages call by its name."""
    name = cells.get("name")
    if not isinstance(name, str) or not name.strip():
        raise MechanismError(f"a {what} of {robot.where}: name is {shortened(name)}; it must be a text")
    return Row(cells, f"{what} {shortened(name)}", robot.scope, (what, name), robot.formulas)


def joint_of(row: Row) -> Joint:
    row.check_keys((*JOINT_KEYS, *NUMBERS))
    kind = row.text("kind", "revolute")
    if kind not in KINDS:
        raise MechanismError(f"{row.where}: kind {kind!r} is not known; known: {', '.join(KINDS)}")
    scalars = KINDS[kind].scalars
    torques = tuple("SI" for _ in scalars)
    fields: dict[str, Any] = placement_of(row) | {key: row.number(key, "SI") for key in PER_JOINT}
    for key in PER_COORDINATE:
        fields[key] = row.numbers(key, torques if key == "torque" else scalars)
    return Joint(
        name=row.text("name"),
        parent=row.text("parent", BASE),
        kind=kind,
        pitch=row.number("pitch", "length"),
        actuated=row.flag("actuated"),
        follows=follow_of(row, kind),
        link=link_of(row),
        **fields,
    )


def placement_of(row: Row) -> dict[str, Any]:
    """The six numbers of a row."""
    return {key: row.number(key, "angle" if key in ANGLES else "length") for key in NUMBERS}


def follow_of(row: Row, kind: str) -> Follow | None:
    if "follows" not in row.cells:
        return None
    follows = row.table("follows")
    follows.check_keys(("joint", "ratio", "offset"))
    scalars = KINDS[kind].scalars
    offset = follows.number("offset", scalars[0] if scalars else "SI")
    return Follow(follows.text("joint"), follows.number("ratio", "SI", 1.0), offset)


def link_of(row: Row) -> Link:
    inertia = row.numbers("inertia", ("SI",) * 6) or (0.0,) * 6
    xx, yy, zz, xy, xz, yz = inertia
    return Link(
        row.number("mass", "SI"),
        row.vector("centre", "length"),
        (xx, yy, zz, xy, xz, yz),
        geometry_of(row, "geometry"),
    )


def geometry_of(row: Row, key: str) -> Geometry:
    """`auto`, or a table that names a file and says where it sits."""
    if isinstance(row.cells.get(key, AUTO), str):
        text = row.text(key, AUTO)
        if text != AUTO:
            raise MechanismError(f'{row.where}: {key} is {text!r}; it must be "auto" or {{ file = "..." }}')
        return Geometry()
    table = row.table(key)
    table.check_keys(("file", *POSE_KEYS))
    return Geometry(table.text("file"), pose_of(table))


def pose_of(row: Row, *, only: bool = False) -> Pose:
    if only:
        row.check_keys(POSE_KEYS)
    return Pose(row.vector("position", "length"), row.vector("rotation", "angle"))


def loop_of(row: Row) -> Loop:
    row.check_keys(LOOP_KEYS)
    sides = []
    for key in ("first", "second"):
        side = row.table(key)
        side.check_keys(("link", *NUMBERS))
        sides.append(LoopSide(side.text("link"), **placement_of(side)))
    kind = row.text("kind", "revolute")
    return Loop(row.text("name"), sides[0], sides[1], kind, row.number("pitch", "length"))


def tool_of(row: Row) -> Tool:
    row.check_keys(TOOL_KEYS)
    return Tool(row.text("name"), row.text("link"), pose_of(row), **placement_of(row))


def device_of(cells: Mapping[str, Any]) -> Device:
    row = Row(cells, f"device {shortened(cells.get('name'))}", Scope(), (), {})
    row.check_keys(DEVICE_KEYS)
    moves = cells.get("moves", [])
    moves = moves if isinstance(moves, list) else [moves]
    port = row.text("port") if "port" in cells else ""
    return Device(row.text("name"), row.text("driver"), port, tuple(move_of(row, move) for move in moves))


def move_of(device: Row, cells: object) -> Move:
    row = device.part("moves", cells)
    row.check_keys(MOVE_KEYS)
    gains = (row.number("translation", "SI", 1.0), row.number("rotation", "SI", 1.0))
    return Move(row.text("robot"), row.text("frame"), row.text("mode", "incremental"), *gains)


def list_of(table: Mapping[str, Any], key: str, where: str) -> list[Mapping[str, Any]]:
    """The tables [[key]], or none."""
    rows = table.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise MechanismError(f"{where}: {key} is {shortened(rows)}; it must be tables [[{key}]]")
    return rows
