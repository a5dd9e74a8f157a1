# SPDX-License-Identifier: GPL-3.0-or-later
"""`dev.py test`: lint, types, then every test in one pytest run."""

import os
import subprocess
from collections.abc import Sequence

from .blender import blender_python, core_python
from .build import build_zip
from .console import Problem, say
from .environments import import_folder
from .places import OUT, ROOT
from .targets import WINDOW, this_target
from .window import prepare_window, window_obstacle

CHECKS = {
    "Lint": ["ruff", "check", "."],
    "Format": ["ruff", "format", "--check", "."],
    "Types": ["mypy", "--config-file", str(ROOT / "pyproject.toml"), "--package", "linkwright"],
}


def test(pytest_options: Sequence[str], *, gui: bool) -> int:
    """Check everything; the code is pytest's own, or 1 where a check before it failed."""
    variables = test_variables()
    for title, command in CHECKS.items():
        check(title, command, variables)
    variables |= blender_tier()
    skipped = ""
    if obstacle := "--no-gui was given" if not gui else window_obstacle():
        skipped = f"The tests in a real Blender window are left out: {obstacle}."
    else:
        variables |= window_tier()
    OUT.mkdir(exist_ok=True)
    chosen = ["--ignore=tests/gui"] if skipped else []
    if skipped:
        say(skipped)
    command = [str(core_python()), "-m", "pytest", *chosen, *pytest_options]
    return subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode


def test_variables() -> dict[str, str]:
    """The environment of checks and tests: this checkout is importable as `linkwright`."""
    importable = str(import_folder())
    return {**os.environ, "PYTHONPATH": importable, "MYPYPATH": importable, "PYTHONDONTWRITEBYTECODE": "1"}


def check(title: str, command: Sequence[str], variables: dict[str, str]) -> None:
    """Run one checker; its findings are shown only when there are any."""
    full = [str(core_python()), "-m", *command]
    folder = import_folder() if "--package" in command else ROOT
    result = subprocess.run(full, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    if result.returncode:
        say(result.stdout + result.stderr)
        raise Problem(f"{title}: `{' '.join(command)}` found what is listed above")
    say(f"{title}: nothing to complain about")


def blender_tier() -> dict[str, str]:
    """What tests/blender needs: a Python with bpy, and the zip for it."""
    package = build_zip(this_target())
    return {"LINKWRIGHT_BLENDER_PYTHON": str(blender_python()), "LINKWRIGHT_ZIP": str(package)}


def window_tier() -> dict[str, str]:
    """What tests/gui needs: the folder of a Blender with a window, and the zip for its Python."""
    return {"LINKWRIGHT_WINDOW": str(prepare_window()), "LINKWRIGHT_WINDOW_ZIP": str(build_zip(WINDOW))}
