# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of links: add, remove, duplicate, move, hang elsewhere; limits."""

import importlib
from math import radians

import bpy
import numpy as np
import pytest

OPERATORS = bpy.ops.linkwright


@pytest.fixture
def robot(extension):
    """A robot with one joint and a tip."""
    assert OPERATORS.new_robot() == {"FINISHED"}
    return bpy.context.object


def add(preset):
    assert OPERATORS.add_robot(preset=preset) == {"FINISHED"}
    return bpy.context.object


def choose(robot, name):
    description = robot.data.linkwright
    description.active_joint = description.joints.find(name)
    assert description.joints[description.active_joint].name == name


def parents(robot):
    return {joint.name: joint.parent for joint in robot.data.linkwright.joints}


def place(robot, name):
    """Where a bone is now, shape (4, 4)."""
    bpy.context.view_layer.update()
    return np.array(robot.pose.bones[name].matrix)


def pose_joints(robot, value=0.3):
    for joint in robot.data.linkwright.joints:
        if joint.kind == "revolute" and not joint.leader:
            robot.pose.bones[joint.name].rotation_euler[1] = value


def test_a_new_joint_takes_the_place_of_the_tip(robot):
    before = place(robot, "tip")
    assert OPERATORS.joint_add(length=0.25) == {"FINISHED"}
    description = robot.data.linkwright
    assert parents(robot) == {"joint1": "", "joint2": "joint1"}
    assert description.joints[description.active_joint].name == "joint2"
    assert description.tools["tip"].link == "joint2"
    np.testing.assert_allclose(place(robot, "joint2")[:3, 3], before[:3, 3], atol=1e-6)
    distance = np.linalg.norm(place(robot, "tip")[:3, 3] - place(robot, "joint2")[:3, 3])
    assert abs(distance - 0.25) < 1e-6
    assert not description.problem


def test_a_chain_grows_and_its_bones_with_it(robot):
    for _ in range(5):
        OPERATORS.joint_add()
    assert len(robot.data.linkwright.joints) == 6
    assert robot.pose.bones["joint6"].parent.name == "joint5"


@pytest.mark.parametrize("kind", ["prismatic", "screw", "spherical", "free", "fixed"])
def test_a_new_joint_has_the_kind_asked_for(robot, kind):
    OPERATORS.joint_add(kind=kind)
    assert robot.data.linkwright.joints["joint2"].kind == kind
    assert not robot.data.linkwright.problem


def test_adding_in_pose_mode_stays_there(robot):
    bpy.ops.object.mode_set(mode="POSE")
    OPERATORS.joint_add()
    assert bpy.context.mode == "POSE"
    assert "joint2" in robot.pose.bones
    bpy.ops.object.mode_set(mode="OBJECT")


def test_a_branch_on_the_base(robot):
    OPERATORS.joint_add(on_base=True)
    assert parents(robot)["joint2"] == ""


@pytest.mark.parametrize("preset", ["a255", "seven-axis"])
def test_adding_anywhere_keeps_the_notation(extension, preset):
    robot = add(preset)
    for name in list(parents(robot)):
        choose(robot, name)
        OPERATORS.joint_add()
        assert not robot.data.linkwright.problem, name
    choose(robot, "waist" if preset == "a255" else next(iter(parents(robot))))
    OPERATORS.joint_add(on_base=True)
    assert not robot.data.linkwright.problem


@pytest.mark.parametrize("name", ["waist", "shoulder", "elbow", "wrist bend"])
def test_removing_a_joint_leaves_the_others_where_they_are(puma, name):
    pose_joints(puma)
    others = [joint for joint in parents(puma) if joint != name]
    before = {other: place(puma, other) for other in others}
    above = parents(puma)[name]
    choose(puma, name)
    assert OPERATORS.joint_remove() == {"FINISHED"}
    assert name not in puma.data.bones
    for other in others:
        np.testing.assert_allclose(place(puma, other), before[other], atol=2e-5)
    children = [joint for joint, parent in parents(puma).items() if parent == above]
    assert children
    assert not puma.data.linkwright.problem


def test_a_tool_on_a_removed_joint_stays_where_it_is(robot):
    OPERATORS.joint_add(length=0.2)
    pose_joints(robot)
    before = place(robot, "tip")
    choose(robot, "joint2")
    OPERATORS.joint_remove()
    assert robot.data.linkwright.tools["tip"].link == "joint1"
    np.testing.assert_allclose(place(robot, "tip"), before, atol=1e-5)


def test_followers_of_a_removed_joint_move_by_themselves(extension):
    robot = add("joint-kinds")
    robot.pose.bones["hinge"].rotation_euler[1] = 0.4
    before = place(robot, "gear")
    choose(robot, "hinge")
    OPERATORS.joint_remove()
    np.testing.assert_allclose(place(robot, "gear"), before, atol=1e-5)
    assert robot.data.linkwright.joints["gear"].leader == ""
    assert not robot.data.linkwright.problem
    assert not robot.pose.bones["gear"].lock_rotation[1]


@pytest.mark.parametrize("preset", ["four-bar", "stewart", "a255", "seven-axis"])
def test_removing_any_joint_leaves_a_robot(extension, preset):
    robot = add(preset)
    for name in list(parents(robot))[1:4]:
        choose(robot, name)
        assert OPERATORS.joint_remove() == {"FINISHED"}
        assert not robot.data.linkwright.problem


def test_the_last_joint_cannot_be_removed(robot):
    with pytest.raises(RuntimeError, match="the only one; a robot has at least one joint"):
        OPERATORS.joint_remove()
    assert list(parents(robot)) == ["joint1"]


def test_duplicating_copies_the_whole_branch(extension):
    robot = add("five-finger-hand")
    description = robot.data.linkwright
    root = next(name for name, parent in parents(robot).items() if parent and parents(robot)[parent] == "")
    choose(robot, root)
    module = importlib.import_module(f"{extension.name}.bridge.joint_rows")
    branch = module.subtree_of(description, root)
    count = len(description.joints)
    assert OPERATORS.joint_duplicate(turn=0.2) == {"FINISHED"}
    assert len(description.joints) == count + len(branch)
    copy = description.joints[description.active_joint]
    assert abs(copy.gamma - description.joints[root].gamma - 0.2) < 1e-5
    assert copy.uid != description.joints[root].uid
    assert len(module.subtree_of(description, copy.name)) == len(branch)
    assert not description.problem


def test_duplicating_without_children_copies_one(puma):
    choose(puma, "elbow")
    OPERATORS.joint_duplicate(subtree=False)
    assert len(parents(puma)) == 7
    copy = puma.data.linkwright.joints["elbow2"]
    assert (copy.parent, copy.turns[0].lower_text) == (
        "shoulder",
        puma.data.linkwright.joints["elbow"].turns[0].lower_text,
    )


def test_moving_changes_places_among_siblings(extension):
    robot = add("joint-kinds")
    names = list(parents(robot))
    choose(robot, names[2])
    assert OPERATORS.joint_move(direction="UP") == {"FINISHED"}
    assert list(parents(robot))[:3] == [names[0], names[2], names[1]]
    assert robot.data.linkwright.active_joint == 1
    choose(robot, names[0])
    assert OPERATORS.joint_move(direction="UP") == {"CANCELLED"}


def test_a_list_is_a_tree(extension):
    robot = add("humanoid")
    module = importlib.import_module(f"{extension.name}.bridge.joint_rows")
    order = module.tree_order(robot.data.linkwright)
    rows = robot.data.linkwright.joints
    assert sorted(index for index, _ in order) == list(range(len(rows)))
    seen = {"": -1}
    for index, depth in order:
        assert depth == seen[rows[index].parent] + 1
        seen[rows[index].name] = depth


def test_another_parent_keeps_the_numbers_or_the_place(puma):
    pose_joints(puma)
    before = place(puma, "flange")
    choose(puma, "flange")
    assert OPERATORS.joint_parent(parent="shoulder", keep_place=True) == {"FINISHED"}
    np.testing.assert_allclose(place(puma, "flange"), before, atol=2e-5)
    flange = puma.data.linkwright.joints["flange"]
    numbers = [flange.gamma_text, flange.b_text, flange.d_text, flange.r_text]
    OPERATORS.joint_parent(parent="base")
    assert parents(puma)["flange"] == ""
    flange = puma.data.linkwright.joints["flange"]
    assert [flange.gamma_text, flange.b_text, flange.d_text, flange.r_text] == numbers
    assert not puma.data.linkwright.problem


def test_a_joint_cannot_hang_on_what_it_carries(puma):
    choose(puma, "shoulder")
    with pytest.raises(TypeError, match="flange"):
        OPERATORS.joint_parent(parent="flange")
    assert parents(puma)["shoulder"] == "waist"


def test_limits_come_from_the_pose_and_go(puma):
    choose(puma, "elbow")
    puma.pose.bones["elbow"].rotation_euler[1] = radians(30.0)
    turn = puma.data.linkwright.joints["elbow"].turns[0]
    assert OPERATORS.joint_limit_set(number="lower") == {"FINISHED"}
    assert abs(float(turn.lower_text) - 30.0) < 1e-4
    OPERATORS.joint_limit_clear(number="lower")
    assert turn.lower_text == ""
    with pytest.raises(RuntimeError, match="has no coordinate 2"):
        OPERATORS.joint_limit_set(number="lower", coordinate=2)


def test_siblings_of_a_standard_table_stay_alike(extension):
    robot = add("a255")
    choose(robot, "shoulder")
    OPERATORS.joint_add()
    rows = robot.data.linkwright.joints
    rows["elbow"].d = 0.2
    assert rows["joint1"].d_text == rows["elbow"].d_text
    assert not robot.data.linkwright.problem


def test_choosing_a_row_chooses_its_bone(puma):
    choose(puma, "elbow")
    assert puma.data.bones.active.name == "elbow"
    puma.data.bones.active = puma.data.bones["flange"]
    puma.data.update_tag()
    bpy.context.view_layer.update()
    assert puma.data.linkwright.joints[puma.data.linkwright.active_joint].name == "flange"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("joint_add", {}),
        ("joint_remove", {}),
        ("joint_duplicate", {}),
        ("joint_parent", {"parent": "base"}),
        ("joint_limit_clear", {"number": "lower"}),
        ("tool_add", {}),
        ("tool_from_cursor", {}),
        ("parameter_add", {}),
        ("scale_robot", {"factor": 2.0}),
        ("named_pose_store", {}),
        ("pose_random", {"seed": 3}),
    ],
)
def test_every_operator_is_one_undo_step(puma, extension, name, options):
    choose(puma, "elbow")
    bpy.ops.ed.undo_push(message="Before")
    before, q = extension.bridge.read_mechanism(puma.data), extension.bridge.read_positions(puma)
    counts = len(puma.data.bones), len(puma.data.linkwright.poses)
    assert getattr(OPERATORS, name)("EXEC_DEFAULT", True, **options) == {"FINISHED"}
    changed = bpy.data.objects["PUMA 560"]
    assert (
        extension.bridge.read_mechanism(changed.data) != before
        or len(changed.data.linkwright.poses) != counts[1]
        or np.abs(extension.bridge.read_positions(changed) - q).max() > 0.01
    )
    bpy.ops.ed.undo()
    robot = bpy.data.objects["PUMA 560"]
    assert extension.bridge.read_mechanism(robot.data) == before
    np.testing.assert_allclose(extension.bridge.read_positions(robot), q, atol=1e-6)
    assert (len(robot.data.bones), len(robot.data.linkwright.poses)) == counts
