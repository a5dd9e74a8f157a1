# SPDX-License-Identifier: GPL-3.0-or-later
"""Robots as objects in the scene."""

import bpy
from bpy.types import Collection, Context, Object
from mathutils import Matrix

from ..mechanism import Mechanism
from .description import read_model, stamp_anew
from .description_writing import write_description
from .positions import write_positions
from .rebuilding import rebuild
from .rest import leave_modes


def make_robot(
    context: Context, mechanism: Mechanism, *, place: Matrix | None = None, folder: str = ""
) -> Object:
    """Put a robot into the scene, in a collection of its own; it becomes active.

    Args:
        context: Blender's.
        mechanism: The robot.
        place: Where its object stands in the world; None: at the 3D cursor, upright.
        folder: Where its shape files are.
    """
    leave_modes()
    armature = bpy.data.armatures.new(mechanism.name)
    robot = bpy.data.objects.new(mechanism.name, armature)
    collection = bpy.data.collections.new(mechanism.name)
    usable_collection(context).children.link(collection)
    collection.objects.link(robot)
    robot.matrix_world = Matrix.Translation(context.scene.cursor.location) if place is None else place
    write_description(armature, mechanism)
    armature.linkwright.folder = folder
    stamp_anew(armature)
    rebuild(armature)
    write_positions(robot, read_model(armature).home)
    make_active(context, robot)
    join_local_view(context, robot)
    return robot


def usable_collection(context: Context) -> Collection:
    """The active collection, or the scene's own where that one is hidden or belongs to another file."""
    active = context.view_layer.active_layer_collection
    if active.is_visible and active.collection.is_editable:
        return active.collection
    return context.scene.collection


def make_active(context: Context, robot: Object) -> None:
    for item in context.view_layer.objects:
        item.select_set(item == robot)
    context.view_layer.objects.active = robot


def join_local_view(context: Context, robot: Object) -> None:
    """Where the user sees only a few objects, a new robot is one of them, as with Blender's own Add."""
    view = context.space_data
    if view is not None and view.type == "VIEW_3D" and view.local_view:
        for item in (robot, *robot.children):
            item.local_view_set(view, True)


def is_robot(item: Object | None) -> bool:
    """Whether this object is an armature that a description of ours made."""
    return item is not None and item.type == "ARMATURE" and len(item.data.linkwright.joints) > 0


def active_robot(context: Context) -> Object | None:
    """The robot that the active object is, or a link of."""
    return robot_of(context.object)


def robot_of(item: Object | None) -> Object | None:
    """The robot that an object is, or hangs on."""
    while item is not None and not is_robot(item):
        item = item.parent
    return item
