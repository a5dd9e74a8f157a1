# SPDX-License-Identifier: GPL-3.0-or-later
"""Rotation matrices: how far one is from another."""

import math

from .speed import kernel

STRAIGHT = 1e-9
"""Sine below which an axis can no longer be read off the skew part."""


@kernel("UniTuple(float64, 3)(float64[:, ::1])")
def rotation_vector(R):
    """Axis times angle of a rotation (the upper left of R), up to half a turn."""
    x, y, z = 0.5 * (R[2, 1] - R[1, 2]), 0.5 * (R[0, 2] - R[2, 0]), 0.5 * (R[1, 0] - R[0, 1])
    sine = math.sqrt(x * x + y * y + z * z)
    cosine = 0.5 * (R[0, 0] + R[1, 1] + R[2, 2] - 1.0)
    if sine > STRAIGHT:
        factor = math.atan2(sine, cosine) / sine
        return factor * x, factor * y, factor * z
    if cosine > 0.0:
        return x, y, z
    # Half a turn: R + 1 is twice the axis times itself; its largest column is the axis.
    k = 0
    for candidate in range(1, 3):
        if R[candidate, candidate] > R[k, k]:
            k = candidate
    a, b, c = R[0, k], R[1, k], R[2, k]
    if k == 0:
        a += 1.0
    elif k == 1:
        b += 1.0
    else:
        c += 1.0
    factor = math.pi / math.sqrt(a * a + b * b + c * c)
    return factor * a, factor * b, factor * c
