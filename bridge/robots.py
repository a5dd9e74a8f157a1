# SPDX-License-Identifier: GPL-3.0-or-later
"""Robots as objects in the scene."""

import bpy
from bpy.types import Collection, Context, Object

from ..mechanism import Mechanism
from ..solvers import Model
from .description import write_description
from .link_meshes import write_link_meshes
from .positions import write_positions
from .rest import leave_modes, rebuild


def make_robot(context: Context, mechanism: Mechanism) -> Object:
    """Put a robot into the scene, at the 3D cursor, in a collection of its own; it becomes active."""
    leave_modes()
    armature = bpy.data.armatures.new(mechanism.name)
    robot = bpy.data.objects.new(mechanism.name, armature)
    collection = bpy.data.collections.new(mechanism.name)
    usable_collection(context).children.link(collection)
    collection.objects.link(robot)
    robot.location = context.scene.cursor.location
    write_description(armature, mechanism)
    rebuild(robot, mechanism)
    write_link_meshes(robot, mechanism, collection)
    write_positions(robot, Model(mechanism).home)
    make_active(context, robot)
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


def is_robot(item: Object | None) -> bool:
    """Whether this object is an armature that a description of ours made."""
    return item is not None and item.type == "ARMATURE" and len(item.data.linkwright.joints) > 0


def active_robot(context: Context) -> Object | None:
    """The robot that the active object is, or a link of."""
    item = context.object
    while item is not None and not is_robot(item):
        item = item.parent
    return item
