# SPDX-License-Identifier: GPL-3.0-or-later
"""What the .blend file keeps of a robot."""

import bpy

from .instance import BoneProperties, InstanceProperties, PoseBoneProperties
from .joint import JointProperties, ShiftProperties, TurnProperties
from .parts import LoopProperties, NamedPoseProperties, ParameterProperties, ToolProperties
from .robot import RobotProperties
from .scene import SceneProperties, register_switches, unregister_switches

CLASSES = (
    TurnProperties,
    ShiftProperties,
    JointProperties,
    LoopProperties,
    ToolProperties,
    ParameterProperties,
    NamedPoseProperties,
    RobotProperties,
    InstanceProperties,
    BoneProperties,
    PoseBoneProperties,
    SceneProperties,
)
HOLDERS = {
    "Armature": RobotProperties,
    "Object": InstanceProperties,
    "Bone": BoneProperties,
    "PoseBone": PoseBoneProperties,
    "Scene": SceneProperties,
}
"""Blender's types that carry our properties, all under the name `linkwright`."""


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    for name, group in HOLDERS.items():
        getattr(bpy.types, name).linkwright = bpy.props.PointerProperty(type=group)
    register_switches()


def unregister() -> None:
    unregister_switches()
    for name in reversed(HOLDERS):
        del getattr(bpy.types, name).linkwright
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
