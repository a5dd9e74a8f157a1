# SPDX-License-Identifier: GPL-3.0-or-later
"""The shapes that links are put together from; every rim is rounded within its profile."""

from collections.abc import Sequence
from math import cos, pi, radians, sin

import numpy as np

from .lofts import QUANTITIES, Finish, Template

ALONG, ACROSS, COSINE, SINE, RADIUS, TAPER, EX, EY = range(QUANTITIES)
RIM = (
    *((1.0 - cos(radians(angle)), 1.0 - sin(radians(angle))) for angle in (0, 30, 60, 90)),
    (1.3, 0.0),
)
"""A rounded rim from the cap to the side: how far along and how far inside, in roundings. The last ring holds
the shading of the side."""
BENDS = 7
"""Rings of an elbow."""
THREADS = 16

LENGTH, ROUNDING, START, END = 0, 1, slice(2, 6), slice(6, 10)
"""Sizes of a bar: length, rounding of its rims, then radius, taper and half widths at start and end."""


def bar() -> Template:
    """A straight bar along z, from the origin on."""
    rings = np.zeros((2 * len(RIM), QUANTITIES, 11))
    rings[:, COSINE, -1] = 1.0
    for row, (along, inside) in enumerate(RIM):
        near, far = rings[row], rings[-1 - row]
        near[ALONG, ROUNDING], far[ALONG, ROUNDING], far[ALONG, LENGTH] = along, -along, 1.0
        near[RADIUS, ROUNDING] = far[RADIUS, ROUNDING] = -inside
        near[RADIUS : EY + 1, START] = far[RADIUS : EY + 1, END] = np.eye(4)
    return Template("bar", rings)


def elbow() -> Template:
    """A bar that comes along z to the origin and goes on along x; sizes: the way before and after, the radius
    of the bend, rounding, then the sections at both ends as of a bar."""
    rings = np.zeros((2 * len(RIM) + BENDS, QUANTITIES, 13))
    start, end = slice(4, 8), slice(8, 12)
    for row, (along, inside) in enumerate(RIM):
        near, far = rings[row], rings[-1 - row]
        near[ALONG, 0], near[ALONG, 3], near[COSINE, -1] = -1.0, along, 1.0
        far[ACROSS, 1], far[ACROSS, 3], far[SINE, -1] = 1.0, -along, 1.0
        near[RADIUS, 3] = far[RADIUS, 3] = -inside
        near[RADIUS : EY + 1, start] = far[RADIUS : EY + 1, end] = np.eye(4)
    for step in range(BENDS):
        angle, share = pi / 2 * step / (BENDS - 1), 0.35 + 0.3 * step / (BENDS - 1)
        ring = rings[len(RIM) + step]
        ring[COSINE, -1], ring[SINE, -1] = cos(angle), sin(angle)
        ring[ALONG, 2], ring[ACROSS, 2] = sin(angle) - 1.0, 1.0 - cos(angle)
        ring[RADIUS : EY + 1, start], ring[RADIUS : EY + 1, end] = (
            (1.0 - share) * np.eye(4),
            share * np.eye(4),
        )
    return Template("elbow", rings)


Profile = Sequence[tuple[float, float, float]]
"""A turned part, ring by ring: way along z in half lengths and in radii, radius in radii."""


def turned(name: str, profile: Profile, finishes: Sequence[Finish]) -> Template:
    """A part round about z; sizes: half its length, and its radius."""
    rings = np.zeros((len(profile), QUANTITIES, 3))
    rings[:, COSINE, -1] = 1.0
    for ring, (half_lengths, radii, radius) in zip(rings, profile, strict=True):
        ring[ALONG, :2] = half_lengths, radii
        ring[RADIUS, 1] = radius
    return Template(name, rings, (finishes[0], *finishes, finishes[-1]))


def rim(end: float, offset: float, radius: float, rounding: float) -> list[tuple[float, float, float]]:
    """Rings of a lower rim, from the cap at half length `end` (plus radii) upwards."""
    return [(end, offset + rounding * along, radius - rounding * inside) for along, inside in RIM]


def mirrored(half: Profile) -> list[tuple[float, float, float]]:
    """A profile and its mirror image."""
    return [*half, *((-h, -z, r) for h, z, r in reversed(half))]


def drum() -> Template:
    """What sticks out of both sides of a hinge: dark caps, each with a coloured line."""
    half = [*rim(-1.0, 0.0, 1.0, 0.13), (-1.0, 0.2, 1.0), (-1.0, 0.32, 1.0), (-1.0, 0.36, 0.94)]
    strips = [Finish.JOINT] * 5 + [Finish.ACCENT] + [Finish.JOINT] * 3 + [Finish.ACCENT] + [Finish.JOINT] * 5
    return turned("drum", mirrored(half), strips)


def turntable() -> Template:
    """A dark drum that stands on a bar, with a coloured line about its middle."""
    half = [*rim(-1.0, 0.0, 1.0, 0.12), (0.0, -0.09, 1.0), (0.0, -0.085, 0.965), (0.0, -0.07, 0.96)]
    strips = [Finish.JOINT] * 6 + [Finish.ACCENT] * 3 + [Finish.JOINT] * 6
    return turned("turntable", mirrored(half), strips)


def foot() -> Template:
    """What a robot stands on: a wide plate and a cone up to the first bar."""
    profile = [
        *rim(-1.0, 0.0, 1.0, 0.04),
        *((0.0, 0.08 - 0.05 * along, 1.0 - 0.05 * inside) for along, inside in reversed(RIM)),
        (0.0, 0.08, 0.73),
        (0.0, 0.105, 0.725),
        (0.0, 0.11, 0.70),
        (0.0, 0.16, 0.62),
        (0.0, 0.28, 0.535),
        (0.0, 0.42, 0.50),
        (0.0, 0.46, 0.49),
    ]
    strips = [Finish.JOINT] * 10 + [Finish.ACCENT] + [Finish.BODY] * 5
    return turned("foot", profile, strips)


def flange() -> Template:
    """The plate at the tip that carries a tool: a dark ring, a step, a bright face."""
    profile = [
        *rim(-1.0, 0.0, 1.0, 0.1),
        (0.2, 0.0, 1.0),
        (0.2, 0.05, 0.97),
        (0.2, 0.06, 0.80),
        (1.0, -0.05, 0.78),
        (1.0, 0.0, 0.72),
    ]
    strips = [Finish.JOINT] * 7 + [Finish.STEEL] * 2
    return turned("flange", profile, strips)


def ball() -> Template:
    """A ball; the half length is not used."""
    latitudes = [radians(angle) for angle in range(-84, 85, 14)]
    profile = [(0.0, sin(angle), cos(angle)) for angle in latitudes]
    return turned("ball", profile, [Finish.STEEL] * (len(profile) - 1))


def knuckle() -> Template:
    """A ball where two bars meet at an angle."""
    return Template("knuckle", ball().rings)


def socket() -> Template:
    """A cup about a ball, open towards +z."""
    outer = [(0.0, 1.22 * sin(angle), 1.22 * cos(angle)) for angle in map(radians, range(-84, 1, 14))]
    profile = [*outer, (0.0, 0.1, 1.22), (0.0, 0.2, 1.22), (0.0, 0.26, 1.19), (0.0, 0.28, 1.14)]
    strips = [Finish.JOINT] * 7 + [Finish.ACCENT] + [Finish.JOINT] * 2
    return turned("socket", profile, strips)


def spindle() -> Template:
    """A threaded rod."""
    steps = np.linspace(-0.99, 0.99, 2 * THREADS + 1)
    profile = [
        (-1.0, 0.0, 0.8),
        *((step, 0.0, 0.8 + 0.2 * (row % 2)) for row, step in enumerate(steps)),
        (1.0, 0.0, 0.8),
    ]
    return turned("spindle", profile, [Finish.STEEL] * (len(profile) - 1))


BAR, ELBOW, KNUCKLE = bar(), elbow(), knuckle()
DRUM, TURNTABLE, FOOT, FLANGE = drum(), turntable(), foot(), flange()
BALL, SOCKET, SPINDLE = ball(), socket(), spindle()
