# SPDX-License-Identifier: GPL-3.0-or-later
"""An empty home for a Blender that must see none of its user's settings."""

import os
from pathlib import Path


def blender_variables(home: Path) -> dict[str, str]:
    """Environment variables that put everything a Blender reads and writes below `home`."""
    home.mkdir(parents=True, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BLENDER_"))}
    places = {"HOME": home, "USERPROFILE": home, "BLENDER_USER_RESOURCES": home / "blender"}
    return {**kept, **{name: str(path) for name, path in places.items()}, "PYTHONNOUSERSITE": "1"}
