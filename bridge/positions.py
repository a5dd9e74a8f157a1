# SPDX-License-Identifier: GPL-3.0-or-later
"""Joint positions: each is one channel of its joint's bone."""

from collections.abc import Sequence

import numpy as np
from bpy.types import Object

TURN = 1
"""Index of rotation_euler about bone Y, the joint's axis."""


def read_positions(robot: Object) -> np.ndarray:
    """Joint positions as the channels say, shape (nq,), [rad]."""
    joints = robot.data.linkwright.joints
    return np.array([robot.pose.bones[joint.name].rotation_euler[TURN] for joint in joints])


def write_positions(robot: Object, q: Sequence[float] | np.ndarray) -> None:
    """Set the channels that differ from `q` [rad]."""
    for joint, value in zip(robot.data.linkwright.joints, q, strict=True):
        channels = robot.pose.bones[joint.name].rotation_euler
        if channels[TURN] != np.float32(value):
            channels[TURN] = value
