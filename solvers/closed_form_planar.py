# SPDX-License-Identifier: GPL-3.0-or-later
"""Closed forms of joints that turn about parallel axes: two links, three links, and planar arms of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import acos, atan2, copysign, pi, sqrt

import numpy as np

from .closed_form_chain import APART, EDGE, TINY, Branch, Chain, Plane, phase, turn_about, unit, wrapped

STRAIGHT, FOLDED = "elbow straight", "elbow folded"


@dataclass(frozen=True, slots=True)
class TwoLinks:
    """Upper arm and forearm in a plane, both at zero."""

    shoulder: complex
    elbow: complex
    wrist: complex

    @property
    def lengths(self) -> tuple[float, float]:
        return abs(self.elbow - self.shoulder), abs(self.wrist - self.elbow)

    def is_real(self, size: float) -> bool:
        """Whether both links have a length."""
        return min(self.lengths) > APART * size

    def bends(self, wrist: complex, near: float) -> Iterator[tuple[float, float, float]]:
        """All turns of shoulder and elbow that bring the wrist to a place, and how far the elbow is bent."""
        upper, fore = self.elbow - self.shoulder, self.wrist - self.elbow
        reach = wrist - self.shoulder
        for bend in elbow_bends(abs(upper), abs(fore), abs(reach)):
            at_elbow = bend - phase(fore / upper)
            whole = upper + fore * unit(at_elbow)
            free = abs(reach) <= EDGE * (abs(upper) + abs(fore))
            yield near if free else phase(reach / whole), at_elbow, bend


def elbow_bends(upper: float, fore: float, reach: float) -> tuple[float, ...]:
    """The angles between two links, 0 where stretched, that span a distance, by the rule of half angles."""
    longest, shortest = upper + fore, abs(upper - fore)
    if reach > longest * (1.0 + TINY) or reach < shortest - longest * TINY:
        return ()
    if reach > longest * (1.0 - EDGE):
        return (0.0,)
    if reach < shortest + longest * EDGE:
        return (pi,)
    bend = 2.0 * atan2(
        sqrt((longest - reach) * (longest + reach)), sqrt((reach - shortest) * (reach + shortest))
    )
    return (bend, -bend)


def elbow_label(bend: float, front: float) -> str:
    """Name of an elbow's side; `front` is negative where the arm reaches backwards."""
    if bend in (0.0, pi):
        return FOLDED if bend else STRAIGHT
    return "elbow up" if bend * front > 0.0 else "elbow down"


@dataclass(frozen=True, slots=True, eq=False)
class Boom:
    """Two or three consecutive parallel joints."""

    axis: np.ndarray
    """The direction of the first, shape (3,)."""
    plane: Plane
    links: TwoLinks
    signs: tuple[float, ...]
    """Of each joint: +1, or -1 where it turns about the opposite direction."""

    @classmethod
    def of(cls, chain: Chain, joints: tuple[int, ...], wrist: np.ndarray) -> "Boom":
        """From the first joint's axis; the second link ends at `wrist`, a point [m]."""
        axis = chain.axes[joints[0]]
        plane = Plane.across(axis)
        shoulder, elbow = (plane.flat(chain.points[joint]) for joint in joints[:2])
        signs = tuple(copysign(1.0, float(chain.axes[joint] @ axis)) for joint in joints)
        return cls(axis, plane, TwoLinks(shoulder, elbow, plane.flat(wrist)), signs)

    def reach(self, wrist: np.ndarray, near: np.ndarray) -> Iterator[tuple[list[float], float]]:
        """All angles of the first two joints that bring the wrist to a point [m], each with its bend."""
        for shoulder, elbow, bend in self.links.bends(self.plane.flat(wrist), self.signs[0] * near[0]):
            yield [self.signs[0] * shoulder, self.signs[1] * elbow], bend

    def carry(
        self, turn: float, before: np.ndarray, after: np.ndarray, near: np.ndarray
    ) -> Iterator[tuple[list[float], float]]:
        """All angles of three joints that turn by `turn` altogether and bring one point [m] to another."""
        wrist = self.plane.flat(after) - unit(turn) * self.lever(before)
        for shoulder, elbow, bend in self.links.bends(wrist, self.signs[0] * near[0]):
            angles = (shoulder, elbow, turn - shoulder - elbow)
            yield [sign * angle for sign, angle in zip(self.signs, angles, strict=True)], bend

    def lever(self, point: np.ndarray) -> complex:
        """From the wrist at zero to a point [m] that the third joint carries."""
        return self.plane.flat(point) - self.links.wrist

    def total(self, near: np.ndarray) -> float:
        """The turn that some angles of the joints add up to."""
        return float(np.dot(self.signs, near))

    def nearest_turn(self, turn: float, before: np.ndarray, after: np.ndarray) -> float:
        """The turn nearest to a wished one with which `carry` has solutions, if there is any."""
        lever, place = self.lever(before), self.plane.flat(after) - self.links.shoulder
        if min(abs(lever), abs(place)) < TINY * sum(self.links.lengths):
            return turn
        upper, fore = self.links.lengths
        # The wrist is |place - lever e^(i turn)| away: the rule of cosines gives the turns of both edges.
        least, most = (
            acos(min(max((abs(place) ** 2 + abs(lever) ** 2 - r**2) / (2 * abs(place * lever)), -1.0), 1.0))
            for r in (abs(upper - fore), upper + fore)
        )
        aside = wrapped(turn - phase(place / lever))
        return turn - aside + copysign(min(max(abs(aside), least), most), aside)


@dataclass(frozen=True, slots=True, eq=False)
class PlanarArm:
    """Two or three parallel turns, and perhaps a slide along them (SCARA)."""

    chain: Chain
    boom: Boom
    turns: list[int]
    slides: list[int]
    name: str
    aim: str

    def branches(self, X_WT: np.ndarray, near: np.ndarray) -> Iterator[Branch]:
        before, after = self.chain.X_WF[:3, 3], X_WT[:3, 3]
        R, _ = self.chain.displacement(X_WT)
        turn, near_turns = turn_about(self.boom.axis, R), near[self.turns]
        three = len(self.turns) == 3
        ways = (
            self.boom.carry(turn, before, after, near_turns) if three else self.boom.reach(after, near_turns)
        )
        q = np.zeros(len(near))
        for slide in self.slides:
            q[slide] = (after - before) @ self.chain.axes[slide]
        for angles, bend in ways:
            q[self.turns] = angles
            yield Branch(tuple(q.tolist()), (elbow_label(bend, -1.0),), X_WT)


def find_planar(chain: Chain) -> PlanarArm | None:
    """Recognise two or three parallel turns with at most one slide along them, in any order."""
    turns = [joint for joint, kind in enumerate(chain.kinds) if kind == "R"]
    slides = [joint for joint, kind in enumerate(chain.kinds) if kind == "P"]
    if len(turns) not in (2, 3) or len(slides) > 1 or not chain.parallel(turns[0], *turns[1:], *slides):
        return None
    three = len(turns) == 3
    boom = Boom.of(chain, tuple(turns), chain.points[turns[2]] if three else chain.X_WF[:3, 3])
    if not boom.links.is_real(chain.size):
        return None
    name = f"planar arm, {chain.kinds}"
    return PlanarArm(chain, boom, turns, slides, name, "pose" if three else "position")
