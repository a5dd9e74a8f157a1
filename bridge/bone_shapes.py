# SPDX-License-Identifier: GPL-3.0-or-later
"""Bone shapes that read like the symbols of a textbook: lines only, one unit in size, Y along the axis."""

from collections.abc import Callable, Sequence
from math import cos, pi, sin, tau

import bpy
from bpy.types import Object

Point = tuple[float, float, float]
Line = tuple[Sequence[Point], bool]
"""Points in a row, and whether the last is joined to the first."""
STEPS = 24


def bone_shape(kind: str) -> Object:
    """The shape for a kind of joint or for a tool; made once a file, in no collection."""
    name = f"Linkwright shape {kind}"
    if known := bpy.data.objects.get((name, None)):  # of this file, not of a linked one
        return known
    mesh = bpy.data.meshes.new(name)
    points, edges = wires(LINES[kind]())
    mesh.from_pydata(points, edges, [])
    shape = bpy.data.objects.new(name, mesh)
    shape.use_fake_user = True
    return shape


def wires(lines: Sequence[Line]) -> tuple[list[Point], list[tuple[int, int]]]:
    """Points and edges of all lines."""
    points: list[Point] = []
    edges: list[tuple[int, int]] = []
    for line, closed in lines:
        first, count = len(points), len(line)
        points += line
        edges += [(first + step, first + step + 1) for step in range(count - 1)]
        if closed:
            edges.append((first + count - 1, first))
    return points, edges


def ring(height: float, radius: float) -> Line:
    """A circle about Y."""
    turns = [tau * step / STEPS for step in range(STEPS)]
    return [(radius * cos(turn), height, radius * sin(turn)) for turn in turns], True


def turned(line: Line, places: tuple[int, int, int]) -> Line:
    """A line with its coordinates in another order."""
    points, closed = line
    first, second, third = places
    return [(point[first], point[second], point[third]) for point in points], closed


def axis(reach: float) -> Line:
    return [(0.0, -reach, 0.0), (0.0, reach, 0.0)], False


def box(half: float, height: float) -> list[Line]:
    """The edges of a box along Y."""
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    lines: list[Line] = [([(x, y, z) for x, z in corners], True) for y in (-height, height)]
    return lines + [([(x, -height, z), (x, height, z)], False) for x, z in corners]


def arrow(tip: Point, back: float, half: float) -> list[Line]:
    """The head of an arrow whose tip lies on an axis."""
    row = max(range(3), key=lambda index: abs(tip[index]))
    lines: list[Line] = []
    for side in (index for index in range(3) if index != row):
        barbs = []
        for way in (half, -half):
            point = list(tip)
            point[row] -= back if tip[row] > 0.0 else -back
            point[side] += way
            barbs.append((point[0], point[1], point[2]))
        lines.append(([barbs[0], tip, barbs[1]], False))
    return lines


def drum(radius: float, height: float) -> list[Line]:
    """The outline of a cylinder about Y."""
    sides = [(radius * cos(turn), radius * sin(turn)) for turn in (0.0, pi / 2, pi, 3 * pi / 2)]
    lines = [ring(-height, radius), ring(height, radius)]
    return lines + [([(x, -height, z), (x, height, z)], False) for x, z in sides]


def revolute() -> list[Line]:
    return [*drum(0.5, 0.6), axis(1.0)]


def prismatic() -> list[Line]:
    arrows = [*arrow((0.0, 1.0, 0.0), 0.2, 0.12), *arrow((0.0, -1.0, 0.0), 0.2, 0.12)]
    return [*box(0.4, 0.55), axis(1.0), *arrows]


def cylindrical() -> list[Line]:
    arrows = [*arrow((0.0, 1.0, 0.0), 0.2, 0.12), *arrow((0.0, -1.0, 0.0), 0.2, 0.12)]
    return [*drum(0.5, 0.45), ring(-0.72, 0.18), ring(0.72, 0.18), axis(1.0), *arrows]


def screw() -> list[Line]:
    turns = [4.0 * tau * step / (4 * STEPS) for step in range(4 * STEPS + 1)]
    helix = [(0.4 * cos(turn), -0.7 + 1.4 * turn / (4.0 * tau), 0.4 * sin(turn)) for turn in turns]
    return [(helix, False), axis(1.0)]


def universal() -> list[Line]:
    across = turned(axis(0.8), (1, 0, 2))
    ends = [ring(-0.8, 0.2), ring(0.8, 0.2)]
    return [axis(0.8), across, *ends, *(turned(end, (1, 0, 2)) for end in ends), ring(0.0, 0.3)]


def spherical() -> list[Line]:
    circle = ring(0.0, 0.6)
    return [circle, turned(circle, (1, 0, 2)), turned(circle, (0, 2, 1)), axis(0.9)]


def planar() -> list[Line]:
    square: Line = ([(-0.7, 0.0, -0.7), (0.7, 0.0, -0.7), (0.7, 0.0, 0.7), (-0.7, 0.0, 0.7)], True)
    cross: list[Line] = [
        ([(-1.0, 0.0, 0.0), (1.0, 0.0, 0.0)], False),
        ([(0.0, 0.0, -1.0), (0.0, 0.0, 1.0)], False),
    ]
    tips: list[Point] = [(1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]
    heads = [line for tip in tips for line in arrow(tip, 0.18, 0.1)]
    return [square, *cross, *heads, ring(0.0, 0.3), ([(0.0, 0.0, 0.0), (0.0, 0.6, 0.0)], False)]


def triad(reach: float) -> list[Line]:
    """Three axes, each with a head."""
    tips: list[Point] = [(reach, 0.0, 0.0), (0.0, reach, 0.0), (0.0, 0.0, -reach)]
    lines: list[Line] = [([(0.0, 0.0, 0.0), tip], False) for tip in tips]
    return lines + [line for tip in tips for line in arrow(tip, 0.2 * reach, 0.08 * reach)]


def free() -> list[Line]:
    return [*triad(1.0), ring(0.0, 0.25)]


def fixed() -> list[Line]:
    half = 0.3
    corners = [(-half, -half), (half, half), (-half, half), (half, -half)]
    x, z = (corners[:2], corners[2:])
    return [([(a, 0.0, b) for a, b in x], False), ([(a, 0.0, b) for a, b in z], False), axis(0.4)]


def tool() -> list[Line]:
    """Axes of the tool's frame and a pointed outline towards its origin."""
    rim = ring(-0.5, 0.22)
    sides: list[Line] = [([rim[0][step], (0.0, 0.0, 0.0)], False) for step in range(0, STEPS, STEPS // 4)]
    return [*triad(0.8), rim, *sides]


LINES: dict[str, Callable[[], list[Line]]] = {
    "revolute": revolute,
    "prismatic": prismatic,
    "cylindrical": cylindrical,
    "screw": screw,
    "universal": universal,
    "spherical": spherical,
    "planar": planar,
    "free": free,
    "fixed": fixed,
    "tool": tool,
}
"""By kind of joint, and for tools."""
