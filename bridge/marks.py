# SPDX-License-Identifier: GPL-3.0-or-later
"""What an overlay shows, in world coordinates; drawing it is not the overlay's business."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from bpy.types import Context, Object

Colour = tuple[float, float, float]
AXIS_COLOURS = ("x", "y", "z")
"""Names of the theme's own colours of the three axes."""
ACCENT = "accent"
"""Name of the colour for what the eye should find first."""
QUIET = "quiet"
"""Name of the colour for lines that only explain others."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A line through points, with arrowheads where wanted."""

    points: np.ndarray
    """World coordinates, shape (n, 3), [m]."""
    colour: str | Colour = ACCENT
    width: float = 2.0
    """In pixels of an unscaled interface."""
    arrow_first: bool = False
    arrow_last: bool = False
    alpha: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Dot:
    """A point, as large on the screen from everywhere."""

    place: np.ndarray
    """World coordinates, shape (3,), [m]."""
    colour: str | Colour = ACCENT
    radius: float = 4.0
    """In pixels of an unscaled interface."""
    alpha: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """A short text; one that would cover another moves aside."""

    place: np.ndarray
    """World coordinates, shape (3,), [m]."""
    text: str
    colour: str | Colour = QUIET
    framed: bool = False
    """On a plate in the colours of a tooltip, centred on its place; else beside it."""
    span: np.ndarray | None = None
    """What the text belongs to, shape (n, 3): a plate keeps off a line that is too short for both, and a text
    without one is left out where all of this is small on the screen."""
    aside: np.ndarray | None = None
    """Point towards which a plate then moves, shape (3,)."""
    alpha: float = 1.0


Mark = Line | Dot | Label


class Overlay(Protocol):
    """A plug-in that shows something of a robot in the viewport: a module, or an object.

    Three more are welcome: `shown`, whether it is on in a new file; `options`, the names of properties of
    `scene.linkwright` that belong to it; `wanted(context)`, which says quickly that there is nothing to show.
    """

    identifier: str
    label: str
    description: str

    def marks(self, robot: Object, context: Context) -> Iterable[Mark]:
        """What to show of a visible robot, in the region and view of `context`."""
