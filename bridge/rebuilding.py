# SPDX-License-Identifier: GPL-3.0-or-later
"""Bring bones, channels and link meshes in line with the description."""

import bpy
from bpy.types import Armature, Object

from ..mechanism import Joint, Mechanism, MechanismError
from .bone_children import bone_lengths, keep_children_at_heads
from .bone_shapes import bone_shape
from .channels import bone_names, lock_channels
from .description import known_mechanism, read_mechanism
from .description_writing import write_views
from .joint_rules import remove_drivers, write_rules
from .link_meshes import drop_link_meshes, update_link_meshes, write_link_meshes
from .link_shapes import link_parts
from .quiet import quietly
from .repose import repose
from .rest import edit_mode, mark_bones, write_rest_bones
from .showable import check_showable

HIDDEN = "is hidden; it follows its numbers once it is visible"


def rebuild(armature: Armature) -> bool:
    """Follow the description; where it is impossible, the last good robot stays and the panel says why."""
    try:
        mechanism = read_mechanism(armature)
        check_showable(mechanism, armature)
        robot = editable_robot(armature)
    except MechanismError as error:
        armature.linkwright.problem = str(error)
        return False
    with quietly():
        write_everything(robot, mechanism)
    return True


def write_everything(robot: Object, mechanism: Mechanism) -> None:
    """Bones first: all else hangs on them."""
    armature = robot.data
    whole = all_marked(armature, mechanism)
    before = known_mechanism(armature.linkwright.shown_stamp) if whole else None
    lengths = bone_lengths(armature)
    drop_drivers(armature, mechanism)
    robots, shapes = robots_of(armature), link_parts(mechanism)
    for item in robots:
        drop_link_meshes(item, shapes)
    with edit_mode(robot) as edit_bones:
        write_rest_bones(armature, edit_bones, mechanism)
        for item in robots:  # now, so that the scene is evaluated once for bones and meshes
            update_link_meshes(item, shapes)
    order_rows(armature, mechanism)
    write_views(armature, mechanism, before)
    if is_restructured(before, mechanism):
        mark_bones(armature)
    note_shown(armature)
    warnings: list[str] = []
    for item in robots:
        if write_rules_that_changed(item, mechanism, before):
            repose(item)
        warnings += write_link_meshes(item, mechanism, home_of(item), shapes=shapes)
        keep_children_at_heads(item, lengths)
    armature.linkwright.problem, armature.linkwright.bent = " ".join(dict.fromkeys(warnings)), ""


def all_marked(armature: Armature, mechanism: Mechanism) -> bool:
    """Whether every bone that is wanted is there and ours."""
    wanted = {name for joint in mechanism.joints for name in bone_names(joint)}
    wanted |= {tool.name for tool in mechanism.tools}
    return wanted <= {bone.name for bone in armature.bones if bone.linkwright.uid}


def robots_of(armature: Armature) -> list[Object]:
    """All objects that show this armature; a linked duplicate shares it."""
    return [item for item in bpy.data.objects if item.type == "ARMATURE" and item.data == armature]


def editable_robot(armature: Armature) -> Object:
    """An object through which the bones can be edited.

    Raises:
        MechanismError: There is none; it says what to do.
    """
    if armature.library or armature.override_library:
        raise MechanismError(
            f"Robot {armature.name!r} is linked from another file; change it there, or make it local"
        )
    shown = [item for item in robots_of(armature) if item.visible_get()]
    if not shown:
        raise MechanismError(f"Robot {armature.name!r} {HIDDEN}")
    return shown[0]


def home_of(robot: Object) -> bpy.types.Collection:
    """Where link meshes of this robot go: into the collection that it is in."""
    return robot.users_collection[0] if robot.users_collection else bpy.context.scene.collection


def drop_drivers(armature: Armature, mechanism: Mechanism) -> None:
    """Take our drivers off bones that are about to go: Blender complains about drivers of nothing."""
    wanted = {name for joint in mechanism.joints for name in bone_names(joint)}
    gone = {bone.name for bone in armature.bones if bone.linkwright.uid} - wanted
    for item in robots_of(armature) if gone else ():
        remove_drivers(item, gone)


def order_rows(armature: Armature, mechanism: Mechanism) -> None:
    """Keep the list in the order of the model: parents first."""
    rows = armature.linkwright.joints
    for index, joint in enumerate(mechanism.joints):
        at = rows.find(joint.name)
        if at != index:
            rows.move(at, index)


def note_shown(armature: Armature) -> None:
    """Remember what was built."""
    robot = armature.linkwright
    robot.shown_stamp = robot.stamp
    robot.shown_length_unit, robot.shown_angle_unit = robot.length_unit, robot.angle_unit
    for row in robot.joints:
        if (row.shown_name, row.shown_kind, row.shown_leader) != (row.name, row.kind, row.leader):
            row.shown_name, row.shown_kind, row.shown_leader = row.name, row.kind, row.leader
    for row in (*robot.tools, *robot.parameters):
        row.shown_name = row.name


def is_restructured(before: Mechanism | None, mechanism: Mechanism) -> bool:
    """Whether bones came, went, or became others."""
    return before is None or structure_of(before) != structure_of(mechanism)


def structure_of(mechanism: Mechanism) -> list[tuple[object, ...]]:
    joints: list[tuple[object, ...]] = [(joint.name, joint.kind, joint.follows) for joint in mechanism.joints]
    return [*joints, *((tool.name,) for tool in mechanism.tools)]


def rules_of(joint: Joint, mechanism: Mechanism) -> tuple[object, ...]:
    leader = joint.follows.joint if joint.follows else ""
    kinds = [other.kind for other in mechanism.joints if other.name == leader]
    return (joint.name, joint.kind, joint.lower, joint.upper, joint.follows, joint.pitch, *kinds)


def write_rules_that_changed(robot: Object, mechanism: Mechanism, before: Mechanism | None) -> bool:
    """Locks, limits, drivers and shapes of the joints whose rules are others than before; whether any is."""
    same = {rules_of(joint, before) for joint in before.joints} if before else set()
    changed = [joint for joint in mechanism.joints if rules_of(joint, mechanism) not in same]
    for joint in changed:
        for name in bone_names(joint):
            lock_channels(robot.pose.bones[name], joint, own=name == joint.name)
        write_rules(robot, joint)
        robot.pose.bones[joint.name].custom_shape = bone_shape(joint.kind)
    for tool in mechanism.tools:
        bone = robot.pose.bones[tool.name]
        if bone.custom_shape is None:
            lock_all(bone)
            bone.custom_shape = bone_shape("tool")
    return bool(changed)


def lock_all(bone: bpy.types.PoseBone) -> None:
    bone.lock_location = bone.lock_rotation = bone.lock_scale = (True, True, True)
    bone.lock_rotation_w = True
