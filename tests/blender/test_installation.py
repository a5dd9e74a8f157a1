# SPDX-License-Identifier: GPL-3.0-or-later
"""The zip, installed in this Blender."""

import importlib.metadata
import sys

import bpy
import addon_utils
import pytest


def test_two_rounds_of_registration_leave_nothing_behind(extension):
    for _ in range(2):
        addon_utils.disable(extension.name)
        assert not hasattr(bpy.types.Armature, "linkwright")
        assert not hasattr(bpy.types, "LINKWRIGHT_PT_robot")
        addon_utils.enable(extension.name)
        assert hasattr(bpy.types.Armature, "linkwright")
        assert hasattr(bpy.types, "LINKWRIGHT_PT_robot")


@pytest.mark.parametrize("module", ["numba", "scipy", "mujoco", "tomlkit", "serial", "hid"])
def test_bundled_libraries_come_from_the_zip(extension, module):
    found = importlib.util.find_spec(module)
    assert found is not None
    assert "extensions" in found.origin, "taken from the test environment, not from the zip"


def test_registering_imports_no_heavy_library(extension):
    assert not {"numba", "scipy", "mujoco"} & set(sys.modules)


def test_numpy_is_blenders_own():
    (numpy,) = {path for path in map(str, importlib.metadata.files("numpy")) if path == "numpy/__init__.py"}
    assert numpy
    assert "extensions" not in sys.modules["numpy"].__file__ if "numpy" in sys.modules else True


def test_preferences_name_every_library(extension):
    libraries = importlib.import_module(f"{extension.name}.bridge.libraries")
    versions = {library.label: library.version for library in libraries.installed_libraries()}
    assert set(versions) == {"numba", "scipy", "mujoco", "hidapi", "pyserial"}
    assert all(versions.values()), versions
