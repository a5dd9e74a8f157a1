# SPDX-License-Identifier: GPL-3.0-or-later
"""What users fasten to bones: Blender lets it hang on the tail, we keep it at the head."""

from collections.abc import Mapping

from bpy.types import Armature, Object
from mathutils import Matrix, Vector


def bone_lengths(armature: Armature) -> dict[str, float]:
    return {bone.name: bone.length for bone in armature.bones}


def keep_children_at_heads(robot: Object, before: Mapping[str, float]) -> None:
    """Bones show other lengths than before: what the user fastened to them must not move with their tails."""
    after = bone_lengths(robot.data)
    if all(after.get(name) == length for name, length in before.items()):
        return
    for item in robot.children:
        bone = item.parent_bone
        if item.parent_type == "BONE" and not item.linkwright.link and bone in before and bone in after:
            shift = Vector((0.0, before[bone] - after[bone], 0.0))
            item.matrix_parent_inverse = Matrix.Translation(shift) @ item.matrix_parent_inverse
