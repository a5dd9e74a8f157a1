# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames as the bones show them now, without solving anything."""

from collections.abc import Iterator

import numpy as np
from bpy.types import Object

from ..mechanism import MechanismError
from ..mechanism.placement import pose_matrix
from .axes import X_BJ
from .description import read_mechanism


def frame_names(robot: Object) -> Iterator[str]:
    """Joints, then tools."""
    description = robot.data.linkwright
    yield from (joint.name for joint in description.joints)
    yield from (tool.name for tool in description.tools)


def shown_frame(robot: Object, name: str) -> np.ndarray | None:
    """Pose of a joint's or tool's frame in the armature, shape (4, 4); None where it has no bone."""
    bone = robot.pose.bones.get(name) if robot.pose else None
    return None if bone is None else np.array(bone.matrix) @ X_BJ


def base_frame(robot: Object) -> np.ndarray | None:
    """Pose of the base in the armature, shape (4, 4); None while the description is impossible."""
    try:
        return pose_matrix(read_mechanism(robot.data).base)
    except MechanismError:  # the panels say why
        return None


def frame_size(robot: Object, name: str) -> float:
    """A length that suits a joint, in the armature's [m]: its bone's."""
    bone = robot.data.bones.get(name)
    return bone.length if bone is not None else 0.0


def to_world(robot: Object, points: np.ndarray) -> np.ndarray:
    """Points of the armature in the world, shape (..., 3)."""
    X_WA = np.array(robot.matrix_world)
    return points @ X_WA[:3, :3].T + X_WA[:3, 3]
