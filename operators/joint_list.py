# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of links: add, remove, duplicate, move."""

from math import radians

from bpy.props import BoolProperty, EnumProperty, FloatProperty
from bpy.types import Context, Operator

from ..bridge.joint_rows import active_joint, add_joint, duplicate_joint, move_joint, usual_length
from ..bridge.regrafting import remove_joint
from ..mechanism import MechanismError
from ..mechanism.kinds import KINDS
from .robot_poll import can_be_changed, chosen_joint, chosen_robot, has_chosen_joint, refuse, tell

KIND_ITEMS = [(kind, kind.title(), f"A {kind} joint") for kind in KINDS]


class LINKWRIGHT_OT_joint_add(Operator):
    """Add a joint on the link of the active joint"""

    bl_idname = "linkwright.joint_add"
    bl_label = "Add Joint"
    bl_options = {"REGISTER", "UNDO"}

    kind: EnumProperty(name="Kind", description="How the joint moves", items=KIND_ITEMS)
    length: FloatProperty(
        name="Length",
        description="Distance from the joint before it, or of the tool that it pushes on",
        subtype="DISTANCE",
        min=0.0,
        options={"SKIP_SAVE"},
    )
    on_base: BoolProperty(
        name="On the Base", description="Begin a new branch on the base", options={"SKIP_SAVE"}
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        return can_be_changed(cls, context)

    def execute(self, context: Context) -> set[str]:
        armature = chosen_robot(context).data
        if not self.properties.is_property_set("length"):
            self.length = usual_length(armature)
        row = active_joint(armature)
        parent = "" if self.on_base or row is None else row.name
        name = add_joint(armature, parent, kind=self.kind, length=self.length)
        return tell(self, armature, f"Added {name!r} on {repr(parent) if parent else 'the base'}")


class JointOperator:
    """An operator on the active joint."""

    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        return has_chosen_joint(cls, context)


class LINKWRIGHT_OT_joint_remove(JointOperator, Operator):
    """Remove the active joint; what was on its link goes to the link before, and stays in place if it can"""

    bl_idname = "linkwright.joint_remove"
    bl_label = "Remove Joint"

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        try:
            sentence = remove_joint(robot, chosen_joint(context))
        except MechanismError as error:
            return refuse(self, error)
        return tell(self, robot.data, sentence)


class LINKWRIGHT_OT_joint_duplicate(JointOperator, Operator):
    """Duplicate the active joint with its tools, and all joints that it carries"""

    bl_idname = "linkwright.joint_duplicate"
    bl_label = "Duplicate Joint"

    subtree: BoolProperty(name="With Children", description="Duplicate what it carries, too", default=True)
    turn: FloatProperty(
        name="Turn",
        description="Turn the copy about the axis before, so that it can be seen; not in D-H notations",
        subtype="ANGLE",
        default=radians(30.0),
    )

    def execute(self, context: Context) -> set[str]:
        armature = chosen_robot(context).data
        name = chosen_joint(context)
        copy = duplicate_joint(armature, name, subtree=self.subtree, turn=self.turn)
        return tell(self, armature, f"{copy!r} is a copy of {name!r}")


class LINKWRIGHT_OT_joint_move(JointOperator, Operator):
    """Change places with the joint before or after it on the same link"""

    bl_idname = "linkwright.joint_move"
    bl_label = "Move Joint"

    direction: EnumProperty(
        name="Direction",
        items=[("UP", "Up", "Before the joint above"), ("DOWN", "Down", "After the joint below")],
    )

    def execute(self, context: Context) -> set[str]:
        armature = chosen_robot(context).data
        name = chosen_joint(context)
        if not move_joint(armature, name, -1 if self.direction == "UP" else 1):
            place = "first" if self.direction == "UP" else "last"
            self.report({"INFO"}, f"Joint {name!r} is the {place} on its link")
            return {"CANCELLED"}
        return tell(self, armature)
