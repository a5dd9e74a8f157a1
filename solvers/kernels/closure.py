# SPDX-License-Identifier: GPL-3.0-or-later
"""Closed loops: what is missing until both halves of a cut joint meet, and how that changes with the joints.

Every loop has a row in two tables. `loops` (int64): kind, rows of the links of its two halves (-1: base),
index of its first equation. `halves` (float64): the places of both halves on their links (12 entries each,
the base included where there is no link), and the advance per radian of a screw.
"""

import math

import numpy as np

from .jacobian import point_jacobian
from .motion import CYLINDRICAL, FIXED, PLANAR, PRISMATIC, REVOLUTE, SCREW, SPHERICAL, UNIVERSAL
from .rotation import rotation_vector
from .speed import kernel

LEAD = 24
WIDTH = 25
CLOSED = 1e-10
"""Error [m] and [rad] below which a loop counts as closed during a search."""
SOUND = 1e-9
"""The same at its end, for the user."""


@kernel("void(int64, float64[::1], int64, float64[:, :, ::1], float64[:, ::1])")
def place_half(link, half, start, X, F):
    """Pose of one half of a cut joint in the world, into F (3, 4)."""
    for k in range(3):
        for j in range(4):
            if link < 0:
                F[k, j] = half[start + 4 * k + j]
            else:
                F[k, j] = X[link, k, 3] if j == 3 else 0.0
                for m in range(3):
                    F[k, j] += X[link, k, m] * half[start + 4 * m + j]


@kernel("void(" + ", ".join(["float64[:, ::1]"] * 6) + ")")
def relate(F1, F2, J1, J2, R, V):
    """Second half seen from the first: pose R (3, 4), and velocity V (6, nv) along the first one's axes."""
    dx, dy, dz = F2[0, 3] - F1[0, 3], F2[1, 3] - F1[1, 3], F2[2, 3] - F1[2, 3]
    for i in range(3):
        R[i, 3] = F1[0, i] * dx + F1[1, i] * dy + F1[2, i] * dz
        for j in range(3):
            R[i, j] = F1[0, i] * F2[0, j] + F1[1, i] * F2[1, j] + F1[2, i] * F2[2, j]
    for v in range(V.shape[1]):
        wx, wy, wz = J1[3, v], J1[4, v], J1[5, v]
        x = J2[0, v] - J1[0, v] - (wy * dz - wz * dy)
        y = J2[1, v] - J1[1, v] - (wz * dx - wx * dz)
        z = J2[2, v] - J1[2, v] - (wx * dy - wy * dx)
        a, b, c = J2[3, v] - wx, J2[4, v] - wy, J2[5, v] - wz
        for i in range(3):
            V[i, v] = F1[0, i] * x + F1[1, i] * y + F1[2, i] * z
            V[3 + i, v] = F1[0, i] * a + F1[1, i] * b + F1[2, i] * c


@kernel("int64(int64, int64, int64, float64[:, ::1], float64[:, ::1], float64[::1], float64[:, ::1])")
def add_positions(row, first, last, R, V, error, J):
    """Equations: the origins meet, along the axes from `first` to before `last`."""
    for axis in range(first, last):
        error[row] = R[axis, 3]
        J[row] = V[axis]
        row += 1
    return row


@kernel("int64(int64, float64[:, ::1], float64[:, ::1], float64[::1], float64[:, ::1])")
def add_alignment(row, R, V, error, J):
    """Two equations: the z axes are parallel and point the same way."""
    a, b, c = R[0, 2], R[1, 2], R[2, 2]
    sine = math.sqrt(a * a + b * b)
    if c > 0.0:
        error[row], error[row + 1] = -b, a
        for v in range(J.shape[1]):
            J[row, v] = V[3, v] * c - V[5, v] * a
            J[row + 1, v] = V[4, v] * c - V[5, v] * b
    else:  # more than a quarter turn apart: the angle itself, which does not vanish at half a turn
        factor = math.atan2(sine, c) / sine if sine > 1e-12 else 0.0
        error[row], error[row + 1] = (-factor * b, factor * a) if factor > 0.0 else (math.pi, 0.0)
        J[row], J[row + 1] = V[3], V[4]
    return row + 2


@kernel("int64(int64, float64[:, ::1], float64[:, ::1], float64[::1], float64[:, ::1])")
def add_rotation(row, R, V, error, J):
    """Three equations: the second half is not turned against the first."""
    trace = R[0, 0] + R[1, 1] + R[2, 2]
    if trace > 1.0:
        error[row] = 0.5 * (R[2, 1] - R[1, 2])
        error[row + 1] = 0.5 * (R[0, 2] - R[2, 0])
        error[row + 2] = 0.5 * (R[1, 0] - R[0, 1])
        for i in range(3):
            for v in range(J.shape[1]):
                turned = R[i, 0] * V[3, v] + R[i, 1] * V[4, v] + R[i, 2] * V[5, v]
                J[row + i, v] = 0.5 * (trace * V[3 + i, v] - turned)
    else:
        error[row], error[row + 1], error[row + 2] = rotation_vector(R)
        for i in range(3):
            J[row + i] = V[3 + i]
    return row + 3


@kernel("int64(int64, float64, float64[:, ::1], float64[:, ::1], float64[::1], float64[:, ::1])")
def add_screw(row, lead, R, V, error, J):
    """One equation: advance and turn belong together; of all turns the nearest counts."""
    angle = math.atan2(R[1, 0] - R[0, 1], R[0, 0] + R[1, 1])
    if lead != 0.0:
        angle += 2.0 * math.pi * np.round((R[2, 3] / lead - angle) / (2.0 * math.pi))
    error[row] = R[2, 3] - lead * angle
    for v in range(J.shape[1]):
        J[row, v] = V[2, v] - lead * V[5, v]
    return row + 1


@kernel("void(int64, int64, float64, float64[:, ::1], float64[:, ::1], float64[::1], float64[:, ::1])")
def add_equations(kind, row, lead, R, V, error, J):
    """All equations of one cut joint."""
    if kind in (REVOLUTE, UNIVERSAL, SPHERICAL, FIXED):
        row = add_positions(row, 0, 3, R, V, error, J)
    elif kind in (PRISMATIC, CYLINDRICAL, SCREW):
        row = add_positions(row, 0, 2, R, V, error, J)
    else:  # PLANAR
        row = add_positions(row, 2, 3, R, V, error, J)
    if kind in (REVOLUTE, CYLINDRICAL, SCREW, PLANAR):
        row = add_alignment(row, R, V, error, J)
    elif kind in (PRISMATIC, FIXED):
        row = add_rotation(row, R, V, error, J)
    if kind == SCREW:
        add_screw(row, lead, R, V, error, J)
    elif kind == UNIVERSAL:
        error[row] = R[2, 0]
        for v in range(J.shape[1]):
            J[row, v] = V[3, v] * R[1, 0] - V[4, v] * R[0, 0]


@kernel(
    "void(int64[:, ::1], float64[:, ::1], int64[:, ::1], float64[:, ::1], float64[::1], float64[:, :, ::1],"
    " float64[::1], float64[:, ::1])"
)
def close_equations(layout, constants, loops, halves, q, X, error, J):
    """Errors (m,) and Jacobian (m, nv) of all loops, for poses X that are placed already."""
    nv = J.shape[1]
    F1, F2, R = np.empty((3, 4)), np.empty((3, 4)), np.empty((3, 4))
    J1, J2, V = np.empty((6, nv)), np.empty((6, nv)), np.empty((6, nv))
    for k in range(loops.shape[0]):
        first, second = loops[k, 1], loops[k, 2]
        place_half(first, halves[k], 0, X, F1)
        place_half(second, halves[k], 12, X, F2)
        point_jacobian(layout, constants, q, X, first, F1[0, 3], F1[1, 3], F1[2, 3], J1)
        point_jacobian(layout, constants, q, X, second, F2[0, 3], F2[1, 3], F2[2, 3], J2)
        relate(F1, F2, J1, J2, R, V)
        add_equations(loops[k, 0], loops[k, 3], halves[k, LEAD], R, V, error, J)
