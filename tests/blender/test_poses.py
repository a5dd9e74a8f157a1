# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole poses: reset, random, named, and as text; the bars of the joints."""

import importlib
from math import radians

import bpy
import numpy as np
import pytest

OPERATORS = bpy.ops.linkwright


@pytest.fixture
def poses(extension):
    """The module that knows poses by name and as text."""
    return importlib.import_module(f"{extension.name}.bridge.named_poses")


def add(preset):
    assert OPERATORS.add_robot(preset=preset) == {"FINISHED"}
    return bpy.context.object


def test_reset_brings_the_rest_values(puma, extension):
    home = extension.bridge.read_model(puma.data).home
    OPERATORS.pose_random(seed=5)
    assert np.abs(extension.bridge.read_positions(puma) - home).max() > 0.1
    assert OPERATORS.pose_reset() == {"FINISHED"}
    np.testing.assert_allclose(extension.bridge.read_positions(puma), home, atol=1e-6)


@pytest.mark.parametrize("preset", ["puma560", "joint-kinds", "humanoid"])
def test_random_poses_are_inside_the_limits(extension, preset):
    robot = add(preset)
    model = extension.bridge.read_model(robot.data)
    seen = []
    for seed in range(5):
        OPERATORS.pose_random(seed=seed)
        q = extension.bridge.read_positions(robot)
        assert (q >= model.lower - 1e-5).all()
        assert (q <= model.upper + 1e-5).all()
        seen.append(q)
    assert np.ptp(seen, axis=0).max() > 0.1
    OPERATORS.pose_random(seed=0)
    np.testing.assert_array_equal(extension.bridge.read_positions(robot), seen[0])


def test_a_random_pose_closes_loops(extension):
    robot = add("four-bar")
    model = extension.bridge.read_model(robot.data)
    home = extension.bridge.read_positions(robot)
    OPERATORS.pose_random(seed=1)
    q = extension.bridge.read_positions(robot)
    assert np.abs(q - home).max() > 0.01
    assert np.abs(extension.solvers.closure_error(model, q)).max() < 1e-5


def test_a_random_ball_is_a_rotation(extension):
    robot = add("joint-kinds")
    OPERATORS.pose_random(seed=2)
    ball = robot.pose.bones["ball"].rotation_quaternion
    assert abs(ball.magnitude - 1.0) < 1e-6
    assert abs(ball.w) < 0.999


def test_named_poses_are_stored_renamed_reached_and_removed(puma, extension):
    OPERATORS.pose_random(seed=1)
    stored = extension.bridge.read_positions(puma)
    OPERATORS.named_pose_store(name="Pick")
    OPERATORS.named_pose_store(name="Pick")
    description = puma.data.linkwright
    assert [pose.name for pose in description.poses] == ["Pick", "Pick 2"]
    description.poses[1].name = "Place"
    puma.data.linkwright.joints["elbow"].name = "knee"
    OPERATORS.pose_reset()
    assert OPERATORS.named_pose_go() == {"FINISHED"}
    np.testing.assert_allclose(extension.bridge.read_positions(puma), stored, atol=1e-6)
    OPERATORS.pose_reset()
    OPERATORS.named_pose_update()
    OPERATORS.named_pose_go()
    home = extension.bridge.read_model(puma.data).home
    np.testing.assert_allclose(extension.bridge.read_positions(puma), home, atol=1e-6)
    OPERATORS.named_pose_remove()
    OPERATORS.named_pose_remove()
    assert not description.poses
    assert not OPERATORS.named_pose_go.poll()


def test_a_pose_needs_a_name(puma):
    with pytest.raises(RuntimeError, match="A pose needs a name"):
        OPERATORS.named_pose_store(name=" ")
    assert not puma.data.linkwright.poses


def test_a_pose_that_cannot_be_read_moves_nothing(puma, extension):
    OPERATORS.named_pose_store(name="Pick")
    puma.data.linkwright.poses[0].values = "[1, 2"
    before = extension.bridge.read_positions(puma)
    with pytest.raises(RuntimeError, match="a named pose cannot be read"):
        OPERATORS.named_pose_go()
    np.testing.assert_array_equal(extension.bridge.read_positions(puma), before)


def test_a_named_pose_outlives_joints_that_come_and_go(puma, extension):
    OPERATORS.pose_random(seed=1)
    waist = puma.pose.bones["waist"].rotation_euler[1]
    OPERATORS.named_pose_store(name="Pick")
    description = puma.data.linkwright
    description.joints["elbow"].kind = "spherical"
    description.active_joint = description.joints.find("flange")
    OPERATORS.joint_remove()
    OPERATORS.pose_reset()
    assert OPERATORS.named_pose_go() == {"FINISHED"}
    assert abs(puma.pose.bones["waist"].rotation_euler[1] - waist) < 1e-6


@pytest.mark.parametrize("preset", ["puma560", "joint-kinds", "a255"])
def test_a_pose_as_text_comes_back(extension, poses, preset):
    robot = add(preset)
    OPERATORS.pose_random(seed=7)
    q = extension.bridge.read_positions(robot)
    text = poses.pose_text(robot)
    OPERATORS.pose_reset()
    again = poses.positions_with(robot, poses.read_pose_text(robot, text))
    np.testing.assert_allclose(again, q, atol=1e-6)


def test_a_pose_as_text_is_readable(puma, poses):
    OPERATORS.pose_reset()
    puma.pose.bones["elbow"].rotation_euler[1] = radians(12.5)
    lines = poses.pose_text(puma).splitlines()
    assert lines[0] == "# Pose of PUMA 560"
    assert "elbow: 12.5 deg" in lines
    assert poses.read_pose_text(puma, "elbow: pi / 4 rad\n\nwaist: -10")["waist"] == [radians(-10.0)]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "holds no pose"),
        ("hello", "'hello' is no joint"),
        ("knee: 3", "'knee' is no joint"),
        ("elbow: 1, 2", "has 1 values, but 2 are given"),
        ("elbow: much", "'much'"),
        ("elbow: 3 kg", "kg"),
    ],
)
def test_a_bad_text_is_refused(puma, extension, poses, text, problem):
    with pytest.raises(extension.mechanism.MechanismError, match=problem):
        poses.read_pose_text(puma, text)


def test_auto_keying_keys_what_moves(puma):
    bpy.context.scene.tool_settings.use_keyframe_insert_auto = True
    OPERATORS.pose_reset()
    OPERATORS.pose_random(seed=3)
    moved = puma.pose.bones["elbow"].rotation_euler[1]
    assert puma.animation_data.action is not None
    bpy.context.scene.frame_set(20)
    OPERATORS.pose_random(seed=4)
    bpy.context.scene.frame_set(1)
    assert abs(puma.pose.bones["elbow"].rotation_euler[1] - moved) < 1e-6


def test_without_auto_keying_nothing_is_keyed(puma):
    OPERATORS.pose_random(seed=3)
    assert puma.animation_data is None or puma.animation_data.action is None


def test_a_bar_runs_from_limit_to_limit(puma, extension):
    model = extension.bridge.read_model(puma.data)
    at = model.names.index("elbow")
    group = puma.pose.bones["elbow"].linkwright
    for share, value in ((0.0, model.lower[at]), (100.0, model.upper[at])):
        group.share_0 = share
        assert abs(puma.pose.bones["elbow"].rotation_euler[1] - value) < 1e-6
    group.share_0 = 500.0
    assert puma.pose.bones["elbow"].rotation_euler[1] <= model.upper[at] + 1e-6
    assert puma.pose.bones["waist"].rotation_euler[1] == 0.0
