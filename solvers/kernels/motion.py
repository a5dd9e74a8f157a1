# SPDX-License-Identifier: GPL-3.0-or-later
"""How each kind of joint moves after its six numbers.

Every frame (joints first, then tools) has a row in two tables. `layout` (int64): kind, parent's row or -1,
first index in q, first index in v. `constants` (float64): 12 entries of its place in its parent (rows of
[R | p], the base included where there is no parent), ratio and offset of its value, a screw's advance per
radian.
"""

import math

from .speed import kernel

FIXED, REVOLUTE, PRISMATIC, SCREW, CYLINDRICAL, UNIVERSAL, PLANAR, SPHERICAL, FREE = range(9)
SIMPLE = PRISMATIC
"""Kinds up to this one are written out in the hot loops."""
RATIO, OFFSET, LEAD = 12, 13, 14
WIDTH = 15


@kernel("void(float64[:, ::1], float64, float64)")
def turn_about_z(X, cosine, sine):
    """X := X Rz."""
    for k in range(3):
        x, y = X[k, 0], X[k, 1]
        X[k, 0] = cosine * x + sine * y
        X[k, 1] = cosine * y - sine * x


@kernel("void(float64[:, ::1], float64, float64)")
def turn_about_x(X, cosine, sine):
    """X := X Rx."""
    for k in range(3):
        y, z = X[k, 1], X[k, 2]
        X[k, 1] = cosine * y + sine * z
        X[k, 2] = cosine * z - sine * y


@kernel("void(float64[:, ::1], float64, float64, float64)")
def shift(X, x, y, z):
    """X := X T(x, y, z)."""
    for k in range(3):
        X[k, 3] += X[k, 0] * x + X[k, 1] * y + X[k, 2] * z


@kernel("void(float64[:, ::1], float64, float64, float64, float64)")
def turn_by_quaternion(X, w, x, y, z):
    """X := X R(quaternion), whatever the quaternion's length; a zero one turns nothing."""
    square = w * w + x * x + y * y + z * z
    if square == 0.0:
        return
    f = 2.0 / square
    r00, r01, r02 = 1.0 - f * (y * y + z * z), f * (x * y - w * z), f * (x * z + w * y)
    r10, r11, r12 = f * (x * y + w * z), 1.0 - f * (x * x + z * z), f * (y * z - w * x)
    r20, r21, r22 = f * (x * z - w * y), f * (y * z + w * x), 1.0 - f * (x * x + y * y)
    for k in range(3):
        a, b, c = X[k, 0], X[k, 1], X[k, 2]
        X[k, 0] = a * r00 + b * r10 + c * r20
        X[k, 1] = a * r01 + b * r11 + c * r21
        X[k, 2] = a * r02 + b * r12 + c * r22


@kernel("void(int64[::1], float64[::1], float64[::1], float64[:, ::1])")
def move(row, constant, q, X):
    """X := X M(q), the motion of one joint."""
    kind, i = row[0], row[2]
    if kind == FIXED:
        return
    if kind == REVOLUTE:
        value = constant[RATIO] * q[i] + constant[OFFSET]
        turn_about_z(X, math.cos(value), math.sin(value))
    elif kind == PRISMATIC:
        shift(X, 0.0, 0.0, constant[RATIO] * q[i] + constant[OFFSET])
    elif kind == SCREW:
        value = constant[RATIO] * q[i] + constant[OFFSET]
        turn_about_z(X, math.cos(value), math.sin(value))
        shift(X, 0.0, 0.0, constant[LEAD] * value)
    elif kind == CYLINDRICAL:
        turn_about_z(X, math.cos(q[i]), math.sin(q[i]))
        shift(X, 0.0, 0.0, q[i + 1])
    elif kind == UNIVERSAL:
        turn_about_z(X, math.cos(q[i]), math.sin(q[i]))
        turn_about_x(X, math.cos(q[i + 1]), math.sin(q[i + 1]))
    elif kind == PLANAR:
        shift(X, q[i], q[i + 1], 0.0)
        turn_about_z(X, math.cos(q[i + 2]), math.sin(q[i + 2]))
    elif kind == SPHERICAL:
        turn_by_quaternion(X, q[i], q[i + 1], q[i + 2], q[i + 3])
    else:  # FREE
        shift(X, q[i], q[i + 1], q[i + 2])
        turn_by_quaternion(X, q[i + 3], q[i + 4], q[i + 5], q[i + 6])
