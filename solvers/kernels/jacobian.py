# SPDX-License-Identifier: GPL-3.0-or-later
"""Jacobians: how a frame moves with the joints. Tables as in `motion`."""

import math

import numpy as np

from .forward import place_frames
from .motion import (
    CYLINDRICAL,
    FIXED,
    FREE,
    LEAD,
    PLANAR,
    PRISMATIC,
    RATIO,
    REVOLUTE,
    SCREW,
    SPHERICAL,
    UNIVERSAL,
)
from .speed import kernel


@kernel("void(float64[:, ::1], int64, float64, float64, float64, float64[::1], float64[:, ::1], float64)")
def add_turn(J, column, ax, ay, az, p, X, factor):
    """Add to a column: turning about an axis through the origin of X moves the point p."""
    x, y, z = p[0] - X[0, 3], p[1] - X[1, 3], p[2] - X[2, 3]
    J[0, column] += factor * (ay * z - az * y)
    J[1, column] += factor * (az * x - ax * z)
    J[2, column] += factor * (ax * y - ay * x)
    J[3, column] += factor * ax
    J[4, column] += factor * ay
    J[5, column] += factor * az


@kernel("void(float64[:, ::1], int64, float64, float64, float64, float64)")
def add_shift(J, column, ax, ay, az, factor):
    """Add to a column: shifting along an axis."""
    J[0, column] += factor * ax
    J[1, column] += factor * ay
    J[2, column] += factor * az


@kernel("void(int64[::1], float64[::1], float64[:, ::1], float64[::1], float64[:, ::1])")
def add_axis_columns(row, constant, X, p, J):
    """Columns of a screw or cylindrical joint, which turns about and shifts along its z."""
    kind, v, ratio = row[0], row[3], constant[RATIO]
    zx, zy, zz = X[0, 2], X[1, 2], X[2, 2]
    add_turn(J, v, zx, zy, zz, p, X, ratio)
    if kind == SCREW:
        add_shift(J, v, zx, zy, zz, ratio * constant[LEAD])
    else:
        add_shift(J, v + 1, zx, zy, zz, 1.0)


@kernel("void(int64[::1], float64[::1], float64[:, ::1], float64[::1], float64[:, ::1])")
def add_universal_columns(row, q, X, p, J):
    """Columns of a universal joint: z of the frame before the second turn, then x."""
    v, second = row[3], q[row[2] + 1]
    c, s = math.cos(second), math.sin(second)
    zx, zy, zz = s * X[0, 1] + c * X[0, 2], s * X[1, 1] + c * X[1, 2], s * X[2, 1] + c * X[2, 2]
    add_turn(J, v, zx, zy, zz, p, X, 1.0)
    add_turn(J, v + 1, X[0, 0], X[1, 0], X[2, 0], p, X, 1.0)


@kernel("void(int64[::1], float64[::1], float64[:, ::1], float64[::1], float64[:, ::1])")
def add_planar_columns(row, q, X, p, J):
    """Columns of a planar joint: its two axes before the turn, then the turn about z."""
    v, turn = row[3], q[row[2] + 2]
    c, s = math.cos(turn), math.sin(turn)
    for k in range(3):
        J[k, v] += c * X[k, 0] - s * X[k, 1]
        J[k, v + 1] += s * X[k, 0] + c * X[k, 1]
    add_turn(J, v + 2, X[0, 2], X[1, 2], X[2, 2], p, X, 1.0)


@kernel("void(int64, float64[:, ::1], float64[::1], float64[:, ::1])")
def add_ball_columns(v, X, p, J):
    """Columns of three turns about the joint's own axes."""
    for k in range(3):
        add_turn(J, v + k, X[0, k], X[1, k], X[2, k], p, X, 1.0)


@kernel("void(int64[:, ::1], float64[:, ::1], int64, float64[:, :, ::1], float64[:, ::1])")
def add_free_shifts(layout, constants, i, X, J):
    """Columns of a free joint's shifts: along the axes of its place before it moves."""
    parent, v = layout[i, 1], layout[i, 3]
    for axis in range(3):
        for k in range(3):
            if parent < 0:
                J[k, v + axis] += constants[i, 4 * k + axis]
            else:
                for m in range(3):
                    J[k, v + axis] += X[parent, k, m] * constants[i, 4 * m + axis]


@kernel(
    "void(int64[:, ::1], float64[:, ::1], float64[::1], int64, float64[:, :, ::1],"
    " float64[::1], float64[:, ::1])"
)
def add_rare_columns(layout, constants, q, i, X, p, J):
    """Columns of a joint that does more than turn or slide."""
    kind = layout[i, 0]
    if kind in (SCREW, CYLINDRICAL):
        add_axis_columns(layout[i], constants[i], X[i], p, J)
    elif kind == UNIVERSAL:
        add_universal_columns(layout[i], q, X[i], p, J)
    elif kind == PLANAR:
        add_planar_columns(layout[i], q, X[i], p, J)
    elif kind == SPHERICAL:
        add_ball_columns(layout[i, 3], X[i], p, J)
    elif kind == FREE:
        add_free_shifts(layout, constants, i, X, J)
        add_ball_columns(layout[i, 3] + 3, X[i], p, J)


@kernel(
    "void(int64[:, ::1], float64[:, ::1], float64[::1], float64[:, :, ::1],"
    " int64, float64, float64, float64, float64[:, ::1])"
)
def point_jacobian(layout, constants, q, X, frame, px, py, pz, J):
    """Jacobian (6, nv) of the point p of a frame's link; frame -1 is the base, which does not move."""
    for k in range(6):
        for v in range(J.shape[1]):
            J[k, v] = 0.0
    i = frame
    while i >= 0:
        kind, v, ratio = layout[i, 0], layout[i, 3], constants[i, RATIO]
        zx, zy, zz = ratio * X[i, 0, 2], ratio * X[i, 1, 2], ratio * X[i, 2, 2]
        if kind == REVOLUTE:
            x, y, z = px - X[i, 0, 3], py - X[i, 1, 3], pz - X[i, 2, 3]
            J[0, v] += zy * z - zz * y
            J[1, v] += zz * x - zx * z
            J[2, v] += zx * y - zy * x
            J[3, v] += zx
            J[4, v] += zy
            J[5, v] += zz
        elif kind == PRISMATIC:
            J[0, v] += zx
            J[1, v] += zy
            J[2, v] += zz
        elif kind != FIXED:
            add_rare_columns(layout, constants, q, i, X, np.array([px, py, pz]), J)
        i = layout[i, 1]


@kernel("void(int64[:, ::1], float64[:, ::1], float64[::1], float64[:, :, ::1], int64, float64[:, ::1])")
def frame_jacobian(layout, constants, q, X, frame, J):
    """Jacobian (6, nv) of a frame whose poses X are placed already: linear rows first, world axes."""
    point_jacobian(layout, constants, q, X, frame, X[frame, 0, 3], X[frame, 1, 3], X[frame, 2, 3], J)


@kernel("void(int64[:, ::1], float64[:, ::1], float64[::1], float64[:, :, ::1], int64, float64[:, ::1])")
def place_and_differentiate(layout, constants, q, X, frame, J):
    """All poses into X and the Jacobian of one frame into J, in one call."""
    place_frames(layout, constants, q, X)
    frame_jacobian(layout, constants, q, X, frame, J)
