# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of docs/first-robot.md, walked with mouse and keys in a real window."""

import json
import subprocess
from collections.abc import Callable
from math import degrees, radians
from pathlib import Path

from driver import Steps, Window, in_window

ADD_MENU = (285, 760)
"""The header's Add, in pixels from the lower left of the window."""
TO_THE_LIBRARY = ((325, 561), (500, 540), (700, 512), (880, 512))
"""From there: Armature, Robot, Industrial Arms, PUMA 560."""
SHOULDER_ROW, ELBOW_ROW, D_FIELD = 241, 262, 482
"""Pixels below the sidebar's top."""
FRAME_12, FRAME_24 = (84, 37), (131, 37)
"""Two places in the timeline."""
FRAMES = (1, 12, 24)
FILE = Path("/tmp/first-robot.blend")
PLAIN = """
import bpy, json
assert not hasattr(bpy.types.Armature, "linkwright")
robot = bpy.data.objects["PUMA 560"]
poses = {}
for frame in (1, 12, 24):
    bpy.context.scene.frame_set(frame)
    poses[frame] = {bone.name: [value for row in bone.matrix for value in row] for bone in robot.pose.bones}
print("POSES" + json.dumps(poses), flush=True)
"""


def add_puma(window: Window) -> Steps:
    """Through the menus of the header, as the manual says."""
    yield from window.click(ADD_MENU)
    for point in TO_THE_LIBRARY[:-1]:
        yield from window.click(point)
        yield from window.move((point[0] + 20, point[1]))
        yield 0.3
    yield from window.screenshot("first-robot-1-menu")
    yield from window.click(TO_THE_LIBRARY[-1])
    yield from window.open_tab()
    yield from look(window)


def look(window: Window) -> Steps:
    """Show the robot large, but leave room for the sidebar and for longer links."""
    yield from window.operator("view3d.view_all")
    view = window.area.spaces.active.region_3d
    view.view_distance *= 1.15
    view.view_location.x += 0.25
    view.view_location.y += 0.25
    view.view_location.z += 0.25
    yield 0.3


def drag_length(window: Window) -> Steps:
    """Choose the elbow in the list, and drag its d."""
    yield from window.click(window.sidebar_point(ELBOW_ROW))
    x, y = window.sidebar_point(D_FIELD)
    yield from window.drag((x, y), (x + 16, y))
    yield from window.screenshot("first-robot-2-length")


def turn_shoulder(window: Window, degrees: str) -> Steps:
    """R, twice Y for the bone's own axis, and a number."""
    yield from window.move(window.centre())
    for key in "RYY":
        yield from window.key(key)
    yield from window.type_text(degrees)
    yield from window.key("RET")


def animate_shoulder(window: Window) -> Steps:
    """Two keyframes, set with I in pose mode."""
    robot = window.bpy.context.object
    yield from window.key("TAB", ctrl=True)
    assert robot.mode == "POSE"
    yield from window.click(window.sidebar_point(SHOULDER_ROW))  # which selects the bone, too
    yield from turn_shoulder(window, "-20")
    yield from window.screenshot("first-robot-3-turned")
    yield from window.key("I")
    yield from window.click(FRAME_24)
    yield from turn_shoulder(window, "-50")
    yield from window.key("I")
    yield from window.screenshot("first-robot-4-keys")


def poses_at(bpy, frame: int) -> dict[str, list[float]]:
    """Every bone's matrix."""
    bpy.context.scene.frame_set(frame)
    bones = bpy.data.objects["PUMA 560"].pose.bones
    return {bone.name: [value for row in bone.matrix for value in row] for bone in bones}


def state(bpy) -> tuple:
    """What shall be the same again."""
    robot = bpy.data.objects["PUMA 560"]
    turned = [round(bone.rotation_euler[1], 5) for bone in robot.pose.bones]
    return robot.data.linkwright.joints["elbow"].d_text, turned, key_count(robot)


def is_state(bpy, wanted: tuple) -> bool:
    robot = bpy.data.objects.get("PUMA 560")
    return robot is not None and robot.animation_data is not None and state(bpy) == wanted


def key_count(robot) -> int:
    data = robot.animation_data
    if data is None or data.action is None:
        return 0
    bag = data.action.layers[0].strips[0].channelbag(data.action_slot)
    return sum(len(curve.keyframe_points) for curve in bag.fcurves)


def walk(window: Window) -> Steps:
    """From an empty scene to an animated robot."""
    yield from window.empty_scene()
    yield from window.operator("ed.undo_push", message="Empty scene")
    yield from add_puma(window)
    robot = window.bpy.context.object
    assert robot.name == "PUMA 560"
    before = robot.data.linkwright.joints["elbow"].d
    yield from drag_length(window)
    assert robot.data.linkwright.joints["elbow"].d > before, "dragging changed nothing"
    yield from animate_shoulder(window)
    assert key_count(robot) >= 2


def press_often(window: Window, count: int, done: Callable[[], bool], **modifiers) -> Steps:
    """Undo or redo until something is so."""
    for _ in range(count):
        if done():
            return
        yield from window.event("Z", "PRESS", ctrl=True, **modifiers)
        yield from window.event("Z", "RELEASE", ctrl=True, **modifiers)
        yield 0.2
    assert done(), f"not reached with {count} steps"


@in_window
def test_first_robot_scrubbed_undone_and_redone(window: Window) -> Steps:
    bpy = window.bpy
    yield from walk(window)
    yield from window.drag(FRAME_24, FRAME_12)
    assert bpy.context.scene.frame_current == 12
    turned = bpy.data.objects["PUMA 560"].pose.bones["shoulder"].rotation_euler[1]
    assert radians(-70) < turned < radians(-20), f"{degrees(turned)} is not between the keyframes"
    yield from window.screenshot("first-robot-5-scrubbed")
    wanted = state(bpy)
    yield from window.move(window.centre())
    yield from press_often(window, 30, lambda: not bpy.data.armatures)
    assert not [item for item in bpy.data.objects if item.linkwright.link], "links outlive the robot"
    yield from press_often(window, 30, lambda: is_state(bpy, wanted), shift=True)


@in_window
def test_first_robot_saved_and_opened_again(window: Window) -> Steps:
    bpy = window.bpy
    yield from walk(window)
    wanted, poses = state(bpy), {frame: poses_at(bpy, frame) for frame in FRAMES}
    bpy.ops.wm.save_as_mainfile(filepath=str(FILE))
    bpy.ops.wm.read_homefile(use_factory_startup=False)
    yield 1.0
    assert "PUMA 560" not in bpy.data.objects
    bpy.ops.wm.open_mainfile(filepath=str(FILE))
    yield 1.0
    assert state(bpy) == wanted
    bpy.data.objects["PUMA 560"].data.linkwright.joints["elbow"].d = 0.5
    assert bpy.data.objects["PUMA 560"].data.linkwright.problem == ""
    blender = ["blender", "--background", "--factory-startup", str(FILE), "--python-expr", PLAIN]
    said = subprocess.run(blender, capture_output=True, text=True, check=True, timeout=60).stdout
    there = json.loads(next(line for line in said.splitlines() if line.startswith("POSES"))[5:])
    for frame in FRAMES:
        for bone, matrix in poses[frame].items():
            off = max(abs(a - b) for a, b in zip(matrix, there[str(frame)][bone], strict=True))
            assert off < 1e-6, f"{bone} at frame {frame} is off by {off}"
