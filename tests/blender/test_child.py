# SPDX-License-Identifier: GPL-3.0-or-later
"""Child processes: started, watched, ended; and the kernels that one compiles."""

import importlib
import sys
import time
from pathlib import Path

import pytest

STRANGER = """#!/bin/sh
echo 'This is Python 2.7, but another is needed' >&2
exit 1
"""
ONE_AT_A_TIME = """
import sys, time
from pathlib import Path
place = Path(sys.argv[-1])
for word in ("in", "out"):
    with place.open("a") as stream:
        stream.write(word + " ")
    time.sleep(0.4)
"""


@pytest.fixture
def child(extension):
    return importlib.import_module(f"{extension.name}.bridge.child")


@pytest.fixture
def start(child, tmp_path):
    """Starts a child that runs a script of these lines."""
    started = []

    def start_script(text, *arguments, seconds=20.0):
        worker = tmp_path / "worker.py"
        worker.write_text(text)
        lock = tmp_path / "locks" / "lock"
        started.append(child.Child(worker, arguments, lock=lock, seconds=seconds))
        return started[-1]

    yield start_script
    for process in started:
        process.end()


def wait(*children, seconds=30.0):
    deadline = time.monotonic() + seconds
    while any([process.is_running() for process in children]):  # noqa: C419  each of them wants to be asked
        assert time.monotonic() < deadline, "a child does not end"
        time.sleep(0.02)


def test_child_does_its_work_and_finds_numba(start, tmp_path):
    made = tmp_path / "made"
    process = start("import sys, numpy, numba\nopen(sys.argv[-1], 'w').write(numba.__file__)", str(made))
    assert process.is_running()
    wait(process)
    assert process.problem == ""
    assert "numba" in made.read_text()


def test_failure_is_told_in_the_childs_own_words(start):
    process = start("import sys\nprint('x' * 1_000_000)\nsys.exit('There is no cheese')")
    wait(process)
    assert process.problem == "There is no cheese"


def test_next_python_is_tried_where_one_does_not_fit(child, start, tmp_path, monkeypatch):
    stranger = tmp_path / "python"
    stranger.write_text(STRANGER)
    stranger.chmod(0o755)
    candidates = [[str(tmp_path / "nothing")], [str(stranger)], [sys.executable]]
    monkeypatch.setattr(child, "pythons", lambda: iter(candidates))
    process = start("import sys\nopen(sys.argv[-1], 'w').close()", str(tmp_path / "made"))
    wait(process)
    assert process.problem == ""
    assert (tmp_path / "made").exists()
    monkeypatch.setattr(child, "pythons", lambda: iter(candidates[:2]))
    process = start("")
    wait(process)
    assert "nothing cannot be started" in process.problem
    assert "Python 2.7" in process.problem


def test_python_of_another_version_is_refused(child, start, monkeypatch):
    monkeypatch.setattr(child, "PYTHON", "3.99")
    process = start("")
    wait(process)
    found = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert process.problem == f"This is Python {found}, but Python 3.99 is needed"


def test_child_that_hangs_is_ended(start):
    process = start("import time\ntime.sleep(600)", seconds=0.6)
    wait(process, seconds=15.0)
    assert process.problem == "it was ended after 1 s without a result"


def test_child_can_be_ended(start):
    process = start("import time\ntime.sleep(600)")
    inner = process._process
    process.end()
    assert inner.poll() is not None
    assert not process.is_running()


def test_children_with_one_lock_work_one_after_the_other(start, tmp_path):
    diary = tmp_path / "diary"
    wait(*(start(ONE_AT_A_TIME, str(diary)) for _ in range(3)))
    assert diary.read_text().split() == ["in", "out"] * 3


def test_kernels_are_compiled_by_a_child_and_loaded(extension, monkeypatch, puma):
    kernels = importlib.import_module(f"{extension.name}.bridge.kernels")
    speed = importlib.import_module(f"{extension.name}.solvers.speed")
    monkeypatch.setattr(speed, "kernels", speed.plain)
    assert kernels.kernel_state().startswith("plain")
    folder = speed.cache_folder(kernels.data_folder())
    assert ".user" in Path(folder).parts, "an extension has a folder of its own"
    model, q = extension.bridge.read_model(puma.data), extension.bridge.read_positions(puma)
    plain = extension.solvers.frames(model, q)
    assert kernels.make_ready(), kernels.kernel_state()
    assert kernels.kernel_state() == "compiled"
    assert speed.is_filled(folder)
    assert abs(extension.solvers.frames(model, q) - plain).max() < 1e-12
    assert not kernels.can_begin()


def test_failed_compilation_means_plain_kernels(extension, child, monkeypatch, tmp_path):
    kernels = importlib.import_module(f"{extension.name}.bridge.kernels")
    speed = importlib.import_module(f"{extension.name}.solvers.speed")
    monkeypatch.setattr(speed, "kernels", speed.plain)
    monkeypatch.setattr(kernels, "data_folder", lambda: tmp_path)
    monkeypatch.setattr(child, "LAUNCHER", tmp_path / "missing.py")
    assert not kernels.make_ready()
    assert "missing.py" in kernels.kernel_state()
    assert kernels.can_begin()
    (tmp_path / "file").touch()
    monkeypatch.setattr(kernels, "data_folder", lambda: tmp_path / "file")
    assert not kernels.make_ready()
    assert speed.state() is speed.State.PLAIN
