# SPDX-License-Identifier: GPL-3.0-or-later
"""RAFF, the Robot Arm File Format: TOML text to a Document."""

import difflib
import math
from collections.abc import Collection, Mapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from .errors import MechanismError
from .structure import ANGLES, NUMBERS, Document, Joint, Mechanism

MAJOR = 1
LENGTHS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254}
ANGLE_UNITS = {"deg": math.pi / 180.0, "rad": 1.0}

FILE_KEYS = ("raff", "units", "robot")
UNIT_KEYS = ("length", "angle")
ROBOT_KEYS = ("name", "notation", "joint")
LIMITS = ("lower", "upper")
JOINT_KEYS = ("name", "parent", "kind", *NUMBERS, *LIMITS)
NOTATIONS = ("kleinfinger",)


def parse_raff(text: str) -> Document:
    """The robots in a RAFF text."""
    try:
        table = tomlkit.parse(text).unwrap()
    except (TOMLKitError, ValueError, RecursionError) as error:
        raise MechanismError(f"not a RAFF file: {error}") from error
    check_keys("the file", table, FILE_KEYS)
    check_version(table.get("raff"))
    scales = read_units(table.get("units", {}))
    robots = tuple(parse_robot(row, scales) for row in rows_of(table, "robot", "the file"))
    return Document(robots)


def parse_robot(row: Mapping[str, Any], scales: tuple[float, float]) -> Mechanism:
    name = text_of(row, "name", "a robot", default=None)
    where = f"robot {name!r}"
    check_keys(where, row, ROBOT_KEYS)
    notation = text_of(row, "notation", where, default=NOTATIONS[0])
    if notation not in NOTATIONS:
        known = ", ".join(NOTATIONS)
        raise MechanismError(f"{where}: notation {notation!r} is not known; known: {known}")
    joints = tuple(parse_joint(joint, where, scales) for joint in rows_of(row, "joint", where))
    return Mechanism(name, joints)


def parse_joint(row: Mapping[str, Any], robot: str, scales: tuple[float, float]) -> Joint:
    name = text_of(row, "name", f"a joint of {robot}", default=None)
    where = f"joint {name!r}"
    check_keys(where, row, JOINT_KEYS)
    length, angle = scales
    fields: dict[str, Any] = {
        key: number_of(row, key, where) * (angle if key in ANGLES or key in LIMITS else length)
        for key in (*NUMBERS, *LIMITS)
        if key in row
    }
    fields |= {key: text_of(row, key, where, default=None) for key in ("parent", "kind") if key in row}
    return Joint(name=name, **fields)


def check_version(version: object) -> None:
    """Refuse a file without a version, and one of a later major version than ours."""
    major = version.partition(".")[0] if isinstance(version, str) else ""
    if not major.isdecimal():
        raise MechanismError(f'raff is {version!r}; the file must say raff = "{MAJOR}.0"')
    if int(major) > MAJOR:
        raise MechanismError(f"raff is {version!r}; this Linkwright reads versions up to {MAJOR}.x")


def read_units(units: object) -> tuple[float, float]:
    """Metres for a unit of length and radians for a unit of angle."""
    if not isinstance(units, Mapping):
        raise MechanismError(f"units is {units!r}; it must be a table of length and angle")
    check_keys("units", units, UNIT_KEYS)
    length = text_of(units, "length", "units", default="m")
    angle = text_of(units, "angle", "units", default="deg")
    for unit, known in ((length, LENGTHS), (angle, ANGLE_UNITS)):
        if unit not in known:
            raise MechanismError(f"units: {unit!r} is not known; known: {', '.join(known)}")
    return LENGTHS[length], ANGLE_UNITS[angle]


def rows_of(table: Mapping[str, Any], key: str, where: str) -> list[Mapping[str, Any]]:
    """The tables [[key]], at least one."""
    rows = table.get(key)
    if not rows or not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise MechanismError(f"{where} needs at least one table [[{key}]]")
    return rows


def text_of(row: Mapping[str, Any], key: str, where: str, *, default: str | None) -> str:
    """A text; where there is no default it must be there."""
    value = row.get(key, default)
    if not isinstance(value, str) or not value.strip():
        raise MechanismError(f"{where}: {key} is {value!r}; it must be a text")
    return value


def number_of(row: Mapping[str, Any], key: str, where: str) -> float:
    value = row[key]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise MechanismError(f"{where}: {key} is {value!r}; it must be a number")
    try:
        return float(value)
    except OverflowError:
        raise MechanismError(f"{where}: {key} is too large a number") from None


def check_keys(where: str, row: Mapping[str, Any], known: Collection[str]) -> None:
    """Refuse unknown keys, naming the nearest known one."""
    for key in row:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
            raise MechanismError(f"{where}: {key!r} is not known; {hint}")
