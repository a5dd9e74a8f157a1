# SPDX-License-Identifier: GPL-3.0-or-later
"""A joint: where its axis is, how it moves, and what holds it back."""

from dataclasses import dataclass, field
from math import isnan

from .checks import check_count, check_finite, check_name, check_not_negative
from .errors import MechanismError
from .kinds import KINDS, Kind
from .link import Link

BASE = "base"
"""Name of the ground every robot stands on."""
NUMBERS = ("gamma", "b", "alpha", "d", "theta", "r")
"""Kleinfinger's six, in the order in which they act: Rz Tz Rx Tx Rz Tz."""
ANGLES = frozenset({"gamma", "alpha", "theta"})
PER_COORDINATE = ("lower", "upper", "rest", "speed", "torque", "backlash")
PER_JOINT = ("friction", "damping", "spring")


@dataclass(frozen=True, slots=True)
class Follow:
    """A joint that has no coordinate of its own: its value is ratio times another's, plus offset."""

    joint: str
    ratio: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Kleinfinger's six numbers: angles [rad], lengths [m]."""

    gamma: float = 0.0
    b: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    theta: float = 0.0
    r: float = 0.0

    @property
    def numbers(self) -> tuple[float, ...]:
        return (self.gamma, self.b, self.alpha, self.d, self.theta, self.r)

    def check_numbers(self, where: str) -> None:
        for name, value in zip(NUMBERS, self.numbers, strict=True):
            check_finite(where, name, [value])


@dataclass(frozen=True, slots=True)
class Joint(Placement):
    """A joint and its frame, whose z is the axis, placed in the frame of its parent.

    `lower`, `upper`, `rest`, `speed`, `torque` and `backlash` have one entry for each plain coordinate of the
    kind ([rad] or [m] and their rates; [N m] or [N]), or are empty: no limit, zero, no play.
    """

    name: str
    parent: str = BASE
    kind: str = "revolute"
    pitch: float = 0.0
    """Advance of a screw in one turn, [m]."""
    lower: tuple[float, ...] = ()
    upper: tuple[float, ...] = ()
    rest: tuple[float, ...] = ()
    """Where the joint is when nobody moves it."""
    speed: tuple[float, ...] = ()
    torque: tuple[float, ...] = ()
    backlash: tuple[float, ...] = ()
    """Play, from one end to the other."""
    actuated: bool | None = None
    """Driven or passive; None leaves it to the mechanism: driven where there are no loops."""
    friction: float = 0.0
    """Dry friction, [N m] or [N]."""
    damping: float = 0.0
    """Viscous friction, [N m s/rad] or [N s/m]."""
    spring: float = 0.0
    """Stiffness towards the rest value, [N m/rad] or [N/m]."""
    follows: Follow | None = None
    link: Link = field(default_factory=Link)

    @property
    def motion(self) -> Kind:
        return KINDS[self.kind]

    def __post_init__(self) -> None:
        check_name("A joint", self.name, taken=[BASE])
        where = f"Joint {self.name!r}"
        if self.kind not in KINDS:
            raise MechanismError(f"{where}: kind {self.kind!r} is not known; known: {', '.join(KINDS)}")
        self.check_numbers(where)
        check_finite(where, "pitch", [self.pitch])
        if self.pitch and self.kind != "screw":
            raise MechanismError(f"{where}: pitch is {self.pitch:g}, but only a screw has one")
        self._check_coordinates(where)
        self._check_follow(where)
        for name in PER_JOINT:
            check_finite(where, name, [getattr(self, name)])
            check_not_negative(where, name, [getattr(self, name)])
        self.link.check(where)

    def _check_coordinates(self, where: str) -> None:
        count = len(self.motion.scalars)
        why = f"limits and the like of a {self.kind} joint"
        for name in PER_COORDINATE:
            check_count(where, name, getattr(self, name), count, why)
        check_finite(where, "rest", self.rest)
        for name in ("speed", "torque", "backlash"):
            check_not_negative(where, name, getattr(self, name))
        if any(isnan(limit) for limit in (*self.lower, *self.upper)):
            raise MechanismError(f"{where}: a limit is not a number")
        if self.lower and self.upper:
            for low, high in zip(self.lower, self.upper, strict=True):
                if low > high:
                    raise MechanismError(f"{where}: lower limit {low:g} is above upper limit {high:g}")

    def _check_follow(self, where: str) -> None:
        if self.follows is None:
            return
        check_finite(where, "follows", [self.follows.ratio, self.follows.offset])
        if self.motion.nq != 1:
            raise MechanismError(f"{where}: a {self.kind} joint cannot follow; it needs one coordinate")
        if self.follows.joint == self.name:
            raise MechanismError(f"{where}: follows itself")
