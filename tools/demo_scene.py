# SPDX-License-Identifier: GPL-3.0-or-later
"""Run by `dev.py demo` in a Python with bpy: install the zip, open a robot, move it, save and render."""

import importlib
import os
import sys
import time
from itertools import product
from math import cos, radians, sin, tau
from pathlib import Path
from types import ModuleType

import bpy
import addon_utils
from mathutils import Vector

EXTENSION = "bl_ext.user_default.linkwright"
RISE = [radians(angle) for angle in range(6, 91, 6)]
"""Angles of the floor's rising rim."""
FRAMES = 96
SHOWN = 28
POSE = (-35.0, -68.0, 112.0, 15.0, 50.0, 0.0)
"""Middle of the motion, in degrees; robots with more joints go on with 20."""


def main(package: str, source: str, blend: str, picture: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bridge = install(package)
    bpy.ops.linkwright.import_raff(filepath=source)
    robots = [item for item in bpy.context.scene.objects if bridge.is_robot(item)]
    spread_out(robots)
    for robot in robots:
        change_a_length(robot)
        animate(bridge, robot)
    light_up(robots)
    bpy.context.scene.frame_set(SHOWN)
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    bpy.context.scene.render.filepath = picture.replace("{", "{{").replace("}", "}}")  # no template is meant
    bpy.ops.render.render(write_still=True)
    report(robots, source, blend, picture)


def install(package: str) -> ModuleType:
    """Install the zip as a user does, and hand out the installed extension's bridge."""
    addon_utils.enable("bl_pkg")
    bpy.ops.extensions.package_install_files(filepath=package, repo="user_default", enable_on_install=True)
    return importlib.import_module(f"{EXTENSION}.bridge")


def spread_out(robots: list[bpy.types.Object]) -> None:
    """Put the robots of a file side by side."""
    place = 0.0
    bpy.context.view_layer.update()
    for robot in robots:
        low, high = extent(robot)
        robot.location.x += place - low.x
        place += 1.15 * (high.x - low.x)


def change_a_length(robot: bpy.types.Object) -> None:
    """Drag a length there and back, as a user does in the tab; bones and links follow."""
    row = max(robot.data.linkwright.joints, key=lambda joint: abs(joint.d))
    before, length = row.d_text, row.d
    start = time.perf_counter()
    row.d = 1.2 * length
    took = 1e3 * (time.perf_counter() - start)
    problem = robot.data.linkwright.problem
    row.d_text = before
    said = problem or f"bones and links followed in {took:.0f} ms"
    say(f"{robot.name}: d of {row.name!r} from {length:.4g} to {1.2 * length:.4g} m and back: {said}")


def animate(bridge: ModuleType, robot: bpy.types.Object) -> None:
    """Swing every joint about a pose, inside its limits, with keyframes on the bones' own channels."""
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, FRAMES
    model = bridge.read_model(robot.data)
    six = len(robot.data.linkwright.joints) == len(POSE) and model.nq == len(POSE)
    middle = [radians(angle) for angle in POSE] if six else model.home
    for frame in range(1, FRAMES + 1, 8):
        swing = 0.45 * sin(tau * (frame - 1) / FRAMES)
        steps = [swing / (1 + 0.5 * column) for column in range(model.nv)]
        q = bridge.moved(model, middle, steps)
        bridge.write_positions(robot, q)
        for bone in robot.pose.bones:
            for path in ("location", "rotation_euler", "rotation_quaternion"):
                bone.keyframe_insert(path, frame=frame)


def light_up(robots: list[bpy.types.Object]) -> None:
    """A floor, three lamps and a camera that sees the whole motion."""
    scene = bpy.context.scene
    low, high = extent_of_motion(robots)
    size, aim = (high - low).length, (low + high) / 2
    floor = bpy.data.objects.new("Floor", bowl(3.0 * size, floor_material()))
    floor.location = (aim.x, aim.y, low.z)
    scene.collection.objects.link(floor)
    add_lamp("Key", aim + Vector((1.1, -1.5, 1.5)) * size, aim, 85.0 * size**2, 0.7 * size)
    add_lamp("Fill", aim + Vector((-1.8, -1.0, 0.5)) * size, aim, 18.0 * size**2, 1.6 * size)
    add_lamp("Rim", aim + Vector((-0.7, 1.7, 1.2)) * size, aim, 75.0 * size**2, 0.5 * size)
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    scene.collection.objects.link(camera)
    camera.rotation_euler = Vector((-1.05, 1.55, -0.32)).to_track_quat("-Z", "Y").to_euler()
    scene.camera = camera
    set_up_render(scene)
    box = [x for corner in product(*zip(low, high, strict=True)) for x in corner]
    camera.location, _ = camera.camera_fit_coords(bpy.context.evaluated_depsgraph_get(), box)


def extent_of_motion(robots: list[bpy.types.Object]) -> tuple[Vector, Vector]:
    """Lowest and highest corner of the box that all links stay inside of."""
    corners: list[Vector] = []
    for frame in range(1, FRAMES + 1, 8):
        bpy.context.scene.frame_set(frame)
        for robot in robots:
            corners += extent(robot)
    return box_around(corners)


def extent(robot: bpy.types.Object) -> tuple[Vector, Vector]:
    """The same for one robot as it stands."""
    return box_around(
        [link.matrix_world @ Vector(corner) for link in robot.children for corner in link.bound_box]
    )


def box_around(corners: list[Vector]) -> tuple[Vector, Vector]:
    low = Vector([min(corner[axis] for corner in corners) for axis in range(3)])
    return low, Vector([max(corner[axis] for corner in corners) for axis in range(3)])


def add_lamp(name: str, place: Vector, aim: Vector, watts: float, size: float) -> None:
    lamp = bpy.data.objects.new(name, bpy.data.lights.new(name, "AREA"))
    lamp.data.energy, lamp.data.size = watts, size
    lamp.location = place
    lamp.rotation_euler = (aim - place).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(lamp)


def bowl(radius: float, material: bpy.types.Material) -> bpy.types.Mesh:
    """A round floor whose rim rises, so that no horizon is seen."""
    turns = [tau * step / 96 for step in range(97)]
    rims = [(radius * (1.0 + sin(angle)), radius * (1.0 - cos(angle))) for angle in (0.0, *RISE)]
    points = [(0.0, 0.0, 0.0)] + [(r * cos(t), r * sin(t), z) for r, z in rims for t in turns[:-1]]
    count = len(turns) - 1
    faces: list[tuple[int, ...]] = [(0, 1 + k, 1 + (k + 1) % count) for k in range(count)]
    for ring in range(len(rims) - 1):
        first, second = 1 + ring * count, 1 + (ring + 1) * count
        faces += [
            (first + k, second + k, second + (k + 1) % count, first + (k + 1) % count) for k in range(count)
        ]
    mesh = bpy.data.meshes.new("Floor")
    mesh.from_pydata(points, [], faces)
    mesh.shade_smooth()
    mesh.materials.append(material)
    return mesh


def floor_material() -> bpy.types.Material:
    material = bpy.data.materials.new("Floor")
    if material.node_tree is None:
        material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (0.10, 0.13, 0.17, 1.0)
    shader.inputs["Roughness"].default_value = 0.55
    return material


def set_up_render(scene: bpy.types.Scene) -> None:
    world = bpy.data.worlds.new("World")
    if world.node_tree is None:
        world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.16, 0.20, 0.26, 1.0)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.6
    scene.world = world
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 32
    scene.cycles.use_denoising = True
    scene.render.resolution_x, scene.render.resolution_y = 1024, 640
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Medium High Contrast"


def report(robots: list[bpy.types.Object], source: str, blend: str, picture: str) -> None:
    names = ", ".join(f"{robot.name} ({len(robot.data.linkwright.joints)} joints)" for robot in robots)
    say(f"{blend}: {names} of {Path(source).name}, {FRAMES} frames of motion")
    say(f"{picture}: frame {SHOWN} of it, rendered with Blender {bpy.app.version_string}")


def say(text: str) -> None:
    print(f"demo: {text}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
    sys.stdout.flush()
    os._exit(0)  # Blender as a module may wait for itself for ever while it ends
