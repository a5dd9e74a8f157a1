# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of joints and tools: each is its bone's name, and others refer to it."""

from collections.abc import Collection, Iterator

import bpy
from bpy.types import Armature, PropertyGroup

from ..mechanism import MechanismError
from ..mechanism.checks import check_name
from ..mechanism.joint import BASE
from .channels import carriage

LONGEST = 63
"""Bytes that Blender keeps of a bone's name."""


def named_rows(armature: Armature) -> Iterator[PropertyGroup]:
    """All joints and tools: they share one set of names."""
    yield from armature.linkwright.joints
    yield from armature.linkwright.tools


def name_problem(armature: Armature, row: PropertyGroup, name: str, *, but: Collection[str] = ()) -> str:
    """Why a joint or tool cannot have this name, or nothing; names of those marked `but` become free."""
    try:
        check_name("A joint or tool", name, taken=[BASE])
    except MechanismError as error:
        return str(error)
    if len(name.encode()) > LONGEST:
        return f"The name {name[:20]!r}... has {len(name.encode())} bytes; Blender keeps {LONGEST}"
    taken = {other.name for other in named_rows(armature) if other.uid not in (row.uid, *but)}
    taken |= {carriage(other) for other in taken}
    taken |= {bone.name for bone in armature.bones if not bone.linkwright.uid}
    return f"There is a joint, tool or bone {name!r} already" if name in taken else ""


def free_name(armature: Armature, wish: str) -> str:
    """This name, or the next number of it that is free."""
    taken = {row.name for row in named_rows(armature)} | {bone.name for bone in armature.bones} | {BASE}
    stem, number = wish.rstrip("0123456789"), 1
    name = wish
    while name in taken:
        number += 1
        name = f"{stem}{number}"
    return name


def rename_everywhere(armature: Armature, old: str, new: str) -> None:
    """Let everything in the description refer to the new name; the bones follow."""
    rename_references(armature, old, new)
    rename_bones(armature, old, new)


def rename_references(armature: Armature, old: str, new: str) -> None:
    """Joints, tools, loops and link meshes refer to the new name; bones stay."""
    robot = armature.linkwright
    for joint in robot.joints:
        joint.parent = new if joint.parent == old else joint.parent
        joint.leader = new if joint.leader == old else joint.leader
    for tool in robot.tools:
        tool.link = new if tool.link == old else tool.link
    for loop in robot.loops:
        loop.first_link = new if loop.first_link == old else loop.first_link
        loop.second_link = new if loop.second_link == old else loop.second_link
    for item in bpy.data.objects:
        if item.parent and item.parent.data == armature and item.linkwright.link == old:
            item.linkwright.link = new


def rename_bones(armature: Armature, old: str, new: str) -> None:
    """Blender carries keyframes, drivers, constraints and children along."""
    for before, after in ((old, new), (carriage(old), carriage(new))):
        bone = armature.bones.get(before)
        if bone is not None and bone.linkwright.uid:
            bone.name = after
    for row in named_rows(armature):
        if row.shown_name == old:
            row.shown_name = new


def rename_helper(armature: Armature, row: PropertyGroup) -> None:
    """The second bone of a screw is called after the first."""
    for bone in armature.bones:
        if bone.linkwright.uid == f"{row.uid} shift":
            bone.name = carriage(row.name)
