# SPDX-License-Identifier: GPL-3.0-or-later
"""`dev.py bench`: run every bench/compare_*.py and put their tables into out/bench.md."""

import os

from .blender import locked_environment
from .console import run_step, say
from .environments import import_folder
from .places import OUT, ROOT

REPORT = OUT / "bench.md"


def bench() -> int:
    """Run all benchmarks one after the other, never two at once."""
    scripts = sorted((ROOT / "bench").glob("compare_*.py"))
    if not scripts:
        say("There is no benchmark in bench/ yet: the first one arrives with the first kernel.")
        return 0
    # The later group decides: mink's mujoco refuses any mujoco-core but the one of its own version.
    python = locked_environment("bench", ["extension", "bench"])
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(import_folder()), str(ROOT)])}
    tables = [
        run_step(f"Measuring {script.stem}", [python, script], environment=variables) for script in scripts
    ]
    OUT.mkdir(exist_ok=True)
    REPORT.write_text("# Side by side\n\n" + "\n\n".join(tables), encoding="utf-8")
    say("\n\n".join(tables))
    say(f"Wrote {REPORT}")
    return 0
