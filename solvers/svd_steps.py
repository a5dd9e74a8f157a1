# SPDX-License-Identifier: GPL-3.0-or-later
"""The reference method: steps by the pseudo-inverse of the augmented Jacobian, loops before targets."""

from collections.abc import Sequence

import numpy as np

from . import speed
from .closure import CLOSED, closure_equations, free_columns, start_inside
from .forward import frames, integrate
from .model import Model
from .targets import TargetTables

SMALLEST = 1e-4
"""Share of the largest singular value below which a direction is left alone."""
LONGEST_STEP = 0.5


def target_rows(model: Model, tables: TargetTables, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Errors (6 n,) and Jacobian (6 n, nv) of all targets, unweighted, along the targets' axes."""
    count = 6 * len(tables.rows)
    error, J = np.zeros(count), np.zeros((count, model.nv))
    equations = speed.kernels.inverse.target_equations
    X = frames(model, q)
    equations(model.layout, model.constants, q, X, tables.rows, tables.poses, 0, error, J)
    return error, J


def search_by_svd(
    model: Model,
    tables: TargetTables,
    q_start: np.ndarray,
    *,
    held: Sequence[str] = (),
    tolerance: float = 0.0,
    max_iterations: int = 100,
) -> tuple[np.ndarray, np.ndarray, int]:
    """Search as `closure.search` does, with the same results."""
    q, free = start_inside(model, q_start), free_columns(model, held)
    counts = tables.weights.ravel() > 0.0
    info = np.zeros(4)
    for step in range(max_iterations):
        loop_error, loop_J = closure_equations(model, q)
        error, J = target_rows(model, tables, q)
        info[0] = np.linalg.norm(error[counts])
        info[1] = np.abs(loop_error).max(initial=0.0)
        if info[0] <= tolerance and info[1] <= CLOSED:
            return q, info, step
        weights = tables.weights.ravel()[counts]
        dq, stopped = step_by_svd(
            model, q, free, (loop_error, loop_J), (error[counts] * weights, J[counts] * weights[:, None])
        )
        info[2], info[3] = stopped, np.abs(dq).max(initial=0.0)
        q = integrate(model, q, dq)
        if info[3] < 1e-12:
            return q, info, step + 1
    return q, info, max_iterations


def step_by_svd(
    model: Model,
    q: np.ndarray,
    free: np.ndarray,
    loops: tuple[np.ndarray, np.ndarray],
    targets: tuple[np.ndarray, np.ndarray],
) -> tuple[np.ndarray, int]:
    """One step inside the limits: joints that would cross theirs stop there, and the rest is solved again."""
    moving, dq, stopped = free.copy(), np.zeros(model.nv), 0
    low, high = room(model, q)
    for _ in range(model.nv + 1):
        done = np.where(moving, 0.0, dq)
        wanted = [(error + J @ done, J[:, moving]) for error, J in (loops, targets)]
        dq = done
        dq[moving] = prioritised(*wanted)
        dq *= min(1.0, LONGEST_STEP / max(np.abs(dq).max(initial=0.0), 1e-300))
        crossed = moving & ((dq < low) | (dq > high))
        if not crossed.any():
            break
        dq[crossed] = np.clip(dq, low, high)[crossed]
        moving &= ~crossed
        stopped += int(crossed.sum())
    return np.clip(dq, low, high), stopped


def prioritised(loops: tuple[np.ndarray, np.ndarray], targets: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Close the loops, and use what freedom is left for the targets."""
    (loop_error, loop_J), (error, J) = loops, targets
    first, null = pseudo_solve(loop_J, loop_error)
    second, _ = pseudo_solve(J @ null, error + J @ first)
    return first + null @ second


def pseudo_solve(J: np.ndarray, error: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """-J^+ error without its weakest directions, and a basis of the motions that J does not see."""
    if not J.size:
        return np.zeros(J.shape[1]), np.eye(J.shape[1])
    U, values, Vt = np.linalg.svd(J)
    rank = int((values > SMALLEST * max(values[0], 1e-12)).sum())
    solution = -Vt[:rank].T @ ((U[:, :rank].T @ error) / values[:rank])
    return solution, Vt[rank:].T


def room(model: Model, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How far each velocity may carry its coordinate, shape (nv,) each."""
    low, high = np.full(model.nv, -np.inf), np.full(model.nv, np.inf)
    counts = model.plain[:, 0] >= 0
    at = model.plain[counts, 0]
    low[counts] = np.minimum(model.lower[at] - q[at], 0.0)
    high[counts] = np.maximum(model.upper[at] - q[at], 0.0)
    return low, high
