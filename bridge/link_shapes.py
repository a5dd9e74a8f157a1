# SPDX-License-Identifier: GPL-3.0-or-later
"""The solid parts each link is made of, from the parameters alone."""

from collections.abc import Callable
from dataclasses import replace
from math import dist

from ..mechanism import Joint, Mechanism
from ..mechanism.joint import BASE
from ..mechanism.placement import placement_matrix, pose_matrix
from .link_arms import ROD, SLIDING, Root, arm, arrival, seat, tip
from .link_pieces import LEVEL, TONGUE, beam, disc, mean, rod, turned
from .link_sizes import FLYING, SAME, End, Plan, is_quill, is_ram, joint_radii, plan_links, stroke
from .loft_templates import BALL, DRUM, FLANGE, FOOT, SPINDLE, TURNTABLE
from .lofts import Finish, Part, Vector
from .vectors import ORIGIN, X, Z, along, dot, scaled

__all__ = ["joint_radii", "link_parts"]


def link_parts(mechanism: Mechanism) -> dict[str, list[Part]]:
    """The parts of the base and of every link, each in the frame of its joint."""
    plan = plan_links(mechanism)
    tips = tool_places(mechanism)
    parts = {BASE: base_parts(mechanism, plan)}
    for joint in mechanism.joints:
        ends = plan.ends[joint.name]
        root = root_of(joint, plan)
        own = housing(joint, plan, ends, tips.get(joint.name, []))
        parts[joint.name] = own + arms(root, ends, plan)
        for row, place in enumerate(tips.get(joint.name, [])):
            parts[joint.name] += tip(nested(root, len(ends) + row), place)
    return parts


def tool_places(mechanism: Mechanism) -> dict[str, list[Vector]]:
    """Where the tools of each link are."""
    places: dict[str, list[Vector]] = {}
    for tool in mechanism.tools:
        X_LT = placement_matrix(tool.numbers) @ pose_matrix(tool.pose)
        x, y, z = X_LT[:3, 3].tolist()
        places.setdefault(tool.link, []).append((x, y, z))
    return places


def root_of(joint: Joint, plan: Plan) -> Root:
    """How the link's bars begin."""
    radius = plan.radii[joint.name]
    across = arrival(joint.numbers, radius) == "across" or (
        joint.parent != BASE and plan.levels[joint.name] > 0
    )
    if joint.kind == "universal":
        return Root(0.8 * radius, True, X)
    return Root(radius, joint.kind == "revolute" and across, Z, plan.levels[joint.name])


def arms(root: Root, ends: list[End], plan: Plan) -> list[Part]:
    """Bars to all ends; from a hub in their middle where there are many."""
    ends = distinct(ends, plan)
    looped = [end for end in ends if end.role != "child"]
    if len(ends) < 3 or not looped:
        return [part for row, end in enumerate(ends) for part in arm(nested(root, row), end)]
    places = [end.frame[0] for end in ends]
    centre = mean([root.place, *places])
    tiny = SAME * plan.reach
    radius = max(end.radius for end in ends)
    hub = Root(radius, False, Z, 0, root.finish, centre)
    size = max(1.7 * radius, 0.88 * min(dist(place, centre) for place in places))
    parts = [disc(centre, Z, 0.5 * radius, size, Finish.JOINT)]
    if dist(centre, ORIGIN) > 2.0 * radius:
        parts.append(beam(ORIGIN, centre, Z, (0.42 * radius, 0.7 * radius), (0.42 * radius, 0.7 * radius)))
    return parts + [part for end in ends if dist(end.frame[0], centre) > tiny for part in arm(hub, end)]


def nested(root: Root, row: int) -> Root:
    """The root of one more bar of a link."""
    if not row:
        return root
    shrink = 1.0 - 0.015 * min(row, 20)
    return replace(root, radius=shrink * root.radius, shrink=shrink)


def distinct(ends: list[End], plan: Plan) -> list[End]:
    """Without hinges that sit on the same pin as an earlier one: they share its bar."""
    tiny = SAME * plan.reach
    kept: list[End] = []
    for end in ends:
        shared = end.level > 0 and any(
            end.kind == other.kind == "revolute"
            and end.role != "second" != other.role
            and dist(end.frame[0], other.frame[0]) < tiny
            and abs(dot(end.frame[3], other.frame[3])) > 0.9999
            for other in kept
        )
        if not shared:
            kept.append(end)
    return kept


def base_parts(mechanism: Mechanism, plan: Plan) -> list[Part]:
    """What the robot stands on, and the bars to its first joints."""
    ends = distinct([end for end in plan.ends[BASE] if end.kind != FLYING], plan)
    if not ends:
        return []
    radius = 1.2 * max(end.radius for end in ends)
    root = Root(radius, False)
    if len(ends) > 1:
        return frame_parts(ends, plan, Finish.JOINT if mechanism.loops else Finish.BODY)
    (end,) = ends
    parts = arm(root, end)
    far = arrival(end.numbers, radius) != "none"
    if end.kind in SLIDING and not is_ram(end):
        return parts
    drop = 0.0 if far else 1.75 * radius
    return [*foot(radius, drop), *parts]


def foot(radius: float, drop: float) -> list[Part]:
    """A plate with bolts."""
    size = 2.3 * radius
    top = -drop + 0.08 * size
    parts = [turned(FOOT, (0.0, 0.0, -drop), Z, 0.09 * size, size)]
    for x, y in ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)):
        place = (0.61 * size * x, 0.61 * size * y, top)
        parts.append(rod(place, along(place, Z, 0.06 * size), 0.06 * size, 0.06 * size))
    return parts


def frame_parts(ends: list[End], plan: Plan, finish: Finish) -> list[Part]:
    """The ground of a mechanism that stands on several joints."""
    tiny = SAME * plan.reach
    places = [end.frame[0] for end in ends]
    radius = max(end.radius for end in ends)
    flat = all(end.kind == "revolute" and abs(end.frame[3][2]) > 0.9999 for end in ends)
    centre = places[0] if len(ends) == 2 and flat else ORIGIN
    root = Root(radius, False, Z, 0, finish, centre)
    parts = []
    if centre == ORIGIN:
        parts.append(turned(TURNTABLE, ORIGIN, Z, 0.9 * radius, 1.6 * radius))
    for row, end in enumerate(ends):
        if dist(end.frame[0], centre) > tiny:
            parts += arm(nested(root, row), end)
        elif end.kind == "revolute":
            parts.append(disc(end.frame[0], end.frame[3], TONGUE * end.radius, end.radius, finish))
        else:
            parts += seat(end, scaled(end.frame[3], -1.0), finish)
    return parts


def housing(joint: Joint, plan: Plan, ends: list[End], tools: list[Vector]) -> list[Part]:
    """The moving side of a joint."""
    radius = plan.radii[joint.name]
    if joint.kind == "revolute":
        return hinge_parts(joint, plan, ends, tools)
    if joint.kind in SLIDING:
        return slider_parts(joint, plan)
    maker = BODIES.get(joint.kind)
    return maker(radius) if maker else []


def cross_parts(radius: float) -> list[Part]:
    """The second pin of a cross, and its middle."""
    pin = rod(scaled(X, -0.95 * radius), scaled(X, 0.95 * radius), 0.3 * radius, 0.3 * radius)
    return [pin, turned(BALL, ORIGIN, Z, radius, 0.45 * radius)]


def ball_parts(radius: float) -> list[Part]:
    return [turned(BALL, ORIGIN, Z, radius, 0.85 * radius)]


def puck_parts(radius: float) -> list[Part]:
    return [turned(TURNTABLE, ORIGIN, Z, 0.45 * radius, 1.3 * radius)]


def slim_body(radius: float) -> list[Part]:
    """What floats: a block, longer than wide."""
    widths = (1.5 * radius, radius)
    return [beam((0.0, 0.0, -0.8 * radius), (0.0, 0.0, 0.8 * radius), X, widths, widths)]


BODIES: dict[str, Callable[[float], list[Part]]] = {
    "universal": cross_parts,
    "spherical": ball_parts,
    "planar": puck_parts,
    "free": slim_body,
}


def hinge_parts(joint: Joint, plan: Plan, ends: list[End], tools: list[Vector]) -> list[Part]:
    """A drum about the joint's axis. Where several joints meet in a point, as in a wrist, one drum is in the
    middle and the others make room: the joint before it becomes a collar, the last one a flange."""
    radius, level = plan.radii[joint.name], plan.levels[joint.name]
    kind = arrival(joint.numbers, radius)
    if kind == "along" or (kind == "none" and joint.parent == BASE and level == 0):
        wrist = any(arrival(end.numbers, radius) == "none" for end in ends if end.role == "child")
        if wrist and abs(joint.r) > 4.0 * radius:
            return collar(radius, -1.0 if joint.r > 0.0 else 1.0)
        parts = [turned(TURNTABLE, ORIGIN, Z, 0.95 * radius, 1.1 * radius)]
        return parts if ends else parts + flange(radius, tools, 0.95)
    if kind == "across" or level:
        parts = [turned(DRUM, ORIGIN, Z, (1.14 + LEVEL * level) * radius, 0.74 * radius)]
        return parts if ends or tools else parts + flange(radius, tools, 1.1)
    if ends:
        return [turned(DRUM, ORIGIN, Z, 1.25 * radius, 1.0 * radius)]
    neck = (0.0, 0.0, tool_side(tools) * 1.8 * radius)
    return [rod(ORIGIN, neck, 0.85 * radius, 0.7 * radius, Finish.BODY), *flange(radius, tools, 1.7)]


def collar(radius: float, side: float) -> list[Part]:
    """A turntable that has moved back along its axis, and the bar from there to the wrist."""
    back = (0.0, 0.0, side * 2.1 * radius)
    neck = rod(back, ORIGIN, 0.8 * radius, 0.75 * radius, Finish.BODY)
    return [turned(TURNTABLE, back, Z, 0.5 * radius, 1.05 * radius), neck]


def tool_side(tools: list[Vector]) -> float:
    return -1.0 if tools and tools[0][2] < 0.0 else 1.0


def flange(radius: float, tools: list[Vector], height: float) -> list[Part]:
    """The plate at a tip, on the side where the tool is."""
    side = tool_side(tools)
    half = 0.28 * radius
    return [turned(FLANGE, (0.0, 0.0, side * (height * radius + half)), (0.0, 0.0, side), half, 1.0 * radius)]


def slider_parts(joint: Joint, plan: Plan) -> list[Part]:
    """A ram, a rod that slides through a block, or a carriage on a rail."""
    (end,) = (end for end in plan.ends[joint.parent] if end.name == joint.name and end.role == "child")
    radius, (low, high) = end.radius, end.travel
    if is_ram(end):
        sign, near, far = stroke(end)
        back = (0.0, 0.0, -sign * (far - near + 2.9 * radius))
        eye = turned(TURNTABLE, ORIGIN, Z, 0.35 * radius, 0.8 * radius)
        return [rod(back, ORIGIN, ROD * radius, ROD * radius), eye]
    if end.kind == "screw":
        half = (high - low) / 2.0 + 1.8 * radius
        return [turned(SPINDLE, (0.0, 0.0, -(low + high) / 2.0), Z, half, 0.62 * radius), head(radius)]
    if is_quill(end):
        bottom, top = (0.0, 0.0, -high - 1.8 * radius), (0.0, 0.0, -low + 1.8 * radius)
        return [rod(bottom, top, ROD * radius, ROD * radius), head(radius)]
    body, band = (0.98 * radius, 0.98 * radius), (1.03 * radius, 1.03 * radius)
    return [
        beam((0.0, 0.0, -1.3 * radius), (0.0, 0.0, 1.3 * radius), X, body, body, Finish.JOINT),
        beam((0.0, 0.0, -0.12 * radius), (0.0, 0.0, 0.12 * radius), X, band, band, Finish.ACCENT),
    ]


def head(radius: float) -> Part:
    return disc(ORIGIN, Z, 0.35 * radius, 0.8 * radius, Finish.BODY)
