# SPDX-License-Identifier: GPL-3.0-or-later
"""What a user can do."""

import bpy

from .add_robot import LINKWRIGHT_MT_add_robot, LINKWRIGHT_OT_add_robot, draw_add_menu
from .import_raff import LINKWRIGHT_FH_raff, LINKWRIGHT_OT_import_raff, draw_import_menu

CLASSES = (
    LINKWRIGHT_OT_add_robot,
    LINKWRIGHT_MT_add_robot,
    LINKWRIGHT_OT_import_raff,
    LINKWRIGHT_FH_raff,
)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.VIEW3D_MT_armature_add.append(draw_add_menu)
    bpy.types.TOPBAR_MT_file_import.append(draw_import_menu)


def unregister() -> None:
    bpy.types.TOPBAR_MT_file_import.remove(draw_import_menu)
    bpy.types.VIEW3D_MT_armature_add.remove(draw_add_menu)
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
