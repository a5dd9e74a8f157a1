# SPDX-License-Identifier: GPL-3.0-or-later
"""What the viewport shows of a robot beside the robot itself."""

import importlib
import time
from pathlib import Path
from types import SimpleNamespace

from driver import OUT, Steps, Window, in_window

ORANGE = (1.0, 0.63, 0.16)
"""The colour of what is active, in Blender's own theme."""
LOOK = (0.86, 0.34, 0.17, 0.35)
"""A view from the front, the right and above, as a quaternion."""


def part(window: Window, name: str):
    """A module of the installed extension."""
    modules = [addon.module for addon in window.bpy.context.preferences.addons]
    (extension,) = (module for module in modules if module.endswith(".linkwright"))
    return importlib.import_module(f"{extension}.{name}")


def show_puma(window: Window) -> Steps:
    """A PUMA 560, near enough to read what is written on it."""
    yield from window.empty_scene()
    yield from window.operator("linkwright.add_robot", preset="puma560")
    bones = window.bpy.context.object.pose.bones
    bones["shoulder"].rotation_euler[1], bones["elbow"].rotation_euler[1] = -0.5, 0.3
    view = window.area.spaces.active
    view.region_3d.view_rotation = LOOK
    yield from window.operator("view3d.view_all")
    view.region_3d.view_distance *= 0.8
    view.overlay.show_bones = False
    yield 0.3


def count_pixels(window: Window, name: str, colour: tuple[float, float, float]) -> int:
    """How many pixels of the viewport in a picture have about this colour."""
    image = window.bpy.data.images.load(str(OUT / f"{name}.png"))
    image.colorspace_settings.name = "Non-Color"
    import numpy as np

    width, height = image.size
    pixels = np.array(image.pixels).reshape(height, width, -1)
    region = window.region()
    seen = pixels[
        region.y + 60 : region.y + region.height - 60, region.x + 60 : region.x + region.width - 110, :3
    ]
    return int((np.abs(seen - colour).max(axis=2) < 0.04).sum())


@in_window
def test_frames_follow_the_pose(window: Window) -> Steps:
    yield from show_puma(window)
    bpy, robot = window.bpy, window.bpy.context.object
    settings = bpy.context.scene.linkwright
    colour = tuple(bpy.context.preferences.themes[0].user_interface.axis_z)
    yield from window.screenshot("frames-off")
    before = count_pixels(window, "frames-off", colour)
    settings.show_frames = settings.base_frame = True
    robot.pose.bones["waist"].rotation_euler[1] = 0.4
    yield from window.screenshot("frames-on")
    assert count_pixels(window, "frames-on", colour) > before + 300, "no blue arrows"
    window.area.spaces.active.overlay.show_overlays = False
    yield from window.screenshot("frames-hidden")
    assert count_pixels(window, "frames-hidden", colour) <= before, "the viewport's own switch was ignored"
    window.area.spaces.active.overlay.show_overlays = True
    robot.hide_set(True)
    yield from window.screenshot("frames-robot-hidden")
    assert count_pixels(window, "frames-robot-hidden", colour) <= before, "a hidden robot has frames"
    assert not part(window, "plugins").problems


@in_window
def test_edited_number_is_dimensioned_and_fades(window: Window) -> Steps:
    yield from show_puma(window)
    live, armature = part(window, "bridge.live"), window.bpy.context.object.data
    yield from window.screenshot("dimension-none")
    before = count_pixels(window, "dimension-none", ORANGE)
    for joint, number in (("elbow", "d"), ("elbow", "r"), ("shoulder", "alpha"), ("elbow", "theta")):
        live.note_edit(armature, joint, number)
        name = f"dimension-{joint}-{number}"
        yield from window.screenshot(name)
        assert count_pixels(window, name, ORANGE) > before + 25, f"nothing is highlighted for {number}"
    yield live.HOLD + live.FADE + 0.5
    yield from window.screenshot("dimension-faded")
    assert count_pixels(window, "dimension-faded", ORANGE) <= before, "the dimension did not fade"
    assert not window.bpy.app.timers.is_registered(live.fade), "the timer goes on"
    assert not part(window, "plugins").problems


@in_window
def test_readable_on_a_light_theme(window: Window) -> Steps:
    yield from show_puma(window)
    bpy = window.bpy
    bpy.ops.script.execute_preset(
        filepath=light_theme(bpy), menu_idname="USERPREF_MT_interface_theme_presets"
    )
    bpy.context.scene.linkwright.show_frames = True
    part(window, "bridge.live").note_edit(bpy.context.object.data, "elbow", "d")
    yield from window.screenshot("light-theme")
    colour = tuple(bpy.context.preferences.themes[0].view_3d.object_active)
    assert count_pixels(window, "light-theme", colour) > 100
    assert not part(window, "plugins").problems


def light_theme(bpy) -> str:
    """The file of Blender's own light theme."""
    (folder,) = bpy.utils.preset_paths("interface_theme")
    return str(next(Path(folder).glob("*Light.xml")))


@in_window
def test_all_dimensions_of_the_active_joint(window: Window) -> Steps:
    yield from show_puma(window)
    bpy = window.bpy
    bpy.context.scene.unit_settings.length_unit = "MILLIMETERS"
    settings, description = bpy.context.scene.linkwright, bpy.context.object.data.linkwright
    description.active_joint = 2
    settings.dimensions_when = "ACTIVE"
    yield from window.screenshot("dimensions-active")
    assert count_pixels(window, "dimensions-active", ORANGE) > 200
    settings.show_dimensions = False
    yield from window.screenshot("dimensions-switched-off")
    assert count_pixels(window, "dimensions-switched-off", ORANGE) < 50


@in_window
def test_menu_lists_an_overlay_of_another_extension(window: Window) -> Steps:
    yield from show_puma(window)
    plugins, marks = part(window, "plugins"), part(window, "bridge.marks")
    import numpy as np

    def star(robot, context):
        return [marks.Dot(np.array([0.0, 0.0, 1.2]), ORANGE, radius=9.0)]

    def broken(robot, context):
        raise KeyError("nobody expects this")

    told = {"description": "Something above the robot", "shown": True}
    plugins.register("overlay", SimpleNamespace(identifier="star", label="Star", marks=star, **told))
    plugins.register("overlay", SimpleNamespace(identifier="broken", label="Broken", marks=broken, **told))
    yield from window.screenshot("overlay-star")
    assert count_pixels(window, "overlay-star", ORANGE) > 100
    assert "KeyError" in plugins.problems["Broken"]
    bpy = window.bpy
    with bpy.context.temp_override(window=window.window, area=window.area, region=window.region()):
        bpy.ops.wm.call_panel("INVOKE_DEFAULT", name="VIEW3D_PT_overlay", keep_open=True)
    yield from window.screenshot("overlay-menu")
    assert Path(OUT / "overlay-menu.png").exists()


@in_window
def test_drawing_is_cheap(window: Window) -> Steps:
    yield from window.empty_scene()
    yield from window.operator("linkwright.add_robot", preset="humanoid")
    yield from window.operator("view3d.view_all")
    bpy, drawing, seconds = window.bpy, part(window, "bridge.overlay_drawing"), []

    def timed() -> None:
        begin = time.perf_counter()
        drawing.draw()
        seconds.append(time.perf_counter() - begin)

    drawing.unregister()
    handler = bpy.types.SpaceView3D.draw_handler_add(timed, (), "WINDOW", "POST_PIXEL")
    medians = {}
    for shown in (False, True):
        bpy.context.scene.linkwright.show_frames = shown
        yield 0.3
        seconds.clear()
        for _ in range(12):
            window.area.tag_redraw()
            yield 0.1
        medians[shown] = 1e3 * sorted(seconds)[len(seconds) // 2]
    bpy.types.SpaceView3D.draw_handler_remove(handler, "WINDOW")
    drawing.register()
    print(f"Overlays: {medians[False]:.3f} ms with nothing to show, {medians[True]:.1f} ms for 33 frames")
    assert medians[False] < 0.5
    assert medians[True] < 25.0
    yield from window.screenshot("frames-humanoid")
