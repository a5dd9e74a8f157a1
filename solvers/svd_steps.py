# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of the targets: what is missing, and how that changes with the joints."""

import numpy as np

from . import speed
from .forward import frames
from .model import Model
from .targets import TargetTables


def target_rows(model: Model, tables: TargetTables, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Errors (6 n,) and Jacobian (6 n, nv) of all targets, unweighted, along the targets' axes."""
    count = 6 * len(tables.rows)
    error, J = np.zeros(count), np.zeros((count, model.nv))
    equations = speed.kernels.inverse.target_equations
    X = frames(model, q)
    equations(model.layout, model.constants, q, X, tables.rows, tables.poses, 0, error, J)
    return error, J
