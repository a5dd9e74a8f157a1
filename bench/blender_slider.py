# SPDX-License-Identifier: GPL-3.0-or-later
"""From a slider to the scene: what one change of a number costs in Blender, without drawing."""

import importlib
import os
import statistics
import sys
import time
from collections.abc import Callable

import bpy
import addon_utils

EXTENSION = "bl_ext.user_default.linkwright"
JOINTS, ROUNDS, ALLOWED = 36, 60, 8.0
ALL_CORES = os.sched_getaffinity(0)


def main(package: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    addon_utils.enable("bl_pkg")
    bpy.ops.extensions.package_install_files(filepath=package, repo="user_default", enable_on_install=True)
    robot = chain()
    description, layer = robot.data.linkwright, bpy.context.view_layer

    def one_length(step: int) -> None:
        description.joints[JOINTS // 2].r = 0.1 + 0.001 * step

    def parameter_of_all(step: int) -> None:
        description.parameters[0].value = 0.3 + 0.001 * step

    def turn(step: int) -> None:
        robot.pose.bones[JOINTS // 2].rotation_euler[1] = 0.01 * step

    rows = [
        (f"one length of a joint, {JOINTS} joints", one_length),
        (f"a parameter that all {JOINTS} joints use", parameter_of_all),
        (f"one joint turned, {JOINTS} joints", turn),
    ]
    print(f"## Slider to scene, Blender {bpy.app.version_string}, without drawing\n")
    print("| change | one core, ms | all cores, ms | all cores, scene evaluated, ms | allowed |")
    print("|---|---|---|---|---|")
    for title, change in rows:
        evaluated = median(lambda step, change=change: (change(step), layer.update()))
        alone = [median(change, cores=cores) for cores in ({min(ALL_CORES)}, ALL_CORES)]
        print(f"| {title} | {alone[0]:.2f} | {alone[1]:.2f} | {evaluated:.2f} | {ALLOWED:g} |")
    print(
        "\nMedians. Blender evaluates the scene four times on the way into and out of its edit mode; on a"
        "\nvirtual machine waking the other cores for that takes longer than the work itself, hence the first"
        "\ncolumn."
    )
    assert description.problem == "", description.problem


def use_cores(cores: set[int]) -> None:
    """Let all threads of this process run on these cores only."""
    for thread in os.listdir("/proc/self/task"):
        os.sched_setaffinity(int(thread), cores)


def chain() -> bpy.types.Object:
    """Joints in series that all take their length from one parameter."""
    reading = importlib.import_module(f"{EXTENSION}.mechanism.raff_read")
    units = importlib.import_module(f"{EXTENSION}.mechanism.units")
    bridge = importlib.import_module(f"{EXTENSION}.bridge")
    rows = [
        {
            "name": f"joint {row}",
            "parent": f"joint {row - 1}" if row else "base",
            "d": "length / 2",
            "alpha": 90 if row % 2 else -90,
            "lower": -170,
            "upper": 170,
        }
        for row in range(JOINTS)
    ]
    table = {"name": "Chain", "parameters": {"length": 0.3}, "joint": rows}
    return bridge.make_robot(bpy.context, reading.robot_of(table, units.Units()))


def median(change: Callable[[int], object], *, cores: set[int] | None = None) -> float:
    """Milliseconds of one change, each time to another value."""
    use_cores(cores or ALL_CORES)
    times = []
    for step in range(ROUNDS):
        start = time.perf_counter()
        change(step)
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times)


if __name__ == "__main__":
    main(*sys.argv[1:])
    sys.stdout.flush()
    os._exit(0)  # Blender as a module may hang while it ends
