# SPDX-License-Identifier: GPL-3.0-or-later
"""Points and lines of the world on the screen, in pixels of a region."""

from dataclasses import dataclass

import numpy as np

NEAREST = 1e-4
"""Depth before the viewer's eye from which on things are shown, [m]."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A region of the screen and what it looks at."""

    matrix: np.ndarray
    """From the world to clip space, shape (4, 4)."""
    width: float
    height: float

    def clip(self, points: np.ndarray) -> np.ndarray:
        """Homogeneous coordinates in clip space, shape (n, 4)."""
        return points @ self.matrix[:, :3].T + self.matrix[:, 3]

    def pixels(self, clipped: np.ndarray) -> np.ndarray:
        """Pixels of points before the eye, shape (..., 2)."""
        share = 0.5 + 0.5 * clipped[..., :2] / clipped[..., 3:]
        return share * (self.width, self.height)

    def point(self, place: np.ndarray) -> np.ndarray | None:
        """Where a point is on the screen, shape (2,); None if it is behind the eye."""
        clipped = self.clip(place[None])
        return self.pixels(clipped)[0] if clipped[0, 3] > NEAREST else None

    def path(self, points: np.ndarray) -> np.ndarray:
        """The part of a line that is before the eye, as points on the screen, shape (m, 2).

        A line that dips behind the eye and comes back is cut there once: of these, only the first part stays.
        """
        clipped = self.clip(points)
        depth = clipped[:, 3] - NEAREST
        if depth.min() > 0.0:  # nearly always
            return self.pixels(clipped)
        seen = np.flatnonzero(depth > 0.0)
        if not len(seen):
            return np.empty((0, 2))
        first, last = seen[0], seen[0]
        while last + 1 < len(points) and depth[last + 1] > 0.0:
            last += 1
        parts = [clipped[first : last + 1]]
        if first > 0:
            parts.insert(0, cut(clipped[first], clipped[first - 1], depth[first], depth[first - 1]))
        if last + 1 < len(points):
            parts.append(cut(clipped[last], clipped[last + 1], depth[last], depth[last + 1]))
        return self.pixels(np.concatenate(parts))


def cut(inside: np.ndarray, outside: np.ndarray, depth_inside: float, depth_outside: float) -> np.ndarray:
    """Where a segment leaves what is before the eye, shape (1, 4)."""
    share = depth_inside / (depth_inside - depth_outside) * (1.0 - 1e-9)
    return (inside + share * (outside - inside))[None]
