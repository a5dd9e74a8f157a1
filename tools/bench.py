# SPDX-License-Identifier: GPL-3.0-or-later
"""`dev.py bench`: run every script in bench/ and put their tables into out/bench.md."""

import os
import shutil

from .blender import blender_python, locked_environment
from .blender_home import blender_variables
from .build import build_zip
from .console import run_step, say
from .environments import import_folder
from .places import OUT, ROOT
from .targets import this_target

REPORT = OUT / "bench.md"


def bench() -> int:
    """Run all benchmarks one after the other, never two at once."""
    OUT.mkdir(exist_ok=True)
    tables = [*compared_with_peers(), *inside_blender()]
    REPORT.write_text("# Side by side\n\n" + "\n\n".join(tables), encoding="utf-8")
    say("\n\n".join(tables))
    say(f"Wrote {REPORT}")
    return 0


def compared_with_peers() -> list[str]:
    """bench/compare_*.py: our solvers beside other engines, without Blender."""
    # The later group decides: mink's mujoco refuses any mujoco-core but the one of its own version.
    python = locked_environment("bench", ["extension", "bench"])
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(import_folder()), str(ROOT)])}
    return [
        run_step(f"Measuring {script.stem}", [python, script], environment=variables)
        for script in sorted((ROOT / "bench").glob("compare_*.py"))
    ]


def inside_blender() -> list[str]:
    """bench/blender_*.py: the installed zip in Blender."""
    package, home = build_zip(this_target()), OUT / "bench-home"
    tables = []
    for script in sorted((ROOT / "bench").glob("blender_*.py")):
        shutil.rmtree(home, ignore_errors=True)
        command = [blender_python(), script, package]
        said = run_step(f"Measuring {script.stem}", command, environment=blender_variables(home))
        tables.append(said[said.index("## ") :])
    shutil.rmtree(home, ignore_errors=True)
    return tables
