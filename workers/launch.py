# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a worker alone, at low priority, for a limited time: launch.py -- PYTHON SECONDS LOCK WORKER ..."""

import faulthandler
import os
import runpy
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

POLITE = 5
"""How far a worker steps back behind Blender, in the units of Unix; on Windows the starter sees to it."""
PAUSE = 0.2
"""Seconds between two looks at a lock that is taken."""


def main(python: str, seconds: str, lock: str, worker: str, *arguments: str) -> None:
    """Run a worker as if it had been started by itself."""
    found = f"{sys.version_info.major}.{sys.version_info.minor}"
    if found != python:
        sys.exit(f"This is Python {found}, but Python {python} is needed")
    # Ends this process even if Blender is gone by then, and says where it hung.
    faulthandler.dump_traceback_later(float(seconds), exit=True)
    if sys.platform != "win32":
        os.nice(POLITE)
    sys.argv = [worker, *arguments]
    with alone(Path(lock)):
        runpy.run_path(worker, run_name="__main__")


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Wait until no other worker holds this lock; the system takes it back from whoever ends."""
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        file = lock.open("wb")
    except OSError as error:
        sys.exit(f"The lock {lock} cannot be made: {error}")
    with file:
        while not take(file):
            time.sleep(PAUSE)
        yield


def take(file: BinaryIO) -> bool:
    """Take a lock, or say that another has it."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # Unix, Windows
        return False
    return True


if __name__ == "__main__":
    main(*sys.argv[sys.argv.index("--") + 1 :])
