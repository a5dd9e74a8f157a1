# SPDX-License-Identifier: GPL-3.0-or-later
"""The main pytest run's view of tests/blender: items that another pytest, with bpy, runs all at once."""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from tools.blender_home import blender_variables
from tools.places import ROOT

FOLDER = "tests/blender"


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector:
    """Take the place of pytest's own collector, which would import bpy here."""
    return BlenderFile.from_parent(parent, path=module_path)


class BlenderFile(pytest.File):
    """A test module, as the pytest inside found it."""

    def collect(self) -> Iterator[pytest.Item]:
        for row in collected():
            file, _, name = row["nodeid"].partition("::")
            if ROOT / file == self.path:
                yield BlenderItem.from_parent(self, name=name)


class BlenderItem(pytest.Item):
    """One test; the first that runs makes the pytest inside run all that were chosen."""

    def runtest(self) -> None:
        chosen = tuple(item.nodeid for item in self.session.items if isinstance(item, BlenderItem))
        rows = [row for row in results(chosen) if row["nodeid"] == self.nodeid]
        for row in rows:
            if row["outcome"] == "skipped":
                pytest.skip(row["text"])
            if row["outcome"] == "failed":
                raise FailedInBlender(row["text"])
        if not any(row["when"] == "teardown" for row in rows):
            raise FailedInBlender("Blender ended before this test was over")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name


class FailedInBlender(Exception):
    """The text of a failure that happened inside."""


@cache
def collected() -> Sequence[dict[str, str]]:
    code, rows, output = run_inside([FOLDER, "--collect-only"])
    if code:
        raise pytest.UsageError(f"the pytest inside Blender cannot collect {FOLDER}:\n{output}")
    return rows


@cache
def results(chosen: tuple[str, ...]) -> Sequence[dict[str, str]]:
    code, rows, output = run_inside(chosen)
    if code not in {0, 1}:  # 1: a test failed, which the rows tell
        print(output)
    return rows


def run_inside(arguments: Sequence[str]) -> tuple[int, Sequence[dict[str, str]], str]:
    """Start the pytest inside with an empty home; return its code, what it reported row by row, and said."""
    python = os.environ.get("LINKWRIGHT_BLENDER_PYTHON")
    if not python:
        raise pytest.UsageError("these tests need a Python with bpy: run them with `python3 dev.py test`")
    with tempfile.TemporaryDirectory() as home:
        report = Path(home) / "report.jsonl"
        variables = {**blender_variables(Path(home)), "LINKWRIGHT_REPORT": str(report)}
        command = [python, "-m", "pytest", "-o", f"pythonpath={FOLDER}", *arguments]
        result = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
        rows = [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []
    return result.returncode, rows, result.stdout + result.stderr
