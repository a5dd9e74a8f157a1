# SPDX-License-Identifier: GPL-3.0-or-later
"""How thick each joint is, from the robot's scale, and where each link meets the others."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import dist, inf, isfinite, tau

from ..mechanism import Joint, Loop, LoopSide, Mechanism, Tool
from ..mechanism.joint import BASE
from .lofts import Frame, Vector
from .vectors import ORIGIN, along, dot, placed

THICKNESS = 0.052
"""Radius of the first joint, as a share of the robot's reach."""
SLENDER = 0.037
"""The same where there are loops of a few bars: these lie side by side, and the more the thinner."""
SLIMMEST, SLIMMEST_IN_LOOP = 0.42, 0.8
"""Radius of the last joint, as a share of the first one's."""
ROOM, ROOM_BESIDE = 0.34, 0.2
"""Largest radius, as a share of the shortest bar at a joint, and of the way to others on the same link."""
THINNEST, THINNEST_IN_LOOP = 0.6, 0.3
"""Radius that no joint goes below for short bars, as a share of what it has when there is room."""
FLYING = "free"
"""Kind of joint that no bar holds."""
LONGEST = 4.0
"""Reaches that a rail is never longer than."""
SAME = 1e-6
"""Shares of the reach within which two points are one."""


@dataclass(frozen=True, slots=True)
class End:
    """Where a link meets another one: at a child's joint, or at its half of a loop; in the link's frame."""

    name: str
    kind: str
    role: str
    """"child", or "first" or "second" of a loop."""
    radius: float
    numbers: tuple[float, ...]
    normal: Vector
    """Direction in which d is counted."""
    frame: Frame
    level: int = 0
    """How many forks already sit on the same pin."""
    travel: tuple[float, float] = (0.0, 0.0)
    """How far the joint slides along its axis, [m]."""
    grounded: bool = False
    """Whether the link is the base."""
    leaf: bool = False
    """Whether nothing but what lies on its axis hangs on the child."""


@dataclass(slots=True)
class Plan:
    """What all links of a mechanism need to know of each other."""

    radii: dict[str, float]
    reach: float
    ends: dict[str, list[End]]
    """By link."""
    levels: dict[str, int]
    """By joint: how far out its fork is."""


def length_of(joint: Joint) -> float:
    """How far the way from its parent is, [m]."""
    return 0.0 if joint.kind == FLYING else abs(joint.b) + abs(joint.d) + abs(joint.r)


def joint_radii(mechanism: Mechanism) -> dict[str, float]:
    """Radius of every joint's housing, [m]: slimmer towards the tips, and never crowding its neighbours."""
    depths, reach = depths_and_reach(mechanism)
    last = max(max(depths.values()) - 1, 1)
    thickest = thickness_of(mechanism, reach)
    slimmest, thinnest = (SLIMMEST_IN_LOOP, THINNEST_IN_LOOP) if mechanism.loops else (SLIMMEST, THINNEST)
    lengths, gaps = rooms_of(mechanism, SAME * reach)
    radii = {}
    for joint in mechanism.joints:
        tapered = thickest * (1.0 - (1.0 - slimmest) * (depths[joint.name] - 1) / last)
        wanted = max(min(tapered, ROOM * lengths[joint.name]), thinnest * tapered)
        radii[joint.name] = max(min(wanted, ROOM_BESIDE * gaps[joint.name]), 0.1 * tapered)
    return radii


def depths_and_reach(mechanism: Mechanism) -> tuple[dict[str, int], float]:
    """How many joints carry each link, and the length of the longest chain of bars, [m]."""
    depths: dict[str, int] = {BASE: 0}
    reaches: dict[str, float] = {BASE: 0.0}
    for joint in mechanism.joints:
        depths[joint.name] = depths[joint.parent] + 1
        reaches[joint.name] = reaches[joint.parent] + length_of(joint)
    far = max(reaches.values())
    ends: list[Tool | LoopSide] = [*mechanism.tools, *loop_sides(mechanism)]
    for place in ends:
        far = max(far, reaches[place.link] + abs(place.b) + abs(place.d) + abs(place.r))
    return depths, far or 1.0


def thickness_of(mechanism: Mechanism, reach: float) -> float:
    """Radius of the first joint, [m]: by the robot's reach, but slim where most bars are short."""
    loops = SLENDER * (4.0 / max(len(mechanism.joints), 4)) ** 0.25
    thick = (loops if mechanism.loops else THICKNESS) * reach
    lengths = sorted(size for joint in mechanism.joints if (size := length_of(joint)) > SAME * reach)
    usual = lengths[int(0.6 * len(lengths))] if lengths else reach
    return min(thick, max(ROOM * usual, 0.15 * thick))


def loop_sides(mechanism: Mechanism) -> list[LoopSide]:
    return [side for loop in mechanism.loops for side in (loop.first, loop.second)]


def rooms_of(mechanism: Mechanism, tiny: float) -> tuple[dict[str, float], dict[str, float]]:
    """Length of the shortest bar at each joint, and the shortest way to others on the same link, [m]."""
    places: dict[str, list[tuple[str, Vector]]] = defaultdict(list)
    lengths: dict[str, float] = defaultdict(lambda: inf)
    rows = [(joint.name, joint.parent, joint.numbers, length_of(joint)) for joint in mechanism.joints]
    rows += [
        ("", side.link, side.numbers, abs(side.b) + abs(side.d) + abs(side.r))
        for side in loop_sides(mechanism)
    ]
    for name, link, numbers, far in rows:
        places[link].append((name, placed(numbers)[1][0]))
        if far > tiny:
            lengths[name], lengths[link] = min(lengths[name], far), min(lengths[link], far)
    gaps: dict[str, float] = defaultdict(lambda: inf)
    for ends in places.values():
        for (name, place), (other, other_place) in combinations(ends, 2):
            if (gap := dist(place, other_place)) > tiny:
                gaps[name], gaps[other] = min(gaps[name], gap), min(gaps[other], gap)
    return lengths, gaps


def plan_links(mechanism: Mechanism) -> Plan:
    """Sizes, and the ends of every link."""
    radii = joint_radii(mechanism)
    _, reach = depths_and_reach(mechanism)
    plan = Plan(radii, reach, {BASE: []}, {BASE: -1})
    leaves = leaf_joints(mechanism.joints)
    for joint in mechanism.joints:
        plan.ends[joint.name] = []
        normal, frame = placed(joint.numbers)
        level = free_level(plan, joint.parent, frame)
        plan.levels[joint.name] = level
        end = End(
            joint.name,
            joint.kind,
            "child",
            radii[joint.name],
            joint.numbers,
            normal,
            frame,
            level,
            travel_of(joint, reach),
            joint.parent == BASE,
            joint.name in leaves,
        )
        plan.ends[joint.parent].append(end)
    for loop in mechanism.loops:
        add_loop(plan, loop)
    return plan


def leaf_joints(joints: Iterable[Joint]) -> set[str]:
    """Joints with nothing but what lies on their axis."""
    leaves = set()
    busy = set()
    for joint in joints:
        leaves.add(joint.name)
        if joint.d:
            busy.add(joint.parent)
    return leaves - busy


def free_level(plan: Plan, link: str, frame: Frame) -> int:
    """How many forks already hold the pin at this place of a link."""
    tiny = SAME * plan.reach
    level = 0
    if link != BASE and dist(frame[0], ORIGIN) < tiny and abs(frame[3][2]) > 0.999:
        level = plan.levels[link] + 1
    for end in plan.ends[link]:
        if dist(end.frame[0], frame[0]) < tiny and abs(dot(end.frame[3], frame[3])) > 0.999:
            level = max(level, end.level + 1)
    return level


def add_loop(plan: Plan, loop: Loop) -> None:
    """Both halves of a cut joint; the second one grips the first."""
    sides: tuple[LoopSide, LoopSide] = (loop.first, loop.second)
    radius = min(plan.radii.get(side.link, inf) for side in sides)
    level = free_level(plan, loop.first.link, placed(loop.first.numbers)[1])
    second = loop.second.link
    if second != BASE:  # its cheeks are straight: those at its own joint are as far out
        level = plan.levels[second] = max(level, plan.levels[second])
    for role, side in zip(("first", "second"), sides, strict=True):
        normal, frame = placed(side.numbers)
        end = End(loop.name, loop.kind, role, radius, side.numbers, normal, frame, level)
        plan.ends[side.link].append(end)


def travel_of(joint: Joint, reach: float) -> tuple[float, float]:
    """From where to where a joint slides along its axis; a quarter of the reach where nothing stops it."""
    scale, row = {"prismatic": (1.0, 0), "cylindrical": (1.0, 1), "screw": (joint.pitch / tau, 0)}.get(
        joint.kind, (0.0, 0)
    )
    if not scale:
        return (0.0, 0.0)
    rest = joint.rest[row] if joint.rest else 0.0
    low = joint.lower[row] if joint.lower else -inf
    high = joint.upper[row] if joint.upper else inf
    spare = 0.25 * reach / abs(scale)
    low = low if isfinite(low) else min(rest, high) - spare
    high = high if isfinite(high) else max(rest, low) + spare
    first, last = sorted((scale * low, scale * high))
    return (first, min(last, first + LONGEST * reach))


def stroke(end: End) -> tuple[float, float, float]:
    """Of a ram: which way it goes, and how far from its bar's corner it is pulled in and pushed out, [m]."""
    low, high = (end.numbers[5] + value for value in end.travel)
    sign = 1.0 if low + high >= 0.0 else -1.0
    near, far = sorted((sign * low, sign * high))
    return sign, near, far


def is_ram(end: End) -> bool:
    """Whether a joint slides like a rod that comes out of a tube long enough to take it in."""
    _, near, far = stroke(end)
    sliding = end.kind == "prismatic" and end.role == "child" and not end.grounded
    return sliding and near > 0.35 * (far - near) + 2.5 * end.radius


def is_quill(end: End) -> bool:
    """Whether a rod slides through a block that stays; else a carriage slides on a rail."""
    low, high = end.travel
    passes = low - end.radius < 0.0 < high + end.radius
    return end.kind in {"cylindrical", "screw"} or (end.leaf and passes)


def goal(end: End) -> Vector:
    """Where the bar to an end leads: to the end, or to the mouth of a ram's tube."""
    if not is_ram(end):
        return end.frame[0]
    sign, near, _ = stroke(end)
    return along(end.frame[0], end.frame[3], -end.numbers[5] + sign * (near - 1.3 * end.radius))
