# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a user finds it: drawing only."""

import bpy

from .joints import LINKWRIGHT_PT_joints
from .preferences import LinkwrightPreferences
from .robot import LINKWRIGHT_PT_robot

CLASSES = (LinkwrightPreferences, LINKWRIGHT_PT_robot, LINKWRIGHT_PT_joints)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister() -> None:
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
