# SPDX-License-Identifier: GPL-3.0-or-later
"""The first minute with Linkwright: nothing is compiled yet, and nobody waits."""

import importlib
import sys
import time

from driver import Steps, Window, in_window

LONGEST = 240.0
"""Seconds after which the kernels must be compiled, however busy the computer is."""
NOTICEABLE = 1.5
"""Seconds of its own work for which Blender may at most not answer, whatever else the computer does."""


def part(window: Window, name: str):
    """A module of the installed extension."""
    modules = [addon.module for addon in window.bpy.context.preferences.addons]
    (extension,) = (module for module in modules if module.endswith(".linkwright"))
    return importlib.import_module(f"{extension}.{name}")


def show_preferences(window: Window) -> None:
    (name,) = (
        addon.module
        for addon in window.bpy.context.preferences.addons
        if addon.module.endswith(".linkwright")
    )
    window.bpy.context.preferences.active_section = "ADDONS"
    window.bpy.context.window_manager.addon_search = "Linkwright"
    window.bpy.ops.preferences.addon_show(module=name)


def wait_until_compiled(kernels, pauses: list[float]) -> Steps:
    """Wait, and keep how long Blender worked in each turn."""
    begun = time.monotonic()
    while kernels.kernel_state() != "compiled":
        assert time.monotonic() - begun < LONGEST, kernels.kernel_state()
        before = time.thread_time()
        yield 0.05
        pauses.append(time.thread_time() - before)


@in_window
def test_adding_and_posing_while_kernels_compile(window: Window) -> Steps:
    kernels, pauses = part(window, "bridge.kernels"), []
    yield from window.empty_scene()
    yield from window.operator("linkwright.add_robot", preset="puma560")
    while not kernels.kernel_state().startswith("compiling"):
        yield 0.1
    robot = window.bpy.context.object
    robot.pose.bones["shoulder"].rotation_euler[1] = -0.6
    yield 0.2
    assert kernels.kernel_state().startswith("compiling"), "the pose came too late to prove anything"
    tip = (robot.matrix_world @ robot.pose.bones["flange"].head).copy()
    solvers, bridge = part(window, "solvers"), part(window, "bridge")
    model, q = bridge.read_model(robot.data), bridge.read_positions(robot)
    plain = solvers.frames(model, q)
    index = list(model.frame_names).index("flange")
    assert abs(plain[index, :3, 3] - tip).max() < 1e-5
    show_preferences(window)
    yield from window.screenshot("preferences-compiling")
    yield from wait_until_compiled(kernels, pauses)
    assert abs(solvers.frames(model, q) - plain).max() < 1e-12
    print(f"Longest turn while compiling and loading: {max(pauses):.2f} s")
    assert max(pauses) < NOTICEABLE
    yield from window.screenshot("preferences-compiled")


@in_window
def test_blender_itself_compiles_where_there_is_no_python(window: Window) -> Steps:
    kernels, child = part(window, "bridge.kernels"), part(window, "bridge.child")
    kernels.unregister()
    sys.executable = ""
    assert [command[0] for command in child.pythons()] == [window.bpy.app.binary_path]
    kernels.register()
    yield from wait_until_compiled(kernels, [])


@in_window
def test_failed_compilation_says_why_and_can_be_tried_again(window: Window) -> Steps:
    kernels, child, live = (part(window, f"bridge.{name}") for name in ("kernels", "child", "live"))
    kernels.unregister()
    right, child.LAUNCHER = child.LAUNCHER, child.LAUNCHER.with_name("missing.py")
    kernels.register()
    while not live.kernel_problem:
        yield 0.2
    assert "missing.py" in kernels.kernel_state()
    yield 1.0
    show_preferences(window)
    yield from window.screenshot("preferences-failed")
    child.LAUNCHER = right
    yield from window.operator("linkwright.compile_kernels")
    assert not live.kernel_problem
    process = live.compiler._process
    assert process.poll() is None
    window.bpy.ops.preferences.addon_disable(module=kernels.__name__.removesuffix(".bridge.kernels"))
    assert process.poll() is not None, "the child outlives the extension"
    yield 0.1
