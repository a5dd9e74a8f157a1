# SPDX-License-Identifier: GPL-3.0-or-later
"""Poses under a name: store, go to, replace, remove."""

from bpy.props import StringProperty
from bpy.types import Context, Operator, PropertyGroup

from ..bridge.named_poses import active_pose, positions_with, store_pose, stored, stored_values
from ..bridge.posing import set_pose
from ..mechanism import MechanismError
from .pose_robot import AT_LIMIT
from .robot_poll import can_be_changed, can_be_posed, chosen_robot, refuse


class LINKWRIGHT_OT_named_pose_store(Operator):
    """Store the present pose under a name"""

    bl_idname = "linkwright.named_pose_store"
    bl_label = "Store Pose"
    bl_options = {"REGISTER", "UNDO"}

    name: StringProperty(name="Name", description="What the pose is called", default="Pose")

    @classmethod
    def poll(cls, context: Context) -> bool:
        return can_be_changed(cls, context)

    def execute(self, context: Context) -> set[str]:
        if not self.name.strip():
            return refuse(self, MechanismError("A pose needs a name, but it is empty"))
        store_pose(chosen_robot(context), self.name)
        return {"FINISHED"}


def has_pose(cls: type[Operator], context: Context) -> bool:
    if active_pose(chosen_robot(context).data) is None:
        cls.poll_message_set("Store a pose first")
        return False
    return True


def pose_of(context: Context) -> PropertyGroup:
    """The pose that is chosen in the list, after a poll that found it."""
    pose = active_pose(chosen_robot(context).data)
    assert pose is not None
    return pose


class LINKWRIGHT_OT_named_pose_go(Operator):
    """Move the joints to the pose that is chosen in the list"""

    bl_idname = "linkwright.named_pose_go"
    bl_label = "Go to Pose"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        return can_be_posed(cls, context) and has_pose(cls, context)

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        try:
            values = stored_values(robot.data, pose_of(context).values)
            clamped = set_pose(context, robot, positions_with(robot, values))
        except MechanismError as error:
            return refuse(self, error)
        if clamped:
            self.report({"WARNING"}, AT_LIMIT)
        return {"FINISHED"}


class ListedPose:
    """An operator that changes the pose that is chosen in the list."""

    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        return can_be_changed(cls, context) and has_pose(cls, context)


class LINKWRIGHT_OT_named_pose_update(ListedPose, Operator):
    """Let the pose that is chosen in the list be the present one"""

    bl_idname = "linkwright.named_pose_update"
    bl_label = "Replace Pose"

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        pose_of(context).values = stored(robot)
        return {"FINISHED"}


class LINKWRIGHT_OT_named_pose_remove(ListedPose, Operator):
    """Remove the pose that is chosen in the list; the robot stays as it is"""

    bl_idname = "linkwright.named_pose_remove"
    bl_label = "Remove Pose"

    def execute(self, context: Context) -> set[str]:
        description = chosen_robot(context).data.linkwright
        description.poses.remove(description.active_pose)
        description.active_pose = max(0, description.active_pose - 1)
        return {"FINISHED"}
