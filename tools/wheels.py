# SPDX-License-Identifier: GPL-3.0-or-later
"""Fetch the locked wheels into the cache; a file whose hash differs is refused."""

import hashlib
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .console import Problem, run_step
from .environments import pip_python
from .lockfile import Wheel
from .places import LOCK, cache_folder
from .targets import Target


def fetch_wheels(wheels: Sequence[Wheel], target: Target) -> list[Path]:
    """Paths of all `wheels` in the cache, fetched where missing, every hash checked."""
    folder = cache_folder() / "wheels"
    folder.mkdir(parents=True, exist_ok=True)
    missing = [wheel for wheel in wheels if not matches(folder / wheel.file, wheel)]
    if missing:
        with tempfile.TemporaryDirectory(dir=folder) as arrival:
            download(missing, target, Path(arrival))
            for wheel in missing:
                accept(Path(arrival) / wheel.file, wheel, folder)
    return [folder / wheel.file for wheel in wheels]


def download(wheels: Sequence[Wheel], target: Target, arrival: Path) -> None:
    """Let pip fetch exactly these versions, from wherever this machine's pip is told to look."""
    command = [pip_python(), "-m", "pip", "download", "--no-deps", "--progress-bar=off", "--retries=2"]
    versions = [f"{wheel.name}=={wheel.version}" for wheel in wheels]
    first = ", ".join(wheel.name for wheel in wheels[:3]) + (", ..." if len(wheels) > 3 else "")
    title = f"Fetching {len(wheels)} wheels for {target} ({first})"
    run_step(title, [*command, "--dest", arrival, *target.pip_options, *versions])


def accept(arrived: Path, wheel: Wheel, folder: Path) -> None:
    """Move a fetched file into the cache if it is the locked one."""
    if not arrived.is_file():
        others = ", ".join(path.name for path in arrived.parent.glob("*.whl"))
        raise Problem(f"{LOCK.name} names {wheel.file}, but pip brought {others or 'nothing'}")
    found = sha256_of(arrived)
    if found != wheel.sha256:
        raise Problem(f"{wheel.file} was refused: its sha256 is {found}, but {LOCK.name} says {wheel.sha256}")
    shutil.move(arrived, folder / wheel.file)


def matches(path: Path, wheel: Wheel) -> bool:
    """Whether the cache holds this very wheel; a damaged file is as good as none."""
    return path.is_file() and sha256_of(path) == wheel.sha256


def sha256_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
