# SPDX-License-Identifier: GPL-3.0-or-later
"""After bones were edited by hand: let the numbers follow the bones, or the bones the numbers."""

from bpy.types import Context, Operator

from ..bridge import active_robot
from ..bridge.hand_edits import take_over
from ..bridge.rebuilding import rebuild
from ..mechanism import MechanismError
from .robot_poll import chosen_robot, refuse


def was_edited(cls: type[Operator], context: Context) -> bool:
    robot = active_robot(context)
    if robot is None or not robot.data.linkwright.bent:
        cls.poll_message_set("Select a robot whose bones were edited by hand")
        return False
    return True


class LINKWRIGHT_OT_take_over_bones(Operator):
    """Change the numbers so that they say what the bones show"""

    bl_idname = "linkwright.take_over_bones"
    bl_label = "Take Over as Parameters"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        return was_edited(cls, context)

    def execute(self, context: Context) -> set[str]:
        armature = chosen_robot(context).data
        try:
            take_over(armature)
        except MechanismError as error:
            return refuse(self, error)
        rebuild(armature)
        return {"FINISHED"}


class LINKWRIGHT_OT_restore_bones(Operator):
    """Put the bones back to where the numbers say"""

    bl_idname = "linkwright.restore_bones"
    bl_label = "Restore Bones"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        return was_edited(cls, context)

    def execute(self, context: Context) -> set[str]:
        armature = chosen_robot(context).data
        armature.linkwright.shown_stamp = ""  # everything is written anew
        if not rebuild(armature):
            self.report({"ERROR"}, armature.linkwright.problem)
            return {"CANCELLED"}
        return {"FINISHED"}
