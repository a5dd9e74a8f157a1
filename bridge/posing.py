# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole poses: set at once, with keyframes where Auto Keying asks for them."""

from math import pi

import numpy as np
from bpy.types import Context, Object

from ..mechanism import MechanismError
from ..mechanism.kinds import KINDS
from ..solvers import Model, close_loops
from .description import read_model
from .positions import joint_channels, read_positions, write_positions

TRIES = 20
"""Random poses of a mechanism with loops that are tried before we give up."""
WANDER = 0.25
"""Share of the robot's reach that a shift without limits wanders to either side."""


def model_as_shown(robot: Object) -> Model:
    """The model whose positions are those of the bones.

    Raises:
        MechanismError: The description is impossible, or bones are missing.
    """
    model = read_model(robot.data)
    if sum(1 for _ in joint_channels(robot)) != model.nq:
        raise MechanismError(f"Robot {robot.name!r} does not show its description: see the Robot panel")
    return model


def set_pose(context: Context, robot: Object, q: np.ndarray) -> bool:
    """Move all joints at once, inside their limits; whether a limit was in the way."""
    model = model_as_shown(robot)
    inside = np.clip(q, model.lower, model.upper)
    before = read_positions(robot)
    write_positions(robot, inside)
    if context.scene.tool_settings.use_keyframe_insert_auto:
        insert_keyframes(context, robot, before)
    return bool((np.abs(inside - q) > 1e-6 * (1.0 + np.abs(q))).any())


def insert_keyframes(context: Context, robot: Object, before: np.ndarray) -> None:
    """Key what has moved, as Auto Keying does."""
    available = context.preferences.edit.use_keyframe_insert_available
    options = {"INSERTKEY_AVAILABLE"} if available else set()
    for (_, bone, channel), old in zip(joint_channels(robot), before, strict=True):
        if bone is not None and channel.read(bone) != old:
            bone.keyframe_insert(channel.path, index=channel.index, options=options, group=bone.name)


def home_pose(robot: Object) -> np.ndarray:
    """Rest values of all joints, loops closed, shape (nq,)."""
    model = model_as_shown(robot)
    return close_loops(model, model.home).q if model.equations else model.home.copy()


def random_pose(robot: Object, seed: int) -> np.ndarray:
    """A pose inside the limits, loops closed, shape (nq,).

    Raises:
        MechanismError: No pose was found that closes the loops.
    """
    model, rng = model_as_shown(robot), np.random.default_rng(seed)
    if not model.equations:
        return random_positions(model, rng)
    for _ in range(TRIES):
        closure = close_loops(model, random_positions(model, rng))
        if closure.closed:
            return closure.q
    raise MechanismError(f"Robot {robot.name!r}: no random pose closes its loops; try another seed")


def random_positions(model: Model, rng: np.random.Generator) -> np.ndarray:
    q = np.empty(model.nq)
    at = 0
    for joint in (joint for joint in model.mechanism.joints if joint.follows is None):
        for label, dimension in zip(joint.motion.labels, dimensions_of(joint.kind), strict=True):
            low, high = model.lower[at], model.upper[at]
            spread = pi if dimension == "angle" else WANDER * model.reach
            q[at] = rng.normal() if label.startswith("q") else rng.uniform(*ends(low, high, spread))
            at += 1
        if "qw" in joint.motion.labels:  # four normal numbers, made one long, turn evenly in all directions
            q[at - 4 : at] /= np.linalg.norm(q[at - 4 : at])
    return q


def ends(low: float, high: float, spread: float) -> tuple[float, float]:
    """A range that is finite on both sides."""
    if np.isfinite(low) and np.isfinite(high):
        return low, high
    if np.isfinite(low):
        return low, low + 2.0 * spread
    return (high - 2.0 * spread, high) if np.isfinite(high) else (-spread, spread)


def dimensions_of(kind: str) -> tuple[str, ...]:
    """What each entry of q of a kind counts: "angle", "length", or "SI" of a quaternion."""
    motion = KINDS[kind]
    if motion.scalars:
        return motion.scalars
    return tuple("SI" if label.startswith("q") else "length" for label in motion.labels)
