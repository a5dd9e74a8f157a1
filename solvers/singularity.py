# SPDX-License-Identifier: GPL-3.0-or-later
"""Singularities: how near one is, what is lost there, and the configurations on each side of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .closure import one_position
from .forward import integrate
from .inverse import loop_motions, solve_ik
from .model import Model
from .svd_steps import target_rows
from .targets import Target, tables_of

DISTANCES = (0.2, 0.5, 1.0, 1.6, 2.3, np.pi)
"""How far from here to look for other configurations, [rad] of the coordinate that moves most."""
SAME = 0.02
"""Difference of coordinates below which two configurations are one."""


@dataclass(frozen=True, slots=True, eq=False)
class Singularity:
    """One direction of the targets, and how easily it is reached."""

    value: float
    """Singular value: zero at the singularity."""
    task: np.ndarray
    """Direction that becomes impossible: one entry for each row of the targets that counts."""
    joints: np.ndarray
    """Motion of the joints, shape (nv,), that makes it and grows beyond all bounds."""
    leader: str
    """Coordinate that moves most in it."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """A configuration that meets the same targets."""

    q: np.ndarray
    flips: tuple[str, ...]
    """What is different from here, in words; empty for the configuration one is in."""


def singularities(
    model: Model, targets: Sequence[Target], q: np.ndarray, *, held: Sequence[str] = ()
) -> list[Singularity]:
    """All directions of the targets, the one nearest to a singularity first.

    Args:
        model: The mechanism, numerically.
        targets: What it follows.
        q: Joint positions, shape (nq,), with loops closed.
        held: Joints that stand still.
    """
    q, tables = one_position(model, q), tables_of(model, targets)
    weights = tables.weights.ravel()
    J = (target_rows(model, tables, q)[1] * weights[:, None])[weights > 0.0]
    basis = loop_motions(model, q, held)
    if not J.size or not basis.size:
        return []
    U, values, Vt = np.linalg.svd(J @ basis, full_matrices=False)
    labels = velocity_labels(model)
    found = []
    for index in reversed(range(len(values))):
        motion = basis @ Vt[index]
        leader = labels[int(np.abs(motion).argmax())]
        found.append(Singularity(float(values[index]), U[:, index], motion, leader))
    return found


def manipulability(model: Model, targets: Sequence[Target], q: np.ndarray) -> float:
    """Product of the singular values: zero at every singularity."""
    return float(np.prod([direction.value for direction in singularities(model, targets, q)]))


def sides(model: Model, targets: Sequence[Target], q: np.ndarray, *, held: Sequence[str] = ()) -> list[Side]:
    """Configurations that meet the same targets on each side of the nearest singularity, this one first.

    Args:
        model: The mechanism, numerically.
        targets: What it follows; met at q.
        q: Joint positions near the singularity, shape (nq,).
        held: Joints that stand still.
    """
    here = solve_ik(model, targets, q, held=held).q
    found = [Side(here, ())]
    for direction in singularities(model, targets, here, held=held)[:2]:
        motion = direction.joints / max(np.abs(direction.joints).max(), 1e-12)
        for distance in DISTANCES:
            for sign in (1.0, -1.0):
                start = integrate(model, here, sign * distance * motion)
                other = solve_ik(model, targets, start, held=held)
                if other.converged and all(differs(model, other.q, side.q) for side in found):
                    found.append(Side(other.q, flips(model, here, other.q)))
    return found


def differs(model: Model, first: np.ndarray, second: np.ndarray) -> bool:
    return bool(np.abs(difference(model, first, second)).max(initial=0.0) > SAME)


def difference(model: Model, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """From the first to the second, turns counted the short way, lengths as shares of the reach; (nv,)."""
    out = np.zeros(model.nv)
    counts = model.plain[:, 0] >= 0
    at, lengths = model.plain[counts, 0], model.plain[counts, 1] == 1
    change = second[at] - first[at]
    turns = (change + np.pi) % (2.0 * np.pi) - np.pi
    out[counts] = np.where(lengths, change / model.reach, turns)
    return out


def flips(model: Model, here: np.ndarray, there: np.ndarray) -> tuple[str, ...]:
    """The coordinates that are on the other side of zero, or half a turn away, in words."""
    sentences = []
    labels = velocity_labels(model)
    for v, change in enumerate(difference(model, here, there)):
        if abs(change) > SAME:
            at = model.plain[v, 0]
            if model.plain[v, 1]:
                sentences.append(f"{labels[v]} from {1000 * here[at]:.0f} to {1000 * there[at]:.0f} mm")
            else:
                before, after = np.degrees(here[at]), np.degrees(there[at])
                sentences.append(f"{labels[v]} from {before:.0f} to {after:.0f} degrees")
    return tuple(sentences)


def velocity_labels(model: Model) -> list[str]:
    """A name for each velocity: of the coordinate that it moves, or of its joint."""
    labels = ["" for _ in range(model.nv)]
    for row, joint in enumerate(model.mechanism.joints):
        if joint.follows is None:
            first = int(model.layout[row, 3])
            for index in range(joint.motion.nv):
                at = model.plain[first + index, 0]
                labels[first + index] = model.names[at] if at >= 0 else joint.name
    return labels
