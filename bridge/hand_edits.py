# SPDX-License-Identifier: GPL-3.0-or-later
"""Bones that the user renamed, moved or deleted: the description follows, or the panel asks."""

from collections.abc import Sequence
from math import floor, log10

import numpy as np
from bpy.types import Armature, Bone, PropertyGroup

from ..mechanism import Mechanism, MechanismError
from ..mechanism.joint import BASE
from ..mechanism.placement import inverse_of, placement_matrix, placement_of, pose_matrix
from ..mechanism.units import Units
from .axes import X_BJ
from .description import read_mechanism, read_model, stamp_anew
from .fields import PLACEMENT
from .names import name_problem, named_rows, rename_everywhere
from .quiet import quietly
from .rest import rest_poses

NOTICED = 2e-5
"""Share of the robot's size, or angle [rad], by which a bone is off before it counts as moved."""
PARALLEL = 1e-5
"""Sine of an angle that is nothing but the rounding of 32-bit bones."""
expected: dict[str, dict[str, np.ndarray]] = {}
"""Rest poses of the description looked at last, by its stamp."""


def notice_edits(armature: Armature) -> None:
    """Look at the bones after any change of the armature."""
    robot = armature.linkwright
    if armature.is_editmode or not armature.is_editable or robot.stamp != robot.shown_stamp or robot.problem:
        return
    bones = own_bones(armature)
    for row in named_rows(armature):
        bone = bones.get(row.uid)
        if bone is not None and bone.name != row.shown_name:
            take_name(armature, row, bone)
    sentence = bent_sentence(armature, bones)
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


def take_name(armature: Armature, row: PropertyGroup, bone: Bone) -> None:
    """The bone's new name becomes the joint's, or the bone gets its old one back."""
    old, new = row.shown_name, bone.name
    if problem := name_problem(armature, row, new):
        bone.name = old
        armature.linkwright.problem = problem
        return
    with quietly():
        row.name = new
        rename_everywhere(armature, old, new)
        stamp_anew(armature)
        armature.linkwright.shown_stamp = armature.linkwright.stamp


def bent_sentence(armature: Armature, bones: dict[str, Bone]) -> str:
    """What was done to the bones by hand, or nothing."""
    rows = list(named_rows(armature))
    gone = [row.name for row in rows if row.uid not in bones]
    moved = [row.name for row in rows if row.uid in bones and is_moved(armature, bones[row.uid])]
    sentences = [
        f"{listed(names)} {'was' if len(names) == 1 else 'were'} {what} in Edit Mode."
        for names, what in ((gone, "deleted"), (moved, "moved"))
        if names
    ]
    return " ".join(sentences)


def listed(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:3])
    return f"Bone {shown}" if len(names) == 1 else f"Bones {shown}{' and others' if len(names) > 3 else ''}"


def is_moved(armature: Armature, bone: Bone) -> bool:
    """Whether a bone rests elsewhere than the description says."""
    stamp = armature.linkwright.stamp
    if stamp not in expected:
        expected.clear()
        expected[stamp] = {name: X for name, (_, X, _) in rest_poses(read_mechanism(armature)).items()}
    off = np.abs(np.array(bone.matrix_local) @ X_BJ - expected[stamp][bone.name])
    return off[:3, :3].max() > 10 * NOTICED or off[:3, 3].max() > NOTICED * read_model(armature).reach


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
    mechanism = read_mechanism(armature)
    size = read_model(armature).reach
    poses = {BASE: pose_matrix(mechanism.base)}
    poses |= {row.name: np.array(bones[row.uid].matrix_local) @ X_BJ for row in named_rows(armature)}
    numbers = {}
    for row in armature.linkwright.joints:
        sets = placement_of(squared(inverse_of(poses[row.parent or BASE]) @ poses[row.name]), size=size)
        if len(sets) > 1:
            raise MechanismError(
                f"Joint {row.name!r}: its axis is almost, but not quite parallel to its parent's;"
                " turn the bone further or back"
            )
        numbers[row.name] = sets[0]
    with quietly():
        for row in armature.linkwright.joints:
            if is_moved_on_parent(mechanism, row.name, numbers[row.name], size):
                write_numbers(armature, row, numbers[row.name], size)
    stamp_anew(armature)


def squared(X: np.ndarray) -> np.ndarray:
    """Axes that are parallel but for the rounding of 32 bits become parallel."""
    if np.hypot(X[0, 2], X[1, 2]) > PARALLEL:
        return X
    turn, up = np.arctan2(X[1, 0], X[0, 0]), np.sign(X[2, 2])
    out = X.copy()
    c, s = np.cos(turn), np.sin(turn)
    out[:3, :3] = [[c, -s * up, 0.0], [s, c * up, 0.0], [0.0, 0.0, up]]
    return out


def is_moved_on_parent(mechanism: Mechanism, name: str, numbers: tuple[float, ...], size: float) -> bool:
    (joint,) = (joint for joint in mechanism.joints if joint.name == name)
    off = np.abs(placement_matrix(joint.numbers) - placement_matrix(numbers))
    return bool(off[:3, :3].max() > 10 * NOTICED or off[:3, 3].max() > NOTICED * size)


def write_numbers(armature: Armature, row: PropertyGroup, numbers: Sequence[float], size: float) -> None:
    """Numbers without the rounding of 32-bit bones: no finer than a millionth of the size, or of a turn."""
    units = Units(armature.linkwright.length_unit, armature.linkwright.angle_unit)
    for field, value in zip(PLACEMENT, numbers, strict=True):
        step = 10.0 ** floor(log10(1e-6 * (size if field.dimension == "length" else 1.0)))
        scale = units.scale(field.dimension)
        digits = max(0, -floor(log10(step / scale)))
        setattr(row, field.text_key, f"{round(value / scale, digits) + 0.0:.12g}")
