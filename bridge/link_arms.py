# SPDX-License-Identifier: GPL-3.0-or-later
"""The bar from a link's own joint to one of its ends, and what holds the next joint there."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos

from .link_pieces import (
    LEVEL,
    TONGUE,
    beam,
    cheeks,
    disc,
    fork,
    pipe,
    plate,
    rod,
    turned,
)
from .link_sizes import FLYING, End, goal, is_quill, is_ram, stroke
from .loft_templates import BALL, DRUM, SOCKET, TURNTABLE
from .lofts import Finish, Part, Vector
from .vectors import ORIGIN, X, Y, Z, along, between, dot, length, minus, scaled, unit

WIDTH = 0.68
"""Half the width of a beam, in radii of its joint."""
SLIDING = ("prismatic", "cylindrical", "screw")
ROD = 0.55
"""Radius of a sliding rod, in radii of its joint."""


@dataclass(frozen=True, slots=True)
class Root:
    """How a link begins at its own joint."""

    radius: float
    forked: bool
    """Whether it grips the tongue of the link before; else it is solid."""
    axis: Vector = Z
    """Of the pin that a fork sits on."""
    level: int = 0
    finish: Finish = Finish.BODY
    """Of the bars."""
    place: Vector = ORIGIN
    shrink: float = 1.0
    """A little below one for each further bar, so that those which run together have no faces in common."""


def arrival(numbers: tuple[float, ...], radius: float) -> str:
    """How a bar comes to a joint: "along" its axis, "across" it, or "none" where there is no bar."""
    _, b, alpha, d, _, r = numbers
    if abs(r) > 0.6 * radius and abs(r) > 0.5 * abs(d):
        return "along"
    if abs(d) > 0.6 * radius:
        return "across"
    if abs(b) > 0.6 * radius:
        return "along" if abs(cos(alpha)) > 0.7 else "across"
    return "none"


def way_to(end: End, start: Vector, shortest: float) -> list[Vector]:
    """The way to an end along b, d and r; what is too short for a bar of its own is cut off."""
    _, b, _, d, _, _ = end.numbers
    normal = end.normal
    stops = [(0.0, 0.0, b), (d * normal[0], d * normal[1], b)]
    points, last = [start], goal(end)
    straight = end.kind == "spherical" and not end.grounded  # a rod between balls
    if start == ORIGIN and not straight:
        for stop in stops:
            if length(minus(stop, points[-1])) > shortest and length(minus(last, stop)) > shortest:
                points.append(stop)
    if length(minus(last, points[-1])) > 1e-9 * end.radius:
        points.append(last)
    return points


def arm(root: Root, end: End) -> list[Part]:
    """From the link's own joint to one end, with the end's seat."""
    if end.kind == FLYING:
        return []
    if is_flat(root, end):
        return flat_arm(root, end)
    points = way_to(end, root.place, 1.5 * max(root.radius, end.radius))
    if len(points) < 2:
        return seat(end, scaled(end.frame[3], -1.0), root.finish)
    first, last = unit(minus(points[1], points[0])), unit(minus(points[-1], points[-2]))
    parts = seat(end, last, root.finish)
    span = length(minus(points[1], points[0]))
    if root.forked and abs(dot(first, root.axis)) < 0.5 and span > 2.6 * root.radius:
        ear = along(points[0], first, min(1.9 * root.radius, 0.55 * span))
        radii = (root.radius, 0.8 * root.radius)
        parts += fork(points[0], ear, root.axis, radii, cheeks(root.level, root.radius), root.finish)
        points[0] = along(points[0], first, min(1.5 * root.radius, 0.45 * span))
    short = stop_of(end, last) * end.radius
    if length(minus(points[-1], points[-2])) > 1.5 * short:
        points[-1] = along(points[-1], last, -short)
    return parts + pipe(points, WIDTH * root.radius, WIDTH * root.shrink * end.radius, root.finish)


def is_flat(root: Root, end: End) -> bool:
    """Whether two parallel hinges are far enough apart for a plate."""
    if end.kind != "revolute" or abs(dot(end.frame[3], root.axis)) < 0.9999:
        return False
    way = minus(end.frame[0], root.place)
    height = dot(way, root.axis)
    across = length(along(way, root.axis, -height))
    return across > 1.5 * max(root.radius, end.radius) and abs(height) < 0.8 * across


def flat_arm(root: Root, end: End) -> list[Part]:
    """Plates with round ends: one, or cheeks and a tongue between them."""
    start, axis, finish, radius = root.place, root.axis, root.finish, root.shrink * end.radius
    height = dot(minus(end.frame[0], start), axis)
    stop = along(end.frame[0], axis, -height)
    raised = abs(height) > 0.25 * radius
    grips = end.role == "second" and not raised
    parts: list[Part] = []
    if raised:  # a post on the end's axis makes up for the difference
        middle = along(stop, axis, height / 2.0)
        parts.append(disc(middle, axis, abs(height) / 2.0 + TONGUE * radius, radius, finish))
    if root.forked:
        parts += clasp(root, stop, 1.0 if grips else 0.66, radius)
        if grips:
            return [*parts, pin(end)]
    elif grips:
        radii = (blend(root.radius, radius, 0.34), radius)
        parts += fork(between(start, stop, 0.34), stop, axis, radii, cheeks(end.level, radius), finish)
        parts.append(pin(end))
    near, far = 0.3 if root.forked else 0.0, 0.66 if grips else 1.0
    tongue = (between(start, stop, near), between(start, stop, far))
    radii, half = (blend(0.9 * root.radius, radius, near), radius), TONGUE * radius
    return [*parts, plate(*tongue, axis, radii, (-half, half), finish)]


def pin(end: End) -> Part:
    """What turns in a cut hinge: it belongs to the half that grips."""
    return turned(
        DRUM, end.frame[0], end.frame[3], (1.14 + LEVEL * end.level) * end.radius, 0.74 * end.radius
    )


def clasp(root: Root, stop: Vector, share: float, end_radius: float) -> list[Part]:
    """The cheeks of a fork, and the web between them."""
    layer = cheeks(root.level, root.radius)
    radii = (root.radius, blend(root.radius, end_radius, share) * (1.0 if share == 1.0 else 0.8))
    parts = fork(root.place, between(root.place, stop, share), root.axis, radii, layer, root.finish)
    inner = 1.02 * layer[0]
    web = (between(root.place, stop, 0.36), between(root.place, stop, 0.6))
    width = 0.72 * blend(root.radius, end_radius, 0.5)
    return [*parts, plate(*web, root.axis, (width, width), (-inner, inner), Finish.JOINT)]


def blend(first: float, last: float, share: float) -> float:
    return first + (last - first) * share


def stop_of(end: End, way: Vector) -> float:
    """How far before the end its bar stops, in radii."""
    across = abs(dot(way, end.frame[3])) < 0.7
    if end.kind == "spherical":
        return 0.9
    if (end.kind == "universal" and across) or (end.role == "second" and across):
        return 1.4
    return 0.5 if across and end.kind == "revolute" else 0.0


def seat(end: End, way: Vector, finish: Finish) -> list[Part]:
    """What this link holds the next one with; `way` is where its bar comes from."""
    maker = SEATS.get(end.kind)
    return maker(end, way, finish) if maker else []


def hinge(end: End, way: Vector, finish: Finish) -> list[Part]:
    """A tongue's eye, or the cheeks of a fork; nothing where the bar comes along the axis."""
    place, axis = end.frame[0], end.frame[3]
    if abs(dot(way, axis)) > 0.7:
        return []
    if end.role == "second":
        back = along(place, way, -1.9 * end.radius)
        layer = cheeks(end.level, end.radius)
        return [*fork(place, back, axis, (end.radius, 0.8 * end.radius), layer, finish), pin(end)]
    return [disc(place, axis, TONGUE * end.radius, end.radius, finish)]


def yoke(end: End, way: Vector, finish: Finish) -> list[Part]:
    """A fork that holds the first pin of a cross."""
    place, axis = end.frame[0], end.frame[3]
    pin = rod(
        along(place, axis, -0.95 * end.radius),
        along(place, axis, 0.95 * end.radius),
        0.3 * end.radius,
        0.3 * end.radius,
    )
    if abs(dot(way, axis)) > 0.7:
        return [
            pin,
            turned(
                TURNTABLE, along(place, way, -1.15 * end.radius), axis, 0.4 * end.radius, 1.0 * end.radius
            ),
        ]
    back = along(place, way, -1.7 * end.radius)
    layer = (0.5 * end.radius, 0.85 * end.radius)
    return [pin, *fork(place, back, axis, (0.62 * end.radius, 0.7 * end.radius), layer, finish)]


def cup(end: End, way: Vector, _finish: Finish) -> list[Part]:
    """A socket that opens away from the bar; the second half of a loop is the ball."""
    if end.role == "second":
        return [turned(BALL, end.frame[0], way, end.radius, 0.85 * end.radius)]
    return [turned(SOCKET, end.frame[0], way, end.radius, 0.85 * end.radius)]


def weld(end: End, way: Vector, _finish: Finish) -> list[Part]:
    """A collar about the bar's end."""
    return [turned(TURNTABLE, end.frame[0], way, 0.35 * end.radius, 0.95 * end.radius)]


def table(end: End, _way: Vector, _finish: Finish) -> list[Part]:
    """A square plate that a puck slides on."""
    place, x, _, axis = end.frame
    half, top = 3.2 * end.radius, along(place, axis, -0.45 * end.radius)
    bottom = along(top, axis, -0.3 * end.radius)
    return [beam(bottom, top, x, (half, half), (half, half), Finish.JOINT)]


def guide(end: End, _way: Vector, _finish: Finish) -> list[Part]:
    """The fixed side of a joint that slides: a tube, a block round a rod, or a rail."""
    place, x, _, axis = end.frame
    radius, (low, high) = end.radius, end.travel
    if is_ram(end):
        sign, near, _ = stroke(end)
        foot, lip = along(place, axis, -end.numbers[5]), goal(end)
        tail = along(foot, axis, sign * min(1.5 * radius, 0.4 * near))
        collar = along(lip, axis, -0.38 * sign * radius)
        tube = rod(tail, lip, 0.95 * radius, 0.95 * radius, Finish.BODY)
        return [tube, turned(TURNTABLE, collar, axis, 0.4 * radius, 1.12 * radius)]
    if is_quill(end):
        return [turned(TURNTABLE, place, axis, 1.2 * radius, 1.05 * radius)]
    width = (0.42 * radius, 0.42 * radius)
    first, last = min(low, 0.0) - 1.8 * radius, max(high, 0.0) + 1.8 * radius
    return [beam(along(place, axis, first), along(place, axis, last), x, width, width, Finish.STEEL)]


def tip(root: Root, place: Vector) -> list[Part]:
    """A slim arm to a tool's frame: a plate with an eye where it is across the hinge, else a pointed rod."""
    way = minus(place, root.place)
    size, radius = length(way), root.radius
    if size < 1.3 * radius:
        return []
    if root.axis == Z and size > 4.0 * radius and abs(way[2]) < 0.05 * size:
        numbers = (0.0, 0.0, 0.0, size, 0.0, 0.0)
        end = End("", "revolute", "child", 0.55 * radius, numbers, unit(way), (place, X, Y, Z))
        return [*flat_arm(root, end), disc(place, Z, 0.4 * radius, 0.25 * radius, Finish.STEEL)]
    start = along(root.place, way, min(0.5 * radius / size, 0.3))
    neck = between(start, place, 0.86)
    return [
        rod(start, neck, 0.5 * radius, 0.26 * radius, root.finish),
        rod(between(start, place, 0.85), place, 0.3 * radius, 0.1 * radius, Finish.STEEL),
    ]


SEATS: dict[str, Callable[[End, Vector, Finish], list[Part]]] = {
    "revolute": hinge,
    "universal": yoke,
    "spherical": cup,
    "planar": table,
    "fixed": weld,
    "prismatic": guide,
    "cylindrical": guide,
    "screw": guide,
}
"""By kind of joint; a free one has none."""
