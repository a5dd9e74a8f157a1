# SPDX-License-Identifier: GPL-3.0-or-later
"""The solid that a joint moves: its mass and its shape."""

from dataclasses import dataclass, field

import numpy as np

from .checks import check_finite, check_not_negative
from .errors import MechanismError

Vector = tuple[float, float, float]
ZERO: Vector = (0.0, 0.0, 0.0)
AUTO = "auto"
SLACK = 1e-9
"""Share of the largest moment by which rounding may break the rules of inertia."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A place: position [m], and turns about the fixed axes x, then y, then z [rad]."""

    position: Vector = ZERO
    rotation: Vector = ZERO

    def check(self, where: str) -> None:
        check_finite(where, "position", self.position)
        check_finite(where, "rotation", self.rotation)


@dataclass(frozen=True, slots=True)
class Geometry:
    """What a link looks like: made from the parameters (`auto`), or a file placed in the joint's frame."""

    file: str = AUTO
    pose: Pose = field(default_factory=Pose)


@dataclass(frozen=True, slots=True)
class Link:
    """A rigid body in the frame of the joint that moves it."""

    mass: float = 0.0
    """[kg]"""
    centre: Vector = ZERO
    """Centre of mass, [m]."""
    inertia: tuple[float, float, float, float, float, float] = (0.0,) * 6
    """xx, yy, zz, xy, xz, yz about the centre of mass, along the joint's axes, [kg m^2]."""
    geometry: Geometry = field(default_factory=Geometry)

    def check(self, where: str) -> None:
        """Refuse what no rigid body has."""
        check_finite(where, "mass", [self.mass])
        check_not_negative(where, "mass", [self.mass])
        check_finite(where, "centre", self.centre)
        check_finite(where, "inertia", self.inertia)
        self.geometry.pose.check(f"{where}: geometry")
        if any(self.inertia):
            self._check_inertia(where)

    def _check_inertia(self, where: str) -> None:
        xx, yy, zz, xy, xz, yz = self.inertia
        moments = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        slack = SLACK * float(np.abs(moments).max())
        if moments[0] < -slack:
            raise MechanismError(
                f"{where}: inertia has a principal moment of {moments[0]:g}; none may be negative"
            )
        if moments[0] + moments[1] < moments[2] - slack:
            raise MechanismError(
                f"{where}: inertia has principal moments {moments[0]:g}, {moments[1]:g} and {moments[2]:g};"
                " no body has one larger than the sum of the others"
            )
        if self.mass == 0.0:
            raise MechanismError(f"{where}: inertia is given, but mass is 0; a body with inertia has mass")
