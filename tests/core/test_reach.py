# SPDX-License-Identifier: GPL-3.0-or-later
"""Inverse kinematics in bulk: what can be reached is found, what cannot is met as nearly as it can be."""

from collections.abc import Iterator

import numpy as np
import pytest
from compiled_kernels import compiled_kernels
from linkwright.mechanism import read
from linkwright.solvers import Model, Status, Target, frame, frames, jacobian, solve_ik
from scipy.optimize import minimize
from test_inverse import ARMS, arm, at, planar_arm

from tools.places import ROOT

POSES, STARTS = 2000, 20
STANDS = ("puma560", "irb2400", "seven-axis", "four-bar", "stewart", "delta", "delta-revolute", "parallel-18")


@pytest.fixture(autouse=True, scope="module")
def _fast() -> Iterator[None]:
    with compiled_kernels():
        yield


@pytest.mark.parametrize("stem", ARMS)
def test_poses_from_inside_the_limits_are_found(stem):
    model, tip = arm(stem)
    rng = np.random.default_rng(1998)
    solved = 0
    for number in range(POSES):
        pose = frame(model, rng.uniform(model.lower, model.upper), tip)
        result = solve_ik(model, [Target(tip, pose)], model.home, restarts=20, seed=number)
        assert (result.q >= model.lower).all()
        assert (result.q <= model.upper).all()
        if result.converged:
            np.testing.assert_allclose(frame(model, result.q, tip), pose, atol=2e-6)
            solved += 1
    assert solved >= 0.995 * POSES


def nearest(model: Model, tip: str, point: np.ndarray, rng: np.random.Generator) -> float:
    """The shortest distance that scipy finds from many starts, [m]."""

    def square(q: np.ndarray) -> tuple[float, np.ndarray]:
        gap = frames(model, q)[row, :3, 3] - point
        return float(gap @ gap), 2.0 * gap @ jacobian(model, q, tip)[:3]

    row, bounds = model.row(tip), list(zip(model.lower, model.upper, strict=True))
    options = {"ftol": 1e-11, "gtol": 1e-7}
    starts = [rng.uniform(model.lower, model.upper) for _ in range(STARTS)]
    ends = [minimize(square, q, jac=True, bounds=bounds, method="L-BFGS-B", options=options) for q in starts]
    return float(np.sqrt(min(end.fun for end in ends)))


@pytest.mark.parametrize("stem", ARMS)
def test_points_out_of_reach_are_approached_as_nearly_as_scipy_does(stem):
    model, tip = arm(stem)
    rng = np.random.default_rng(2)
    shoulder = frame(model, model.home, model.frame_names[1])[:3, 3]
    for number in range(12):
        direction = rng.normal(size=3)
        distance = rng.uniform(1.05, 3.0) * model.reach
        point = shoulder + distance * direction / np.linalg.norm(direction)
        target = Target(tip, at(*point), rotation=False)
        result = solve_ik(model, [target], model.home, restarts=20, seed=number)
        assert result.status in {Status.UNREACHABLE, Status.LIMIT, Status.SINGULAR}
        assert result.error < nearest(model, tip, point, rng) + 1e-4


def check_peace(
    model: Model, target: Target, q: np.ndarray, *, calls: int = 60, method: str = "damped"
) -> None:
    """The last ten of many calls with a target that stands still move no coordinate."""
    steps = []
    for _ in range(calls):
        after = solve_ik(model, [target], q, method=method).q
        steps.append(float(np.abs(after - q).max()))
        q = after
    assert max(steps[-10:]) < 1e-4, steps[-12:]


def far_targets(model: Model, tip: str) -> list[Target]:
    """Out of reach in several directions, with and without a rotation to keep."""
    rng, home = np.random.default_rng(6), frame(model, model.home, tip)
    targets = []
    for number in range(6):
        pose = home.copy()
        pose[:3, 3] += rng.uniform(1.0, 4.0) * model.reach * rng.normal(size=3)
        targets.append(Target(tip, pose, rotation=number % 2 == 0))
    return targets


@pytest.mark.parametrize("stem", STANDS)
def test_a_still_target_out_of_reach_leaves_everything_still(stem):
    model, tip = arm(stem)
    for target in far_targets(model, tip):
        check_peace(model, target, model.home)


@pytest.mark.parametrize("stem", ["puma560", "seven-axis", "four-bar", "delta"])
def test_the_reference_method_is_as_quiet(stem):
    model, tip = arm(stem)
    for target in far_targets(model, tip):
        check_peace(model, target, model.home, method="svd")


SINGULAR = {
    "wrist in line": ("puma560", [20, -40, 60, 30, 0, -30]),
    "stretched arm": ("puma560", [20, -40, 87.3, 30, 40, -30]),
    "tool above the waist": ("irb2400", [0, -30, 40, 0, 0, 0]),
    "seven axes in line": ("seven-axis", [0, 0, 0, 0, 0, 0, 0]),
    "elbow stretched": ("seven-axis", [20, 40, 10, 0, 30, 50, 0]),
}


@pytest.mark.parametrize("name", SINGULAR)
@pytest.mark.parametrize("offset", [0.0, 1e-7, 1e-3, 0.05])
def test_a_still_target_at_a_singularity_leaves_the_arm_still(name, offset):
    stem, degrees = SINGULAR[name]
    model, tip = arm(stem)
    singular = np.clip(np.radians(degrees), model.lower, model.upper)
    pose = frame(model, singular, tip)
    outwards = pose[:3, 3] / np.linalg.norm(pose[:3, 3])
    for shift in (outwards, np.array([0.0, 0.0, 1.0]), pose[:3, 0]):
        moved = pose.copy()
        moved[:3, 3] += offset * shift
        for start in (singular, model.home):
            check_peace(model, Target(tip, moved), start)


@pytest.mark.parametrize("share", [0.999, 1.0, 1.0 + 1e-9, 1.001, 2.0])
def test_a_stretched_planar_arm_is_still(share):
    model = planar_arm(0.4, 0.3, 0.2)
    check_peace(model, Target("tip", at(0.9 * share, 0.0), rotation=False), np.array([0.4, 0.3, -0.2]))


def test_the_four_bar_is_still_at_its_dead_centres():
    """Crank and coupler in one line: the rocker can go no farther."""
    model = Model(read(ROOT / "presets" / "robots" / "four-bar.raff").robots[0])
    for beyond in (0.0, 1e-6, 0.02, 0.3):
        for length in (0.3 + 0.1, 0.3 - 0.1):  # coupler and crank, stretched and folded
            cosine = (0.28**2 + 0.25**2 - length**2) / (2 * 0.28 * 0.25)
            swing = np.pi - np.arccos(cosine) - np.sign(length - 0.3) * beyond
            pose = frame(model, model.home, "rocker")
            turn = frame(model, np.array([*model.home[:2], swing]), "rocker")
            pose[:3, :3] = turn[:3, :3]
            check_peace(model, Target("rocker", pose), model.home)
