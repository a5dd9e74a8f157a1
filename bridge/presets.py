# SPDX-License-Identifier: GPL-3.0-or-later
"""The robots that come with the extension."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "presets" / "robots"
LABELS = {"puma560": "PUMA 560"}
"""Names that a file name cannot spell."""


@cache
def robot_presets() -> tuple[tuple[str, str], ...]:
    """File stem and label of every robot, in the order of their labels."""
    stems = [path.stem for path in FOLDER.glob("*.raff")]
    return tuple(sorted(((stem, LABELS.get(stem, stem)) for stem in stems), key=lambda pair: pair[1]))


def preset_file(stem: str) -> Path:
    return FOLDER / f"{stem}.raff"
