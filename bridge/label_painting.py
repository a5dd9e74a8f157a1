# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws labels on a region of the screen; none covers another."""

from collections.abc import Sequence
from typing import NamedTuple

import bpy
import blf
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

from .marks import Label
from .projection import View

FONT = 0
"""Blender's own."""
OUTLINE = 6
"""The shadow that is a rim around the letters."""
BESIDE = (9.0, 5.0)
"""From a point to the text beside it, in pixels of an unscaled interface."""
PADDING = (7.0, 5.0)
"""Between a text and the edge of its plate."""
ROUNDING = 4.0
LINE_LEFT = 50.0
"""Of a line under a plate, this much must be seen: two arrowheads and what is between."""
DESCENT = 0.22
"""Of a line, as a share of its height."""
LINE_HEIGHT = 1.35
"""From one line to the next, in heights of a label."""
SMALLEST = 75.0
"""Diagonal of the smallest thing that gets a text beside it."""
MARGIN = 9.0
"""Between a plate and the line that it was moved off."""
TRIES = (0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6)
"""By how many lines a text moves up or down until it covers no other."""
Rgba = tuple[float, float, float, float]


class Box(NamedTuple):
    """A rectangle in pixels; plain numbers, because every label is compared with every other."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def middle(self) -> tuple[float, float]:
        return 0.5 * (self.left + self.right), 0.5 * (self.bottom + self.top)

    def touches(self, other: "Box") -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.top <= other.bottom or other.top <= self.bottom)

    def moved(self, right: float, up: float) -> "Box":
        return Box(self.left + right, self.bottom + up, self.right + right, self.top + up)


def paint_labels(labels: Sequence[tuple[Label, Rgba]], view: View, scale: float) -> None:
    """Draw texts, those on plates first: they are the more important ones."""
    blf.size(FONT, bpy.context.preferences.ui_styles[0].widget.points * scale)
    height = blf.dimensions(FONT, "Xg")[1]  # the same for all
    taken: list[Box] = []
    for label, colour in sorted(labels, key=lambda pair: not pair[0].framed):
        point = view.point(label.place)
        if point is None or (not label.framed and is_crowded(label, view, scale)):
            continue
        box = off_line(label, box_of(label, point, height, scale), view, scale)
        taken.append(find_room(box, taken))
        if label.framed:
            paint_plate(taken[-1], scale, label.alpha)
        paint_text(label, taken[-1], height, scale, colour)


def box_of(label: Label, point: np.ndarray, height: float, scale: float) -> Box:
    """The room that a label would like to have."""
    width, (x, y) = blf.dimensions(FONT, label.text)[0], point.tolist()
    if label.framed:
        right, up = 0.5 * width + PADDING[0] * scale, 0.5 * height + PADDING[1] * scale
        return Box(x - right, y - up, x + right, y + up)
    return Box(x, y, x + width, y + height).moved(BESIDE[0] * scale, BESIDE[1] * scale)


def is_crowded(label: Label, view: View, scale: float) -> bool:
    """Whether that which a text belongs to is too small on the screen for a text beside it."""
    if label.span is None:
        return False
    path = view.path(label.span)
    return len(path) == 0 or float(np.linalg.norm(np.ptp(path, axis=0))) < SMALLEST * scale


def off_line(label: Label, box: Box, view: View, scale: float) -> Box:
    """The room of a plate, moved aside where it would hide the line that it belongs to."""
    if label.span is None or label.aside is None:
        return box
    path, aside = view.path(label.span), view.point(label.aside)
    size = np.array([box.right - box.left, box.top - box.bottom])
    if len(path) < 2 or aside is None or np.linalg.norm(path[-1] - path[0]) > size[0] + LINE_LEFT * scale:
        return box
    way = aside - box.middle
    way = way / max(float(np.linalg.norm(way)), 1e-9)
    # As far as the plate reaches in this direction, and a little more.
    return box.moved(*(way * (0.5 * float(np.abs(way) @ size) + MARGIN * scale)).tolist())


def find_room(box: Box, taken: Sequence[Box]) -> Box:
    """The nearest free room above or below; where there is none, its own."""
    line = LINE_HEIGHT * (box.top - box.bottom)
    for lines in TRIES:
        moved = box.moved(0.0, lines * line)
        if not any(moved.touches(other) for other in taken):
            return moved
    return box


def paint_text(label: Label, box: Box, height: float, scale: float, colour: Rgba) -> None:
    if label.framed:
        theme = bpy.context.preferences.themes[0].user_interface.wcol_tooltip
        colour = (*theme.text[:3], label.alpha)
    right, up = PADDING if label.framed else (0.0, 0.0)
    if not label.framed:
        shade = 0.0 if sum(colour[:3]) > 1.2 else 1.0
        blf.enable(FONT, blf.SHADOW)
        blf.shadow(FONT, OUTLINE, shade, shade, shade, 0.7 * label.alpha)
        blf.shadow_offset(FONT, 0, 0)
    blf.color(FONT, *colour)
    blf.position(FONT, box.left + right * scale, box.bottom + up * scale + DESCENT * height, 0.0)
    blf.draw(FONT, label.text)
    blf.disable(FONT, blf.SHADOW)


def paint_plate(box: Box, scale: float, alpha: float) -> None:
    """A rounded plate in the colours of the theme's tooltips."""
    theme = bpy.context.preferences.themes[0].user_interface.wcol_tooltip
    corners = rounded(box, ROUNDING * scale)
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    following = np.roll(corners, -1, axis=0)
    fan = np.stack([np.broadcast_to(box.middle, corners.shape), corners, following], axis=1).reshape(-1, 2)
    shader.uniform_float("color", (*theme.inner[:3], 0.92 * alpha))
    batch_for_shader(shader, "TRIS", {"pos": with_depth(fan)}).draw(shader)
    lines = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
    lines.uniform_float("viewportSize", gpu.state.viewport_get()[2:])
    lines.uniform_float("lineWidth", 1.5)
    lines.uniform_float("color", (*theme.outline[:3], alpha))
    edge = np.stack([corners, following], axis=1).reshape(-1, 2)
    batch_for_shader(lines, "LINES", {"pos": with_depth(edge)}).draw(lines)


def rounded(box: Box, radius: float) -> np.ndarray:
    """Corners of a rectangle with round corners, shape (n, 2)."""
    turns = np.linspace(0.0, 0.5 * np.pi, 5)
    quarter = radius * np.column_stack([np.cos(turns), np.sin(turns)])
    left, bottom, right, top = box.left + radius, box.bottom + radius, box.right - radius, box.top - radius
    centres = ((right, top), (left, top), (left, bottom), (right, bottom))
    parts = []
    for centre in centres:
        parts.append(quarter + centre)
        quarter = np.column_stack([-quarter[:, 1], quarter[:, 0]])  # a quarter turn on
    return np.concatenate(parts)


def with_depth(points: np.ndarray) -> np.ndarray:
    return np.column_stack([points, np.zeros(len(points))]).astype(np.float32)
