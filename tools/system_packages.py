# SPDX-License-Identifier: GPL-3.0-or-later
"""System libraries that bpy needs: found by trying, installed where we may, else the command is told."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from .console import Problem, last_line, run_step

PACKAGE_OF_LIBRARY = {
    "libX11.so.6": "libx11-6",
    "libXrender.so.1": "libxrender1",
    "libXfixes.so.3": "libxfixes3",
    "libXi.so.6": "libxi6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libSM.so.6": "libsm6",
    "libICE.so.6": "libice6",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
}
"""Debian's and Ubuntu's package for each library; without EGL bpy imports, but aborts when it renders."""

TRY_LIBRARIES = """
import ctypes, sys
for name in sys.argv[1:]:
    try:
        ctypes.CDLL(name)
    except OSError:
        print(name)
"""


def ensure_bpy_imports(python: Path) -> None:
    """Make sure that this Python's bpy starts here, installing system libraries where we may."""
    error = import_error(python)
    missing = missing_libraries(python)
    named = re.search(r"(\S+\.so[.\d]*): cannot open shared object", error)
    if named and named[1] not in PACKAGE_OF_LIBRARY:
        raise Problem(f"bpy needs the system library {named[1]}, which no package of ours brings")
    if error and not named:
        raise Problem(f"bpy does not start: {last_line(error)}")
    if missing:
        require([PACKAGE_OF_LIBRARY[name] for name in missing], f"bpy needs {', '.join(missing)}")
        if error := import_error(python):
            raise Problem(f"bpy still does not start: {last_line(error)}")


def import_error(python: Path) -> str:
    """What `import bpy` prints when it fails, or an empty text."""
    trial = subprocess.run([python, "-c", "import bpy"], capture_output=True, text=True, check=False)
    return trial.stderr or f"exit code {trial.returncode}" if trial.returncode else ""


def missing_libraries(python: Path) -> list[str]:
    """The libraries of the table that this machine cannot load; none are asked for but on Linux."""
    if sys.platform != "linux":
        return []
    command = [str(python), "-c", TRY_LIBRARIES, *PACKAGE_OF_LIBRARY]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def require(packages: Sequence[str], reason: str) -> None:
    """Install Debian packages, or say which command does."""
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    if not may_install():
        raise Problem(f"{reason}: run `sudo {' '.join(install)}`, or your system's like of it")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run_step("Refreshing the package list", ["apt-get", "update"], environment=quiet)
    run_step(f"Installing {', '.join(packages)}", install, environment=quiet)


def may_install() -> bool:
    """Whether we are root on Debian or Ubuntu."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and distribution() in {"debian", "ubuntu"}


def distribution() -> str:
    """`debian`, `ubuntu`, or an empty text for anything else."""
    try:
        release = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        return ""
    found = re.search(r'^ID="?(\w+)"?$', release, re.MULTILINE)
    name = found[1] if found else ""
    return name if name in {"debian", "ubuntu"} and shutil.which("apt-get") else ""
