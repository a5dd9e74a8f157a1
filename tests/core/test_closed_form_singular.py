# SPDX-License-Identifier: GPL-3.0-or-later
"""Closed forms at singular poses, near them, at the edge of the reach, and for headings out of reach."""

from importlib import import_module
from math import cos, pi, sin

import numpy as np
import pytest
from closed_form_arms import ARMS, RIGHT, check, difference, form_of, preset, random_q, serial
from linkwright.mechanism import Pose
from linkwright.mechanism.placement import pose_matrix
from linkwright.solvers import frame


@pytest.fixture(autouse=True)
def _formulas_alone(monkeypatch):
    """Nothing is refined: the formulas themselves must be exact."""
    monkeypatch.setattr(import_module("linkwright.solvers.closed_form"), "REFINEMENTS", 0)


@pytest.mark.parametrize("arm", ["puma", "irb", "ur5"])
def test_a_singular_wrist_takes_its_free_angle_from_nearby(arm):
    mechanism, name, _ = ARMS[arm]
    form, rng = form_of(mechanism, name), np.random.default_rng(6)
    for straight in (0.0, pi, 0.0, pi):
        q = random_q(rng, form)
        q[4] = straight
        X = frame(form.model, q, name)
        for near in (q, random_q(rng, form)):
            solutions = form.solve(X, near)
            check(form, X, solutions)
            assert any("wrist singular" in solution.labels for solution in solutions)
        assert min(difference(solution.q, q, form) for solution in form.solve(X, q)) < 1e-7


def test_a_singular_wrist_takes_the_nearest_angle_that_can_be_reached():
    form = form_of(ARMS["ur5"][0], "tip")
    # Stretched out with the last axis parallel to the boom's: only one turn of the boom reaches so far.
    q = np.array([0.3, -0.4, 0.0, 0.5 - RIGHT, 0.0, 0.2])
    X = frame(form.model, q, "tip")
    wrist = frame(form.model, q, "j4")[:3, 3]
    for near in np.random.default_rng(4).uniform(-pi, pi, (20, 6)):
        singular = [s for s in form.solve(X, near) if "wrist singular" in s.labels]
        assert singular
        check(form, X, singular)
        reach = [np.linalg.norm(frame(form.model, s.q, "j4")[:3, 3] - [0, 0, 0.089159]) for s in singular]
        assert max(reach) <= np.linalg.norm(wrist - [0, 0, 0.089159]) + 1e-9


@pytest.mark.parametrize("bend", [1e-3, 1e-5, 1e-7, 1e-9, 1e-11, pi - 1e-8])
def test_a_nearly_singular_wrist_loses_no_digits(bend):
    for arm in ("puma", "ur5", "irb"):
        mechanism, name, _ = ARMS[arm]
        form, rng = form_of(mechanism, name), np.random.default_rng(7)
        for _ in range(5):
            q = random_q(rng, form)
            q[4] = bend
            X = frame(form.model, q, name)
            solutions = form.solve(X, q)
            assert len(solutions) >= 2
            check(form, X, solutions)


def test_a_target_on_the_waist_leaves_its_angle_as_it_was():
    form, near = form_of(preset("irb2400"), "flange"), np.full(6, 0.7)
    X = pose_matrix(Pose((0.0, 0.0, 1.7), (0.5, 0.4, 0.3)))
    X[:3, 3] += 0.085 * X[:3, 2]
    solutions = form.solve(X, near)
    check(form, X, solutions)
    assert len(solutions) == 4
    assert {(round(s.q[0], 12), s.labels[0]) for s in solutions} == {(0.7, "shoulder singular")}


def test_a_hand_above_the_waist_turns_it_by_its_own_heading():
    for mechanism, name, count in ((preset("lynx6"), "gripper", 4), (preset("lynx6"), "wrist", 2)):
        form = form_of(mechanism, name)
        model, q = form.model, np.zeros(5)
        q[:4] = 0.8, 0.6, -2.0, 0.3
        ahead = frame(model, q, name)[:3, 3] @ [cos(0.8), sin(0.8), 0.0]
        X = frame(model, q, name)
        X[:3, 3] -= np.array([cos(0.8), sin(0.8), 0.0]) * ahead
        solutions = form.solve(X)
        check(form, X, solutions)
        assert len(solutions) == count
    down = pose_matrix(Pose((0.0, 0.0, 0.2), (pi, 0.0, 0.4)))
    upright = form_of(preset("lynx6"), "gripper").solve(down, np.full(5, 0.3))
    assert {(round(s.q[0], 12), s.labels[0]) for s in upright} == {(0.3, "shoulder singular")}
    check(form_of(preset("lynx6"), "gripper"), down, upright)


def test_a_heading_that_no_joint_can_give_is_left_out_and_said():
    form = form_of(preset("lynx6"), "gripper")
    reachable = frame(form.model, np.array([0.4, 0.3, 0.5, -0.9, 0.2]), "gripper")
    X = reachable.copy()
    X[:3, :3] = pose_matrix(Pose((0, 0, 0), (0, 0, 0.3)))[:3, :3] @ X[:3, :3]
    solutions = form.solve(X)
    assert len(solutions) == 4
    assert all("heading off" in solution.labels for solution in solutions)
    assert sum(np.abs(frame(form.model, s.q, "gripper") - reachable).max() < 1e-9 for s in solutions) == 4


def test_edges_of_the_reach_are_one_solution_each():
    arm = serial({}, {"d": 1.0, "rest": (0.5,)}, tool={"d": 1.0})
    form, near = form_of(arm, "tip"), np.array([0.9, 0.0])
    (stretched,) = form.solve(pose_matrix(Pose((0.0, 2.0, 0.0))))
    assert stretched.labels == ("elbow straight",)
    np.testing.assert_allclose(stretched.q, [RIGHT, 0.0], atol=1e-9)
    (folded,) = form.solve(np.eye(4), near)
    assert folded.labels == ("elbow folded",)
    np.testing.assert_allclose(folded.q, [0.9, pi])
    assert form.solve(pose_matrix(Pose((0.0, 2.0001, 0.0)))) == []
