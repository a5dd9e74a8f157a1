# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures for the tests inside Blender, and the reports that the main run reads."""

import importlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import bpy
import addon_utils
import pytest

EXTENSION = "bl_ext.user_default.linkwright"
CODE = pytest.StashKey[int]()


@pytest.fixture(scope="session")
def installed() -> str:
    """The built zip, installed as a user installs it, once a run."""
    addon_utils.enable("bl_pkg")
    bpy.ops.extensions.package_install_files(
        filepath=os.environ["LINKWRIGHT_ZIP"], repo="user_default", enable_on_install=True
    )
    switch_off(EXTENSION)
    return EXTENSION


def switch_on(name: str) -> None:
    """Enable the extension; its libraries stay unpacked meanwhile, which would take seconds each time."""
    assert addon_utils.enable(name, refresh_handled=True) is not None, "the extension cannot be enabled"


def switch_off(name: str) -> None:
    addon_utils.disable(name, refresh_handled=True)


@pytest.fixture
def empty_file() -> None:
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)


@pytest.fixture
def extension(installed: str, empty_file: None) -> Iterator[SimpleNamespace]:
    """The installed extension, enabled in an empty file; disabled again afterwards."""
    switch_on(installed)
    parts = ("bridge", "mechanism", "solvers")
    modules = {part: importlib.import_module(f"{installed}.{part}") for part in parts}
    yield SimpleNamespace(name=installed, root=importlib.import_module(installed), **modules)
    switch_off(installed)


@pytest.fixture
def puma(extension: SimpleNamespace) -> bpy.types.Object:
    """A PUMA 560 in the scene."""
    assert bpy.ops.linkwright.add_robot(preset="puma560") == {"FINISHED"}
    return bpy.context.object


def pytest_collection_finish(session: pytest.Session) -> None:
    for item in session.items:
        write_row(nodeid=item.nodeid, when="collect", outcome="passed", text="")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longreprtext
    write_row(nodeid=report.nodeid, when=report.when, outcome=report.outcome, text=text)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Remember the code for the end."""
    session.config.stash[CODE] = int(exitstatus)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End at once: Blender as a module may wait for itself for ever while its static objects go."""
    sys.stdout.flush()
    sys.stderr.flush()
    if CODE in config.stash:
        os._exit(config.stash[CODE])


def write_row(**row: str) -> None:
    """Tell the main run; a pytest started by hand in here has nobody to tell."""
    if place := os.environ.get("LINKWRIGHT_REPORT"):
        with Path(place).open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(row) + "\n")
