# SPDX-License-Identifier: GPL-3.0-or-later
"""The shapes of automatic links: closed, solid, true to their joints, for every preset and beyond."""

import importlib
from pathlib import Path

import bpy
import numpy as np
import pytest

PRESETS = sorted(path.stem for path in (Path(__file__).parents[2] / "presets" / "robots").glob("*.raff"))
KINDS = ("revolute", "prismatic", "fixed", "universal", "spherical", "cylindrical", "screw", "planar", "free")
ROUND_ABOUT_Z = ("revolute", "prismatic", "cylindrical", "screw", "planar")


@pytest.fixture
def bridge(extension):
    """Modules of the installed bridge by name."""
    return lambda name: importlib.import_module(f"{extension.name}.bridge.{name}")


def robots_of(extension, preset):
    file = importlib.import_module(f"{extension.name}.bridge.presets").preset_file(preset)
    return extension.mechanism.read(file).robots


def part_points(bridge, part):
    """Rings of one part, (rings, points, 3)."""
    (points,) = bridge("lofts").loft_points([[part]])
    return points.astype(float).reshape(part.template.count, -1, 3)


def flaws(bridge, part):
    """What is wrong with a part: a face without area, or one that looks inwards."""
    rings = part_points(bridge, part)
    rings -= rings.mean(axis=(0, 1))
    near, far = rings[:-1], rings[1:]
    a, b, c, d = near, np.roll(near, -1, 1), np.roll(far, -1, 1), far
    areas = np.linalg.norm(np.cross(c - a, d - b), axis=-1) / 2
    size = np.ptp(rings.reshape(-1, 3), axis=0).max()
    corners = [(a, b, c), (a, c, d)]
    for ring, order in ((rings[0], (0, 2, 1)), (rings[-1], (0, 1, 2))):
        fan = (np.broadcast_to(ring[:1], ring[2:].shape), ring[1:-1], ring[2:])
        corners.append(tuple(fan[index] for index in order))
    volume = sum(np.sum(x * np.cross(y, z)) for x, y, z in corners) / 6
    found = [] if areas.min() > 1e-9 * size**2 else [f"area {areas.min() / size**2:.1g}"]
    return found if volume > 0 else [*found, f"volume {volume / size**3:.1g}"]


def open_edges(mesh):
    """Edges that do not lie between exactly two faces which run through them in opposite directions."""
    corners, starts = np.empty(len(mesh.loops), int), np.empty(len(mesh.polygons), int)
    mesh.loops.foreach_get("vertex_index", corners)
    mesh.polygons.foreach_get("loop_start", starts)
    following = np.arange(1, len(corners) + 1)
    following[np.append(starts[1:], len(corners)) - 1] = starts
    ways = np.stack([corners, corners[following]], axis=1)
    forth, times = np.unique(ways, axis=0, return_counts=True)
    back = np.unique(ways[:, ::-1], axis=0)
    return int((times > 1).sum()) + len(set(map(tuple, forth)) ^ set(map(tuple, back)))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_mesh_of_every_preset_is_closed(extension, bridge, preset):
    assert bpy.ops.linkwright.add_robot(preset=preset) == {"FINISHED"}
    robots = [item for item in bpy.context.scene.objects if extension.bridge.is_robot(item)]
    meshes = [item.data for robot in robots for item in robot.children if len(item.data.polygons)]
    assert sum(len(mesh.polygons) for mesh in meshes) > 100 * len(robots)
    assert {mesh.name: open_edges(mesh) for mesh in meshes if open_edges(mesh)} == {}
    assert not any(mesh.validate() for mesh in meshes)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_part_of_every_preset_is_solid(extension, bridge, preset):
    for mechanism in robots_of(extension, preset):
        for link, parts in bridge("link_shapes").link_parts(mechanism).items():
            assert [flaw for part in parts for flaw in flaws(bridge, part)] == [], link


@pytest.mark.parametrize("preset", PRESETS)
def test_housings_are_coaxial_with_their_joints(extension, bridge, preset):
    for mechanism in robots_of(extension, preset):
        parts = bridge("link_shapes").link_parts(mechanism)
        for joint in mechanism.joints:
            if joint.kind in ROUND_ABOUT_Z:
                rings = part_points(bridge, parts[joint.name][0])
                size = np.ptp(rings[:, :, 0])
                assert np.abs(rings.mean(axis=1)[:, :2]).max() < 1e-6 * size, joint.name


@pytest.mark.parametrize("preset", PRESETS)
def test_links_reach_their_own_joint_and_all_their_ends(extension, bridge, preset):
    bpy.ops.linkwright.add_robot(preset=preset)
    for robot in [item for item in bpy.context.scene.objects if extension.bridge.is_robot(item)]:
        mechanism = extension.bridge.read_mechanism(robot.data)
        plan = bridge("link_sizes").plan_links(mechanism)
        links = bridge("link_meshes").link_objects(robot)
        for joint in mechanism.joints:
            assert distance(links[joint.name], (0, 0, 0)) < 1.4 * plan.radii[joint.name], joint.name
        for link, ends in plan.ends.items():
            for end in ends:
                near = end.kind == "free" or reaches(links[link], end, plan.radii.get(link, 0.0))
                assert near, (link, end.name)


@pytest.mark.parametrize("preset", PRESETS)
def test_links_reach_their_tools(extension, bridge, preset):
    bpy.ops.linkwright.add_robot(preset=preset)
    for robot in [item for item in bpy.context.scene.objects if extension.bridge.is_robot(item)]:
        mechanism = extension.bridge.read_mechanism(robot.data)
        radii = bridge("link_shapes").joint_radii(mechanism)
        links = bridge("link_meshes").link_objects(robot)
        for link, places in bridge("link_shapes").tool_places(mechanism).items():
            for place in places:
                near = 1.4 * radii.get(link, max(radii.values()))
                assert distance(links[link], place) < near, (link, place)


def reaches(item, end, radius):
    """Whether a link comes near to the place where the next one is, as far as that one slides there."""
    origin, axis = np.array(end.frame[0]), np.array(end.frame[3])
    low, high = end.travel
    return distance(item, origin + min(max(0.0, low), high) * axis) < 1.4 * max(end.radius, radius)


def distance(item, place):
    found, nearest, _, _ = item.closest_point_on_mesh(place)
    assert found, item.name
    return float(np.linalg.norm(np.array(nearest) - place))


def random_mechanism(extension, seed):
    """Any kinds of joints, many numbers zero, sometimes a loop."""
    rng = np.random.default_rng(seed)
    Joint, Loop = extension.mechanism.Joint, extension.mechanism.Loop

    def number():
        return float(rng.choice([0.0, 0.0, rng.uniform(-0.5, 0.5)]))

    def numbers():
        names = ("gamma", "b", "alpha", "d", "theta", "r")
        return {name: number() * (6.0 if len(name) > 1 else 1.0) for name in names}

    joints = []
    for row in range(rng.integers(1, 8)):
        kind = str(rng.choice(KINDS))
        parent = f"j{rng.integers(0, row)}" if row else "base"
        pitch = 0.02 if kind == "screw" else 0.0
        joints.append(Joint(name=f"j{row}", parent=parent, kind=kind, pitch=pitch, **numbers()))
    side = extension.mechanism.LoopSide
    kind = str(rng.choice([kind for kind in KINDS if kind != "free"]))
    loop = Loop("loop", side(link="j0", **numbers()), side(link="base", **numbers()), kind=kind)
    tool = extension.mechanism.Tool(name="tool", link="j0", **numbers())
    return extension.mechanism.Mechanism("R", tuple(joints), (loop,) if seed % 2 else (), (tool,))


@pytest.mark.parametrize("start", range(0, 120, 20))
def test_any_mechanism_is_solid_and_always_the_same(extension, bridge, start):
    for seed in range(start, start + 20):
        mechanism = random_mechanism(extension, seed)
        first, second = (bridge("link_shapes").link_parts(mechanism) for _ in range(2))
        for link, parts in first.items():
            assert [flaw for part in parts for flaw in flaws(bridge, part)] == [], (seed, link)
        points = [bridge("lofts").loft_points(list(parts.values())) for parts in (first, second)]
        assert all(np.array_equal(a, b) for a, b in zip(*points, strict=True))


def along_axis(points, X, radius):
    """From where to where points near the z axis of a frame lie along it."""
    local = (points - X[:3, 3]) @ X[:3, :3]
    near = local[np.hypot(local[:, 0], local[:, 1]) < 1.5 * radius, 2]
    return near.min(), near.max()


@pytest.mark.parametrize("preset", PRESETS)
def test_what_slides_holds_together_at_both_limits(extension, bridge, preset):
    place = importlib.import_module(f"{extension.name}.mechanism.placement").placement_matrix
    for mechanism in robots_of(extension, preset):
        shapes = bridge("link_shapes").link_parts(mechanism)
        points = dict(zip(shapes, bridge("lofts").loft_points(list(shapes.values())), strict=True))
        for link, ends in bridge("link_sizes").plan_links(mechanism).ends.items():
            for end in (end for end in ends if end.role == "child" and any(end.travel)):
                low, high = along_axis(points[link], place(end.numbers), end.radius)
                first, last = along_axis(points[end.name], np.eye(4), end.radius)
                for q in end.travel:
                    assert min(high, last + q) - max(low, first + q) > 0.5 * end.radius, (end.name, q)
