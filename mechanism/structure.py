# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a description, checked when they are made."""

import math
from collections import Counter
from dataclasses import dataclass

from .errors import MechanismError

BASE = "base"
"""Name of the ground every robot stands on."""
NUMBERS = ("gamma", "b", "alpha", "d", "theta", "r")
"""Kleinfinger's six, in the order in which they act: Rz Tz Rx Tx Rz Tz."""
ANGLES = frozenset({"gamma", "alpha", "theta"})
KINDS = ("revolute",)


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint and the frame on its axis, placed in the frame of its parent. Lengths [m], angles [rad]."""

    name: str
    parent: str = BASE
    kind: str = "revolute"
    gamma: float = 0.0
    b: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    theta: float = 0.0
    r: float = 0.0
    lower: float = -math.inf
    upper: float = math.inf

    def __post_init__(self) -> None:
        if not self.name or self.name == BASE:
            raise MechanismError(f"A joint cannot be called {self.name!r}")
        if self.kind not in KINDS:
            raise MechanismError(
                f"Joint {self.name!r}: kind {self.kind!r} is not known; known: {', '.join(KINDS)}"
            )
        for field in NUMBERS:
            if not math.isfinite(getattr(self, field)):
                raise MechanismError(
                    f"Joint {self.name!r}: {field} is {getattr(self, field)}; it must be a finite number"
                )
        self._check_limits()

    def _check_limits(self) -> None:
        if math.isnan(self.lower) or math.isnan(self.upper):
            raise MechanismError(f"Joint {self.name!r}: a limit is not a number")
        if self.lower > self.upper:
            raise MechanismError(
                f"Joint {self.name!r}: lower limit {self.lower:g} is above upper limit {self.upper:g}"
            )


@dataclass(frozen=True, slots=True)
class Mechanism:
    """A robot: joints in an order in which every parent comes before its children."""

    name: str
    joints: tuple[Joint, ...]

    def __post_init__(self) -> None:
        if not self.joints:
            raise MechanismError(f"Robot {self.name!r} has no joint")
        counts = Counter(joint.name for joint in self.joints)
        for name, count in counts.items():
            if count > 1:
                raise MechanismError(f"Robot {self.name!r}: {count} joints are called {name!r}")
        object.__setattr__(self, "joints", parents_first(self.joints))


@dataclass(frozen=True, slots=True)
class Document:
    """What one file holds."""

    robots: tuple[Mechanism, ...]


def parents_first(joints: tuple[Joint, ...]) -> tuple[Joint, ...]:
    """Sort so that parents precede children, otherwise keeping the given order."""
    names = {joint.name for joint in joints} | {BASE}
    for joint in joints:
        if joint.parent not in names:
            raise MechanismError(f"Joint {joint.name!r}: parent {joint.parent!r} does not exist")
    placed = {BASE: None}
    waiting = list(joints)
    ordered: list[Joint] = []
    while waiting:
        ready = [joint for joint in waiting if joint.parent in placed]
        if not ready:
            names_left = ", ".join(repr(joint.name) for joint in waiting)
            raise MechanismError(f"The parents of {names_left} form a circle that never reaches the base")
        ordered += ready
        placed |= dict.fromkeys(joint.name for joint in ready)
        waiting = [joint for joint in waiting if joint.name not in placed]
    return tuple(ordered)
