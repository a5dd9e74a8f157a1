# SPDX-License-Identifier: GPL-3.0-or-later
"""Mobility and singularities, against what the textbook says."""

import numpy as np
import pytest
from linkwright.mechanism import Joint, Loop, LoopSide, Mechanism
from linkwright.solvers import Model, Target, frame
from linkwright.solvers.mobility import mobility
from linkwright.solvers.singularity import manipulability, sides, singularities
from test_closure import four_bar
from test_inverse import arm, at, planar_arm


def parallel_bars(count: int, *, driven: int = 1) -> Model:
    """A platform on equal cranks: one degree of freedom, however many cranks there are."""
    joints = [Joint("crank 0", actuated=True), Joint("platform", "crank 0", d=0.2)]
    loops = []
    for index in range(1, count):
        joints.append(Joint(f"crank {index}", d=0.3 * index, actuated=index < driven))
        ends = (LoopSide("platform", d=0.3 * index), LoopSide(f"crank {index}", d=0.2))
        loops.append(Loop(f"loop {index}", *ends))
    return Model(Mechanism("bars", tuple(joints), tuple(loops)))


def assembled(count: int) -> np.ndarray:
    """Positions of such a platform with all cranks turned alike."""
    return np.array([1.0, -1.0, *[1.0] * (count - 1)])


def test_an_open_chain_moves_as_its_joints_do():
    model, _ = arm("puma560")
    found = mobility(model)
    assert (found.degrees, found.redundant, found.loose, found.conflicting) == (6, 0, 0, 0)
    assert found.advice == ()
    assert len(found.driven) == 6


def test_the_four_bar_has_one_freedom_and_three_repetitions():
    found = mobility(four_bar())
    assert (found.degrees, found.redundant) == (1, 3)
    assert found.loose == 1
    assert found.advice == (
        "Loop 'tip' is over-constrained by 3",
        "Actuate one more joint, for example 'drive'",
    )


@pytest.mark.parametrize("count", [2, 3, 4])
def test_parallel_cranks_stay_movable(count):
    found = mobility(parallel_bars(count), assembled(count))
    assert found.degrees == 1
    assert found.loose == 0


def test_too_many_motors_are_named():
    found = mobility(parallel_bars(2, driven=2), assembled(2))
    assert found.conflicting == 1
    assert "One driven coordinate is too many: the loops let the others decide" in found.advice


def test_a_loop_that_cannot_close_is_part_of_the_advice():
    found = mobility(four_bar(coupler=0.05, rocker=0.05))
    assert found.advice[0].startswith("Loop 'tip' cannot be closed")


def test_a_stretched_arm_is_singular_along_itself():
    model = planar_arm(0.4, 0.3)
    target = Target("tip", at(0.0, 0.0), position=(True, True, False), rotation=False)
    nearest = singularities(model, [target], np.array([0.0, 1e-9]))[0]
    assert nearest.value < 1e-8
    assert abs(nearest.task[0]) == pytest.approx(1.0)
    bent = np.array([0.0, np.pi / 2])
    assert manipulability(model, [target], bent) == pytest.approx(0.4 * 0.3)


def test_sides_of_an_elbow():
    model = planar_arm(0.4, 0.3)
    q = np.array([0.1, 0.25])
    target = Target("tip", frame(model, q, "tip"), position=(True, True, False), rotation=False)
    found = sides(model, [target], q)
    assert len(found) == 2
    assert found[0].q == pytest.approx(q, abs=1e-5)
    assert found[0].flips == ()
    assert found[1].q[1] == pytest.approx(-0.25, abs=1e-4)
    assert "j1 from 14 to -14 degrees" in found[1].flips


def test_sides_of_a_wrist_show_its_flip():
    model, tip = arm("puma560")
    q = np.radians([10, -40, 60, -60, 4, 30])
    target = Target(tip, frame(model, q, tip))
    nearest = singularities(model, [target], q)[0]
    assert nearest.leader in {"wrist roll", "flange"}
    found = sides(model, [target], q)
    bends = [side.q[4] for side in found]
    assert any(bend == pytest.approx(-q[4], abs=1e-4) for bend in bends)
    for side in found:
        np.testing.assert_allclose(frame(model, side.q, tip), frame(model, q, tip), atol=3e-6)
        assert (side.q >= model.lower).all()
        assert (side.q <= model.upper).all()
