# SPDX-License-Identifier: GPL-3.0-or-later
"""Mobility: how many ways a mechanism can move, what drives it, and what is wrong with it in words."""

from dataclasses import dataclass

import numpy as np

from .closure import close_loops, closure_jacobian
from .forward import integrate
from .model import EQUATIONS, Model

TINY = 1e-7
"""Singular values below this share of the largest one count as zero."""
TRIALS = 5
"""Closed positions that are looked at: a special one may hide a motion or show one too many."""


@dataclass(frozen=True, slots=True)
class Mobility:
    """Degrees of freedom, by the rank of the loops' equations."""

    degrees: int
    """Independent motions with all loops closed."""
    redundant: int
    """Equations that say nothing new: a planar loop has three of them."""
    driven: tuple[str, ...]
    """Joints with a motor."""
    loose: int
    """Motions that are left when all driven joints stand still."""
    conflicting: int
    """Driven coordinates that cannot be chosen freely, because others decide them."""
    advice: tuple[str, ...]
    """Sentences for the user; none where everything is as it should be."""


def mobility(model: Model, q: np.ndarray | None = None) -> Mobility:
    """Study how a mechanism can move.

    Args:
        model: The mechanism, numerically.
        q: Positions near which to look, shape (nq,); the resting place where not given.
    """
    start = close_loops(model, model.home if q is None else q)
    J = best_jacobian(model, start.q)
    rank = rank_of(J)
    driven = [joint.name for joint in model.mechanism.joints if model.mechanism.is_actuated(joint)]
    columns = driven_columns(model, driven)
    loose = int((~columns).sum()) - rank_of(J[:, ~columns])
    degrees = model.nv - rank
    conflicting = int(columns.sum()) - (degrees - loose)
    advice = [start.problem] if start.problem else []
    advice += overconstrained(model, J)
    advice += drive_advice(model, J, columns, loose, conflicting)
    return Mobility(degrees, model.equations - rank, tuple(driven), loose, conflicting, tuple(advice))


def best_jacobian(model: Model, q: np.ndarray) -> np.ndarray:
    """Jacobian of the loops at the closed position nearby where its rank is largest."""
    best = closure_jacobian(model, q)
    rng = np.random.default_rng(0)
    for _ in range(TRIALS if model.equations else 0):
        step = rng.uniform(-0.1, 0.1, model.nv) * np.where(model.plain[:, 1] == 1, model.reach, 1.0)
        other = close_loops(model, integrate(model, q, step))
        if other.closed:
            J = closure_jacobian(model, other.q)
            best = J if rank_of(J) > rank_of(best) else best
    return best


def rank_of(J: np.ndarray) -> int:
    """Rank of a matrix that may have no rows or columns."""
    if not J.size:
        return 0
    values = np.linalg.svd(J, compute_uv=False)
    return int((values > TINY * max(values[0], 1e-12)).sum())


def driven_columns(model: Model, driven: list[str]) -> np.ndarray:
    """Which velocities a motor sets, shape (nv,)."""
    columns = np.zeros(model.nv, dtype=np.bool_)
    for name in driven:
        row = model.row(name)
        first = model.layout[row, 3]
        columns[first : first + model.mechanism.joints[row].motion.nv] = True
    return columns


def overconstrained(model: Model, J: np.ndarray) -> list[str]:
    """Loops whose equations partly repeat what is said already."""
    sentences, before = [], 0
    for loop, row in zip(model.mechanism.loops, model.loops, strict=True):
        rank = rank_of(J[: row[3] + EQUATIONS[loop.kind]])
        extra = EQUATIONS[loop.kind] - (rank - before)
        if extra:
            sentences.append(f"Loop {loop.name!r} is over-constrained by {extra}")
        before = rank
    return sentences


def drive_advice(model: Model, J: np.ndarray, columns: np.ndarray, loose: int, conflicting: int) -> list[str]:
    """Motors that are missing, or too many."""
    sentences = []
    if loose:
        names = candidates(model, J, columns)
        more = "one more joint" if len(names) == 1 else f"{len(names)} more joints"
        sentences.append(f"Actuate {more}, for example {listed(names)}")
    if conflicting:
        many = "One driven coordinate is" if conflicting == 1 else f"{conflicting} driven coordinates are"
        sentences.append(f"{many} too many: the loops let the others decide")
    return sentences


def listed(names: list[str]) -> str:
    """Names in quotes, with commas and an "and" between them."""
    quoted = [repr(name) for name in names]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


def candidates(model: Model, J: np.ndarray, columns: np.ndarray) -> list[str]:
    """Passive joints that would take a loose motion each, if they were driven."""
    names, taken = [], columns.copy()
    for row, joint in enumerate(model.mechanism.joints):
        at = slice(model.layout[row, 3], model.layout[row, 3] + joint.motion.nv)
        if joint.follows is not None or not joint.motion.nv or taken[at].any():
            continue
        trial = taken.copy()
        trial[at] = True
        if (~trial).sum() - rank_of(J[:, ~trial]) < (~taken).sum() - rank_of(J[:, ~taken]):
            names.append(joint.name)
            taken = trial
    return names
