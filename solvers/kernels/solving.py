# SPDX-License-Identifier: GPL-3.0-or-later
"""Inverse kinematics from first start to verdict: one target set or many. Tables as in `inverse`.

`notes` says where a search ended: target error, loop error, joints stopped at a limit, last step, status.
"""

import numpy as np

from .closure import CLOSED, SOUND
from .inverse import AT_LIMIT, LOOP_ERROR, TARGET_ERROR, evaluate, solve_damped
from .pseudo_inverse import squared_values
from .speed import kernel, prange
from .starts import scatter, sow, unwind
from .svd_steps import loops_first, solve_by_svd

DAMPED, SVD = 0, 1
STATUS = 4
NONE, CONVERGED, LIMIT, SINGULAR, UNREACHABLE, LOOP_OPEN = -1, 0, 1, 2, 3, 4
NOTES = 5
CLOSING_STEPS = 50
BRIEF = 20
"""Steps of a search while there are other starts to try."""
IDLE = 2e-7
"""Share of the cost by which a search must come nearer to a target out of reach to be worth a motion."""
FLAT = 1e-3
"""Share of the largest singular value below which the smallest one means a singularity."""

MODEL = "int64[:, ::1], float64[:, ::1], int64[:, ::1], float64[:, ::1], int64[:, ::1], int64[:, ::1]"
LIMITS = "float64, float64[::1], float64[::1], boolean[::1]"
OPTIONS = "int64, float64, int64, int64, int64, int64"


@kernel(
    "int64(float64[::1], float64[:, ::1], int64, float64[:, ::1], float64[::1], float64[::1], float64[::1],"
    " boolean[::1], float64)"
)
def judge(notes, J, equations, weights, q, lower, upper, free, tolerance):
    """The status of a search that has ended."""
    # 1. What needs no second look.
    if notes[LOOP_ERROR] > SOUND:
        return LOOP_OPEN
    if notes[TARGET_ERROR] <= max(tolerance, 1e-12):
        return CONVERGED
    for i in range(q.shape[0]):
        if q[i] <= lower[i] or q[i] >= upper[i] or notes[AT_LIMIT] > 0.0:
            return LIMIT
    # 2. How many singular values the targets' rows have on motions that keep the loops closed.
    nv, m, counted, loose = free.shape[0], J.shape[0] - equations, 0, 0
    columns, B, X = np.empty((nv, m)), np.zeros((equations, 1 + m)), np.empty((nv, 1 + m))
    held = loops_first(J, equations, free, columns, B, X)
    for t in range(weights.shape[0]):
        for k in range(6):
            counted += weights[t, k] > 0.0
    for v in range(nv):
        loose += free[v]
    count = min(counted, loose - held)
    # 3. Whether the smallest of them is next to nothing.
    if count > 0:
        squares = squared_values(columns)
        if squares[count - 1] < FLAT * FLAT * max(squares[0], 1e-24):
            return SINGULAR
    return UNREACHABLE


@kernel("boolean(float64[::1], float64[::1])")
def is_better(notes, best):
    """Whether one search ended better than another: closed loops first, then the targets."""
    if best[STATUS] == NONE or notes[STATUS] == CONVERGED:
        return True
    if (notes[STATUS] == LOOP_OPEN) != (best[STATUS] == LOOP_OPEN):
        return best[STATUS] == LOOP_OPEN
    if notes[STATUS] == LOOP_OPEN:
        return notes[LOOP_ERROR] < best[LOOP_ERROR]
    return notes[TARGET_ERROR] < best[TARGET_ERROR]


@kernel(
    "void(int64[:, ::1], float64[:, ::1], int64[:, ::1], float64[:, ::1], int64[::1], float64[:, ::1],"
    " float64[:, ::1], float64, float64[::1], float64[::1], float64[::1], float64[:, ::1])"
)
def stay(layout, constants, loops, halves, rows, poses, weights, size, start, q, notes, J):
    """Go back to the start if its loops are closed and its targets are as near as at q, but for a hair."""
    X, error, there = np.empty((layout.shape[0], 4, 4)), np.empty(J.shape[0]), np.empty(4)
    other_J = np.empty(J.shape)
    cost = evaluate(layout, constants, loops, halves, rows, poses, weights, size, q, X, error, other_J, there)
    before = evaluate(
        layout, constants, loops, halves, rows, poses, weights, size, start, X, error, other_J, there
    )
    if there[LOOP_ERROR] <= SOUND and before <= (1.0 + IDLE) * cost:
        q[:] = start
        evaluate(layout, constants, loops, halves, rows, poses, weights, 1.0, q, X, error, J, there)
        notes[TARGET_ERROR], notes[LOOP_ERROR] = there[TARGET_ERROR], there[LOOP_ERROR]


@kernel(
    f"int64({MODEL}, int64[::1], float64[:, ::1], float64[:, ::1], {LIMITS}, {OPTIONS}, float64[::1],"
    " float64[::1], float64[::1], float64[:, ::1])"
)
def solve_from(
    layout, constants, loops, halves, blocks, plain, rows, poses, weights, size, lower, upper, free,
    method, tolerance, most, equations, restarts, seed, start, q, notes, J,
):  # fmt: skip
    """Search from `start`, then from random positions until the targets are reached; returns all steps.

    Where the best search ended goes to q (nq,), notes and J (m, nv), the weighted rows there.
    """
    steps, state = 0, np.empty(3, np.int64)
    trial, trial_notes, trial_J = np.empty(q.shape[0]), np.empty(NOTES), np.empty(J.shape)
    X, error = np.empty((layout.shape[0], 4, 4)), np.empty(J.shape[0])
    boundless = np.full(q.shape[0], np.inf)
    sow(seed, state)
    notes[STATUS] = NONE
    for k in range(-1, restarts + 1):
        # 1. The start: the given one, then random ones; at last the best goes on for as long as it may.
        trial[:] = q if k == restarts and restarts else start
        again = 0 <= k < restarts
        if again:
            scatter(state, blocks, plain, size, lower, upper, free, trial)
        budget = min(most, BRIEF) if k < restarts and restarts else most
        # 2. Most random starts search as if there were no limits: many ways cross one and come back.
        heedless = again and k % 3 < 2
        low, high = (-boundless, boundless) if heedless else (lower, upper)
        if method == SVD:
            steps += solve_by_svd(
                layout, constants, loops, halves, blocks, plain, rows, poses, weights,
                low, high, free, tolerance, CLOSED, budget, equations, trial, trial_notes,
            )  # fmt: skip
        else:
            steps += solve_damped(
                layout, constants, loops, halves, blocks, plain, rows, poses, weights, size,
                low, high, free, tolerance, CLOSED, budget, equations, trial, trial_notes,
            )  # fmt: skip
        at_limit = trial_notes[AT_LIMIT]
        if heedless and not unwind(plain, lower, upper, free, trial):
            continue
        # 3. Loops come before targets: what is still open is closed without them.
        for closing in range(2):
            evaluate(
                layout, constants, loops, halves, rows, poses, weights, 1.0, trial, X, error, trial_J,
                trial_notes,
            )  # fmt: skip
            if closing or trial_notes[LOOP_ERROR] <= CLOSED:
                break
            steps += solve_damped(
                layout, constants, loops, halves, blocks, plain, rows[:0], poses[:0], weights[:0], size,
                lower, upper, free, 0.0, CLOSED, CLOSING_STEPS, equations, trial, trial_notes,
            )  # fmt: skip
        # 4. The verdict.
        trial_notes[AT_LIMIT] = at_limit
        trial_notes[STATUS] = judge(
            trial_notes, trial_J, equations, weights, trial, lower, upper, free, tolerance
        )
        if is_better(trial_notes, notes):
            q[:], notes[:] = trial, trial_notes
            J[:, :] = trial_J
        if notes[STATUS] == CONVERGED or restarts == 0:
            break
    # 5. A target that stands still out of reach leaves the mechanism still.
    if notes[STATUS] != CONVERGED:
        stay(layout, constants, loops, halves, rows, poses, weights, size, start, q, notes, J)
        notes[STATUS] = judge(notes, J, equations, weights, q, lower, upper, free, tolerance)
    return steps


@kernel(
    f"void({MODEL}, int64[::1], float64[:, :, ::1], float64[:, ::1], {LIMITS}, {OPTIONS}, float64[:, ::1],"
    " float64[:, ::1], float64[:, ::1], int64[::1])",
    parallel=True,
)
def solve_paths(
    layout, constants, loops, halves, blocks, plain, rows, poses, weights, size, lower, upper, free,
    method, tolerance, most, equations, restarts, seed, starts, Q, notes, steps,
):  # fmt: skip
    """Paths of equal length, one after the other in poses (n, targets, 12), into Q, notes and steps.

    Each path has a row of `starts`; its further targets start where the one before ended. A single target is
    a path of length one.
    """
    length = Q.shape[0] // max(starts.shape[0], 1)
    for path in prange(starts.shape[0]):
        J = np.empty((equations + 6 * rows.shape[0], free.shape[0]))
        for i in range(path * length, (path + 1) * length):
            start = starts[path] if i == path * length else Q[i - 1]
            steps[i] = solve_from(
                layout, constants, loops, halves, blocks, plain, rows, poses[i], weights,
                size, lower, upper, free, method, tolerance, most, equations, restarts, seed, start,
                Q[i], notes[i], J,
            )  # fmt: skip
