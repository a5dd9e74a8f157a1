# SPDX-License-Identifier: GPL-3.0-or-later
"""The zip, installed in this Blender."""

import importlib.metadata
import os
import subprocess
import sys

import bpy
import pytest
from inside_blender import switch_off, switch_on


def test_two_rounds_of_registration_leave_nothing_behind(extension):
    for _ in range(2):
        switch_off(extension.name)
        assert not hasattr(bpy.types.Armature, "linkwright")
        assert not hasattr(bpy.types, "LINKWRIGHT_PT_robot")
        switch_on(extension.name)
        assert hasattr(bpy.types.Armature, "linkwright")
        assert hasattr(bpy.types, "LINKWRIGHT_PT_robot")


@pytest.mark.parametrize("module", ["numba", "scipy", "mujoco", "tomlkit", "serial", "hid"])
def test_bundled_libraries_come_from_the_zip(extension, module):
    found = importlib.util.find_spec(module)
    assert found is not None
    assert "extensions" in found.origin, "taken from the test environment, not from the zip"


def test_numpy_is_blenders_own(extension):
    origins = [
        file.locate() for file in importlib.metadata.files("numpy") if str(file) == "numpy/__init__.py"
    ]
    assert len(origins) == 1
    assert "extensions" not in str(origins[0])


BLOCK = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numba", "llvmlite", "scipy", "mujoco", "hid", "serial"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Blocked())
"""
EXPECTED = (
    'STATUS Installed "linkwright"',
    "Info: Added PUMA 560",
    "could not get a list of mounted file-systems",  # Blender's own, where /etc/mtab is missing
)
INSTALL = """
import bpy, addon_utils, os, sys
addon_utils.enable("bl_pkg")
bpy.ops.extensions.package_install_files(
    filepath=os.environ["LINKWRIGHT_ZIP"], repo="user_default", enable_on_install=True)
from bl_ext.user_default.linkwright.bridge.libraries import installed_libraries
found = [library.version is not None for library in installed_libraries()]
assert found == [not any("Blocked" in str(finder) for finder in sys.meta_path)] * 5, found
bpy.ops.linkwright.add_robot(preset="puma560")
assert not {"numba", "scipy", "mujoco"} & set(sys.modules), "a heavy library is imported before it is needed"
sys.stdout.flush()
os._exit(0)  # Blender as a module may wait for itself for ever while it ends
"""


@pytest.mark.parametrize("before", ["", BLOCK], ids=["all libraries", "a platform without wheels"])
def test_installing_and_enabling_says_nothing_but_what_it_did(tmp_path, before):
    variables = {**os.environ, "BLENDER_USER_RESOURCES": str(tmp_path)}
    result = subprocess.run(
        [sys.executable, "-c", before + INSTALL], env=variables, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    said = (result.stdout + result.stderr).splitlines()
    assert [line for line in said if not line.startswith(EXPECTED)] == []


def test_preferences_name_every_library(extension):
    libraries = importlib.import_module(f"{extension.name}.bridge.libraries")
    versions = {library.label: library.version for library in libraries.installed_libraries()}
    assert set(versions) == {"numba", "scipy", "mujoco", "hidapi", "pyserial"}
    assert all(versions.values()), versions
