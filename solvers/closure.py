# SPDX-License-Identifier: GPL-3.0-or-later
"""Closed loops: how far they are open, and joint positions that close them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..mechanism import MechanismError
from . import speed
from .forward import frames, integrate
from .kernels_plain.closure import CLOSED, SOUND
from .model import CODE_OF_KIND, EQUATIONS, Model
from .targets import TargetTables, tables_of

ATTEMPTS = 8
TURNING = (CODE_OF_KIND["spherical"], CODE_OF_KIND["free"])
"""Kinds of joints that have a quaternion."""
FARTHEST = 1e9
"""Coordinates beyond this are no start: nothing can be computed there, [rad] or [m]."""


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """Where closing the loops ended."""

    q: np.ndarray
    error: float
    """Largest error of any loop, [m] or [rad]."""
    iterations: int
    problem: str
    """Which loop cannot be closed and by how much, or an empty text."""

    @property
    def closed(self) -> bool:
        return not self.problem


def closure_equations(model: Model, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Errors of all loops (m,) and how they change (m, nv); rows in the order of the loops.

    Args:
        model: The mechanism, numerically.
        q: Joint positions, shape (nq,).
    """
    q = one_position(model, q)
    error, J = np.zeros(model.equations), np.zeros((model.equations, model.nv))
    equations = speed.kernels.closure.close_equations
    equations(model.layout, model.constants, model.loops, model.halves, q, frames(model, q), error, J)
    return error, J


def closure_error(model: Model, q: np.ndarray) -> np.ndarray:
    """How far each equation of the loops is from zero, shape (m,), [m] and [rad]."""
    return closure_equations(model, q)[0]


def closure_jacobian(model: Model, q: np.ndarray) -> np.ndarray:
    """How those errors change with v, shape (m, nv)."""
    return closure_equations(model, q)[1]


def close_loops(
    model: Model, q_start: np.ndarray, *, held: Sequence[str] = (), max_iterations: int = 200
) -> Closure:
    """Joint positions near `q_start` that close all loops, inside the limits.

    Args:
        model: The mechanism, numerically.
        q_start: Where to start, shape (nq,); the nearest branch is kept.
        held: Joints that stay where they are.
        max_iterations: Steps after which it gives up.
    """
    start, nothing = start_inside(model, q_start), tables_of(model, ())
    best, total = start, 0
    for attempt in range(1 + ATTEMPTS):
        q, _, steps = search(
            model, nothing, nudged(model, start, attempt, held), held=held, max_iterations=max_iterations
        )
        total += steps
        if worst(model, q) < worst(model, best) or attempt == 0:
            best = q
        if worst(model, best) <= SOUND:
            break
    return Closure(best, worst(model, best), total, describe_loops(model, closure_error(model, best)))


def nudged(model: Model, q: np.ndarray, attempt: int, held: Sequence[str]) -> np.ndarray:
    """The start itself, then starts ever farther from it: bars in one line pull nowhere."""
    if attempt == 0:
        return q
    rng = np.random.default_rng(attempt)
    size = 0.02 * 2.0 ** (attempt - 1)
    lengths = np.where(model.plain[:, 1] == 1, model.reach, 1.0)
    step = rng.uniform(-size, size, model.nv) * lengths * free_columns(model, held)
    return np.clip(integrate(model, q, step), model.lower, model.upper)


def worst(model: Model, q: np.ndarray) -> float:
    """Largest error of any loop, [m] or [rad]."""
    return float(np.abs(closure_error(model, q)).max(initial=0.0))


def search(
    model: Model,
    tables: TargetTables,
    q_start: np.ndarray,
    *,
    held: Sequence[str] = (),
    tolerance: float = 0.0,
    max_iterations: int = 100,
) -> tuple[np.ndarray, np.ndarray, int]:
    """Run the damped kernel from a start that is brought inside the limits; q, its notes, and the steps."""
    q = start_inside(model, q_start)
    info = np.zeros(4)
    steps = speed.kernels.inverse.solve_damped(
        model.layout,
        model.constants,
        model.loops,
        model.halves,
        model.blocks,
        model.plain,
        tables.rows,
        tables.poses,
        tables.weights,
        model.reach,
        model.lower,
        model.upper,
        free_columns(model, held),
        tolerance,
        CLOSED,
        max_iterations,
        model.equations,
        q,
        info,
    )
    return q, info, int(steps)


def start_inside(model: Model, q_start: np.ndarray) -> np.ndarray:
    """A copy of the start inside the limits; entries and quaternions that mean nothing are those of home."""
    q = np.array(one_position(model, q_start))
    q = np.where(np.abs(q) <= FARTHEST, q, model.home)
    if model.nq != model.nv:
        for at in quaternions(model):
            length = np.linalg.norm(q[at])
            if abs(length - 1.0) > 1e-12:  # what is a rotation already stays the same to the last bit
                q[at] = q[at] / length if length > 1e-9 else model.home[at]
    return np.minimum(np.maximum(q, model.lower), model.upper)


def one_position(model: Model, q: np.ndarray) -> np.ndarray:
    """`q` as the kernels take it, refused where it is not just one."""
    try:
        q = np.ascontiguousarray(q, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"q is {q!r}; it must be {model.nq} numbers") from error
    if q.shape != (model.nq,):
        raise ValueError(f"q has shape {q.shape}; it must be ({model.nq},)")
    return q


def quaternions(model: Model) -> list[slice]:
    """Where the quaternions are in q."""
    return [slice(at + count, at + count + 4) for kind, at, _, count in model.blocks if kind in TURNING]


def free_columns(model: Model, held: Sequence[str]) -> np.ndarray:
    """Which velocities may change, shape (nv,)."""
    free = np.ones(model.nv, dtype=np.bool_)
    for name in held:
        row = model.row(name)
        if row >= len(model.mechanism.joints):
            raise MechanismError(f"{name!r} is a tool and cannot be held; a joint can")
        free[model.layout[row, 3] : model.layout[row, 3] + model.mechanism.joints[row].motion.nv] = False
    return free


def describe_loops(model: Model, error: np.ndarray) -> str:
    """Which loops are open, and by how much, in words."""
    sentences = []
    for loop, row in zip(model.mechanism.loops, model.loops, strict=True):
        part = np.abs(error[row[3] : row[3] + EQUATIONS[loop.kind]])
        if part.max() > SOUND:
            sentences.append(f"Loop {loop.name!r} cannot be closed: {amount(part, loop.kind)} are missing")
    return "; ".join(sentences)


def amount(part: np.ndarray, kind: str) -> str:
    """The distance, or the angle where only that is missing."""
    lengths = {"prismatic": 2, "cylindrical": 2, "screw": 2, "planar": 1}.get(kind, 3)
    distance, angle = float(np.linalg.norm(part[:lengths])), float(np.abs(part[lengths:]).max(initial=0.0))
    if distance >= angle:
        return f"{1000.0 * distance:.4g} mm"
    return f"{np.degrees(angle):.4g} degrees"
