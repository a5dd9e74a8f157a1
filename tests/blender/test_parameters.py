# SPDX-License-Identifier: GPL-3.0-or-later
"""Named parameters in the panel, and the scale of a whole robot."""

import importlib

import bpy
import numpy as np
import pytest

OPERATORS = bpy.ops.linkwright


@pytest.fixture
def kinds(extension):
    """A robot with parameters, formulas, and a joint of every kind."""
    OPERATORS.add_robot(preset="joint-kinds")
    return bpy.context.object


def heads(robot):
    bpy.context.view_layer.update()
    return np.array([bone.head_local for bone in robot.data.bones])


def test_a_parameter_is_added_used_renamed_and_removed(puma):
    description = puma.data.linkwright
    OPERATORS.parameter_add()
    assert description.parameters[0].name == "length1"
    description.joints["elbow"].d_text = "2 * length1"
    assert abs(description.joints["elbow"].d - 0.2) < 1e-6
    description.parameters[0].value = 0.15
    assert abs(puma.data.linkwright.joints["elbow"].d - 0.3) < 1e-6
    description.parameters[0].name = "arm"
    assert description.joints["elbow"].d_text == "2 * arm"
    assert not description.problem
    with pytest.raises(RuntimeError, match="Parameter 'arm' is used by joint 'elbow': d"):
        OPERATORS.parameter_remove()
    description.joints["elbow"].d_text = "0.4"
    assert OPERATORS.parameter_remove() == {"FINISHED"}
    assert not description.parameters


def test_renaming_touches_whole_words_only(kinds):
    description = kinds.data.linkwright
    before = heads(kinds)
    description.parameters["arm"].name = "reach_2"
    assert not description.problem
    np.testing.assert_allclose(heads(kinds), before, atol=1e-7)


@pytest.mark.parametrize("name", ["2nd", "sin", "", "spacing"])
def test_a_bad_name_gives_the_old_one_back(kinds, name):
    description = kinds.data.linkwright
    description.parameters["arm"].name = name
    assert "arm" in description.parameters
    assert description.problem


def test_scaling_multiplies_every_length(kinds):
    OPERATORS.named_pose_store(name="Here")
    before = heads(kinds)
    slider = kinds.pose.bones["slider"].location[1]
    limits = kinds.data.linkwright.joints["slider"].shifts[0].upper
    mass = kinds.data.linkwright.joints["slider"].mass
    assert OPERATORS.scale_robot(factor=2.5) == {"FINISHED"}
    np.testing.assert_allclose(heads(kinds), 2.5 * before, atol=1e-5)
    description = kinds.data.linkwright
    assert abs(kinds.pose.bones["slider"].location[1] - 2.5 * slider) < 1e-6
    assert abs(description.joints["slider"].shifts[0].upper - 2.5 * limits) < 1e-6
    assert description.joints["slider"].mass == mass
    assert description.joints["hinge"].d_text == "(spacing) * 2.5"
    OPERATORS.pose_reset()
    OPERATORS.named_pose_go()
    assert abs(kinds.pose.bones["slider"].location[1] - 2.5 * slider) < 1e-6


def test_scaling_there_and_back_is_nothing(puma, extension):
    before = extension.bridge.read_mechanism(puma.data)
    OPERATORS.scale_robot(factor=4.0)
    OPERATORS.scale_robot(factor=0.25)
    after = extension.bridge.read_mechanism(puma.data)
    for old, new in zip(before.joints, after.joints, strict=True):
        np.testing.assert_allclose(new.numbers, old.numbers, atol=1e-12)


def test_the_scale_of_an_object_becomes_the_robots_own(puma):
    puma.scale = (2.0, 2.0, 2.0)
    bpy.context.view_layer.update()
    before = np.array([puma.matrix_world @ bone.head for bone in puma.pose.bones])
    assert OPERATORS.scale_apply() == {"FINISHED"}
    bpy.context.view_layer.update()
    after = np.array([puma.matrix_world @ bone.head for bone in puma.pose.bones])
    np.testing.assert_allclose(after, before, atol=1e-6)
    assert tuple(puma.scale) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize("scale", [(1.0, 2.0, 1.0), (-1.0, -1.0, -1.0)])
def test_an_uneven_or_mirrored_scale_cannot_be(puma, scale):
    puma.scale = scale
    assert not OPERATORS.scale_apply.poll()


def test_texts_are_multiplied(extension):
    module = importlib.import_module(f"{extension.name}.bridge.row_texts")
    cases = {"": "", "0.1": "0.2", "120 mm": "240 mm", "a + b": "(a + b) * 2", "2 * a mm": "(2 * a) * 2 mm"}
    assert {text: module.multiplied(text, 2.0) for text in cases} == cases
