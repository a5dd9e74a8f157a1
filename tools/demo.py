# SPDX-License-Identifier: GPL-3.0-or-later
"""`dev.py demo`: install the built zip into an empty Blender and let it do the main job once."""

import shutil
from pathlib import Path

from .blender import blender_python
from .blender_home import blender_variables
from .build import build_zip
from .console import Problem, run_step, say
from .places import OUT, ROOT
from .targets import this_target

DEFAULT_ROBOT = ROOT / "presets" / "robots" / "puma560.raff"
SCENE = ROOT / "tools" / "demo_scene.py"


def demo(robot: str | None) -> int:
    """Make out/demo.blend and out/demo.png from a RAFF file."""
    source = Path(robot).resolve() if robot else DEFAULT_ROBOT
    if not source.is_file():
        raise Problem(f"there is no file {source}")
    package = build_zip(this_target())
    say(f"Built {package.relative_to(ROOT)} ({package.stat().st_size / 1e6:.0f} MB)")
    home = OUT / "demo-home"
    shutil.rmtree(home, ignore_errors=True)
    title = f"Making, moving and rendering {source.name} in Blender"
    command = [blender_python(), SCENE, package, source, OUT / "demo.blend", OUT / "demo.png"]
    said = run_step(title, command, environment=blender_variables(home))
    shutil.rmtree(home, ignore_errors=True)
    for line in said.splitlines():
        if line.startswith("demo: "):
            say(line.removeprefix("demo: "))
    return 0
