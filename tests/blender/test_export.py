# SPDX-License-Identifier: GPL-3.0-or-later
"""From the scene to a RAFF file and back: nothing is lost, and a file that cannot be written stays."""

import importlib
from dataclasses import replace
from pathlib import Path

import bpy
import numpy as np
import pytest

ODD = """raff = "1.0"
units = { length = "mm", angle = "rad" }

[[robot]]
name = "Odd"
notation = "modified-dh"
parameters = { reach = 300, half = "reach / 2" }

[[robot.joint]] # the one that turns
name = "first"
d = 100 # measured by hand
lower = -1.5
upper = 1.5

[[robot.joint]]
name = "second"
parent = "first"
a = "half + 1"
alpha = "pi / 2"
"""


def stems(extension):
    presets = importlib.import_module(f"{extension.name}.bridge.presets")
    return [stem for stem, _ in presets.robot_presets()]


def open_file(path):
    assert bpy.ops.linkwright.import_raff(filepath=str(path)) == {"FINISHED"}
    return bpy.context.object


def export(path, **options):
    assert bpy.ops.linkwright.export_raff(filepath=str(path), **options) == {"FINISHED"}
    return path


@pytest.fixture
def odd(extension, tmp_path):
    path = tmp_path / "odd.raff"
    path.write_text(ODD, encoding="utf-8")
    return open_file(path)


def test_every_preset_comes_back_equal(extension, tmp_path):
    for stem in stems(extension):
        bpy.ops.linkwright.add_robot(preset=stem)
        robot = bpy.context.object
        path = export(tmp_path / f"{stem}.raff")
        again = open_file(path)
        before = extension.bridge.read_mechanism(robot.data)
        assert extension.bridge.read_mechanism(again.data) == replace(before, name=robot.name), stem
        bpy.ops.linkwright.delete_robot()
        bpy.context.view_layer.objects.active = robot
        bpy.ops.linkwright.delete_robot()
    assert not bpy.data.armatures


def test_units_notation_formulas_and_parameters_are_kept(extension, odd, tmp_path):
    text = export(tmp_path / "again.raff").read_text(encoding="utf-8")
    assert 'length = "mm", angle = "rad"' in text
    assert 'notation = "modified-dh"' in text
    assert 'half = "reach / 2"' in text
    assert 'a = "half + 1"' in text
    assert 'alpha = "pi / 2"' in text
    assert extension.mechanism.read(tmp_path / "again.raff").robots == (
        extension.bridge.read_mechanism(odd.data),
    )


def test_comments_of_the_file_that_is_replaced_are_kept(odd, tmp_path):
    odd.data.linkwright.joints["first"].turns[0].upper_text = "1.25"
    text = export(tmp_path / "odd.raff").read_text(encoding="utf-8")
    assert text == ODD.replace("upper = 1.5", "upper = 1.25")


def test_devices_of_the_file_that_is_replaced_stay(extension, odd, tmp_path):
    moves = 'moves = { robot = "%s", frame = "second" }'
    path = tmp_path / "odd.raff"
    ball = '[[device]]\nname = "ball"\ndriver = "magellan"\n' + moves % "Odd" + "\n"
    other = '[[robot]]\nname = "Other"\n[[robot.joint]]\nname = "second"\n'
    stick = '[[device]]\nname = "stick"\ndriver = "magellan"\n' + moves % "Other" + "\n"
    path.write_text(ODD + other + ball + stick, encoding="utf-8")
    document = extension.mechanism.read(export(path))
    assert [device.name for device in document.devices] == ["ball"]
    assert [robot.name for robot in document.robots] == ["Odd"]


def test_robot_is_called_as_its_object(extension, odd, tmp_path):
    odd.name = "Renamed"
    (robot,) = extension.mechanism.read(export(tmp_path / "out.raff")).robots
    assert robot.name == "Renamed"


def test_all_selected_robots_go_into_one_file(extension, tmp_path):
    for _ in range(2):
        bpy.ops.linkwright.add_robot(preset="puma560")
    bpy.data.objects["PUMA 560 elbow"].select_set(True)
    document = extension.mechanism.read(export(tmp_path / "two.raff"))
    assert {robot.name for robot in document.robots} == {"PUMA 560", "PUMA 560.001"}


def test_robots_can_be_written_where_they_stand(extension, tmp_path):
    location, rotation = (1.0, -2.0, 0.5), (0.1, 0.2, 1.3)
    bpy.ops.linkwright.add_robot(preset="pioneer2", location=location, rotation=rotation)
    robot = bpy.context.object
    (plain,) = extension.mechanism.read(export(tmp_path / "plain.raff")).robots
    assert plain.base == extension.bridge.read_mechanism(robot.data).base
    bpy.context.scene.cursor.location = (0.0, 0.0, 0.0)
    again = open_file(export(tmp_path / "placed.raff", placed=True))
    bpy.context.view_layer.update()
    for name in robot.pose.bones.keys():  # noqa: SIM118  a collection of Blender's
        first, second = (item.matrix_world @ item.pose.bones[name].matrix for item in (robot, again))
        np.testing.assert_allclose(second, first, atol=2e-6)


def test_a_file_that_cannot_be_written_stays_as_it_was(odd, tmp_path, extension, monkeypatch):
    files = importlib.import_module(f"{extension.name}.mechanism.files")

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "replace", full)
    with pytest.raises(RuntimeError, match=r"odd\.raff: cannot be written: No space left on device"):
        export(tmp_path / "odd.raff")
    assert (tmp_path / "odd.raff").read_text(encoding="utf-8") == ODD
    assert [path.name for path in tmp_path.iterdir()] == ["odd.raff"]


def test_a_folder_that_is_not_there_is_named(odd, tmp_path):
    with pytest.raises(RuntimeError, match=r"out\.raff: cannot be written: No such file or directory"):
        export(tmp_path / "nowhere" / "out.raff")


def test_an_impossible_description_is_not_written(odd, tmp_path):
    odd.data.linkwright.joints["first"].d_text = "nonsense"
    with pytest.raises(RuntimeError, match="nonsense"):
        export(tmp_path / "out.raff")
    assert not (tmp_path / "out.raff").exists()


def test_export_needs_a_robot(extension):
    assert not bpy.ops.linkwright.export_raff.poll()


def test_shapes_are_found_from_the_new_folder(extension, tmp_path):
    home, away = tmp_path / "home", tmp_path / "away" / "deep"
    home.mkdir()
    away.mkdir(parents=True)
    bpy.ops.mesh.primitive_cube_add()
    bpy.ops.wm.stl_export(filepath=str(home / "cube.stl"))
    shape = '\ngeometry = { file = "cube.stl" }\n'
    (home / "odd.raff").write_text(ODD + shape, encoding="utf-8")
    robot = open_file(home / "odd.raff")
    assert Path(robot.data.linkwright.folder) == home
    assert robot.data.linkwright.problem == ""
    assert 'file = "cube.stl"' in export(home / "beside.raff").read_text()
    again = open_file(export(away / "far.raff"))
    assert again.data.linkwright.joints["second"].geometry == "../../home/cube.stl"
    assert again.data.linkwright.problem == ""


def test_a_missing_shape_is_told_and_kept(extension, tmp_path):
    (tmp_path / "odd.raff").write_text(ODD + 'geometry = { file = "lost.stl" }\n', encoding="utf-8")
    robot = open_file(tmp_path / "odd.raff")
    assert "file 'lost.stl' is not in" in robot.data.linkwright.problem
    assert 'file = "lost.stl"' in export(tmp_path / "out.raff").read_text()
