# SPDX-License-Identifier: GPL-3.0-or-later
"""Standard and modified Denavit-Hartenberg tables, to and from Kleinfinger's numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import copysign, cos, pi, remainder, tau

import numpy as np

from .errors import MechanismError
from .joint import BASE, Joint, Placement
from .link import Pose
from .placement import Numbers, inverse_of, placement_matrix, pose_matrix, screw_x, screw_z
from .structure import Mechanism, Tool

ORIGIN = Pose()
STANDARD = "dh"
MODIFIED = "modified-dh"
TABLED = ("revolute", "prismatic", "fixed")
"""Kinds that have a row."""
FORMS = {STANDARD: ("alpha, d, gamma or b", "standard"), MODIFIED: ("gamma or b", "modified")}
"""What siblings must share, and what the table is called."""
ALIKE = 1e-12
"""Numbers closer than this are the same, [rad] or [m]."""


@dataclass(frozen=True, slots=True)
class DhRow:
    """One joint of a table: angles [rad], lengths [m]; q is added to theta (revolute) or d (prismatic)."""

    name: str
    parent: str
    theta: float
    d: float
    a: float
    alpha: float
    kind: str = "revolute"


@dataclass(frozen=True, slots=True, eq=False)
class DhTable:
    """A robot as a Denavit-Hartenberg table, parents before children."""

    rows: tuple[DhRow, ...]
    base: np.ndarray
    """Pose of the table's frame 0 in the world, shape (4, 4)."""
    tools: Mapping[str, np.ndarray]
    """Pose of each tool that is no row's end, in the frame of its link's row (of the base: frame 0)."""
    notation: str
    """Which of the two: "dh" (standard) or "modified-dh"."""


def modified_table(mechanism: Mechanism) -> DhTable:
    """The table with rows Rx(alpha) Tx(a) Rz(theta) Tz(d)."""
    return _merged_table(mechanism, MODIFIED)


def standard_table(mechanism: Mechanism) -> DhTable:
    """The table with rows Rz(theta) Tz(d) Tx(a) Rx(alpha): each row ends on the axis of the next joint."""
    merged = _merged_table(mechanism, STANDARD)
    ending = {link: _tool_ending(mechanism, link) for link in _links(mechanism)}
    ends = {link: (tool.alpha, tool.d) for link, tool in ending.items() if tool is not None}
    ends |= _shared_ends(merged.rows)
    taken = {tool.name for tool in ending.values() if tool is not None}
    tools = {
        tool.name: inverse_of(screw_x(*ends.get(tool.link, (0.0, 0.0)))) @ merged.tools[tool.name]
        for tool in mechanism.tools
        if tool.name not in taken
    }
    return DhTable(
        rows=tuple(_ended(row, *ends.get(row.name, (0.0, 0.0))) for row in merged.rows),
        base=merged.base @ screw_x(*ends[BASE]),
        tools=tools,
        notation=STANDARD,
    )


def mechanism_from_modified(name: str, rows: Sequence[DhRow], *, base: Pose = ORIGIN) -> Mechanism:
    """The robot of a table with rows Rx(alpha) Tx(a) Rz(theta) Tz(d)."""
    joints = tuple(_joint(row, alpha=row.alpha, d=row.a) for row in rows)
    return Mechanism(name, joints, base=base, notation=MODIFIED)


def mechanism_from_standard(name: str, rows: Sequence[DhRow], *, base: Pose = ORIGIN) -> Mechanism:
    """The robot of a table with rows Rz(theta) Tz(d) Tx(a) Rx(alpha).

    A joint takes alpha and a of its parent's row, theta and d of its own; alpha and a of a leaf's row, where
    not zero, become a tool, called "tool", or "<leaf> tool" where there are several leaves.
    """
    ends = {row.name: (row.alpha, row.a) for row in rows}
    joints = []
    for row in rows:
        alpha, a = ends.get(row.parent, (0.0, 0.0))
        joints.append(_joint(row, alpha=alpha, d=a))
    return Mechanism(name, tuple(joints), tools=_leaf_tools(rows), base=base, notation=STANDARD)


def dh_frames(table: DhTable, q: Sequence[float] | np.ndarray) -> dict[str, np.ndarray]:
    """Pose in the world of every row's frame, as the table's notation places it.

    Args:
        table: Standard (a frame comes after its whole row) or modified (it is on the joint's own axis).
        q: One value a row, [rad] or [m]; those of fixed rows are ignored.
    """
    if len(q) != len(table.rows):
        raise MechanismError(f"{len(q)} positions are given; the table has {len(table.rows)} rows")
    frames = {BASE: table.base}
    for row, value in zip(table.rows, q, strict=True):
        axis = screw_z(
            row.theta + (value if row.kind == "revolute" else 0.0),
            row.d + (value if row.kind == "prismatic" else 0.0),
        )
        normal = screw_x(row.alpha, row.a)
        step = axis @ normal if table.notation == STANDARD else normal @ axis
        frames[row.name] = frames[row.parent] @ step
    del frames[BASE]
    return frames


def _merged_table(mechanism: Mechanism, notation: str) -> DhTable:
    """The modified table: gamma and b of a joint go into theta and r of its parent."""
    shifts = dict.fromkeys(_links(mechanism), (0.0, 0.0))
    numbers: dict[str, Numbers] = {}
    for parent, siblings in _siblings(mechanism.joints).items():
        shifts[parent] = _shared_shift(siblings)
        for joint in siblings:
            numbers[joint.name] = _shifted(joint, *shifts[parent], notation=notation)
    tools = {
        tool.name: inverse_of(screw_z(*shifts[tool.link])) @ tool_matrix(tool) for tool in mechanism.tools
    }
    return DhTable(
        rows=tuple(_row(joint, numbers[joint.name], *shifts[joint.name]) for joint in mechanism.joints),
        base=pose_matrix(mechanism.base) @ screw_z(*shifts[BASE]),
        tools=tools,
        notation=MODIFIED,
    )


def tool_matrix(tool: Tool) -> np.ndarray:
    """Pose of a tool in the frame of its link's joint, shape (4, 4)."""
    return placement_matrix(tool.numbers) @ pose_matrix(tool.pose)


def _links(mechanism: Mechanism) -> list[str]:
    return [BASE, *(joint.name for joint in mechanism.joints)]


def _siblings(joints: Sequence[Joint]) -> dict[str, list[Joint]]:
    """The joints on each link that has any."""
    groups: dict[str, list[Joint]] = {}
    for joint in joints:
        groups.setdefault(joint.parent, []).append(joint)
    return groups


def _row(joint: Joint, numbers: Numbers, turn: float, shift: float) -> DhRow:
    _check_kind(joint)
    _, _, alpha, d, theta, r = numbers
    return DhRow(joint.name, joint.parent, theta + turn, r + shift, d, alpha, joint.kind)


def _joint(row: DhRow, *, alpha: float, d: float) -> Joint:
    _check_kind(row)
    return Joint(row.name, row.parent, row.kind, alpha=alpha, d=d, theta=row.theta, r=row.d)


def _check_kind(part: Joint | DhRow) -> None:
    if part.kind not in TABLED:
        raise MechanismError(
            f"Joint {part.name!r}: a {part.kind} joint has no row in a D-H table;"
            f" those that have one: {', '.join(TABLED)}"
        )


def _shared_shift(siblings: Sequence[Joint]) -> tuple[float, float]:
    """The gamma and b that siblings can share: those of the first sibling whose axis leaves no choice."""
    gammas = [joint.gamma for joint in siblings if not (_is_parallel(joint) and abs(joint.d) <= ALIKE)]
    bs = [joint.b for joint in siblings if not _is_parallel(joint)]
    return (gammas or [siblings[0].gamma])[0], (bs or [siblings[0].b])[0]


def _is_parallel(placement: Placement) -> bool:
    return abs(remainder(placement.alpha, pi)) <= ALIKE


def _shifted(joint: Joint, gamma: float, b: float, *, notation: str) -> Numbers:
    """The same placement written with another gamma and b, where that is possible."""
    turn, shift = joint.gamma - gamma, joint.b - b
    _, _, alpha, d, theta, r = joint.numbers
    if _is_parallel(joint):  # b and r slide along one direction; on one axis, gamma and theta also turn alike
        side = copysign(1.0, cos(alpha))
        r, shift = r + side * shift, 0.0
        if abs(d) <= ALIKE:
            theta, turn = theta + side * turn, 0.0
    if abs(remainder(turn - pi, tau)) <= ALIKE:  # half a turn reverses the common normal
        alpha, d, theta, turn = -alpha, -d, theta + pi, 0.0
    if abs(remainder(turn, tau)) > ALIKE or abs(shift) > ALIKE:
        raise _no_form(joint, notation)
    return (gamma, b, alpha, d, theta, r)


def _no_form(part: Joint | DhRow, notation: str) -> MechanismError:
    numbers, form = FORMS[notation]
    return MechanismError(
        f"Joint {part.name!r}: branches off {part.parent!r} with another {numbers} than its siblings,"
        f" so there is no {form} D-H form"
    )


def _shared_ends(rows: Sequence[DhRow]) -> dict[str, tuple[float, float]]:
    """The alpha and a, of a modified table, that all joints on a link have."""
    ends: dict[str, tuple[float, float]] = {}
    for row in rows:
        alpha, a = ends.setdefault(row.parent, (row.alpha, row.a))
        if abs(remainder(row.alpha - alpha, tau)) > ALIKE or abs(row.a - a) > ALIKE:
            raise _no_form(row, STANDARD)
    return ends


def _ended(row: DhRow, alpha: float, a: float) -> DhRow:
    return replace(row, alpha=alpha, a=a)


def _tool_ending(mechanism: Mechanism, link: str) -> Tool | None:
    """The tool at which a leaf's row can end: its only one, if alpha and d say all about it."""
    tools = [tool for tool in mechanism.tools if tool.link == link]
    if len(tools) != 1 or link in {BASE, *(joint.parent for joint in mechanism.joints)}:
        return None
    tool = tools[0]
    others = (tool.gamma, tool.b, tool.theta, tool.r, *tool.pose.position, *tool.pose.rotation)
    return None if any(others) else tool


def _leaf_tools(rows: Sequence[DhRow]) -> tuple[Tool, ...]:
    parents = {row.parent for row in rows}
    leaves = [row for row in rows if row.name not in parents]
    short = len(leaves) == 1 and all(row.name != "tool" for row in rows)
    return tuple(
        Tool("tool" if short else f"{row.name} tool", row.name, alpha=row.alpha, d=row.a)
        for row in leaves
        if row.alpha or row.a
    )
