# SPDX-License-Identifier: GPL-3.0-or-later
"""Inverse kinematics: damped steps that keep loops closed and joints inside their limits.

Targets have a row in three tables: `rows` (frames), `poses` (12 entries of where the frame shall be),
`weights` (position x, y, z and rotation x, y, z along the target's own axes; zero leaves one free).
"""

import math

import numpy as np

from .closure import close_equations
from .forward import place_frames
from .integration import integrate_positions
from .jacobian import frame_jacobian
from .rotation import rotation_vector
from .speed import kernel

LOOP_WEIGHT = 30.0
"""How much more an open loop counts than a missed target, until both are met."""
LONGEST_STEP = 0.5
"""Largest step of a coordinate, [rad] or a share of the robot's size: other branches are farther away."""
LEAST_DAMPING, MOST_DAMPING = 1e-9, 1e9
TARGET_ERROR, LOOP_ERROR, AT_LIMIT, STEP = 0, 1, 2, 3


@kernel(
    "void(int64[:, ::1], float64[:, ::1], float64[::1], float64[:, :, ::1], int64[::1], float64[:, ::1],"
    " int64, float64[::1], float64[:, ::1])"
)
def target_equations(layout, constants, q, X, rows, poses, start, error, J):
    """Errors and Jacobian of all targets, six rows each from row `start` on, along the targets' axes."""
    R = np.empty((3, 4))
    for t in range(rows.shape[0]):
        frame, T, first = rows[t], poses[t], start + 6 * t
        for i in range(3):
            error[first + i] = 0.0
            for k in range(3):
                error[first + i] += T[4 * k + i] * (X[frame, k, 3] - T[4 * k + 3])
            for j in range(3):
                R[i, j] = T[i] * X[frame, 0, j] + T[4 + i] * X[frame, 1, j] + T[8 + i] * X[frame, 2, j]
        error[first + 3], error[first + 4], error[first + 5] = rotation_vector(R)
        frame_jacobian(layout, constants, q, X, frame, J[first : first + 6])
        for part in (first, first + 3):
            for v in range(J.shape[1]):
                x, y, z = J[part, v], J[part + 1, v], J[part + 2, v]
                for i in range(3):
                    J[part + i, v] = T[i] * x + T[4 + i] * y + T[8 + i] * z


@kernel("float64(float64[::1], float64[:, ::1], int64, float64[:, ::1], float64, float64[::1])")
def weigh(error, J, equations, weights, size, info):
    """Weigh rows in place, lengths as shares of the size; half their squares' sum. Raw errors go to info."""
    worst, missed, cost = 0.0, 0.0, 0.0
    for row in range(equations):
        worst = max(worst, abs(error[row]))
        error[row] *= LOOP_WEIGHT
        cost += 0.5 * error[row] ** 2
        J[row] *= LOOP_WEIGHT
    for t in range(weights.shape[0]):
        for k in range(6):
            row, weight = equations + 6 * t + k, weights[t, k]
            if weight > 0.0:
                missed += error[row] ** 2
            if k < 3:
                weight /= size
            error[row] *= weight
            cost += 0.5 * error[row] ** 2
            for v in range(J.shape[1]):
                J[row, v] *= weight
    info[TARGET_ERROR], info[LOOP_ERROR] = math.sqrt(missed), worst
    return cost


@kernel("boolean(float64[:, ::1], float64[::1], int64)")
def solve_positive(H, b, n):
    """Solve H x = b in place by Cholesky's factors, for the leading n rows; False where H is not positive."""
    for i in range(n):
        for j in range(i + 1):
            total = H[i, j]
            for k in range(j):
                total -= H[i, k] * H[j, k]
            if i == j:
                if total <= 0.0:
                    return False
                H[i, i] = math.sqrt(total)
            else:
                H[i, j] = total / H[j, j]
    for i in range(n):
        total = b[i]
        for k in range(i):
            total -= H[i, k] * b[k]
        b[i] = total / H[i, i]
    for i in range(n - 1, -1, -1):
        total = b[i]
        for k in range(i + 1, n):
            total -= H[k, i] * b[k]
        b[i] = total / H[i, i]
    return True


@kernel(
    "int64(float64[:, ::1], float64[::1], float64, float64, float64[::1], float64[::1], float64[::1],"
    " int64[:, ::1], boolean[::1], float64[::1], float64[:, ::1], float64[::1], int64[::1], boolean[::1])"
)
def step_inside(H, g, damping, size, q, lower, upper, plain, free, dq, A, b, index, moving):
    """Damped step inside the limits: joints that would cross theirs stop there, the others make up for it.

    Returns how many joints stop at a limit, or -1 where no step could be found. A, b, index and moving are
    room to work in.
    """
    nv, stopped = g.shape[0], 0
    # A joint at its limit that the errors push outwards stays there: finding that out later costs a round.
    for v in range(nv):
        at = plain[v, 0]
        pushed = at >= 0 and ((g[v] < 0.0 and q[at] >= upper[at]) or (g[v] > 0.0 and q[at] <= lower[at]))
        moving[v] = free[v] and not pushed
        stopped += free[v] and pushed
        dq[v] = 0.0
    for _ in range(nv + 1):
        n = 0
        for v in range(nv):
            if moving[v]:
                index[n] = v
                n += 1
        for i in range(n):
            v = index[i]
            total = -g[v]
            for u in range(nv):
                if not moving[u]:
                    total -= H[v, u] * dq[u]
            b[i] = total
            for j in range(i + 1):
                A[i, j] = H[v, index[j]]
            A[i, i] += damping / (size * size) if plain[v, 1] else damping
        if n and not solve_positive(A, b, n):
            return -1
        crossed = 0
        for i in range(n):
            v = index[i]
            dq[v] = b[i]
            at = plain[v, 0]
            if at >= 0:
                low, high = min(lower[at] - q[at], 0.0), max(upper[at] - q[at], 0.0)
                if b[i] < low or b[i] > high:
                    dq[v] = low if b[i] < low else high
                    moving[v] = False
                    crossed += 1
        if crossed == 0:
            break
        stopped += crossed
    return stopped


@kernel("float64(float64[::1], int64[:, ::1], float64)")
def shorten(dq, plain, size):
    """Scale a step down to the longest one allowed; its length in [rad] and shares of the size."""
    longest = 0.0
    for v in range(dq.shape[0]):
        longest = max(longest, abs(dq[v]) / (size if plain[v, 1] else 1.0))
    if longest > LONGEST_STEP:
        for v in range(dq.shape[0]):
            dq[v] *= LONGEST_STEP / longest
        return LONGEST_STEP
    return longest


@kernel(
    "float64(int64[:, ::1], float64[:, ::1], int64[:, ::1], float64[:, ::1], int64[::1], float64[:, ::1],"
    " float64[:, ::1], float64, float64[::1], float64[:, :, ::1], float64[::1], float64[:, ::1],"
    " float64[::1])"
)
def evaluate(layout, constants, loops, halves, rows, poses, weights, size, q, X, error, J, info):
    """Place all frames; weighted errors and Jacobian, loops first; the cost."""
    equations = error.shape[0] - 6 * rows.shape[0]
    place_frames(layout, constants, q, X)
    if equations:
        close_equations(layout, constants, loops, halves, q, X, error, J)
    target_equations(layout, constants, q, X, rows, poses, equations, error, J)
    return weigh(error, J, equations, weights, size, info)


@kernel("void(float64[:, ::1], float64[::1], float64[:, ::1], float64[::1])")
def normal_equations(J, error, H, g):
    """H := J' J, g := J' error."""
    g[:] = 0.0
    H[:] = 0.0
    for row in range(J.shape[0]):
        for v in range(J.shape[1]):
            a = J[row, v]
            if a != 0.0:
                g[v] += a * error[row]
                for u in range(v + 1):
                    H[v, u] += a * J[row, u]
    for v in range(J.shape[1]):
        for u in range(v):
            H[u, v] = H[v, u]


@kernel(
    "int64(int64[:, ::1], float64[:, ::1], int64[:, ::1], float64[:, ::1], int64[:, ::1], int64[:, ::1],"
    " int64[::1], float64[:, ::1], float64[:, ::1], float64, float64[::1], float64[::1], boolean[::1],"
    " float64, float64, int64, int64, float64[::1], float64[::1])"
)
def solve_damped(
    layout, constants, loops, halves, blocks, plain, rows, poses, weights, size,
    lower, upper, free, tolerance, loop_tolerance, most, equations, q, info,
):  # fmt: skip
    """Move q until targets are met and loops are closed, or nothing gets better; returns the number of steps.

    Damping is in proportion to the error, so that nothing shakes at a target that cannot be reached, and
    grows where a step fails.
    """
    nv, m = free.shape[0], equations + 6 * rows.shape[0]
    X = np.empty((layout.shape[0], 4, 4))
    error, J, H, g = np.empty(m), np.empty((m, nv)), np.empty((nv, nv)), np.empty(nv)
    new_error, new_J, new_info = np.empty(m), np.empty((m, nv)), np.empty(4)
    dq, trial = np.empty(nv), np.empty(q.shape[0])
    A, b, index, moving = np.empty((nv, nv)), np.empty(nv), np.empty(nv, np.int64), np.empty(nv, np.bool_)
    cost = evaluate(layout, constants, loops, halves, rows, poses, weights, size, q, X, error, J, info)
    info[AT_LIMIT], info[STEP] = 0.0, 0.0
    factor, fresh, idle = 1e-2, True, 0
    for step in range(most):
        if info[TARGET_ERROR] <= tolerance and info[LOOP_ERROR] <= loop_tolerance:
            return step
        if fresh:
            normal_equations(J, error, H, g)
        damping = factor * 2.0 * cost + 1e-12
        stopped = step_inside(H, g, damping, size, q, lower, upper, plain, free, dq, A, b, index, moving)
        if stopped < 0:
            factor, fresh = factor * 10.0 + LEAST_DAMPING, False
            if factor > MOST_DAMPING:
                return step
            continue
        length = shorten(dq, plain, size)
        integrate_positions(blocks, q, dq, trial)
        new_cost = evaluate(
            layout, constants, loops, halves, rows, poses, weights, size, trial, X, new_error, new_J, new_info
        )
        fresh = new_cost < cost
        if not fresh:
            factor = max(factor * 8.0, LEAST_DAMPING)
            if factor > MOST_DAMPING or length < 1e-12:
                return step
            continue
        idle = idle + 1 if cost - new_cost < 1e-9 * cost else 0
        cost = new_cost
        q[:] = trial
        error, new_error = new_error, error
        J, new_J = new_J, J
        info[TARGET_ERROR], info[LOOP_ERROR] = new_info[TARGET_ERROR], new_info[LOOP_ERROR]
        info[AT_LIMIT], info[STEP] = stopped, length
        factor = max(factor * 0.25, LEAST_DAMPING)
        if idle >= 3 or length < 1e-12:
            return step + 1
    return most
