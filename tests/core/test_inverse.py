# SPDX-License-Identifier: GPL-3.0-or-later
"""Inverse kinematics: found again what forward kinematics made, quiet where nothing can be found."""

import numpy as np
import pytest
from linkwright.mechanism import Joint, Mechanism, MechanismError, Tool, read
from linkwright.solvers import Model, Status, Target, close_loops, frame, frames, solve_ik
from scipy.optimize import minimize
from test_closure import four_bar

from tools.places import ROOT

ARMS = ("puma560", "irb2400", "seven-axis")


def arm(stem: str) -> tuple[Model, str]:
    model = Model(read(ROOT / "presets" / "robots" / f"{stem}.raff").robots[0])
    return model, model.frame_names[-1]


def planar_arm(*lengths: float) -> Model:
    """Revolute joints in a plane, with a tool called tip."""
    joints, parent, before = [], "base", 0.0
    for index, length in enumerate(lengths):
        joints.append(Joint(f"j{index}", parent, d=before))
        parent, before = f"j{index}", length
    return Model(Mechanism("planar", tuple(joints), tools=(Tool("tip", parent, d=before),)))


def at(x: float, y: float, z: float = 0.0) -> np.ndarray:
    pose = np.eye(4)
    pose[:3, 3] = (x, y, z)
    return pose


@pytest.mark.parametrize("stem", ARMS)
def test_poses_made_inside_the_limits_are_found_within_twenty_restarts(stem):
    model, tip = arm(stem)
    rng = np.random.default_rng(5)
    solved = 0
    for number in range(40):
        pose = frame(model, rng.uniform(model.lower, model.upper), tip)
        result = solve_ik(model, [Target(tip, pose)], model.home, restarts=20, seed=number)
        solved += result.converged
        if result.converged:
            np.testing.assert_allclose(frame(model, result.q, tip), pose, atol=2e-6)
        assert (result.q >= model.lower).all()
        assert (result.q <= model.upper).all()
    assert solved == 40


@pytest.mark.parametrize("stem", ARMS)
def test_both_methods_follow_a_near_target(stem):
    model, tip = arm(stem)
    rng = np.random.default_rng(2)
    for _ in range(10):
        q = 0.5 * (rng.uniform(model.lower, model.upper) + model.home)
        near = np.clip(q + rng.uniform(-0.05, 0.05, model.nq), model.lower, model.upper)
        pose = frame(model, near, tip)
        for method in ("damped", "svd"):
            result = solve_ik(model, [Target(tip, pose)], q, method=method)
            assert result.converged, (method, result)
            assert np.abs(result.q - q).max() < 1.0, "another branch"


def test_position_alone_and_parts_of_a_rotation():
    model, tip = arm("puma560")
    pose = frame(model, np.array([0.3, -0.5, 0.6, 0.2, 0.7, 0.1]), tip)
    start = np.array([0.2, -0.4, 0.5, 0.1, 0.6, 1.5])
    only = solve_ik(model, [Target(tip, pose, rotation=False)], start)
    assert only.converged
    np.testing.assert_allclose(frame(model, only.q, tip)[:3, 3], pose[:3, 3], atol=1e-6)
    pointing = solve_ik(model, [Target(tip, pose, rotation=(True, True, False))], start)
    assert pointing.converged
    np.testing.assert_allclose(frame(model, pointing.q, tip)[:3, 2], pose[:3, 2], atol=2e-6)
    assert abs(pointing.q[5] - 0.1) > 0.1, "the free turn need not be made"


def test_held_joints_stay():
    model = planar_arm(0.4, 0.3, 0.2)
    start = np.array([0.1, 0.5, 0.3])
    result = solve_ik(model, [Target("tip", at(0.5, 0.4), rotation=False)], start, held=["j1"])
    assert result.converged
    assert result.q[1] == 0.5


def test_several_targets_in_a_tree():
    torso = Model(read(ROOT / "presets" / "robots" / "two-arm-torso.raff").robots[0])
    tips = torso.frame_names[-2:]
    goal = torso.home + np.random.default_rng(1).uniform(-0.2, 0.2, torso.nq)
    goal = np.clip(goal, torso.lower, torso.upper)
    X = frames(torso, goal)
    targets = [Target(tip, X[torso.row(tip)]) for tip in tips]
    result = solve_ik(torso, targets, torso.home)
    assert result.converged
    for tip in tips:
        np.testing.assert_allclose(frame(torso, result.q, tip), X[torso.row(tip)], atol=2e-6)


def test_posture_decides_where_the_target_leaves_a_choice():
    model = planar_arm(0.4, 0.3, 0.2)
    target = Target("tip", at(0.5, 0.3), rotation=False)
    start = solve_ik(model, [target], np.array([0.1, 0.5, 0.3])).q
    wish = start + np.array([0.3, -0.4, 0.5])
    settled = solve_ik(model, [target], start, posture=wish)
    assert settled.converged
    assert np.linalg.norm(settled.q - wish) < np.linalg.norm(start - wish) - 0.1


def test_loops_stay_closed_while_a_target_is_followed():
    model = four_bar()
    q = close_loops(model, np.array([0.5, 0.3, 1.0])).q
    for angle in np.linspace(0.0, 2 * np.pi, 200):
        pose = at(0.1 * np.cos(0.5 + angle), 0.1 * np.sin(0.5 + angle))
        result = solve_ik(model, [Target("knee", pose, rotation=False)], q)
        assert result.closure < 1e-9
        assert result.converged
        assert np.abs(result.q - q).max() < 0.6
        q = result.q


@pytest.mark.parametrize("method", ["damped", "svd"])
def test_loops_come_before_targets(method):
    model = four_bar()
    q = close_loops(model, np.array([0.5, 0.3, 1.0])).q
    result = solve_ik(model, [Target("knee", at(0.5, 0.5), rotation=False)], q, method=method)
    assert not result.converged
    assert result.closure < 1e-9


@pytest.mark.parametrize("seed", range(6))
def test_out_of_reach_ends_as_near_as_anything(seed):
    """Against scipy's best of several starts."""
    rng = np.random.default_rng(seed)
    model, tip = arm("puma560")
    point = rng.normal(size=3)
    point *= 3.0 / np.linalg.norm(point)
    target = Target(tip, at(*point), rotation=False)
    result = solve_ik(model, [target], model.home, restarts=10, seed=seed)
    bounds = list(zip(model.lower, model.upper, strict=True))

    def distance(q):
        return float(np.linalg.norm(frames(model, q)[-1, :3, 3] - point))

    starts = [rng.uniform(model.lower, model.upper) for _ in range(6)]
    best = min(minimize(distance, start, bounds=bounds, method="L-BFGS-B").fun for start in starts)
    assert result.status in {Status.UNREACHABLE, Status.LIMIT, Status.SINGULAR}
    assert result.error < best + 1e-4


@pytest.mark.parametrize("reach", [5.0, 0.9, 0.900001])
def test_a_still_target_leaves_the_arm_still(reach):
    model = planar_arm(0.4, 0.3, 0.2)
    q = np.array([0.4, 0.3, -0.2])
    target = Target("tip", at(reach, 0.0), rotation=False)
    for _ in range(40):
        q = solve_ik(model, [target], q).q
    for _ in range(10):
        after = solve_ik(model, [target], q).q
        assert np.abs(after - q).max() < 1e-4
        q = after


def test_a_limit_is_named_and_kept():
    model = planar_arm(0.4, 0.3)
    model.upper[1] = 0.2
    result = solve_ik(model, [Target("tip", at(0.0, 0.2), rotation=False)], np.array([0.0, 0.1]))
    assert result.status is Status.LIMIT
    assert result.q[1] <= 0.2


def test_no_target_and_no_joints_to_move():
    model = planar_arm(0.4, 0.3)
    assert solve_ik(model, [], np.array([0.1, 0.2])).converged
    result = solve_ik(model, [Target("tip", at(0.1, 0.1), rotation=False)], np.zeros(2), held=["j0", "j1"])
    assert not result.converged
    assert list(result.q) == [0.0, 0.0]


@pytest.mark.parametrize(
    ("pose", "message"),
    [
        (np.full((4, 4), np.nan), "not finite"),
        (at(np.inf, 0.0), "not finite"),
        (at(1e300, 0.0), "beyond 1e9 m"),
        (np.zeros((4, 4)), "no rotation matrix"),
        (np.eye(3), r"shape \(3, 3\)"),
    ],
)
def test_a_target_that_makes_no_sense_is_named(pose, message):
    model = planar_arm(0.4, 0.3)
    with pytest.raises(MechanismError, match=message):
        solve_ik(model, [Target("tip", pose)], model.home)


@pytest.mark.parametrize("seed", range(30))
def test_odd_starts_and_targets_never_give_odd_results(seed):
    rng = np.random.default_rng(seed)
    model = planar_arm(*rng.choice([0.0, 1e-9, 0.3, 1e3], 3))
    start = rng.choice([0.0, np.nan, np.inf, -1e300, 5.0, 1e9], 3)
    pose = at(*rng.choice([0.0, 1e-300, 1e8, -0.4], 3))
    result = solve_ik(model, [Target("tip", pose, weight=float(rng.choice([1e-6, 1.0, 1e6])))], start)
    assert np.isfinite(result.q).all()
    assert np.isfinite(result.error)
