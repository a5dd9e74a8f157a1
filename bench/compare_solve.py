# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole searches of the PUMA, with and without limits, against Robotics Toolbox, mink and ikpy."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import mink
import numpy as np
import roboticstoolbox
from ikpy.chain import Chain
from ikpy.link import OriginLink, URDFLink
from linkwright.mechanism.placement import placement_matrix, pose_matrix
from linkwright.solvers import Model, Target, frame, solve_ik, solve_ik_batch
from measuring import table, use_compiled_kernels
from models import mujoco_spec, six_models
from scipy.spatial.transform import Rotation
from spatialmath import SE3

TOLERANCE, RESTARTS = 1e-6, 100
TARGETS, SLOW_TARGETS, ROUNDS = 300, 30, 15
MINK_STEPS = 100
NOTE = f"""\
The same targets, forward kinematics of random positions inside the limits, and the same start for all. A
search counts as a success if our own forward kinematics finds it within {TOLERANCE} (length of the error, [m]
and [rad] together) and, with limits, inside them. Linkwright and Robotics Toolbox (`ik_LM`, its C++, `tol` is
half the square of {TOLERANCE}, because it compares half the square of the error) restart up to {RESTARTS}
times from random positions. mink steps up to {MINK_STEPS} times from the one start, with its limits or
without. ikpy calls scipy once. "Linkwright, batch" solves all targets in one call of `solve_ik_batch` on all
cores, by the clock; all others are timed by the processor time of their one thread, Python call included.
Medians of {ROUNDS} turns (mink and ikpy: one turn of {SLOW_TARGETS} targets)."""


@dataclass(frozen=True)
class Arm:
    """The PUMA, with its limits or without."""

    model: Model
    limited: bool
    poses: np.ndarray
    places: list[np.ndarray]

    @property
    def tip(self) -> str:
        return self.model.frame_names[-1]

    def succeeded(self, q: np.ndarray, pose: np.ndarray) -> bool:
        X = frame(self.model, q, self.tip)
        turn = Rotation.from_matrix(pose[:3, :3].T @ X[:3, :3]).as_rotvec()
        missed = np.linalg.norm([*(X[:3, 3] - pose[:3, 3]), *turn])
        inside = (q >= self.model.lower - 1e-9).all() and (q <= self.model.upper + 1e-9).all()
        return bool(missed <= 1.001 * TOLERANCE and inside)


def puma(*, limited: bool) -> Arm:
    mechanism = six_models()["PUMA, 6 joints"]
    model = Model(mechanism)
    Q = np.random.default_rng(5).uniform(model.lower, model.upper, (TARGETS, model.nq))
    poses = frame(model, Q, model.frame_names[-1])
    if not limited:
        model.lower[:], model.upper[:] = -np.inf, np.inf
    places = [placement_matrix(joint.numbers) for joint in mechanism.joints]
    places[0] = pose_matrix(mechanism.base) @ places[0]
    return Arm(model, limited, poses, places)


def ours(arm: Arm) -> Callable[[np.ndarray], np.ndarray]:
    model, tip = arm.model, arm.tip
    return lambda pose: (
        solve_ik(model, [Target(tip, pose)], model.home, tolerance=TOLERANCE, restarts=RESTARTS).q
    )


def toolbox(arm: Arm) -> Callable[[np.ndarray], np.ndarray]:
    chain = roboticstoolbox.ETS()
    for place, low, high in zip(arm.places, arm.model.lower, arm.model.upper, strict=True):
        turn = roboticstoolbox.ET.Rz(qlim=np.array([low, high])) if arm.limited else roboticstoolbox.ET.Rz()
        chain = chain * roboticstoolbox.ET.SE3(SE3(place, check=False)) * turn
    np.testing.assert_allclose(
        chain.eval(arm.model.home), frame(arm.model, arm.model.home, arm.tip), atol=1e-12
    )
    options = {"tol": 0.5 * TOLERANCE**2, "slimit": RESTARTS + 1, "joint_limits": arm.limited}
    return lambda pose: chain.ik_LM(pose, q0=arm.model.home, **options).q


def by_mink(arm: Arm) -> Callable[[np.ndarray], np.ndarray]:
    spec = mujoco_spec(arm.model.mechanism)
    for joint, low, high in zip(spec.joints, arm.model.lower, arm.model.upper, strict=True):
        if arm.limited:
            joint.range, joint.limited = [low, high], True
    model = spec.compile()
    configuration = mink.Configuration(model)
    task = mink.FrameTask(arm.tip, "body", position_cost=1.0, orientation_cost=1.0, lm_damping=1e-3)
    limits = [mink.ConfigurationLimit(model)] if arm.limited else []

    def solve(pose: np.ndarray) -> np.ndarray:
        configuration.update(arm.model.home)
        task.set_target(mink.SE3.from_matrix(pose))
        for _ in range(MINK_STEPS):
            if np.linalg.norm(task.compute_error(configuration)) <= TOLERANCE:
                break
            velocity = mink.solve_ik(configuration, [task], 1.0, "daqp", damping=1e-9, limits=limits)
            configuration.integrate_inplace(velocity, 1.0)
        return configuration.q.copy()

    return solve


def by_ikpy(arm: Arm) -> Callable[[np.ndarray], np.ndarray]:
    links = [OriginLink()]
    for index, place in enumerate(arm.places):
        angles = Rotation.from_matrix(place[:3, :3]).as_euler("xyz")
        bounds = (float(arm.model.lower[index]), float(arm.model.upper[index]))
        links.append(
            URDFLink(f"j{index}", place[:3, 3], angles, rotation=np.array([0.0, 0.0, 1.0]), bounds=bounds)
        )
    chain = Chain(links, active_links_mask=[False] + [True] * len(arm.places))
    start = np.concatenate([[0.0], arm.model.home])
    return lambda pose: chain.inverse_kinematics_frame(pose, initial_position=start, orientation_mode="all")[
        1:
    ]


def timed(solve: Callable[[np.ndarray], np.ndarray], poses: np.ndarray) -> tuple[float, list[np.ndarray]]:
    """Microseconds of this thread a target, and what came out: others on the machine do not count."""
    begin = time.thread_time()
    found = [solve(pose) for pose in poses]
    return (time.thread_time() - begin) / len(poses) * 1e6, found


def compare(arm: Arm) -> list[list[str]]:
    model = arm.model
    together = [Target(arm.tip, arm.poses)]
    options = {"tolerance": TOLERANCE, "restarts": RESTARTS}
    quick = {"Linkwright": ours(arm), "Robotics Toolbox C++": toolbox(arm)}
    slow = {"mink, one start": by_mink(arm), "ikpy, one start": by_ikpy(arm)}
    times: dict[str, list[float]] = {name: [] for name in (*quick, "Linkwright, batch", *slow)}
    found: dict[str, list[np.ndarray]] = {}
    for _ in range(ROUNDS):
        for name, solve in quick.items():
            spent, found[name] = timed(solve, arm.poses)
            times[name].append(spent)
    for _ in range(ROUNDS):  # afterwards: threads that wait for more work would slow down whoever is next
        begin = time.perf_counter()
        found["Linkwright, batch"] = list(solve_ik_batch(model, together, model.home, **options).q)
        times["Linkwright, batch"].append((time.perf_counter() - begin) / TARGETS * 1e6)
    for name, solve in slow.items():
        spent, found[name] = timed(solve, arm.poses[:SLOW_TARGETS])
        times[name].append(spent)
    middle = {name: float(np.median(values)) for name, values in times.items()}
    rows = []
    for name, spent in middle.items():
        hits = [arm.succeeded(q, pose) for q, pose in zip(found[name], arm.poses, strict=False)]
        limits = "with limits" if arm.limited else "no limits"
        success = f"{100.0 * float(np.mean(hits)):.1f} % of {len(hits)}"
        rows.append([limits, name, f"{spent:.1f}", success, f"{spent / middle['Linkwright']:.2f}"])
    return rows


def main() -> None:
    use_compiled_kernels()
    head = ["PUMA", "engine", "us a target", "success", "time/Linkwright"]
    rows = [row for limited in (True, False) for row in compare(puma(limited=limited))]
    print(table("Whole searches", head, rows) + "\n\n" + NOTE)


if __name__ == "__main__":
    main()
