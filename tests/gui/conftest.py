# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests in a real Blender window: each starts a Blender of its own, with the built zip installed."""

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from driver import FINISHED

from tools.places import OUT, ROOT
from tools.window import SCREEN, enter

GUI_OUT = OUT / "gui"
SECONDS = 300.0
"""After which a test is ended; compiling at low priority takes its time beside other work."""
TROUBLE = re.compile(r"Traceback|Error in bpy\.app\.handlers|exit code|Segmentation fault|Error: Python")
INSTALL = "blender --command extension install-file --repo user_default --enable /tmp/zips/{name}"
# Without -nolisten local, two runs at once would meet: that socket does not lie in the namespace's own /tmp.
START = f"""
Xvfb :99 -screen 0 {SCREEN} -nolisten tcp -nolisten local >/tmp/xvfb.log 2>&1 &
for _ in $(seq 100); do [ -e /tmp/.X11-unix/X99 ] && break; sleep 0.1; done
blender --enable-event-simulate --python-exit-code 1 --no-window-focus --window-maximized \
    --python /tmp/tests/driver.py -- "/tmp/tests/$1" "$2"
"""


@dataclass(frozen=True)
class BlenderWindow:
    """Starts Blender with a window and runs one test in it."""

    root: Path
    home: Path
    """A home in which the extension is installed; every test gets a copy."""
    scratch: Path

    def run(self, file: Path, test: str) -> None:
        home = self.scratch / "home"
        shutil.copytree(self.home, home, symlinks=True)
        folders = {home: "/tmp/home", ROOT / "tests" / "gui": "/tmp/tests", GUI_OUT: "/tmp/out"}
        output = enter(self.root, folders, ["sh", "-c", START, "start", file.name, test], seconds=SECONDS)
        (GUI_OUT / f"{test}.log").write_text(output, encoding="utf-8")
        if TROUBLE.search(output) or FINISHED not in output:
            pytest.fail(f"{output}\nThe window as it was then: {GUI_OUT / test}.png", pytrace=False)


@pytest.fixture(scope="session")
def window_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder in which the built zip is installed and enabled."""
    package = Path(os.environ["LINKWRIGHT_WINDOW_ZIP"])
    home = tmp_path_factory.mktemp("window") / "home"
    home.mkdir()
    folders = {home: "/tmp/home", package.parent: "/tmp/zips"}
    root = Path(os.environ["LINKWRIGHT_WINDOW"])
    output = enter(root, folders, ["sh", "-c", INSTALL.format(name=package.name)], seconds=SECONDS)
    assert not TROUBLE.search(output), output
    assert "rror" not in output, output
    GUI_OUT.mkdir(parents=True, exist_ok=True)
    return home


@pytest.fixture
def blender_window(window_home: Path, tmp_path: Path) -> BlenderWindow:
    if "LINKWRIGHT_WINDOW" not in os.environ:
        raise pytest.UsageError("these tests need a window: run them with `python3 dev.py test`")
    return BlenderWindow(Path(os.environ["LINKWRIGHT_WINDOW"]), window_home, tmp_path)
