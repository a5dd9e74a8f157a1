# SPDX-License-Identifier: GPL-3.0-or-later
"""Closed forms of arms with three consecutive parallel axes after the waist: six axes, or five or four."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, copysign, hypot, pi

import numpy as np

from .closed_form_chain import Branch, Chain, angle_about, turn_about, turned
from .closed_form_planar import Boom, elbow_label
from .closed_form_wrist import SHOULDER_SINGULAR, WRIST_SINGULAR, Gimbal, Waist

HEADING_OFF = "heading off"
"""Label where the target's heading is not the one that the waist's angle gives the hand."""
SAME_HEADING = 1e-6
"""Angle [rad] up to which two headings are the same."""
UPRIGHT = 5e-7
"""Sine of the angle to the waist's axis below which a direction has no heading."""


@dataclass(frozen=True, slots=True, eq=False)
class ParallelArm:
    """Six turns: a waist, three parallel axes, and two axes that meet."""

    chain: Chain
    waist: Waist
    boom: Boom
    wrist: Gimbal
    """The boom as a whole, then the last two joints."""
    centre: np.ndarray
    """Where the last two axes meet at zero, shape (3,), [m]."""
    name: str = "three parallel axes, RRRRRR"
    aim: str = "pose"

    def branches(self, X_WT: np.ndarray, near: np.ndarray) -> Iterator[Branch]:
        R_W, p = self.chain.displacement(X_WT)
        target_W = R_W @ self.centre + p
        for at_waist, front, shoulder in self.waist.turns(target_W, near[0]):
            R, target = self.waist.turned_back(at_waist, R_W, target_W)
            for turn, bend, roll, wrist in self.wrist_turns(R, target, near):
                for angles, elbow in self.boom.carry(turn, self.centre, target, near[1:4]):
                    labels = (shoulder, elbow_label(elbow, front), wrist)
                    yield Branch((at_waist, *angles, bend, roll), labels, X_WT)

    def wrist_turns(
        self, R: np.ndarray, target: np.ndarray, near: np.ndarray
    ) -> Iterator[tuple[float, float, float, str]]:
        """Turn of the boom and angles of the last two joints; a free turn is one that the boom can do."""
        for turn, bend, roll, label in self.wrist.turns(R, (self.boom.total(near[1:4]), near[5])):
            if label != WRIST_SINGULAR:
                yield turn, bend, roll, label
                continue
            possible = self.boom.nearest_turn(turn, self.centre, target)
            outer, _, inner = self.wrist.axes
            yield possible, bend, roll + copysign(1.0, outer @ R @ inner) * (turn - possible), label


@dataclass(frozen=True, slots=True)
class Aim:
    """A way for the waist to stand, and what is left for the boom and the roll."""

    at_waist: float
    front: float
    label: str
    off: float
    """Angle by which the target's heading is not the hand's, [rad]."""
    turn: float
    """Of the boom, [rad]."""
    rolls: tuple[float, ...]
    """Of the joints after the boom, none or one, [rad]."""


@dataclass(frozen=True, slots=True, eq=False)
class PitchArm:
    """Four turns, waist and three parallel axes, or five with a final roll.

    The waist brings the hand to its place; no joint is left for the hand's heading. A target whose heading
    is another one is reached in position, pitch and roll, and so labelled.
    """

    chain: Chain
    waist: Waist
    boom: Boom
    carried: np.ndarray
    """The frame's origin at zero, or the point of the roll's axis nearest to it, shape (3,), [m]."""
    name: str
    aim: str = "position and pitch"

    @property
    def ahead(self) -> np.ndarray:
        """Where the boom reaches at zero: level, and across its axis."""
        return np.cross(self.boom.axis, self.waist.axis)

    def branches(self, X_WT: np.ndarray, near: np.ndarray) -> Iterator[Branch]:
        R_W, p = self.chain.displacement(X_WT)
        target_W = R_W @ self.carried + p
        aims = [aim for way in self.waist_turns(R_W, target_W, near) for aim in self.aims(R_W, *way)]
        ways = [way for aim in aims for way in self.finish(aim, X_WT, target_W, near)]
        exact = [way for way in ways if HEADING_OFF not in way.labels]
        yield from exact or ways

    def waist_turns(
        self, R_W: np.ndarray, target_W: np.ndarray, near: np.ndarray
    ) -> Iterator[tuple[float, float, str]]:
        """Ways for the waist to stand; a target on its axis leaves the choice to the hand's heading."""
        for way in self.waist.turns(target_W, near[0]):
            if way[2] != SHOULDER_SINGULAR:
                yield way
            elif len(self.chain.kinds) == 4:
                yield angle_about(self.waist.axis, self.boom.axis, R_W @ self.boom.axis), 1.0, way[2]
            elif hypot(*self.level(R_W @ self.chain.axes[4])) < UPRIGHT:
                yield way
            else:
                heading = angle_about(self.waist.axis, self.ahead, R_W @ self.chain.axes[4])
                yield heading, 1.0, self.waist.name_of(1.0)
                yield heading + pi, -1.0, self.waist.name_of(-1.0)

    def level(self, direction: np.ndarray) -> tuple[float, float]:
        """Parts of a direction ahead and aside."""
        return float(self.ahead @ direction), float(self.boom.axis @ direction)

    def aims(self, R_W: np.ndarray, at_waist: float, front: float, label: str) -> Iterator[Aim]:
        """What boom and roll have to do; nothing where the hand would look the other way."""
        R = turned(self.waist.axis, -at_waist) @ R_W
        off = self.heading_off(R)
        if abs(off) > pi / 2:
            return
        R = turned(self.waist.axis, -off) @ R
        if len(self.chain.kinds) == 4:
            yield Aim(at_waist, front, label, off, turn_about(self.boom.axis, R), ())
            return
        roll = self.chain.axes[4]
        turn = angle_about(self.boom.axis, roll, R @ roll)
        rest = turned(self.boom.axis, -turn) @ R
        yield Aim(at_waist, front, label, off, turn, (turn_about(roll, rest),))

    def heading_off(self, R: np.ndarray) -> float:
        """Turn about the waist's axis that boom and roll cannot do, zero where it is next to nothing."""
        if len(self.chain.kinds) == 4:
            off = angle_about(self.waist.axis, self.boom.axis, R @ self.boom.axis)
        else:
            ahead, aside = self.level(R @ self.chain.axes[4])
            side = copysign(1.0, ahead)
            off = atan2(side * aside, side * ahead) if hypot(ahead, aside) > UPRIGHT else 0.0
        return off if abs(off) > SAME_HEADING else 0.0

    def finish(self, aim: Aim, X_WT: np.ndarray, target_W: np.ndarray, near: np.ndarray) -> Iterator[Branch]:
        X = X_WT.copy()
        X[:3, :3] = turned(self.waist.axis, -aim.off) @ X_WT[:3, :3]
        _, target = self.waist.turned_back(aim.at_waist, np.eye(3), target_W)
        for angles, bend in self.boom.carry(aim.turn, self.carried, target, near[1:4]):
            labels = (aim.label, elbow_label(bend, aim.front), *([HEADING_OFF] if aim.off else []))
            yield Branch((aim.at_waist, *angles, *aim.rolls), labels, X)


def find_parallel_arm(chain: Chain) -> ParallelArm | None:
    """Recognise a six-axis arm whose second, third and fourth axes are parallel and whose last two meet."""
    if chain.kinds != "RRRRRR" or not (chain.apart(3, 4) and chain.apart(4, 5)):
        return None
    centre, boom = chain.meeting_point(4, 5), find_boom(chain)
    if centre is None or boom is None:
        return None
    waist = Waist.of(chain, boom.axis, centre)
    wrist = Gimbal(np.array([boom.axis, *chain.axes[4:]]))
    return ParallelArm(chain, waist, boom, wrist, centre)


def find_pitch_arm(chain: Chain) -> PitchArm | None:
    """Recognise an upright waist and three level axes, with or without a roll across them."""
    if chain.kinds not in ("RRRR", "RRRRR") or not chain.perpendicular(0, 1):
        return None
    rolls = len(chain.kinds) == 5
    boom = find_boom(chain)
    if boom is None or (rolls and not chain.perpendicular(1, 4)):
        return None
    carried = chain.X_WF[:3, 3]
    if rolls:
        axis, point = chain.axes[4], chain.points[4]
        carried = point + axis * (axis @ (carried - point))
    name = f"waist and three parallel axes{' and a roll' if rolls else ''}, {chain.kinds}"
    return PitchArm(chain, Waist.of(chain, boom.axis, carried), boom, carried, name)


def find_boom(chain: Chain) -> Boom | None:
    """The second, third and fourth joint, if they are parallel to each other and not to the first."""
    if not (chain.parallel(1, 2, 3) and chain.apart(0, 1)):
        return None
    boom = Boom.of(chain, (1, 2, 3), chain.points[3])
    return boom if boom.links.is_real(chain.size) else None
