# SPDX-License-Identifier: GPL-3.0-or-later
"""Put a robot on an object or on another robot's flange, take it off again, or delete all of it."""

from bpy.props import EnumProperty, StringProperty
from bpy.types import Context, Operator

from ..bridge import active_robot, is_robot
from ..bridge.mounting import (
    check_mount,
    default_frame,
    delete_robot,
    dismount,
    mount_on_frame,
    mount_on_object,
    mount_target,
    upright,
)
from ..mechanism import MechanismError

PLACES = (
    ("ORIGIN", "Origin", "At the object's origin, turned as the object is"),
    ("CURSOR", "3D Cursor", "At the 3D cursor, turned as the cursor is"),
)


def needs_robot(cls: type[Operator], context: Context) -> bool:
    if active_robot(context) is None:
        cls.poll_message_set("Select a robot")
        return False
    return True


class LINKWRIGHT_OT_mount_robot(Operator):
    """Put the active robot on the other selected object, or on the tool of the other selected robot"""

    bl_idname = "linkwright.mount_robot"
    bl_label = "Mount Robot"
    bl_options = {"REGISTER", "UNDO"}

    place: EnumProperty(name="Place", description="Where on the object the robot's base goes", items=PLACES)
    frame: StringProperty(
        name="Tool or Joint",
        description="What carries the robot; empty: the active tool of the other robot, or its last joint",
        options={"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        return needs_robot(cls, context)

    def execute(self, context: Context) -> set[str]:
        robot = active_robot(context)
        assert robot is not None  # see poll
        context.view_layer.update()
        try:
            target = mount_target(context, robot)
            check_mount(robot, target)
            if is_robot(target):
                self.frame = self.frame or default_frame(target)
                mount_on_frame(robot, target, self.frame)
            else:
                cursor = context.scene.cursor.matrix
                mount_on_object(robot, target, upright(target) if self.place == "ORIGIN" else cursor)
        except MechanismError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        on = f"{self.frame!r} of {target.name!r}" if is_robot(target) else repr(target.name)
        self.report({"INFO"}, f"{robot.name!r} is on {on} now")
        return {"FINISHED"}

    def draw(self, context: Context) -> None:
        layout = self.layout
        layout.use_property_split = True
        robot = active_robot(context)
        if robot is not None and is_robot(robot.parent):
            layout.prop_search(self, "frame", robot.parent.data, "bones")
        else:
            layout.prop(self, "place")


class LINKWRIGHT_OT_dismount_robot(Operator):
    """Take the active robot off what carries it; it stays where it is"""

    bl_idname = "linkwright.dismount_robot"
    bl_label = "Dismount Robot"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        robot = active_robot(context)
        if robot is None or robot.parent is None:
            cls.poll_message_set("Select a robot that is mounted on something")
            return False
        return True

    def execute(self, context: Context) -> set[str]:
        robot = active_robot(context)
        assert robot is not None  # see poll
        context.view_layer.update()
        dismount(robot)
        return {"FINISHED"}


class LINKWRIGHT_OT_delete_robot(Operator):
    """Delete the active robot with all its links; other objects that hang on it stay where they are"""

    bl_idname = "linkwright.delete_robot"
    bl_label = "Delete Robot"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        robot = active_robot(context)
        if robot is None or robot.library:
            cls.poll_message_set("Select a robot that is not linked from another file")
            return False
        return True

    def execute(self, context: Context) -> set[str]:
        robot = active_robot(context)
        assert robot is not None  # see poll
        context.view_layer.update()
        name = robot.name
        delete_robot(robot)
        self.report({"INFO"}, f"Deleted {name}")
        return {"FINISHED"}
