# SPDX-License-Identifier: GPL-3.0-or-later
"""Timing several candidates side by side, so that a noisy machine is noisy for all of them."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from linkwright.solvers import speed

ROUNDS = 41


def use_compiled_kernels() -> None:
    """Fill a cache as the extension does, then load it."""
    folder = speed.cache_folder(Path(tempfile.gettempdir()) / "linkwright-bench")
    if not speed.is_filled(folder):
        subprocess.run(speed.fill_command(sys.executable, folder), check=True)
    assert speed.load_compiled(folder), "the kernels are not compiled, so there is nothing to compare"


def side_by_side(candidates: Mapping[str, Callable[[], object]], *, calls: int) -> dict[str, float]:
    """Median microseconds of this thread a call of each candidate, in turns; other processes do not count."""
    times: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(ROUNDS):
        for name, call in candidates.items():
            start = time.thread_time_ns()
            for _ in range(calls):
                call()
            times[name].append((time.thread_time_ns() - start) / calls / 1e3)
    return {name: float(np.median(values)) for name, values in times.items()}


def table(title: str, head: list[str], rows: list[list[str]]) -> str:
    lines = [f"## {title}", "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])
