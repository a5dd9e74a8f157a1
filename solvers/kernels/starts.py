# SPDX-License-Identifier: GPL-3.0-or-later
"""Where searches start: anywhere inside the limits, the same at both speeds; and turns taken back."""

import math

from .motion import FREE, SPHERICAL
from .speed import kernel

TURN = 2.0 * math.pi
WARM_UP = 10
"""Numbers thrown away, because neighbouring seeds begin alike."""


@kernel("float64(int64[::1])")
def draw(state):
    """A random number from 0 to 1: the sum of three small generators (Wichmann and Hill)."""
    state[0] = 171 * state[0] % 30269
    state[1] = 172 * state[1] % 30307
    state[2] = 170 * state[2] % 30323
    return (state[0] / 30269.0 + state[1] / 30307.0 + state[2] / 30323.0) % 1.0


@kernel("void(int64, int64[::1])")
def sow(seed, state):
    """Begin a row of random numbers; seeds are not negative."""
    state[0], state[1], state[2] = 1 + seed % 30268, 1 + seed // 30268 % 30306, 1 + seed % 30319
    for _ in range(WARM_UP):
        draw(state)


@kernel(
    "void(int64[::1], int64[:, ::1], int64[:, ::1], float64, float64[::1], float64[::1], boolean[::1],"
    " float64[::1])"
)
def scatter(state, blocks, plain, size, lower, upper, free, q):
    """Free joints of q anywhere inside their limits, or within a turn or the robot's size without them."""
    for b in range(blocks.shape[0]):
        kind, i, v, count = blocks[b, 0], blocks[b, 1], blocks[b, 2], blocks[b, 3]
        if not free[v]:
            continue
        for k in range(count):
            span = size if plain[v + k, 1] else math.pi
            low = lower[i + k] if math.isfinite(lower[i + k]) else min(-span, upper[i + k])
            high = upper[i + k] if math.isfinite(upper[i + k]) else max(span, lower[i + k])
            # The middle more often than the ends: from there fewer searches end at a limit.
            q[i + k] = low + (high - low) * 0.5 * (draw(state) + draw(state))
        if kind in (SPHERICAL, FREE):
            tilt, first, second = draw(state), TURN * draw(state), TURN * draw(state)
            here, there = math.sqrt(1.0 - tilt), math.sqrt(tilt)
            q[i + count], q[i + count + 1] = here * math.cos(first), here * math.sin(first)
            q[i + count + 2], q[i + count + 3] = there * math.cos(second), there * math.sin(second)


@kernel("boolean(int64[:, ::1], float64[::1], float64[::1], boolean[::1], float64[::1])")
def unwind(plain, lower, upper, free, q):
    """Take back whole turns of angles that are beyond their limits; whether q is then inside."""
    inside = True
    for v in range(free.shape[0]):
        at = plain[v, 0]
        if at >= 0 and free[v]:
            if not plain[v, 1] and q[at] > upper[at]:
                q[at] -= TURN * math.ceil((q[at] - upper[at]) / TURN)
            elif not plain[v, 1] and q[at] < lower[at]:
                q[at] += TURN * math.ceil((lower[at] - q[at]) / TURN)
            inside = inside and lower[at] <= q[at] <= upper[at]
    return inside
