# SPDX-License-Identifier: GPL-3.0-or-later
"""Robots of older files become ours when the file is loaded."""

import logging

import bpy
from bpy.types import Armature

from ..mechanism import MechanismError
from ..mechanism.raff import parse_raff
from .description import stamp_anew
from .description_writing import write_description
from .quiet import quietly
from .rebuilding import rebuild

log = logging.getLogger(__name__)


def migrate_all() -> None:
    """Bring every older description of the open file into today's form."""
    for armature in bpy.data.armatures:
        if armature.linkwright.description and not armature.library:
            migrate(armature)


def migrate(armature: Armature) -> None:
    """From form 1, one RAFF text, to one property a number."""
    robot = armature.linkwright
    try:
        (mechanism,) = parse_raff(robot.description).robots
    except (MechanismError, ValueError) as error:
        robot.problem = f"Robot {armature.name!r} comes from an older Linkwright and cannot be read: {error}"
        log.warning(robot.problem)
        return
    with quietly():
        robot.joints.clear()
    write_description(armature, mechanism)
    robot.description = ""
    adopt_bones(armature)
    stamp_anew(armature)
    rebuild(armature)


def adopt_bones(armature: Armature) -> None:
    """Form 1 did not mark its bones."""
    for row in armature.linkwright.joints:
        if bone := armature.bones.get(row.name):
            bone.linkwright.uid = row.uid
        if helper := armature.bones.get(f"{row.name} shift"):
            helper.linkwright.uid = f"{row.uid} shift"
