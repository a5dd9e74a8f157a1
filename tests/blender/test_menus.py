# SPDX-License-Identifier: GPL-3.0-or-later
"""Where users look: menus with the library by families, adding as Blender adds, presets of one's own."""

import importlib
import logging
from math import radians
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from inside_blender import switch_off, switch_on
from test_panels import Listener


@pytest.fixture
def presets(extension):
    return importlib.import_module(f"{extension.name}.bridge.presets")


@pytest.fixture
def own(extension):
    """The module of the user's own presets; whatever a test saves is gone afterwards."""
    module = importlib.import_module(f"{extension.name}.bridge.own_presets")
    yield module
    for path in module.own_folder().glob("*"):
        path.unlink() if path.is_file() else module.shutil.rmtree(path)


@pytest.fixture
def drawn(extension):
    """Draws a menu of ours and returns all that it says."""

    def draw(name):
        layout = Listener()
        getattr(bpy.types, name).draw(SimpleNamespace(layout=layout), bpy.context)
        return [text for text in layout.texts if text]

    return draw


def test_every_robot_is_in_one_family(presets):
    sorted_in = [stem for _, stems in presets.families() for stem in stems]
    assert sorted(sorted_in) == sorted(stem for stem, _ in presets.robot_presets())


def test_menu_begins_with_a_new_robot_and_lists_all_families(drawn, presets):
    said = drawn("LINKWRIGHT_MT_add_robot")
    assert said[0] == "linkwright.new_robot"
    families = [f"LINKWRIGHT_MT_family_{index}" for index in range(len(presets.families()))]
    assert said[1:] == [*families, "LINKWRIGHT_MT_own_robots"]
    assert "PUMA 560" in drawn(families[0])
    labels = {label for family in families for label in drawn(family)}
    assert labels == {label for _, label in presets.robot_presets()}


@pytest.mark.parametrize(
    ("menu", "entry"),
    [
        ("VIEW3D_MT_armature_add", "LINKWRIGHT_MT_add_robot"),
        ("TOPBAR_MT_file_import", "Robot (.raff)"),
        ("TOPBAR_MT_file_export", "Robot (.raff)"),
        ("VIEW3D_MT_object", "LINKWRIGHT_MT_robot"),
        ("VIEW3D_MT_pose", "LINKWRIGHT_MT_robot"),
    ],
)
def test_blenders_menus_have_our_entry(extension, menu, entry):
    layout = Listener()
    ours = [draw for draw in getattr(bpy.types, menu)._dyn_ui_initialize() if "linkwright" in draw.__module__]
    for draw in ours:
        draw(SimpleNamespace(layout=layout), bpy.context)
    assert entry in layout.texts


@pytest.mark.parametrize("preset", [None, "puma560"])
def test_every_menu_draws_what_exists(drawn, preset):
    if preset:
        bpy.ops.linkwright.add_robot(preset=preset)
    names = [name for name in dir(bpy.types) if name.startswith("LINKWRIGHT_MT_")]
    said = [text for name in names for text in drawn(name)]  # the listener looks for all that it hears of
    assert {"linkwright.mount_robot", "linkwright.new_robot", "PUMA 560"} <= set(said)


def test_pie_menu_has_eight_places(drawn, puma):
    said = drawn("LINKWRIGHT_MT_pie")
    assert len(said) == 8
    assert {"linkwright.joint_add", "linkwright.pose_reset", "linkwright.pose_random", "Frames"} <= set(said)


def test_location_rotation_and_name_are_those_of_the_redo_panel(extension):
    turned = (0.0, 0.0, radians(90))
    bpy.ops.linkwright.add_robot(preset="scara", location=(1.0, 2.0, 3.0), rotation=turned, name="Picker")
    robot = bpy.context.object
    assert robot.name == robot.data.linkwright.robot_name == "Picker"
    np.testing.assert_allclose(robot.location, (1.0, 2.0, 3.0))
    np.testing.assert_allclose(robot.rotation_euler, turned, atol=1e-6)


def test_robot_can_be_aligned_to_the_cursor(extension):
    cursor = bpy.context.scene.cursor
    cursor.location, cursor.rotation_euler = (0.5, 0.0, 0.0), (0.3, 0.2, 0.1)
    bpy.ops.linkwright.add_robot(preset="scara", align="CURSOR", rotation=(0.0, 0.0, 0.0))
    np.testing.assert_allclose(bpy.context.object.matrix_world, cursor.matrix, atol=1e-6)


@pytest.mark.parametrize("align", ["WORLD", "VIEW"])
def test_a_preference_for_the_view_does_not_stop_a_script(extension, align):
    edit = bpy.context.preferences.edit
    edit.object_align = "VIEW"
    try:
        assert bpy.ops.linkwright.add_robot(preset="scara", align=align) == {"FINISHED"}
    finally:
        edit.object_align = "WORLD"


@pytest.mark.parametrize("preset", ["scara", "stewart", "humanoid"])
def test_size_multiplies_the_whole_robot(extension, preset):
    poses = []
    for size in (1.0, 2.5):
        bpy.ops.linkwright.add_robot(preset=preset, size=size)
        bpy.context.view_layer.update()
        poses.append(np.array([bone.matrix for bone in bpy.context.object.pose.bones]))
        assert bpy.context.object.data.linkwright.problem == ""
        assert tuple(bpy.context.object.scale) == (1.0, 1.0, 1.0)
    poses[0][:, :3, 3] *= 2.5
    np.testing.assert_allclose(poses[1], poses[0], atol=1e-5)


def test_new_robot_has_one_joint_to_start_from(extension):
    assert bpy.ops.linkwright.new_robot(name="Mine", length=0.25) == {"FINISHED"}
    robot = bpy.context.object
    mechanism = extension.bridge.read_mechanism(robot.data)
    assert (robot.name, [joint.kind for joint in mechanism.joints]) == ("Mine", ["revolute"])
    assert mechanism.tools[0].d == 0.25
    assert robot.data.linkwright.problem == ""
    with pytest.raises(RuntimeError, match="A robot needs a name"):
        bpy.ops.linkwright.new_robot(name="  ")


def test_library_leaves_no_path_in_the_file(puma):
    assert puma.data.linkwright.folder == ""


def test_own_preset_is_saved_listed_added_and_removed(extension, puma, own, drawn):
    puma.data.linkwright.joints["elbow"].d_text = "0.5"
    assert bpy.ops.linkwright.save_preset(name="Long Arm") == {"FINISHED"}
    assert ".user" in own.own_folder().parts, "updates would take it away"
    assert own.own_presets() == ["Long Arm"]
    assert "Long Arm" in drawn("LINKWRIGHT_MT_own_robots")
    assert bpy.ops.linkwright.add_robot(preset="own:Long Arm") == {"FINISHED"}
    added = bpy.context.object
    assert added.name == "Long Arm"
    assert extension.bridge.read_mechanism(added.data).joints[2].d == 0.5
    assert bpy.ops.linkwright.remove_preset(preset="Long Arm") == {"FINISHED"}
    assert own.own_presets() == []
    assert drawn("LINKWRIGHT_MT_own_robots")[0] == "Nothing saved yet"
    assert not bpy.ops.linkwright.remove_preset.poll()
    assert added.name == "Long Arm", "a robot in a scene stays"


def test_own_presets_outlive_the_extension_being_switched_off(extension, puma, own):
    bpy.ops.linkwright.save_preset(name="Kept")
    switch_off(extension.name)
    switch_on(extension.name)
    assert bpy.ops.linkwright.add_robot(preset="own:Kept") == {"FINISHED"}
    assert bpy.context.object.name == "Kept"


def test_overwriting_a_preset_is_asked_for(extension, puma, own):
    bpy.ops.linkwright.save_preset(name="Mine")
    before = own.own_file("Mine").read_text()
    puma.data.linkwright.joints["elbow"].d_text = "0.5"
    with pytest.raises(RuntimeError, match="There is a preset 'Mine' already"):
        bpy.ops.linkwright.save_preset(name="Mine")
    assert own.own_file("Mine").read_text() == before
    assert bpy.ops.linkwright.save_preset(name="Mine", overwrite=True) == {"FINISHED"}
    assert own.own_file("Mine").read_text() != before


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (" ", "needs a name"),
        ("a/b", "has the letter '/'"),
        ("..", "cannot be a file's name"),
        ("nul", "cannot be a file's name"),
        ("ends with a dot.", "cannot be a file's name"),
        ("x" * 61, "has 61 letters; a preset's has at most 60"),
    ],
)
def test_names_that_are_no_files_are_refused(extension, puma, own, name, message):
    with pytest.raises(RuntimeError, match=message):
        bpy.ops.linkwright.save_preset(name=name)
    assert list(own.own_folder().glob("*")) == []


def test_bad_files_among_the_presets_are_skipped_and_logged_once(extension, puma, own, caplog):
    bpy.ops.linkwright.save_preset(name="Good")
    (own.own_folder() / "broken.raff").write_text("this is no robot")
    (own.own_folder() / "folder.raff").mkdir()
    with caplog.at_level(logging.WARNING):
        assert own.own_presets() == own.own_presets() == ["Good"]
    assert sorted(record.args[0] for record in caplog.records) == ["broken.raff", "folder.raff"]


def test_shapes_go_into_the_preset(extension, puma, own, tmp_path):
    bpy.ops.mesh.primitive_cube_add(size=0.2)
    bpy.ops.wm.stl_export(filepath=str(tmp_path / "cube.stl"), export_selected_objects=True)
    bpy.context.view_layer.objects.active = puma
    puma.data.linkwright.folder = str(tmp_path)
    puma.data.linkwright.joints["elbow"].geometry = "cube.stl"
    bpy.ops.linkwright.save_preset(name="Cubic")
    (tmp_path / "cube.stl").unlink()
    bpy.ops.linkwright.add_robot(preset="own:Cubic")
    robot = bpy.context.object
    assert robot.data.linkwright.problem == ""
    (elbow,) = (item for item in robot.children if item.linkwright.link == "elbow")
    assert len(elbow.data.polygons) == 12, "the cube, of triangles"
    bpy.ops.linkwright.remove_preset(preset="Cubic")
    assert list(own.own_folder().glob("*")) == []
