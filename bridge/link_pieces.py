# SPDX-License-Identifier: GPL-3.0-or-later
"""The pieces that links are built of: plates, rods, beams, elbows, forks and what turns about an axis."""

from collections.abc import Sequence
from itertools import pairwise

from .loft_templates import BAR, ELBOW, KNUCKLE
from .lofts import Finish, Part, Template, Vector
from .vectors import Z, add, along, between, cross, dot, frame_about, length, minus, scaled, unit

TONGUE = 0.42
"""Half the thickness of a tongue, in radii of its joint."""
CHEEK = (0.46, 0.84)
"""From where to where a fork's cheek goes along the axis, in radii of its joint."""
LEVEL = 0.44
"""How much further out the next fork on the same pin is."""
SQUARE = 0.45
"""Rounding of a beam's corners, as a share of half its width."""


def turned(template: Template, origin: Vector, axis: Vector, half: float, radius: float) -> Part:
    """A part that is round about an axis; its half length lies on both sides of the origin."""
    return Part(template, Finish.BODY, frame_about(origin, axis, (1.0, 0.0, 0.0)), (half, radius))


def rod(start: Vector, end: Vector, radius: float, end_radius: float, finish: Finish = Finish.STEEL) -> Part:
    """A round bar, perhaps a cone."""
    way = minus(end, start)
    size = length(way)
    rounding = min(0.2 * min(radius, end_radius), 0.3 * size)
    sizes = (size, rounding, radius, 0.0, 0.0, 0.0, end_radius, 0.0, 0.0, 0.0)
    return Part(BAR, finish, frame_about(start, unit(way), (1.0, 0.0, 0.0)), sizes)


def disc(centre: Vector, axis: Vector, half: float, radius: float, finish: Finish) -> Part:
    """A round plate about an axis."""
    return rod(along(centre, axis, -half), along(centre, axis, half), radius, radius, finish)


def plate(
    start: Vector,
    end: Vector,
    axis: Vector,
    radii: tuple[float, float],
    layer: tuple[float, float],
    finish: Finish,
) -> Part:
    """A flat bar with round ends, square to an axis and between two heights along it."""
    way = minus(end, start)
    way = along(way, axis, -dot(way, axis))
    first, last = radii
    low, high = layer
    rounding = min(0.3 * (high - low), 0.22 * min(radii))
    middle = along(start, way, 0.5)
    section = ((first + last) / 2.0, (last - first) / 2.0, length(way) / 2.0, 0.0)
    hint = way if length(way) > 1e-9 * first else (1.0, 0.0, 0.0)
    frame = frame_about(along(middle, axis, low), axis, hint)
    return Part(BAR, finish, frame, (high - low, rounding, *section, *section))


def section(half_x: float, half_y: float) -> tuple[float, float, float, float]:
    """A rectangle with rounded corners, as sizes of a bar."""
    radius = SQUARE * min(half_x, half_y)
    return (radius, 0.0, half_x - radius, half_y - radius)


Widths = tuple[float, float]
"""Half the width of a beam along the hint, and across it."""


def beam(
    start: Vector, end: Vector, hint: Vector, widths: Widths, end_widths: Widths, finish: Finish = Finish.BODY
) -> Part:
    """A straight bar of rectangular section."""
    way = minus(end, start)
    size = length(way)
    rounding = min(0.4 * SQUARE * min(*widths, *end_widths), 0.3 * size)
    sizes = (size, rounding, *section(*widths), *section(*end_widths))
    return Part(BAR, finish, frame_about(start, unit(way), hint), sizes)


def bend(points: Sequence[Vector], width: float, end_width: float, finish: Finish) -> Part:
    """A bar round a right-angled corner, of square section."""
    start, corner, end = points
    before, after = minus(corner, start), minus(end, corner)
    radius = 1.25 * max(width, end_width)
    z, x = unit(before), unit(after)
    rounding = 0.4 * SQUARE * min(width, end_width)
    sizes = (length(before), length(after), radius, rounding)
    frame = (corner, x, cross(z, x), z)
    return Part(ELBOW, finish, frame, (*sizes, *section(width, width), *section(end_width, end_width)))


def knuckle(place: Vector, radius: float, finish: Finish) -> Part:
    return Part(KNUCKLE, finish, frame_about(place, Z, (1.0, 0.0, 0.0)), (radius, radius))


def pipe(
    points: Sequence[Vector], width: float, end_width: float, finish: Finish = Finish.BODY
) -> list[Part]:
    """A beam along a way with corners: round elbows where they are square, balls where they are not."""
    lengths = [length(minus(end, start)) for start, end in pairwise(points)]
    room = 1.25 * max(width, end_width) + 0.2 * width
    spare = [size / (2.0 if 0 < row < len(lengths) - 1 else 1.0) for row, size in enumerate(lengths)]
    square = all(
        abs(dot(minus(b, a), minus(c, b))) < 1e-6 * lengths[row] * lengths[row + 1]
        for row, (a, b, c) in enumerate(zip(points, points[1:], points[2:], strict=False))
    )
    if len(points) in {3, 4} and square and min(spare) > room:
        return elbows(points, width, end_width, finish)
    parts, done, total = [], 0.0, sum(lengths)
    for row, (start, end) in enumerate(pairwise(points)):
        first, done = width + (end_width - width) * done / total, done + lengths[row]
        last = width + (end_width - width) * done / total
        parts.append(beam(start, end, Z, (first, first), (last, last), finish))
        if row < len(lengths) - 1:
            parts.append(knuckle(end, 1.2 * last, finish))
    return parts


def elbows(points: Sequence[Vector], width: float, end_width: float, finish: Finish) -> list[Part]:
    """One elbow, or two that meet in a sleeve."""
    if len(points) == 3:
        return [bend(points, width, end_width, finish)]
    middle, half = between(points[1], points[2], 0.5), (width + end_width) / 2.0
    way = unit(minus(points[2], points[1]))
    sleeve = beam(
        along(middle, way, -0.4 * half),
        along(middle, way, 0.4 * half),
        minus(points[1], points[0]),
        (1.14 * half, 1.14 * half),
        (1.14 * half, 1.14 * half),
        Finish.JOINT,
    )
    first, second = (points[0], points[1], middle), (middle, points[2], points[3])
    return [bend(first, width, half, finish), sleeve, bend(second, half, end_width, finish)]


def cheeks(level: int, radius: float) -> tuple[float, float]:
    """From where to where the cheeks of a fork go, on both sides of the middle."""
    low, high = CHEEK
    return (low + LEVEL * level) * radius, (high + LEVEL * level) * radius


def fork(
    start: Vector,
    end: Vector,
    axis: Vector,
    radii: tuple[float, float],
    layer: tuple[float, float],
    finish: Finish,
) -> list[Part]:
    """Two plates, mirror images of each other."""
    low, high = layer
    return [
        plate(start, end, axis, radii, (low, high), finish),
        plate(start, end, axis, radii, (-high, -low), finish),
    ]


def mean(points: Sequence[Vector]) -> Vector:
    total = (0.0, 0.0, 0.0)
    for point in points:
        total = add(total, point)
    return scaled(total, 1.0 / len(points))
