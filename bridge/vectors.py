# SPDX-License-Identifier: GPL-3.0-or-later
"""Three numbers at a time: for single vectors plain tuples are faster than arrays."""

from math import cos, hypot, sin, sqrt

from .lofts import Frame, Vector

ORIGIN: Vector = (0.0, 0.0, 0.0)
X: Vector = (1.0, 0.0, 0.0)
Y: Vector = (0.0, 1.0, 0.0)
Z: Vector = (0.0, 0.0, 1.0)


def add(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def minus(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scaled(a: Vector, share: float) -> Vector:
    return (share * a[0], share * a[1], share * a[2])


def along(start: Vector, way: Vector, length: float) -> Vector:
    """The point that lies `length` times `way` from the start."""
    return (start[0] + length * way[0], start[1] + length * way[1], start[2] + length * way[2])


def between(a: Vector, b: Vector, share: float) -> Vector:
    return along(a, minus(b, a), share)


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a: Vector) -> float:
    return hypot(*a)


def unit(a: Vector) -> Vector:
    """The direction of a vector that is not zero."""
    return scaled(a, 1.0 / hypot(*a))


def frame_about(origin: Vector, z: Vector, hint: Vector) -> Frame:
    """A frame whose z is given and whose x is as near to the hint as can be; any x where the hint is z."""
    x = along(hint, z, -dot(hint, z))
    if dot(x, x) < 1e-12 * dot(hint, hint):
        hint = X if abs(z[0]) < 0.8 else Y
        x = along(hint, z, -dot(hint, z))
    x = scaled(x, 1.0 / sqrt(dot(x, x)))
    return (origin, x, cross(z, x), z)


def placed(numbers: tuple[float, ...]) -> tuple[Vector, Frame]:
    """Kleinfinger's six numbers: direction of the common normal (of d), and the frame they lead to."""
    gamma, b, alpha, d, theta, r = numbers
    normal = (cos(gamma), sin(gamma), 0.0)
    tilt = sin(alpha)
    z = (normal[1] * tilt, -normal[0] * tilt, cos(alpha))
    side = cross(z, normal)
    c, s = cos(theta), sin(theta)
    x = (c * normal[0] + s * side[0], c * normal[1] + s * side[1], c * normal[2] + s * side[2])
    origin = (d * normal[0] + r * z[0], d * normal[1] + r * z[1], b + r * z[2])
    return normal, (origin, x, cross(z, x), z)
