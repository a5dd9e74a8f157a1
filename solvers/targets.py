# SPDX-License-Identifier: GPL-3.0-or-later
"""What a search is after: frames and where they shall be."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..mechanism import MechanismError
from .model import Model

Axes = bool | tuple[bool, bool, bool]


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A frame, and the pose it shall have."""

    frame: str
    pose: np.ndarray
    """X_WT, shape (4, 4), [m]."""
    position: Axes = True
    """Whether the origin counts; three flags pick axes of the target."""
    rotation: Axes = True
    """Whether the direction counts; (True, True, False) leaves the turn about the target's z free."""
    weight: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class TargetTables:
    """The same as the kernels read it."""

    rows: np.ndarray
    poses: np.ndarray
    weights: np.ndarray


def tables_of(model: Model, targets: Sequence[Target]) -> TargetTables:
    """Tables of all targets; a target that makes no sense is a MechanismError."""
    rows = np.array([model.row(target.frame) for target in targets], dtype=np.int64)
    poses = np.array([checked_pose(target)[:3].ravel() for target in targets]).reshape(-1, 12)
    weights = np.array([weights_of(target) for target in targets], dtype=np.float64).reshape(-1, 6)
    return TargetTables(rows, poses, weights)


def checked_pose(target: Target) -> np.ndarray:
    """The pose with a rotation matrix that is one, whatever rounding did to it."""
    pose = np.array(target.pose, dtype=np.float64)
    where = f"Target of frame {target.frame!r}"
    if pose.shape != (4, 4):
        raise MechanismError(f"{where}: its pose has shape {pose.shape}; it must be (4, 4)")
    if not np.isfinite(pose).all() or np.abs(pose[:3, 3]).max() > 1e9:
        raise MechanismError(f"{where}: its pose has a number that is not finite or beyond 1e9 m")
    if np.abs(pose[:3, :3] @ pose[:3, :3].T - np.eye(3)).max() > 1e-4 or np.linalg.det(pose[:3, :3]) < 0.0:
        raise MechanismError(f"{where}: its rotation is no rotation matrix")
    U, _, Vt = np.linalg.svd(pose[:3, :3])
    pose[:3, :3] = U @ Vt
    return pose


def weights_of(target: Target) -> list[float]:
    if not 0.0 < target.weight < np.inf:
        raise MechanismError(
            f"Target of frame {target.frame!r}: weight is {target.weight}; it must be positive"
        )
    flags = []
    for axes in (target.position, target.rotation):
        flags += [axes] * 3 if isinstance(axes, bool) else list(axes)
    return [target.weight if flag else 0.0 for flag in flags]
