# SPDX-License-Identifier: GPL-3.0-or-later
"""What a robot does: where its frames are, and how they move."""

from .closure import Closure, close_loops, closure_error, closure_jacobian
from .forward import frame, frames, integrate, jacobian
from .inverse import IkResult, Status, solve_ik
from .inverse_batch import IkBatch, solve_ik_batch
from .mobility import Mobility, mobility
from .model import Model
from .targets import Target

__all__ = [
    "Closure",
    "IkBatch",
    "IkResult",
    "Mobility",
    "Model",
    "Status",
    "Target",
    "close_loops",
    "closure_error",
    "closure_jacobian",
    "frame",
    "frames",
    "integrate",
    "jacobian",
    "mobility",
    "solve_ik",
    "solve_ik_batch",
]
