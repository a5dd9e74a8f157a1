# SPDX-License-Identifier: GPL-3.0-or-later
"""What the panels say, drawn on a layout that only listens."""

import importlib
from types import SimpleNamespace

import bpy
import pytest


class Listener:
    """A layout that remembers every text, and the properties and operators it was asked to show."""

    def __init__(self, texts=None):
        object.__setattr__(self, "texts", [] if texts is None else texts)

    def __setattr__(self, name, value):
        """Blender's layouts have many switches; none of them matters here."""

    def __getattr__(self, name):
        def call(*arguments, text="", **options):
            self.texts.append(
                text or " ".join(str(argument) for argument in arguments if isinstance(argument, str))
            )
            return Listener(self.texts)

        return call


@pytest.fixture
def drawn(extension):
    """Draws a panel and returns all that it says."""

    def draw(module, name):
        panel = getattr(importlib.import_module(f"{extension.name}.panels.{module}"), name)
        layout = Listener()
        panel.draw(SimpleNamespace(layout=layout), bpy.context)
        return [text for text in layout.texts if text]

    return draw


def test_an_empty_scene_says_what_to_do_first(drawn):
    said = drawn("robot", "LINKWRIGHT_PT_robot")
    assert said[:3] == ["This scene has no robot yet.", "Begin with one of the library:", "PUMA 560"]
    assert "Open a RAFF File..." in said


def test_a_robot_that_is_not_selected_can_be(drawn, puma):
    bpy.context.view_layer.objects.active = None
    assert drawn("robot", "LINKWRIGHT_PT_robot")[0] == "Select a robot to work on it,"


def test_a_robot_shows_its_joints(drawn, puma):
    assert "6 joints" in drawn("robot", "LINKWRIGHT_PT_robot")
    assert drawn("joints", "LINKWRIGHT_PT_joints") == [
        "waist",
        "shoulder",
        "elbow",
        "wrist roll",
        "wrist bend",
        "flange",
    ]


def test_a_missing_bone_is_named(drawn, puma):
    puma.data.bones["elbow"].name = "renamed"
    assert "elbow: no bone has this name" in drawn("joints", "LINKWRIGHT_PT_joints")


def test_preferences_name_every_library_and_the_kernels(drawn):
    said = drawn("preferences", "LinkwrightPreferences")
    assert {"numba", "scipy", "mujoco", "hidapi", "pyserial"} <= set(said)
    assert any(text.startswith("Kernels: plain") for text in said)
