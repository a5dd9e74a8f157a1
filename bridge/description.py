# SPDX-License-Identifier: GPL-3.0-or-later
"""The description on the Armature datablock as a Mechanism, read once for every change."""

import uuid
from collections import OrderedDict
from dataclasses import replace

from bpy.types import Armature

from ..mechanism import Mechanism, MechanismError
from ..mechanism.raff_read import Earlier, robot_of
from ..mechanism.raff_write import robot_table
from ..mechanism.units import Units
from ..solvers import Model
from .description_tables import robot_cells
from .versions import problem_of_version

KEPT = 64
"""Descriptions remembered: enough for all robots of a scene and some steps of undo."""
known: OrderedDict[str, Mechanism] = OrderedDict()
"""By stamp, which undo brings back together with what it stands for."""
models: dict[str, Model] = {}
"""The same numerically, where somebody has asked for it."""
last_read: dict[int, Earlier] = {}
"""What each armature, by its session_uid, said last: a change leaves most joints as they were."""


def stamp_anew(armature: Armature) -> None:
    """Say that the description has changed."""
    armature.linkwright.stamp = uuid.uuid4().hex


def read_mechanism(armature: Armature) -> Mechanism:
    """The mechanism that this armature describes."""
    stamp = armature.linkwright.stamp
    if stamp in known:
        known.move_to_end(stamp)
        return known[stamp]
    mechanism = read_anew(armature)
    if stamp:
        known[stamp] = mechanism
        while len(known) > KEPT:
            models.pop(known.popitem(last=False)[0], None)
    return mechanism


def read_model(armature: Armature) -> Model:
    """The same mechanism, numerically."""
    stamp = armature.linkwright.stamp
    mechanism = read_mechanism(armature)
    if stamp not in known:
        return Model(mechanism)
    if stamp not in models:
        models[stamp] = Model(mechanism)
    return models[stamp]


def read_anew(armature: Armature) -> Mechanism:
    """Read all properties."""
    if problem := problem_of_version(armature):
        raise MechanismError(problem)
    robot = armature.linkwright
    cells = robot_cells(robot)
    mechanism = robot_of(cells, Units(), earlier=last_read.get(armature.session_uid))
    if len(last_read) > KEPT:
        last_read.clear()
    last_read[armature.session_uid] = Earlier(cells, mechanism)
    if robot.notation != mechanism.notation:
        mechanism = replace(mechanism, notation=robot.notation)
        robot_table(mechanism, mechanism.units)  # refuses what the notation cannot say
    return mechanism


def known_mechanism(stamp: str) -> Mechanism | None:
    """The mechanism of an earlier stamp, where it is still remembered."""
    return known.get(stamp)
