# SPDX-License-Identifier: GPL-3.0-or-later
"""Joint positions q to and from the channels of the bones."""

from collections.abc import Iterator, Sequence

import numpy as np
from bpy.types import Object, PoseBone

from ..solvers import Model, integrate
from .channels import CHANNELS, Channel


def joint_channels(robot: Object) -> Iterator[tuple[str, PoseBone | None, Channel]]:
    """Joint, bone (None where it was deleted) and channel of each entry of q, in the order of the model."""
    bones = robot.pose.bones if robot.pose else {}
    for joint in robot.data.linkwright.joints:
        if joint.shown_kind and not joint.shown_leader:
            bone = bones.get(joint.shown_name)
            for channel in CHANNELS[joint.shown_kind]:
                yield joint.shown_name, bone, channel


def read_positions(robot: Object) -> np.ndarray:
    """Joint positions as the channels say, shape (nq,), [rad] and [m]; zero where a bone was deleted."""
    return np.array([channel.read(bone) if bone else 0.0 for _, bone, channel in joint_channels(robot)])


def moved(model: Model, q: Sequence[float] | np.ndarray, dq: Sequence[float]) -> np.ndarray:
    """Positions after a step, brought inside the limits."""
    return np.clip(integrate(model, np.asarray(q), np.asarray(dq)), model.lower, model.upper)


def write_positions(robot: Object, q: Sequence[float] | np.ndarray) -> None:
    """Set the channels that differ from `q`."""
    for (_, bone, channel), value in zip(joint_channels(robot), q, strict=True):
        if bone is not None and channel.read(bone) != np.float32(value):
            channel.write(bone, value)
