# SPDX-License-Identifier: GPL-3.0-or-later
"""Robots on objects and on each other: where they sit, and that they stay there."""

import bpy
import numpy as np
import pytest
from mathutils import Euler, Matrix


def add(preset, **options):
    assert bpy.ops.linkwright.add_robot(preset=preset, **options) == {"FINISHED"}
    return bpy.context.object


def select(*items):
    """The last one becomes active."""
    bpy.ops.object.select_all(action="DESELECT")
    for item in items:
        item.select_set(True)
    bpy.context.view_layer.objects.active = items[-1]


def frame(extension, robot, name):
    """Pose of a joint or tool in the world, as Blender shows it."""
    bpy.context.view_layer.update()
    return np.array(robot.matrix_world @ robot.pose.bones[name].matrix) @ extension.bridge.axes.X_BJ


def base(extension, robot):
    """Pose of a robot's base in the world."""
    bpy.context.view_layer.update()
    placement = __import__(f"{extension.name}.mechanism.placement", fromlist=["pose_matrix"])
    mechanism = extension.bridge.read_mechanism(robot.data)
    return np.array(robot.matrix_world) @ placement.pose_matrix(mechanism.base)


@pytest.fixture
def cell(extension):
    """An arm, turned and moved, and a hand whose base is not at its origin."""
    arm = add("irb2400", location=(1.0, 2.0, 0.3), rotation=(0.1, -0.2, 0.7))
    hand = add("five-finger-hand")
    hand.data.linkwright.base_x_text, hand.data.linkwright.base_turn_x_text = "0.05", "30"
    assert hand.data.linkwright.problem == ""
    return arm, hand


def test_base_meets_the_tool_in_every_pose(extension, cell):
    arm, hand = cell
    select(arm, hand)
    assert bpy.ops.linkwright.mount_robot() == {"FINISHED"}
    model, rng = extension.bridge.read_model(arm.data), np.random.default_rng(5)
    for _ in range(4):
        extension.bridge.write_positions(arm, rng.uniform(model.lower, model.upper))
        np.testing.assert_allclose(base(extension, hand), frame(extension, arm, "flange"), atol=3e-6)
    assert (hand.parent, hand.parent_type) == (arm, "BONE")


def test_base_stays_on_the_tool_when_the_arm_changes(extension, cell):
    arm, hand = cell
    select(arm, hand)
    bpy.ops.linkwright.mount_robot()
    length = arm.data.bones[hand.parent_bone].length
    for joint in arm.data.linkwright.joints:
        joint.d, joint.r = 2.0 * joint.d, 2.0 * joint.r
    assert arm.data.bones[hand.parent_bone].length != length, "this test is about lengths of bones"
    np.testing.assert_allclose(base(extension, hand), frame(extension, arm, "flange"), atol=3e-6)


def test_what_users_fasten_to_a_bone_keeps_its_place_on_the_link(extension, puma):
    camera = bpy.data.objects.new("Camera", None)
    bpy.context.collection.objects.link(camera)
    camera.parent, camera.parent_type, camera.parent_bone = puma, "BONE", "waist"
    camera.location = (0.1, 0.2, 0.3)
    bpy.context.view_layer.update()
    before = camera.matrix_world.copy()
    length = puma.data.bones["waist"].length
    puma.data.linkwright.joints["elbow"].d = 2.0
    bpy.context.view_layer.update()
    assert puma.data.bones["waist"].length != length
    np.testing.assert_allclose(camera.matrix_world, before, atol=1e-6)


def test_another_frame_can_be_chosen(extension, cell):
    arm, hand = cell
    select(arm, hand)
    assert bpy.ops.linkwright.mount_robot(frame="elbow") == {"FINISHED"}
    np.testing.assert_allclose(base(extension, hand), frame(extension, arm, "elbow"), atol=3e-6)
    with pytest.raises(RuntimeError, match="has no joint or tool 'nose'; it has waist, "):
        bpy.ops.linkwright.mount_robot(frame="nose")


def test_a_robot_without_tools_carries_on_its_last_joint(extension, puma):
    hand = add("five-finger-hand")
    select(bpy.data.objects["PUMA 560 elbow"], hand)  # a click in the view meets a link
    assert bpy.ops.linkwright.mount_robot() == {"FINISHED"}
    np.testing.assert_allclose(base(extension, hand), frame(extension, puma, "flange"), atol=3e-6)


@pytest.mark.parametrize("scale", [(1.0, 1.0, 1.0), (2.0, 2.0, 2.0), (1.0, 0.5, 3.0)])
def test_on_an_object_at_its_origin_in_its_own_size(extension, cell, scale):
    _, hand = cell
    table = bpy.data.objects.new("Table", None)
    bpy.context.collection.objects.link(table)
    table.location, table.rotation_euler, table.scale = (3.0, 0.0, 1.0), (0.3, 0.2, 0.1), scale
    select(table, hand)
    assert bpy.ops.linkwright.mount_robot() == {"FINISHED"}
    expected = Matrix.LocRotScale(table.location, table.rotation_euler, None)
    np.testing.assert_allclose(base(extension, hand), expected, atol=1e-6)
    assert tuple(hand.scale) == (1.0, 1.0, 1.0)
    table.location.x += 1.0
    expected.translation.x += 1.0
    np.testing.assert_allclose(base(extension, hand), expected, atol=1e-6)


def test_on_an_object_at_the_cursor(extension, cell):
    _, hand = cell
    cart = bpy.data.objects.new("Cart", None)
    bpy.context.collection.objects.link(cart)
    cursor = bpy.context.scene.cursor
    cursor.location, cursor.rotation_euler = (0.2, 0.3, 0.4), (0.0, 0.0, 1.0)
    select(cart, hand)
    bpy.ops.linkwright.mount_robot(place="CURSOR")
    np.testing.assert_allclose(base(extension, hand), cursor.matrix, atol=1e-6)
    cart.rotation_euler = (0.0, 0.0, 0.5)
    turned = Euler((0.0, 0.0, 0.5)).to_matrix().to_4x4() @ cursor.matrix
    np.testing.assert_allclose(base(extension, hand), turned, atol=1e-6)


def test_dismounting_keeps_the_place(extension, cell):
    arm, hand = cell
    select(arm, hand)
    assert not bpy.ops.linkwright.dismount_robot.poll()
    bpy.ops.linkwright.mount_robot()
    arm.pose.bones["elbow"].rotation_euler[1] = 0.4
    before = base(extension, hand)
    assert bpy.ops.linkwright.dismount_robot() == {"FINISHED"}
    np.testing.assert_allclose(base(extension, hand), before, atol=2e-6)
    assert hand.parent is None
    assert tuple(hand.scale) == (1.0, 1.0, 1.0)


def test_circles_are_refused(extension, cell):
    arm, hand = cell
    select(arm, hand)
    bpy.ops.linkwright.mount_robot()
    select(hand, arm)
    with pytest.raises(RuntimeError, match="hangs on 'ABB IRB 2400' already; mounting would go round"):
        bpy.ops.linkwright.mount_robot()
    assert arm.parent is None


def test_one_thing_to_mount_on_has_to_be_selected(extension, cell):
    arm, hand = cell
    select(hand)
    with pytest.raises(RuntimeError, match="Besides 'Five-finger hand', nothing is selected"):
        bpy.ops.linkwright.mount_robot()
    third = add("scara")
    select(arm, third, hand)
    with pytest.raises(RuntimeError, match="select the one object or robot to mount it on"):
        bpy.ops.linkwright.mount_robot()
    assert hand.parent is None


def test_deleting_a_robot_takes_its_links_and_nothing_else(extension, cell):
    arm, hand = cell
    select(arm, hand)
    bpy.ops.linkwright.mount_robot()
    before = base(extension, hand)
    bpy.context.view_layer.objects.active = bpy.data.objects["ABB IRB 2400 elbow"]
    assert bpy.ops.linkwright.delete_robot() == {"FINISHED"}
    assert not [item for item in bpy.data.objects if item.name.startswith("ABB")]
    assert not [mesh for mesh in bpy.data.meshes if mesh.name.startswith("ABB")]
    assert "ABB IRB 2400" not in bpy.data.collections
    assert "ABB IRB 2400" not in bpy.data.armatures
    np.testing.assert_allclose(base(extension, hand), before, atol=2e-6)
