# SPDX-License-Identifier: GPL-3.0-or-later
"""What dev.py does when things go wrong, and when they go right."""

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import dev
from tools import build, environments, lockfile, places, system_packages, wheels
from tools.console import Problem, StepFailed, explain, run_step
from tools.environments import made_whole
from tools.lockfile import Wheel, WheelSet, read_lock, write_lock
from tools.places import ROOT
from tools.targets import BLENDER_RANGES, SHIPPED, WINDOW, Target, this_target

LINUX = Target("linux-x64", "3.11")


@pytest.fixture
def small_wheel(tmp_path, monkeypatch) -> Wheel:
    """A wheel of our own in a local index, an empty cache, and no network."""
    index = tmp_path / "index"
    index.mkdir()
    path = index / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tiny.py", "answer = 42\n")
        archive.writestr("tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        archive.writestr(
            "tiny-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr("tiny-1.0.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    monkeypatch.setenv("LINKWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(environments, "ENVIRONMENTS", tmp_path / "venv")
    return Wheel("tiny", "1.0", path.name, hashlib.sha256(path.read_bytes()).hexdigest())


@pytest.fixture
def own_lock(tmp_path, monkeypatch) -> Path:
    lock = tmp_path / "wheels.lock"
    monkeypatch.setattr(lockfile, "LOCK", lock)
    return lock


def test_a_wheel_with_another_hash_is_refused(small_wheel):
    wrong = Wheel("tiny", "1.0", small_wheel.file, "0" * 64)
    with pytest.raises(Problem, match=r"tiny-1\.0-py3-none-any\.whl was refused: its sha256 is .* says 0000"):
        wheels.fetch_wheels([wrong], LINUX)
    assert not list((places.cache_folder() / "wheels").iterdir()), "the refused file must not stay"


def test_a_damaged_file_in_the_cache_is_fetched_again(small_wheel):
    (file,) = wheels.fetch_wheels([small_wheel], LINUX)
    file.write_bytes(b"damaged")
    assert wheels.fetch_wheels([small_wheel], LINUX) == [file]
    assert wheels.sha256_of(file) == small_wheel.sha256


def test_a_wheel_that_the_registry_lacks_is_named(small_wheel):
    with pytest.raises(StepFailed, match=r"the package registry has no tiny==2\.0"):
        wheels.fetch_wheels([Wheel("tiny", "2.0", "tiny-2.0-py3-none-any.whl", "0" * 64)], LINUX)


def test_no_registry_is_one_sentence(small_wheel, monkeypatch):
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", "")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    with pytest.raises(StepFailed, match="the package registry cannot be reached: check the network"):
        wheels.fetch_wheels([small_wheel], LINUX)


def test_an_environment_is_made_kept_and_healed(small_wheel):
    files = wheels.fetch_wheels([small_wheel], LINUX)
    python = environments.environment("small", [small_wheel], files)
    answer = [python, "-c", "import tiny; print(tiny.answer)"]
    assert subprocess.check_output(answer).strip() == b"42"
    before = (python.parent.parent / "complete").stat().st_mtime_ns
    environments.environment("small", [small_wheel], files)
    assert (python.parent.parent / "complete").stat().st_mtime_ns == before, "made twice"
    for module in python.parent.parent.rglob("tiny.py"):  # damaged by whatever it was
        module.unlink()
    environments.environment("small", [small_wheel], files)
    assert subprocess.check_output(answer).strip() == b"42"


def test_a_failed_installation_leaves_no_environment(small_wheel, tmp_path):
    broken = tmp_path / "tiny-1.0-py3-none-any.whl"
    broken.write_bytes(b"no zip at all")
    with pytest.raises(StepFailed):
        environments.environment("broken", [small_wheel], [broken])
    assert not (environments.ENVIRONMENTS / "broken").exists()


def test_what_is_made_whole_is_whole_or_gone(tmp_path):
    folder = tmp_path / "folder"
    with pytest.raises(KeyboardInterrupt), made_whole(folder, "stamp") as fresh:
        fresh.mkdir()
        raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())
    (tmp_path / "folder.making-1").mkdir()  # as a killed run leaves it
    with made_whole(folder, "stamp") as fresh:
        fresh.mkdir()
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_full_disk_is_one_sentence():
    assert "the disk is full" in explain("OSError: [Errno 28] No space left on device")


def test_a_failed_step_says_where_its_output_is(tmp_path, monkeypatch):
    monkeypatch.setattr("tools.console.LOGS", tmp_path)
    command = [sys.executable, "-c", "print('first'); print('it broke'); raise SystemExit(3)"]
    with pytest.raises(StepFailed, match=r"Trying it: exit code 3, 'it broke' .*trying-it\.log"):
        run_step("Trying it", command)


@pytest.mark.parametrize("version", [(3, 9), (3, 12), (3, 14)])
def test_another_python_is_told_which_ones_are_needed(version, monkeypatch):
    monkeypatch.setattr(dev, "working_python", lambda name: None)
    sentence = dev.python_problem(version, "/usr/bin/python", ["test"])
    assert sentence.startswith(
        "needs Python 3.11 (Blender 4.5) or Python 3.13 (Blender 5.2), but this is Python 3."
    )
    assert "looked for python3.11 and python3.13 on PATH: found neither" in sentence


def test_a_python_that_fits_is_named_with_the_command(monkeypatch):
    monkeypatch.setattr(dev, "working_python", lambda name: f"/opt/{name}")
    assert "run: /opt/python3.11 dev.py test" in dev.python_problem((3, 12), "python", ["test"])
    assert dev.python_problem((3, 11), "python", []) == ""
    assert dev.python_problem((3, 13), "python", []) == ""


def test_a_shim_that_does_not_start_is_no_python(tmp_path, monkeypatch):
    shim = tmp_path / "python3.13"
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert dev.working_python("python3.13") is None


@pytest.mark.parametrize("command", ["demo", "test", "build", "bench", "lock"])
def test_every_command_explains_itself(command):
    said = subprocess.check_output([sys.executable, ROOT / "dev.py", command, "--help"], text=True)
    assert f"usage: dev.py {command}" in said


def test_the_lock_survives_writing_and_reading(own_lock):
    wheel_set = WheelSet((Wheel("a-b", "1", "a_b-1-py3-none-any.whl", "f" * 64),), ("c",))
    write_lock({("extension", LINUX): wheel_set})
    assert read_lock("extension", LINUX) == wheel_set


@pytest.mark.parametrize("text", ["= broken", "extension = 3", '[extension.linux-x64."3.11"]\na = 3', ""])
def test_a_damaged_lock_is_one_sentence(own_lock, text):
    own_lock.write_text(text)
    with pytest.raises(Problem, match=r"wheels.lock|LOCK"):
        read_lock("extension", LINUX)


@pytest.mark.parametrize("target", [*SHIPPED, WINDOW], ids=str)
def test_the_lock_covers_every_target_and_names_no_address(target):
    names = {wheel.name for wheel in read_lock("extension", target).wheels}
    left_out = set(read_lock("extension", target).left_out)
    assert names | left_out >= {"numba", "scipy", "mujoco-core", "tomlkit", "pyserial", "hidapi"}
    assert "numpy" not in names
    assert "tomlkit" in names
    assert "://" not in places.LOCK.read_text(encoding="utf-8")


@pytest.mark.parametrize("target", SHIPPED, ids=str)
def test_each_manifest_has_its_own_range_platform_and_wheels(target):
    manifest = build.manifest_for(target, ["a.whl"], build.manifest_text())
    first, last = BLENDER_RANGES[target.python]
    assert f'blender_version_min = "{first}"' in manifest
    assert (f'blender_version_max = "{last}"' in manifest) == (last is not None)
    assert f'platforms = ["{target.platform}"]' in manifest
    assert '"./wheels/a.whl"' in manifest


def test_the_zip_holds_what_a_user_needs_and_nothing_else():
    with zipfile.ZipFile(os.environ["LINKWRIGHT_ZIP"]) as archive:
        top = {name.split("/")[0] for name in archive.namelist()}
    folders = {
        "bridge",
        "devices",
        "mechanism",
        "operators",
        "panels",
        "plugins",
        "presets",
        "properties",
        "solvers",
        "workers",
    }
    assert top == folders | {
        "__init__.py",
        "blender_manifest.toml",
        "wheels",
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
    }


def test_a_missing_library_names_the_command_for_those_who_may_not_install(monkeypatch):
    monkeypatch.setattr(system_packages, "may_install", lambda: False)
    monkeypatch.setattr(
        system_packages, "import_error", lambda python: "libXi.so.6: cannot open shared object file"
    )
    monkeypatch.setattr(system_packages, "missing_libraries", lambda python: ["libXi.so.6", "libSM.so.6"])
    with pytest.raises(Problem, match="sudo apt-get install --yes --no-install-recommends libxi6 libsm6"):
        system_packages.ensure_bpy_imports(Path("python"))


def test_this_machine_is_a_target():
    assert this_target() in SHIPPED
