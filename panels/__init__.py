# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a user finds it: drawing only."""

import bpy

from . import menus, pie_menu
from .frames import LINKWRIGHT_MT_frames, LINKWRIGHT_PT_frames, LINKWRIGHT_PT_matrix
from .joints import LINKWRIGHT_PT_joints
from .link_details import (
    LINKWRIGHT_PT_link_coupling,
    LINKWRIGHT_PT_link_drive,
    LINKWRIGHT_PT_link_limits,
    LINKWRIGHT_PT_link_mass,
    LINKWRIGHT_PT_link_shape,
)
from .links import LINKWRIGHT_PT_links, LINKWRIGHT_UL_joints
from .named_poses import LINKWRIGHT_PT_named_poses, LINKWRIGHT_UL_poses
from .overlays import LINKWRIGHT_PT_overlays
from .parameters import LINKWRIGHT_PT_parameters, LINKWRIGHT_UL_parameters
from .preferences import LinkwrightPreferences
from .robot import LINKWRIGHT_PT_robot, LINKWRIGHT_PT_robot_base, LINKWRIGHT_PT_robot_units
from .tools import LINKWRIGHT_PT_tool_numbers, LINKWRIGHT_PT_tools, LINKWRIGHT_UL_tools

CLASSES = (
    LinkwrightPreferences,
    LINKWRIGHT_UL_parameters,
    LINKWRIGHT_UL_joints,
    LINKWRIGHT_UL_poses,
    LINKWRIGHT_UL_tools,
    LINKWRIGHT_MT_frames,
    LINKWRIGHT_PT_robot,
    LINKWRIGHT_PT_parameters,
    LINKWRIGHT_PT_robot_base,
    LINKWRIGHT_PT_robot_units,
    LINKWRIGHT_PT_links,
    LINKWRIGHT_PT_link_limits,
    LINKWRIGHT_PT_link_drive,
    LINKWRIGHT_PT_link_coupling,
    LINKWRIGHT_PT_link_mass,
    LINKWRIGHT_PT_link_shape,
    LINKWRIGHT_PT_joints,
    LINKWRIGHT_PT_named_poses,
    LINKWRIGHT_PT_tools,
    LINKWRIGHT_PT_tool_numbers,
    LINKWRIGHT_PT_frames,
    LINKWRIGHT_PT_matrix,
    LINKWRIGHT_PT_overlays,
    *menus.CLASSES,
    pie_menu.LINKWRIGHT_MT_pie,
)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    menus.add_entries()
    pie_menu.add_key()


def unregister() -> None:
    pie_menu.remove_key()
    menus.remove_entries()
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
