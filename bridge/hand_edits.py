# SPDX-License-Identifier: GPL-3.0-or-later
"""Bones that the user renamed, moved or deleted: the description follows, or the panel asks."""

from collections.abc import Mapping, Sequence

import numpy as np
from bpy.types import Armature, Bone, PropertyGroup

from ..mechanism import Joint, MechanismError, Tool
from ..mechanism.joint import BASE
from ..mechanism.placement import inverse_of, placement_matrix, placement_of, pose_matrix, pose_of
from .axes import X_BJ
from .description import read_mechanism, read_model, stamp_anew
from .fields import PLACEMENT, TOOL_POSE
from .names import name_problem, named_rows, rename_helper, rename_references
from .quiet import quietly
from .rest import SHORTEST, rest_poses
from .row_texts import write_values

NOTICED = 2e-5
"""Share of the robot's size, or angle [rad], by which a bone is off before it counts as moved."""
PARALLEL = 1e-5
"""Sine of an angle that is nothing but the rounding of 32-bit bones."""
expected: dict[str, dict[str, np.ndarray]] = {}
"""Rest poses of the description looked at last, by its stamp."""


def notice_edits(armature: Armature) -> None:
    """Look at the bones after any change of the armature."""
    robot = armature.linkwright
    if armature.is_editmode or not armature.is_editable or robot.stamp != robot.shown_stamp:
        return
    bones = own_bones(armature)
    rows = [(row, bones[row.uid]) for row in named_rows(armature) if row.uid in bones]
    renamed = [(row, bone) for row, bone in rows if bone.name != row.shown_name]
    if renamed:
        take_names(armature, renamed)
    sentence = bent_sentence(armature, own_bones(armature))
    if robot.bent != sentence:
        robot.bent = sentence


def own_bones(armature: Armature) -> dict[str, Bone]:
    """Our bones by their mark; a copy that the user made of one loses it."""
    names = {row.uid: row.shown_name for row in named_rows(armature)}
    bones: dict[str, Bone] = {}
    for bone in armature.bones:
        uid = bone.linkwright.uid
        if uid and uid in bones and bone.name != names.get(uid):
            bone.linkwright.uid = ""
        elif uid:
            if uid in bones:
                bones[uid].linkwright.uid = ""
            bones[uid] = bone
    return bones


def take_names(armature: Armature, renamed: Sequence[tuple[PropertyGroup, Bone]]) -> None:
    """The bones' new names become the joints', or the bones get their old ones back; two may have swapped."""
    changes = [(row, row.shown_name, bone.name) for row, bone in renamed]
    marks = [row.uid for row, _ in renamed]
    problems = [name_problem(armature, row, new, but=marks) for row, _, new in changes]
    with quietly():
        if problem := next(filter(None, problems), ""):
            for row, bone in renamed:
                bone.name = row.uid
            for row, bone in renamed:
                bone.name = row.shown_name
            armature.linkwright.problem = problem
            return
        for row, old, _ in changes:
            rename_references(armature, old, row.uid)
        for row, _, new in changes:
            row.name = row.shown_name = new
            rename_references(armature, row.uid, new)
            rename_helper(armature, row)
        stamp_anew(armature)
        armature.linkwright.shown_stamp = armature.linkwright.stamp


def bent_sentence(armature: Armature, bones: dict[str, Bone]) -> str:
    """What was done to the bones by hand, or nothing."""
    rows = list(named_rows(armature))
    gone = [row.name for row in rows if row.uid not in bones]
    moved = [row.name for row in rows if row.uid in bones and is_moved(armature, row.name, bones[row.uid])]
    sentences = [
        f"{listed(names)} {'was' if len(names) == 1 else 'were'} {what} in Edit Mode."
        for names, what in ((gone, "deleted"), (moved, "moved"))
        if names
    ]
    return " ".join(sentences)


def listed(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:3])
    return f"Bone {shown}" if len(names) == 1 else f"Bones {shown}{' and others' if len(names) > 3 else ''}"


def is_moved(armature: Armature, name: str, bone: Bone) -> bool:
    """Whether a bone rests elsewhere than the description says."""
    stamp = armature.linkwright.stamp
    if stamp not in expected:
        expected.clear()
        expected[stamp] = {name: X for name, (_, X, _) in rest_poses(read_mechanism(armature)).items()}
    return is_off(np.array(bone.matrix_local) @ X_BJ, expected[stamp][name], size_of(armature))


def is_off(X: np.ndarray, wanted: np.ndarray, size: float) -> bool:
    off = np.abs(X - wanted)
    return bool(off[:3, :3].max() > 10 * NOTICED or off[:3, 3].max() > NOTICED * size)


def size_of(armature: Armature) -> float:
    """What small is measured by, [m]: the robot's reach, or its tools' if it has none itself."""
    mechanism = read_mechanism(armature)
    tools = [max(map(abs, (*tool.pose.position, tool.b, tool.d, tool.r))) for tool in mechanism.tools]
    return max(read_model(armature).reach, *tools, SHORTEST)


def take_over(armature: Armature) -> None:
    """Let the description say what the bones say.

    Raises:
        MechanismError: Some bone has no place in it; nothing has changed then.
    """
    bones = own_bones(armature)
    missing = [row.name for row in named_rows(armature) if row.uid not in bones]
    if missing:
        raise MechanismError(
            f"{listed(missing)} no longer there: remove the joint in the list, or restore the bones"
        )
    mechanism, size = read_mechanism(armature), size_of(armature)
    poses = {BASE: pose_matrix(mechanism.base)}
    poses |= {row.name: np.array(bones[row.uid].matrix_local) @ X_BJ for row in named_rows(armature)}
    numbers = {joint.name: numbers_on_parent(joint, poses, size) for joint in mechanism.joints}
    with quietly():
        for joint in mechanism.joints:
            wanted = placement_matrix(joint.numbers)
            if is_off(placement_matrix(numbers[joint.name]), wanted, size):
                row = armature.linkwright.joints[joint.name]
                write_values(row, PLACEMENT, numbers[joint.name], size=size)
        for tool in mechanism.tools:
            take_over_tool(armature, tool, inverse_of(poses[tool.link]) @ poses[tool.name], size)
    stamp_anew(armature)


def numbers_on_parent(joint: Joint, poses: Mapping[str, np.ndarray], size: float) -> tuple[float, ...]:
    """Kleinfinger's numbers of a joint from where the bones are."""
    sets = placement_of(squared(inverse_of(poses[joint.parent]) @ poses[joint.name]), size=size)
    if len(sets) > 1:
        raise MechanismError(
            f"Joint {joint.name!r}: its axis is almost, but not quite parallel to its parent's;"
            " turn the bone further or back"
        )
    return sets[0]


def take_over_tool(armature: Armature, tool: Tool, X_LT: np.ndarray, size: float) -> None:
    """The six numbers of a tool stay, its pose makes up for what the bone moved."""
    X_LN = placement_matrix(tool.numbers)
    if is_off(X_LT, X_LN @ pose_matrix(tool.pose), size):
        pose = pose_of(inverse_of(X_LN) @ X_LT)
        row = armature.linkwright.tools[tool.name]
        write_values(row, TOOL_POSE, (*pose.position, *pose.rotation), size=size)


def squared(X: np.ndarray) -> np.ndarray:
    """Axes that are parallel but for the rounding of 32 bits become parallel."""
    if np.hypot(X[0, 2], X[1, 2]) > PARALLEL:
        return X
    turn, up = np.arctan2(X[1, 0], X[0, 0]), np.sign(X[2, 2])
    out = X.copy()
    c, s = np.cos(turn), np.sin(turn)
    out[:3, :3] = [[c, -s * up, 0.0], [s, c * up, 0.0], [0.0, 0.0, up]]
    return out
