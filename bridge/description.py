# SPDX-License-Identifier: GPL-3.0-or-later
"""The description on the Armature datablock, to and from a Mechanism."""

from bpy.types import Armature

from ..mechanism import Document, Mechanism, MechanismError
from ..mechanism.raff import format_raff, parse_raff
from ..solvers import Model


def write_description(armature: Armature, mechanism: Mechanism) -> None:
    """Keep the whole mechanism on the datablock, nothing rounded and nothing lost."""
    robot = armature.linkwright
    robot.robot_name = mechanism.name
    robot.description = format_raff(Document((mechanism,)))
    robot.joints.clear()
    for joint in mechanism.joints:
        row = robot.joints.add()
        row.name, row.kind = joint.name, joint.kind
        row.follows = joint.follows.joint if joint.follows else ""


def read_mechanism(armature: Armature) -> Mechanism:
    """The mechanism that this armature describes."""
    try:
        (mechanism,) = parse_raff(armature.linkwright.description).robots
    except (MechanismError, ValueError) as error:
        raise MechanismError(f"Armature {armature.name!r}: its description is damaged: {error}") from error
    return mechanism


def read_model(armature: Armature) -> Model:
    """The same mechanism, numerically."""
    return Model(read_mechanism(armature))
