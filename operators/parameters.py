# SPDX-License-Identifier: GPL-3.0-or-later
"""Named parameters: add and remove."""

from bpy.types import Context, Operator

from ..bridge.parameter_rows import active_parameter, add_parameter, remove_parameter
from ..mechanism import MechanismError
from .robot_poll import can_be_changed, chosen_robot, refuse, tell


class LINKWRIGHT_OT_parameter_add(Operator):
    """Add a named number, for use in formulas"""

    bl_idname = "linkwright.parameter_add"
    bl_label = "Add Parameter"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        return can_be_changed(cls, context)

    def execute(self, context: Context) -> set[str]:
        armature = chosen_robot(context).data
        add_parameter(armature)
        return tell(self, armature)


class LINKWRIGHT_OT_parameter_remove(Operator):
    """Remove the active parameter, if no formula uses it"""

    bl_idname = "linkwright.parameter_remove"
    bl_label = "Remove Parameter"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        if not can_be_changed(cls, context):
            return False
        if active_parameter(chosen_robot(context).data) is None:
            cls.poll_message_set("Choose a parameter in the list")
            return False
        return True

    def execute(self, context: Context) -> set[str]:
        armature = chosen_robot(context).data
        row = active_parameter(armature)
        assert row is not None  # see poll
        try:
            remove_parameter(armature, row.name)
        except MechanismError as error:
            return refuse(self, error)
        return tell(self, armature)
