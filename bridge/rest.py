# SPDX-License-Identifier: GPL-3.0-or-later
"""Rest bones from the description; the only place that switches modes."""

from collections.abc import Iterator
from contextlib import contextmanager

import bpy
import numpy as np
from bpy.types import Armature, ArmatureEditBones, Object
from mathutils import Matrix

from ..mechanism import Mechanism
from ..mechanism.joint import BASE
from ..mechanism.placement import placement_matrix, pose_matrix
from .axes import X_JB
from .channels import bone_names
from .link_shapes import joint_radii

SHORTEST = 1e-4
"""Length of a bone in [m] that Blender surely keeps."""
JOINTS, TOOLS, DRIVEN = "Joints", "Tools", "Driven"
"""Bone collections."""


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
            if item.select_get() != (item in selected):  # setting it has the whole scene evaluated
                item.select_set(item in selected)
        for item, mode in modes:
            layer.objects.active = item
            bpy.ops.object.mode_set(mode=mode)
        layer.objects.active = active


def write_rest_bones(armature: Armature, edit_bones: ArmatureEditBones, mechanism: Mechanism) -> None:
    """One bone a joint, with Y along its axis, and one a tool; bones that are not ours stay."""
    ours = {bone.name for bone in armature.bones if bone.linkwright.uid}
    wanted = rest_poses(mechanism)
    radii = joint_radii(mechanism)
    thinnest = min(radii.values())
    for name in ours - wanted.keys():
        edit_bones.remove(edit_bones[name])
    for name, (parent, X_WJ, joint) in wanted.items():
        bone = edit_bones.get(name) or edit_bones.new(name)
        bone.use_connect = False
        bone.parent = edit_bones[parent] if parent else None
        bone.length = max(3.0 * radii.get(joint, thinnest), SHORTEST)
        bone.matrix = Matrix(X_WJ @ X_JB)


def rest_poses(mechanism: Mechanism) -> dict[str, tuple[str, np.ndarray, str]]:
    """Of every bone: its parent, the pose of its frame in the armature, and its joint; parents first."""
    poses: dict[str, tuple[str, np.ndarray, str]] = {}
    for joint, X_WJ in zip(mechanism.joints, rest_frames(mechanism), strict=True):
        parent = "" if joint.parent == BASE else joint.parent
        for name in bone_names(joint):
            poses[name] = (parent, X_WJ, joint.name)
            parent = name
    for tool in mechanism.tools:
        X_WL = pose_matrix(mechanism.base) if tool.link == BASE else poses[tool.link][1]
        X_WT = X_WL @ placement_matrix(tool.numbers) @ pose_matrix(tool.pose)
        poses[tool.name] = ("" if tool.link == BASE else tool.link, X_WT, tool.link)
    return poses


def rest_frames(mechanism: Mechanism) -> list[np.ndarray]:
    """Poses of the joints' frames in the armature when no joint has moved, not even those that follow."""
    poses = {BASE: pose_matrix(mechanism.base)}
    for joint in mechanism.joints:
        poses[joint.name] = poses[joint.parent] @ placement_matrix(joint.numbers)
    return [poses[joint.name] for joint in mechanism.joints]


def mark_bones(armature: Armature) -> None:
    """Tell bones that are ours from others, and sort them into collections."""
    robot = armature.linkwright
    for row in robot.joints:
        mark_bone(armature, row.name, row.uid, DRIVEN if row.leader else JOINTS)
        if row.kind == "screw":
            helper = armature.bones[row.name].parent
            mark_bone(armature, helper.name, f"{row.uid} shift", DRIVEN)
    for row in robot.tools:
        mark_bone(armature, row.name, row.uid, TOOLS)


def mark_bone(armature: Armature, name: str, uid: str, group: str) -> None:
    bone = armature.bones[name]
    bone.linkwright.uid = uid
    bone.use_deform = False
    for other in (JOINTS, TOOLS, DRIVEN):
        collection = armature.collections_all.get(other)
        if collection is not None and other != group:
            collection.unassign(bone)
    collection = armature.collections_all.get(group) or armature.collections.new(group)
    collection.assign(bone)
