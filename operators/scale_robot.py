# SPDX-License-Identifier: GPL-3.0-or-later
"""Make a robot larger or smaller as a whole."""

from bpy.props import FloatProperty
from bpy.types import Armature, Context, Event, Operator

from ..bridge.scaling import is_animated, scale_robot
from ..mechanism import MechanismError
from .robot_poll import can_be_changed, chosen_robot, refuse, tell


def sentence_of(armature: Armature, factor: float) -> str:
    """What scaling did, and did not."""
    kept = "angles, masses, torques and keyframes" if is_animated(armature) else "angles, masses and torques"
    return f"All lengths times {factor:g}; {kept} stay"


class LINKWRIGHT_OT_scale_robot(Operator):
    """Multiply every length of the robot; angles, masses and torques stay as they are"""

    bl_idname = "linkwright.scale_robot"
    bl_label = "Scale Robot"
    bl_options = {"REGISTER", "UNDO"}

    factor: FloatProperty(
        name="Factor",
        description="Two makes the robot twice as large",
        default=1.0,
        min=1e-6,
        max=1e6,
        soft_min=0.1,
        soft_max=10.0,
        precision=4,
        options={"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        return can_be_changed(cls, context)

    def invoke(self, context: Context, _event: Event) -> set[str]:
        return context.window_manager.invoke_props_dialog(self, confirm_text="Scale")

    def execute(self, context: Context) -> set[str]:
        armature = chosen_robot(context).data
        try:
            scale_robot(armature, self.factor)
        except MechanismError as error:
            return refuse(self, error)
        return tell(self, armature, sentence_of(armature, self.factor))


class LINKWRIGHT_OT_scale_apply(Operator):
    """Make the object's scale the robot's own: every length is multiplied, and the scale becomes 1"""

    bl_idname = "linkwright.scale_apply"
    bl_label = "Apply Scale to Robot"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        if not can_be_changed(cls, context):
            return False
        robot = chosen_robot(context)
        x, y, z = robot.scale
        if x <= 0.0 or max(x, y, z) - min(x, y, z) > 1e-6 * abs(x):
            cls.poll_message_set("The scale must be positive and the same along x, y and z")
            return False
        if robot.data.users > 1:
            cls.poll_message_set("Several objects show this robot: make it a single user first")
            return False
        return True

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        factor = float(f"{robot.scale.x:.7g}")  # as many digits as 32 bits have
        robot.scale = (1.0, 1.0, 1.0)
        try:
            scale_robot(robot.data, factor)
        except MechanismError as error:
            return refuse(self, error)
        return tell(self, robot.data, sentence_of(robot.data, factor))
