# SPDX-License-Identifier: GPL-3.0-or-later
"""Robots on other things: on an object, or on a tool or joint of another robot."""

import bpy
from bpy.types import Context, Object
from mathutils import Matrix

from ..mechanism import MechanismError
from ..mechanism.placement import inverse_of, pose_matrix
from .axes import X_BJ
from .description import read_mechanism
from .robots import robot_of

NEARLY_ONE = 1e-5
"""How far a scale may be from one to be taken for rounding."""


def mount_target(context: Context, robot: Object) -> Object:
    """What else is selected: another robot where one of its links is, or any other object.

    Raises:
        MechanismError: There is nothing, or more than one thing.
    """
    found: dict[Object, None] = {}
    for item in context.selected_objects:
        owner = robot_of(item) if item.linkwright.link else item
        if owner is not None and owner != robot:
            found[owner] = None
    if len(found) != 1:
        names = ", ".join(item.name for item in found) or "nothing"
        raise MechanismError(
            f"Besides {robot.name!r}, {names} is selected; select the one object or robot to mount it on"
        )
    return next(iter(found))


def check_mount(robot: Object, target: Object) -> None:
    """Refuse a mount that Blender could not keep."""
    if robot.library:
        raise MechanismError(f"Robot {robot.name!r} is linked from another file; mount it there")
    above: Object | None = target
    while above is not None:
        if above == robot:
            raise MechanismError(
                f"{target.name!r} hangs on {robot.name!r} already; mounting would go round in a circle"
            )
        above = above.parent


def default_frame(target: Object) -> str:
    """The active tool of a robot, or its last joint."""
    description = target.data.linkwright
    if len(description.tools):
        return description.tools[min(description.active_tool, len(description.tools) - 1)].name
    return description.joints[-1].name


def mount_on_frame(robot: Object, target: Object, frame: str) -> None:
    """Let the robot's base sit on a tool or joint of another robot, and move with it."""
    bone = target.data.bones.get(frame)
    if bone is None:
        known = ", ".join(bone.name for bone in target.data.bones if bone.linkwright.uid)
        raise MechanismError(f"Robot {target.name!r} has no joint or tool {frame!r}; it has {known}")
    X_tail = X_BJ.copy()  # Blender counts from the bone's tail
    X_tail[1, 3] = -bone.length
    scale = target.matrix_world.to_scale()
    fasten(robot, Matrix(X_tail) @ Matrix.Diagonal(scale).inverted_safe().to_4x4(), target, frame)


def mount_on_object(robot: Object, target: Object, place: Matrix) -> None:
    """Let the robot's base stand at a place of the world, and move with an object from there."""
    fasten(robot, target.matrix_world.inverted_safe() @ place, target, "")


def fasten(robot: Object, mount: Matrix, target: Object, bone: str) -> None:
    """Parent the robot so that its base is at `mount`, seen from its parent; its own offset becomes zero."""
    size = robot.matrix_world.to_scale()
    X_OB = pose_matrix(read_mechanism(robot.data).base)
    X_OB[:3, 3] *= size
    robot.parent, robot.parent_type = target, "BONE" if bone else "OBJECT"
    robot.parent_bone = bone
    robot.matrix_parent_inverse = mount @ Matrix(inverse_of(X_OB))
    robot.matrix_basis = Matrix.LocRotScale(None, None, size)


def upright(target: Object) -> Matrix:
    """Where an object is and how it is turned, whatever it is scaled by."""
    position, rotation, _ = target.matrix_world.decompose()
    return Matrix.LocRotScale(position, rotation, None)


def dismount(robot: Object) -> None:
    """Take a robot off what carries it; it stays where it is."""
    place = robot.matrix_world.copy()
    robot.parent = None
    robot.matrix_parent_inverse = Matrix()
    robot.matrix_world = place
    if all(abs(factor - 1.0) < NEARLY_ONE for factor in robot.scale):
        robot.scale = (1.0, 1.0, 1.0)


def delete_robot(robot: Object) -> None:
    """Remove a robot with its links and its collection; what else hangs on it stays where it is."""
    links = [item for item in robot.children_recursive if item.linkwright.link and robot_of(item) == robot]
    for item in robot.children:
        if item not in links:
            place = item.matrix_world.copy()
            item.parent = None
            item.matrix_world = place
    homes, armature = list(robot.users_collection), robot.data
    meshes = [item.data for item in links if item.data]
    bpy.data.batch_remove([*links, robot])
    bpy.data.batch_remove([data for data in {armature, *meshes} if data.users == 0])
    scenes = {scene.collection for scene in bpy.data.scenes}
    empty = [home for home in homes if home not in scenes and not home.all_objects and not home.children]
    bpy.data.batch_remove(empty)
