# SPDX-License-Identifier: GPL-3.0-or-later
"""Homogeneous matrices in the panel and on the clipboard."""

import importlib

import bpy
import numpy as np
import pytest


@pytest.fixture
def matrices(extension):
    return importlib.import_module(f"{extension.name}.bridge.matrices")


def add(preset, seed=3):
    assert bpy.ops.linkwright.add_robot(preset=preset) == {"FINISHED"}
    bpy.ops.linkwright.pose_random(seed=seed)
    bpy.context.view_layer.update()
    return bpy.context.object


@pytest.mark.parametrize("preset", ["puma560", "seven-axis", "joint-kinds"])
def test_matrices_are_the_solvers_frames(extension, matrices, preset):
    robot = add(preset)
    model = extension.bridge.read_model(robot.data)
    scale = model.mechanism.units.scale("length")
    X = extension.solvers.frames(model, extension.bridge.read_positions(robot))
    robot.matrix_world = np.eye(4).tolist()
    for name, expected in zip(model.frame_names, X, strict=True):
        shown = matrices.frame_matrix(robot, name, "WORLD")
        np.testing.assert_allclose(shown[:3, :3], expected[:3, :3], atol=1e-5)
        np.testing.assert_allclose(scale * shown[:3, 3], expected[:3, 3], atol=1e-5)


@pytest.mark.parametrize("preset", ["a255", "pioneer2"])
def test_standard_tables_have_their_own_frames(extension, matrices, preset):
    robot = add(preset)
    notations = importlib.import_module(f"{extension.name}.mechanism.notations")
    mechanism = extension.bridge.read_mechanism(robot.data)
    model = extension.bridge.read_model(robot.data)
    q = extension.bridge.read_positions(robot)
    by_name = dict(zip(model.names, q, strict=True))
    table = notations.standard_table(mechanism)
    values = [by_name.get(row.name, 0.0) for row in table.rows]
    scale = mechanism.units.scale("length")
    expected = notations.dh_frames(table, values)
    for row in table.rows:
        shown = matrices.frame_matrix(robot, row.name, "WORLD")
        np.testing.assert_allclose(shown[:3, :3], expected[row.name][:3, :3], atol=1e-5)
        np.testing.assert_allclose(scale * shown[:3, 3], expected[row.name][:3, 3], atol=1e-5)


def test_steps_from_parent_to_child_lead_to_the_base(matrices, extension):
    robot = add("a255")
    X = np.eye(4)
    for joint in robot.data.linkwright.joints:
        X = X @ matrices.frame_matrix(robot, joint.name, "PARENT")
        np.testing.assert_allclose(X, matrices.frame_matrix(robot, joint.name, "BASE"), atol=1e-6 * 1000)


def test_the_world_has_the_object_in_it(puma, matrices):
    puma.location = (1.0, 2.0, 3.0)
    bpy.context.view_layer.update()
    world, base = (matrices.frame_matrix(puma, "elbow", where) for where in ("WORLD", "BASE"))
    np.testing.assert_allclose(world[:3, 3] - base[:3, 3], (1.0, 2.0, 3.0), atol=1e-6)


def test_a_bone_that_a_constraint_holds_is_shown_as_it_is(puma, matrices):
    empty = bpy.data.objects.new("empty", None)
    bpy.context.scene.collection.objects.link(empty)
    empty.location = (0.1, 0.2, 0.3)
    constraint = puma.pose.bones["flange"].constraints.new("COPY_LOCATION")
    constraint.target = empty
    bpy.context.view_layer.update()
    np.testing.assert_allclose(
        matrices.frame_matrix(puma, "flange", "WORLD")[:3, 3], (0.1, 0.2, 0.3), atol=1e-5
    )


def test_texts_are_read_by_others(matrices):
    X = np.eye(4)
    X[0, 3] = -0.25
    python = matrices.matrix_text(X, "PYTHON")
    rows = [[float(cell) for cell in row.strip(" [],\n").split(",")] for row in python.strip().split("],")]
    np.testing.assert_array_equal(rows, X)
    assert matrices.matrix_text(X, "MATLAB").startswith("[1 0 0 -0.25;\n 0 1 0 0;")
    table = [line.split("\t") for line in matrices.matrix_text(X, "TABLE").splitlines()]
    np.testing.assert_array_equal(np.array(table, dtype=float), X)


def test_all_matrices_name_their_frames(puma, matrices):
    text = matrices.all_matrices_text(puma, "BASE", "MATLAB")
    for joint in puma.data.linkwright.joints:
        assert f"% {joint.name}\n[" in text


def test_a_frame_is_chosen_and_copied(puma, matrices):
    scene = bpy.context.scene
    bpy.ops.linkwright.tool_add()
    tool = puma.data.linkwright.tools[-1].name
    assert bpy.ops.linkwright.frame_choose(name="elbow") == {"FINISHED"}
    assert matrices.chosen_frame(scene, puma.data) == "elbow"
    assert bpy.ops.linkwright.frame_choose(name=tool) == {"FINISHED"}
    assert matrices.chosen_frame(scene, puma.data) == tool
    assert bpy.ops.linkwright.matrix_copy() == {"FINISHED"}
    assert bpy.ops.linkwright.matrix_copy(every=True, form="TABLE") == {"FINISHED"}
    with pytest.raises(RuntimeError, match="no joint or tool 'nobody'"):
        bpy.ops.linkwright.frame_choose(name="nobody")


def test_an_impossible_description_has_no_matrix(puma):
    puma.data.linkwright.joints["elbow"].d_text = "nonsense"
    with pytest.raises(RuntimeError, match="the Robot panel says what is wrong"):
        bpy.ops.linkwright.matrix_copy()
