# SPDX-License-Identifier: GPL-3.0-or-later
"""The six models with their loops closed, a target each, and the same loops for the other engines."""

from dataclasses import dataclass, replace

import mujoco
import numpy as np
from linkwright.mechanism import Loop, Mechanism
from linkwright.mechanism.placement import inverse_of, placement_of
from linkwright.mechanism.structure import LoopSide
from linkwright.solvers import Model, close_loops, frames
from models import mujoco_spec, six_models

LOOPS = {
    "9 joints, 1 loop": ("fixed", [("1.3", "0.4")]),
    "18 joints, 3 loops": ("spherical", [("1.5", "0.5"), ("2.5", "1.5"), ("base", "2.5")]),
    "Stewart, 36 joints": ("fixed", [(f"{leg + 1}.5", "0.5") for leg in range(5)]),
}
"""Kind of the cut joints, and the links that each of them joins."""


@dataclass(frozen=True, slots=True)
class Joined:
    """One loop: a frame on the first link that must meet the frame of the second."""

    first: str
    second: str
    X_FS: np.ndarray
    rows: int


@dataclass(frozen=True, slots=True)
class Task:
    """A mechanism with closed loops at `start`, and a pose near it that its last joint shall reach."""

    mechanism: Mechanism
    model: Model
    joined: list[Joined]
    start: np.ndarray
    tip: str
    pose: np.ndarray


def six_tasks() -> dict[str, Task]:
    """One task for each model, without limits."""
    return {name: task_of(mechanism, *LOOPS.get(name, ("", []))) for name, mechanism in six_models().items()}


def task_of(tree: Mechanism, kind: str, pairs: list[tuple[str, str]]) -> Task:
    rng = np.random.default_rng(7)
    open_model = Model(tree)
    start = rng.uniform(-1.0, 1.0, open_model.nq)
    X = {"base": np.eye(4), **dict(zip(open_model.frame_names, frames(open_model, start), strict=True))}
    joined = [Joined(a, b, inverse_of(X[a]) @ X[b], 6 if kind == "fixed" else 3) for a, b in pairs]
    mechanism = replace(tree, loops=tuple(Loop(f"{j.second} at {j.first}", *sides(j), kind) for j in joined))
    model = Model(mechanism)
    model.lower[:], model.upper[:] = -np.inf, np.inf
    near = close_loops(model, start + rng.uniform(-0.05, 0.05, model.nq))
    assert near.closed, near.problem
    tip = "0.4" if "0.4" in model.frame_names and len(tree.joints) == 9 else model.frame_names[-1]
    return Task(mechanism, model, joined, start, tip, frames(model, near.q)[model.row(tip)])


def sides(joined: Joined) -> tuple[LoopSide, LoopSide]:
    """Both halves of the cut joint."""
    names = ("gamma", "b", "alpha", "d", "theta", "r")
    numbers = dict(zip(names, placement_of(joined.X_FS, size=1.0)[0], strict=True))
    return LoopSide(link=joined.first, **numbers), LoopSide(link=joined.second)


def mujoco_task_model(task: Task) -> mujoco.MjModel:
    """The tree with MuJoCo's own equality constraints, which mink reads."""
    spec = mujoco_spec(task.mechanism)
    for j in task.joined:
        weld = j.rows == 6
        equality = spec.add_equality(
            type=mujoco.mjtEq.mjEQ_WELD if weld else mujoco.mjtEq.mjEQ_CONNECT,
            objtype=mujoco.mjtObj.mjOBJ_BODY,
            name1=j.second,
            name2="world" if j.first == "base" else j.first,
        )
        X_SF, quaternion = inverse_of(j.X_FS), np.empty(4)
        mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(X_SF[:3, :3]).ravel())
        equality.data[:11] = [*j.X_FS[:3, 3], 0.0, 0.0, 0.0, *quaternion, 1.0]
    model = spec.compile()
    for index, j in enumerate(task.joined):
        if j.rows == 3:  # the compiler places the second point where the links are at rest
            model.eq_data[index, :3], model.eq_data[index, 3:6] = 0.0, j.X_FS[:3, 3]
    return model
