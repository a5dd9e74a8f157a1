# SPDX-License-Identifier: GPL-3.0-or-later
"""What a search is after: frames and where they shall be."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..mechanism import MechanismError
from . import speed
from .kernels_plain import poses  # type: ignore[attr-defined]
from .model import Model

Axes = bool | tuple[bool, bool, bool]
WEIGHTS = (1e-6, 1e6)
"""Least and largest weight: beyond these one target drowns in the rounding of another."""


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
    """How much it counts against other targets, 1e-6 to 1e6."""


@dataclass(frozen=True, slots=True, eq=False)
class TargetTables:
    """The same as the kernels read it."""

    rows: np.ndarray
    poses: np.ndarray
    weights: np.ndarray


def tables_of(model: Model, targets: Sequence[Target]) -> TargetTables:
    """Tables of all targets; a target that makes no sense is a MechanismError."""
    rows = np.array([model.row(target.frame) for target in targets], dtype=np.int64)
    table, weights = np.empty((len(targets), 12)), np.empty((len(targets), 6))
    for index, target in enumerate(targets):
        write_pose(target, table[index])
        weights[index] = weights_of(target)
    return TargetTables(rows, table, weights)


def write_pose(target: Target, out: np.ndarray) -> None:
    """Upper rows of the pose into `out` (12,), with a rotation that is one, whatever rounding did to it."""
    pose = pose_numbers(target)
    if pose.shape != (4, 4):
        where = f"Target of frame {target.frame!r}"
        raise MechanismError(f"{where}: its pose has shape {pose.shape}; it must be (4, 4)")
    refuse(target.frame, speed.kernels.poses.check_pose(pose, out))


def refuse(frame: str, fault: int, number: str = "") -> None:
    """Say what is wrong with a pose, if anything is."""
    where = f"Target of frame {frame!r}{number}"
    if fault == poses.NOT_FINITE:
        raise MechanismError(f"{where}: its pose has a number that is not finite or beyond 1e9 m")
    if fault == poses.NO_ROTATION:
        raise MechanismError(f"{where}: its rotation is no rotation matrix")


def pose_numbers(target: Target) -> np.ndarray:
    """A copy of the pose as an array of numbers."""
    try:
        return np.array(target.pose, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        message = f"Target of frame {target.frame!r}: its pose is {target.pose!r}; it must be 4 x 4 numbers"
        raise MechanismError(message) from error


def weights_of(target: Target) -> list[float]:
    """One weight for each of the six axes, zero for those that do not count."""
    least, most = WEIGHTS
    if not least <= target.weight <= most:
        where = f"Target of frame {target.frame!r}"
        raise MechanismError(f"{where}: weight is {target.weight}; it must be between {least:g} and {most:g}")
    flags = axes_of(target, "position") + axes_of(target, "rotation")
    return [float(target.weight) if flag else 0.0 for flag in flags]


def axes_of(target: Target, name: str) -> list[bool]:
    """Three flags, given as such or as one for all."""
    axes = getattr(target, name)
    if isinstance(axes, bool):  # nearly always, and solvers ask thousands of times a second
        return [axes] * 3
    flags = list(axes) if isinstance(axes, Sequence | np.ndarray) else [axes] * 3
    if len(flags) != 3 or not all(isinstance(flag, bool | np.bool_) for flag in flags):
        where = f"Target of frame {target.frame!r}"
        raise MechanismError(f"{where}: {name} is {axes!r}; it must be True, False or three of these")
    return [bool(flag) for flag in flags]
