# SPDX-License-Identifier: GPL-3.0-or-later
"""A mechanism as arrays."""

import numpy as np

from ..mechanism.structure import BASE, NUMBERS, Mechanism


class Model:
    """A mechanism, numerically: one row a joint, parents before children."""

    def __init__(self, mechanism: Mechanism) -> None:
        joints = mechanism.joints
        self.names: tuple[str, ...] = tuple(joint.name for joint in joints)
        """One label a coordinate."""
        self.frame_names = self.names
        index = {BASE: -1} | {name: row for row, name in enumerate(self.names)}
        self.parents = np.array([index[joint.parent] for joint in joints])
        """Row of each joint's parent, -1 for the base, shape (n,)."""
        self.numbers = np.array([[getattr(joint, key) for key in NUMBERS] for joint in joints])
        """gamma, b, alpha, d, theta, r of each joint, shape (n, 6), [rad] and [m]."""
        self.lower = np.array([joint.lower for joint in joints])
        self.upper = np.array([joint.upper for joint in joints])

    @property
    def nq(self) -> int:
        return len(self.names)

    nv = nq
    size = nq

    @property
    def home(self) -> np.ndarray:
        """Joint positions of the description itself, brought inside the limits, shape (nq,)."""
        return np.clip(np.zeros(self.nq), self.lower, self.upper)
