# SPDX-License-Identifier: GPL-3.0-or-later
"""Arms whose inverse kinematics has a closed form, and what must hold for its solutions."""

from math import pi

import numpy as np
import pytest
from builders import random_numbers, random_pose
from linkwright.mechanism import Joint, Mechanism, Pose, Tool, read
from linkwright.solvers import Model, frame
from linkwright.solvers.closed_form import ClosedForm, closed_form

from tools.places import ROOT

RIGHT = pi / 2


def serial(*rows: dict, tool: dict | None = None, base: Pose | None = None) -> Mechanism:
    """A chain of joints j1, j2, ... and the tool `tip`."""
    joints = tuple(Joint(f"j{i + 1}", f"j{i}" if i else "base", **row) for i, row in enumerate(rows))
    tip = Tool("tip", joints[-1].name, **(tool or {}))
    return Mechanism("arm", joints, tools=(tip,), base=base or Pose())


def preset(name: str) -> Mechanism:
    return read(ROOT / "presets" / "robots" / f"{name}.raff").robots[0]


def ur5() -> Mechanism:
    return serial(
        {"r": 0.089159},
        {"alpha": RIGHT},
        {"d": -0.425},
        {"d": -0.39225, "r": 0.10915},
        {"alpha": RIGHT, "r": 0.09465},
        {"alpha": -RIGHT},
        tool={"r": 0.0823},
    )


def wrist_arm(seed: int) -> Mechanism:
    """A random arm with a spherical wrist, its frames anywhere on their axes; odd seeds have oblique axes."""
    rng = np.random.default_rng(seed)
    turn, length = (lambda: float(rng.uniform(-3, 3))), (lambda: float(rng.uniform(0.2, 0.6)))
    slide, oblique = length(), (lambda: float(rng.uniform(0.7, 2.4)))
    bends = [oblique(), oblique(), oblique()] if seed % 2 else [RIGHT, -RIGHT, RIGHT]
    return serial(
        {**random_numbers(rng)},
        {"gamma": turn(), "b": length(), "alpha": bends[0], "d": 0.1, "theta": turn(), "r": length() / 4},
        {"gamma": turn(), "alpha": pi * (seed % 3 == 0), "d": length(), "theta": turn(), "r": length() / 4},
        {"gamma": turn(), "b": 0.1, "alpha": 1.0, "d": 0.1, "theta": turn(), "r": length()},
        {"gamma": turn(), "b": 0.1, "alpha": bends[1], "theta": turn(), "r": slide},
        {"gamma": turn(), "b": -slide, "alpha": bends[2], "theta": turn(), "r": length()},
        tool={**random_numbers(rng), "pose": random_pose(rng)},
        base=random_pose(rng),
    )


def offset_pitch_arm() -> Mechanism:
    """Waist, three parallel axes beside it, one turned round, and a roll with the tool off its axis."""
    return serial(
        {"theta": 0.4, "r": 0.2},
        {"gamma": 0.3, "alpha": RIGHT, "d": 0.06, "r": 0.11},
        {"gamma": 0.5, "alpha": pi, "d": 0.4, "r": 0.03},
        {"gamma": -0.7, "alpha": pi, "d": 0.31, "theta": 1.0},
        {"alpha": -RIGHT, "d": 0.02, "theta": 0.2, "r": 0.1},
        tool={"d": 0.03, "alpha": 0.6, "r": 0.05},
        base=Pose((0.3, -0.2, 0.5), (0.3, 0.2, -0.9)),
    )


def four_axes(height: float, offset: float, upper: float, fore: float, hand: float) -> Mechanism:
    """The arm of the 3D-RAS paper, stretched out level at zero."""
    return serial({"r": height}, {"alpha": RIGHT, "d": offset}, {"d": upper}, {"d": fore}, tool={"d": hand})


ARMS = {
    "puma": (preset("puma560"), "flange", 8),
    "irb": (preset("irb2400"), "flange", 8),
    "ur5": (ur5(), "tip", 8),
    **{f"wrist {seed}": (wrist_arm(seed), "tip", 8) for seed in range(7)},
    "a255": (preset("a255"), "flange", 4),
    "lynx6": (preset("lynx6"), "gripper", 4),
    "lynx6 without roll": (preset("lynx6"), "wrist", 2),
    "offset pitch": (offset_pitch_arm(), "tip", 2),
    "four axes": (four_axes(0.1, 0.05, 0.3, 0.2, 0.1), "tip", 2),
    "planar 2r": (preset("planar-2r"), "tip", 2),
    "planar 3r": (preset("planar-3r"), "tip", 2),
    "scara": (preset("scara"), "flange", 2),
    "positioner": (serial({}, {"alpha": 1.2, "d": 0.1}, {"d": 0.5, "r": 0.1}, tool={"d": 0.4}), "tip", 4),
}
"""Each with its frame and the largest number of solutions."""


def form_of(mechanism: Mechanism, name: str) -> ClosedForm:
    form = closed_form(Model(mechanism), name)
    assert form is not None
    return form


def rows_of(form: ClosedForm) -> int:
    return 3 if form.aim == "position" else 6


def random_q(rng: np.random.Generator, form: ClosedForm) -> np.ndarray:
    q = form.model.home.copy()
    q[form.columns] = rng.uniform(-pi, pi, len(form.columns))
    return q


def difference(q: np.ndarray, other: np.ndarray, form: ClosedForm) -> float:
    """Largest difference of two positions but for full turns; slides stay within half a metre here."""
    return float(np.abs(np.angle(np.exp(1j * (q - other)[..., form.columns]))).max())


def check(form: ClosedForm, X: np.ndarray, solutions: list, tolerance: float = 1e-9) -> None:
    """All solutions reach the pose, no two are called alike, and they say rightly which are in limits."""
    model = form.model
    for solution in solutions:
        Y = frame(model, solution.q, form.frame)
        assert np.abs((Y - X)[:3, (3 if form.aim == "position" else 0) :]).max() < tolerance
        within = (solution.q >= model.lower - 1e-9) & (solution.q <= model.upper + 1e-9)
        assert solution.inside_limits == within[form.columns].all()
        assert np.delete(solution.q, form.columns) == pytest.approx(np.delete(model.home, form.columns))
    assert len({solution.labels for solution in solutions}) == len(solutions)
