# SPDX-License-Identifier: GPL-3.0-or-later
"""A joint's frame and its bone: the same place, but the axis is z of the frame and Y of the bone."""

import numpy as np

X_JB = np.array(
    [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, -1.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ]
)
"""Pose of a bone in its joint's frame."""
X_BJ = X_JB.T
"""Pose of a joint's frame in its bone."""
