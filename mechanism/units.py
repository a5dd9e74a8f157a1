# SPDX-License-Identifier: GPL-3.0-or-later
"""The units that a file may count in."""

import math
from dataclasses import dataclass

from .errors import MechanismError

LENGTHS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254}
"""Metres in each."""
ANGLES = {"deg": math.pi / 180.0, "rad": 1.0}
"""Radians in each."""


@dataclass(frozen=True, slots=True)
class Units:
    """What plain numbers are counted in."""

    length: str = "m"
    angle: str = "deg"

    def __post_init__(self) -> None:
        for field, unit, known in (("length", self.length, LENGTHS), ("angle", self.angle, ANGLES)):
            if unit not in known:
                raise MechanismError(f"units: {field} {unit!r} is not known; known: {', '.join(known)}")

    def scale(self, dimension: str) -> float:
        """SI units in one of ours; `length`, `angle`, or anything else, which is SI already."""
        return {"length": LENGTHS[self.length], "angle": ANGLES[self.angle]}.get(dimension, 1.0)
