# SPDX-License-Identifier: GPL-3.0-or-later
"""The robots that come with the extension, and how the menus sort them."""

import re
import tomllib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "presets" / "robots"
FAMILIES = FOLDER / "families.toml"
FIRST_NAME = re.compile(r'^name = "(.+)"', re.MULTILINE)


@cache
def robot_presets() -> tuple[tuple[str, str], ...]:
    """File stem and label of every robot, in the order of their labels."""
    presets = []
    for path in FOLDER.glob("*.raff"):
        found = FIRST_NAME.search(path.read_text(encoding="utf-8"))
        presets.append((path.stem, found[1] if found else path.stem))
    return tuple(sorted(presets, key=lambda preset: preset[1].lower()))


@cache
def families() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Name of each family, and the stems of its robots in the order in which a menu shows them."""
    with FAMILIES.open("rb") as stream:
        rows = tomllib.load(stream)["family"]
    return tuple((row["name"], tuple(row["robots"])) for row in rows)


def preset_file(stem: str) -> Path:
    return FOLDER / f"{stem}.raff"
