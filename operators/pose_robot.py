# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole poses: reset, random, copy and paste."""

from bpy.props import IntProperty
from bpy.types import Context, Operator

from ..bridge.named_poses import pose_text, positions_with, read_pose_text
from ..bridge.posing import home_pose, random_pose, set_pose
from ..mechanism import MechanismError
from .robot_poll import can_be_posed, chosen_robot, has_robot, refuse

AT_LIMIT = "Some joints were brought back to their limits"


class PoseOperator:
    """An operator that moves the joints of the active robot."""

    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        return can_be_posed(cls, context)


class LINKWRIGHT_OT_pose_reset(PoseOperator, Operator):
    """Bring all joints to their rest values"""

    bl_idname = "linkwright.pose_reset"
    bl_label = "Reset Pose"

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        try:
            set_pose(context, robot, home_pose(robot))
        except MechanismError as error:
            return refuse(self, error)
        return {"FINISHED"}


class LINKWRIGHT_OT_pose_random(PoseOperator, Operator):
    """Move all joints to random values inside their limits"""

    bl_idname = "linkwright.pose_random"
    bl_label = "Random Pose"

    seed: IntProperty(name="Seed", description="The same seed gives the same pose", min=0, default=0)

    def invoke(self, context: Context, _event: object) -> set[str]:
        self.seed += 1
        return self.execute(context)

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        try:
            set_pose(context, robot, random_pose(robot, self.seed))
        except MechanismError as error:
            return refuse(self, error)
        return {"FINISHED"}


class LINKWRIGHT_OT_pose_copy(Operator):
    """Copy the values of all joints as text"""

    bl_idname = "linkwright.pose_copy"
    bl_label = "Copy Pose"

    @classmethod
    def poll(cls, context: Context) -> bool:
        return has_robot(cls, context)

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        context.window_manager.clipboard = pose_text(robot)
        self.report({"INFO"}, f"Copied the pose of {robot.name!r}")
        return {"FINISHED"}


class LINKWRIGHT_OT_pose_paste(PoseOperator, Operator):
    """Move the joints to the values of a text on the clipboard; joints that it does not name stay"""

    bl_idname = "linkwright.pose_paste"
    bl_label = "Paste Pose"

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        try:
            values = read_pose_text(robot, context.window_manager.clipboard)
            clamped = set_pose(context, robot, positions_with(robot, values))
        except MechanismError as error:
            return refuse(self, error)
        if clamped:
            self.report({"WARNING"}, AT_LIMIT)
        return {"FINISHED"}
