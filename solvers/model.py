# SPDX-License-Identifier: GPL-3.0-or-later
"""A mechanism as arrays."""

from collections.abc import Iterator
from math import tau

import numpy as np

from ..mechanism import Joint, Mechanism, MechanismError
from ..mechanism.joint import BASE
from ..mechanism.placement import placement_matrix, pose_matrix
from .kernels_plain import closure  # type: ignore[attr-defined]
from .kernels_plain import motion as codes

CODE_OF_KIND = {
    "fixed": codes.FIXED,
    "revolute": codes.REVOLUTE,
    "prismatic": codes.PRISMATIC,
    "screw": codes.SCREW,
    "cylindrical": codes.CYLINDRICAL,
    "universal": codes.UNIVERSAL,
    "planar": codes.PLANAR,
    "spherical": codes.SPHERICAL,
    "free": codes.FREE,
}
EQUATIONS = {
    "revolute": 5,
    "prismatic": 5,
    "screw": 5,
    "universal": 4,
    "cylindrical": 4,
    "spherical": 3,
    "planar": 3,
    "fixed": 6,
}
"""Constraints that a cut joint of each kind imposes."""


class Model:
    """A mechanism, numerically. Its shape is fixed; its numbers may change in place (`update`).

    Attributes:
        names: One label for each entry of q.
        frame_names: Joints, parents first, then tools.
        nq, nv: Entries of positions q and of velocities v; they differ where there are quaternions, wxyz.
        lower, upper, home: Limits and resting place, shape (nq,), [rad] and [m].
        layout, constants, blocks, loops, halves, plain: What the kernels read; see `kernels/`.
        equations: Number of constraints that the loops impose.
        reach: Length of the longest chain of bars, [m]: what is large and small for this robot.
    """

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.names, self._first = coordinates(mechanism)
        self.frame_names = mechanism.frame_names
        self.frame_rows = {name: row for row, name in enumerate(self.frame_names)}
        self.nq = len(self.names)
        self.nv = sum(joint.motion.nv for joint in leaders(mechanism))
        self.size = self.nv
        self.layout = layout_of(mechanism, self.frame_rows, self._first)
        self.blocks = blocks_of(mechanism, self._first)
        self.constants = np.empty((len(self.frame_names), codes.WIDTH))
        self.loops = loops_of(mechanism, self.frame_rows)
        self.halves = np.zeros((len(mechanism.loops), closure.WIDTH))
        self.equations = sum(EQUATIONS[loop.kind] for loop in mechanism.loops)
        self.plain = plain_of(mechanism, self._first, self.nv)
        self.lower = np.empty(self.nq)
        self.upper = np.empty(self.nq)
        self.home = np.empty(self.nq)
        self._write_numbers()

    def update(self, mechanism: Mechanism) -> None:
        """Take over other numbers of a mechanism of the same shape; all arrays stay where they are."""
        if shape_of(mechanism) != shape_of(self.mechanism):
            raise MechanismError(
                f"Robot {mechanism.name!r} has other joints, tools or loops: it needs a model of its own"
            )
        self.mechanism = mechanism
        self._write_numbers()

    def chain(self, frame: str) -> np.ndarray:
        """Rows of the frames from the base to this one."""
        rows = [self.row(frame)]
        while (parent := self.layout[rows[-1], 1]) >= 0:
            rows.append(int(parent))
        return np.array(rows[::-1])

    def row(self, frame: str) -> int:
        """Index of a frame."""
        try:
            return self.frame_rows[frame]
        except KeyError:
            known = ", ".join(self.frame_names[:12])
            raise MechanismError(f"Frame {frame!r} does not exist; there are {known}") from None

    def _write_numbers(self) -> None:
        X_WB = pose_matrix(self.mechanism.base)
        for row, (X_PF, on_base) in enumerate(places(self.mechanism)):
            self.constants[row, :12] = (X_WB @ X_PF if on_base else X_PF)[:3].ravel()
            self.constants[row, 12:] = (1.0, 0.0, 0.0)
        for row, joint in enumerate(self.mechanism.joints):
            if joint.follows is not None:
                self.constants[row, codes.RATIO] = joint.follows.ratio
                self.constants[row, codes.OFFSET] = joint.follows.offset
            self.constants[row, codes.LEAD] = joint.pitch / tau
        for row, loop in enumerate(self.mechanism.loops):
            for start, side in ((0, loop.first), (12, loop.second)):
                X_LH = placement_matrix(side.numbers)
                X_LH = X_WB @ X_LH if side.link == BASE else X_LH
                self.halves[row, start : start + 12] = X_LH[:3].ravel()
            self.halves[row, closure.LEAD] = loop.pitch / tau
        self.lower[:], self.upper[:] = limits_of(self.mechanism, self._first, self.nq)
        self.reach = reach_of(self.mechanism)
        self.home[:] = home_of(self.mechanism, self._first, self.nq)
        np.clip(self.home, self.lower, self.upper, out=self.home)


def leaders(mechanism: Mechanism) -> Iterator[Joint]:
    """The joints that have coordinates of their own."""
    return (joint for joint in mechanism.joints if joint.follows is None)


def coordinates(mechanism: Mechanism) -> tuple[tuple[str, ...], dict[str, tuple[int, int]]]:
    """Label of every entry of q, and for each joint its first index in q and in v."""
    names: list[str] = []
    first: dict[str, tuple[int, int]] = {}
    velocities = 0
    for joint in leaders(mechanism):
        first[joint.name] = (len(names), velocities)
        names += [f"{joint.name}.{label}" if label else joint.name for label in joint.motion.labels]
        velocities += joint.motion.nv
    for joint in mechanism.joints:
        if joint.follows is not None:
            first[joint.name] = first[joint.follows.joint]
    return tuple(names), first


def shape_of(mechanism: Mechanism) -> tuple[object, ...]:
    """What a model cannot change: who hangs on whom, and how it moves."""
    joints = ((j.name, j.parent, j.kind, j.follows.joint if j.follows else "") for j in mechanism.joints)
    loops = ((loop.name, loop.kind, loop.first.link, loop.second.link) for loop in mechanism.loops)
    return (*joints, *((tool.name, tool.link) for tool in mechanism.tools), *loops)


def layout_of(mechanism: Mechanism, rows: dict[str, int], first: dict[str, tuple[int, int]]) -> np.ndarray:
    parent_row = {BASE: -1, **rows}
    table = [
        (CODE_OF_KIND[joint.kind], parent_row[joint.parent], *first[joint.name]) for joint in mechanism.joints
    ]
    table += [(codes.FIXED, parent_row[tool.link], 0, 0) for tool in mechanism.tools]
    return np.array(table, dtype=np.int64)


def loops_of(mechanism: Mechanism, rows: dict[str, int]) -> np.ndarray:
    """For the closure kernels: kind, rows of both links, index of the first equation."""
    row_of_link = {BASE: -1, **rows}
    table, equation = [], 0
    for loop in mechanism.loops:
        ends = (row_of_link[loop.first.link], row_of_link[loop.second.link])
        table.append((CODE_OF_KIND[loop.kind], *ends, equation))
        equation += EQUATIONS[loop.kind]
    return np.array(table, dtype=np.int64).reshape(-1, 4)


def plain_of(mechanism: Mechanism, first: dict[str, tuple[int, int]], nv: int) -> np.ndarray:
    """For every velocity: the entry of q that it is simply added to, or -1; and 1 where that is a length."""
    table = np.full((nv, 2), -1, dtype=np.int64)
    table[:, 1] = 0
    for joint in leaders(mechanism):
        q_at, v_at = first[joint.name]
        dimensions = ("length",) * 3 if joint.kind == "free" else joint.motion.scalars
        for index, dimension in enumerate(dimensions):
            table[v_at + index] = (q_at + index, dimension == "length")
    return table


def blocks_of(mechanism: Mechanism, first: dict[str, tuple[int, int]]) -> np.ndarray:
    """For `integrate_positions`: kind, first indices, number of entries that are simply added."""
    table = [
        (
            CODE_OF_KIND[joint.kind],
            *first[joint.name],
            3 if joint.kind == "free" else len(joint.motion.scalars),
        )
        for joint in leaders(mechanism)
        if joint.motion.nv
    ]
    return np.array(table, dtype=np.int64).reshape(-1, 4)


def places(mechanism: Mechanism) -> Iterator[tuple[np.ndarray, bool]]:
    """Place of every frame in its parent, and whether that is the base."""
    for joint in mechanism.joints:
        yield placement_matrix(joint.numbers), joint.parent == BASE
    for tool in mechanism.tools:
        yield placement_matrix(tool.numbers) @ pose_matrix(tool.pose), tool.link == BASE


def limits_of(
    mechanism: Mechanism, first: dict[str, tuple[int, int]], nq: int
) -> tuple[np.ndarray, np.ndarray]:
    """Limits of every coordinate; a follower's limits bind its leader."""
    lower, upper = np.full(nq, -np.inf), np.full(nq, np.inf)
    for joint in mechanism.joints:
        at = first[joint.name][0]
        here = slice(at, at + len(joint.motion.scalars))
        if joint.follows is None:
            lower[here] = np.maximum(lower[here], joint.lower) if joint.lower else lower[here]
            upper[here] = np.minimum(upper[here], joint.upper) if joint.upper else upper[here]
        elif joint.follows.ratio:
            ends = [
                (limit - joint.follows.offset) / joint.follows.ratio
                for limit in (*(joint.lower or (-np.inf,)), *(joint.upper or (np.inf,)))
            ]
            lower[at], upper[at] = max(lower[at], min(ends)), min(upper[at], max(ends))
    return lower, np.maximum(lower, upper)


def reach_of(mechanism: Mechanism) -> float:
    """Length of the longest chain of bars, tools and halves of loops included, [m]; never zero."""
    reaches = {BASE: 0.0}
    for joint in mechanism.joints:
        reaches[joint.name] = reaches[joint.parent] + abs(joint.b) + abs(joint.d) + abs(joint.r)
    ends = [reaches[tool.link] + abs(tool.b) + abs(tool.d) + abs(tool.r) for tool in mechanism.tools]
    for loop in mechanism.loops:
        sides = (loop.first, loop.second)
        ends += [reaches[side.link] + abs(side.b) + abs(side.d) + abs(side.r) for side in sides]
    return max(*reaches.values(), *ends, 1e-6)


def home_of(mechanism: Mechanism, first: dict[str, tuple[int, int]], nq: int) -> np.ndarray:
    """Rest values; quaternions that turn nothing."""
    home = np.zeros(nq)
    for joint in leaders(mechanism):
        at = first[joint.name][0]
        if joint.rest:
            home[at : at + len(joint.rest)] = joint.rest
        if "qw" in joint.motion.labels:
            home[at + joint.motion.labels.index("qw")] = 1.0
    return home
