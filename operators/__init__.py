# SPDX-License-Identifier: GPL-3.0-or-later
"""What a user can do."""

import bpy

from .add_robot import LINKWRIGHT_OT_add_robot
from .compile_kernels import LINKWRIGHT_OT_compile_kernels
from .export_raff import LINKWRIGHT_OT_export_raff
from .hand_edits import LINKWRIGHT_OT_restore_bones, LINKWRIGHT_OT_take_over_bones
from .import_raff import LINKWRIGHT_FH_raff, LINKWRIGHT_OT_import_raff
from .joint_limits import LINKWRIGHT_OT_joint_limit_clear, LINKWRIGHT_OT_joint_limit_set
from .joint_list import (
    LINKWRIGHT_OT_joint_add,
    LINKWRIGHT_OT_joint_duplicate,
    LINKWRIGHT_OT_joint_move,
    LINKWRIGHT_OT_joint_remove,
)
from .joint_parent import LINKWRIGHT_OT_joint_parent
from .matrices import LINKWRIGHT_OT_frame_choose, LINKWRIGHT_OT_matrix_copy
from .mount_robot import (
    LINKWRIGHT_OT_delete_robot,
    LINKWRIGHT_OT_dismount_robot,
    LINKWRIGHT_OT_mount_robot,
)
from .named_poses import (
    LINKWRIGHT_OT_named_pose_go,
    LINKWRIGHT_OT_named_pose_remove,
    LINKWRIGHT_OT_named_pose_store,
    LINKWRIGHT_OT_named_pose_update,
)
from .new_robot import LINKWRIGHT_OT_new_robot
from .parameters import LINKWRIGHT_OT_parameter_add, LINKWRIGHT_OT_parameter_remove
from .pose_robot import (
    LINKWRIGHT_OT_pose_copy,
    LINKWRIGHT_OT_pose_paste,
    LINKWRIGHT_OT_pose_random,
    LINKWRIGHT_OT_pose_reset,
)
from .save_preset import LINKWRIGHT_OT_remove_preset, LINKWRIGHT_OT_save_preset
from .scale_robot import LINKWRIGHT_OT_scale_apply, LINKWRIGHT_OT_scale_robot
from .tools import (
    LINKWRIGHT_OT_tool_add,
    LINKWRIGHT_OT_tool_from_cursor,
    LINKWRIGHT_OT_tool_from_face,
    LINKWRIGHT_OT_tool_remove,
)

CLASSES = (
    LINKWRIGHT_OT_new_robot,
    LINKWRIGHT_OT_add_robot,
    LINKWRIGHT_OT_import_raff,
    LINKWRIGHT_OT_export_raff,
    LINKWRIGHT_OT_save_preset,
    LINKWRIGHT_OT_remove_preset,
    LINKWRIGHT_OT_mount_robot,
    LINKWRIGHT_OT_dismount_robot,
    LINKWRIGHT_OT_delete_robot,
    LINKWRIGHT_FH_raff,
    LINKWRIGHT_OT_compile_kernels,
    LINKWRIGHT_OT_restore_bones,
    LINKWRIGHT_OT_take_over_bones,
    LINKWRIGHT_OT_joint_add,
    LINKWRIGHT_OT_joint_remove,
    LINKWRIGHT_OT_joint_duplicate,
    LINKWRIGHT_OT_joint_move,
    LINKWRIGHT_OT_joint_parent,
    LINKWRIGHT_OT_joint_limit_set,
    LINKWRIGHT_OT_joint_limit_clear,
    LINKWRIGHT_OT_pose_reset,
    LINKWRIGHT_OT_pose_random,
    LINKWRIGHT_OT_pose_copy,
    LINKWRIGHT_OT_pose_paste,
    LINKWRIGHT_OT_named_pose_store,
    LINKWRIGHT_OT_named_pose_go,
    LINKWRIGHT_OT_named_pose_update,
    LINKWRIGHT_OT_named_pose_remove,
    LINKWRIGHT_OT_tool_add,
    LINKWRIGHT_OT_tool_remove,
    LINKWRIGHT_OT_tool_from_cursor,
    LINKWRIGHT_OT_tool_from_face,
    LINKWRIGHT_OT_frame_choose,
    LINKWRIGHT_OT_matrix_copy,
    LINKWRIGHT_OT_parameter_add,
    LINKWRIGHT_OT_parameter_remove,
    LINKWRIGHT_OT_scale_robot,
    LINKWRIGHT_OT_scale_apply,
)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister() -> None:
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
