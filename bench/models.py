# SPDX-License-Identifier: GPL-3.0-or-later
"""The six models that every benchmark uses, for us and for the other engines."""

from dataclasses import replace

import mujoco
import numpy as np
import pinocchio
from linkwright.mechanism import Joint, Mechanism, read
from linkwright.mechanism.placement import placement_matrix, pose_matrix

from tools.places import ROOT

PRESETS = ROOT / "presets" / "robots"


def six_models() -> dict[str, Mechanism]:
    """Three arms, and the trees of three mechanisms whose loops are cut."""
    return {
        "PUMA, 6 joints": preset("puma560"),
        "Lynx, 5 joints": preset("lynx6"),
        "7 joints": preset("seven-axis"),
        "9 joints, 1 loop": tree("palletiser", [5, 4]),
        "18 joints, 3 loops": tree("parallel structure", [6, 6, 6]),
        "Stewart, 36 joints": stewart(),
    }


def preset(stem: str) -> Mechanism:
    """An arm of the library, without tools: the others have none either."""
    (robot,) = read(PRESETS / f"{stem}.raff").robots
    return replace(robot, tools=(), notation="kleinfinger")


def tree(name: str, lengths: list[int], *, kinds: tuple[str, ...] = ("revolute",)) -> Mechanism:
    """Chains on one base, with numbers that are not special."""
    rng = np.random.default_rng(9)
    joints = []
    for branch, count in enumerate(lengths):
        parent = "base"
        for index in range(count):
            angles, lengths_ = rng.uniform(-1.5, 1.5, 3), rng.uniform(0.05, 0.4, 2)
            numbers = dict(zip(("gamma", "alpha", "theta"), angles.tolist(), strict=True))
            numbers |= dict(zip(("d", "r"), lengths_.tolist(), strict=True))
            joints.append(Joint(f"{branch}.{index}", parent, kinds[index % len(kinds)], **numbers))
            parent = joints[-1].name
    return Mechanism(name, tuple(joints))


def stewart() -> Mechanism:
    """Six legs: two turns, a slide, three turns."""
    kinds = ("revolute", "revolute", "prismatic", "revolute", "revolute", "revolute")
    return tree("Stewart-Gough", [6] * 6, kinds=kinds)


def pinocchio_model(mechanism: Mechanism) -> tuple[pinocchio.Model, list[int]]:
    """The same tree, and the index of each of our joints in it."""
    model = pinocchio.Model()
    index = {"base": 0}
    for joint in mechanism.joints:
        place = placement_matrix(joint.numbers)
        if joint.parent == "base":
            place = pose_matrix(mechanism.base) @ place
        kind = pinocchio.JointModelPZ() if joint.kind == "prismatic" else pinocchio.JointModelRZ()
        index[joint.name] = model.addJoint(index[joint.parent], kind, pinocchio.SE3(place), joint.name)
    return model, [index[joint.name] for joint in mechanism.joints]


def mujoco_model(mechanism: Mechanism) -> mujoco.MjModel:
    """The same tree."""
    return mujoco_spec(mechanism).compile()


def mujoco_spec(mechanism: Mechanism) -> mujoco.MjSpec:
    """The same tree, to be added to; every body has a small mass, which MuJoCo wants."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    bodies = {"base": spec.worldbody}
    for joint in mechanism.joints:
        place = placement_matrix(joint.numbers)
        if joint.parent == "base":
            place = pose_matrix(mechanism.base) @ place
        quaternion = np.empty(4)
        mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(place[:3, :3]).ravel())
        body = bodies[joint.parent].add_body(name=joint.name, pos=place[:3, 3], quat=quaternion)
        slide = joint.kind == "prismatic"
        kind = mujoco.mjtJoint.mjJNT_SLIDE if slide else mujoco.mjtJoint.mjJNT_HINGE
        body.add_joint(type=kind, axis=[0, 0, 1], name=joint.name)
        body.mass, body.inertia, body.explicitinertial = 1.0, [0.01, 0.01, 0.01], True
        bodies[joint.name] = body
    return spec
