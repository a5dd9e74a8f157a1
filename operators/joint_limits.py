# SPDX-License-Identifier: GPL-3.0-or-later
"""Set a limit of a joint from where it is now, or take it away."""

from bpy.props import EnumProperty, IntProperty
from bpy.types import Context, Operator

from ..bridge.joint_limits import clear_number, set_number
from ..mechanism import MechanismError
from .joint_list import JointOperator
from .robot_poll import chosen_joint, chosen_robot, refuse, tell

NUMBERS = [
    ("lower", "Lower Limit", "How far down it goes"),
    ("upper", "Upper Limit", "How far up it goes"),
    ("rest", "Rest", "Where it is when nobody moves it"),
    ("speed", "Speed", "Highest speed"),
    ("torque", "Effort", "Highest torque or force"),
]


class NumberOperator(JointOperator):
    """An operator on one number of a coordinate of the active joint; a button of the panel says which."""

    bl_options = {"REGISTER", "UNDO", "INTERNAL"}

    number: EnumProperty(name="Number", description="Which number", items=NUMBERS)
    coordinate: IntProperty(name="Coordinate", description="Which of the joint's coordinates", min=0, max=2)


class LINKWRIGHT_OT_joint_limit_set(NumberOperator, Operator):
    """Set it to where the joint is now; a speed or an effort to one"""

    bl_idname = "linkwright.joint_limit_set"
    bl_label = "Set to Current"

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        try:
            set_number(robot, chosen_joint(context), self.coordinate, self.number)
        except MechanismError as error:
            return refuse(self, error)
        return tell(self, robot.data)


class LINKWRIGHT_OT_joint_limit_clear(NumberOperator, Operator):
    """Take the limit away"""

    bl_idname = "linkwright.joint_limit_clear"
    bl_label = "No Limit"

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        try:
            clear_number(robot, chosen_joint(context), self.coordinate, self.number)
        except MechanismError as error:
            return refuse(self, error)
        return tell(self, robot.data)
