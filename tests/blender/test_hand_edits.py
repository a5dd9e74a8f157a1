# SPDX-License-Identifier: GPL-3.0-or-later
"""Bones edited by hand are noticed; the user decides what holds."""

from contextlib import contextmanager

import bpy
import numpy as np
import pytest
from mathutils import Vector


@contextmanager
def editing(robot):
    bpy.ops.object.mode_set(mode="EDIT")
    yield robot.data.edit_bones
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.context.view_layer.update()


def move(bones, name, *way):
    bones[name].head += Vector(way)
    bones[name].tail += Vector(way)


def test_nothing_is_said_of_what_we_build_ourselves(extension):
    for stem, _ in extension.bridge.presets.robot_presets():
        bpy.ops.linkwright.add_robot(preset=stem)
        robot = bpy.context.object
        bpy.context.view_layer.update()
        extension.bridge.hand_edits.notice_edits(robot.data)
        assert robot.data.linkwright.bent == "", stem
        assert robot.data.linkwright.problem == "", stem


def test_entering_and_leaving_edit_mode_says_nothing(puma):
    with editing(puma):
        pass
    assert puma.data.linkwright.bent == ""


def test_a_moved_bone_is_taken_over(extension, puma):
    with editing(puma) as bones:
        move(bones, "elbow", 0.1, 0.0, 0.0)
    assert puma.data.linkwright.bent == "Bone 'elbow' was moved in Edit Mode."
    assert bpy.ops.linkwright.take_over_bones() == {"FINISHED"}
    assert puma.data.linkwright.bent == ""
    row = puma.data.linkwright.joints["elbow"]
    assert (row.d_text, row.alpha_text, row.b_text) == ("0.5318", "", "")
    assert puma.data.linkwright.joints["flange"].alpha_text == "90"
    rest = extension.bridge.rest.rest_poses(extension.bridge.read_mechanism(puma.data))
    for name, (_, X, _) in rest.items():
        found = np.array(puma.data.bones[name].matrix_local) @ extension.bridge.axes.X_BJ
        np.testing.assert_allclose(found, X, atol=2e-6)


def test_a_moved_bone_is_put_back(puma):
    before = puma.data.bones["elbow"].matrix_local.copy()
    with editing(puma) as bones:
        move(bones, "elbow", 0.1, 0.2, 0.0)
    assert bpy.ops.linkwright.restore_bones() == {"FINISHED"}
    np.testing.assert_allclose(puma.data.bones["elbow"].matrix_local, before, atol=1e-6)
    assert puma.data.linkwright.bent == ""


def test_a_turned_bone_becomes_angles(extension, puma):
    with editing(puma) as bones:
        bones["flange"].tail = bones["flange"].head + Vector((0.0, 0.03, 0.1))
    assert "'flange'" in puma.data.linkwright.bent
    assert bpy.ops.linkwright.take_over_bones() == {"FINISHED"}
    z = np.array(puma.data.bones["flange"].matrix_local)[:3, 1]
    X = extension.bridge.rest.rest_poses(extension.bridge.read_mechanism(puma.data))["flange"][1]
    np.testing.assert_allclose(X[:3, 2], z, atol=1e-5)


def test_a_deleted_bone_is_noticed_and_comes_back_with_its_link(puma):
    with editing(puma) as bones:
        bones.remove(bones["flange"])
    assert puma.data.linkwright.bent == "Bone 'flange' was deleted in Edit Mode."
    with pytest.raises(RuntimeError, match="Bone 'flange' no longer there"):
        bpy.ops.linkwright.take_over_bones()
    assert bpy.ops.linkwright.restore_bones() == {"FINISHED"}
    assert puma.data.bones["flange"].parent.name == "wrist bend"
    assert list(puma.pose.bones["flange"].lock_rotation) == [True, False, True]


def test_a_renamed_bone_renames_its_joint(extension, puma):
    puma.data.bones["elbow"].name = "Ellbogen"
    bpy.context.view_layer.update()
    assert [joint.name for joint in extension.bridge.read_mechanism(puma.data).joints][2] == "Ellbogen"
    assert puma.data.linkwright.joints["wrist roll"].parent == "Ellbogen"
    puma.data.linkwright.joints["Ellbogen"].d = 0.5
    assert puma.data.linkwright.problem == ""


def test_a_copy_of_a_bone_is_the_users_own(puma):
    with editing(puma) as bones:
        for bone in bones:
            bone.select = bone.select_head = bone.select_tail = bone.name == "elbow"
        bpy.ops.armature.duplicate()
    assert puma.data.bones["elbow"].linkwright.uid
    assert not puma.data.bones["elbow.001"].linkwright.uid
    puma.data.linkwright.joints["elbow"].d = 0.5
    assert puma.data.linkwright.problem == ""
    assert "elbow.001" in puma.data.bones


def test_buttons_are_off_while_nothing_was_edited(puma):
    for operator in (bpy.ops.linkwright.take_over_bones, bpy.ops.linkwright.restore_bones):
        assert not operator.poll()


def test_a_number_after_a_deleted_bone_brings_it_back_whole(extension, puma):
    with editing(puma) as bones:
        bones.remove(bones["elbow"])
    for value in (0.5, 0.6):
        puma.data.linkwright.joints["shoulder"].d = value
        assert puma.data.linkwright.problem == ""
    assert puma.data.bones["elbow"].linkwright.uid
    assert list(puma.pose.bones["elbow"].lock_rotation) == [True, False, True]


def test_two_bones_that_swap_their_names_swap_their_joints(extension, puma):
    with editing(puma) as bones:
        first, second = bones["elbow"], bones["waist"]
        first.name, second.name, first.name = "between", "elbow", "waist"
    joints = extension.bridge.read_mechanism(puma.data).joints
    assert [joint.name for joint in joints[:3]] == ["elbow", "shoulder", "waist"]
    assert joints[2].d == pytest.approx(0.4318)
    assert puma.data.linkwright.bent == ""


def test_a_refused_name_does_not_hide_the_next_rename(extension, puma):
    puma.data.bones["waist"].name = "base"
    bpy.context.view_layer.update()
    assert "waist" in puma.data.bones
    assert "cannot be called 'base'" in puma.data.linkwright.problem
    puma.data.bones["elbow"].name = "Ell"
    bpy.context.view_layer.update()
    assert puma.data.linkwright.joints[2].name == "Ell"


def test_a_moved_tool_is_taken_over(extension):
    bpy.ops.linkwright.add_robot(preset="joint-kinds")
    robot = bpy.context.object
    tool = robot.data.linkwright.tools[0]
    before = robot.data.bones[tool.name].matrix_local.translation.copy()
    with editing(robot) as bones:
        move(bones, tool.name, 0.1, 0.0, 0.0)
    assert f"'{tool.name}'" in robot.data.linkwright.bent
    assert bpy.ops.linkwright.take_over_bones() == {"FINISHED"}
    after = robot.data.bones[tool.name].matrix_local.translation
    assert tuple(after - before) == pytest.approx((0.1, 0.0, 0.0), abs=1e-5)
    assert robot.data.linkwright.bent == ""
