# SPDX-License-Identifier: GPL-3.0-or-later
"""Live edit: a number changes, and bones, links and names follow; what is impossible is said."""

import bpy
import numpy as np
import pytest

SIX = ("gamma", "b", "alpha", "d", "theta", "r")


def check_agreement(extension, robot):
    """The bones rest where the description says, and nothing is wrong."""
    description = robot.data.linkwright
    assert description.problem == ""
    assert description.stamp == description.shown_stamp
    mechanism = extension.bridge.read_mechanism(robot.data)
    poses = extension.bridge.rest.rest_poses(mechanism)
    assert {bone.name for bone in robot.data.bones} == set(poses)
    for name, (_, X, _) in poses.items():
        found = np.array(robot.data.bones[name].matrix_local) @ extension.bridge.axes.X_BJ
        np.testing.assert_allclose(found, X, atol=2e-6)


def row_of(robot, name):
    return robot.data.linkwright.joints[name]


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, "0.5"), (0.1, "0.1"), (1 / 3, "0.33333334"), (0.0, "0"), (-2e-5, "-2e-05")]
)
def test_a_dragged_length_becomes_the_shortest_text_and_moves_the_bones(extension, puma, value, text):
    row_of(puma, "elbow").d = value
    assert row_of(puma, "elbow").d_text == text
    assert extension.bridge.read_mechanism(puma.data).joints[2].d == float(text)
    check_agreement(extension, puma)


def test_a_dragged_angle_is_written_in_the_robots_unit(extension, puma):
    row_of(puma, "elbow").alpha = np.radians(30.0)
    assert row_of(puma, "elbow").alpha_text == "30"
    check_agreement(extension, puma)


def test_a_typed_text_moves_slider_and_bones(extension, puma):
    row_of(puma, "elbow").d_text = "500 + 10 mm"
    assert row_of(puma, "elbow").d == pytest.approx(0.51)
    check_agreement(extension, puma)
    row_of(puma, "elbow").d_text = "sqrt(0.25)"
    assert row_of(puma, "elbow").d == pytest.approx(0.5)
    check_agreement(extension, puma)


def test_the_last_good_robot_stays_when_a_number_is_impossible(extension, puma):
    before = [bone.matrix_local.copy() for bone in puma.data.bones]
    row_of(puma, "elbow").d_text = "crank / 0"
    assert puma.data.linkwright.problem == (
        "joint 'elbow': d: Formula 'crank / 0': 'crank' at character 1 is not known"
    )
    assert [bone.matrix_local for bone in puma.data.bones] == before
    assert len(extension.bridge.read_positions(puma)) == 6
    row_of(puma, "elbow").d_text = "0.4"
    check_agreement(extension, puma)


@pytest.mark.parametrize("key", SIX)
def test_every_number_of_every_joint_moves_the_bones(extension, puma, key):
    for row in puma.data.linkwright.joints:
        setattr(row, key, getattr(row, key) + 0.3)
    check_agreement(extension, puma)
    row = puma.data.linkwright.joints[3]
    joint = extension.bridge.read_mechanism(puma.data).joints[3]
    assert getattr(row, key) == pytest.approx(getattr(joint, key))


def test_a_parameter_moves_all_that_uses_it(extension):
    bpy.ops.linkwright.add_robot(preset="four-bar")
    robot = bpy.context.object
    parameters = robot.data.linkwright.parameters
    crank = parameters["crank"]
    crank.value *= 1.5
    check_agreement(extension, robot)
    mechanism = extension.bridge.read_mechanism(robot.data)
    assert mechanism.parameters["crank"] == pytest.approx(crank.value)
    assert any(joint.d == pytest.approx(crank.value) for joint in mechanism.joints)


def test_renaming_a_joint_renames_bone_link_keys_and_references(extension, puma):
    bone = puma.pose.bones["elbow"]
    bone.keyframe_insert("rotation_euler", index=1, frame=1)
    row_of(puma, "elbow").name = "bend"
    check_agreement(extension, puma)
    assert row_of(puma, "wrist roll").parent == "bend"
    assert "bend" in {item.linkwright.link for item in puma.children}
    assert {item.parent_bone for item in puma.children} >= {"bend"}
    puma.pose.bones["bend"].rotation_euler[1] = 1.0
    bpy.context.scene.frame_set(1)
    assert puma.pose.bones["bend"].rotation_euler[1] == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "needs a name"), ("base", "cannot be called 'base'"), ("waist", "already"), ("x" * 64, "64 bytes")],
)
def test_a_name_that_cannot_be_comes_back(extension, puma, name, message):
    row_of(puma, "elbow").name = name
    assert message in puma.data.linkwright.problem
    assert puma.data.linkwright.joints[2].name == "elbow"
    assert "elbow" in puma.data.bones


def test_changing_the_kind_frees_and_locks_channels(extension, puma):
    puma.pose.bones["elbow"].rotation_euler[1] = 0.7
    row_of(puma, "elbow").kind = "prismatic"
    check_agreement(extension, puma)
    bone = puma.pose.bones["elbow"]
    assert tuple(bone.rotation_euler) == (0.0, 0.0, 0.0)
    assert list(bone.lock_location) == [True, False, True]
    assert all(bone.lock_rotation)


def test_a_screw_gets_its_second_bone_and_loses_it_again(extension, puma):
    row_of(puma, "elbow").kind = "screw"
    row_of(puma, "elbow").pitch = 0.02
    assert "elbow shift" in puma.data.bones
    check_agreement(extension, puma)
    row_of(puma, "elbow").kind = "revolute"
    check_agreement(extension, puma)
    assert not (puma.animation_data and list(puma.animation_data.drivers))


def test_coupling_two_joints_and_letting_go(extension, puma):
    row = row_of(puma, "elbow")
    row.leader, row.ratio = "shoulder", -2.0
    check_agreement(extension, puma)
    extension.bridge.write_positions(puma, [0.0, 0.3, 0.0, 0.0, 0.0])
    bpy.context.view_layer.update()
    assert puma.pose.bones["elbow"].rotation_euler[1] == pytest.approx(-0.6)
    row.leader = ""
    check_agreement(extension, puma)
    assert not list(puma.animation_data.drivers)
    assert len(extension.bridge.read_positions(puma)) == 6


def test_drivers_of_the_user_survive(extension, puma):
    curve = puma.pose.bones["elbow"].driver_add("rotation_euler", 1)
    curve.driver.type = "SUM"
    row_of(puma, "elbow").upper_text = ""
    puma.data.linkwright.joints["elbow"].turns[0].upper_text = "40"
    check_agreement(extension, puma)
    assert [curve.data_path for curve in puma.animation_data.drivers] == [
        'pose.bones["elbow"].rotation_euler'
    ]


def test_units_change_the_texts_and_not_the_robot(extension, puma):
    before = extension.bridge.read_mechanism(puma.data)
    puma.data.linkwright.length_unit = "mm"
    assert row_of(puma, "elbow").d_text == "431.8"
    after = extension.bridge.read_mechanism(puma.data)
    assert after.joints == before.joints
    check_agreement(extension, puma)


def test_units_of_formulas_stay(extension):
    bpy.ops.linkwright.add_robot(preset="four-bar")
    robot = bpy.context.object
    robot.data.linkwright.length_unit = "mm"
    assert "its units cannot be changed" in robot.data.linkwright.problem
    assert robot.data.linkwright.length_unit == "m"


def test_a_notation_that_cannot_say_it_is_refused_in_words(extension):
    bpy.ops.linkwright.add_robot(preset="four-bar")
    robot = bpy.context.object
    robot.data.linkwright.notation = "dh"
    assert "has no standard D-H form" in robot.data.linkwright.problem
    robot.data.linkwright.notation = "kleinfinger"
    check_agreement(extension, robot)


def test_every_preset_survives_as_properties(extension):
    for stem, _ in extension.bridge.presets.robot_presets():
        (mechanism,) = extension.mechanism.read(extension.bridge.presets.preset_file(stem)).robots
        armature = bpy.data.armatures.new(stem)
        extension.bridge.description_writing.write_description(armature, mechanism)
        assert extension.bridge.description.read_anew(armature) == mechanism, stem


def test_limits_beyond_a_turn_and_on_one_side_hold(extension, puma):
    turn = puma.data.linkwright.joints["waist"].turns[0]
    turn.lower_text, turn.upper_text = "-500", ""
    check_agreement(extension, puma)
    bone = puma.pose.bones["waist"]
    for value, kept in ((-10.0, np.radians(-500.0)), (30.0, 30.0)):
        bone.rotation_euler[1] = value
        bpy.context.view_layer.update()
        assert bone.rotation_euler[1] == pytest.approx(kept)


def test_animation_on_a_joint_survives_a_change_of_its_link(extension, puma):
    bone = puma.pose.bones["elbow"]
    for frame, value in ((1, 0.2), (10, 0.9)):
        bone.rotation_euler[1] = value
        bone.keyframe_insert("rotation_euler", index=1, frame=frame)
    row_of(puma, "elbow").d = 0.6
    row_of(puma, "shoulder").r = 0.1
    bpy.context.scene.frame_set(10)
    assert puma.pose.bones["elbow"].rotation_euler[1] == pytest.approx(0.9)
    check_agreement(extension, puma)


def test_bones_of_the_user_stay(extension, puma):
    bpy.ops.object.mode_set(mode="EDIT")
    extra = puma.data.edit_bones.new("control")
    extra.head, extra.tail = (1, 0, 0), (1, 0, 1)
    bpy.ops.object.mode_set(mode="OBJECT")
    row_of(puma, "elbow").d = 0.6
    assert "control" in puma.data.bones
    assert tuple(puma.data.bones["control"].head_local) == (1, 0, 0)
    row_of(puma, "elbow").name = "control"
    assert "already" in puma.data.linkwright.problem


def test_modes_selection_and_active_object_survive_a_change(extension, puma):
    bpy.ops.linkwright.add_robot(preset="scara")
    scara = bpy.context.object
    bpy.ops.object.mode_set(mode="POSE")
    row_of(puma, "elbow").d = 0.6
    assert bpy.context.object == scara
    assert scara.mode == "POSE"
    assert puma.mode == "OBJECT"
    check_agreement(extension, puma)


def test_units_changed_twice_while_hidden_keep_the_size(extension, puma):
    before = extension.bridge.read_mechanism(puma.data).joints
    puma.hide_set(True)
    puma.data.linkwright.length_unit = "mm"
    puma.data.linkwright.length_unit = "cm"
    assert row_of(puma, "elbow").d_text == "43.18"
    assert extension.bridge.read_mechanism(puma.data).joints == before


def test_numbers_kept_for_another_kind_change_their_unit(extension, puma):
    row = row_of(puma, "elbow")
    row.kind = "prismatic"
    row.shifts[0].lower_text, row.shifts[0].upper_text = "-0.2", "30 mm"
    row.kind = "revolute"
    puma.data.linkwright.length_unit = "mm"
    assert row.shifts[0].lower_text == "-200"
    assert row.shifts[0].upper_text == "30 mm"


def test_a_robot_changed_while_hidden_follows_when_it_is_shown(extension, puma):
    layer = bpy.context.view_layer
    puma.hide_set(True)
    layer.update()
    row_of(puma, "elbow").d = 0.7
    layer.update()
    assert "hidden" in puma.data.linkwright.problem
    puma.hide_set(False)
    layer.update()
    check_agreement(extension, puma)


def test_followers_follow_the_new_channel_of_their_leader(extension, puma):
    row = row_of(puma, "elbow")
    row.leader, row.ratio = "shoulder", 2.0
    row_of(puma, "shoulder").kind = "prismatic"
    puma.pose.bones["shoulder"].location[1] = 0.1
    bpy.context.view_layer.update()
    assert puma.pose.bones["elbow"].rotation_euler[1] == pytest.approx(0.2)


def test_a_tool_too_far_away_is_refused(extension):
    bpy.ops.linkwright.add_robot(preset="joint-kinds")
    description = bpy.context.object.data.linkwright
    description.tools[0].z = 1e7
    assert "has a length of 1e+07 m" in description.problem
    assert description.tools[0].name in bpy.context.object.data.bones
