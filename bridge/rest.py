# SPDX-License-Identifier: GPL-3.0-or-later
"""Rest bones from the description; the only place that switches modes."""

from collections.abc import Iterator
from contextlib import contextmanager

import bpy
import numpy as np
from bpy.types import ArmatureEditBones, Object
from mathutils import Matrix

from ..mechanism import Mechanism
from ..mechanism.joint import BASE
from ..mechanism.placement import placement_matrix, pose_matrix
from .axes import X_JB
from .channels import bone_names, lock_channels
from .joint_rules import write_rules
from .link_shapes import joint_radii

SHORTEST = 1e-4
"""Length of a bone in [m] that Blender surely keeps."""


def rebuild(robot: Object, mechanism: Mechanism) -> None:
    """Bring bones and channels in line with the mechanism."""
    with edit_mode(robot) as edit_bones:
        write_rest_bones(edit_bones, mechanism)
    for joint in mechanism.joints:
        for name in bone_names(joint):
            lock_channels(robot.pose.bones[name], joint, own=name == joint.name)
        write_rules(robot, joint)


def leave_modes() -> None:
    """End every edit, pose or paint mode, as adding an object does."""
    layer = bpy.context.view_layer
    for item in [item for item in layer.objects if item.mode != "OBJECT"]:
        if item.mode != "OBJECT":  # several objects may leave together
            hidden, item.hide_viewport = item.hide_viewport, False
            layer.objects.active = item
            bpy.ops.object.mode_set(mode="OBJECT")
            item.hide_viewport = hidden


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
    radii = joint_radii(mechanism)
    for joint, X_WJ in zip(mechanism.joints, rest_frames(mechanism), strict=True):
        parent = None if joint.parent == BASE else edit_bones[joint.parent]
        for name in bone_names(joint):
            bone = edit_bones.new(name)
            bone.length = max(3.0 * radii[joint.name], SHORTEST)
            bone.matrix = Matrix(X_WJ @ X_JB)
            bone.parent, parent = parent, bone


def rest_frames(mechanism: Mechanism) -> list[np.ndarray]:
    """Poses of the joints' frames in the armature when no joint has moved, not even those that follow."""
    poses = {BASE: pose_matrix(mechanism.base)}
    for joint in mechanism.joints:
        poses[joint.name] = poses[joint.parent] @ placement_matrix(joint.numbers)
    return [poses[joint.name] for joint in mechanism.joints]
