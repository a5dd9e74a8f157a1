# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames and Jacobians against an independent engine, finite differences and the textbook."""

import mujoco
import numpy as np
import pytest
from builders import random_tree
from linkwright.mechanism import Follow, Joint, Mechanism, MechanismError, Pose, Tool, read
from linkwright.solvers import Model, frame, frames, integrate, jacobian

from tools.places import ROOT

PRESETS = sorted((ROOT / "presets" / "robots").glob("*.raff"))
HINGE, SLIDE, BALL = mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE, mujoco.mjtJoint.mjJNT_BALL
X, Y, Z = [1, 0, 0], [0, 1, 0], [0, 0, 1]
MOTIONS = {
    "fixed": [],
    "revolute": [(HINGE, Z)],
    "prismatic": [(SLIDE, Z)],
    "screw": [(HINGE, Z), (SLIDE, Z)],
    "cylindrical": [(HINGE, Z), (SLIDE, Z)],
    "universal": [(HINGE, Z), (HINGE, X)],
    "planar": [(SLIDE, X), (SLIDE, Y), (HINGE, Z)],
    "spherical": [(BALL, Z)],
    "free": [(SLIDE, X), (SLIDE, Y), (SLIDE, Z), (BALL, Z)],
}
"""Every kind of joint as joints of MuJoCo's own, each on a body of its own."""


def puma() -> Mechanism:
    return read(ROOT / "presets" / "robots" / "puma560.raff").robots[0]


class Engine:
    """The same robot by another way: each of the six numbers and each simple motion is a body of its own."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.engine = self.describe().compile()
        self.data = mujoco.MjData(self.engine)

    def describe(self) -> mujoco.MjSpec:
        spec, mechanism = mujoco.MjSpec(), self.mechanism
        spec.compiler.degree = False
        spec.compiler.eulerseq = "XYZ"  # fixed axes
        ground = spec.worldbody.add_body(
            name="base", pos=mechanism.base.position, euler=mechanism.base.rotation
        )
        bodies = {"base": ground}
        for joint in mechanism.joints:
            body = nested(bodies[joint.parent], joint.numbers)
            for index, (kind, axis) in enumerate(MOTIONS[joint.kind]):
                body = body.add_body()
                body.add_joint(type=kind, axis=axis, name=f"{joint.name}/{index}")
                body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0.01, 0, 0])
            bodies[joint.name] = body.add_body(name=joint.name)
        for tool in mechanism.tools:
            body = nested(bodies[tool.link], tool.numbers)
            body.add_body(name=tool.name, pos=tool.pose.position, euler=tool.pose.rotation)
        return spec

    def frames(self, q: np.ndarray, first: dict[str, int]) -> np.ndarray:
        for joint in self.mechanism.joints:
            self.set_joint(joint, q, first)
        mujoco.mj_kinematics(self.engine, self.data)
        names = [part.name for part in (*self.mechanism.joints, *self.mechanism.tools)]
        poses = np.tile(np.eye(4), (len(names), 1, 1))
        for row, name in enumerate(names):
            poses[row, :3, :3] = self.data.body(name).xmat.reshape(3, 3)
            poses[row, :3, 3] = self.data.body(name).xpos
        return poses

    def set_joint(self, joint: Joint, q: np.ndarray, first: dict[str, int]) -> None:
        at = first[joint.follows.joint if joint.follows else joint.name]
        values = list(q[at : at + joint.motion.nq])
        if joint.follows:
            values = [joint.follows.ratio * values[0] + joint.follows.offset]
        if joint.kind == "screw":
            values = [values[0], joint.pitch * values[0] / (2 * np.pi)]
        for index, (kind, _) in enumerate(MOTIONS[joint.kind]):
            rest = values[index:]
            self.data.joint(f"{joint.name}/{index}").qpos[:] = rest if kind == BALL else rest[:1]


def nested(body, numbers):
    gamma, b, alpha, d, theta, r = numbers
    for position, euler in (
        ([0, 0, b], [0, 0, gamma]),
        ([d, 0, 0], [alpha, 0, 0]),
        ([0, 0, r], [0, 0, theta]),
    ):
        body = body.add_body(euler=euler).add_body(pos=position)
    return body


def random_positions(rng: np.random.Generator, model: Model) -> np.ndarray:
    q = rng.uniform(-2.0, 2.0, model.nq)
    for at, name in enumerate(model.names):
        if name.endswith(".qw"):
            q[at : at + 4] /= np.linalg.norm(q[at : at + 4])
    return q


def first_indices(mechanism: Mechanism) -> dict[str, int]:
    """Where each joint's coordinates begin, counted anew here."""
    first, count = {}, 0
    for joint in mechanism.joints:
        first[joint.name] = count
        count += 0 if joint.follows else joint.motion.nq
    return first


def check_against_engine(mechanism: Mechanism, rng: np.random.Generator, times: int) -> None:
    model, engine = Model(mechanism), Engine(mechanism)
    for _ in range(times):
        q = random_positions(rng, model)
        np.testing.assert_allclose(frames(model, q), engine.frames(q, first_indices(mechanism)), atol=1e-9)


@pytest.mark.parametrize("path", PRESETS, ids=lambda path: path.stem)
def test_frames_of_presets_agree_with_mujoco(path):
    rng = np.random.default_rng(1)
    for robot in read(path).robots:
        check_against_engine(robot, rng, 5)


@pytest.mark.parametrize("batch", range(20))
def test_frames_of_random_trees_of_all_kinds_agree_with_mujoco(batch):
    rng = np.random.default_rng(batch)
    for _ in range(50):
        check_against_engine(random_tree(rng, int(rng.integers(1, 12))), rng, 1)


def small_motion(X_before: np.ndarray, X_after: np.ndarray) -> np.ndarray:
    """Shift of the origin and turn, in world axes, between two nearby poses."""
    R = X_after[:3, :3] @ X_before[:3, :3].T
    turn = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2.0
    return np.concatenate([X_after[:3, 3] - X_before[:3, 3], turn])


@pytest.mark.parametrize("seed", range(60))
def test_jacobians_agree_with_finite_differences_through_integrate(seed):
    rng, h = np.random.default_rng(seed), 1e-6
    model = Model(random_tree(rng, 7))
    q, name = random_positions(rng, model), str(rng.choice(model.frame_names))
    row = model.row(name)
    columns = [
        small_motion(
            frames(model, integrate(model, q, -h * e))[row], frames(model, integrate(model, q, h * e))[row]
        )
        / (2 * h)
        for e in np.eye(model.nv)
    ]
    expected = np.column_stack(columns) if columns else np.zeros((6, 0))
    np.testing.assert_allclose(jacobian(model, q, name), expected, atol=2e-8)


@pytest.mark.parametrize("seed", range(10))
def test_batches_agree_with_single_calls(seed):
    rng = np.random.default_rng(seed)
    model = Model(random_tree(rng, 8))
    Q = np.array([random_positions(rng, model) for _ in range(7)])
    dQ = rng.normal(size=(7, model.nv))
    name = str(rng.choice(model.frame_names))
    np.testing.assert_array_equal(frames(model, Q), [frames(model, q) for q in Q])
    np.testing.assert_allclose(frame(model, Q, name), frames(model, Q)[:, model.row(name)], atol=1e-14)
    np.testing.assert_allclose(frame(model, Q[0], name), frames(model, Q[0])[model.row(name)], atol=1e-14)
    np.testing.assert_array_equal(jacobian(model, Q, name), [jacobian(model, q, name) for q in Q])
    moved = [integrate(model, q, dq) for q, dq in zip(Q, dQ, strict=True)]
    np.testing.assert_array_equal(integrate(model, Q, dQ), moved)


def test_integrating_a_turn_in_many_steps_is_the_turn_at_once():
    model = Model(Mechanism("ball", (Joint("ball", kind="spherical"),)))
    q = model.home
    for _ in range(100):
        q = integrate(model, q, np.array([0.0, 0.0, np.pi / 200]))
    np.testing.assert_allclose(q, [np.cos(np.pi / 4), 0, 0, np.sin(np.pi / 4)], atol=1e-12)


def test_puma_stretched_out_reaches_as_far_as_its_lengths_say():
    model = Model(puma())
    wrist = frames(model, np.radians([0, 0, 90, 0, 0, 0]))[model.row("wrist bend")]
    assert wrist[0, 3] == pytest.approx(0.4318 + 0.4331)
    assert wrist[1, 3] == pytest.approx(0.2435 - 0.0934)
    assert wrist[2, 3] == pytest.approx(0.672 + 0.0203)


def test_changed_numbers_reach_the_model_in_place():
    before = Mechanism(
        "arm", (Joint("one", d=1.0), Joint("two", "one", d=1.0)), tools=(Tool("tip", "two", d=1.0),)
    )
    after = Mechanism(
        "arm",
        (Joint("one", d=2.0), Joint("two", "one", d=3.0)),
        tools=(Tool("tip", "two", d=4.0),),
        base=Pose((5, 0, 0)),
    )
    model = Model(before)
    constants = model.constants
    model.update(after)
    assert model.constants is constants
    np.testing.assert_array_equal(frames(model, model.home), frames(Model(after), model.home))
    assert frames(model, model.home)[-1, 0, 3] == pytest.approx(14.0)
    with pytest.raises(MechanismError, match="has other joints, tools or loops"):
        model.update(Mechanism("arm", (Joint("one", kind="prismatic"), Joint("two", "one"))))


def test_coordinates_are_labelled_and_limited():
    joints = (
        Joint("one", lower=(0.5,), upper=(1.0,)),
        Joint("two", kind="cylindrical", lower=(-1.0, -2.0), upper=(1.0, 2.0), rest=(0.1, 0.2)),
        Joint("ball", kind="spherical"),
        Joint("echo", lower=(-4.0,), upper=(-1.6,), follows=Follow("one", ratio=-2.0)),
    )
    model = Model(Mechanism("arm", joints))
    assert model.names == ("one", "two.turn", "two.shift", "ball.qw", "ball.qx", "ball.qy", "ball.qz")
    assert (model.nq, model.nv, model.size) == (7, 6, 6)
    np.testing.assert_allclose(model.lower[:3], [0.8, -1.0, -2.0])
    np.testing.assert_allclose(model.upper[:3], [1.0, 1.0, 2.0])
    np.testing.assert_allclose(model.home, [0.8, 0.1, 0.2, 1, 0, 0, 0])


def test_wrong_shapes_and_unknown_frames_are_named():
    model = Model(puma())
    with pytest.raises(ValueError, match=r"q has shape \(5,\); it must be \(6,\) or \(m, 6\)"):
        frames(model, np.zeros(5))
    with pytest.raises(ValueError, match="dq has shape"):
        integrate(model, np.zeros(6), np.zeros(7))
    with pytest.raises(MechanismError, match="Frame 'hand' does not exist; there are waist, shoulder"):
        jacobian(model, np.zeros(6), "hand")
