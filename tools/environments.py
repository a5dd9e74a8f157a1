# SPDX-License-Identifier: GPL-3.0-or-later
"""The virtual environments in .venv: made whole or not at all, healed where they are broken."""

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from .console import run_step
from .lockfile import Wheel
from .places import ENVIRONMENTS, ROOT
from .system_packages import require

STAMP = "complete"
"""Written last into an environment: what it was made from."""


def python_of(folder: Path) -> Path:
    """The interpreter of an environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


@cache
def pip_python() -> Path:
    """A Python with pip and nothing else, which fetches and installs for all the others."""
    folder = ENVIRONMENTS / "pip"
    if not is_complete(folder, sys.version):
        if importlib.util.find_spec("ensurepip") is None:
            require([f"python3.{sys.version_info.minor}-venv"], "Python's venv module needs it")
        with made_whole(folder, sys.version) as fresh:
            run_step("Making an environment for pip", [sys.executable, "-m", "venv", fresh])
    return python_of(folder)


def environment(name: str, wheels: Sequence[Wheel], files: Sequence[Path]) -> Path:
    """The Python of the environment `name`, holding exactly these wheels.

    Args:
        name: Folder below .venv.
        wheels: What it holds; another set means the environment is made anew.
        files: The same wheels' files, checked.
    """
    folder = ENVIRONMENTS / name
    recipe = "\n".join([sys.version, *(f"{wheel.file} {wheel.sha256}" for wheel in wheels)])
    stamp = hashlib.sha256(recipe.encode()).hexdigest()
    if not is_complete(folder, stamp):
        pip_python()
        with made_whole(folder, stamp) as fresh:
            run_step(f"Making .venv/{name}", [sys.executable, "-m", "venv", "--without-pip", fresh])
            pip = [pip_python(), "-m", "pip", "--python", python_of(fresh), "install"]
            offline = ["--no-index", "--no-deps", "--no-compile", "--quiet"]
            run_step(f"Installing {len(files)} wheels into .venv/{name}", [*pip, *offline, *files])
    return python_of(folder)


def is_complete(folder: Path, stamp: str) -> bool:
    """Whether `folder` was finished from this very recipe, is whole, and its Python still runs."""
    try:
        if (folder / STAMP).read_text(encoding="utf-8") != f"{stamp}\n{inventory(folder)}":
            return False
        return subprocess.run([python_of(folder), "-c", ""], check=False).returncode == 0
    except OSError:
        return False


def inventory(folder: Path) -> str:
    """How much is in a folder, but for what Python itself adds to it later."""
    files = [name for place, _, names in os.walk(folder) if "__pycache__" not in place for name in names]
    return f"{len(files) - (STAMP in files)} files"


@contextlib.contextmanager
def made_whole(folder: Path, stamp: str) -> Iterator[Path]:
    """Make `folder` anew under another name, which it loses when it is finished.

    Whatever goes wrong inside, no half of it stays behind; a child that outlives a killed run writes into a
    folder that nobody looks at.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    for old in (folder, *folder.parent.glob(f"{folder.name}.making-*")):
        shutil.rmtree(old, ignore_errors=True)
    fresh = folder.with_name(f"{folder.name}.making-{os.getpid()}")
    try:
        yield fresh
        (fresh / STAMP).write_text(f"{stamp}\n{inventory(fresh)}", encoding="utf-8")
        fresh.rename(folder)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise


def import_folder() -> Path:
    """A folder in which the checkout is called `linkwright`, whatever its own name is."""
    folder = ENVIRONMENTS / "import"
    link = folder / "linkwright"
    if not (link.exists() and link.samefile(ROOT)):
        folder.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(link):
            link.unlink()
        make_link(link)
    return folder


def make_link(link: Path) -> None:
    if sys.platform == "win32":  # a junction needs no special rights there
        import _winapi

        _winapi.CreateJunction(str(ROOT), str(link))
    else:
        link.symlink_to(ROOT, target_is_directory=True)
