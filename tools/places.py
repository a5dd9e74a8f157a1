# SPDX-License-Identifier: GPL-3.0-or-later
"""Where things lie: the checkout, what is made in it, and the cache that outlives it."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENTS = ROOT / ".venv"
"""Holds the environments `pip`, `core`, `blender`, `bench` and the link `import/linkwright`."""
OUT = ROOT / "out"
LOGS = OUT / "logs"
LOCK = ROOT / "wheels.lock"
REQUIREMENTS = ROOT / "tools" / "requirements.toml"


def cache_folder() -> Path:
    """The cache shared by all checkouts of this user: wheels and the window's Blender."""
    if chosen := os.environ.get("LINKWRIGHT_CACHE"):
        return Path(chosen).expanduser().resolve()
    if sys.platform == "win32":
        return Path(os.environ["LOCALAPPDATA"]) / "linkwright"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "linkwright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "linkwright"
