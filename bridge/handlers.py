# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's calls after every change: bones have no callbacks of their own."""

import bpy
from bpy.app import handlers
from bpy.types import Armature, Depsgraph, Object, Scene

from .active_rows import follow_active_bone
from .hand_edits import notice_edits
from .migration import migrate_all
from .quiet import is_quiet
from .rebuilding import rebuild
from .repose import repose


def has_joints(armature: Armature) -> bool:
    return len(armature.linkwright.joints) > 0


def after_update(_scene: Scene, depsgraph: Depsgraph) -> None:
    """Something moved, was renamed, or became visible."""
    if is_quiet() or not any(has_joints(armature) for armature in bpy.data.armatures):
        return
    for update in depsgraph.updates:
        item = update.id.original
        if isinstance(item, Armature) and has_joints(item):
            notice_edits(item)
            follow_active_bone(item)
        elif isinstance(item, Object) and item.type == "ARMATURE" and has_joints(item.data):
            catch_up(item)
            follow_active_bone(item.data)
            repose(item)


def catch_up(robot: Object) -> None:
    """Build what could not be built while the robot was hidden."""
    armature = robot.data
    waiting = armature.linkwright.stamp != armature.linkwright.shown_stamp
    if waiting and armature.is_editable and not armature.is_editmode and robot.visible_get():
        rebuild(armature)


def after_frame(scene: Scene, _depsgraph: Depsgraph | None = None) -> None:
    """A frame was reached, perhaps in a render: channels only."""
    for robot in scene.objects:
        if robot.type == "ARMATURE" and has_joints(robot.data):
            repose(robot)


def after_load(*_names: object) -> None:
    migrate_all()


ALL = (
    (handlers.depsgraph_update_post, after_update),
    (handlers.frame_change_post, after_frame),
    (handlers.load_post, after_load),
)


def register() -> None:
    for calls, function in ALL:
        calls.append(handlers.persistent(function))


def unregister() -> None:
    for calls, function in reversed(ALL):
        calls.remove(function)
