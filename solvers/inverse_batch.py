# SPDX-License-Identifier: GPL-3.0-or-later
"""Inverse kinematics for many targets at once: independent ones over all cores, or a path one by one."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from . import speed
from .closure import FARTHEST, free_columns, start_inside
from .inverse import METHODS, SEEDS, STATUSES, Search, Status, check_options
from .kernels_plain import solving  # type: ignore[attr-defined]
from .model import Model
from .targets import Target, TargetTables, pose_numbers, refuse, weights_of


@dataclass(frozen=True, slots=True, eq=False)
class IkBatch:
    """Where n searches ended; one row each."""

    q: np.ndarray
    """Joint positions, shape (n, nq), [rad] or [m]."""
    converged: np.ndarray
    """Whether the targets are reached, shape (n,)."""
    status: np.ndarray
    """The `Status` of each, shape (n,)."""
    error: np.ndarray
    """Norms of the remaining target errors, shape (n,), [m] and [rad] mixed."""
    closure: np.ndarray
    """Largest remaining loop errors, shape (n,), [m] or [rad]."""
    iterations: np.ndarray
    """Steps of all searches together, shape (n,)."""


def solve_ik_batch(
    model: Model,
    targets: Sequence[Target],
    q_starts: np.ndarray,
    *,
    path: bool = False,
    method: str = "damped",
    tolerance: float = 1e-6,
    max_iterations: int = 100,
    restarts: int = 0,
    seed: int = 0,
    held: Sequence[str] = (),
) -> IkBatch:
    """Solve inverse kinematics n times, as `solve_ik` does; independent searches share the processor's cores.

    Args:
        model: The mechanism, numerically.
        targets: Their poses have shape (n, 4, 4), or (4, 4) where a frame stays at one place all the time.
        q_starts: Where to start: shape (n, nq), or (nq,) for the same start everywhere.
        path: Whether each search starts where the one before ended, the first one at `q_starts`, shape (nq,).
        method: "damped" (fast), or "svd" (pseudo-inverse, the reference).
        tolerance: Error below which a search stops, [m] and [rad] mixed.
        max_iterations: Steps after which one search gives up.
        restarts: Further searches from random positions, the same for all n, while none has succeeded.
        seed: Of those random positions.
        held: Joints that stay where they start.
    """
    check_options(method, tolerance, max_iterations, restarts)
    starts = np.asarray(q_starts, dtype=np.float64)
    count = count_of(targets, starts, path=path)
    starts = all_starts(model, starts, count, path=path)
    free = free_columns(model, held)
    tables = batch_tables(model, targets, count)
    search = Search(model, tables, free, METHODS[method], tolerance, max_iterations, restarts, seed % SEEDS)
    Q, notes = np.zeros((count, model.nq)), np.zeros((count, solving.NOTES))
    steps = np.zeros(count, dtype=np.int64)
    speed.kernels.solving.solve_paths(*search.arguments(), starts, Q, notes, steps)
    status = np.array(STATUSES, dtype=object)[notes[:, solving.STATUS].astype(np.int64)]
    return IkBatch(Q, status == Status.CONVERGED, status, notes[:, 0].copy(), notes[:, 1].copy(), steps)


def count_of(targets: Sequence[Target], starts: np.ndarray, *, path: bool) -> int:
    """How many searches there are: all that come in numbers agree on it."""
    counts = {
        f"the poses of target {t.frame!r}": np.shape(t.pose)[0] for t in targets if np.ndim(t.pose) == 3
    }
    if starts.ndim == 2 and not path:
        counts["q_starts"] = len(starts)
    if not counts:
        raise ValueError(
            "solve_ik_batch needs poses of shape (n, 4, 4) or q_starts of shape (n, nq); both are single"
        )
    if len(set(counts.values())) > 1:
        raise ValueError(
            "they differ in number: " + ", ".join(f"{name} are {n}" for name, n in counts.items())
        )
    return next(iter(counts.values()))


def all_starts(model: Model, starts: np.ndarray, count: int, *, path: bool) -> np.ndarray:
    """Starts (n, nq) inside the limits; of a path only the first one."""
    allowed = ((model.nq,),) if path else ((model.nq,), (count, model.nq))
    if starts.shape not in allowed:
        shapes = " or ".join(map(str, allowed))
        raise ValueError(f"q_starts has shape {starts.shape}; it must be {shapes}")
    if starts.ndim == 1:
        return np.tile(start_inside(model, starts), (1 if path else count, 1))
    inside = np.clip(starts, model.lower, model.upper)
    odd = ~(np.abs(starts) <= FARTHEST).all(axis=1) | (model.nq != model.nv)
    for row in np.flatnonzero(odd):
        inside[row] = start_inside(model, starts[row])
    return inside


def batch_tables(model: Model, targets: Sequence[Target], count: int) -> TargetTables:
    """Tables of all targets, their poses of shape (n, targets, 12)."""
    rows = np.array([model.row(target.frame) for target in targets], dtype=np.int64)
    weights = np.array([weights_of(target) for target in targets], dtype=np.float64).reshape(-1, 6)
    poses = np.empty((count, len(targets), 12))
    for index, target in enumerate(targets):
        poses[:, index] = checked_poses(target, count)
    return TargetTables(rows, poses, weights)


def checked_poses(target: Target, count: int) -> np.ndarray:
    """Upper rows of all poses (n, 12), or of the one that serves for all (1, 12), with exact rotations."""
    X = pose_numbers(target)
    if X.shape not in ((4, 4), (count, 4, 4)):
        raise ValueError(
            f"Target of frame {target.frame!r}: its pose has shape {X.shape}; it must be (n, 4, 4) or (4, 4)"
        )
    X = X.reshape(-1, 4, 4)
    out, wrong = np.empty((len(X), 12)), np.zeros(1, dtype=np.int64)
    fault = speed.kernels.poses.check_poses(X, out, wrong)
    refuse(target.frame, fault, f", pose {wrong[0]}" if len(X) > 1 else "")
    return out
