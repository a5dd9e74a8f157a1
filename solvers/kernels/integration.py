# SPDX-License-Identifier: GPL-3.0-or-later
"""Moving positions by a step; quaternions stay of length one."""

import math

from .motion import FREE, SPHERICAL
from .speed import kernel, prange


@kernel("void(float64[::1], int64, float64, float64, float64)")
def turn_quaternion(q, i, x, y, z):
    """Multiply the quaternion at q[i:] by a turn about its own axes, and keep its length at one."""
    angle = math.sqrt(x * x + y * y + z * z)
    half = 0.5 * angle
    s = 0.5 if angle < 1e-12 else math.sin(half) / angle
    a, b, c, d = math.cos(half), s * x, s * y, s * z
    w, u, v, t = q[i], q[i + 1], q[i + 2], q[i + 3]
    q[i] = w * a - u * b - v * c - t * d
    q[i + 1] = w * b + u * a + v * d - t * c
    q[i + 2] = w * c - u * d + v * a + t * b
    q[i + 3] = w * d + u * c - v * b + t * a
    length = math.sqrt(q[i] ** 2 + q[i + 1] ** 2 + q[i + 2] ** 2 + q[i + 3] ** 2)
    for k in range(4):
        q[i + k] /= length


@kernel("void(int64[:, ::1], float64[::1], float64[::1], float64[::1])")
def integrate_positions(blocks, q, dq, out):
    """out := q moved by dq. Rows of `blocks`: kind, first index in q and in v, number of plain entries."""
    out[:] = q
    for b in range(blocks.shape[0]):
        kind, i, v, count = blocks[b, 0], blocks[b, 1], blocks[b, 2], blocks[b, 3]
        for k in range(count):
            out[i + k] += dq[v + k]
        if kind in (SPHERICAL, FREE):
            turn_quaternion(out, i + count, dq[v + count], dq[v + count + 1], dq[v + count + 2])


@kernel("void(int64[:, ::1], float64[:, ::1], float64[:, ::1], float64[:, ::1])", parallel=True)
def integrate_batch(blocks, Q, dQ, out):
    """The same for many positions."""
    for m in prange(Q.shape[0]):
        integrate_positions(blocks, Q[m], dQ[m], out[m])
