# SPDX-License-Identifier: GPL-3.0-or-later
"""Hang a joint on another link."""

from bpy.props import BoolProperty, EnumProperty
from bpy.types import Context, Event, Operator

from ..bridge.joint_rows import active_joint, possible_parents
from ..bridge.regrafting import reparent_joint
from ..mechanism import MechanismError
from ..mechanism.joint import BASE
from .joint_list import JointOperator
from .robot_poll import chosen_joint, chosen_robot, refuse, tell

shown_items: list[tuple[str, str, str]] = []
"""Blender does not keep the texts of choices that are made anew each time."""


def parent_items(_operator: Operator, context: Context | None) -> list[tuple[str, str, str]]:
    """The links that can carry the active joint."""
    if context is None or (row := active_joint(chosen_robot(context).data)) is None:
        return []
    names = possible_parents(chosen_robot(context).data.linkwright, row.name)
    shown_items[:] = [(BASE, "Base", "The ground that the robot stands on")]
    shown_items.extend((name, name, f"The link of joint {name!r}") for name in names)
    return shown_items


class LINKWRIGHT_OT_joint_parent(JointOperator, Operator):
    """Hang the active joint on another link. Shift-click to keep its place in space"""

    bl_idname = "linkwright.joint_parent"
    bl_label = "Change Parent"
    bl_property = "parent"

    parent: EnumProperty(name="Parent", description="Link that carries the joint", items=parent_items)
    keep_place: BoolProperty(
        name="Keep Place",
        description="Change its numbers so that it stays where it is in space",
        options={"SKIP_SAVE"},
    )

    def invoke(self, context: Context, event: Event) -> set[str]:
        self.keep_place = event.shift
        context.window_manager.invoke_search_popup(self)
        return {"RUNNING_MODAL"}

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        parent = "" if self.parent == BASE else self.parent
        name = chosen_joint(context)
        try:
            sentence = reparent_joint(robot, name, parent, keep_place=self.keep_place)
        except MechanismError as error:
            return refuse(self, error)
        return tell(self, robot.data, sentence)
