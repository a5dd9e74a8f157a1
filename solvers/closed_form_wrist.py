# SPDX-License-Identifier: GPL-3.0-or-later
"""Closed forms of arms with a waist, a shoulder and an elbow, with or without a wrist whose axes meet."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, copysign, pi, sin, sqrt

import numpy as np

from .closed_form_chain import (
    SLACK,
    TINY,
    Branch,
    Chain,
    Plane,
    angle_about,
    angle_between,
    half_turns,
    phase,
    turn_about,
    turned,
    wrapped,
)
from .closed_form_planar import Boom, elbow_label

SHOULDER_SINGULAR, SHOULDER_EDGE = "shoulder singular", "shoulder edge"
WRIST_SINGULAR, WRIST_EDGE = "wrist singular", "wrist edge"
ALIGNED = 1e-10
"""Angle [rad] up to which the outer axes of a wrist lie in one line and turn alike."""


@dataclass(frozen=True, slots=True, eq=False)
class Waist:
    """The first joint, which turns a boom; the boom keeps points at their distance along its own axis."""

    axis: np.ndarray
    point: np.ndarray
    across: np.ndarray
    """Axis of the boom, shape (3,)."""
    plane: Plane
    offset: float
    """Place along the boom's axis of the point to be carried, from the waist on, [m]."""
    size: float
    names: tuple[str, str]
    """Of the two ways to stand: the carried point ahead of the waist, or behind it."""

    @classmethod
    def of(cls, chain: Chain, across: np.ndarray, carried: np.ndarray) -> "Waist":
        """From the chain's first joint and the point [m], at zero, that is to be carried."""
        axis, point = chain.axes[0], chain.points[0]
        plane, offset = Plane.across(axis), float(across @ (carried - point))
        ahead = np.cross(across, axis)
        names = side_names(chain, offset, [ahead @ (p - point) for p in (chain.points[1], carried)])
        return cls(axis, point, across, plane, offset, chain.size, names)

    def turns(self, target: np.ndarray, near: float) -> Iterator[tuple[float, float, str]]:
        """All angles that leave the rest to the boom: with +1 or -1 for ahead or behind, and a label."""
        arm, side = self.plane.flat(target - self.point), self.plane.flat(self.across)
        missing = self.offset - (self.across @ self.axis) * (self.axis @ (target - self.point))
        if abs(arm) <= TINY * self.size:
            if abs(missing) <= TINY * self.size:
                yield near, 1.0, SHOULDER_SINGULAR
            return
        for aside in half_turns(missing / (abs(arm) * abs(side))):
            front = -1.0 if aside > 0.0 else 1.0
            label = SHOULDER_EDGE if aside in (0.0, pi) else self.name_of(front)
            yield phase(arm / side) - aside, front, label

    def name_of(self, front: float) -> str:
        return self.names[0 if front > 0.0 else 1]

    def turned_back(self, angle: float, R: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A rotation and a point [m] as the boom has to bring them about."""
        back = turned(self.axis, -angle)
        return back @ R, self.point + back @ (p - self.point)


def side_names(chain: Chain, offset: float, aheads: list[float]) -> tuple[str, str]:
    """Left and right where the boom stands beside the waist, else front and back.

    Left means: seen from the tip of the waist's axis, the boom is on the left of the line from the waist to
    the carried point. Front is where the shoulder stands off the waist, else where the point is at zero.
    """
    if abs(offset) > SLACK * chain.size:
        names = ("shoulder left", "shoulder right")
        return names if offset > 0.0 else names[::-1]
    clear = [ahead for ahead in aheads if abs(ahead) > SLACK * chain.size]
    names = ("shoulder front", "shoulder back")
    return names if not clear or clear[0] > 0.0 else names[::-1]


@dataclass(frozen=True, slots=True, eq=False)
class Gimbal:
    """Three turns about axes through one point, each clearly inclined to the next."""

    axes: np.ndarray
    """Directions at zero, shape (3, 3)."""

    def turns(self, R: np.ndarray, near: tuple[float, float]) -> Iterator[tuple[float, float, float, str]]:
        """All three angles that make up a rotation, with a label; `near` has the outer two."""
        outer, middle, inner = self.axes
        plane = Plane.across(middle)
        at_zero = phase(plane.flat(inner) / plane.flat(outer))
        pointing = R @ inner
        for opening, label in self.openings(angle_between(outer, pointing)):
            M = turned(middle, opening - at_zero)
            if label == WRIST_SINGULAR:
                first, last = self.share_turn(R @ M.T, near, sign=copysign(1.0, outer @ pointing))
            else:
                first = angle_about(outer, M @ inner, pointing)
                last = turn_about(inner, M.T @ turned(outer, -first) @ R)
            yield first, opening - at_zero, last, label

    def openings(self, tilt: float) -> Iterator[tuple[float, str]]:
        """Turns of the middle axis that tilt the inner axis against the outer one, as on a sphere."""
        outer, middle, inner = self.axes
        a, b = angle_between(outer, middle), angle_between(middle, inner)
        both = sin(a) * sin(b)
        closing = sin((tilt + a - b) / 2) * sin((tilt - a + b) / 2) / both
        stretching = sin((a + b + tilt) / 2) * sin((a + b - tilt) / 2) / both
        if min(closing, stretching) < -TINY:
            return
        opening = 2.0 * atan2(sqrt(max(closing, 0.0)), sqrt(max(stretching, 0.0)))
        if min(tilt, pi - tilt) < ALIGNED:
            yield (0.0 if opening < pi / 2 else pi), WRIST_SINGULAR
        elif min(opening, pi - opening) < ALIGNED:
            yield opening, WRIST_EDGE
        else:
            yield opening, "wrist not flipped"
            yield -opening, "wrist flipped"

    def share_turn(self, R: np.ndarray, near: tuple[float, float], *, sign: float) -> tuple[float, float]:
        """Where only first + sign * last counts: the two angles nearest to given ones."""
        change = wrapped(turn_about(self.axes[0], R) - near[0] - sign * near[1])
        return near[0] + change / 2.0, near[1] + sign * change / 2.0


@dataclass(frozen=True, slots=True, eq=False)
class ShoulderArm:
    """Waist, shoulder and elbow, which carry a point."""

    chain: Chain
    waist: Waist
    boom: Boom
    name: str = "waist, shoulder and elbow, RRR"
    aim: str = "position"

    def branches(self, X_WT: np.ndarray, near: np.ndarray) -> Iterator[Branch]:
        for q, labels in self.reach(X_WT[:3, 3], near):
            yield Branch(tuple(q), labels, X_WT)

    def reach(self, target: np.ndarray, near: np.ndarray) -> Iterator[tuple[list[float], tuple[str, str]]]:
        """All angles of the three joints, with labels, that bring the carried point to a target [m]."""
        for at_waist, front, label in self.waist.turns(target, near[0]):
            _, wrist = self.waist.turned_back(at_waist, np.eye(3), target)
            for angles, bend in self.boom.reach(wrist, near[1:3]):
                yield [at_waist, *angles], (label, elbow_label(bend, front))


@dataclass(frozen=True, slots=True, eq=False)
class WristArm:
    """Waist, shoulder and elbow carry the point where the last three axes meet."""

    chain: Chain
    arm: ShoulderArm
    wrist: Gimbal
    centre: np.ndarray
    name: str = "spherical wrist, RRRRRR"
    aim: str = "pose"

    def branches(self, X_WT: np.ndarray, near: np.ndarray) -> Iterator[Branch]:
        R, p = self.chain.displacement(X_WT)
        for angles, labels in self.arm.reach(R @ self.centre + p, near):
            R_left = R
            for axis, angle in zip(self.chain.axes, angles, strict=False):
                R_left = turned(axis, -angle) @ R_left
            for *turns, label in self.wrist.turns(R_left, (near[3], near[5])):
                yield Branch((*angles, *turns), (*labels, label), X_WT)


def find_shoulder_arm(chain: Chain) -> ShoulderArm | None:
    """Recognise three turns that bring the frame's origin anywhere."""
    return shoulder_arm(chain, chain.X_WF[:3, 3]) if chain.kinds == "RRR" else None


def find_wrist_arm(chain: Chain) -> WristArm | None:
    """Recognise a six-axis arm whose last three axes meet, and whose second and third are parallel."""
    if chain.kinds != "RRRRRR" or not (chain.apart(3, 4) and chain.apart(4, 5)):
        return None
    centre = chain.meeting_point(3, 4, 5)
    arm = shoulder_arm(chain, centre) if centre is not None else None
    if centre is None or arm is None:
        return None
    return WristArm(chain, arm, Gimbal(chain.axes[3:]), centre)


def shoulder_arm(chain: Chain, carried: np.ndarray) -> ShoulderArm | None:
    """The first three joints, if they can carry a point [m] as a waist, a shoulder and an elbow do."""
    if not (chain.parallel(1, 2) and chain.apart(0, 1)):
        return None
    boom = Boom.of(chain, (1, 2), carried)
    waist = Waist.of(chain, boom.axis, carried)
    return ShoulderArm(chain, waist, boom) if boom.links.is_real(chain.size) else None
