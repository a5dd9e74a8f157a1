# SPDX-License-Identifier: GPL-3.0-or-later
"""Run by `dev.py demo` in a Python with bpy: install the zip, open a robot, move it, save and render."""

import importlib
import sys
from math import radians, sin, tau
from pathlib import Path
from types import ModuleType

import bpy
import addon_utils
from mathutils import Vector

EXTENSION = "bl_ext.user_default.linkwright"
FRAMES = 96
POSE = (-28.0, -38.0, 18.0, 12.0, 42.0, 0.0)
"""Middle of the motion, in degrees; robots with more joints go on with 20."""


def main(package: str, source: str, blend: str, picture: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bridge = install(package)
    bpy.ops.linkwright.import_raff(filepath=source)
    robot = bridge.active_robot(bpy.context)
    animate(bridge, robot)
    light_up(robot)
    bpy.context.scene.frame_set(FRAMES // 3)
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    bpy.context.scene.render.filepath = picture
    bpy.ops.render.render(write_still=True)
    report(robot, source, blend, picture)


def install(package: str) -> ModuleType:
    """Install the zip as a user does, and hand out the installed extension's bridge."""
    addon_utils.enable("bl_pkg")
    bpy.ops.extensions.package_install_files(filepath=package, repo="user_default", enable_on_install=True)
    return importlib.import_module(f"{EXTENSION}.bridge")


def animate(bridge: ModuleType, robot: bpy.types.Object) -> None:
    """Swing every joint about the pose and set keyframes on the bones' own channels."""
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, FRAMES
    model = bridge.read_model(robot.data)
    middle = [radians((*POSE, *[20.0] * model.nq)[joint]) for joint in range(model.nq)]
    for frame in range(1, FRAMES + 1, 8):
        swing = 0.45 * sin(tau * (frame - 1) / FRAMES)
        q = [value + swing / (1 + joint) for joint, value in enumerate(middle)]
        bridge.write_positions(robot, [*q])
        for bone in robot.pose.bones:
            bone.keyframe_insert("rotation_euler", index=1, frame=frame)


def light_up(robot: bpy.types.Object) -> None:
    """A floor, three lamps and a camera that sees the whole robot."""
    scene = bpy.context.scene
    points = [robot.matrix_world @ bone.head for bone in robot.pose.bones] + [robot.location]
    size = max((point - robot.location).length for point in points)
    aim = robot.location + Vector((0.0, 0.0, 0.46 * size))
    bpy.ops.mesh.primitive_plane_add(size=60.0 * size, location=robot.location)
    bpy.context.object.name = "Floor"
    bpy.context.object.data.materials.append(floor_material())
    add_lamp("Key", aim + Vector((1.6, -2.0, 2.2)) * size, aim, 190.0 * size**2, 1.2 * size)
    add_lamp("Fill", aim + Vector((-2.4, -1.4, 0.9)) * size, aim, 55.0 * size**2, 2.0 * size)
    add_lamp("Rim", aim + Vector((-0.8, 2.6, 1.8)) * size, aim, 150.0 * size**2, 0.8 * size)
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    scene.collection.objects.link(camera)
    camera.location = aim + Vector((1.75, -2.35, 0.75)) * size
    camera.rotation_euler = (aim - camera.location).to_track_quat("-Z", "Y").to_euler()
    camera.data.lens = 52.0
    scene.camera = camera
    set_up_render(scene)


def add_lamp(name: str, place: Vector, aim: Vector, watts: float, size: float) -> None:
    lamp = bpy.data.objects.new(name, bpy.data.lights.new(name, "AREA"))
    lamp.data.energy, lamp.data.size = watts, size
    lamp.location = place
    lamp.rotation_euler = (aim - place).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(lamp)


def floor_material() -> bpy.types.Material:
    material = bpy.data.materials.new("Floor")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (0.23, 0.26, 0.30, 1.0)
    shader.inputs["Roughness"].default_value = 0.55
    return material


def set_up_render(scene: bpy.types.Scene) -> None:
    world = bpy.data.worlds.new("World")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.30, 0.34, 0.40, 1.0)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.35
    scene.world = world
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 48
    scene.cycles.use_denoising = True
    scene.render.resolution_x, scene.render.resolution_y = 1120, 700
    scene.view_settings.view_transform = "AgX"


def report(robot: bpy.types.Object, source: str, blend: str, picture: str) -> None:
    joints = robot.data.linkwright.joints
    say(f"{blend}: {robot.name} of {Path(source).name}, {len(joints)} joints, {FRAMES} frames of motion")
    say(f"{picture}: frame {FRAMES // 3} of it, rendered with Blender {bpy.app.version_string}")


def say(text: str) -> None:
    print(f"demo: {text}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
