# SPDX-License-Identifier: GPL-3.0-or-later
"""A mechanism as arrays."""

from collections.abc import Iterator
from math import tau

import numpy as np

from ..mechanism import Joint, Mechanism, MechanismError
from ..mechanism.joint import BASE
from ..mechanism.placement import placement_matrix, pose_matrix
from .kernels_plain import motion as codes  # type: ignore[attr-defined]

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


class Model:
    """A mechanism, numerically. Its shape is fixed; its numbers may change in place (`update`).

    Attributes:
        names: One label for each entry of q.
        frame_names: Joints, parents first, then tools.
        nq, nv: Entries of positions q and of velocities v; they differ where there are quaternions, wxyz.
        lower, upper, home: Limits and resting place, shape (nq,), [rad] and [m].
        layout, constants, blocks: What the kernels read; see `kernels/motion.py`.
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
        self.lower = np.empty(self.nq)
        self.upper = np.empty(self.nq)
        self.home = np.empty(self.nq)
        self._write_numbers()

    def update(self, mechanism: Mechanism) -> None:
        """Take over other numbers of a mechanism of the same shape; all arrays stay where they are."""
        if shape_of(mechanism) != shape_of(self.mechanism):
            raise MechanismError(
                f"Robot {mechanism.name!r} has other joints or tools: it needs a model of its own"
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
        self.lower[:], self.upper[:] = limits_of(self.mechanism, self._first, self.nq)
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
    return (*joints, *((tool.name, tool.link) for tool in mechanism.tools))


def layout_of(mechanism: Mechanism, rows: dict[str, int], first: dict[str, tuple[int, int]]) -> np.ndarray:
    parent_row = {BASE: -1, **rows}
    table = [
        (CODE_OF_KIND[joint.kind], parent_row[joint.parent], *first[joint.name]) for joint in mechanism.joints
    ]
    table += [(codes.FIXED, parent_row[tool.link], 0, 0) for tool in mechanism.tools]
    return np.array(table, dtype=np.int64)


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
