# SPDX-License-Identifier: GPL-3.0-or-later
"""The geometry of Kleinfinger's six numbers: from numbers to poses, and back."""

from collections.abc import Sequence
from math import atan2, copysign, cos, hypot, isfinite, pi, sin

import numpy as np

from .errors import MechanismError
from .link import Pose

Numbers = tuple[float, ...]
"""gamma, b, alpha, d, theta, r."""
NOT_RIGID = 1e-6
"""How far from orthonormal a rotation may be; what is less is taken for rounding in a file and repaired."""
NEARLY_PARALLEL = 1e-3
"""Sine of the angle between two axes below which their common normal is too uncertain to build on."""
ROUNDING = 1e-14
"""What is nothing but the rounding of 64-bit numbers in a rotation; up to this it counts as exact."""
FARTHEST = 10.0
"""Sizes of the robot by which a frame may slide along an axis to meet the common normal."""


def screw_x(angle: float, length: float) -> np.ndarray:
    """Rx(angle) Tx(length), shape (4, 4)."""
    c, s = cos(angle), sin(angle)
    return np.array([[1.0, 0.0, 0.0, length], [0.0, c, -s, 0.0], [0.0, s, c, 0.0], [0.0, 0.0, 0.0, 1.0]])


def screw_z(angle: float, length: float) -> np.ndarray:
    """Rz(angle) Tz(length), shape (4, 4)."""
    c, s = cos(angle), sin(angle)
    return np.array([[c, -s, 0.0, 0.0], [s, c, 0.0, 0.0], [0.0, 0.0, 1.0, length], [0.0, 0.0, 0.0, 1.0]])


def placement_matrix(numbers: Sequence[float]) -> np.ndarray:
    """Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r), shape (4, 4)."""
    gamma, b, alpha, d, theta, r = numbers
    cg, sg, ca, sa, ct, st = cos(gamma), sin(gamma), cos(alpha), sin(alpha), cos(theta), sin(theta)
    return np.array(
        [
            [cg * ct - sg * ca * st, -cg * st - sg * ca * ct, sg * sa, cg * d + sg * sa * r],
            [sg * ct + cg * ca * st, -sg * st + cg * ca * ct, -cg * sa, sg * d - cg * sa * r],
            [sa * st, sa * ct, ca, b + ca * r],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def inverse_of(X: np.ndarray) -> np.ndarray:
    """The inverse of a rigid transform, shape (4, 4)."""
    R = X[:3, :3]
    inverse = np.eye(4)
    inverse[:3, :3] = R.T
    inverse[:3, 3] = -R.T @ X[:3, 3]
    return inverse


def pose_matrix(pose: Pose) -> np.ndarray:
    """The transform of a pose, shape (4, 4): Rz Ry Rx, moved to the position."""
    about_x, about_y, about_z = pose.rotation
    c, s = cos(about_y), sin(about_y)
    turn_y = np.array([[c, 0.0, s, 0.0], [0.0, 1.0, 0.0, 0.0], [-s, 0.0, c, 0.0], [0.0, 0.0, 0.0, 1.0]])
    X = screw_z(about_z, 0.0) @ turn_y @ screw_x(about_x, 0.0)
    X[:3, 3] = pose.position
    return X


def pose_of(X: np.ndarray) -> Pose:
    """The pose of a rigid transform; at gimbal lock, where x and z turn alike, z is left at zero."""
    X = rigid(X)
    level = hypot(X[0, 0], X[1, 0])
    about_y = atan2(-X[2, 0] + 0.0, level)
    about_z = atan2(X[1, 0] + 0.0, X[0, 0]) if level > ROUNDING else 0.0
    # What is left after z is Ry Rx: its second row knows the turn about x however small `level` is.
    rest = screw_z(-about_z, 0.0) @ X
    about_x = atan2(-rest[1, 2] + 0.0, rest[1, 1])
    x, y, z = X[:3, 3].tolist()
    return Pose((x, y, z), (about_x, about_y, about_z))


def placement_of(X_PJ: np.ndarray, *, size: float) -> list[Numbers]:
    """Kleinfinger's numbers of a rigid transform, exact to rounding.

    One set where the two axes are well apart or parallel. Where they are nearly parallel, their common normal
    lies far away; then two sets: a fixed frame that only turns, and the joint, parallel to it.

    Args:
        X_PJ: Pose of the joint in its parent, shape (4, 4).
        size: Size of the robot, [m]; neither b nor r exceeds ten times this. Where it is smaller than
            the distance of the two origins, that distance counts.
    """
    if not (isfinite(size) and size >= 0.0):
        raise MechanismError(f"The size of the robot is {size}; it must be a finite number, not negative")
    X = rigid(X_PJ)
    size = max(size, float(np.linalg.norm(X[:3, 3])))
    tilt = hypot(X[0, 2], X[1, 2])
    if tilt >= NEARLY_PARALLEL:
        numbers = _skew_numbers(X)
        if max(abs(numbers[1]), abs(numbers[5])) <= FARTHEST * size:
            return [numbers]
    if tilt <= ROUNDING:
        return [_parallel_numbers(X, size)]
    fixed = _tilt_numbers(X)
    return [fixed, _parallel_numbers(inverse_of(placement_matrix(fixed)) @ X, size)]


def rigid(X: np.ndarray) -> np.ndarray:
    """A copy of a rigid transform, made orthonormal to rounding; anything else is refused."""
    X = np.array(X, dtype=np.float64)
    if X.shape != (4, 4):
        raise MechanismError(f"A transform has shape {X.shape}; it must be (4, 4)")
    if not np.isfinite(X).all():
        raise MechanismError(f"A transform has an entry {X[~np.isfinite(X)][0]}; all must be finite")
    if np.abs(X[3] - [0.0, 0.0, 0.0, 1.0]).max() > NOT_RIGID:
        raise MechanismError(f"A transform has the last row {X[3].tolist()}; it must be 0, 0, 0, 1")
    X[3] = [0.0, 0.0, 0.0, 1.0]
    X[:3, :3] = _orthonormal(X[:3, :3])
    return X


def _orthonormal(R: np.ndarray) -> np.ndarray:
    deviation = float(np.abs(R.T @ R - np.eye(3)).max())
    if deviation > NOT_RIGID:
        raise MechanismError(
            f"A rotation is {deviation:.3g} away from orthonormal; at most {NOT_RIGID:g} is allowed"
        )
    if np.linalg.det(R) < 0.0:
        raise MechanismError("A rotation has determinant -1: it mirrors; the determinant must be +1")
    if deviation <= ROUNDING:  # repairing would only stir the last digits, and zeros would be lost
        return R
    for _ in range(2):  # Newton's iteration squares the deviation
        R = R @ (1.5 * np.eye(3) - 0.5 * R.T @ R)
    return R


def _turns_to(axis: Sequence[float]) -> tuple[float, float]:
    """gamma in (-pi/2, pi/2] and alpha, which bring z to `axis`."""
    x, y, z = axis
    gamma, tilt = atan2(x, -y), hypot(x, y)
    if not -pi / 2 < gamma <= pi / 2:
        gamma, tilt = atan2(-x, y), -tilt
    return gamma + 0.0, atan2(tilt, z)


def _last_turn(X: np.ndarray, gamma: float, alpha: float) -> float:
    """theta, from what gamma and alpha leave over: exact even where these two are uncertain."""
    rest = screw_x(-alpha, 0.0) @ screw_z(-gamma, 0.0) @ X
    return atan2(rest[1, 0] + 0.0, rest[0, 0])


def _skew_numbers(X: np.ndarray) -> Numbers:
    """The numbers of two axes that have one common normal."""
    gamma, alpha = _turns_to(X[:3, 2].tolist())
    x, y, z = X[:3, 3].tolist()
    along, across = x * cos(gamma) + y * sin(gamma), y * cos(gamma) - x * sin(gamma)
    r = -across / sin(alpha) + 0.0
    return (gamma, z - r * cos(alpha), alpha, along, _last_turn(X, gamma, alpha), r)


def _parallel_numbers(X: np.ndarray, size: float) -> Numbers:
    """The numbers of two parallel axes; what is free to choose is zero: b, and gamma if the axes coincide."""
    x, y, z = X[:3, 3].tolist()
    d = hypot(x, y)
    d, gamma = (d, atan2(y + 0.0, x)) if d > ROUNDING * size else (0.0, 0.0)
    side = copysign(1.0, X[2, 2])
    alpha = 0.0 if side > 0.0 else pi
    return (gamma, 0.0, alpha, d, _last_turn(X, gamma, alpha), side * z + 0.0)


def _tilt_numbers(X: np.ndarray) -> Numbers:
    """The smallest turn that makes z parallel to the joint's axis."""
    gamma, alpha = _turns_to((copysign(1.0, X[2, 2]) * X[:3, 2]).tolist())
    return (gamma, 0.0, alpha, 0.0, -gamma + 0.0, 0.0)
