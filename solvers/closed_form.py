# SPDX-License-Identifier: GPL-3.0-or-later
"""Inverse kinematics by formulas: all solutions of arms whose axes lie in a known way."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor, hypot, tau

import numpy as np

from ..mechanism.placement import rigid
from .closed_form_chain import Branch, Chain, Structure, moving_joints, read_chain, wrapped
from .closed_form_parallel import find_parallel_arm, find_pitch_arm
from .closed_form_planar import find_planar
from .closed_form_wrist import find_shoulder_arm, find_wrist_arm
from .forward import frame as frame_pose
from .forward import jacobian, positions
from .model import Model

FINDERS: tuple[Callable[[Chain], Structure | None], ...] = (
    find_wrist_arm,
    find_parallel_arm,
    find_pitch_arm,
    find_planar,
    find_shoulder_arm,
)
TOLERANCE = 1e-6
"""Share of the arm's size above which what was found is no solution."""
EXACT = 1e-10
"""Share of the arm's size from which on a solution is refined: the axes were parallel or met only nearly."""
REFINEMENTS = 4
FARTHEST = 1e100
"""Beyond this a target is out of every reach, and its square may be more than a number holds, [m]."""
LIMIT_SLACK = 1e-9
"""By how much rounding may put a joint beyond its limit, [rad] or [m]."""


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """One way to reach a target."""

    q: np.ndarray
    """Positions of all joints of the model, shape (nq,), [rad] or [m]."""
    labels: tuple[str, ...]
    """What sets it apart, such as ("shoulder left", "elbow up", "wrist flipped")."""
    error: float
    """What forward kinematics finds still missing, [m]; angles count times the arm's size."""
    inside_limits: bool


@dataclass(frozen=True, slots=True, eq=False)
class ClosedForm:
    """Formulas for one frame of a model as it is now; after `model.update`, ask for it anew."""

    model: Model
    frame: str
    structure: Structure
    columns: np.ndarray
    """Where the chain's joints are in q."""
    size: float
    """Length of the chain from its first axis on, [m]."""

    @property
    def name(self) -> str:
        """The structure, in words."""
        return self.structure.name

    @property
    def aim(self) -> str:
        """Which part of a target's pose counts: "pose", "position", or "position and pitch".

        With the last, solutions reach the whole pose where they can. Where its heading is none that the arm
        can have there, they have position, pitch and roll, are labelled "heading off", and their error
        leaves the heading out.
        """
        return self.structure.aim

    def solve(self, X_WT: np.ndarray, q_near: np.ndarray | None = None) -> list[Solution]:
        """All real solutions, each with its labels; none where the target is out of reach.

        Angles are in (-pi, pi], or full turns away where only that is inside the limits. Solutions beyond
        the limits are returned, too, and say so.

        Args:
            X_WT: Pose for the frame to reach in the world frame, shape (4, 4).
            q_near: Where singular poses leave an angle free, it is taken from here, shape (nq,); the
                model's home where not given. Joints that do not move the frame are always at home.
        """
        X_WT = rigid(X_WT)
        if np.abs(X_WT[:3, 3]).max() > FARTHEST:
            return []
        near = positions(self.model, self.model.home if q_near is None else q_near)[self.columns]
        found = (self._check(branch) for branch in self.structure.branches(X_WT, near))
        return [solution for solution in found if solution.error <= TOLERANCE * self.size]

    def _check(self, branch: Branch) -> Solution:
        q = self.model.home.copy()
        q[self.columns] = branch.q
        q, error = self._refine(q, branch.X_WT)
        for column, joint_turns in zip(self.columns, self._turning(), strict=True):
            if joint_turns:
                q[column] = inside(q[column], self.model.lower[column], self.model.upper[column])
        moved = q[self.columns]
        above = moved >= self.model.lower[self.columns] - LIMIT_SLACK
        below = moved <= self.model.upper[self.columns] + LIMIT_SLACK
        return Solution(q, branch.labels, error, bool(above.all() and below.all()))

    def _turning(self) -> list[bool]:
        """Of each joint of the chain: whether it turns."""
        joints = self.model.mechanism.joints
        return [joints[row].kind == "revolute" for row in moving_joints(self.model, self.frame)]

    def _refine(self, q: np.ndarray, X_WT: np.ndarray) -> tuple[np.ndarray, float]:
        """The positions made exact where the geometry is rounded, and what is still missing."""
        best, twist = q, self._missing(q, X_WT)
        for _ in range(REFINEMENTS):
            if self._measure(twist) <= EXACT * self.size:
                break
            J = jacobian(self.model, best, self.frame)[: len(twist), self._velocities()]
            q = best.copy()
            q[self.columns] += np.linalg.lstsq(J, twist, rcond=1e-6)[0]
            next_twist = self._missing(q, X_WT)
            if self._measure(next_twist) >= self._measure(twist):
                break
            best, twist = q, next_twist
        return best, self._measure(twist)

    def _velocities(self) -> np.ndarray:
        """Where the chain's joints are in v."""
        return self.model.layout[moving_joints(self.model, self.frame), 3]

    def _missing(self, q: np.ndarray, X_WT: np.ndarray) -> np.ndarray:
        """Shift and turn to the target in world axes, shape (6,), or (3,) where only the position counts."""
        X = frame_pose(self.model, q, self.frame)
        shift = X_WT[:3, 3] - X[:3, 3]
        if self.aim == "position":
            return shift
        return np.concatenate([shift, turn_vector(X_WT[:3, :3] @ X[:3, :3].T)])

    def _measure(self, twist: np.ndarray) -> float:
        """One length for shift and turn, [m]."""
        return hypot(np.linalg.norm(twist[:3]), self.size * np.linalg.norm(twist[3:]))


def closed_form(model: Model, frame: str) -> ClosedForm | None:
    """Find formulas for the inverse kinematics of a frame in the geometry of the axes that move it.

    Known are, with any offsets, base and tool: six axes with a spherical wrist, the second and third parallel
    (PUMA, most industrial arms); six axes with the second to fourth parallel and the last two meeting (UR);
    a waist and three parallel axes, with or without a final roll (4 and 5 axes); a waist, shoulder and elbow
    (3 axes, position); two or three parallel axes, with or without a slide along them (planar, SCARA).

    Args:
        model: The mechanism, numerically.
        frame: A joint or a tool.

    Returns:
        The formulas, or None where none are known.
    """
    chain = read_chain(model, frame)
    if chain is None:
        return None
    columns = model.layout[moving_joints(model, frame), 2]
    for find in FINDERS:
        if structure := find(chain):
            return ClosedForm(model, frame, structure, columns, chain.size)
    return None


def turn_vector(R: np.ndarray) -> np.ndarray:
    """Axis times angle of a rotation, shape (3,), [rad]; of half a turn only its length is right."""
    swirl = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2.0
    sine = float(np.linalg.norm(swirl))
    angle = float(np.arctan2(sine, (np.trace(R) - 1.0) / 2.0))
    if sine > 0.0:
        return swirl * (angle / sine)
    return np.array([angle, 0.0, 0.0])


def inside(angle: float, lower: float, upper: float) -> float:
    """The angle in (-pi, pi], moved by full turns to between its limits where that is possible."""
    angle = wrapped(angle)
    turns = 0
    if angle < lower - LIMIT_SLACK:
        turns = ceil((lower - LIMIT_SLACK - angle) / tau)
    elif angle > upper + LIMIT_SLACK:
        turns = floor((upper + LIMIT_SLACK - angle) / tau)
    moved = angle + turns * tau
    return moved if lower - LIMIT_SLACK <= moved <= upper + LIMIT_SLACK else angle
