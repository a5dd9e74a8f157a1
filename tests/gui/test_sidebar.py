# SPDX-License-Identifier: GPL-3.0-or-later
"""The Linkwright tab, as a user sees it."""

from pathlib import Path

from driver import Steps, Window, in_window

PUMA_BUTTON, OPEN_BUTTON = 93, 174
LINKS_HEADER, WAIST_FIELD = 179, 264
"""Pixels below the sidebar's top."""


@in_window
def test_empty_scene_says_what_to_do_first(window: Window) -> Steps:
    yield from window.empty_scene()
    yield from window.open_tab()
    assert window.region("UI").active_panel_category == "Linkwright"
    yield from window.screenshot("tab-empty")


@in_window
def test_button_of_the_empty_state_adds_a_robot(window: Window) -> Steps:
    yield from window.empty_scene()
    yield from window.open_tab()
    yield from window.click(window.sidebar_point(PUMA_BUTTON))
    assert window.bpy.context.object.data.linkwright.robot_name == "PUMA 560"
    yield from window.operator("view3d.view_all")
    yield from window.screenshot("tab-robot")


@in_window
def test_adding_is_one_undo_step(window: Window) -> Steps:
    yield from window.empty_scene()
    yield from window.operator("ed.undo_push", message="Empty scene")
    yield from window.open_tab()
    yield from window.click(window.sidebar_point(PUMA_BUTTON))
    yield from window.key("Z", ctrl=True)
    assert not window.bpy.data.armatures, "undo left the robot"
    yield from window.key("Z", ctrl=True, shift=True)
    assert [item.linkwright.robot_name for item in window.bpy.data.armatures] == ["PUMA 560"]


@in_window
def test_dragging_a_joint_field_turns_the_joint(window: Window) -> Steps:
    yield from window.empty_scene()
    yield from window.operator("linkwright.add_robot", preset="puma560")
    yield from window.open_tab()
    yield from window.click(window.sidebar_point(LINKS_HEADER))  # folds that panel
    field = window.sidebar_point(WAIST_FIELD, across=0.45)
    yield from window.drag(field, (field[0] + 60, field[1]))
    waist = window.bpy.context.object.pose.bones["waist"]
    assert waist.rotation_euler[1] > 0.05, list(waist.rotation_euler)
    shoulder = window.bpy.context.object.pose.bones["shoulder"]
    assert shoulder.rotation_euler[1] == 0.0


@in_window
def test_r_key_turns_a_joint(window: Window) -> Steps:
    yield from window.empty_scene()
    yield from window.operator("linkwright.add_robot", preset="puma560")
    robot = window.bpy.context.object
    yield from window.operator("view3d.view_all")
    yield from window.operator("object.posemode_toggle")
    yield from window.open_tab()
    yield from window.click(window.bone_point(robot, "shoulder"))
    for key in "RYY":  # about the bone's own Y, which is the joint's axis
        yield from window.key(key)
    yield from window.type_text("-40")
    yield from window.key("RET")
    turned = robot.pose.bones["shoulder"].rotation_euler
    assert abs(abs(turned[1]) - 0.698) < 1e-2, list(turned)
    assert abs(turned[0]) < 1e-6, "a locked channel moved"
    assert abs(turned[2]) < 1e-6, "a locked channel moved"


@in_window
def test_opening_a_second_file_asks_again(window: Window) -> Steps:
    file = Path("/tmp/one.raff")
    file.write_text('raff = "1.0"\n[[robot]]\nname = "One"\n[[robot.joint]]\nname = "a"\n', encoding="utf-8")
    yield from window.empty_scene()
    yield from window.open_tab()
    for count in (1, 2):
        window.bpy.context.view_layer.objects.active = None
        yield 0.5
        yield from window.click(window.sidebar_point(OPEN_BUTTON))
        yield from window.choose_file(file)
        assert len(window.bpy.data.armatures) == count, "no file was asked for, or none was opened"
