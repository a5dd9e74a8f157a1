# SPDX-License-Identifier: GPL-3.0-or-later
"""While we write properties ourselves, their update callbacks keep quiet."""

from collections.abc import Iterator
from contextlib import contextmanager

depth = 0


def is_quiet() -> bool:
    return depth > 0


@contextmanager
def quietly() -> Iterator[None]:
    """Write properties without answering to the change."""
    global depth  # noqa: PLW0603  Blender calls back in the middle of an assignment, with no way to pass it on
    depth += 1
    try:
        yield
    finally:
        depth -= 1
