# SPDX-License-Identifier: GPL-3.0-or-later
"""32-bit values as texts with no more digits than they have."""

from math import isfinite

import numpy as np


def shortest_text(value: float, scale: float) -> str:
    """A slider's 32-bit value in the robot's units, with the fewest digits that give it again."""
    if not isfinite(value):
        return repr(value)
    wanted = np.float32(value)
    for digits in range(1, 10):
        text = f"{value / scale:.{digits}g}"
        if np.float32(float(text) * scale) == wanted:
            return f"{float(text):.12g}"
    return repr(value / scale)
