# SPDX-License-Identifier: GPL-3.0-or-later
"""Joint values as shares of their range, 0 to 100 %."""

from math import isfinite

from bpy.types import PoseBone

from ..mechanism import Joint, MechanismError
from .channels import CHANNELS
from .description import read_mechanism
from .joint_rules import limits_of


def joint_of(bone: PoseBone) -> Joint | None:
    """The joint that a bone shows; none where the bone is not ours or the description is impossible."""
    try:
        mechanism = read_mechanism(bone.id_data.data)
    except MechanismError:
        return None
    return next((joint for joint in mechanism.joints if joint.name == bone.name), None)


def range_of(joint: Joint, index: int) -> tuple[float, float] | None:
    """The limits of a coordinate, where it has both."""
    limits = limits_of(joint)
    if index >= len(limits):
        return None
    low, high = limits[index]
    return (low, high) if isfinite(low) and isfinite(high) and low < high else None


def read_share(bone: PoseBone, index: int) -> float:
    joint = joint_of(bone)
    ends = range_of(joint, index) if joint else None
    if joint is None or ends is None:
        return 0.0
    value = CHANNELS[joint.kind][index].read(bone)
    return min(100.0, max(0.0, 100.0 * (value - ends[0]) / (ends[1] - ends[0])))


def write_share(bone: PoseBone, index: int, share: float) -> None:
    joint = joint_of(bone)
    ends = range_of(joint, index) if joint else None
    if joint is not None and ends is not None:
        value = ends[0] + (ends[1] - ends[0]) * min(100.0, max(0.0, share)) / 100.0
        CHANNELS[joint.kind][index].write(bone, min(ends[1], max(ends[0], value)))
