# SPDX-License-Identifier: GPL-3.0-or-later
"""One step of inverse kinematics in each engine: rows of targets and loops, solved, applied."""

from typing import Protocol

import mink
import mujoco
import numpy as np
import pinocchio
from closed_models import Task, mujoco_task_model
from linkwright.solvers import speed
from linkwright.solvers.closure import CLOSED
from linkwright.solvers.inverse import Search, solving
from linkwright.solvers.targets import Target, tables_of
from models import mujoco_model, pinocchio_model

SMALLEST = 1e-4
"""Share of the largest singular value below which a direction is left alone, as in our kernels."""


class Engine(Protocol):
    """A search that can be taken back to its start and moved by one step."""

    q: np.ndarray

    def reset(self) -> None: ...

    def step(self) -> None: ...


def solve_by_numpy(J: np.ndarray, error: np.ndarray) -> np.ndarray:
    """J^+ error by numpy's SVD."""
    U, values, Vt = np.linalg.svd(J, full_matrices=False)
    rank = int((values > SMALLEST * values[0]).sum())
    return Vt[:rank].T @ ((error @ U[:, :rank]) / values[:rank])


class Ours:
    """Our compiled kernel, one step a call; limits are looked at, though none is near."""

    def __init__(self, task: Task, method: str) -> None:
        self.task, model = task, task.model
        self.q, self.notes = task.start.copy(), np.empty(solving.NOTES)
        tables = tables_of(model, [Target(task.tip, task.pose)])
        free = np.ones(model.nv, dtype=np.bool_)
        first = Search(model, tables, free, solving.DAMPED, 0.0, 1, 0, 0).arguments()[:13]
        self.damped = method == "damped"
        # The SVD does not scale lengths by the robot's size, which is the tenth argument.
        self.arguments = first if self.damped else (*first[:9], *first[10:])

    def reset(self) -> None:
        self.q[:] = self.task.start

    def step(self) -> None:
        kernels = speed.kernels
        solve = kernels.inverse.solve_damped if self.damped else kernels.svd_steps.solve_by_svd
        solve(*self.arguments, 0.0, CLOSED, 1, self.task.model.equations, self.q, self.notes)


class ByMujoco:
    """MuJoCo's kinematics and Jacobians, numpy's SVD."""

    def __init__(self, task: Task) -> None:
        self.task, self.model = task, mujoco_model(task.mechanism)
        self.data, self.q = mujoco.MjData(self.model), task.start.copy()
        self.tip = self.model.body(task.tip).id
        self.bodies = [
            (0 if j.first == "base" else self.model.body(j.first).id, self.model.body(j.second).id)
            for j in task.joined
        ]
        rows, nv = 6 + sum(j.rows for j in task.joined), self.model.nv
        self.J, self.error = np.empty((rows, nv)), np.empty(rows)
        self.first, self.second = np.empty((6, nv)), np.empty((6, nv))
        self.goal = quaternion_of(task.pose)
        self.places = [quaternion_of(j.X_FS) for j in task.joined]
        self.turn, self.met = np.empty(3), np.empty(4)

    def reset(self) -> None:
        self.q[:] = self.task.start

    def step(self) -> None:
        model, data = self.model, self.data
        data.qpos[:] = self.q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_jacBody(model, data, self.J[:3], self.J[3:6], self.tip)
        self.error[:3] = self.task.pose[:3, 3] - data.xpos[self.tip]
        mujoco.mju_subQuat(self.turn, self.goal, data.xquat[self.tip])
        self.error[3:6] = data.xmat[self.tip].reshape(3, 3) @ self.turn
        row = 6
        for index in range(len(self.bodies)):
            row = self.add_loop(index, row)
        self.q += solve_by_numpy(self.J, self.error)

    def add_loop(self, index: int, row: int) -> int:
        """Rows that bring both halves of a cut joint together."""
        data, joined, (first, second) = self.data, self.task.joined[index], self.bodies[index]
        point = data.xpos[first] + data.xmat[first].reshape(3, 3) @ joined.X_FS[:3, 3]
        mujoco.mj_jac(self.model, data, self.first[:3], self.first[3:], point, first)
        mujoco.mj_jacBody(self.model, data, self.second[:3], self.second[3:], second)
        end = row + joined.rows
        np.subtract(self.second[: joined.rows], self.first[: joined.rows], out=self.J[row:end])
        self.error[row : row + 3] = point - data.xpos[second]
        if joined.rows == 6:
            mujoco.mju_mulQuat(self.met, data.xquat[first], self.places[index])
            mujoco.mju_subQuat(self.turn, self.met, data.xquat[second])
            self.error[row + 3 : end] = data.xmat[second].reshape(3, 3) @ self.turn
        return end


class ByPinocchio:
    """Pinocchio's kinematics and Jacobians, numpy's SVD."""

    def __init__(self, task: Task) -> None:
        self.task, self.q = task, task.start.copy()
        self.model, rows = pinocchio_model(task.mechanism)
        self.data = self.model.createData()
        index = dict(zip((joint.name for joint in task.mechanism.joints), rows, strict=True)) | {"base": 0}
        self.tip = index[task.tip]
        self.bodies = [(index[j.first], index[j.second]) for j in task.joined]

    def reset(self) -> None:
        self.q[:] = self.task.start

    def jacobian(self, joint: int) -> np.ndarray:
        if joint == 0:
            return np.zeros((6, self.model.nv))
        world = pinocchio.ReferenceFrame.LOCAL_WORLD_ALIGNED
        return pinocchio.getJointJacobian(self.model, self.data, joint, world)

    def step(self) -> None:
        pinocchio.computeJointJacobians(self.model, self.data, self.q)
        here, pose = self.data.oMi[self.tip], self.task.pose
        turn = pinocchio.log3(pose[:3, :3] @ here.rotation.T)
        errors, rows = [pose[:3, 3] - here.translation, turn], [self.jacobian(self.tip)]
        for joined, (first, second) in zip(self.task.joined, self.bodies, strict=True):
            one, other = self.data.oMi[first], self.data.oMi[second]
            arm = one.rotation @ joined.X_FS[:3, 3]
            J = self.jacobian(first)
            J[:3] -= pinocchio.skew(arm) @ J[3:]
            errors.append(one.translation + arm - other.translation)
            if joined.rows == 6:
                errors.append(pinocchio.log3(one.rotation @ joined.X_FS[:3, :3] @ other.rotation.T))
            rows.append((self.jacobian(second) - J)[: joined.rows])
        self.q += solve_by_numpy(np.vstack(rows), np.concatenate(errors))


class ByMink:
    """mink: a quadratic programme for each step (DAQP), without limits; loops are tasks of high cost."""

    def __init__(self, task: Task) -> None:
        self.task, model = task, mujoco_task_model(task)
        self.configuration = mink.Configuration(model, task.start)
        reach = mink.FrameTask(task.tip, "body", position_cost=1.0, orientation_cost=1.0)
        reach.set_target(mink.SE3.from_matrix(task.pose))
        self.tasks = [reach]
        if task.joined:
            self.tasks.append(mink.EqualityConstraintTask(model, cost=30.0))

    @property
    def q(self) -> np.ndarray:
        return self.configuration.q

    def reset(self) -> None:
        self.configuration.update(self.task.start)

    def step(self) -> None:
        velocity = mink.solve_ik(self.configuration, self.tasks, 1.0, "daqp", damping=1e-9, limits=[])
        self.configuration.integrate_inplace(velocity, 1.0)


def quaternion_of(X: np.ndarray) -> np.ndarray:
    quaternion = np.empty(4)
    mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(X[:3, :3]).ravel())
    return quaternion
