# SPDX-License-Identifier: GPL-3.0-or-later
"""Forward kinematics: from joint positions to the poses of all frames."""

import numpy as np

from .model import Model


def frames(model: Model, q: np.ndarray) -> np.ndarray:
    """Poses of all joint frames.

    Args:
        model: The mechanism, numerically.
        q: Joint positions, shape (nq,), [rad].

    Returns:
        Poses in the world frame, shape (len(model.frame_names), 4, 4).
    """
    X_PJ = joint_transforms(model.numbers, np.asarray(q, dtype=float))
    X_WJ = np.empty_like(X_PJ)
    for row, parent in enumerate(model.parents):
        X_WJ[row] = X_PJ[row] if parent < 0 else X_WJ[parent] @ X_PJ[row]
    return X_WJ


def joint_transforms(numbers: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Poses of the joints' frames in their parents': Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta + q) Tz(r).

    Args:
        numbers: gamma, b, alpha, d, theta, r, shape (n, 6), [rad] and [m].
        q: Turn of each joint, shape (n,), [rad].
    """
    gamma, b, alpha, d, theta, r = np.asarray(numbers).T
    first = screw(gamma, b, axis=2)
    second = screw(alpha, d, axis=0)
    third = screw(theta + q, r, axis=2)
    X_PJ: np.ndarray = first @ second @ third
    return X_PJ


def screw(angle: np.ndarray, shift: np.ndarray, *, axis: int) -> np.ndarray:
    """Turns about a coordinate axis together with shifts along it, shape (n, 4, 4)."""
    X = np.tile(np.eye(4), (len(angle), 1, 1))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    X[:, i, i] = X[:, j, j] = np.cos(angle)
    X[:, j, i] = np.sin(angle)
    X[:, i, j] = -X[:, j, i]
    X[:, axis, 3] = shift
    return X
