# SPDX-License-Identifier: GPL-3.0-or-later
"""What the .blend file keeps of a robot."""

import bpy

from .robot import JointProperties, RobotProperties

CLASSES = (JointProperties, RobotProperties)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.Armature.linkwright = bpy.props.PointerProperty(type=RobotProperties)


def unregister() -> None:
    del bpy.types.Armature.linkwright
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
