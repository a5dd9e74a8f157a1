# SPDX-License-Identifier: GPL-3.0-or-later
"""`dev.py contact-sheet`: a picture of every robot of the library, each as the extension shows it."""

import shutil

from .blender import blender_python
from .blender_home import blender_variables
from .build import build_zip
from .console import run_step, say
from .places import OUT, ROOT
from .targets import this_target

SCENE = "tools.contact_sheet_scene"
ROBOTS = ROOT / "presets" / "robots"
PICTURE = ROOT / "docs" / "images" / "presets.png"


def contact_sheet(*names: str) -> int:
    """Render all presets, or those named, into docs/images/presets.png."""
    package = build_zip(this_target())
    home = OUT / "contact-sheet-home"
    shutil.rmtree(home, ignore_errors=True)
    files = [ROBOTS / f"{name}.raff" for name in names] or sorted(ROBOTS.glob("*.raff"))
    command = [blender_python(), "-m", SCENE, package, PICTURE, *files]
    run_step(f"Rendering {len(files)} robots", command, environment=blender_variables(home), folder=ROOT)
    shutil.rmtree(home, ignore_errors=True)
    say(f"{PICTURE.relative_to(ROOT)}: {len(files)} robots, {PICTURE.stat().st_size / 1e3:.0f} kB")
    return 0
