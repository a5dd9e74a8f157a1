# SPDX-License-Identifier: GPL-3.0-or-later
"""What a robot does: where its frames are, and how they move."""

from .forward import frame, frames, integrate, jacobian
from .model import Model

__all__ = ["Model", "frame", "frames", "integrate", "jacobian"]
