# SPDX-License-Identifier: GPL-3.0-or-later
"""Nonsense for the solvers: each call ends in a finite result or in a clear sentence, without a warning."""

import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from linkwright.mechanism import Joint, Loop, LoopSide, Mechanism, MechanismError, Tool
from linkwright.solvers import (
    Model,
    Status,
    Target,
    close_loops,
    closure_error,
    closure_jacobian,
    mobility,
    solve_ik,
)
from linkwright.solvers.closed_form import closed_form
from linkwright.solvers.singularity import sides, singularities
from test_closure import four_bar
from test_hand_paths import preset
from test_inverse import arm, at, planar_arm

pytestmark = pytest.mark.filterwarnings("error")
ODD = (
    0.0,
    -0.0,
    1e-300,
    1e-9,
    0.3,
    -0.4,
    np.pi,
    1e3,
    1e8,
    1e9,
    1e154,
    1e300,
    -1e300,
    np.inf,
    -np.inf,
    np.nan,
)
METHODS = ("damped", "svd")


def finite(model: Model, q: np.ndarray) -> bool:
    return q.shape == (model.nq,) and bool(np.isfinite(q).all())


def attempt(call: Callable[[], object]) -> str:
    """An outcome that is allowed: a result, or a sentence."""
    try:
        found = call()
    except (MechanismError, ValueError) as error:
        assert not isinstance(error, np.linalg.LinAlgError)
        assert len(str(error)) > 15
        assert "broadcast" not in str(error), "numpy's words, not ours"
        return "refused"
    return "solved" if found is not None else "nothing"


def check_ik(model: Model, targets: list[Target], q: np.ndarray, **options: object) -> Status:
    result = solve_ik(model, targets, q, **options)
    assert finite(model, result.q)
    assert np.isfinite([result.error, result.closure]).all()
    assert np.isfinite(result.singular_values).all()
    plain = model.plain[model.plain[:, 0] >= 0, 0]
    assert (result.q[plain] >= model.lower[plain]).all()
    assert (result.q[plain] <= model.upper[plain]).all()
    return result.status


def zero_bars() -> Model:
    """A four-bar linkage whose bars have no length."""
    return four_bar(0.0, 0.0, 0.0, 0.0)


def ball_and_kite() -> Model:
    joints = (Joint("kite", kind="free"), Joint("ball", "kite", kind="spherical", d=0.2))
    loop = Loop("string", LoopSide("ball", d=0.3), LoopSide("base"), "spherical")
    return Model(Mechanism("kite", joints, (loop,), (Tool("tip", "ball", d=0.1),)))


def excluded_home() -> Model:
    """Limits that leave out the rest position and every closed one."""
    model = four_bar()
    joints = [replace(joint, lower=(2.0,), upper=(2.1,)) for joint in model.mechanism.joints]
    return Model(Mechanism("tight", tuple(joints), model.mechanism.loops))


def point_arm() -> Model:
    return planar_arm(0.0, 0.0, 0.0)


def ground() -> Model:
    return Model(Mechanism("rock", (Joint("stone", kind="fixed"),), tools=(Tool("tip", "stone"),)))


MODELS: dict[str, Callable[[], Model]] = {
    "puma": lambda: arm("puma560")[0],
    "four-bar": four_bar,
    "zero bars": zero_bars,
    "point arm": point_arm,
    "ball and kite": ball_and_kite,
    "excluded home": excluded_home,
    "stewart": lambda: preset("stewart"),
    "delta-revolute": lambda: preset("delta-revolute"),
    "rock": ground,
}


def odd_pose(rng: np.random.Generator) -> np.ndarray:
    """Any matrix: most are rotations with odd positions, some are no poses at all."""
    pose = np.eye(4)
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    pose[:3, :3] = turn * np.sign(np.linalg.det(turn))
    pose[:3, 3] = rng.choice(ODD[:9], 3)
    if rng.random() < 0.4:
        pose[tuple(rng.integers(0, 4, 2))] = rng.choice(ODD)
    return pose if rng.random() < 0.95 else pose[:, : rng.integers(0, 4)]


def odd_target(rng: np.random.Generator, model: Model) -> Target:
    def flags() -> bool | tuple[bool, bool, bool]:
        whole = rng.random() < 0.6
        return bool(rng.random() < 0.7) if whole else tuple(bool(flag) for flag in rng.random(3) < 0.5)

    name = str(rng.choice(model.frame_names)) if rng.random() < 0.97 else "nowhere"
    weight = float(rng.choice([1.0, 1.0, 1.0, 0.0, -1.0, 1e-300, 1e-6, 1e6, 1e300, np.nan, np.inf]))
    return Target(name, odd_pose(rng), flags(), flags(), weight)


def odd_start(rng: np.random.Generator, model: Model) -> np.ndarray:
    q = model.home.copy()
    odd = rng.random(model.nq) < 0.3
    q[odd] = rng.choice(ODD, int(odd.sum()))
    if rng.random() < 0.1:
        q[:] = 0.0  # quaternions of no length
    return q if rng.random() < 0.97 else q[:-1]


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("seed", range(3))
def test_random_nonsense_is_answered(name, seed):
    rng, model = np.random.default_rng(seed), MODELS[name]()
    outcomes = []
    for _ in range(40):
        targets = [odd_target(rng, model) for _ in range(int(rng.integers(0, 3)))]
        start, method = odd_start(rng, model), str(rng.choice(METHODS))
        options = {"method": method, "max_iterations": 20, "restarts": int(rng.integers(0, 2))}
        outcomes.append(attempt(lambda t=targets, q=start, o=options: check_ik(model, t, q, **o)))
    assert "solved" in outcomes


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("seed", range(3))
def test_loops_close_from_nonsense_or_say_why_not(name, seed):
    rng, model = np.random.default_rng(seed), MODELS[name]()
    for _ in range(8):
        start = odd_start(rng, model)
        if start.shape != (model.nq,):
            continue
        closed = close_loops(model, start, max_iterations=30)
        assert finite(model, closed.q)
        assert closed.closed or "cannot be closed" in closed.problem


@pytest.mark.parametrize("name", MODELS)
def test_mobility_and_singularities_of_odd_mechanisms(name):
    model = MODELS[name]()
    found = mobility(model)
    assert 0 <= found.degrees <= model.nv
    tip = Target(model.frame_names[-1], np.eye(4))
    for direction in singularities(model, [tip], model.home):
        assert np.isfinite(direction.value)
        assert np.isfinite(direction.joints).all()
    assert all(finite(model, side.q) for side in sides(model, [tip], model.home))


HOME = np.zeros(2)
REFUSED: dict[str, tuple[dict[str, object], str]] = {
    "NaN": ({"pose": np.full((4, 4), np.nan)}, "not finite"),
    "infinite": ({"pose": at(0.0, -np.inf)}, "not finite"),
    "huge": ({"pose": at(1e300, 0.0)}, "beyond 1e9 m"),
    "no rotation": ({"pose": np.zeros((4, 4))}, "no rotation matrix"),
    "mirror": ({"pose": np.diag([1.0, 1.0, -1.0, 1.0])}, "no rotation matrix"),
    "huge rotation": ({"pose": np.diag([1e300, 1.0, 1.0, 1.0])}, "no rotation matrix"),
    "flat pose": ({"pose": np.eye(3)}, r"shape \(3, 3\); it must be \(4, 4\)"),
    "text": ({"pose": "here"}, "pose"),
    "ragged": ({"pose": [[1.0, 2.0], [3.0]]}, "pose"),
    "nothing": ({"pose": None}, "pose"),
    "unknown frame": ({"frame": "nose"}, "Frame 'nose' does not exist; there are j0, j1, tip"),
    "zero weight": ({"weight": 0.0}, "weight is 0.0; it must be between 1e-06 and 1e\\+06"),
    "negative weight": ({"weight": -2.0}, "weight is -2.0"),
    "NaN weight": ({"weight": np.nan}, "weight is nan"),
    "huge weight": ({"weight": 1e300}, "weight is 1e"),
    "two flags": ({"position": (True, False)}, "position"),
    "four flags": ({"rotation": (True, False, True, True)}, "rotation"),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("method", METHODS)
def test_a_target_that_makes_no_sense_is_named(name, method):
    change, message = REFUSED[name]
    target = Target(**{"frame": "tip", "pose": at(0.3, 0.2), **change})
    with pytest.raises(MechanismError, match=message):
        solve_ik(planar_arm(0.4, 0.3), [target], HOME, method=method)


CALLS: dict[str, tuple[dict[str, object], str]] = {
    "short start": ({"q_start": np.zeros(1)}, r"q has shape \(1,\)"),
    "many starts": ({"q_start": np.zeros((3, 2))}, r"q has shape \(3, 2\); it must be \(2,\)"),
    "text as start": ({"q_start": "home"}, "q is 'home'; it must be 2 numbers"),
    "unknown method": ({"method": "magic"}, "method is 'magic'; it must be one of damped, svd"),
    "unknown joint held": ({"held": ["nose"]}, "'nose' does not exist"),
    "a tool held": ({"held": ["tip"]}, "'tip' is a tool and cannot be held"),
    "short posture": ({"posture": np.zeros(1)}, r"shape \(1,\)"),
    "posture of NaN": ({"posture": np.full(2, np.nan)}, "posture"),
    "NaN tolerance": ({"tolerance": np.nan}, "tolerance is nan"),
    "negative restarts": ({"restarts": -1}, "restarts is -1"),
}


@pytest.mark.parametrize("name", CALLS)
def test_an_option_that_makes_no_sense_is_named(name):
    change, message = CALLS[name]
    call = {"q_start": HOME, "method": "damped", **change}
    with pytest.raises((MechanismError, ValueError), match=message):
        solve_ik(planar_arm(0.4, 0.3), [Target("tip", at(0.3, 0.2), rotation=False)], **call)


@pytest.mark.parametrize(
    "q", [np.zeros(2), np.zeros((2, 3)), np.zeros(0), 0.3, "home", None, [[0.0], [1.0, 2.0]]]
)
def test_positions_of_a_wrong_shape_are_named_everywhere(q):
    model = four_bar()
    target = Target("knee", at(0.1, 0.0))
    for call in (close_loops, mobility, closure_error, closure_jacobian):
        if call is mobility and q is None:
            continue  # the resting place is meant
        with pytest.raises(ValueError, match=r"^q (is|has shape) .*; it must be"):
            call(model, q)
    with pytest.raises(ValueError, match=r"^q (is|has shape) .*; it must be"):
        singularities(model, [target], q)


@pytest.mark.parametrize("method", METHODS)
def test_no_targets_are_met_where_the_loops_close(method):
    assert check_ik(four_bar(), [], np.array([0.4, 0.1, 0.2]), method=method) is Status.CONVERGED
    assert check_ik(zero_bars(), [], np.zeros(3), method=method) is Status.CONVERGED


@pytest.mark.parametrize("method", METHODS)
def test_a_quaternion_of_no_length_is_no_obstacle(method):
    model = ball_and_kite()
    start = model.home.copy()
    start[[name.split(".")[-1].startswith("q") for name in model.names]] = 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = solve_ik(model, [Target("tip", at(0.0, 0.12, 0.16), rotation=False)], start, method=method)
    assert finite(model, result.q)
    lengths = [np.linalg.norm(result.q[3:7]), np.linalg.norm(result.q[7:])]
    assert lengths == pytest.approx([1.0, 1.0])
    assert result.converged


def test_limits_that_exclude_the_start_and_every_closed_position():
    model = excluded_home()
    assert check_ik(model, [Target("knee", at(0.1, 0.0), rotation=False)], np.zeros(3)) is Status.LOOP_OPEN
    assert "cannot be closed" in mobility(model).advice[0]


@pytest.mark.parametrize("value", [v for v in ODD if not -1e100 < v < 1e100])
def test_closed_forms_refuse_or_find_nothing(value):
    form = closed_form(*arm("puma560"))
    pose = at(0.4, value, 0.3)
    if np.isfinite(value):
        assert form.solve(pose) == []
    else:
        with pytest.raises(MechanismError, match="finite"):
            form.solve(pose)
