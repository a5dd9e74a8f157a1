# SPDX-License-Identifier: GPL-3.0-or-later
"""Which length or angle each of a joint's six numbers is, and how a textbook draws it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, cos, pi, sin

import numpy as np

from ..mechanism.placement import screw_x, screw_z

NO_LENGTH = 1e-9
"""Lengths up to this, in [m], and angles, in [rad], are drawn as nothing but a mark."""
FINEST = pi / 36
"""Angle between two points of an arc, at most."""
OVERSHOOT = 0.15
"""How far extension lines go on behind the dimension line, as a part of its distance."""
X, Z = np.eye(3)[0], np.eye(3)[2]


@dataclass(frozen=True, slots=True, eq=False)
class Length:
    """A straight way. Points and directions are in the frame in which the parent's pose was given."""

    start: np.ndarray
    end: np.ndarray
    along: np.ndarray
    """Unit vector of the axis, which a way of length zero has, too."""

    @property
    def is_nothing(self) -> bool:
        return float(np.linalg.norm(self.end - self.start)) <= NO_LENGTH


@dataclass(frozen=True, slots=True, eq=False)
class Angle:
    """A turn about an axis."""

    centre: np.ndarray
    axis: np.ndarray
    """Unit vector."""
    first: np.ndarray
    """Unit vector from which the turn begins, normal to the axis."""
    angle: float
    """[rad], right-handed about the axis."""

    @property
    def is_nothing(self) -> bool:
        return abs(self.angle) <= NO_LENGTH

    def direction(self, angle: float) -> np.ndarray:
        """Where `first` points after a turn."""
        return cos(angle) * self.first + sin(angle) * np.cross(self.axis, self.first)


def locate_numbers(X_WP: np.ndarray, numbers: Sequence[float]) -> dict[str, Length | Angle]:
    """Where each of the six numbers is to be seen.

    Args:
        X_WP: Pose of the parent's frame, shape (4, 4), rigid.
        numbers: gamma, b, alpha, d, theta, r; [rad] and [m].
    """
    gamma, b, alpha, d, theta, r = numbers
    X_turned = X_WP @ screw_z(gamma, 0.0)
    X_raised = X_WP @ screw_z(gamma, b)
    X_tilted = X_raised @ screw_x(alpha, 0.0)
    X_moved = X_raised @ screw_x(alpha, d)
    X_faced = X_moved @ screw_z(theta, 0.0)
    X_joint = X_moved @ screw_z(theta, r)
    at_axis = X_moved[:3, 3]
    return {
        "gamma": Angle(X_WP[:3, 3], X_WP[:3, 2], X_WP[:3, 0], gamma),
        "b": Length(X_turned[:3, 3], X_raised[:3, 3], X_WP[:3, 2]),
        # About x it may be drawn anywhere along d: at the joint's own axis, which it turns.
        "alpha": Angle(at_axis, X_raised[:3, 0], X_raised[:3, 2], alpha),
        "d": Length(X_tilted[:3, 3], at_axis, X_raised[:3, 0]),
        "theta": Angle(at_axis, X_moved[:3, 2], X_moved[:3, 0], theta),
        "r": Length(X_faced[:3, 3], X_joint[:3, 3], X_faced[:3, 2]),
    }


def sideways(along: np.ndarray, view: np.ndarray) -> np.ndarray:
    """Unit vector normal to a direction that shows its full length to the viewer.

    Args:
        along: Unit vector, shape (3,).
        view: Direction in which the viewer looks, any length.
    """
    side = np.cross(along, view)
    if np.linalg.norm(side) < 1e-3 * max(float(np.linalg.norm(view)), 1e-12):  # he looks along it
        side = np.cross(along, X if abs(along @ X) < 0.9 else Z)
    return side / np.linalg.norm(side)


def length_lines(length: Length, offset: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The dimension line and the extension lines from both ends to a little behind it, each shape (2, 3).

    Args:
        length: What is measured.
        offset: From the measured way to its dimension line, shape (3,).
    """
    dimension = np.array([length.start + offset, length.end + offset])
    beyond = (1.0 + OVERSHOOT) * offset
    extensions = [np.array([end, end + beyond]) for end in (length.start, length.end)]
    return dimension, extensions[0], extensions[1]


def angle_lines(angle: Angle, radius: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The arc, shape (n, 3), and the two legs from its centre to a little beyond it, each shape (2, 3).

    Args:
        angle: What is measured.
        radius: Of the arc.
    """
    count = max(2, ceil(abs(angle.angle) / FINEST) + 1)
    turns = np.linspace(0.0, angle.angle, count)
    arc = np.array([angle.centre + radius * angle.direction(turn) for turn in turns])
    reach = (1.0 + OVERSHOOT) * radius
    legs = [
        np.array([angle.centre, angle.centre + reach * angle.direction(turn)]) for turn in (0.0, angle.angle)
    ]
    return arc, legs[0], legs[1]


def label_place(angle: Angle, radius: float) -> np.ndarray:
    """In the middle of the arc, a little outside, shape (3,)."""
    return angle.centre + 1.25 * radius * angle.direction(0.5 * angle.angle)
