# SPDX-License-Identifier: GPL-3.0-or-later
"""When an operator on a robot can run, and why not; and how it tells what came of it."""

from bpy.types import Armature, Context, Object, Operator

from ..bridge import active_robot
from ..bridge.joint_rows import active_joint


def has_robot(cls: type[Operator], context: Context) -> bool:
    """A robot is active."""
    if active_robot(context) is None:
        cls.poll_message_set("Select a robot, or one of its links")
        return False
    return True


def can_be_posed(cls: type[Operator], context: Context) -> bool:
    """The active robot's bones may be moved."""
    if not has_robot(cls, context):
        return False
    if not chosen_robot(context).is_editable:
        cls.poll_message_set("The robot is linked from another file: make a library override to pose it")
        return False
    return True


def can_be_changed(cls: type[Operator], context: Context) -> bool:
    """The description of the active robot may be changed."""
    return has_robot(cls, context) and is_own(cls, chosen_robot(context).data)


def is_own(cls: type[Operator], armature: Armature) -> bool:
    """This file, and no other, says what the robot is."""
    if not armature.is_editable or armature.override_library:
        cls.poll_message_set("The robot is linked from another file: change it there, or make it local")
        return False
    return True


def has_chosen_joint(cls: type[Operator], context: Context) -> bool:
    """A joint of the active robot is chosen, and may be changed."""
    if not can_be_changed(cls, context):
        return False
    if active_joint(chosen_robot(context).data) is None:
        cls.poll_message_set("Choose a joint in the list")
        return False
    return True


def chosen_robot(context: Context) -> Object:
    """The active robot, after a poll that found it."""
    robot = active_robot(context)
    assert robot is not None
    return robot


def chosen_joint(context: Context) -> str:
    """Name of the joint that is chosen in the list, after a poll that found it."""
    row = active_joint(chosen_robot(context).data)
    assert row is not None
    return str(row.name)


def tell(operator: Operator, armature: Armature, sentence: str = "") -> set[str]:
    """End an operator that changed a description: what happened, and what is wrong with it now."""
    if sentence:
        operator.report({"INFO"}, sentence)
    if armature.linkwright.problem:
        operator.report({"WARNING"}, armature.linkwright.problem)
    return {"FINISHED"}


def refuse(operator: Operator, error: Exception) -> set[str]:
    """End an operator that changed nothing."""
    operator.report({"ERROR"}, str(error))
    return {"CANCELLED"}
