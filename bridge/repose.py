# SPDX-License-Identifier: GPL-3.0-or-later
"""Channels only: whatever moved a joint, it ends inside its limits."""

from math import inf

import numpy as np
from bpy.types import Object

from ..mechanism import Mechanism, MechanismError
from .description import read_mechanism
from .positions import joint_channels, read_positions, write_positions
from .quiet import quietly


def repose(robot: Object) -> None:
    """Bring joints that went beyond a limit back to it; drivers are left to the bone's own constraint."""
    description = robot.data.linkwright
    if robot.library or description.stamp != description.shown_stamp:
        return  # the channels are those of an earlier description
    try:
        lower, upper = limits_of_all(read_mechanism(robot.data))
    except MechanismError:
        return  # the last good robot stays as it is; the panel says why
    q = read_positions(robot)
    if q.shape != lower.shape:
        return  # a bone came or went: the next rebuild has not seen it yet
    inside = np.clip(q, lower, upper)
    off = np.abs(inside - q) > 1e-6 * (1.0 + np.abs(q))
    if not off.any():
        return
    with quietly():
        write_positions(robot, np.where(off & ~driven_entries(robot), inside, q))


def limits_of_all(mechanism: Mechanism) -> tuple[np.ndarray, np.ndarray]:
    """Ends of every entry of q, shape (nq,) each; quaternions have none."""
    lower: list[float] = []
    upper: list[float] = []
    for joint in mechanism.joints:
        if joint.follows is None:
            free = joint.motion.nq
            lower += joint.lower or (-inf,) * free
            upper += joint.upper or (inf,) * free
    return np.array(lower), np.array(upper)


def driven_entries(robot: Object) -> np.ndarray:
    """Which entries of q a driver decides on, shape (nq,)."""
    drivers = robot.animation_data.drivers if robot.animation_data else ()
    paths = {(curve.data_path, curve.array_index) for curve in drivers}
    return np.array(
        [
            bone is not None and (bone.path_from_id(channel.path), channel.index) in paths
            for _, bone, channel in joint_channels(robot)
        ],
        dtype=bool,
    )
