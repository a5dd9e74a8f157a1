# SPDX-License-Identifier: GPL-3.0-or-later
"""The axes of every joint's and tool's frame, as they stand now."""

from collections.abc import Iterator

import numpy as np
from bpy.types import Context, Object

from ...mechanism.joint import BASE
from ..marks import AXIS_COLOURS, QUIET, Dot, Label, Line, Mark
from ..shown_frames import base_frame, frame_names, frame_size, shown_frame

identifier = "frames"
label = "Frames"
description = "Axes x, y and z of every joint and tool, in red, green and blue"
options = ("frame_names", "base_frame")
shown = False


def marks(robot: Object, context: Context) -> Iterator[Mark]:
    """Three arrows a frame, and its name."""
    settings = context.scene.linkwright
    X_WA = np.array(robot.matrix_world)
    largest = 0.0
    for name in frame_names(robot):
        X_AJ = shown_frame(robot, name)
        if X_AJ is not None:
            size = frame_size(robot, name)
            largest = max(largest, size)
            yield from frame_marks(X_WA @ X_AJ, size, name if settings.frame_names else "")
    X_AB = base_frame(robot) if settings.base_frame else None
    if X_AB is not None:
        yield from frame_marks(X_WA @ X_AB, largest, BASE if settings.frame_names else "")


def frame_marks(X_WF: np.ndarray, size: float, name: str) -> Iterator[Mark]:
    """One frame; a scaled robot scales its arrows, too."""
    origin = X_WF[:3, 3]
    tips = origin + size * X_WF[:3, :3].T
    for tip, colour in zip(tips, AXIS_COLOURS, strict=True):
        yield Line(np.array([origin, tip]), colour, width=2.5, arrow_last=True)
    yield Dot(origin, QUIET, radius=2.5)
    if name:
        yield Label(origin, name, span=np.array([origin, *tips]))
