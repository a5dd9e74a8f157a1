# SPDX-License-Identifier: GPL-3.0-or-later
"""Inverse kinematics: joint positions that bring frames to their targets with all loops closed."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

import numpy as np

from . import speed
from .closure import closure_equations, free_columns, one_position, start_inside
from .forward import integrate
from .kernels_plain import solving  # type: ignore[attr-defined]
from .model import Model
from .targets import Target, TargetTables, tables_of

METHODS = {"damped": solving.DAMPED, "svd": solving.SVD}
MOST_COUNT = 1_000_000_000
SEEDS = 2**31
"""Seeds that far apart give the same random positions."""
NULL = 1e-7
"""Singular values below this share of the largest one count as zero."""


class Status(Enum):
    """How a search ended."""

    CONVERGED = "reached"
    LIMIT = "a joint is at its limit"
    SINGULAR = "the mechanism is at a singularity"
    UNREACHABLE = "out of reach"
    LOOP_OPEN = "a loop cannot be closed"


STATUSES = tuple(Status)
"""By the kernels' numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """What to search for, and how."""

    model: Model
    tables: TargetTables
    free: np.ndarray
    """Velocities that may change, shape (nv,)."""
    method: int
    tolerance: float
    max_iterations: int
    restarts: int
    seed: int

    def arguments(self) -> tuple[Any, ...]:
        """What all kernels of `solving` begin with."""
        model, tables = self.model, self.tables
        mechanism = (model.layout, model.constants, model.loops, model.halves, model.blocks, model.plain)
        limits = (model.reach, model.lower, model.upper, self.free)
        options = (
            self.method,
            self.tolerance,
            self.max_iterations,
            model.equations,
            self.restarts,
            self.seed,
        )
        return (*mechanism, tables.rows, tables.poses, tables.weights, *limits, *options)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """How the errors of loops and targets change with the joints at one place."""

    J: np.ndarray
    """Rows of the loops, in any scale, over the weighted rows of the targets, shape (m, nv)."""
    equations: int
    weights: np.ndarray
    free: np.ndarray

    def loops(self) -> np.ndarray:
        """Shape (equations, free velocities)."""
        return self.J[: self.equations, self.free]

    def targets(self) -> np.ndarray:
        """Without axes that do not count, shape (rows, free velocities)."""
        return self.J[self.equations :, self.free][self.weights.ravel() > 0.0]


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
    """Steps of all searches together."""
    rows: Rows = field(repr=False)

    @property
    def converged(self) -> bool:
        return self.status is Status.CONVERGED

    @property
    def singular_values(self) -> np.ndarray:
        """Of the targets' Jacobian on motions that keep the loops closed, largest first; computed here."""
        J = self.rows.targets() @ null_space(self.rows.loops())
        return np.linalg.svd(J, compute_uv=False) if J.size else np.zeros(0)


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
    check_options(method, tolerance, max_iterations, restarts)
    wish = None if posture is None else checked_posture(model, posture)
    tables, free = tables_of(model, targets), free_columns(model, held)
    search = Search(model, tables, free, METHODS[method], tolerance, max_iterations, restarts, seed % SEEDS)
    result = run(search, start_inside(model, q_start))
    return settle(search, result, wish) if wish is not None and result.converged else result


def check_options(method: str, tolerance: float, max_iterations: int, restarts: int) -> None:
    if method not in METHODS:
        raise ValueError(f"method is {method!r}; it must be one of {', '.join(METHODS)}")
    if not 0.0 <= tolerance < np.inf:
        raise ValueError(f"tolerance is {tolerance}; it must be finite and not negative")
    for name, count in (("max_iterations", max_iterations), ("restarts", restarts)):
        if not 0 <= count <= MOST_COUNT:
            raise ValueError(f"{name} is {count}; it must be between 0 and {MOST_COUNT}")


def checked_posture(model: Model, posture: np.ndarray) -> np.ndarray:
    """A posture to come near to, refused where it is none."""
    wish = one_position(model, posture)
    if not np.isfinite(wish).all():
        raise ValueError("posture has a number that is not finite; all of them must be")
    return wish


def run(search: Search, start: np.ndarray) -> IkResult:
    """Search from a start inside the limits, shape (nq,)."""
    model, weights = search.model, search.tables.weights
    q, notes, J = (
        np.empty(model.nq),
        np.empty(solving.NOTES),
        np.empty((model.equations + weights.size, model.nv)),
    )
    steps = speed.kernels.solving.solve_from(*search.arguments(), start, q, notes, J)
    error, closure, _, _, status = notes.tolist()
    rows = Rows(J, model.equations, weights, search.free)
    return IkResult(q, STATUSES[int(status)], error, closure, steps, rows)


def null_space(J: np.ndarray) -> np.ndarray:
    """Orthonormal columns (n, k) that J (m, n) does not see."""
    if not J.size:
        return np.eye(J.shape[1])
    _, values, Vt = np.linalg.svd(J)
    rank = int((values > NULL * max(values.max(initial=0.0), 1e-12)).sum())
    return Vt[rank:].T


def loop_motions(model: Model, q: np.ndarray, held: Sequence[str] = ()) -> np.ndarray:
    """Orthonormal velocities (nv, k) that keep all loops closed and the held joints still."""
    free = np.eye(model.nv)[:, free_columns(model, held)]
    return free @ null_space(closure_equations(model, q)[1] @ free)


def settle(search: Search, result: IkResult, posture: np.ndarray) -> IkResult:
    """Slide along solutions towards a posture while it comes nearer."""
    model, free = search.model, search.free
    closer = replace(search, method=solving.DAMPED, max_iterations=30, restarts=0)
    counts = model.plain[:, 0] >= 0
    for _ in range(40):
        basis = null_space(result.rows.loops())
        idle = basis @ null_space(result.rows.targets() @ basis)
        wish, step = np.zeros(model.nv), np.zeros(model.nv)
        wish[counts] = (posture - result.q)[model.plain[counts, 0]]
        step[free] = idle @ (idle.T @ wish[free])
        if np.abs(step).max(initial=0.0) < 1e-6:
            break
        step *= min(1.0, 0.2 / np.abs(step).max())
        nearer = run(closer, start_inside(model, integrate(model, result.q, step)))
        if not nearer.converged or np.linalg.norm(nearer.q - posture) >= np.linalg.norm(result.q - posture):
            break
        result = replace(nearer, iterations=result.iterations + nearer.iterations)
    return result
