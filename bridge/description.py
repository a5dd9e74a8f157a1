# SPDX-License-Identifier: GPL-3.0-or-later
"""The description on the Armature datablock, to and from a Mechanism."""

from typing import Any

from bpy.types import Armature, PropertyGroup

from ..mechanism import Joint, Mechanism
from ..mechanism.structure import NUMBERS
from ..solvers import Model

TEXTS = ("name", "parent", "kind")
FLOATS = (*NUMBERS, "lower", "upper")


def write_description(armature: Armature, mechanism: Mechanism) -> None:
    """Keep the whole mechanism on the datablock, every number exactly."""
    robot = armature.linkwright
    robot.robot_name = mechanism.name
    robot.joints.clear()
    for joint in mechanism.joints:
        row = robot.joints.add()
        for field in TEXTS:
            setattr(row, field, getattr(joint, field))
        for field in FLOATS:
            setattr(row, field, repr(getattr(joint, field)))


def read_mechanism(armature: Armature) -> Mechanism:
    """The mechanism that this armature describes."""
    robot = armature.linkwright
    return Mechanism(robot.robot_name, tuple(read_joint(row) for row in robot.joints))


def read_joint(row: PropertyGroup) -> Joint:
    fields: dict[str, Any] = {field: getattr(row, field) for field in TEXTS}
    fields |= {field: float(getattr(row, field)) for field in FLOATS}
    return Joint(**fields)


def read_model(armature: Armature) -> Model:
    """The same mechanism, numerically."""
    return Model(read_mechanism(armature))
