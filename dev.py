#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Linkwright's one command for developers: demo, test, build, bench, lock."""

# This file keeps to the syntax of old Pythons, so that each of them can say which one is needed.
import os
import shutil
import subprocess
import sys

BLENDER_OF_PYTHON = {(3, 11): "Blender 4.5", (3, 13): "Blender 5.2"}


def main():
    problem = python_problem(sys.version_info[:2], sys.executable, sys.argv[1:])
    if problem:
        sys.stderr.write("dev.py: " + problem + "\n")
        return 2
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from tools.commands import run

    return run(sys.argv[1:])


def python_problem(version, executable, arguments):
    """The sentence for a Python that no supported Blender runs on, or an empty text."""
    if version in BLENDER_OF_PYTHON:
        return ""
    needed = " or ".join(
        "Python %d.%d (%s)" % (major, minor, blender)
        for (major, minor), blender in sorted(BLENDER_OF_PYTHON.items())
    )
    names = ["python%d.%d" % pair for pair in sorted(BLENDER_OF_PYTHON)]
    found = [path for path in map(working_python, names) if path]
    advice = (
        "found %s, so run: %s dev.py %s" % (found[0], found[0], " ".join(arguments))
        if found
        else "found neither of them that runs; install one and start dev.py with it"
    )
    return "needs %s, but this is Python %d.%d (%s); looked for %s on PATH: %s" % (
        (needed,) + tuple(version) + (executable, " and ".join(names), advice.rstrip())
    )


def working_python(name):
    """Path of the interpreter `name` if it really starts (a pyenv shim may not), else None."""
    path = shutil.which(name)
    if not path:
        return None
    probe = "import sys; sys.stdout.write('python%d.%d' % sys.version_info[:2])"
    try:
        answer = subprocess.check_output([path, "-c", probe], stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return None
    return path if answer.decode() == name else None


if __name__ == "__main__":
    sys.exit(main())
