# SPDX-License-Identifier: GPL-3.0-or-later
"""The compiled kernels: made by a worker, loaded at the next start, and what happens where that fails."""

import importlib
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
NAME = "bl_ext.user_default.linkwright"
KERNELS = Path(*NAME.split("."), "solvers/kernels")
PACKAGES = ("__init__.py", "solvers/kernels/__init__.py", "solvers/kernels_plain/__init__.py")
COPIED = (*PACKAGES, "solvers/speed.py", "solvers/kernels/speed.py", "workers/compile_kernels.py")
INNER = """
from .speed import kernel

@kernel("f8(f8)")
def square(x):
    return x * x
"""
OUTER = """
from .inner import square
from .speed import kernel

@kernel("f8(f8[::1])")
def add_squares(x):
    total = 0.0
    for value in x:
        total += square(value)
    return total
"""
SAMPLES = np.random.default_rng(7).normal(size=(5, 40))
EXPECTED = np.cumsum(SAMPLES**2, axis=1)[:, -1].tolist()


def describe_start(name: str, base: Path, *, folder: str, without: str) -> dict[str, object]:
    """What happens in a process that starts like Blender; run by `start` in a process of its own."""
    messages: list[str] = []
    listener = logging.Handler(logging.WARNING)
    listener.emit = lambda record: messages.append(record.getMessage())
    logging.getLogger().addHandler(listener)
    if without:
        sys.meta_path.insert(0, Blocker(without))
    speed = importlib.import_module(f"{name}.solvers.speed")
    cache = Path(folder) if folder else speed.cache_folder(base)
    early, begin = "numba" in sys.modules, time.perf_counter()
    report = {"filled": speed.is_filled(cache), "loaded": speed.load_compiled(cache)}
    report |= {"seconds": time.perf_counter() - begin, "early": early, "log": messages, "cache": str(cache)}
    compiler = sys.modules.get(f"{name}.solvers.kernels.speed")
    stats = [dispatcher.stats for dispatcher in compiler.compiled] if compiler else []
    report["hits"] = sum(sum(stat.cache_hits.values()) for stat in stats)
    report["misses"] = sum(sum(stat.cache_misses.values()) for stat in stats)
    report |= {"state": speed.state().name, "command": speed.fill_command(sys.executable, cache)}
    return report | {"values": use_kernels(name, speed.kernels), "plain": use_kernels(name, speed.plain)}


@dataclass
class Blocker:
    """Makes a package missing."""

    package: str

    def find_spec(self, name: str, _path: object, _target: object = None) -> None:
        if name == self.package:
            raise ModuleNotFoundError(f"No module named {name!r}")


def use_kernels(name: str, kernels: object) -> list[float]:
    """Results of the kernels of this tree."""
    if hasattr(kernels, "outer"):
        return [kernels.outer.add_squares(x) for x in SAMPLES]
    solvers, speed = sys.modules[f"{name}.solvers"], sys.modules[f"{name}.solvers.speed"]
    document = importlib.import_module(f"{name}.mechanism").read(ROOT / "presets/robots/puma560.raff")
    model = solvers.Model(document.robots[0])
    speed.kernels = kernels
    X = [solvers.frames(model, q) for q in np.random.default_rng(7).uniform(-1.0, 1.0, (5, model.nq))]
    return np.ravel(X).tolist()


def environment(place: Path) -> dict[str, str]:
    """As in Blender: the worker leaves bytecode of numba that the next start finds."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": str(place), "PYTHONPYCACHEPREFIX": str(place / "bytecode")}


def start(place: Path, base: Path, *, name: str = NAME, folder: object = "", without: str = "") -> dict:
    """Start a process that has the package `name` below `place`, and hear what happened there."""
    command = [sys.executable, __file__, name, str(base), str(folder), without]
    result = subprocess.run(command, env=environment(place), capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def run_worker(place: Path, report: dict) -> subprocess.CompletedProcess[str]:
    variables = environment(place)
    return subprocess.run(report["command"], env=variables, capture_output=True, text=True, check=False)


def fill(place: Path, base: Path) -> dict:
    """First start, then the worker; the report of the first start."""
    report = start(place, base)
    result = run_worker(place, report)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    return report


def lay_out(place: Path) -> Path:
    """A copy of the package with two small kernels, importable below `place` under its name in Blender."""
    package = place.joinpath(*NAME.split("."))
    for name in COPIED:
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, package / name)
    (package / "solvers/__init__.py").touch()
    (place / KERNELS / "inner.py").write_text(INNER)
    (place / KERNELS / "outer.py").write_text(OUTER)
    return place


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    return lay_out(tmp_path_factory.mktemp("place"))


@pytest.fixture(scope="module")
def first(place, tmp_path_factory) -> dict:
    """Report of the first start of all, after which the worker filled the cache."""
    return fill(place, tmp_path_factory.mktemp("base"))


@pytest.fixture
def base(first, tmp_path) -> Path:
    """A base folder of its own with a filled cache."""
    shutil.copytree(Path(first["cache"]).parent, tmp_path / "kernels")
    return tmp_path


def assert_plain(report: dict, reason: str) -> None:
    """Plain kernels, right results, one line in the log, nothing compiled."""
    assert not report["loaded"]
    assert report["state"] == "PLAIN"
    assert report["values"] == report["plain"] == EXPECTED
    (line,) = report["log"]
    assert reason in line


def assert_compiled(report: dict, kernels: int = 2) -> None:
    assert report["loaded"]
    assert report["state"] == "COMPILED"
    assert (report["hits"], report["misses"], report["log"]) == (kernels, 0, [])
    np.testing.assert_allclose(report["values"], report["plain"], rtol=0.0, atol=1e-12)


def test_first_start_is_plain_and_leaves_numba_alone(first):
    assert_plain(first, "is not filled")
    assert not first["early"]


def test_next_start_loads_what_the_worker_made(place, base):
    report = start(place, base)
    assert_compiled(report)
    assert report["values"] == report["plain"] == EXPECTED
    assert not report["early"]
    assert report["seconds"] < 2.0


def test_another_package_name_has_another_folder(place, base, first):
    below, cache = place / "bl_ext" / "user_default", base / "kernels" / Path(first["cache"]).name
    report = start(below, base, name="linkwright")
    assert report["cache"] != str(cache)
    assert_plain(report, "is not filled")
    assert_plain(start(below, base, name="linkwright", folder=cache), "package")


def test_changed_sources_are_compiled_anew(tmp_path):
    place = lay_out(tmp_path / "place")
    old = fill(place, tmp_path)
    os.utime(place / KERNELS / "outer.py", ns=(1, 1))
    assert_plain(start(place, tmp_path), "changed sources")
    assert run_worker(place, old).returncode == 0
    assert_compiled(start(place, tmp_path))
    (place / KERNELS / "inner.py").write_text(INNER + "    # changed\n")
    new = start(place, tmp_path)
    assert new["cache"] != old["cache"]
    assert_plain(new, "is not filled")
    assert_plain(start(place, tmp_path, folder=old["cache"]), "changed sources")


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


@pytest.mark.parametrize("damage", [flip, truncate, Path.unlink])
@pytest.mark.parametrize("pattern", ["*/outer*.nbc", "*/outer*.nbi", "complete.json"])
def test_damaged_cache_is_not_touched_and_made_anew(place, base, pattern, damage):
    (file,) = base.glob(f"kernels/*/{pattern}")
    damage(file)
    report = start(place, base)
    assert_plain(report, f"the cache {base}")
    assert report["hits"] == 0, "damaged files can bring numba's process down"
    assert run_worker(place, report).returncode == 0
    assert_compiled(start(place, base))


def test_killed_worker_leaves_plain_kernels_and_the_next_one_finishes(place, tmp_path):
    report = start(place, tmp_path)
    with subprocess.Popen(report["command"], env=environment(place)) as worker:
        deadline = time.monotonic() + 30.0
        while not list(Path(report["cache"]).glob("*/*.nb?")) and time.monotonic() < deadline:
            time.sleep(0.002)
        worker.kill()
    assert worker.returncode == -signal.SIGKILL
    assert list(Path(report["cache"]).glob("*/*.nb?"))
    assert_plain(start(place, tmp_path), "is not filled")
    assert run_worker(place, report).returncode == 0
    assert_compiled(start(place, tmp_path))


def test_kernel_missing_behind_the_seal_is_not_compiled_here(place, base):
    (seal,) = base.glob("kernels/*/complete.json")
    for file in base.glob("kernels/*/*/outer*"):
        file.unlink()
    sealed = json.loads(seal.read_text())
    sealed["files"] = {name: digest for name, digest in sealed["files"].items() if "outer" not in name}
    seal.write_text(json.dumps(sealed))
    report = start(place, base)
    assert report["filled"]
    assert_plain(report, "lacks kernel 'add_squares'")
    assert not seal.exists()
    assert not list(base.glob("kernels/*/*/outer*"))


def test_unwritable_folder(place, tmp_path):
    (tmp_path / "file").touch()
    report = start(place, tmp_path / "file")
    assert_plain(report, "cannot be read")
    result = run_worker(place, report)
    (line,) = result.stderr.splitlines()
    assert (result.returncode, line.partition(": ")[0]) == (1, "The kernels cannot be compiled")
    assert str(tmp_path / "file") in line


@pytest.mark.parametrize("package", ["numba", "llvmlite"])
def test_missing_library_at_the_start(place, base, package):
    assert_plain(start(place, base, without=package), f"No module named '{package}'")
    assert_compiled(start(place, base))


def test_missing_numba_in_the_worker(place, tmp_path):
    (tmp_path / "numba.py").write_text("raise ImportError('there is no numba')")
    report = start(place, tmp_path)
    result = run_worker(tmp_path, report)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "The kernels cannot be compiled: there is no numba\n"
    assert_plain(start(place, tmp_path), "is not filled")


def test_worker_leaves_a_filled_cache_alone_and_removes_old_ones(place, base):
    folders = {name: base / "kernels" / name for name in ("0" * 32, "1" * 32, "keep me")}
    for folder in folders.values():
        folder.mkdir()
    month_ago = time.time() - 31 * 24 * 3600
    report = start(place, base)
    for folder in (folders["0" * 32], folders["keep me"], report["cache"]):
        os.utime(folder, (month_ago, month_ago))
    assert run_worker(place, report).returncode == 0
    assert Path(report["cache"]).stat().st_mtime == pytest.approx(month_ago)
    assert [folder.exists() for folder in folders.values()] == [False, True, True]
    assert_compiled(start(place, base))


def test_real_kernels_give_the_same_results_at_both_speeds(tmp_path):
    ours = shutil.ignore_patterns(".*", "out", "__pycache__")
    shutil.copytree(ROOT, tmp_path.joinpath(*NAME.split(".")), ignore=ours)
    fill(tmp_path, tmp_path)
    report = start(tmp_path, tmp_path)
    assert_compiled(report, kernels=report["hits"])
    print(f"{report['hits']} kernels loaded in {report['seconds']:.2f} s")
    assert report["hits"] > 10
    assert report["seconds"] < 2.0


if __name__ == "__main__":
    full_name, base_folder, chosen, blocked = sys.argv[1:]
    print(json.dumps(describe_start(full_name, Path(base_folder), folder=chosen, without=blocked)))
