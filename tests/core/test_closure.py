# SPDX-License-Identifier: GPL-3.0-or-later
"""Closed loops: equations against finite differences and MuJoCo, mechanisms assembled from anywhere."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest
from builders import random_numbers, random_tree
from linkwright.mechanism import Joint, Loop, LoopSide, Mechanism
from linkwright.mechanism.placement import placement_matrix
from linkwright.solvers import Model, close_loops, closure_error, closure_jacobian, frames, integrate
from linkwright.solvers.model import EQUATIONS
from test_frames import Engine, first_indices

KINDS = tuple(EQUATIONS)


def four_bar(crank=0.10, coupler=0.30, rocker=0.25, ground=0.28) -> Model:
    joints = (Joint("drive"), Joint("knee", "drive", d=crank), Joint("swing", d=ground))
    loop = Loop("tip", LoopSide("knee", d=coupler), LoopSide("swing", d=rocker))
    return Model(Mechanism("Four-bar", joints, (loop,)))


def nearly_closed(kind: str, rng: np.random.Generator, gap: float) -> tuple[Model, np.ndarray]:
    """A random tree whose loop misses by about `gap` at the positions that are returned."""
    tree = random_tree(rng, 6)
    first, second = rng.choice([joint.name for joint in tree.joints], 2, replace=False).tolist()
    sides = (LoopSide(first, **random_numbers(rng)), LoopSide(second))
    pitch = 0.3 if kind == "screw" else 0.0
    model = Model(replace(tree, loops=(Loop("loop", *sides, kind, pitch),)))
    q = integrate(model, model.home, rng.uniform(-1.0, 1.0, model.nv))
    X = frames(model, q)
    half = X[model.row(first)] @ placement_matrix(sides[0].numbers)
    miss = placement_matrix(rng.uniform(-gap, gap, 6))
    model.halves[0, 12:24] = (np.linalg.inv(X[model.row(second)]) @ half @ miss)[:3].ravel()
    return model, q


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(8))
def test_jacobians_agree_with_finite_differences(kind, seed):
    rng, h = np.random.default_rng(seed), 1e-6
    model, q = nearly_closed(kind, rng, 1e-5 if kind == "screw" else 0.2)
    steps = np.eye(model.nv) * h
    columns = [
        (closure_error(model, integrate(model, q, step)) - closure_error(model, integrate(model, q, -step)))
        / (2 * h)
        for step in steps
    ]
    expected = np.column_stack(columns) if columns else np.zeros((model.equations, 0))
    np.testing.assert_allclose(closure_jacobian(model, q), expected, atol=1e-4 if kind == "screw" else 1e-7)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_leaves_just_its_own_freedom(kind):
    """A cut joint between the world and a free body: the rank says how many motions it takes away."""
    joints = (Joint("body", kind="free"),)
    pitch = 0.1 if kind == "screw" else 0.0
    loop = Loop("loop", LoopSide("base", d=0.2), LoopSide("body", r=0.1, alpha=0.3), kind, pitch)
    model = Model(Mechanism("m", joints, (loop,)))
    closed = close_loops(model, integrate(model, model.home, np.full(6, 0.3)))
    assert closed.closed, closed.problem
    assert np.linalg.matrix_rank(closure_jacobian(model, closed.q), tol=1e-9) == EQUATIONS[kind]


def test_closed_positions_agree_with_mujocos_frames():
    closable = 0
    for seed in range(40):
        model, q = nearly_closed("spherical", np.random.default_rng(seed), 0.05)
        closed = close_loops(model, q)
        if not closed.closed:
            continue  # this random tree has too few joints in its loop
        closable += 1
        X = Engine(model.mechanism).frames(closed.q, first_indices(model.mechanism))
        loop, half = model.mechanism.loops[0], np.vstack([model.halves[0, 12:24].reshape(3, 4), [0, 0, 0, 1]])
        here = X[model.row(loop.first.link)] @ placement_matrix(loop.first.numbers)
        there = X[model.row(loop.second.link)] @ half
        assert np.abs(here[:3, 3] - there[:3, 3]).max() < 2e-9
    assert closable >= 15


def test_mujocos_own_constraint_is_satisfied_by_the_four_bar():
    model = four_bar()
    q = close_loops(model, np.array([0.4, 0.0, 0.0])).q
    spec = mujoco.MjSpec()
    ground = spec.worldbody
    bodies = {}
    for name, parent, place in (("drive", ground, 0.0), ("knee", "drive", 0.1), ("swing", ground, 0.28)):
        body = (bodies.get(parent, ground) if isinstance(parent, str) else parent).add_body(
            name=name, pos=[place, 0, 0]
        )
        body.add_joint(type=mujoco.mjtJoint.mjJNT_HINGE, axis=[0, 0, 1])
        body.add_geom(size=[0.01, 0, 0])
        bodies[name] = body
    constraint = spec.add_equality(type=mujoco.mjtEq.mjEQ_CONNECT, objtype=mujoco.mjtObj.mjOBJ_SITE)
    for index, (name, length) in enumerate((("knee", 0.3), ("swing", 0.25))):
        bodies[name].add_site(name=f"{name} end", pos=[length, 0, 0])
        setattr(constraint, f"name{index + 1}", f"{name} end")
    engine = spec.compile()
    data = mujoco.MjData(engine)
    data.qpos[:] = q
    mujoco.mj_forward(engine, data)
    assert data.ne == 3
    assert np.abs(data.efc_pos[:3]).max() < 1e-9


@pytest.mark.parametrize("seed", range(50))
def test_the_four_bar_assembles_from_any_start(seed):
    start = np.random.default_rng(seed).uniform(-4.0, 4.0, 3)
    closed = close_loops(four_bar(), start)
    assert closed.closed, closed.problem
    assert closed.error < 1e-9


@pytest.mark.parametrize("count", [60, 120, 240])
def test_a_full_turn_of_the_crank_never_jumps(count):
    model = four_bar()
    q = close_loops(model, np.array([0.1, 0.2, 0.3])).q
    largest = 0.0
    for _ in range(count):
        start = q + np.array([2 * np.pi / count, 0.0, 0.0])
        closed = close_loops(model, start, held=["drive"])
        assert closed.closed
        largest = max(largest, np.abs(closed.q - q).max())
        q = closed.q
    assert largest < 3.0 * 2 * np.pi / count


def test_bars_in_one_line_still_find_a_way():
    closed = close_loops(four_bar(), np.zeros(3))
    assert closed.closed


def test_a_bar_too_short_is_a_sentence():
    closed = close_loops(four_bar(coupler=0.05, rocker=0.05), np.array([0.3, 0.2, 0.1]))
    assert closed.problem == "Loop 'tip' cannot be closed: 80 mm are missing"
    assert np.isfinite(closed.q).all()


def test_a_mechanism_without_loops_is_closed():
    closed = close_loops(Model(Mechanism("arm", (Joint("a"),))), np.array([0.3]))
    assert closed.closed
    assert closed.q == pytest.approx([0.3])


def test_limits_hold_while_closing():
    model = four_bar()
    model.lower[1:], model.upper[1:] = -0.5, 0.5
    closed = close_loops(model, np.zeros(3))
    assert (closed.q[1:] >= -0.5).all()
    assert (closed.q[1:] <= 0.5).all()
