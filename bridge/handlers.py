# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's calls after every change: bones have no callbacks of their own."""

import bpy
from bpy.app import handlers
from bpy.types import Armature, Depsgraph, Object, Scene

from .active_rows import follow_active_bone
from .hand_edits import notice_edits
from .migration import migrate_all
from .quiet import is_quiet
from .rebuilding import HIDDEN, rebuild, robots_of
from .repose import repose


def has_joints(armature: Armature) -> bool:
    return len(armature.linkwright.joints) > 0


def after_update(_scene: Scene, depsgraph: Depsgraph) -> None:
    """Something moved, was renamed, or became visible."""
    robots = [armature for armature in bpy.data.armatures if has_joints(armature)]
    if is_quiet() or not robots:
        return
    for armature in robots:
        catch_up(armature)
    for update in depsgraph.updates:
        item = update.id.original
        if isinstance(item, Armature) and has_joints(item):
            notice_edits(item)
            follow_active_bone(item)
        elif isinstance(item, Object) and item.type == "ARMATURE" and has_joints(item.data):
            follow_active_bone(item.data)
            repose(item)


def catch_up(armature: Armature) -> None:
    """Build what could not be built while the robot was hidden: becoming visible has no call of its own."""
    waiting = HIDDEN in armature.linkwright.problem and not armature.is_editmode
    if waiting and any(robot.visible_get() for robot in robots_of(armature)):
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
