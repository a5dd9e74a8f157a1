# SPDX-License-Identifier: GPL-3.0-or-later
"""What Blender users do to objects: delete, rename, copy, append, link, hide, scale. Robots live with it."""

from pathlib import Path

import bpy
import numpy as np
import pytest


def select(*items):
    """The last one becomes active."""
    bpy.ops.object.select_all(action="DESELECT")
    for item in items:
        item.select_set(True)
    bpy.context.view_layer.objects.active = items[-1]


def check_whole(extension, robot):
    """Bones are where the solver says, links are on their bones."""
    bpy.context.view_layer.update()
    model, q = extension.bridge.read_model(robot.data), extension.bridge.read_positions(robot)
    names = [joint.name for joint in robot.data.linkwright.joints]
    world = np.array(robot.matrix_world)
    expected = world @ extension.solvers.frames(model, q)[: len(names)]
    links = {item.linkwright.link: item for item in robot.children if item.linkwright.link}
    assert set(links) == {*names, "base"}
    for name, X in zip(names, expected, strict=True):
        shown = world @ np.array(robot.pose.bones[name].matrix) @ extension.bridge.axes.X_BJ
        np.testing.assert_allclose(shown, X, atol=5e-6)
        np.testing.assert_allclose(links[name].matrix_world, X, atol=5e-6)


def points(item):
    return np.array([vertex.co for vertex in item.data.vertices])


def link_of(robot, name):
    return next(item for item in robot.children if item.linkwright.link == name)


@pytest.fixture
def library(extension, puma, tmp_path):
    """A .blend file with a PUMA 560 in it; the scene is empty again."""
    path = tmp_path / "library.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    return path


def bring(library, *, link):
    """The robot's collection from another file, into this scene."""
    with bpy.data.libraries.load(str(library), link=link) as (_, target):
        target.collections = ["PUMA 560"]
    bpy.context.scene.collection.children.link(target.collections[0])
    return next(item for item in target.collections[0].objects if item.type == "ARMATURE")


def test_deleting_the_armature_leaves_its_links_without_trouble(extension, puma):
    links = list(puma.children)
    select(puma)
    bpy.ops.object.delete()
    bpy.context.view_layer.update()
    assert all(item.parent is None for item in links)
    select(links[0])
    assert extension.bridge.active_robot(bpy.context) is None
    bpy.context.scene.frame_set(5)
    assert bpy.ops.linkwright.add_robot(preset="puma560") == {"FINISHED"}
    check_whole(extension, bpy.context.object)


def test_a_deleted_link_comes_back_with_the_next_change(extension, puma):
    bpy.data.objects.remove(link_of(puma, "elbow"))
    puma.data.linkwright.joints["elbow"].d = 0.6
    check_whole(extension, puma)


def test_renaming_a_bone_renames_the_joint(extension, puma):
    puma.keyframe_insert('pose.bones["elbow"].rotation_euler', index=1)
    puma.data.bones["elbow"].name = "bend"
    bpy.context.view_layer.update()
    description = puma.data.linkwright
    assert "bend" in description.joints
    assert description.joints["wrist roll"].parent == "bend"
    assert description.problem == ""
    check_whole(extension, puma)


def test_renaming_the_object_changes_nothing_but_its_name(extension, puma):
    before = extension.bridge.read_mechanism(puma.data)
    puma.name = puma.data.name = "Uncle"
    puma.data.linkwright.joints["elbow"].d = 0.6
    puma.data.linkwright.joints["elbow"].d_text = "0.4318"
    assert extension.bridge.read_mechanism(puma.data) == before
    check_whole(extension, puma)


def test_a_copy_is_a_robot_of_its_own(extension, puma):
    select(*puma.children, puma)
    bpy.ops.object.duplicate(linked=False)
    copy = bpy.context.object
    assert copy != puma
    assert copy.data != puma.data
    before = points(link_of(puma, "elbow"))
    copy.data.linkwright.joints["wrist roll"].d = 0.5
    copy.pose.bones["waist"].rotation_euler[1] = 0.7
    assert puma.data.linkwright.joints["wrist roll"].d != 0.5
    np.testing.assert_array_equal(points(link_of(puma, "elbow")), before)
    reach = np.ptp(points(link_of(copy, "elbow")), axis=0).max() - np.ptp(before, axis=0).max()
    assert reach > 0.05, "the copy's own mesh must follow"
    for robot in (puma, copy):
        check_whole(extension, robot)


def test_a_copy_without_its_links_gets_new_ones(extension, puma):
    select(puma)
    bpy.ops.object.duplicate(linked=False)
    copy = bpy.context.object
    copy.data.linkwright.joints["elbow"].d = 0.6
    check_whole(extension, copy)
    check_whole(extension, puma)


def test_a_linked_copy_shares_the_description_but_not_the_pose(extension, puma):
    select(*puma.children, puma)
    bpy.ops.object.duplicate(linked=True)
    copy = bpy.context.object
    assert copy.data == puma.data
    copy.location.x += 1.0
    copy.pose.bones["shoulder"].rotation_euler[1] = -0.5
    puma.data.linkwright.joints["wrist roll"].d = 0.5
    assert puma.pose.bones["shoulder"].rotation_euler[1] == 0.0
    assert link_of(copy, "elbow").data == link_of(puma, "elbow").data
    for robot in (puma, copy):
        check_whole(extension, robot)


def test_an_appended_robot_is_whole_and_can_be_changed(extension, library):
    robot = bring(library, link=False)
    check_whole(extension, robot)
    robot.data.linkwright.joints["elbow"].d = 0.6
    assert robot.data.linkwright.problem == ""
    check_whole(extension, robot)


def test_a_linked_robot_says_where_to_change_it(extension, library):
    robot = bring(library, link=True)
    before = [bone.matrix_local.copy() for bone in robot.data.bones]
    robot.data.linkwright.joints["elbow"].d = 0.6
    bpy.context.view_layer.update()
    bpy.context.scene.frame_set(3)
    assert "is linked from another file; change it there" in robot.data.linkwright.problem
    assert [bone.matrix_local for bone in robot.data.bones] == before


def test_an_override_is_posed_here_and_changed_there(extension, library):
    linked = bring(library, link=True)
    bpy.context.view_layer.update()
    collection = bpy.data.collections["PUMA 560", str(library)]
    collection.override_hierarchy_create(bpy.context.scene, bpy.context.view_layer, do_fully_editable=True)
    robot = next(item for item in bpy.data.objects if item.override_library and item.type == "ARMATURE")
    assert robot != linked
    robot.pose.bones["shoulder"].rotation_euler[1] = -0.4
    check_whole(extension, robot)
    robot.data.linkwright.joints["elbow"].d = 0.6
    assert "is linked from another file; change it there" in robot.data.linkwright.problem


def test_a_number_changes_while_another_robot_is_posed(extension, puma):
    bpy.ops.linkwright.add_robot(preset="scara", location=(2.0, 0.0, 0.0))
    scara = bpy.context.object
    select(puma, scara)
    bpy.ops.object.mode_set(mode="POSE")
    modes = puma.mode, scara.mode
    puma.data.linkwright.joints["elbow"].d = 0.6
    assert (puma.mode, scara.mode) == modes
    assert bpy.context.object == scara
    assert set(bpy.context.selected_objects) == {puma, scara}
    bpy.ops.object.mode_set(mode="OBJECT")
    check_whole(extension, puma)
    check_whole(extension, scara)


@pytest.mark.parametrize("hide", ["hide_viewport", "hide_set", "collection"])
def test_a_hidden_robot_follows_once_it_is_visible(extension, puma, hide):
    def set_hidden(value):
        layer = bpy.context.view_layer.layer_collection.children["PUMA 560"]
        if hide == "hide_viewport":
            puma.hide_viewport = value
        elif hide == "hide_set":
            puma.hide_set(value)
        else:
            layer.hide_viewport = value
        bpy.context.view_layer.update()

    set_hidden(True)
    puma.data.linkwright.joints["elbow"].d = 0.6
    assert "is hidden; it follows its numbers once it is visible" in puma.data.linkwright.problem
    set_hidden(False)
    assert puma.data.linkwright.problem == ""
    check_whole(extension, puma)


@pytest.mark.parametrize("scale", [(2.0, 2.0, 2.0), (1.0, 0.5, 2.0), (-1.0, 1.0, 1.0)])
def test_scale_of_the_object_is_only_shown(extension, puma, scale):
    before = extension.bridge.read_mechanism(puma.data)
    puma.scale = scale
    puma.pose.bones["shoulder"].rotation_euler[1] = -0.4
    check_whole(extension, puma)
    assert extension.bridge.read_mechanism(puma.data) == before
    puma.data.linkwright.joints["elbow"].d = 0.6
    check_whole(extension, puma)


def test_scene_in_millimetres_shows_the_same_robot(extension):
    units = bpy.context.scene.unit_settings
    units.system, units.length_unit = "METRIC", "MILLIMETERS"
    bpy.ops.linkwright.add_robot(preset="puma560")
    robot = bpy.context.object
    assert robot.pose.bones["wrist roll"].head.length == pytest.approx(1.18, abs=0.1), "metres, as ever"
    robot.data.linkwright.length_unit = "mm"
    assert robot.data.linkwright.joints["elbow"].d_text == "431.8"
    robot.data.linkwright.joints["elbow"].d_text = "500"
    assert robot.data.linkwright.joints["elbow"].d == pytest.approx(0.5)
    check_whole(extension, robot)


def test_two_files_in_a_row_leave_nothing_behind(extension, puma, tmp_path):
    path = tmp_path / "robot.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.context.view_layer.update()
    bpy.ops.wm.open_mainfile(filepath=str(path))
    robot = bpy.data.objects["PUMA 560"]
    robot.data.linkwright.joints["elbow"].d = 0.6
    check_whole(extension, robot)
    assert Path(bpy.data.filepath) == path


def test_undo_and_redo_bring_numbers_and_bones_together(extension, puma):
    bpy.ops.ed.undo_push(message="before")
    puma.data.linkwright.joints["elbow"].d = 0.6
    bpy.ops.ed.undo_push(message="after")
    bpy.ops.ed.undo()
    robot = bpy.data.objects["PUMA 560"]
    assert robot.data.linkwright.joints["elbow"].d_text == "0.4318"
    check_whole(extension, robot)
    bpy.ops.ed.redo()
    robot = bpy.data.objects["PUMA 560"]
    assert robot.data.linkwright.joints["elbow"].d_text == "0.6"
    check_whole(extension, robot)


def test_operators_step_back_when_the_last_robot_is_gone(extension, puma):
    assert bpy.ops.linkwright.delete_robot() == {"FINISHED"}
    assert not bpy.data.armatures
    for name in ("delete_robot", "mount_robot", "dismount_robot", "export_raff", "save_preset"):
        assert not getattr(bpy.ops.linkwright, name).poll(), name
