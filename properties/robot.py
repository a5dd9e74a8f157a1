# SPDX-License-Identifier: GPL-3.0-or-later
"""The description of a robot, on the Armature datablock beside the bones it makes."""

from bpy.props import CollectionProperty, IntProperty, StringProperty
from bpy.types import PropertyGroup


class JointProperties(PropertyGroup):
    """One joint. Numbers are kept as text, because Blender's own floats have 32 bits only."""

    # `name` is every PropertyGroup's own.
    parent: StringProperty(name="Parent", description="Joint that carries this one, or 'base'")
    kind: StringProperty(name="Kind", description="How the joint moves")
    gamma: StringProperty(name="γ", description="Angle about the parent's axis, in radians")
    b: StringProperty(name="b", description="Distance along the parent's axis, in metres")
    alpha: StringProperty(name="α", description="Angle between the two axes, in radians")
    d: StringProperty(name="d", description="Distance between the two axes, in metres")
    theta: StringProperty(name="θ", description="Angle about the joint's own axis, in radians")
    r: StringProperty(name="r", description="Distance along the joint's own axis, in metres")
    lower: StringProperty(name="Lower", description="Lower limit, in radians")
    upper: StringProperty(name="Upper", description="Upper limit, in radians")


class RobotProperties(PropertyGroup):
    """A whole robot; an armature without joints here is no robot of ours."""

    version: IntProperty(name="Version", description="Form of this description", default=1)
    robot_name: StringProperty(name="Name", description="Name of the robot, as in its file")
    joints: CollectionProperty(type=JointProperties)
