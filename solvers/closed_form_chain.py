# SPDX-License-Identifier: GPL-3.0-or-later
"""A chain of joints as axes in space, and the turns that carry one vector to another."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import acos, atan2, cos, pi, sin
from typing import Protocol

import numpy as np

from ..mechanism.joint import BASE
from .forward import frames
from .kernels_plain import motion as codes  # type: ignore[attr-defined]
from .model import Model

SLACK = 1e-5
"""Angle [rad], or share of the arm's size, up to which axes of a rounded file still are parallel or meet."""
APART = 1e-3
"""Angle [rad], or share of the arm's size, from which on two axes are apart."""
TINY = 1e-9
"""Share of the arm's size up to which a target on an axis leaves a turn about this axis free."""
EDGE = 1e-12
"""Share of the reach up to which two solutions at its edge are one."""
LETTER = {codes.REVOLUTE: "R", codes.PRISMATIC: "P"}


@dataclass(frozen=True, slots=True)
class Branch:
    """One way to reach a target, before it is checked."""

    q: tuple[float, ...]
    """Values of the chain's joints, [rad] or [m]."""
    labels: tuple[str, ...]
    X_WT: np.ndarray
    """What it reaches: the target, or where that asks for too much the part of it that the arm can do."""


class Structure(Protocol):
    """Axes that lie so that the angles follow from formulas."""

    @property
    def name(self) -> str:
        """What it is, in words."""
        ...

    @property
    def aim(self) -> str:
        """Which part of a target's pose counts: "pose", "position" or "position and pitch"."""
        ...

    def branches(self, X_WT: np.ndarray, near: np.ndarray) -> Iterator[Branch]:
        """All ways to the target; what is free is taken from `near`, the values of the chain's joints."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """The moving joints from the base to a frame, all at zero, in the world frame."""

    kinds: str
    """One letter a joint: R turns, P slides."""
    axes: np.ndarray
    """Directions, shape (n, 3)."""
    points: np.ndarray
    """A point on each axis, shape (n, 3), [m]."""
    X_WF: np.ndarray
    """Pose of the frame, shape (4, 4)."""
    size: float
    """Length of the chain from its first axis on, [m]."""

    def parallel(self, first: int, *others: int) -> bool:
        """Whether axes are parallel, in either direction."""
        return all(
            float(np.linalg.norm(np.cross(self.axes[first], self.axes[other]))) < SLACK for other in others
        )

    def apart(self, first: int, second: int) -> bool:
        """Whether the directions of two axes clearly differ."""
        return float(np.linalg.norm(np.cross(self.axes[first], self.axes[second]))) > APART

    def perpendicular(self, first: int, second: int) -> bool:
        return bool(abs(self.axes[first] @ self.axes[second]) < SLACK)

    def meeting_point(self, *joints: int) -> np.ndarray | None:
        """Where axes meet, shape (3,), [m], or None; not all of them may be parallel."""
        across = [np.eye(3) - np.outer(self.axes[joint], self.axes[joint]) for joint in joints]
        offsets = [P @ self.points[joint] for P, joint in zip(across, joints, strict=True)]
        point = np.linalg.solve(np.sum(across, axis=0), np.sum(offsets, axis=0))
        misses = [P @ point - offset for P, offset in zip(across, offsets, strict=True)]
        return point if np.linalg.norm(misses, axis=1).max() < SLACK * self.size else None

    def displacement(self, X_WT: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Turn R and shift p, so that R x + p is where the target takes a point x of the last link."""
        R = X_WT[:3, :3] @ self.X_WF[:3, :3].T
        return R, X_WT[:3, 3] - R @ self.X_WF[:3, 3]


def moving_joints(model: Model, frame: str) -> list[int]:
    """Rows of the joints from the base to a frame that are not fixed."""
    return [int(row) for row in model.chain(frame) if model.layout[row, 0] != codes.FIXED]


def read_chain(model: Model, frame: str) -> Chain | None:
    """The chain to a frame; None where a joint does more than turn or slide, follows or is in a loop."""
    rows = moving_joints(model, frame)
    joints = [model.mechanism.joints[row] for row in rows]
    simple = all(model.layout[row, 0] in LETTER for row in rows)
    if not simple or any(joint.follows for joint in joints) or set(rows) & rows_in_loops(model):
        return None
    q = model.home.copy()
    q[model.layout[rows, 2]] = 0.0
    X = frames(model, q)
    points, tip = X[rows, :3, 3], X[model.row(frame)]
    size = float(np.linalg.norm(np.diff([*points, tip[:3, 3]], axis=0), axis=1).sum())
    kinds = "".join(LETTER[model.layout[row, 0]] for row in rows)
    return Chain(kinds, X[rows, :3, 2], points, tip, size) if size > 0.0 else None


def rows_in_loops(model: Model) -> set[int]:
    """Rows of all joints that a loop ties to others."""
    rows: set[int] = set()
    for loop in model.mechanism.loops:
        first, second = (
            set() if side.link == BASE else {int(row) for row in model.chain(side.link)}
            for side in (loop.first, loop.second)
        )
        rows |= first ^ second
    return rows


def turned(axis: np.ndarray, angle: float) -> np.ndarray:
    """The rotation about a unit vector, shape (3, 3)."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + sin(angle) * cross + (1.0 - cos(angle)) * (cross @ cross)


def angle_between(first: np.ndarray, second: np.ndarray) -> float:
    """The angle of two vectors, exact even where it is tiny, [rad]."""
    return atan2(float(np.linalg.norm(np.cross(first, second))), float(first @ second))


def angle_about(axis: np.ndarray, before: np.ndarray, after: np.ndarray) -> float:
    """The turn about an axis that brings one vector over another, seen along the axis, [rad]."""
    # Crossing first keeps all digits of vectors that lie almost along the axis.
    start, end = np.cross(axis, before), np.cross(axis, after)
    return atan2(axis @ np.cross(start, end), start @ end)


def turn_about(axis: np.ndarray, R: np.ndarray) -> float:
    """The turn about an axis that is nearest to a rotation, [rad]."""
    swirl = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    return atan2(axis @ swirl, np.trace(R) - axis @ R @ axis)


def wrapped(angle: float) -> float:
    """The same angle in (-pi, pi]."""
    return pi - (pi - angle) % (2.0 * pi)


def half_turns(share: float) -> tuple[float, ...]:
    """The angles of a given cosine, each with its opposite; one at the edge, none beyond."""
    if abs(share) > 1.0 + TINY:
        return ()
    if abs(share) > 1.0 - EDGE:
        return (0.0,) if share > 0.0 else (pi,)
    return (-acos(share), acos(share))


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A plane normal to an axis, its points taken for complex numbers: a turn is a product."""

    first: np.ndarray
    second: np.ndarray

    @classmethod
    def across(cls, axis: np.ndarray) -> "Plane":
        side = np.eye(3)[np.argmin(np.abs(axis))]
        first = np.cross(side, axis) / np.linalg.norm(np.cross(side, axis))
        return cls(first, np.cross(axis, first))

    def flat(self, vector: np.ndarray) -> complex:
        """A vector or point, seen along the axis."""
        return complex(self.first @ vector, self.second @ vector)


def phase(z: complex) -> float:
    return atan2(z.imag, z.real)


def unit(angle: float) -> complex:
    return complex(cos(angle), sin(angle))
