# SPDX-License-Identifier: GPL-3.0-or-later
"""Closed solids as rings of points: every part of a robot at once, in a few products of arrays."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from math import pi

import numpy as np

SIDES = 32
"""Points of a ring; a multiple of four."""
QUANTITIES = 8
"""Of a ring: way along z and along x, cosine and sine of its tilt, radius, taper, and half widths in x, y."""
SMALL_PRODUCT = 200_000
"""Multiplications that one thread does alone."""

Vector = tuple[float, float, float]
Frame = tuple[Vector, Vector, Vector, Vector]
"""Origin and the three axes, right-handed."""


class Finish(IntEnum):
    """Which material a face has; the value is the slot."""

    BODY = 0
    JOINT = 1
    ACCENT = 2
    STEEL = 3


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """How the rings of a part follow from a few sizes.

    A ring is a rectangle of half widths `ex`, `ey` whose corners are rounded by a radius: a circle where the
    widths are zero. `taper` is added to the radius on the side of +x and taken away on the other.
    """

    name: str
    rings: np.ndarray
    """Each ring's quantities as sums of sizes, and of one at the end; (rings, QUANTITIES, sizes + 1)."""
    finishes: tuple[Finish, ...] | None = None
    """Of the first cap, each strip between rings, and the last cap; None: all as the part says."""

    @property
    def count(self) -> int:
        return len(self.rings)


@dataclass(frozen=True, slots=True)
class Part:
    """One closed solid."""

    template: Template
    finish: Finish
    frame: Frame
    sizes: tuple[float, ...]


Layout = tuple[tuple[Template, Finish], ...]
"""What the faces of a mesh depend on; points are free to move."""


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of a mesh: corners in a row, where each face begins, its slot, and whether it is flat."""

    corners: np.ndarray
    starts: np.ndarray
    slots: np.ndarray
    flat: np.ndarray


@dataclass(slots=True)
class Batch:
    """All parts of one template, gathered to be computed together."""

    rows: list[tuple[float, ...]] = field(default_factory=list)
    first_rings: list[int] = field(default_factory=list)


def section() -> np.ndarray:
    """What the seven vectors of a ring are multiplied with, (7, SIDES); no point lies on an axis, so that
    a circle, whose four corners meet, has no two points in one place."""
    angles = (np.arange(SIDES) + 0.5) * 2.0 * pi / SIDES
    c, s = np.cos(angles), np.sin(angles)
    side, height = np.sign(c), np.sign(s)
    return np.stack([np.ones(SIDES), c, s, side * c, side * s, side, height])


SECTION_32 = section().astype(np.float32)


def loft_points(links: Sequence[Sequence[Part]]) -> list[np.ndarray]:
    """Points of each link's mesh, float32, (points, 3)."""
    batches: dict[Template, Batch] = {}
    ends, ring = [], 0
    for parts in links:
        for part in parts:
            batch = batches.get(part.template)
            if batch is None:
                batch = batches[part.template] = Batch()
            origin, x, y, z = part.frame
            batch.rows.append((*origin, *x, *y, *z, *part.sizes, 1.0))
            batch.first_rings.append(ring)
            ring += part.template.count
        ends.append(ring)
    vectors = np.empty((ring, 3, 7), dtype=np.float32)
    for template, batch in batches.items():
        places = np.array(batch.first_rings)[:, None] + np.arange(template.count)
        vectors[places.ravel()] = ring_vectors(template, np.array(batch.rows))
    points = product(vectors.reshape(-1, 7), SECTION_32).reshape(ring, 3, SIDES)
    flat = np.ascontiguousarray(points.transpose(0, 2, 1))
    starts = [0, *ends][:-1]
    return [flat[start:end].reshape(-1, 3) for start, end in zip(starts, ends, strict=True)]


def ring_vectors(template: Template, rows: np.ndarray) -> np.ndarray:
    """Centre, and the vectors that each row of `section` is multiplied with; (parts * rings, 3, 7)."""
    origin, x, y, z = (rows[:, None, start : start + 3] for start in (0, 3, 6, 9))
    width = template.rings.shape[2]
    values = product(rows[:, 12:], template.rings.reshape(-1, width).T)
    values = values.reshape(len(rows), template.count, QUANTITIES, 1)
    along, across, c, s, radius, taper, ex, ey = (values[:, :, index] for index in range(QUANTITIES))
    u = c * x - s * z
    vectors = np.empty((len(rows), template.count, 3, 7))
    vectors[..., 0] = origin + along * z + across * x
    vectors[..., 1], vectors[..., 2] = radius * u, radius * y
    vectors[..., 3], vectors[..., 4] = taper * u, taper * y
    vectors[..., 5], vectors[..., 6] = ex * u, ey * y
    return vectors.reshape(-1, 3, 7)


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The matrix product in blocks that are too small to be shared among threads: waiting for these takes
    many times as long as all the computing where other programs keep the processor busy."""
    block = max(SMALL_PRODUCT // b.size, 1)
    out = np.empty((len(a), b.shape[1]), dtype=a.dtype)
    for start in range(0, len(a), block):
        np.matmul(a[start : start + block], b, out=out[start : start + block])
    return out


def layout_of(parts: Sequence[Part]) -> Layout:
    return tuple((part.template, part.finish) for part in parts)


@cache
def loft_faces(layout: Layout) -> Faces:
    """The faces of all parts: strips of quads between rings, and one face at each end."""
    none = np.empty(0, dtype=np.int32)
    corners, sizes, slots, flat = [none], [none], [none], [none.astype(bool)]
    first = 0
    for template, finish in layout:
        rings = first + np.arange(template.count * SIDES).reshape(template.count, SIDES)
        near, far = rings[:-1], rings[1:]
        quads = np.stack([near, np.roll(near, -1, 1), np.roll(far, -1, 1), far], axis=-1)
        corners += [rings[0][::-1], quads.ravel(), rings[-1]]
        strips = template.count - 1
        sizes.append(np.repeat([SIDES, 4, SIDES], [1, strips * SIDES, 1]))
        finishes = template.finishes or (finish,) * (strips + 2)
        slots.append(np.repeat(finishes, [1, *[SIDES] * strips, 1]))
        flat.append(np.repeat([True, False, True], [1, strips * SIDES, 1]))
        first += rings.size
    totals = np.concatenate(sizes).astype(np.int32)
    starts = (np.cumsum(totals) - totals).astype(np.int32)
    return Faces(
        np.concatenate(corners).astype(np.int32),
        starts,
        np.concatenate(slots).astype(np.int32),
        np.concatenate(flat),
    )
