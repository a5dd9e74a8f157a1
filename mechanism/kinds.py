# SPDX-License-Identifier: GPL-3.0-or-later
"""The kinds of joints: what moves after the six numbers, and which coordinates say how far."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """How a joint moves."""

    scalars: tuple[str, ...]
    """Unit of each coordinate that is a plain number: "angle" or "length"; quaternions are none."""
    labels: tuple[str, ...]
    """Suffix of each entry of q, empty where there is only one."""
    nv: int
    """Degrees of freedom."""

    @property
    def nq(self) -> int:
        """Entries of q; one more than degrees of freedom where there is a quaternion."""
        return len(self.labels)


QUATERNION = ("qw", "qx", "qy", "qz")
KINDS = {
    "revolute": Kind(("angle",), ("",), 1),
    "prismatic": Kind(("length",), ("",), 1),
    "fixed": Kind((), (), 0),
    "universal": Kind(("angle", "angle"), ("z", "x"), 2),
    "spherical": Kind((), QUATERNION, 3),
    "cylindrical": Kind(("angle", "length"), ("turn", "shift"), 2),
    "screw": Kind(("angle",), ("",), 1),
    "planar": Kind(("length", "length", "angle"), ("x", "y", "turn"), 3),
    "free": Kind((), ("x", "y", "z", *QUATERNION), 6),
}
"""After the six numbers: revolute Rz(q); prismatic Tz(q); universal Rz(q1) Rx(q2); spherical R(quaternion);
cylindrical Rz(q1) Tz(q2); screw Rz(q) Tz(pitch q / 2 pi); planar Tx(q1) Ty(q2) Rz(q3); free T(x, y, z) and
then R(quaternion)."""
