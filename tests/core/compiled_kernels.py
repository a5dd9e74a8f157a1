# SPDX-License-Identifier: GPL-3.0-or-later
"""The compiled kernels for tests that solve by the ten thousand."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from linkwright.solvers import speed


@contextmanager
def compiled_kernels() -> Iterator[None]:
    """Solve with compiled kernels meanwhile; where there is no numba, plain ones go on and take longer."""
    folder = speed.cache_folder(Path(tempfile.gettempdir()) / "linkwright-test")
    if not speed.is_filled(folder):
        subprocess.run(speed.fill_command(sys.executable, folder), check=False)
    before = speed.kernels
    speed.load_compiled(folder)
    try:
        yield
    finally:
        speed.kernels = before
