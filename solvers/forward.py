# SPDX-License-Identifier: GPL-3.0-or-later
"""Forward kinematics: from joint positions to the poses of frames, and how they move."""

import numpy as np

from . import speed
from .kernels_plain.motion import SIMPLE
from .model import Model


def frames(model: Model, q: np.ndarray) -> np.ndarray:
    """Poses of all frames.

    Args:
        model: The mechanism, numerically.
        q: Joint positions, shape (nq,), or many of them, shape (m, nq); [rad] and [m].

    Returns:
        Poses in the world frame, shape (len(model.frame_names), 4, 4), or with m in front.
    """
    q = positions(model, q)
    count = len(model.frame_names)
    if q.ndim == 1:
        X = np.empty((count, 4, 4))
        speed.kernels.forward.place_frames(model.layout, model.constants, q, X)
        return X
    X = np.empty((len(q), count, 4, 4))
    speed.kernels.forward.place_frames_batch(model.layout, model.constants, q, X)
    return X


def frame(model: Model, q: np.ndarray, name: str) -> np.ndarray:
    """Pose of one frame, for one position (4, 4) or for many (m, 4, 4).

    Args:
        model: The mechanism, numerically.
        q: Joint positions, shape (nq,) or (m, nq); [rad] and [m].
        name: The frame.
    """
    q = positions(model, q)
    if q.ndim == 1:  # starting threads for one pose takes a thousand times as long as all poses
        return frames(model, q)[model.row(name)]
    X = np.empty((len(q), 4, 4))
    X.fill(0.0)  # memory first touched by several threads at once can take longer than all the computing
    chain, kernels = model.chain(name), speed.kernels.forward
    simple = model.layout[chain, 0].max() <= SIMPLE
    place = kernels.place_simple_batch if simple else kernels.place_one_batch
    place(model.layout, model.constants, chain, q, X)
    return X


def jacobian(model: Model, q: np.ndarray, name: str) -> np.ndarray:
    """How a frame moves with the joints.

    Velocities of spherical joints are about the joint's own axes; those of free joints are first along the
    axes of its place in the parent, then about its own.

    Args:
        model: The mechanism, numerically.
        q: Joint positions, shape (nq,) or (m, nq); [rad] and [m].
        name: The frame.

    Returns:
        Shape (6, nv), or (m, 6, nv): linear rows first, at the frame's origin, world axes.
    """
    q = positions(model, q)
    row, differentiate = model.row(name), speed.kernels.jacobian.place_and_differentiate
    X = np.empty((len(model.frame_names), 4, 4))
    if q.ndim == 1:
        J = np.empty((6, model.nv))
        differentiate(model.layout, model.constants, q, X, row, J)
        return J
    J = np.empty((len(q), 6, model.nv))
    for m in range(len(q)):
        differentiate(model.layout, model.constants, q[m], X, row, J[m])
    return J


def integrate(model: Model, q: np.ndarray, dq: np.ndarray) -> np.ndarray:
    """Positions after a step.

    Args:
        model: The mechanism, numerically.
        q: Joint positions, shape (nq,) or (m, nq).
        dq: Velocity times time, shape (nv,) or (m, nv); see `jacobian` for what its entries mean.
    """
    q = positions(model, q)
    dq = np.ascontiguousarray(dq, dtype=np.float64)
    if dq.shape != (*q.shape[:-1], model.nv):
        raise ValueError(f"dq has shape {dq.shape}; it must be {(*q.shape[:-1], model.nv)}")
    out = np.empty_like(q)
    kernels = speed.kernels.integration
    (kernels.integrate_positions if q.ndim == 1 else kernels.integrate_batch)(model.blocks, q, dq, out)
    return out


def positions(model: Model, q: np.ndarray) -> np.ndarray:
    """`q` as the kernels take it."""
    q = np.ascontiguousarray(q, dtype=np.float64)
    if q.shape[-1:] != (model.nq,) or q.ndim > 2:
        raise ValueError(f"q has shape {q.shape}; it must be ({model.nq},) or (m, {model.nq})")
    return q
