# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of solvers/kernels under a second name: compiled there, plain Python here."""

from pathlib import Path

__path__ = [str(Path(__file__).parent.parent / "kernels")]
