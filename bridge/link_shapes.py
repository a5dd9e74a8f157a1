# SPDX-License-Identifier: GPL-3.0-or-later
"""The solid parts a link is made of, from the parameters alone."""

from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

import numpy as np

from ..mechanism import Joint, Mechanism
from ..mechanism.joint import BASE
from ..mechanism.placement import placement_matrix

THICKNESS = 0.052
"""Radius of the first joint, as a share of the robot's reach."""
SLIMMEST = 0.42
"""Radius of the last joint, as a share of the first one's."""
THINNEST = 0.004
"""Radius that no joint goes below, as a share of the robot's reach."""
FLYING = ("free", "planar")
"""Kinds of joints that no bar leads to."""
ORIGIN = np.zeros(3)
Z = np.array([0.0, 0.0, 1.0])


class Finish(IntEnum):
    """Which material a part has; the value is the slot."""

    BODY = 0
    JOINT = 1
    ACCENT = 2


@dataclass(frozen=True, slots=True)
class Part:
    """A round bar from one point to another, or a ball where both are the same. Lengths in [m]."""

    start: np.ndarray
    end: np.ndarray
    radius: float
    end_radius: float
    finish: Finish


def link_parts(mechanism: Mechanism, link: str) -> list[Part]:
    """All parts of the link that joint `link` moves (or of the base), in that joint's frame."""
    radii = joint_radii(mechanism)
    children = [joint for joint in mechanism.joints if joint.parent == link and joint.kind not in FLYING]
    if link == BASE and not children:
        return []
    own = radii.get(link) or 1.25 * max(radii[joint.name] for joint in children)
    parts = plate(own) if link == BASE else joint_parts(mechanism, link, own)
    for child in children:
        parts += arm(child, own, radii[child.name])
    return parts


def joint_parts(mechanism: Mechanism, link: str, radius: float) -> list[Part]:
    """The joint itself. Where several meet in a point, as in a wrist, one drum is in the middle and the
    others make room: the joint before it becomes a collar on its bar, the last one a flange further out."""
    (joint,) = (joint for joint in mechanism.joints if joint.name == link)
    children = [child for child in mechanism.joints if child.parent == link]
    if not children:
        return flange(radius) if length_of(joint) < radius else housing(radius) + flange(radius)
    if abs(joint.r) > 3.0 * radius and any(length_of(child) < radius for child in children):
        return collar(-np.sign(joint.r) * 2.0 * radius * Z, radius)
    return housing(radius)


def length_of(joint: Joint) -> float:
    """How far the way from its parent is, [m]."""
    return 0.0 if joint.kind in FLYING else abs(joint.b) + abs(joint.d) + abs(joint.r)


def joint_radii(mechanism: Mechanism) -> dict[str, float]:
    """Radius of every joint's housing, [m]: slimmer towards the tips, and never crowding its neighbours."""
    depths: dict[str, int] = {BASE: 0}
    reaches: dict[str, float] = {BASE: 0.0}
    for joint in mechanism.joints:
        depths[joint.name] = depths[joint.parent] + 1
        reaches[joint.name] = reaches[joint.parent] + length_of(joint)
    reach = max(reaches.values()) or 1.0
    last = max(max(depths.values()) - 1, 1)
    radii = {}
    for joint in mechanism.joints:
        tapered = THICKNESS * reach * (1.0 - (1.0 - SLIMMEST) * (depths[joint.name] - 1) / last)
        radii[joint.name] = max(min(tapered, 0.36 * room_of(mechanism, joint)), THINNEST * reach)
    return radii


def room_of(mechanism: Mechanism, joint: Joint) -> float:
    """Length of the shortest bar at a joint, or between it and its siblings, [m]; none has no length."""
    neighbours = [joint, *(child for child in mechanism.joints if child.parent == joint.name)]
    lengths = [length_of(neighbour) for neighbour in neighbours]
    here = placement_matrix(joint.numbers)[:3, 3]
    siblings = [other for other in mechanism.joints if other.parent == joint.parent and other is not joint]
    lengths += [float(np.linalg.norm(placement_matrix(other.numbers)[:3, 3] - here)) for other in siblings]
    return min((length for length in lengths if length > 1e-9), default=np.inf)


def plate(radius: float) -> list[Part]:
    """What the robot stands on."""
    return [
        Part(ORIGIN, 0.35 * radius * Z, 2.3 * radius, 2.2 * radius, Finish.JOINT),
        Part(0.3 * radius * Z, 0.5 * radius * Z, 1.7 * radius, 1.6 * radius, Finish.ACCENT),
        Part(0.45 * radius * Z, 1.1 * radius * Z, 1.55 * radius, 1.15 * radius, Finish.BODY),
    ]


def housing(radius: float) -> list[Part]:
    """A drum about the joint's axis with a coloured band."""
    end, band = 1.35 * radius * Z, 0.16 * radius * Z
    return [
        Part(-end, end, 1.18 * radius, 1.18 * radius, Finish.JOINT),
        Part(-band, band, 1.24 * radius, 1.24 * radius, Finish.ACCENT),
    ]


def collar(place: np.ndarray, radius: float) -> list[Part]:
    """A short coloured ring about the joint's axis."""
    width, band = 0.5 * radius * Z, 0.14 * radius * Z
    return [
        Part(place - width, place + width, 1.12 * radius, 1.12 * radius, Finish.JOINT),
        Part(place - band, place + band, 1.18 * radius, 1.18 * radius, Finish.ACCENT),
    ]


def flange(radius: float) -> list[Part]:
    """The plate at the tip that carries a tool."""
    return [
        Part(ORIGIN, 2.6 * radius * Z, 0.95 * radius, 0.85 * radius, Finish.BODY),
        *collar(2.2 * radius * Z, 0.92 * radius),
        Part(2.6 * radius * Z, 3.1 * radius * Z, 1.3 * radius, 1.3 * radius, Finish.JOINT),
    ]


def arm(child: Joint, radius: float, child_radius: float) -> list[Part]:
    """Bars along b, d and r to the next joint, with a ball at every bend."""
    points = corners(child)
    lengths = [float(np.linalg.norm(end - start)) for start, end in pairwise(points)]
    total = sum(lengths) or 1.0
    parts, done = [], 0.0
    for (start, end), length in zip(pairwise(points), lengths, strict=True):
        first = blend(radius, child_radius, done / total)
        done += length
        last = blend(radius, child_radius, done / total)
        if length > 0.05 * child_radius:
            parts.append(Part(start, end, 0.86 * first, 0.86 * last, Finish.BODY))
            parts.append(Part(end, end, 0.86 * last, 0.86 * last, Finish.BODY))
    return parts


def blend(first: float, last: float, share: float) -> float:
    return first + (last - first) * share


def corners(child: Joint) -> list[np.ndarray]:
    """The way from a joint's origin to its child's, along b, then d, then r; in the parent's frame."""
    steps = [child.numbers[:count] + (0.0,) * (6 - count) for count in (0, 2, 4, 6)]
    return [placement_matrix(numbers)[:3, 3] for numbers in steps]
