# SPDX-License-Identifier: GPL-3.0-or-later
"""What Blender can hold: checked before anything is made, so that no half-built robot is left behind."""

import numpy as np
from bpy.types import Armature

from ..mechanism import Joint, Mechanism, MechanismError, Tool
from .channels import bone_names
from .rest import rest_frames

LONGEST_NAME = 63
"""Bytes of a bone's name."""
FARTHEST = 1e6
"""Metres from the robot's base; beyond that, 32 bits are coarser than a bolt."""


def check_bone_name(part: Joint | Tool, name: str, taken: set[str]) -> None:
    size = len(name.encode())
    what = type(part).__name__
    if size > LONGEST_NAME:
        raise MechanismError(
            f"{what} {part.name[:20]!r}...: its name has {size} bytes; Blender keeps {LONGEST_NAME}"
        )
    if name in taken:
        raise MechanismError(f"{what} {part.name!r}: needs a bone {name!r}, but another one has that name")
    taken.add(name)


def check_showable(mechanism: Mechanism, armature: Armature | None = None) -> None:
    """Refuse a mechanism that an armature, perhaps with bones of the user's own, cannot show."""
    taken = {bone.name for bone in armature.bones if not bone.linkwright.uid} if armature else set()
    for joint in mechanism.joints:
        for name in bone_names(joint):
            check_bone_name(joint, name, taken)
    for tool in mechanism.tools:
        check_bone_name(tool, tool.name, taken)
    check_lengths(mechanism)


def check_lengths(mechanism: Mechanism) -> None:
    """Refuse what is too far away for 32 bits."""
    ways = [abs(length) for length in mechanism.base.position]
    for joint in mechanism.joints:
        longest = max(abs(joint.b), abs(joint.d), abs(joint.r))
        if longest > FARTHEST:
            raise MechanismError(
                f"Joint {joint.name!r}: has a length of {longest:g} m; up to {FARTHEST:g} m is shown"
            )
        ways += (abs(joint.b), abs(joint.d), abs(joint.r))
    if sum(ways) <= FARTHEST:
        return  # no frame can be farther away
    for joint, X_WJ in zip(mechanism.joints, rest_frames(mechanism), strict=True):
        distance = np.abs(X_WJ[:3, 3]).max()
        if distance > FARTHEST:
            raise MechanismError(
                f"Joint {joint.name!r}: lies {distance:g} m from the origin; up to {FARTHEST:g} m is shown"
            )
