# SPDX-License-Identifier: GPL-3.0-or-later
"""The description of a robot, on the Armature datablock beside the bones it makes."""

from bpy.props import CollectionProperty, IntProperty, StringProperty
from bpy.types import PropertyGroup


class JointProperties(PropertyGroup):
    """What panels need of a joint without reading the whole description."""

    # `name` is every PropertyGroup's own.
    kind: StringProperty(name="Kind", description="How the joint moves")
    follows: StringProperty(name="Follows", description="Joint whose value this one copies, if any")


class RobotProperties(PropertyGroup):
    """A whole robot; an armature without joints here is no robot of ours."""

    version: IntProperty(name="Version", description="Form of this description", default=1)
    robot_name: StringProperty(name="Name", description="Name of the robot, as in its file")
    description: StringProperty(
        name="Description", description="The robot as RAFF text, which keeps every digit"
    )
    joints: CollectionProperty(type=JointProperties)
