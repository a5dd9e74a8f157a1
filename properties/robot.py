# SPDX-License-Identifier: GPL-3.0-or-later
"""The description of a robot, on the Armature datablock beside the bones it makes."""

from bpy.props import BoolProperty, CollectionProperty, EnumProperty, IntProperty, StringProperty
from bpy.types import PropertyGroup

from ..bridge.active_rows import joint_chosen, tool_chosen
from ..bridge.editing import item_changed, units_changed
from ..bridge.fields import ROBOT
from ..bridge.versions import VERSION
from .joint import JointProperties
from .numbers import with_numbers
from .parts import LoopProperties, NamedPoseProperties, ParameterProperties, ToolProperties

NOTATIONS = (
    ("kleinfinger", "Kleinfinger", "Six numbers: gamma, b, alpha, d, theta, r; for trees and loops, too"),
    ("dh", "Standard D-H", "Denavit and Hartenberg's four numbers, frame at the far end of the link"),
    ("modified-dh", "Modified D-H", "Craig's four numbers, frame on the joint's own axis"),
)
LENGTHS = (
    ("m", "m", "Metres"),
    ("cm", "cm", "Centimetres"),
    ("mm", "mm", "Millimetres"),
    ("in", "in", "Inches"),
)
ANGLES = (("deg", "°", "Degrees"), ("rad", "rad", "Radians"))


@with_numbers(ROBOT)
class RobotProperties(PropertyGroup):
    """A whole robot; an armature without joints here is no robot of ours."""

    version: IntProperty(name="Version", description="Form of this description", default=VERSION)
    stamp: StringProperty(description="Changes with every change of the description", options={"HIDDEN"})
    shown_stamp: StringProperty(description="The stamp when the bones were last built", options={"HIDDEN"})
    problem: StringProperty(name="Problem", description="Why the robot does not follow the description")
    bent: StringProperty(name="Edited by Hand", description="Bones that were moved in Edit Mode")
    description: StringProperty(description="The robot as RAFF text, as form 1 kept it", options={"HIDDEN"})
    robot_name: StringProperty(name="Name", description="Name of the robot, as in its file")
    folder: StringProperty(name="Folder", description="Where its file was", subtype="DIR_PATH")
    notation: EnumProperty(
        name="Notation",
        description="How the numbers are shown and written",
        items=NOTATIONS,
        options=set(),
        update=item_changed,
    )
    length_unit: EnumProperty(
        name="Length", description="What plain lengths are counted in", items=LENGTHS, options=set(),
        update=units_changed,
    )  # fmt: skip
    angle_unit: EnumProperty(
        name="Angle", description="What plain angles are counted in", items=ANGLES, options=set(),
        update=units_changed,
    )  # fmt: skip
    shown_length_unit: StringProperty(description="The length unit when last built", options={"HIDDEN"})
    shown_angle_unit: StringProperty(description="The angle unit when last built", options={"HIDDEN"})
    geometry: StringProperty(
        name="Shape",
        description="File with the shape of the base (STL, OBJ, PLY, glTF); empty: made from the numbers",
        subtype="FILE_PATH",
        options=set(),
        update=item_changed,
    )
    joints: CollectionProperty(type=JointProperties)
    loops: CollectionProperty(type=LoopProperties)
    tools: CollectionProperty(type=ToolProperties)
    parameters: CollectionProperty(type=ParameterProperties)
    poses: CollectionProperty(type=NamedPoseProperties)
    active_joint: IntProperty(name="Active Joint", options=set(), update=joint_chosen)
    active_tool: IntProperty(name="Active Tool", options=set(), update=tool_chosen)
    active_parameter: IntProperty(name="Active Parameter", options=set())
    active_pose: IntProperty(name="Active Pose", options=set())
    show_formulas: BoolProperty(
        name="Formulas", description="Show the numbers as texts, to type formulas", options=set()
    )
