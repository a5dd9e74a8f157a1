# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames against an independent engine and against the textbook."""

import mujoco
import numpy as np
import pytest
from linkwright.mechanism import Joint, Mechanism, read
from linkwright.solvers import Model, frames

from tools.places import ROOT

rng = np.random.default_rng(1986)


def puma() -> Mechanism:
    return read(ROOT / "presets" / "robots" / "puma560.raff").robots[0]


def random_tree(joints: int) -> Mechanism:
    """Joints with random numbers on random parents."""
    rows = []
    for index in range(joints):
        parent = rng.choice(["base", *(row.name for row in rows)])
        angles, lengths = rng.uniform(-3.0, 3.0, 3), rng.uniform(-0.5, 0.5, 3)
        numbers = dict(zip(("gamma", "alpha", "theta"), angles, strict=True))
        numbers |= dict(zip(("b", "d", "r"), lengths, strict=True))
        rows.append(Joint(f"j{index}", str(parent), **numbers))
    return Mechanism("tree", tuple(rows))


def mujoco_frames(mechanism: Mechanism, q: np.ndarray) -> np.ndarray:
    """The same robot by another way: each of the six numbers is a nested body of MuJoCo's own."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    bodies = {"base": spec.worldbody}
    for joint in mechanism.joints:
        body = bodies[joint.parent].add_body(euler=[0, 0, joint.gamma], pos=[0, 0, 0])
        body = body.add_body(pos=[0, 0, joint.b])
        body = body.add_body(euler=[joint.alpha, 0, 0])
        body = body.add_body(pos=[joint.d, 0, 0])
        body = body.add_body(euler=[0, 0, joint.theta])
        body = body.add_body(name=joint.name, pos=[0, 0, joint.r])
        body.add_joint(type=mujoco.mjtJoint.mjJNT_HINGE, axis=[0, 0, 1], name=joint.name)
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0.01, 0, 0])
        bodies[joint.name] = body
    engine = spec.compile()
    data = mujoco.MjData(engine)
    for joint, value in zip(mechanism.joints, q, strict=True):
        data.joint(joint.name).qpos[0] = value
    mujoco.mj_kinematics(engine, data)
    X = np.tile(np.eye(4), (len(q), 1, 1))
    for row, joint in enumerate(mechanism.joints):
        X[row, :3, :3] = data.body(joint.name).xmat.reshape(3, 3)
        X[row, :3, 3] = data.body(joint.name).xpos
    return X


@pytest.mark.parametrize("mechanism", [puma(), *(random_tree(size) for size in (1, 3, 8, 20, 20))])
def test_frames_agree_with_mujoco(mechanism):
    for q in rng.uniform(-3.0, 3.0, size=(5, len(mechanism.joints))):
        X = frames(Model(mechanism), q)
        np.testing.assert_allclose(X, mujoco_frames(mechanism, q), atol=1e-9)


def test_puma_stretched_out_reaches_as_far_as_its_lengths_say():
    X = frames(Model(puma()), np.radians([0, 0, 90, 0, 0, 0]))
    reach = np.hypot(0.4318 + 0.4331, 0.2435 - 0.0934)
    assert X[-1, 0, 3] == pytest.approx(0.4318 + 0.4331)
    assert np.hypot(*X[-1, :2, 3]) == pytest.approx(reach)
    assert X[-1, 2, 3] == pytest.approx(0.672 + 0.0203)


def test_home_is_inside_the_limits():
    model = Model(Mechanism("arm", (Joint("one", lower=0.5, upper=1.0), Joint("two", "one"))))
    assert list(model.home) == [0.5, 0.0]
    assert (model.nq, model.nv, model.size) == (2, 2, 2)
