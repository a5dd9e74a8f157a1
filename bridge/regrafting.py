# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints, tools and loops that go to another link: where possible, they stay where they are in space."""

from collections.abc import Sequence

import numpy as np
from bpy.types import Armature, Object, PropertyGroup

from ..mechanism import MechanismError, Pose
from ..mechanism.placement import inverse_of, placement_matrix, placement_of, pose_matrix, pose_of
from ..solvers import frames
from .channels import CHANNELS
from .description import read_anew, read_mechanism, read_model
from .editing import changed
from .fields import PLACEMENT, TOOL_POSE, Field, side_fields, texts
from .hand_edits import squared
from .joint_rows import children_of, choose_joint, fit_to_siblings, possible_parents
from .positions import read_positions
from .quiet import quietly
from .row_texts import clear_texts, write_values

Poses = dict[str, np.ndarray]


def link_poses(robot: Object) -> Poses:
    """Pose of every link's frame in the armature as it stands now; nothing while that is unknown."""
    try:
        model = read_model(robot.data)
    except MechanismError:
        return {}
    q = read_positions(robot)
    if q.shape != (model.nq,):
        return {}
    poses = dict(zip(model.frame_names, frames(model, q), strict=True))
    return {"": pose_matrix(model.mechanism.base)} | poses


def step_between(poses: Poses, link: str, other: str) -> np.ndarray | None:
    """Pose of one link in another."""
    if link not in poses or other not in poses:
        return None
    return inverse_of(poses[other]) @ poses[link]


def remove_joint(robot: Object, name: str) -> str:
    """Take a joint away; what was on its link goes to its parent. What else happened, in one sentence.

    Raises:
        MechanismError: It is the last one.
    """
    armature, description = robot.data, robot.data.linkwright
    if len(description.joints) < 2:
        raise MechanismError(f"Joint {name!r} is the only one; a robot has at least one joint")
    parent = description.joints[name].parent
    X_PJ = step_between(link_poses(robot), name, parent)
    size, at = reach_of(armature), description.joints.find(name)
    values = follower_values(robot, name)
    with quietly():
        notes = move_children(armature, name, parent, X_PJ, size)
        notes += release_followers(description, name)
        notes += move_tools(description, name, parent, X_PJ, size)
        notes += move_loops(description, name, parent, X_PJ, size)
        description.joints.remove(description.joints.find(name))
    changed(armature)
    for follower, value in values.items():
        (channel,) = CHANNELS[description.joints[follower].kind]
        channel.write(robot.pose.bones[follower], value)
    description.active_joint = min(max(0, at - 1), len(description.joints) - 1)
    choose_joint(armature, parent)
    return f"Removed {name!r}" + "".join(f"; {note}" for note in notes)


def reach_of(armature: Armature) -> float:
    try:
        return read_model(armature).reach
    except MechanismError:
        return 1.0


def move_children(
    armature: Armature, name: str, parent: str, X_PJ: np.ndarray | None, size: float
) -> list[str]:
    """Hang the children of a joint on its parent."""
    robot, notes = armature.linkwright, []
    for child in [row.name for row in children_of(robot, name)]:
        row = robot.joints[child]
        row.parent = parent
        placed = X_PJ is not None and try_placing(armature, row, X_PJ @ matrix_of(row), size)
        if not placed:
            fit_to_siblings(robot, row)
        where = repr(parent) if parent else "the base"
        notes.append(f"{child!r} is on {where} now" + ("" if placed else ", with the numbers it had"))
    return notes


def matrix_of(row: PropertyGroup, fields: Sequence[Field] = PLACEMENT) -> np.ndarray:
    """The transform that six numbers mean, shape (4, 4)."""
    return placement_matrix([getattr(row, field.key) for field in fields])


def try_placing(armature: Armature, row: PropertyGroup, X_PJ: np.ndarray, size: float) -> bool:
    """Write six numbers that put a joint there, unless the notation cannot say it."""
    if np.allclose(X_PJ, matrix_of(row), rtol=0.0, atol=1e-7 * size):
        return True  # its own numbers do, and may be formulas
    before = texts(row, PLACEMENT)
    if not try_numbers(row, PLACEMENT, X_PJ, size):
        return False
    if armature.linkwright.notation == "kleinfinger":
        return True
    try:
        read_anew(armature)
    except MechanismError:
        for field, text in zip(PLACEMENT, before, strict=True):
            setattr(row, field.text_key, text)
        return False
    return True


def try_numbers(group: PropertyGroup, fields: Sequence[Field], X: np.ndarray, size: float) -> bool:
    """Write the six numbers of a transform, where one set of them is enough."""
    sets = placement_of(squared(X), size=size)
    if len(sets) > 1:
        return False
    write_values(group, fields, sets[0], size=size)
    return True


def follower_values(robot: Object, name: str) -> dict[str, float]:
    """Where the joints are that follow this one, so that they can stay; nothing while that is unknown."""
    bone, description = robot.pose.bones.get(name), robot.data.linkwright
    try:
        joints = read_mechanism(robot.data).joints
    except MechanismError:
        return {}
    if bone is None or description.joints[name].shown_kind != description.joints[name].kind:
        return {}
    return {
        joint.name: joint.follows.ratio * CHANNELS[description.joints[name].kind][0].read(bone)
        + joint.follows.offset
        for joint in joints
        if joint.follows is not None and joint.follows.joint == name
    }


def release_followers(robot: PropertyGroup, name: str) -> list[str]:
    """Joints that copied this one move by themselves from now on."""
    notes = []
    for row in robot.joints:
        if row.leader == name:
            row.leader = row.offset_text = row.ratio_text = ""
            notes.append(f"{row.name!r} moves by itself now")
    return notes


def move_tools(
    robot: PropertyGroup, name: str, parent: str, X_PJ: np.ndarray | None, size: float
) -> list[str]:
    notes = []
    for tool in robot.tools:
        if tool.link == name:
            tool.link = parent
            if X_PJ is not None:
                write_tool_pose(tool, X_PJ @ tool_matrix(tool), size)
            notes.append(f"tool {tool.name!r} is on {repr(parent) if parent else 'the base'} now")
    return notes


def tool_matrix(tool: PropertyGroup) -> np.ndarray:
    """Pose of a tool on its link as the properties say, shape (4, 4)."""
    x, y, z, turn_x, turn_y, turn_z = (getattr(tool, field.key) for field in TOOL_POSE)
    return matrix_of(tool) @ pose_matrix(Pose((x, y, z), (turn_x, turn_y, turn_z)))


def write_tool_pose(tool: PropertyGroup, X_LT: np.ndarray, size: float) -> None:
    """Put a tool at a pose on its link, all of it in the pose and nothing in the six numbers."""
    pose = pose_of(orthonormal(X_LT))
    clear_texts(tool, PLACEMENT)
    write_values(tool, TOOL_POSE, (*pose.position, *pose.rotation), size=size)


def orthonormal(X: np.ndarray) -> np.ndarray:
    """The nearest rigid transform: bones and objects are 32 bit, and may be scaled."""
    left, _, right = np.linalg.svd(X[:3, :3])
    out = np.eye(4)
    out[:3, :3], out[:3, 3] = left @ right, X[:3, 3]
    return out


def move_loops(
    robot: PropertyGroup, name: str, parent: str, X_PJ: np.ndarray | None, size: float
) -> list[str]:
    """Ends of loops go to the parent; a loop whose ends meet on one link is none any more."""
    notes = []
    for index in reversed(range(len(robot.loops))):
        loop = robot.loops[index]
        for side in ("first", "second"):
            if getattr(loop, f"{side}_link") == name:
                setattr(loop, f"{side}_link", parent)
                if X_PJ is not None:
                    try_numbers(loop, side_fields(side), X_PJ @ matrix_of(loop, side_fields(side)), size)
        if loop.first_link == loop.second_link:
            notes.append(f"loop {loop.name!r} is gone")
            robot.loops.remove(index)
    return notes


def reparent_joint(robot: Object, name: str, parent: str, *, keep_place: bool) -> str:
    """Hang a joint on another link; a sentence where its place could not be kept.

    Raises:
        MechanismError: The other link is its own, or one that it carries, or is not there.
    """
    armature, description = robot.data, robot.data.linkwright
    if parent and parent not in possible_parents(description, name):
        raise MechanismError(f"Joint {name!r} cannot be on {parent!r}, which is not there or hangs on it")
    row = description.joints[name]
    X_NP = step_between(link_poses(robot), row.parent, parent)
    with quietly():
        row.parent = parent
        size, kept = reach_of(armature), False
        if keep_place and X_NP is not None:
            kept = try_placing(armature, row, X_NP @ matrix_of(row), size)
        if not kept:
            fit_to_siblings(description, row)
    changed(armature)
    choose_joint(armature, name)
    return f"Joint {name!r} could not keep its place" if keep_place and not kept else ""
