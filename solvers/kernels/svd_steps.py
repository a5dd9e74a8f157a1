# SPDX-License-Identifier: GPL-3.0-or-later
"""Inverse kinematics: steps by the pseudo-inverse, loops before targets. Tables as in `inverse`."""

import math

import numpy as np

from .integration import integrate_positions
from .inverse import AT_LIMIT, LOOP_ERROR, STEP, TARGET_ERROR, evaluate, shorten
from .pseudo_inverse import TINY, pseudo_solve
from .speed import kernel

WEAK = 1e-3
"""Share of the targets' own Jacobian: what the loops leave of it is judged by at least this much."""


@kernel("int64(float64[:, ::1], int64, boolean[::1], float64[:, ::1], float64[:, ::1], float64[:, ::1])")
def loops_first(J, equations, moving, columns, B, X):
    """What the loops leave to the targets; returns in how many directions the loops hold the joints.

    `columns` (nv, targets' rows) becomes the targets' Jacobian on motions that keep the loops as they are,
    the first column of X (nv, 1 + targets' rows) the motion that brings about the first column of B.
    """
    nv, m = columns.shape
    A = np.zeros((nv, equations))
    for v in range(nv):
        for row in range(m):
            columns[v, row] = J[equations + row, v] if moving[v] else 0.0
        if moving[v]:
            for row in range(equations):
                A[v, row] = J[row, v]
    if equations == 0:
        X[:] = 0.0
        return 0
    for row in range(equations):
        for c in range(m):
            B[row, 1 + c] = 0.0
        for v in range(nv):
            a = A[v, row]
            if a != 0.0:
                for c in range(m):
                    B[row, 1 + c] += a * columns[v, c]
    held = pseudo_solve(A, TINY, B, X)
    for v in range(nv):
        for c in range(m):
            columns[v, c] -= X[v, 1 + c]
    return held


@kernel("void(float64[::1], float64[:, ::1], int64, boolean[::1], float64[::1])")
def pseudo_step(error, J, equations, moving, dq):
    """Moving entries of dq := the step that closes the loops and uses what is left for the targets."""
    nv, m = dq.shape[0], error.shape[0] - equations
    columns, B, X = np.empty((nv, m)), np.empty((equations, 1 + m)), np.empty((nv, 1 + m))
    wanted, Y = np.empty((m, 1)), np.empty((nv, 1))
    # 1. What the joints that do not move have done already counts as error.
    for row in range(equations + m):
        total = -error[row]
        for v in range(nv):
            if not moving[v]:
                total -= J[row, v] * dq[v]
        if row < equations:
            B[row, 0] = total
        else:
            wanted[row - equations, 0] = total
    # 2. The loops, then the targets on what is left.
    loops_first(J, equations, moving, columns, B, X)
    floor = 0.0
    for row in range(m):
        square = 0.0
        for v in range(nv):
            if moving[v]:
                wanted[row, 0] -= J[equations + row, v] * X[v, 0]
                square += J[equations + row, v] ** 2
        floor = max(floor, square)
    pseudo_solve(columns, max(TINY, WEAK * math.sqrt(floor)) if equations else TINY, wanted, Y)
    for v in range(nv):
        if moving[v]:
            step = X[v, 0] + Y[v, 0]
            dq[v] = step if math.isfinite(step) else 0.0


@kernel(
    "int64(float64[::1], float64[:, ::1], int64, float64[::1], float64[::1], float64[::1], int64[:, ::1],"
    " boolean[::1], float64[::1])"
)
def pseudo_step_inside(error, J, equations, q, lower, upper, plain, free, dq):
    """The same inside the limits: joints that would cross theirs stop there, and the rest is solved again.

    Returns how many joints stop at a limit.
    """
    nv, stopped = dq.shape[0], 0
    moving = free.copy()
    dq[:] = 0.0
    for _ in range(nv + 1):
        pseudo_step(error, J, equations, moving, dq)
        shorten(dq, plain, 1.0)
        crossed = 0
        for v in range(nv):
            at = plain[v, 0]
            if at >= 0 and moving[v]:
                inside = min(max(dq[v], min(lower[at] - q[at], 0.0)), max(upper[at] - q[at], 0.0))
                if inside != dq[v]:
                    dq[v] = inside
                    moving[v] = False
                    crossed += 1
        stopped += crossed
        if crossed == 0:
            break
    return stopped


@kernel(
    "int64(int64[:, ::1], float64[:, ::1], int64[:, ::1], float64[:, ::1], int64[:, ::1], int64[:, ::1],"
    " int64[::1], float64[:, ::1], float64[:, ::1], float64[::1], float64[::1], boolean[::1],"
    " float64, float64, int64, int64, float64[::1], float64[::1])"
)
def solve_by_svd(
    layout, constants, loops, halves, blocks, plain, rows, poses, weights,
    lower, upper, free, tolerance, loop_tolerance, most, equations, q, info,
):  # fmt: skip
    """Move q until targets are met and loops are closed, or no step is left; returns the number of steps."""
    nv, m = free.shape[0], equations + 6 * rows.shape[0]
    X, error, J = np.empty((layout.shape[0], 4, 4)), np.empty(m), np.empty((m, nv))
    dq, moved = np.empty(nv), np.empty(q.shape[0])
    info[AT_LIMIT], info[STEP] = 0.0, 0.0
    for step in range(most):
        evaluate(layout, constants, loops, halves, rows, poses, weights, 1.0, q, X, error, J, info)
        if info[TARGET_ERROR] <= tolerance and info[LOOP_ERROR] <= loop_tolerance:
            return step
        info[AT_LIMIT] = pseudo_step_inside(error, J, equations, q, lower, upper, plain, free, dq)
        info[STEP] = 0.0
        for v in range(nv):
            info[STEP] = max(info[STEP], abs(dq[v]))
        integrate_positions(blocks, q, dq, moved)
        q[:] = moved
        if info[STEP] < 1e-12:
            return step + 1
    return most
