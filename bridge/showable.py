# SPDX-License-Identifier: GPL-3.0-or-later
"""What Blender can hold: checked before anything is made, so that no half-built robot is left behind."""

import numpy as np

from ..mechanism import Mechanism, MechanismError
from ..solvers import Model, frames

LONGEST_NAME = 63
"""Bytes of a bone's name."""
FARTHEST = 1e6
"""Metres from the robot's base; beyond that, 32 bits are coarser than a bolt."""


def check_showable(mechanism: Mechanism) -> None:
    """Refuse a mechanism that an armature cannot show."""
    for joint in mechanism.joints:
        size = len(joint.name.encode())
        if size > LONGEST_NAME:
            raise MechanismError(
                f"Joint {joint.name[:20]!r}...: its name has {size} bytes; Blender keeps {LONGEST_NAME}"
            )
    model = Model(mechanism)
    for joint, X_WJ in zip(mechanism.joints, frames(model, np.zeros(model.nq)), strict=True):
        distance = np.abs(X_WJ[:3, 3]).max()
        if not distance <= FARTHEST:
            raise MechanismError(
                f"Joint {joint.name!r}: lies {distance:g} m from the base; up to {FARTHEST:g} m can be shown"
            )
