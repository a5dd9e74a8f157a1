# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws marks on a region of the screen; what is dark gets a light rim, what is light a dark one."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import hypot

import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

from .label_painting import paint_labels
from .marks import AXIS_COLOURS, Colour, Dot, Line, Mark
from .projection import View

HEAD_LENGTH, HEAD_WIDTH = 11.0, 7.0
"""Of an arrowhead, in pixels of an unscaled interface."""
ROOM = 2.6
"""A line shorter than this many arrowheads has them outside, pointing inwards."""
RIM = 1.2
"""Width of the rim around everything, in pixels of an unscaled interface."""
RIM_STRENGTH = 0.55
SIDES = 20
TURNS = np.linspace(0.0, 2.0 * np.pi, SIDES + 1)
CIRCLE = np.column_stack([np.cos(TURNS), np.sin(TURNS)])
DISC = np.stack([np.zeros((SIDES, 2)), CIRCLE[:-1], CIRCLE[1:]], axis=1)
"""Triangles of a disc of radius one, shape (SIDES, 3, 2)."""
Rgba = tuple[float, float, float, float]


class Canvas:
    """Collects what is to be drawn, so that few calls draw all of it."""

    def __init__(self, view: View, scale: float) -> None:
        self.view, self.scale = view, scale
        self.strokes: dict[float, list[tuple[np.ndarray, Rgba]]] = defaultdict(list)
        """By width: segments, shape (m, 2, 2), and their colour."""
        self.areas: list[tuple[np.ndarray, Rgba]] = []
        """Triangles, shape (m, 3, 2), and their colour."""

    def line(self, line: Line, colour: Rgba) -> None:
        path = self.view.path(line.points)
        if len(path) < 2:
            return
        length = float(np.sqrt((np.diff(path, axis=0) ** 2).sum(axis=1)).sum())
        arrows = (line.arrow_first, line.arrow_last)
        if any(arrows) and length < 1e-3:  # seen from the tip, it is a point
            return
        head = HEAD_LENGTH * self.scale
        if all(arrows) and length < ROOM * head:
            self.squeezed(path, colour, line.width)
            return
        if line.arrow_last:
            path = self.arrow(path, min(head, 0.6 * length), colour)
        if line.arrow_first:
            path = self.arrow(path[::-1], min(head, 0.6 * length), colour)
        self.stroke(path, colour, line.width)

    def squeezed(self, path: np.ndarray, colour: Rgba, width: float) -> None:
        """Arrows from outside that point at both ends of a line too short for them."""
        head = HEAD_LENGTH * self.scale
        for end, other in ((path[0], path[-1]), (path[-1], path[0])):
            away = end - other
            distance = np.linalg.norm(away)
            away = away / distance if distance > 1e-6 else np.array([1.0, 0.0])
            self.stroke(self.arrow(np.array([end + 2.2 * head * away, end]), head, colour), colour, width)

    def arrow(self, path: np.ndarray, head: float, colour: Rgba) -> np.ndarray:
        """An arrowhead at the end of a path; the path that is left."""
        tip, kept = path[-1], path[:1]
        if len(path) > 2:  # of a curve, the part that the head does not cover
            outside = np.flatnonzero(((path - tip) ** 2).sum(axis=1) > head * head)
            kept = path[: outside[-1] + 1] if len(outside) else kept
        (x, y), (root_x, root_y) = tip.tolist(), kept[-1].tolist()
        distance = max(hypot(x - root_x, y - root_y), 1e-9)
        along_x, along_y = head * (x - root_x) / distance, head * (y - root_y) / distance
        wide = 0.5 * HEAD_WIDTH / HEAD_LENGTH
        left = (x - along_x - wide * along_y, y - along_y + wide * along_x)
        right = (x - along_x + wide * along_y, y - along_y - wide * along_x)
        self.areas.append((np.array([[(x, y), left, right]]), colour))
        return np.concatenate([kept, [[x - 0.8 * along_x, y - 0.8 * along_y]]])

    def stroke(self, path: np.ndarray, colour: Rgba, width: float) -> None:
        self.strokes[width].append((np.stack([path[:-1], path[1:]], axis=1), colour))

    def dot(self, dot: Dot, colour: Rgba) -> None:
        middle = self.view.point(dot.place)
        if middle is None:
            return
        self.areas.append((middle + dot.radius * self.scale * DISC, colour))

    def paint(self) -> None:
        """Rims first, so that no rim cuts through another line."""
        for width, strokes in self.strokes.items():
            paint_lines([(part, rim_of(colour)) for part, colour in strokes], (width + 2 * RIM) * self.scale)
        borders = [(outline(area), colour) for area, colour in self.areas]
        paint_lines([(part, rim_of(colour)) for part, colour in borders], 2 * RIM * self.scale)
        for width, strokes in self.strokes.items():
            paint_lines(strokes, width * self.scale)
        paint_areas(self.areas)
        paint_lines(borders, 1.0)  # smooth edges, which plain triangles lack


def outline(area: np.ndarray) -> np.ndarray:
    """The outer edges of an arrowhead (one triangle) or a dot (a fan), shape (m, 2, 2)."""
    if len(area) > 1:
        return area[:, 1:]
    return np.stack([area[0], np.roll(area[0], -1, axis=0)], axis=1)


def rim_of(colour: Rgba) -> Rgba:
    """Dark around what is light, light around what is dark."""
    red, green, blue, _ = colour
    shade = 0.0 if 0.3 * red + 0.6 * green + 0.1 * blue > 0.25 else 1.0
    return (shade, shade, shade, RIM_STRENGTH * colour[3])


def paint_lines(strokes: Sequence[tuple[np.ndarray, Rgba]], width: float) -> None:
    """Draw segments of one width; the shader smooths them."""
    if not strokes:
        return
    shader = gpu.shader.from_builtin("POLYLINE_FLAT_COLOR")
    batch = batch_for_shader(shader, "LINES", attributes(strokes))
    viewport = gpu.state.viewport_get()
    shader.uniform_float("viewportSize", viewport[2:])
    shader.uniform_float("lineWidth", width)
    batch.draw(shader)


def paint_areas(areas: Sequence[tuple[np.ndarray, Rgba]]) -> None:
    if areas:
        shader = gpu.shader.from_builtin("FLAT_COLOR")
        batch_for_shader(shader, "TRIS", attributes(areas)).draw(shader)


def attributes(parts: Sequence[tuple[np.ndarray, Rgba]]) -> dict[str, np.ndarray]:
    """Corners and their colours, as the shaders take them."""
    corners = np.concatenate([part.reshape(-1, 2) for part, _ in parts])
    counts = [part.size // 2 for part, _ in parts]
    colours = np.repeat(np.array([colour for _, colour in parts]), counts, axis=0)
    flat = np.zeros((len(corners), 1))
    return {
        "pos": np.concatenate([corners, flat], axis=1).astype(np.float32),
        "color": colours.astype(np.float32),
    }


def theme_colours() -> dict[str, Colour]:
    """The colours that marks name."""
    theme = bpy.context.preferences.themes[0]
    axes = [getattr(theme.user_interface, f"axis_{axis}") for axis in AXIS_COLOURS]
    named = dict(zip(AXIS_COLOURS, axes, strict=True))
    named |= {"accent": theme.view_3d.object_active, "quiet": theme.view_3d.space.text_hi}
    return {name: (colour[0], colour[1], colour[2]) for name, colour in named.items()}


def paint(marks: Iterable[Mark], view: View) -> None:
    """Draw all marks of a region."""
    scale = bpy.context.preferences.system.ui_scale
    colours, canvas, labels = theme_colours(), Canvas(view, scale), []
    for mark in marks:
        rgb = colours[mark.colour] if isinstance(mark.colour, str) else mark.colour
        rgba = (*rgb, mark.alpha)
        if isinstance(mark, Line):
            canvas.line(mark, rgba)
        elif isinstance(mark, Dot):
            canvas.dot(mark, rgba)
        else:
            labels.append((mark, rgba))
    gpu.state.blend_set("ALPHA")
    canvas.paint()
    paint_labels(labels, view, scale)
    gpu.state.blend_set("NONE")
