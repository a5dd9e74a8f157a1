# SPDX-License-Identifier: GPL-3.0-or-later
"""Ten seconds of a hand that leads each mechanism with loops: closed all the way, always on one branch."""

from collections.abc import Iterator
from functools import cache

import mujoco
import numpy as np
import pytest
from compiled_kernels import compiled_kernels
from linkwright.mechanism import Loop, read
from linkwright.solvers import Model, Target, close_loops, closure_error, frame, frames, solve_ik
from test_frames import Engine, first_indices, nested

from tools.places import ROOT

PATHS = {path.stem: path for path in sorted((ROOT / "presets" / "robots").glob("*.raff"))}
LOOPED = [name for name in PATHS if "[[robot.loop]]" in PATHS[name].read_text(encoding="utf-8")]
SECONDS, TARGETS = 10.0, 600
SHARE = {"two-arms-one-object": 0.25}
"""Of a driven joint's room that the hand uses, where 0.35 takes a wrist to its limit."""
STILL = 1e-6
"""Steps below this are rounding: the coordinate does not take part."""
CONNECT, WELD, SITE = mujoco.mjtEq.mjEQ_CONNECT, mujoco.mjtEq.mjEQ_WELD, mujoco.mjtObj.mjOBJ_SITE


@pytest.fixture(autouse=True, scope="module")
def _fast() -> Iterator[None]:
    with compiled_kernels():
        yield


def preset(stem: str) -> Model:
    return Model(read(PATHS[stem]).robots[0])


def driven_coordinates(model: Model) -> list[str]:
    return [joint.name for joint in model.mechanism.joints if model.mechanism.is_actuated(joint)]


def hand_motion(count: int, seed: int) -> np.ndarray:
    """Between -1 and 1 over ten seconds: slow and quicker swings, at rest at both ends, shape (count,)."""
    rng, t = np.random.default_rng(seed), np.linspace(0.0, SECONDS, count)
    waves = [
        size * (np.sin(2 * np.pi * rate * t + phase) - np.sin(phase))
        for size, rate, phase in zip(
            (0.5, 0.25, 0.1), (0.13, 0.31, 0.7), rng.uniform(0, 2 * np.pi, 3), strict=True
        )
    ]
    ease = np.clip(np.minimum(t, SECONDS - t), 0.0, 1.0)
    return np.sum(waves, axis=0) * ease**2 * (3.0 - 2.0 * ease) / 1.7


def room(model: Model, at: int) -> float:
    """How far a driven coordinate may go from home on either side, half a turn at most."""
    ends = (model.home[at] - model.lower[at], model.upper[at] - model.home[at])
    length = model.plain[model.plain[:, 0] == at, 1].any()
    return min(*ends, model.reach if length else np.pi)


@cache
def led_positions(stem: str, count: int) -> np.ndarray:
    """Closed positions along the motion of all driven joints, shape (count, nq)."""
    model = preset(stem)
    driven = driven_coordinates(model)
    columns = [model.names.index(name) for name in driven]
    share = SHARE.get(stem, 0.35)
    swings = [share * room(model, at) * hand_motion(count, seed) for seed, at in enumerate(columns)]
    q, out = model.home, []
    for row in np.transpose(swings):
        start = q.copy()
        start[columns] = model.home[columns] + row
        closed = close_loops(model, start, held=driven)
        assert closed.closed, closed.problem
        q = closed.q
        out.append(q)
    return np.array(out)


@cache
def followed(stem: str, count: int) -> np.ndarray:
    """What solve_ik makes of the poses of the tool along that motion, each from the result before."""
    model, led = preset(stem), led_positions(stem, count)
    tip = model.frame_names[-1]
    poses, q, out = frame(model, led, tip), led[0], []
    for pose in poses:
        result = solve_ik(model, [Target(tip, pose)], q)
        assert result.converged, result.status
        assert result.closure < 1e-9
        q = result.q
        out.append(q)
    return np.array(out)


def check_halving(coarse: np.ndarray, fine: np.ndarray) -> None:
    """Twice as many targets: every coordinate's largest step is half as long, within 20 %."""
    before, after = (np.abs(np.diff(path, axis=0)).max(axis=0) for path in (coarse, fine))
    moves = before > STILL
    assert moves.any()
    np.testing.assert_allclose(after[moves] / before[moves], 0.5, atol=0.1)
    assert (after[~moves] <= STILL).all()


@pytest.mark.parametrize("stem", LOOPED)
def test_the_hand_moves_every_driven_joint_well(stem):
    model, led = preset(stem), led_positions(stem, TARGETS)
    for name in driven_coordinates(model):
        at = model.names.index(name)
        assert np.ptp(led[:, at]) > 0.15 * room(model, at)


@pytest.mark.parametrize("stem", LOOPED)
def test_loops_stay_closed_along_a_hand_path(stem):
    model, path = preset(stem), followed(stem, TARGETS)
    assert path.shape == (TARGETS, model.nq)
    assert max(np.abs(closure_error(model, q)).max() for q in path) < 1e-9
    assert (path >= model.lower).all()
    assert (path <= model.upper).all()


@pytest.mark.parametrize("stem", LOOPED)
def test_twice_the_targets_halve_every_step(stem):
    check_halving(followed(stem, TARGETS), followed(stem, 2 * TARGETS - 1))


class LoopEngine(Engine):
    """The same robot with MuJoCo's own equality constraints at the cuts."""

    def describe(self) -> mujoco.MjSpec:
        spec = super().describe()
        for loop in self.mechanism.loops:
            for side, half in (("first", loop.first), ("second", loop.second)):
                end = nested(spec.body(half.link), half.numbers)
                end.add_site(name=f"{loop.name} {side}")
                end.add_site(name=f"{loop.name} {side} axis", pos=[0, 0, 1])
            for kind, ending in constraints_of(loop):
                names = {
                    f"name{i}": f"{loop.name} {side}{ending}" for i, side in ((1, "first"), (2, "second"))
                }
                spec.add_equality(type=kind, objtype=SITE, **names)
        return spec

    def residual(self, q: np.ndarray) -> float:
        """Largest violation of any constraint that MuJoCo sees, [m] and [rad]."""
        for joint in self.mechanism.joints:
            self.set_joint(joint, q, first_indices(self.mechanism))
        mujoco.mj_fwdPosition(self.engine, self.data)
        assert self.data.ne == sum(6 if kind == WELD else 3 for kind, _ in self.all_constraints())
        return float(
            max(np.abs(self.data.efc_pos[: self.data.ne]).max(), *map(self.skew, self.mechanism.loops))
        )

    def all_constraints(self) -> list[tuple[int, str]]:
        return [part for loop in self.mechanism.loops for part in constraints_of(loop)]

    def skew(self, loop: Loop) -> float:
        """MuJoCo has no universal constraint: how far the two axes of one are from crossing squarely."""
        if loop.kind != "universal":
            return 0.0
        first, second = (
            self.data.site(f"{loop.name} {side}").xmat.reshape(3, 3) for side in ("first", "second")
        )
        return float(abs(first[:, 2] @ second[:, 0]))


def constraints_of(loop: Loop) -> list[tuple[int, str]]:
    """A hinge is two points of its axis that meet, a ball one, a firm grip a weld."""
    return {
        "revolute": [(CONNECT, ""), (CONNECT, " axis")],
        "spherical": [(CONNECT, "")],
        "universal": [(CONNECT, "")],
        "fixed": [(WELD, "")],
    }[loop.kind]


@pytest.mark.parametrize("stem", LOOPED)
def test_mujocos_constraints_are_satisfied_along_a_hand_path(stem):
    engine, path = LoopEngine(read(PATHS[stem]).robots[0]), followed(stem, TARGETS)
    assert max(engine.residual(q) for q in path[::10]) < 3e-9


@pytest.mark.parametrize("stem", LOOPED)
def test_mujoco_sees_a_loop_that_we_open(stem):
    model = preset(stem)
    engine, rng = LoopEngine(model.mechanism), np.random.default_rng(4)
    for _ in range(5):
        q = model.home.copy()
        plain = model.plain[model.plain[:, 0] >= 0, 0]
        q[plain] += rng.uniform(-1e-3, 1e-3, len(plain))
        ours, theirs = float(np.abs(closure_error(model, q)).max()), engine.residual(q)
        assert theirs > 1e-6
        assert 0.3 < theirs / ours < 3.0


@cache
def full_turn(stem: str, count: int, frame_name: str) -> np.ndarray:
    """One turn of the crank, led by the pose of a frame, back to where it began."""
    model = preset(stem)
    (crank,) = driven_coordinates(model)
    at, led, q = model.names.index(crank), [model.home], model.home
    for angle in model.home[at] + np.linspace(0.0, 2.0 * np.pi, count)[1:]:
        start = q.copy()
        start[at] = angle
        q = close_loops(model, start, held=[crank]).q
        led.append(q)
    out = [model.home]
    for pose in frames(model, np.array(led))[1:, model.row(frame_name)]:
        result = solve_ik(model, [Target(frame_name, pose)], out[-1])
        assert result.converged, result.status
        assert result.closure < 1e-9
        out.append(result.q)
    return np.array(out)


@pytest.mark.parametrize(
    ("stem", "frame_name"),
    [("four-bar", "crank"), ("four-bar", "coupler point"), ("jansen-leg", "crank"), ("jansen-leg", "toe")],
)
def test_a_full_turn_of_the_crank_comes_home_on_the_same_branch(stem, frame_name):
    model = preset(stem)
    coarse, fine = full_turn(stem, 361, frame_name), full_turn(stem, 721, frame_name)
    check_halving(coarse, fine)
    turned = coarse[-1] - coarse[0]
    np.testing.assert_allclose(turned[model.names.index("crank")], 2.0 * np.pi, atol=1e-4)
    np.testing.assert_allclose(turned - 2.0 * np.pi * np.round(turned / (2.0 * np.pi)), 0.0, atol=1e-4)


def test_the_check_for_jumps_finds_one():
    """A parallelogram that folds over into its mirror image halfway."""
    t = np.linspace(0.0, 1.0, 101)[:, None]
    smooth, jump = np.hstack([t, t]), np.hstack([t, t + 0.3 * (t > 0.5)])
    fine = np.linspace(0.0, 1.0, 201)[:, None]
    check_halving(smooth, np.hstack([fine, fine]))
    with pytest.raises(AssertionError):
        check_halving(jump, np.hstack([fine, fine + 0.3 * (fine > 0.5)]))
