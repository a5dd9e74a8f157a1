# SPDX-License-Identifier: GPL-3.0-or-later
"""Plug-ins: found by lying in a folder, or registered by another extension; broken ones break nothing."""

import importlib
import sys
from pathlib import Path
from types import SimpleNamespace

import bpy
import addon_utils
import pytest
from test_panels import Listener

COMPASS = """
identifier = "compass"
label = "Compass"
description = "Where north is"
shown = True

def marks(robot, context):
    return []
"""
BROKEN = {
    "with_wrong_syntax": "identifier = ",
    "with_an_error_of_its_own": "class Odd(Exception): pass\nraise Odd('no luck')",
    "without_marks": COMPASS.replace("def marks", "def other"),
    "without_label": COMPASS.replace("label =", "name ="),
    "with_a_bad_identifier": COMPASS.replace('"compass"', '"a compass"'),
    "with_a_taken_identifier": COMPASS.replace('"compass"', '"dimensions"'),
}


@pytest.fixture
def plugins(extension):
    return importlib.import_module(f"{extension.name}.plugins")


@pytest.fixture
def add_file(extension, plugins):
    """Puts a file into the folder of overlays and starts the extension anew."""
    folder = Path(extension.root.__file__).parent / "bridge" / "overlays"
    added = []

    def add(name, text):
        added.append(folder / f"{name}.py")
        added[-1].write_text(text)
        importlib.invalidate_caches()
        addon_utils.disable(extension.name, refresh_handled=True)
        addon_utils.enable(extension.name, refresh_handled=True)

    yield add
    for file in added:
        file.unlink()
        sys.modules.pop(f"{extension.name}.bridge.overlays.{file.stem}", None)


def menu(extension):
    """All that the menu of overlays shows."""
    panel = importlib.import_module(f"{extension.name}.panels.overlays")
    layout = Listener()
    panel.draw_overlay_switches(layout, bpy.context)
    return [text for text in layout.texts if text.startswith("show_")]


def overlay(**changes):
    told = {"identifier": "compass", "label": "Compass", "description": "Where north is"}
    return SimpleNamespace(**{**told, "marks": lambda robot, context: [], **changes})


def test_own_overlays_are_found(extension, plugins):
    assert menu(extension) == ["show_dimensions", "show_frames"]
    assert plugins.problems == {}
    assert not bpy.context.scene.linkwright.show_frames
    assert bpy.context.scene.linkwright.show_dimensions


def test_a_file_in_the_folder_is_in_the_menu(extension, plugins, add_file):
    add_file("compass", COMPASS)
    assert menu(extension) == ["show_compass", "show_dimensions", "show_frames"]
    assert bpy.context.scene.linkwright.show_compass
    assert bpy.context.scene.linkwright.bl_rna.properties["show_compass"].description == "Where north is"


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_named_and_breaks_nothing(extension, plugins, add_file, name):
    add_file(name, BROKEN[name])
    assert menu(extension) == ["show_dimensions", "show_frames"]
    (problem,) = plugins.problems.items()
    assert name in problem[0]
    preferences = importlib.import_module(f"{extension.name}.panels.preferences").LinkwrightPreferences
    layout = Listener()
    preferences.draw(SimpleNamespace(layout=layout), bpy.context)
    assert any(name in text for text in layout.texts)
    assert bpy.ops.linkwright.add_robot(preset="puma560") == {"FINISHED"}


def test_another_extension_registers_an_overlay(extension, plugins):
    compass = overlay()
    plugins.register("overlay", compass)
    assert menu(extension) == ["show_dimensions", "show_frames", "show_compass"]
    bpy.context.scene.linkwright.show_compass = True
    plugins.unregister("overlay", compass)
    assert menu(extension) == ["show_dimensions", "show_frames"]
    with pytest.raises(ValueError, match="is not registered as overlay"):
        plugins.unregister("overlay", compass)


def test_wrong_plugins_are_refused_with_a_reason(plugins):
    with pytest.raises(ValueError, match="kind 'hat' are not known; known: overlay, driver, engine"):
        plugins.register("hat", overlay())
    with pytest.raises(ValueError, match="needs a function 'marks'"):
        plugins.register("overlay", overlay(marks=None))
    with pytest.raises(ValueError, match="needs a text 'label'"):
        plugins.register("overlay", overlay(label=7))
    with pytest.raises(ValueError, match="the identifier 'frames' is taken"):
        plugins.register("overlay", overlay(identifier="frames"))


def test_kinds_without_a_folder_take_registered_ones(plugins):
    engine = overlay(identifier="ideal")
    plugins.register("engine", engine)
    assert engine in plugins.available("engine")
    plugins.unregister("engine", engine)
    assert engine not in plugins.available("engine")
