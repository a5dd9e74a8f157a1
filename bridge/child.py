# SPDX-License-Identifier: GPL-3.0-or-later
"""Child processes: the one place that starts them, never waits for them, and ends them."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import bpy

from .libraries import find_library

LAUNCHER = Path(__file__).resolve().parent.parent / "workers" / "launch.py"
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
"""The version that a child must have."""
LIBRARIES = ("numpy", "numba")
"""Where these are, a child finds everything: the one comes with Blender, the other with the extension."""
GRACE = 10.0
"""Seconds after its own time limit until a child that did not end is ended."""
SMALL_TALK = "Blender "
"""How the lines begin that Blender says first and last, whatever happened between."""


class Child:
    """A worker in another process, tried with one Python after the other until one gets to its end."""

    def __init__(self, worker: Path, arguments: Sequence[str], *, lock: Path, seconds: float) -> None:
        """Start it.

        Args:
            worker: A script of the folder workers.
            arguments: What it is told.
            lock: A file; of all workers with the same one only one works at a time, the others wait.
            seconds: After which it is ended.
        """
        self.started = time.monotonic()
        self._limit = seconds
        told = ["--", PYTHON, str(seconds), str(lock), str(worker), *arguments]
        self._commands = iter([[*python, str(LAUNCHER), *told] for python in pythons()])
        self._process: subprocess.Popen[bytes] | None = None
        self._output: IO[bytes] | None = None
        self._complaints: list[str] = []
        self._start_next()

    @property
    def seconds(self) -> float:
        """How long ago it was started."""
        return time.monotonic() - self.started

    @property
    def problem(self) -> str:
        """Why it failed, once it is over; nothing if it did not."""
        return "; ".join(dict.fromkeys(self._complaints))

    def is_running(self) -> bool:
        """Look after the child; called again and again, it never waits."""
        if self._process is None:
            return False
        code = self._process.poll()
        if code == 0:
            self._complaints.clear()
            self._release()
        elif self.seconds > self._limit + (GRACE if code is None else 0.0):
            self.end()
            self._complaints.append(f"it was ended after {self._limit:.0f} s without a result")
        elif code is not None:
            self._complaints.append(self._last_words() or f"it ended with code {code}")
            self._release()
            self._start_next()
        return self._process is not None

    def end(self) -> None:
        """End the child now; what it has half made, it leaves to the next one."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._release()

    def _start_next(self) -> None:
        """Start with the next Python that can be started at all."""
        for command in self._commands:
            # A file takes any amount of text without anybody reading; a pipe would fill up and block.
            output = tempfile.TemporaryFile()  # noqa: SIM115  it lives as long as the child
            try:
                self._process = start_process(command, output)
            except OSError as error:
                output.close()
                self._complaints.append(f"{command[0]} cannot be started: {error}")
            else:
                self._output = output
                return

    def _last_words(self) -> str:
        assert self._output is not None  # a process has one
        self._output.seek(0)
        text = self._output.read().decode("utf-8", errors="replace")
        lines = [
            line for line in map(str.strip, text.splitlines()) if line and not line.startswith(SMALL_TALK)
        ]
        return lines[-1] if lines else ""

    def _release(self) -> None:
        if self._output is not None:
            self._output.close()
        self._process = self._output = None


def pythons() -> Iterator[list[str]]:
    """The Pythons that may fit, best first; the launcher refuses one of another version."""
    if sys.executable:
        yield [sys.executable]
    if bpy.app.binary_path:
        # Without the system's environment, Blender's Python would not see the path to our libraries.
        quiet = ["--background", "--factory-startup", "--python-use-system-env"]
        yield [bpy.app.binary_path, *quiet, "--python-exit-code", "1", "--python"]


def start_process(command: Sequence[str], output: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start a process that finds the same libraries as we do, and shows no window."""
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(library_folders())},
        creationflags=flags,
    )


def library_folders() -> list[str]:
    """The folders in which Blender's Python found its libraries; none of them is imported for this."""
    files = [find_library(name) for name in LIBRARIES]
    return list(dict.fromkeys(str(file.parent.parent) for file in files if file is not None))
