# SPDX-License-Identifier: GPL-3.0-or-later
"""Run by `dev.py contact-sheet` in a Python with bpy: install the zip, photograph one robot after another."""

import importlib
import os
import sys
import tempfile
from math import tan
from pathlib import Path
from types import ModuleType

import bpy
import addon_utils
import numpy as np
from mathutils import Vector

from .palette_png import write_palette_png

EXTENSION = "bl_ext.user_default.linkwright"
WIDTH, HEIGHT, COLUMNS = 256, 230, 7
LABEL = 26
"""Pixels at the foot of each tile that belong to the name."""
SAMPLES = 10
PAPER = (0.79, 0.815, 0.84)
VIEW = Vector((-0.62, 0.80, -0.36))
BACK = 0.2
"""Share of its distance by which the camera steps back: room for the name and a margin."""
BEND = 0.45
"""How far joints that rest at zero are turned, so that stretched arms look like arms; [rad]."""


def main(package: str, picture: str, *files: str) -> None:
    bridge = install(package)
    tiles = [photograph(bridge, Path(file)) for file in files]
    rows = -(-len(tiles) // COLUMNS)
    sheet = np.ones((rows * HEIGHT, COLUMNS * WIDTH, 3)) * PAPER
    for index, tile in enumerate(tiles):
        row, column = divmod(index, COLUMNS)
        sheet[row * HEIGHT : (row + 1) * HEIGHT, column * WIDTH : (column + 1) * WIDTH] = tile
    write_palette_png(picture, sheet)


def install(package: str) -> ModuleType:
    addon_utils.enable("bl_pkg")
    bpy.ops.extensions.package_install_files(filepath=package, repo="user_default", enable_on_install=True)
    return importlib.import_module(f"{EXTENSION}.bridge")


def photograph(bridge: ModuleType, file: Path) -> np.ndarray:
    """One robot on white paper, its name underneath; (HEIGHT, WIDTH, 3), top row first."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.linkwright.import_raff(filepath=str(file))
    robots = [item for item in bpy.context.scene.objects if bridge.is_robot(item)]
    for robot in robots:
        strike_a_pose(bridge, robot)
    bpy.context.view_layer.update()
    low, high = extent(robots)
    size, aim = (high - low).length, (low + high) / 2
    set_up_render()
    add_floor(aim, low.z, size)
    add_lamp("Key", aim + Vector((0.9, -1.3, 1.9)) * size, aim, 17.0 * size**2, 0.8 * size)
    add_lamp("Fill", aim + Vector((-1.9, -0.8, 0.8)) * size, aim, 6.0 * size**2, 1.8 * size)
    add_lamp("Rim", aim + Vector((-0.5, 1.9, 1.3)) * size, aim, 20.0 * size**2, 0.7 * size)
    aim_camera(robots, low, high)
    add_label(robots[0].name)
    return rendered()


def strike_a_pose(bridge: ModuleType, robot: bpy.types.Object) -> None:
    """Bend what is stretched; robots with loops are at rest as they are."""
    model = bridge.read_model(robot.data)
    if robot.data.linkwright.loops:
        return
    steps = np.zeros(model.nv)
    for entry, value in enumerate(model.home[: model.nv]):
        if model.nq == model.nv and value == 0.0:
            steps[entry] = BEND * (1.0 if entry % 2 == 0 else -0.8)
    bridge.write_positions(robot, bridge.moved(model, model.home, steps))


def extent(robots: list[bpy.types.Object]) -> tuple[Vector, Vector]:
    """Lowest and highest corner of the box around all links."""
    corners = [
        link.matrix_world @ Vector(corner)
        for robot in robots
        for link in robot.children
        for corner in link.bound_box
        if len(link.data.vertices)
    ]
    low = Vector([min(corner[axis] for corner in corners) for axis in range(3)])
    return low, Vector([max(corner[axis] for corner in corners) for axis in range(3)])


def set_up_render() -> None:
    scene = bpy.context.scene
    world = bpy.data.worlds.new("World")
    if world.node_tree is None:
        world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (0.86, 0.90, 1.0, 1.0)
    background.inputs["Strength"].default_value = 0.32
    scene.world = world
    scene.render.engine = "CYCLES"
    scene.cycles.samples = SAMPLES
    scene.cycles.use_denoising = True
    scene.cycles.max_bounces = 3
    scene.render.film_transparent = True
    scene.render.resolution_x, scene.render.resolution_y = 2 * WIDTH, 2 * HEIGHT
    scene.view_settings.view_transform = "Standard"


def add_floor(aim: Vector, height: float, size: float) -> None:
    """Paper that shows nothing but shadows."""
    half = 6.0 * size
    mesh = bpy.data.meshes.new("Floor")
    corners = [(x, y, 0.0) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))]
    mesh.from_pydata(corners, [], [(0, 1, 2, 3)])
    floor = bpy.data.objects.new("Floor", mesh)
    floor.location = (aim.x, aim.y, height)
    floor.is_shadow_catcher = True
    bpy.context.scene.collection.objects.link(floor)


def add_lamp(name: str, place: Vector, aim: Vector, watts: float, size: float) -> None:
    lamp = bpy.data.objects.new(name, bpy.data.lights.new(name, "AREA"))
    lamp.data.energy, lamp.data.size = watts, size
    lamp.location = place
    lamp.rotation_euler = (aim - place).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(lamp)


def aim_camera(robots: list[bpy.types.Object], low: Vector, high: Vector) -> None:
    """Fit all links into the tile above its label."""
    scene = bpy.context.scene
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    camera.data.lens = 70.0
    camera.data.clip_start, camera.data.clip_end = 0.01 * (high - low).length, 100.0 * (high - low).length
    scene.collection.objects.link(camera)
    scene.camera = camera
    camera.rotation_euler = VIEW.to_track_quat("-Z", "Y").to_euler()
    corners: list[float] = []
    for robot in robots:
        for link in robot.children:
            for vertex in list(link.data.vertices)[::7]:
                corners += tuple(link.matrix_world @ vertex.co)
    bpy.context.view_layer.update()
    camera.location, _ = camera.camera_fit_coords(bpy.context.evaluated_depsgraph_get(), corners)
    camera.location -= VIEW.normalized() * (BACK * ((low + high) / 2 - camera.location).length)
    camera.data.shift_y = -0.5 * LABEL / WIDTH


def add_label(text: str) -> None:
    """The robot's name, held before the camera."""
    camera = bpy.context.scene.camera
    curve = bpy.data.curves.new("Label", "FONT")
    curve.body, curve.align_x, curve.align_y = text, "CENTER", "CENTER"
    label = bpy.data.objects.new("Label", curve)
    label.parent = camera
    near = 2.0 * camera.data.clip_start  # before anything else
    width = 2.0 * near * tan(camera.data.angle / 2.0)
    curve.size = 0.058 * width
    low = camera.data.shift_y - 0.5 * HEIGHT / WIDTH + 0.5 * LABEL / WIDTH
    label.location = (0.0, low * width, -near)
    material = bpy.data.materials.new("Ink")
    if material.node_tree is None:
        material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    ink = nodes.new("ShaderNodeEmission")
    ink.inputs["Color"].default_value = (0.03, 0.04, 0.055, 1.0)
    links.new(ink.outputs[0], nodes["Material Output"].inputs["Surface"])
    curve.materials.append(material)
    label.visible_shadow = label.visible_diffuse = label.visible_glossy = False
    bpy.context.scene.collection.objects.link(label)


def rendered() -> np.ndarray:
    """The picture on paper, at half the size it was rendered in."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "tile.png")
        bpy.context.scene.render.filepath = path
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(path)
        pixels = np.empty(len(image.pixels), dtype=np.float32)
        image.pixels.foreach_get(pixels)
    tile = pixels.reshape(2 * HEIGHT, 2 * WIDTH, 4)[::-1]
    ink = tile[..., :3] * tile[..., 3:] if image.alpha_mode == "STRAIGHT" else tile[..., :3]
    flat = ink + (1.0 - tile[..., 3:]) * PAPER
    return flat.reshape(HEIGHT, 2, WIDTH, 2, 3).mean(axis=(1, 3))


if __name__ == "__main__":
    main(*sys.argv[1:])
    sys.stdout.flush()
    os._exit(0)  # Blender as a module may wait for itself for ever while it ends
