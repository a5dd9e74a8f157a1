# SPDX-License-Identifier: GPL-3.0-or-later
"""Tools: add, remove, and their place from the 3D cursor or from a face."""

import numpy as np
from bpy.props import StringProperty
from bpy.types import Context, Operator

from ..bridge.tool_frames import (
    active_tool,
    add_tool,
    chosen_face,
    hang_tool,
    last_link,
    link_of_face,
    move_tool,
    remove_tool,
    robot_of_face,
)
from ..mechanism import MechanismError
from .robot_poll import can_be_changed, chosen_robot, is_own, refuse, tell


class ToolOperator:
    """An operator on the tools of the active robot."""

    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        return can_be_changed(cls, context)


class LINKWRIGHT_OT_tool_add(ToolOperator, Operator):
    """Add a tool: a frame on a link, such as the tip of a gripper"""

    bl_idname = "linkwright.tool_add"
    bl_label = "Add Tool"

    link: StringProperty(
        name="Link",
        description="Joint whose link carries the tool; empty: the last one",
        options={"SKIP_SAVE"},
    )

    def execute(self, context: Context) -> set[str]:
        armature = chosen_robot(context).data
        if self.link and self.link not in armature.linkwright.joints:
            return refuse(self, MechanismError(f"There is no joint {self.link!r} to carry a tool"))
        name = add_tool(armature, self.link or last_link(armature))
        return tell(self, armature, f"Added tool {name!r}")


class LINKWRIGHT_OT_tool_remove(ToolOperator, Operator):
    """Remove the active tool"""

    bl_idname = "linkwright.tool_remove"
    bl_label = "Remove Tool"

    @classmethod
    def poll(cls, context: Context) -> bool:
        if not can_be_changed(cls, context):
            return False
        if active_tool(chosen_robot(context).data) is None:
            cls.poll_message_set("Choose a tool in the list")
            return False
        return True

    def execute(self, context: Context) -> set[str]:
        armature = chosen_robot(context).data
        tool = active_tool(armature)
        assert tool is not None  # see poll
        remove_tool(armature, tool.name)
        return tell(self, armature)


class LINKWRIGHT_OT_tool_from_cursor(ToolOperator, Operator):
    """Put the active tool to the 3D cursor, position and rotation, on its link as it stands now"""

    bl_idname = "linkwright.tool_from_cursor"
    bl_label = "TCP from Cursor"

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        tool = active_tool(robot.data)
        try:
            name = tool.name if tool else add_tool(robot.data, last_link(robot.data))
            move_tool(robot, name, np.array(context.scene.cursor.matrix))
        except MechanismError as error:
            return refuse(self, error)
        return tell(self, robot.data)


class LINKWRIGHT_OT_tool_from_face(Operator):
    """Put the active tool to the centre of the active face, z along its normal, on the link of the face"""

    bl_idname = "linkwright.tool_from_face"
    bl_label = "TCP from Face"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        robot = robot_of_face(context)
        if context.object is None or context.object.type != "MESH" or robot is None:
            cls.poll_message_set(
                "Select the robot, then make a mesh active and choose a face of it in Edit Mode"
            )
            return False
        return is_own(cls, robot.data)

    def execute(self, context: Context) -> set[str]:
        robot = robot_of_face(context)
        assert robot is not None  # see poll
        try:
            face = chosen_face(context)
            link, tool = link_of_face(robot, face), active_tool(robot.data)
            name = tool.name if tool else add_tool(robot.data, link or last_link(robot.data))
            if link is not None and robot.data.linkwright.tools[name].link != link:
                hang_tool(robot.data, name, link)
            move_tool(robot, name, face.X_WF)
        except MechanismError as error:
            return refuse(self, error)
        return tell(self, robot.data)
