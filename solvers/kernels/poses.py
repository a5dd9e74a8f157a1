# SPDX-License-Identifier: GPL-3.0-or-later
"""Poses as they come from outside: whether each is one, and its rotation made exact."""

import math

from .speed import kernel

FARTHEST = 1e9
"""Largest coordinate of a pose, [m]."""
ROUNDING = 1e-4
"""How far a rotation matrix may be from one."""
SOUND, NOT_FINITE, NO_ROTATION = 0, 1, 2


@kernel("float64(float64[::1])")
def straighten(T):
    """Make the rows of a nearly exact rotation in T more so, by a step of Newton's; how far they were off."""
    worst = 0.0
    r = (T[0], T[1], T[2], T[4], T[5], T[6], T[8], T[9], T[10])
    for i in range(3):
        for j in range(3):
            T[4 * i + j] = 1.5 * r[3 * i + j]
        for k in range(3):
            dot = r[3 * i] * r[3 * k] + r[3 * i + 1] * r[3 * k + 1] + r[3 * i + 2] * r[3 * k + 2]
            worst = max(worst, abs(dot - (1.0 if i == k else 0.0)))
            for j in range(3):
                T[4 * i + j] -= 0.5 * dot * r[3 * k + j]
    return worst


@kernel("int64(float64[:, ::1], float64[::1])")
def check_pose(X, T):
    """Upper rows of X (4, 4) into T (12,) with an exact rotation; whether X is a pose."""
    for i in range(4):
        for j in range(4):
            if not math.isfinite(X[i, j]) or (j == 3 and abs(X[i, j]) > FARTHEST):
                return NOT_FINITE
            if i < 3:
                T[4 * i + j] = X[i, j]
    for i in range(3):
        for j in range(3):
            if abs(X[i, j]) > 2.0:  # whose square may be more than a number holds
                return NO_ROTATION
    a, b, c = T[5] * T[10] - T[6] * T[9], T[6] * T[8] - T[4] * T[10], T[4] * T[9] - T[5] * T[8]
    if T[0] * a + T[1] * b + T[2] * c < 0.0 or straighten(T) > ROUNDING:
        return NO_ROTATION
    straighten(T)
    straighten(T)  # each step squares what is missing: 1e-4, 1e-8, 1e-16
    return SOUND


@kernel("int64(float64[:, :, ::1], float64[:, ::1], int64[::1])")
def check_poses(X, T, wrong):
    """The same for many, until one is none: its number goes to wrong[0]. Its fault, or SOUND."""
    for i in range(X.shape[0]):
        fault = check_pose(X[i], T[i])
        if fault != SOUND:
            wrong[0] = i
            return fault
    return SOUND
