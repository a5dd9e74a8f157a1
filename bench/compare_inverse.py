# SPDX-License-Identifier: GPL-3.0-or-later
"""One step of inverse kinematics, by SVD and damped, against Pinocchio, MuJoCo and mink."""

import numpy as np
from closed_models import Task, six_tasks
from linkwright.solvers import closure_error, frame
from measuring import side_by_side, table, use_compiled_kernels
from step_engines import ByMink, ByMujoco, ByPinocchio, Engine, Ours

CALLS, STEPS = 100, 200
NOTE = """\
Each step: errors and Jacobian of the target and of all loops, one solution, new positions. Ours: one call of
a compiled kernel; by SVD the loops come first, then the target, inside the limits (none is near); the damped
step also tries out where it leads, so it evaluates twice. Pinocchio and MuJoCo: their kinematics and
Jacobians, one numpy SVD of all rows together, no limits. mink: its tasks and one quadratic programme (DAQP),
no limits. All of them reached the same target with closed loops before they were timed. Microseconds of
the one thread, medians taken in turns; ratios are the other's time over ours."""


def check(name: str, engine: Engine, task: Task) -> None:
    """Refuse to measure a search that does not arrive."""
    for _ in range(STEPS):
        engine.step()
    missed = np.abs(frame(task.model, engine.q, task.tip) - task.pose).max()
    apart = np.abs(closure_error(task.model, engine.q)).max(initial=0.0)
    assert max(missed, apart) < 1e-5, f"{name} misses its target by {missed:.1e} and its loops by {apart:.1e}"


def timed(engine: Engine) -> None:
    engine.reset()
    engine.step()


def compare(name: str, task: Task) -> list[str]:
    engines = {
        "svd": Ours(task, "svd"),
        "damped": Ours(task, "damped"),
        "pinocchio": ByPinocchio(task),
        "mujoco": ByMujoco(task),
        "mink": ByMink(task),
    }
    for label, engine in engines.items():
        check(f"{label} on {name}", engine, task)
    calls = {label: (lambda engine=engine: timed(engine)) for label, engine in engines.items()}
    times = side_by_side(calls, calls=CALLS)
    ratios = [times[other] / times["svd"] for other in ("pinocchio", "mujoco", "mink")]
    ratios += [times[other] / times["damped"] for other in ("mujoco", "mink")]
    rows = f"{task.model.equations + 6} x {task.model.nv}"
    return [name, rows, *(f"{times[key]:.1f}" for key in engines), *(f"{ratio:.1f}" for ratio in ratios)]


def main() -> None:
    use_compiled_kernels()
    head = ["model", "rows x columns", "our SVD", "our damped", "Pinocchio + SVD", "MuJoCo + SVD", "mink"]
    head += ["SVD: Pinocchio/ours", "SVD: MuJoCo/ours", "SVD: mink/ours"]
    head += ["damped: MuJoCo/ours", "damped: mink/ours"]
    rows = [compare(name, task) for name, task in six_tasks().items()]
    print(table("One step of inverse kinematics", head, rows) + "\n\n" + NOTE)


if __name__ == "__main__":
    main()
