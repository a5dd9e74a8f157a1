# SPDX-License-Identifier: GPL-3.0-or-later
"""Closed forms: all solutions, against forward kinematics, Newton's method and the 3D-RAS paper."""

from dataclasses import replace
from importlib import import_module
from math import atan2, cos, pi, sin, sqrt

import numpy as np
import pytest
from builders import random_numbers
from closed_form_arms import (
    ARMS,
    RIGHT,
    check,
    difference,
    form_of,
    four_axes,
    preset,
    random_q,
    rows_of,
    serial,
)
from linkwright.mechanism import Follow, Joint, Loop, LoopSide, Mechanism, MechanismError, Pose
from linkwright.mechanism.placement import pose_matrix
from linkwright.solvers import Model, frame, jacobian
from linkwright.solvers.closed_form import ClosedForm, closed_form

MANY = ["puma", "irb", "ur5", "wrist 3", "offset pitch", "lynx6 without roll", "positioner"]


@pytest.fixture(autouse=True)
def _formulas_alone(monkeypatch):
    """Nothing is refined: the formulas themselves must be exact."""
    monkeypatch.setattr(import_module("linkwright.solvers.closed_form"), "REFINEMENTS", 0)


@pytest.mark.parametrize("arm", ARMS)
def test_all_solutions_reach_the_pose_and_one_is_where_we_came_from(arm):
    mechanism, name, most = ARMS[arm]
    form, rng = form_of(mechanism, name), np.random.default_rng(1)
    counts = []
    for _ in range(40):
        q = random_q(rng, form)
        X = frame(form.model, q, name)
        solutions = form.solve(X)
        check(form, X, solutions)
        assert sum(difference(solution.q, q, form) < 1e-7 for solution in solutions) == 1
        counts.append(len(solutions))
    assert max(counts) == most
    assert {count % 2 for count in counts} == {0}


@pytest.mark.parametrize("arm", ["puma", "a255", "lynx6", "planar 2r", "planar 3r"])
def test_arms_that_can_always_be_mirrored_always_have_all_solutions(arm):
    mechanism, name, most = ARMS[arm]
    form, rng = form_of(mechanism, name), np.random.default_rng(2)
    poses = [frame(form.model, random_q(rng, form), name) for _ in range(50)]
    assert {len(form.solve(X)) for X in poses} == {most}


def newton(form: ClosedForm, X_WT: np.ndarray, rng: np.random.Generator) -> list[np.ndarray]:
    """What damped steps from 200 random starts find; a way that knows nothing of the formulas."""
    Q = np.array([random_q(rng, form) for _ in range(200)])
    rows = rows_of(form)
    for _ in range(50):
        J = jacobian(form.model, Q, form.frame)[:, :rows, form.columns]
        X = frame(form.model, Q, form.frame)
        turn = np.cross(X[:, :3, :3], X_WT[None, :3, :3], axis=1).sum(axis=2) / 2
        error = np.concatenate([X_WT[:3, 3] - X[:, :3, 3], turn], axis=1)[:, :rows]
        damping = 0.1 * (error**2).sum(axis=1) + 1e-13
        square = J.transpose(0, 2, 1) @ J + damping[:, None, None] * np.eye(J.shape[2])
        step = np.linalg.solve(square, np.einsum("mij,mi->mj", J, error)[..., None])[..., 0]
        Q[:, form.columns] += np.clip(step, -0.5, 0.5)
    reached = np.abs(frame(form.model, Q, form.frame) - X_WT)[:, :3, 3 if rows == 3 else 0 :] < 1e-9
    return list(Q[reached.all(axis=(1, 2))])


@pytest.mark.parametrize("arm", MANY)
def test_no_solution_that_newton_finds_is_missing(arm):
    mechanism, name, _ = ARMS[arm]
    form, rng = form_of(mechanism, name), np.random.default_rng(3)
    X = frame(form.model, random_q(rng, form), name)
    solutions = form.solve(X)
    found = newton(form, X, rng)
    nearest = [int(np.argmin([difference(q, solution.q, form) for solution in solutions])) for q in found]
    assert all(difference(q, solutions[i].q, form) < 1e-6 for q, i in zip(found, nearest, strict=True))
    assert len(set(nearest)) == len(solutions)  # and all of ours are found


def test_four_axes_agree_with_the_paper():
    """Equations 3 to 9 of the 3D-RAS paper, for upper arm and forearm of one length."""
    a1, a2, a4, d1, heading, wartg = 0.04, 0.12, 0.08, 0.07, 0.6, -0.4
    distance, height = 0.21, 0.15
    xb = (distance - a1 - a4 * cos(wartg)) / (2 * a2)
    zb = (height - d1 - a4 * sin(wartg)) / (2 * a2)
    q = sqrt(1 / (xb**2 + zb**2) - 1)
    upper, fore = atan2(xb - q * zb, zb + q * xb), atan2(xb + q * zb, zb - q * xb)  # from the vertical
    position = (distance * cos(heading), distance * sin(heading), height)
    X = pose_matrix(Pose(position, (RIGHT, -0.0, heading)))
    X[:3, :3] = X[:3, :3] @ pose_matrix(Pose((0, 0, 0), (0, 0, wartg)))[:3, :3]
    solutions = {s.labels: s.q for s in form_of(four_axes(d1, a1, a2, a2, a4), "tip").solve(X)}
    expected = np.array([heading, RIGHT - upper, upper - fore, wartg - (RIGHT - fore)])
    np.testing.assert_allclose(solutions["shoulder front", "elbow up"], expected, atol=1e-12)
    swapped = np.array([heading, RIGHT - fore, fore - upper, wartg - (RIGHT - upper)])
    np.testing.assert_allclose(solutions["shoulder front", "elbow down"], swapped, atol=1e-12)


def test_labels_mean_what_they_say():
    form, rng = form_of(preset("irb2400"), "flange"), np.random.default_rng(5)
    model = form.model
    for _ in range(30):
        q = random_q(rng, form)
        for solution in form.solve(frame(model, q, "flange")):
            shoulder, elbow, wrist = (
                frame(model, solution.q, name)[:3, 3] for name in ("shoulder", "elbow", "wrist bend")
            )
            ahead = np.array([cos(solution.q[0]), sin(solution.q[0]), 0.0])
            assert ("shoulder front" in solution.labels) == (wrist @ ahead > 0)
            reach = wrist - shoulder
            if (reach @ ahead) * (wrist @ ahead) > 0:  # the wrist is not between waist and shoulder
                above = elbow[2] - shoulder[2] - reach[2] * ((elbow - shoulder) @ ahead) / (reach @ ahead)
                assert ("elbow up" in solution.labels) == (above > 0)
            assert ("wrist flipped" in solution.labels) == (solution.q[4] < 0)
    puma = form_of(preset("puma560"), "flange")
    X = frame(puma.model, np.radians([0, -30, 40, 20, 30, 10]), "flange")
    for solution in puma.solve(X):
        assert ("shoulder left" in solution.labels) == (abs(solution.q[0]) < 1)  # axis 2 points to +y there


def test_targets_out_of_reach_have_no_solution():
    puma, planar = form_of(preset("puma560"), "flange"), form_of(preset("planar-3r"), "tip")
    for position in ((2.0, 0.0, 0.5), (0.05, 0.05, 1.2), (1e200, 0.0, 0.0), (0.0, -1e308, 1e308)):
        assert puma.solve(pose_matrix(Pose(position))) == []
    inside = frame(planar.model, np.array([0.3, 0.4, 0.5]), "tip")
    assert len(planar.solve(inside)) == 2
    assert planar.solve(pose_matrix(Pose((0, 0, 0.01))) @ inside) == []  # beside the plane
    assert planar.solve(inside @ pose_matrix(Pose((0, 0, 0), (0.1, 0, 0)))) == []  # tilted out of it
    with pytest.raises(MechanismError, match="must be finite"):
        puma.solve(np.full((4, 4), np.nan))


def test_angles_move_by_full_turns_into_their_limits():
    limits = {"lower": (1.5 * pi,), "upper": (3.0 * pi,)}
    form = form_of(serial(limits, {"d": 1.0, "lower": (-0.1,)}, tool={"d": 1.0}), "tip")
    solutions = form.solve(pose_matrix(Pose((1.0, 1.0, 0.0))))
    found = {s.labels: (s.q.tolist(), s.inside_limits) for s in solutions}
    assert found["elbow down",] == (pytest.approx([2 * pi, RIGHT]), True)
    assert found["elbow up",] == (pytest.approx([2.5 * pi, 1.5 * pi]), True)
    tight = form_of(serial({"upper": (-1.0,), "lower": (-2.0,)}, {"d": 1.0}, tool={"d": 1.0}), "tip")
    assert not any(s.inside_limits for s in tight.solve(pose_matrix(Pose((1.0, 1.0, 0.0)))))


def test_rounded_numbers_of_a_file_still_make_exact_solutions(monkeypatch):
    joints = list(preset("puma560").joints)
    joints[2] = replace(joints[2], alpha=2e-6)  # elbow and shoulder are parallel only nearly
    joints[4] = replace(joints[4], alpha=-1.5708, d=3e-6)  # the wrist's axes miss each other
    form, rng = form_of(Mechanism("rounded", tuple(joints)), "flange"), np.random.default_rng(8)
    starts = [random_q(rng, form) for _ in range(60)]
    clear = [q for q in starts if np.linalg.svd(jacobian(form.model, q, "flange"))[1][-1] > 0.05]
    poses = [frame(form.model, q, "flange") for q in clear]
    assert len(poses) > 20
    assert min(len(form.solve(X)) for X in poses) < 8
    monkeypatch.setattr(import_module("linkwright.solvers.closed_form"), "REFINEMENTS", 4)
    for X in poses:
        solutions = form.solve(X)
        check(form, X, solutions)
        assert len(solutions) == 8


def test_other_structures_are_not_taken_for_known_ones():
    rng = np.random.default_rng(9)
    plain = preset("puma560")
    loop = Loop("tie", LoopSide("elbow"), LoopSide("base"))
    coupled = Joint("more", "flange", follows=Follow("waist"), d=0.1)
    unknown = [
        (preset("seven-axis"), preset("seven-axis").frame_names[-1]),
        (serial(*(random_numbers(rng) for _ in range(6))), "tip"),
        (serial({}, {"alpha": RIGHT}, {}, tool={"d": 0.5}), "tip"),  # no upper arm
        (serial({"kind": "spherical"}, {"d": 0.5}, tool={"d": 0.5}), "tip"),
        (serial({}, tool={"d": 0.5}), "tip"),
        (Mechanism("tied", plain.joints, (loop,)), "flange"),
        (Mechanism("coupled", (*plain.joints, coupled)), "more"),
        (plain, "wrist bend"),
    ]
    assert [closed_form(Model(mechanism), name) for mechanism, name in unknown] == [None] * len(unknown)
    hinged = Loop("tie", LoopSide("more"), LoopSide("flange"))  # beyond the chain: it ties nothing of it
    assert closed_form(Model(Mechanism("hand", (*plain.joints, coupled), (hinged,))), "flange") is not None
    with pytest.raises(MechanismError, match="Frame 'nose' does not exist"):
        closed_form(Model(plain), "nose")
