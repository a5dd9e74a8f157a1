# SPDX-License-Identifier: GPL-3.0-or-later
"""What Blender can hold: checked before anything is made, so that no half-built robot is left behind."""

import numpy as np
from bpy.types import Armature

from ..mechanism import Joint, Mechanism, MechanismError, Tool
from .channels import bone_names
from .rest import rest_poses

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
    parts: list[Joint | Tool] = [*mechanism.joints, *mechanism.tools]
    for part in parts:
        lengths = [abs(part.b), abs(part.d), abs(part.r)]
        lengths += [abs(length) for length in part.pose.position] if isinstance(part, Tool) else []
        if max(lengths) > FARTHEST:
            raise MechanismError(
                f"{type(part).__name__} {part.name!r}: has a length of {max(lengths):g} m;"
                f" up to {FARTHEST:g} m is shown"
            )
        ways += lengths
    if sum(ways) <= FARTHEST:
        return  # no frame can be farther away
    poses = rest_poses(mechanism)
    for part in parts:
        distance = np.abs(poses[part.name][1][:3, 3]).max()
        if distance > FARTHEST:
            raise MechanismError(
                f"{type(part).__name__} {part.name!r}: lies {distance:g} m from the origin;"
                f" up to {FARTHEST:g} m is shown"
            )
