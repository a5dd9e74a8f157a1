# SPDX-License-Identifier: GPL-3.0-or-later
"""Inverse kinematics: joint positions that bring frames to their targets with all loops closed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np

from .closure import CLOSED, SOUND, closure_equations, free_columns, search, start_inside, worst
from .forward import integrate
from .model import Model
from .svd_steps import search_by_svd, target_rows
from .targets import Target, TargetTables, tables_of

METHODS = ("damped", "svd")
NULL = 1e-7
"""Singular values below this share of the largest one count as zero."""


class Status(Enum):
    """How a search ended."""

    CONVERGED = "reached"
    LIMIT = "a joint is at its limit"
    SINGULAR = "the mechanism is at a singularity"
    UNREACHABLE = "out of reach"
    LOOP_OPEN = "a loop cannot be closed"


@dataclass(frozen=True, slots=True, eq=False)
class IkResult:
    """Where the search ended."""

    q: np.ndarray
    """Joint positions, shape (nq,), [rad] or [m]."""
    status: Status
    error: float
    """Norm of the remaining target error, [m] and [rad] mixed."""
    closure: float
    """Largest remaining loop error, [m] or [rad]."""
    iterations: int
    singular_values: np.ndarray
    """Of the targets' Jacobian on motions that keep the loops closed, largest first."""

    @property
    def converged(self) -> bool:
        return self.status is Status.CONVERGED


def solve_ik(
    model: Model,
    targets: Sequence[Target],
    q_start: np.ndarray,
    *,
    method: str = "damped",
    tolerance: float = 1e-6,
    max_iterations: int = 100,
    restarts: int = 0,
    seed: int = 0,
    held: Sequence[str] = (),
    posture: np.ndarray | None = None,
) -> IkResult:
    """Find joint positions that bring frames to their targets with all loops closed and inside the limits.

    A target out of reach is no error: the nearest positions found are returned with their status.

    Args:
        model: The mechanism, numerically.
        targets: Poses to reach, in the world frame.
        q_start: Where to start, shape (nq,); the nearest solution is preferred.
        method: "damped" (fast), or "svd" (pseudo-inverse, the reference).
        tolerance: Error below which the search stops, [m] and [rad] mixed.
        max_iterations: Steps after which one search gives up.
        restarts: Further searches from random positions while none has reached the targets.
        seed: Of those random positions.
        held: Joints that stay where they are.
        posture: Positions to come near to where the targets leave a choice.
    """
    if method not in METHODS:
        raise ValueError(f"method is {method!r}; it must be one of {', '.join(METHODS)}")
    tables = tables_of(model, targets)
    run = search_by_svd if method == "svd" else search
    options: dict[str, Any] = {"held": held, "tolerance": tolerance, "max_iterations": max_iterations}
    best = finish(model, tables, run(model, tables, q_start, **options), tolerance, held)
    rng = np.random.default_rng(seed)
    for _ in range(restarts):
        if best.converged:
            break
        start = random_positions(model, rng, start_inside(model, q_start), held)
        other = finish(model, tables, run(model, tables, start, **options), tolerance, held)
        if other.converged or (other.closure <= max(best.closure, SOUND) and other.error < best.error):
            best = replace(other, iterations=best.iterations + other.iterations)
    if posture is not None and best.converged:
        best = settle(model, tables, best, np.asarray(posture, dtype=float), tolerance, held)
    return best


def finish(
    model: Model,
    tables: TargetTables,
    found: tuple[np.ndarray, np.ndarray, int],
    tolerance: float,
    held: Sequence[str],
) -> IkResult:
    """Close the loops for good, which come before targets, and say how it ended."""
    q, info, steps = found
    if model.equations and info[1] > CLOSED:
        nothing = tables_of(model, ())
        q, _, more = search(model, nothing, q, held=held, max_iterations=50)
        steps += more
    error = target_error(model, tables, q)
    values = singular_values(model, tables, q, held)
    closure = worst(model, q)
    status = status_of(model, q, error, closure, values, tolerance, at_limit=info[2] > 0)
    return IkResult(q, status, error, closure, steps, values)


def status_of(
    model: Model,
    q: np.ndarray,
    error: float,
    closure: float,
    values: np.ndarray,
    tolerance: float,
    *,
    at_limit: bool,
) -> Status:
    if closure > SOUND:
        return Status.LOOP_OPEN
    if error <= max(tolerance, 1e-12):
        return Status.CONVERGED
    if at_limit or ((q <= model.lower) | (q >= model.upper)).any():
        return Status.LIMIT
    if len(values) and values[-1] < 1e-3 * max(values[0], 1e-12):
        return Status.SINGULAR
    return Status.UNREACHABLE


def target_error(model: Model, tables: TargetTables, q: np.ndarray) -> float:
    """Norm of what the targets still miss, axes that do not count left out."""
    error, _ = target_rows(model, tables, q)
    return float(np.linalg.norm(error[tables.weights.ravel() > 0.0]))


def singular_values(model: Model, tables: TargetTables, q: np.ndarray, held: Sequence[str]) -> np.ndarray:
    """Of the targets' weighted Jacobian on motions that keep the loops closed and the held joints still."""
    weights = tables.weights.ravel()
    J = (target_rows(model, tables, q)[1] * weights[:, None])[weights > 0.0]
    basis = loop_motions(model, q, held)
    if not J.size or not basis.size:
        return np.zeros(0)
    return np.linalg.svd(J @ basis, compute_uv=False)


def loop_motions(model: Model, q: np.ndarray, held: Sequence[str] = ()) -> np.ndarray:
    """Orthonormal velocities (nv, k) that keep all loops closed and the held joints still."""
    free = np.eye(model.nv)[:, free_columns(model, held)]
    if not model.equations or not free.size:
        return free
    _, values, Vt = np.linalg.svd(closure_equations(model, q)[1] @ free)
    rank = int((values > NULL * max(values.max(initial=0.0), 1e-12)).sum())
    return free @ Vt[rank:].T


def random_positions(
    model: Model, rng: np.random.Generator, q: np.ndarray, held: Sequence[str]
) -> np.ndarray:
    """Positions anywhere inside the limits; where there are none, within a turn, or the robot's size."""
    free = free_columns(model, held)
    dq = rng.normal(size=model.nv) * free
    out = integrate(model, q, dq)
    for v in np.flatnonzero(free & (model.plain[:, 0] >= 0)):
        at, span = model.plain[v, 0], model.reach if model.plain[v, 1] else np.pi
        low = model.lower[at] if np.isfinite(model.lower[at]) else -span
        high = model.upper[at] if np.isfinite(model.upper[at]) else span
        out[at] = rng.uniform(low, max(low, high))
    return out


def settle(
    model: Model,
    tables: TargetTables,
    result: IkResult,
    posture: np.ndarray,
    tolerance: float,
    held: Sequence[str],
) -> IkResult:
    """Slide along solutions towards a posture while it comes nearer."""
    for _ in range(40):
        weights = tables.weights.ravel() > 0.0
        J = target_rows(model, tables, result.q)[1][weights]
        basis = loop_motions(model, result.q, held)
        _, values, Vt = np.linalg.svd(J @ basis)
        idle = basis @ Vt[int((values > NULL * max(values.max(initial=0.0), 1e-12)).sum()) :].T
        wish = np.zeros(model.nv)
        counts = model.plain[:, 0] >= 0
        wish[counts] = (posture - result.q)[model.plain[counts, 0]]
        step = idle @ (idle.T @ wish)
        if np.abs(step).max(initial=0.0) < 1e-6:
            break
        step *= min(1.0, 0.2 / np.abs(step).max())
        found = search(
            model, tables, integrate(model, result.q, step), held=held, tolerance=tolerance, max_iterations=30
        )
        nearer = finish(model, tables, found, tolerance, held)
        if not nearer.converged or np.linalg.norm(nearer.q - posture) >= np.linalg.norm(result.q - posture):
            break
        result = replace(nearer, iterations=result.iterations + nearer.iterations)
    return result
