# SPDX-License-Identifier: GPL-3.0-or-later
"""Rest bones from the description; the only place that switches modes."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite

import bpy
import numpy as np
from bpy.types import ArmatureEditBones, Object
from mathutils import Matrix

from ..mechanism import Mechanism
from ..mechanism.structure import BASE
from ..solvers import Model, frames
from .axes import X_JB
from .link_shapes import joint_radii

CONSTRAINT = "Joint limits"
SHORTEST = 1e-4
"""Length of a bone in [m] that Blender surely keeps."""


def rebuild(robot: Object, mechanism: Mechanism) -> None:
    """Bring bones and channels in line with the mechanism."""
    with edit_mode(robot) as edit_bones:
        write_rest_bones(edit_bones, mechanism)
    lock_channels(robot, mechanism)


def leave_modes() -> None:
    """End every edit, pose or paint mode, as adding an object does."""
    layer = bpy.context.view_layer
    for item in [item for item in layer.objects if item.mode != "OBJECT"]:
        if item.mode != "OBJECT":  # several objects may leave together
            layer.objects.active = item
            bpy.ops.object.mode_set(mode="OBJECT")


@contextmanager
def edit_mode(robot: Object) -> Iterator[ArmatureEditBones]:
    """Open the armature for editing; active object, selection and all modes are as before afterwards."""
    layer = bpy.context.view_layer
    active, selected = layer.objects.active, [item for item in layer.objects if item.select_get()]
    modes = [(item, item.mode) for item in layer.objects if item.mode != "OBJECT"]
    try:
        if modes:
            bpy.ops.object.mode_set(mode="OBJECT")
        layer.objects.active = robot
        bpy.ops.object.mode_set(mode="EDIT")
        yield robot.data.edit_bones
    finally:
        if robot.mode == "EDIT":
            bpy.ops.object.mode_set(mode="OBJECT")
        for item in layer.objects:
            item.select_set(item in selected)
        for item, mode in modes:
            layer.objects.active = item
            bpy.ops.object.mode_set(mode=mode)
        layer.objects.active = active


def write_rest_bones(edit_bones: ArmatureEditBones, mechanism: Mechanism) -> None:
    """One bone a joint: at the joint's frame, with Y along its axis."""
    for bone in list(edit_bones):
        edit_bones.remove(bone)
    model = Model(mechanism)
    poses = frames(model, np.zeros(model.nq)) @ X_JB
    for joint, X_WB, radius in zip(mechanism.joints, poses, joint_radii(mechanism).values(), strict=True):
        bone = edit_bones.new(joint.name)
        bone.length = max(3.0 * radius, SHORTEST)
        bone.matrix = Matrix(X_WB)
        if joint.parent != BASE:
            bone.parent = edit_bones[joint.parent]


def lock_channels(robot: Object, mechanism: Mechanism) -> None:
    """Leave free only the channel that is the joint's value, and keep it inside its limits."""
    for joint in mechanism.joints:
        bone = robot.pose.bones[joint.name]
        bone.rotation_mode = "XYZ"
        bone.lock_location = bone.lock_scale = (True, True, True)
        bone.lock_rotation = (True, False, True)
        limits = bone.constraints.get(CONSTRAINT) or bone.constraints.new("LIMIT_ROTATION")
        limits.name = CONSTRAINT
        limits.owner_space = "LOCAL"
        limits.use_legacy_behavior = False
        limits.use_transform_limit = True
        limits.use_limit_y = isfinite(joint.lower) and isfinite(joint.upper)
        if limits.use_limit_y:
            limits.min_y, limits.max_y = joint.lower, joint.upper
