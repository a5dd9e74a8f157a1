# SPDX-License-Identifier: GPL-3.0-or-later
"""What Blender can hold: checked before anything is made, so that no half-built robot is left behind."""

import numpy as np

from ..mechanism import Joint, Mechanism, MechanismError
from .channels import bone_names
from .rest import rest_frames

LONGEST_NAME = 63
"""Bytes of a bone's name."""
FARTHEST = 1e6
"""Metres from the robot's base; beyond that, 32 bits are coarser than a bolt."""


def check_bone_name(joint: Joint, name: str, taken: set[str]) -> None:
    size = len(name.encode())
    if size > LONGEST_NAME:
        raise MechanismError(
            f"Joint {joint.name[:20]!r}...: its name has {size} bytes; Blender keeps {LONGEST_NAME}"
        )
    if name in taken:
        raise MechanismError(f"Joint {joint.name!r}: needs a bone {name!r}, but another joint has that name")
    taken.add(name)


def check_showable(mechanism: Mechanism) -> None:
    """Refuse a mechanism that an armature cannot show."""
    taken: set[str] = set()
    for joint in mechanism.joints:
        for name in bone_names(joint):
            check_bone_name(joint, name, taken)
    for joint, X_WJ in zip(mechanism.joints, rest_frames(mechanism), strict=True):
        longest = max(abs(length) for length in (joint.b, joint.d, joint.r))
        if longest > FARTHEST:
            raise MechanismError(
                f"Joint {joint.name!r}: has a length of {longest:g} m; up to {FARTHEST:g} m is shown"
            )
        distance = np.abs(X_WJ[:3, 3]).max()
        if distance > FARTHEST:
            raise MechanismError(
                f"Joint {joint.name!r}: lies {distance:g} m from the origin; up to {FARTHEST:g} m is shown"
            )
