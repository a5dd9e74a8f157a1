# SPDX-License-Identifier: GPL-3.0-or-later
"""What a robot does: where its frames are for given joint positions."""

from .forward import frames
from .model import Model

__all__ = ["Model", "frames"]
