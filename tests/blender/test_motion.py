# SPDX-License-Identifier: GPL-3.0-or-later
"""A joint's value is a channel of its bone: keyframes, drivers, playback and renders give one pose."""

import json
import os
import subprocess
import sys
from itertools import pairwise

import bpy
import numpy as np
import pytest

START, END = 1, 11
RNG = np.random.default_rng(7)
PLAIN_BLENDER = """
import json, os, sys
import bpy
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.wm.open_mainfile(filepath=sys.argv[1])
assert not hasattr(bpy.types.Armature, "linkwright"), "the extension is here"
poses = {}
for frame in json.loads(sys.argv[2]):
    bpy.context.scene.frame_set(frame)
    robot = next(item for item in bpy.data.objects if item.type == "ARMATURE")
    placed = {bone.name: robot.matrix_world @ bone.matrix for bone in robot.pose.bones}
    placed |= {item.name: item.matrix_world for item in robot.children}
    poses[frame] = {name: [list(row) for row in X] for name, X in placed.items()}
print("POSES " + json.dumps(poses), flush=True)
os._exit(0)
"""


def poses_of(robot, frame):
    bpy.context.scene.frame_set(frame)
    bones = {bone.name: np.array(robot.matrix_world @ bone.matrix) for bone in robot.pose.bones}
    return bones | {item.name: np.array(item.matrix_world) for item in robot.children}


def pose_by_solver(extension, robot, q):
    """Of every bone, as the solver says."""
    model = extension.bridge.read_model(robot.data)
    frames = np.array(robot.matrix_world) @ extension.solvers.frames(model, q)
    return dict(zip(model.frame_names, frames @ extension.bridge.axes.X_JB, strict=True))


def check_pose(extension, robot, q, frame):
    shown = poses_of(robot, frame)
    for name, X in pose_by_solver(extension, robot, q).items():
        np.testing.assert_allclose(shown[name], X, atol=5e-6)


def random_positions(extension, robot):
    model = extension.bridge.read_model(robot.data)
    return extension.bridge.moved(model, model.home, RNG.uniform(-0.8, 0.8, model.nv))


def key_pose(extension, robot, q, frame):
    """Set keyframes on all channels of the joints, as a user does with I."""
    extension.bridge.write_positions(robot, q)
    for _, bone, channel in extension.bridge.positions.joint_channels(robot):
        path = bone.path_from_id(channel.path)
        robot.keyframe_insert(path, index=channel.index, frame=frame)
    for curve in curves_of(robot):
        for key in curve.keyframe_points:
            key.interpolation = "LINEAR"


def curves_of(robot):
    """The curves of an action with slots, which Blender 4.4 and later have."""
    data = robot.animation_data
    strip = data.action.layers[0].strips[0]
    return strip.channelbag(data.action_slot).fcurves


@pytest.fixture(params=["puma560", "joint-kinds", "humanoid"])
def animated(extension, request):
    """A robot that moves from one random pose to another, and these poses."""
    assert bpy.ops.linkwright.add_robot(preset=request.param) == {"FINISHED"}
    robot = bpy.context.object
    first, last = random_positions(extension, robot), random_positions(extension, robot)
    key_pose(extension, robot, first, START)
    key_pose(extension, robot, last, END)
    return robot, first, last


def test_keyframes_and_playback_give_the_solvers_pose(extension, animated):
    robot, first, last = animated
    check_pose(extension, robot, first, START)
    check_pose(extension, robot, last, END)
    bpy.context.scene.frame_set((START + END) // 2)
    between = extension.bridge.read_positions(robot)
    plain = np.array(
        [not label.endswith((".qw", ".qx", ".qy", ".qz")) for label in names_of(extension, robot)]
    )
    np.testing.assert_allclose(between[plain], ((first + last) / 2)[plain], atol=1e-5)


def names_of(extension, robot):
    return extension.bridge.read_model(robot.data).names


def test_animation_survives_a_change_of_the_description(extension, animated):
    robot, first, last = animated
    count = len(curves_of(robot))
    joint = robot.data.linkwright.joints[-1]
    joint.r, joint.alpha = joint.r + 0.1, joint.alpha + 0.2
    assert len(curves_of(robot)) == count
    check_pose(extension, robot, first, START)
    check_pose(extension, robot, last, END)


def test_file_plays_in_a_blender_without_the_extension(extension, animated, tmp_path):
    robot, _, _ = animated
    frames = [START, 4, 8, END]
    here = {frame: poses_of(robot, frame) for frame in frames}
    path = tmp_path / "animated.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    variables = {**os.environ, "BLENDER_USER_RESOURCES": str(tmp_path / "empty")}
    command = [sys.executable, "-c", PLAIN_BLENDER, str(path), json.dumps(frames)]
    result = subprocess.run(command, env=variables, capture_output=True, text=True, check=False, timeout=100)
    said = [line for line in result.stdout.splitlines() if line.startswith("POSES ")]
    assert said, result.stdout + result.stderr
    there = json.loads(said[0].removeprefix("POSES "))
    for frame in frames:
        assert set(there[str(frame)]) == set(here[frame])
        for name, X in here[frame].items():
            np.testing.assert_allclose(there[str(frame)][name], X, atol=1e-6)


def test_a_driver_turns_a_joint(extension, puma):
    puma["wish"] = 0.0
    curve = puma.pose.bones["elbow"].driver_add("rotation_euler", 1)
    curve.driver.type = "SUM"
    variable = curve.driver.variables.new()
    variable.targets[0].id, variable.targets[0].data_path = puma, '["wish"]'
    for wish in (0.3, 1.1):
        puma["wish"] = wish
        puma.update_tag()
        bpy.context.view_layer.update()
        check_pose(extension, puma, [0.0, 0.0, wish, 0.0, 0.0, 0.0], START)


def test_a_driver_beyond_the_limit_is_held_there(extension, puma):
    curve = puma.pose.bones["wrist bend"].driver_add("rotation_euler", 1)
    curve.driver.type = "SCRIPTED"
    curve.driver.expression = "3.0"
    upper = extension.bridge.read_model(puma.data).upper[4]
    assert upper < 3.0
    check_pose(extension, puma, [0.0, 0.0, 0.0, 0.0, upper, 0.0], START)


def test_a_rendered_animation_shows_every_pose(extension, puma, tmp_path):
    poses = {frame: random_positions(extension, puma) for frame in (1, 2, 3)}
    for frame, q in poses.items():
        key_pose(extension, puma, q, frame)
    seen = {}

    def look(scene, depsgraph):
        evaluated = puma.evaluated_get(depsgraph)
        seen[scene.frame_current] = {
            bone.name: np.array(evaluated.matrix_world @ bone.matrix) for bone in evaluated.pose.bones
        }

    bpy.app.handlers.frame_change_post.append(look)
    try:
        render_small(tmp_path)
    finally:
        bpy.app.handlers.frame_change_post.remove(look)
    for frame, q in poses.items():
        for name, X in pose_by_solver(extension, puma, q).items():
            np.testing.assert_allclose(seen[frame][name], X, atol=5e-6)
    pictures = [bpy.data.images.load(str(path)) for path in sorted(tmp_path.glob("*.png"))]
    pixels = [np.array(picture.pixels) for picture in pictures]
    assert len(pixels) == 3
    assert all(np.abs(first - second).max() > 0.1 for first, second in pairwise(pixels))


def render_small(folder):
    """Three frames in Workbench, from a camera that sees the robot."""
    scene = bpy.context.scene
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    scene.collection.objects.link(camera)
    camera.location, camera.rotation_euler = (0.0, -4.0, 0.8), (1.57, 0.0, 0.0)
    scene.camera = camera
    scene.frame_start, scene.frame_end = 1, 3
    scene.render.engine = "BLENDER_WORKBENCH"
    scene.render.resolution_x, scene.render.resolution_y = 160, 90
    scene.render.filepath = str(folder / "frame")
    bpy.ops.render.render(animation=True)
