# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames and Jacobians against Pinocchio and MuJoCo; a million poses against Robotics Toolbox."""

import time

import mujoco
import numpy as np
import pinocchio
import roboticstoolbox
from linkwright.mechanism import Mechanism
from linkwright.solvers import Model, frame, frames, jacobian, speed
from measuring import side_by_side, table, use_compiled_kernels
from models import mujoco_model, pinocchio_model, six_models

CALLS = 400
MILLION = 1_000_000
BATCH_ROUNDS = 5


class Contest:
    """One mechanism in three engines, at one position, all checked to agree."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.ours = Model(mechanism)
        self.q = np.random.default_rng(7).uniform(-1.0, 1.0, self.ours.nq)
        self.X = np.empty((len(self.ours.frame_names), 4, 4))
        self.J = np.empty((6, self.ours.nv))
        self.tip = self.ours.frame_names[-1]
        self.row = self.ours.row(self.tip)
        self.pin, rows = pinocchio_model(mechanism)
        self.pin_data, self.pin_tip = self.pin.createData(), rows[-1]
        self.mj = mujoco_model(mechanism)
        self.mj_data = mujoco.MjData(self.mj)
        self.mj_tip = self.mj.body(self.tip).id
        self.mj_data.qpos[:] = self.q
        self.mj_linear, self.mj_angular = np.empty((3, self.mj.nv)), np.empty((3, self.mj.nv))
        self.check()

    def check(self) -> None:
        """Refuse to measure engines that compute different things."""
        self.our_jacobian()
        self.pin_jacobian()
        self.mj_jacobian()
        np.testing.assert_allclose(self.X[self.row], self.pin_data.oMi[self.pin_tip].homogeneous, atol=1e-9)
        np.testing.assert_allclose(self.X[self.row, :3, 3], self.mj_data.xpos[self.mj_tip], atol=1e-9)
        np.testing.assert_allclose(self.J, np.vstack([self.mj_linear, self.mj_angular]), atol=1e-9)
        np.testing.assert_allclose(self.J, self.pin_jacobian(), atol=1e-9)

    def our_frames(self) -> None:
        speed.kernels.forward.place_frames(self.ours.layout, self.ours.constants, self.q, self.X)

    def our_jacobian(self) -> None:
        differentiate = speed.kernels.jacobian.place_and_differentiate
        differentiate(self.ours.layout, self.ours.constants, self.q, self.X, self.row, self.J)

    def pin_frames(self) -> None:
        pinocchio.forwardKinematics(self.pin, self.pin_data, self.q)

    def pin_jacobian(self) -> np.ndarray:
        pinocchio.computeJointJacobians(self.pin, self.pin_data, self.q)
        world = pinocchio.ReferenceFrame.LOCAL_WORLD_ALIGNED
        return pinocchio.getJointJacobian(self.pin, self.pin_data, self.pin_tip, world)

    def mj_frames(self) -> None:
        mujoco.mj_kinematics(self.mj, self.mj_data)

    def mj_jacobian(self) -> None:
        mujoco.mj_kinematics(self.mj, self.mj_data)
        mujoco.mj_comPos(self.mj, self.mj_data)
        mujoco.mj_jacBody(self.mj, self.mj_data, self.mj_linear, self.mj_angular, self.mj_tip)


def compare_frames(contests: dict[str, Contest]) -> str:
    rows = []
    for name, contest in contests.items():
        times = side_by_side(
            {
                "ours": contest.our_frames,
                "pinocchio": contest.pin_frames,
                "mujoco": contest.mj_frames,
                "public": lambda contest=contest: frames(contest.ours, contest.q),
            },
            calls=CALLS,
        )
        ours = times["ours"]
        row = [name, *(f"{times[key]:.2f}" for key in ("ours", "pinocchio", "mujoco"))]
        row += [
            f"{ours / times['pinocchio']:.2f}",
            f"{ours / times['mujoco']:.2f}",
            f"{times['public'] - ours:.2f}",
        ]
        rows.append(row)
    head = [
        "model",
        "ours, us",
        "Pinocchio, us",
        "MuJoCo, us",
        "ours/Pinocchio",
        "ours/MuJoCo",
        "public call adds, us",
    ]
    return table("All frames (compiled kernel, preallocated output)", head, rows)


def compare_jacobians(contests: dict[str, Contest]) -> str:
    rows = []
    for name, contest in contests.items():
        times = side_by_side(
            {
                "ours": contest.our_jacobian,
                "pinocchio": contest.pin_jacobian,
                "mujoco": contest.mj_jacobian,
                "public": lambda contest=contest: jacobian(contest.ours, contest.q, contest.tip),
            },
            calls=CALLS,
        )
        keys = ("ours", "pinocchio", "mujoco", "public")
        ratios = [f"{times['ours'] / times[key]:.2f}" for key in ("pinocchio", "mujoco")]
        rows.append([name, *(f"{times[key]:.2f}" for key in keys), *ratios])
    head = [
        "model",
        "ours, us",
        "Pinocchio, us",
        "MuJoCo, us",
        "public call, us",
        "ours/Pinocchio",
        "ours/MuJoCo",
    ]
    return table("Frames and the last joint's Jacobian", head, rows)


def compare_batches() -> str:
    """A million end-effector poses of the PUMA."""
    model = Model(six_models()["PUMA, 6 joints"])
    Q = np.random.default_rng(3).uniform(-2.0, 2.0, (MILLION, 6))
    chain = roboticstoolbox.models.DH.Puma560().ets()
    rates: dict[str, list[float]] = {"Linkwright": [], "Robotics Toolbox": []}
    for _ in range(BATCH_ROUNDS):
        for name, call in (
            ("Linkwright", lambda: frame(model, Q, "flange")),
            ("Robotics Toolbox", lambda: chain.eval(Q)),
        ):
            start = time.perf_counter()
            call()
            rates[name].append(MILLION / (time.perf_counter() - start) / 1e6)
    medians = {name: float(np.median(values)) for name, values in rates.items()}
    rows = [[name, f"{rate:.2f}"] for name, rate in medians.items()]
    rows.append(["ratio", f"{medians['Linkwright'] / medians['Robotics Toolbox']:.1f}"])
    return table("A million PUMA end-effector poses", ["engine", "million poses a second"], rows)


def main() -> None:
    use_compiled_kernels()
    contests = {name: Contest(mechanism) for name, mechanism in six_models().items()}
    print("\n\n".join([compare_frames(contests), compare_jacobians(contests), compare_batches()]))


if __name__ == "__main__":
    main()
