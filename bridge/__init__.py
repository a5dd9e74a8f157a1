# SPDX-License-Identifier: GPL-3.0-or-later
"""The one place that knows both Blender and everything that does without it."""

from .description import read_mechanism, read_model
from .positions import moved, read_positions, write_positions
from .robots import active_robot, is_robot, make_robot

__all__ = [
    "active_robot",
    "is_robot",
    "make_robot",
    "moved",
    "read_mechanism",
    "read_model",
    "read_positions",
    "write_positions",
]
