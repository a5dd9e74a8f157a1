# SPDX-License-Identifier: GPL-3.0-or-later
"""Mechanisms with loops: they open assembled, move as the textbook says, and stay closed when pulled."""

import numpy as np
import pytest
from linkwright.mechanism import read
from linkwright.solvers import Model, Target, close_loops, closure_error, frames, mobility, solve_ik

from tools.places import ROOT

EXPECTED = {
    "akr3000": (10, 2, 6),
    "delta": (10, 5, 3),
    "delta-revolute": (16, 5, 3),
    "five-bar": (4, 1, 2),
    "four-bar": (3, 1, 1),
    "jansen-leg": (7, 3, 1),
    "palletiser": (9, 1, 6),
    "pantograph": (4, 1, 2),
    "parallel-18": (18, 3, 4),
    "parallelogram": (3, 1, 1),
    "slider-crank": (3, 1, 1),
    "sr400": (8, 1, 6),
    "stewart": (13, 5, 6),
    "three-rrr": (7, 2, 3),
    "two-arms-one-object": (13, 1, 6),
}
"""Joints, loops, degrees of freedom."""


def test_every_preset_with_loops_is_expected():
    files = (ROOT / "presets" / "robots").glob("*.raff")
    assert {path.stem for path in files if "[[robot.loop]]" in path.read_text(encoding="utf-8")} == set(
        EXPECTED
    )


def preset(stem: str) -> Model:
    return Model(read(ROOT / "presets" / "robots" / f"{stem}.raff").robots[0])


@pytest.mark.parametrize("stem", EXPECTED)
def test_it_opens_assembled_and_moves_as_it_should(stem):
    model = preset(stem)
    assert np.abs(closure_error(model, model.home)).max() < 1e-9
    found = mobility(model)
    assert (len(model.mechanism.joints), len(model.mechanism.loops), found.degrees) == EXPECTED[stem]
    assert (found.loose, found.conflicting) == (0, 0), "the driven joints decide everything, and do not fight"


@pytest.mark.parametrize("stem", EXPECTED)
def test_loops_stay_closed_while_a_tool_is_pulled(stem):
    model = preset(stem)
    tip = model.frame_names[-1]
    start = frames(model, model.home)[model.row(tip)]
    q = model.home
    for angle in np.linspace(0.0, 2.0 * np.pi, 40):
        pose = start.copy()
        pose[:3, 3] += (
            0.03 * model.reach * np.array([np.sin(angle), np.sin(2 * angle), 0.5 * np.sin(3 * angle)])
        )
        result = solve_ik(model, [Target(tip, pose, rotation=False)], q)
        assert result.closure < 1e-9
        assert (result.q >= model.lower).all()
        assert (result.q <= model.upper).all()
        q = result.q


@pytest.mark.parametrize(("stem", "count"), [("four-bar", 90), ("four-bar", 180), ("jansen-leg", 120)])
def test_a_full_turn_of_the_crank_stays_closed(stem, count):
    model = preset(stem)
    (crank,) = mobility(model).driven
    at = model.names.index(crank)
    q, largest = model.home, 0.0
    for _ in range(count):
        start = q.copy()
        start[at] += 2.0 * np.pi / count
        closed = close_loops(model, start, held=[crank])
        assert closed.closed, closed.problem
        largest = max(largest, float(np.abs(closed.q - q).max()))
        q = closed.q
    assert largest < 0.5, "a branch jumped"
