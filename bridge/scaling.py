# SPDX-License-Identifier: GPL-3.0-or-later
"""A robot made larger or smaller as a whole: every length is multiplied; angles, masses and torques stay."""

import json

from bpy.types import Armature, PropertyGroup

from ..mechanism import MechanismError
from ..mechanism.kinds import KINDS
from .description_tables import coordinates_of
from .editing import changed
from .fields import JOINT, LOOP, ROBOT, TOOL, Field, coordinate_fields
from .named_poses import stored_values
from .posing import dimensions_of
from .positions import joint_channels
from .quiet import quietly
from .rebuilding import robots_of
from .row_texts import multiplied


def scale_robot(armature: Armature, factor: float) -> None:
    """Multiply every length of the description, of the poses kept, and of the pose shown.

    Raises:
        MechanismError: The factor is not positive.
    """
    if not 0.0 < factor < float("inf"):
        raise MechanismError(f"The factor is {factor:g}; it must be greater than zero")
    robot = armature.linkwright
    with quietly():
        scale_numbers(robot, ROBOT, factor)
        for row in robot.joints:
            scale_joint(robot, row, factor)
        for loop in robot.loops:
            scale_numbers(loop, LOOP, factor)
        for tool in robot.tools:
            scale_numbers(tool, TOOL, factor)
        scale_poses(armature, factor)
    changed(armature)
    scale_shifts(armature, factor)


def scale_numbers(group: PropertyGroup, fields: tuple[Field, ...], factor: float) -> None:
    for field in fields:
        if field.dimension == "length":
            setattr(group, field.text_key, multiplied(getattr(group, field.text_key), factor))


def scale_joint(robot: PropertyGroup, row: PropertyGroup, factor: float) -> None:
    scale_numbers(row, JOINT, factor)
    for coordinate, dimension in zip(coordinates_of(row, row.kind), KINDS[row.kind].scalars, strict=True):
        scale_numbers(coordinate, coordinate_fields(dimension), factor)
    if row.leader in robot.joints:
        scale_coupling(row, robot.joints[row.leader].kind, factor)


def scale_coupling(row: PropertyGroup, leader_kind: str, factor: float) -> None:
    """A rack on a pinion: the way per turn is a length, too."""
    own, leader = dimensions_of(row.kind), dimensions_of(leader_kind)
    if own == ("length",):
        row.offset_text = multiplied(row.offset_text, factor)
    if own != leader and own and leader:
        ratio = factor if own == ("length",) else 1.0 / factor
        row.ratio_text = multiplied(row.ratio_text or "1", ratio)


def scale_poses(armature: Armature, factor: float) -> None:
    """Shifts in the named poses."""
    robot = armature.linkwright
    marks = {row.shown_name: (row.uid, row.shown_kind) for row in robot.joints}
    for pose in robot.poses:
        scaled = {}
        for name, entries in stored_values(armature, pose.values).items():
            uid, kind = marks[name]
            pairs = zip(entries, dimensions_of(kind), strict=False)
            scaled[uid] = [factor * entry if dimension == "length" else entry for entry, dimension in pairs]
        pose.values = json.dumps(scaled)


def is_animated(armature: Armature) -> bool:
    """Whether keyframes move this robot: those of shifts are left as they are."""
    moving = (item.animation_data for item in robots_of(armature))
    return any(data is not None and data.action is not None for data in moving)


def scale_shifts(armature: Armature, factor: float) -> None:
    """Shifts of the pose that is shown, of every object that shows this armature."""
    for item in robots_of(armature):
        for _, bone, channel in joint_channels(item):
            if bone is not None and channel.path == "location":
                channel.write(bone, factor * channel.read(bone))
