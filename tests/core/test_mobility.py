# SPDX-License-Identifier: GPL-3.0-or-later
"""Mobility and singularities, against what the textbook says."""

import re

import numpy as np
import pytest
from linkwright.mechanism import Joint, Loop, LoopSide, Mechanism, read
from linkwright.solvers import Model, Target, frame, frames
from linkwright.solvers.mobility import mobility
from linkwright.solvers.singularity import manipulability, sides, singularities
from test_closure import four_bar
from test_inverse import arm, at, planar_arm
from test_loop_presets import EXPECTED
from test_presets import CONTENTS

from tools.places import ROOT

ROW = re.compile(
    r"^\| ([a-z0-9-]+) \| (\d+) \| (\d+) \| (-?\d+) \| (-|-?\d+) \| (\d+) \| (\d+) \| (\d+) \|$", re.M
)
MANUAL = {row[0]: row[1:] for row in ROW.findall((ROOT / "docs" / "solving.md").read_text(encoding="utf-8"))}
FREEDOMS = {
    "fixed": 0,
    "revolute": 1,
    "prismatic": 1,
    "screw": 1,
    "cylindrical": 2,
    "universal": 2,
    "spherical": 3,
    "planar": 3,
    "free": 6,
}
PLANAR = {stem for stem, row in MANUAL.items() if row[3] != "-"}


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


def robot(stem: str) -> Mechanism:
    return read(ROOT / "presets" / "robots" / f"{stem}.raff").robots[0]


def kutzbach(mechanism: Mechanism, space: int) -> int:
    """So many for each link, less what joints, cut joints and couplings take away."""
    kinds = [part.kind for part in (*mechanism.joints, *mechanism.loops)]
    taken = sum(space - FREEDOMS[kind] for kind in kinds)
    return (
        space * len(mechanism.joints) - taken - sum(joint.follows is not None for joint in mechanism.joints)
    )


def test_the_manual_has_every_preset():
    stems = {path.stem for path in (ROOT / "presets" / "robots").glob("*.raff")}
    assert set(MANUAL) == stems
    assert {"four-bar", "five-bar", "jansen-leg", "parallelogram", "three-rrr", "planar-3r"} < PLANAR


@pytest.mark.parametrize("stem", MANUAL)
def test_the_manuals_table_is_right(stem):
    joints, loops, in_space, in_plane, true, degrees, redundant = MANUAL[stem]
    mechanism = robot(stem)
    assert (int(joints), int(loops)) == (len(mechanism.joints), len(mechanism.loops))
    assert int(in_space) == kutzbach(mechanism, 6)
    assert in_plane == (str(kutzbach(mechanism, 3)) if stem in PLANAR else "-")
    assert int(true) == (EXPECTED[stem][2] if stem in EXPECTED else CONTENTS[stem][1])
    found = mobility(Model(mechanism))
    assert (found.degrees, found.redundant) == (int(degrees), int(redundant))
    assert found.degrees == int(true)
    assert found.redundant == found.degrees - int(in_space)


def axes_of(stem: str) -> np.ndarray:
    """Directions of all hinges at rest."""
    model = Model(robot(stem))
    kinds = [joint.kind for joint in model.mechanism.joints]
    axes = frames(model, model.home)[: len(kinds), :3, 2]
    return axes[[kind == "revolute" for kind in kinds]]


@pytest.mark.parametrize("stem", sorted(PLANAR))
def test_what_is_counted_in_the_plane_is_flat(stem):
    axes = axes_of(stem)
    np.testing.assert_allclose(np.abs(axes @ axes[0]), 1.0, atol=1e-12)


def test_a_delta_with_hinges_alone_says_where_it_is_over_constrained():
    found = mobility(Model(robot("delta-revolute")))
    assert found.advice == (
        "Loop 'first parallelogram' is over-constrained by 3",
        "Loop 'second parallelogram' is over-constrained by 3",
        "Loop 'third parallelogram' is over-constrained by 3",
        "Loop 'second wrist' is over-constrained by 1",
        "Loop 'third wrist' is over-constrained by 2",
    )
    assert mobility(Model(robot("delta"))).advice == ()
    assert mobility(Model(robot("parallelogram"))).advice == ("Loop 'pin' is over-constrained by 3",)


@pytest.mark.parametrize("scale", [1e-4, 1e-2, 1e2, 1e4])
def test_mobility_does_not_depend_on_the_size(scale):
    found = mobility(four_bar(*(scale * length for length in (0.10, 0.30, 0.25, 0.28))))
    assert (found.degrees, found.redundant) == (1, 3)


def test_joints_that_need_motors_are_counted_as_joints():
    found = mobility(Model(robot("joint-kinds")))
    assert found.loose == 9
    assert found.advice == ("Actuate 2 more joints, for example 'ball' and 'kite'",)
    passive = [
        Joint(name, parent, d=0.1, actuated=False) for name, parent in (("a", "base"), ("b", "a"), ("c", "b"))
    ]
    advice = mobility(Model(Mechanism("limp", tuple(passive)))).advice
    assert advice == ("Actuate 3 more joints, for example 'a', 'b' and 'c'",)
