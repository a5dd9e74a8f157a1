# SPDX-License-Identifier: GPL-3.0-or-later
"""The panels of a robot as a user sees them, with the mouse where the mouse matters."""

import importlib

from driver import Steps, Window, in_window

TOGETHER = {
    "robot": ("robot", "parameters", "robot_base", "robot_units"),
    "links": ("links", "link_limits"),
    "details": ("link_limits", "link_drive", "link_coupling", "link_mass", "link_shape"),
    "joints": ("joints", "named_poses"),
    "tools": ("tools", "tool_numbers"),
    "frames": ("frames", "matrix"),
}
"""Panels that are looked at together."""
ADD_BUTTON, SECOND_ROW, THIRD_ROW, PARENT_BUTTON, D_FIELD = 42, 68, 89, 220, 308
"""Pixels below the sidebar's top, while the Links panel is alone."""


def part(window: Window, name: str):
    """A module of the installed extension."""
    (root,) = (
        addon for addon in window.bpy.context.preferences.addons if addon.module.endswith(".linkwright")
    )
    return importlib.import_module(f"{root.module}.{name}")


def show_robot(window: Window, preset: str) -> Steps:
    """A robot of the library, filling the view."""
    yield from window.empty_scene()
    yield from window.operator("linkwright.add_robot", preset=preset)
    yield from window.operator("view3d.view_all")


def show_only(window: Window, *names: str) -> Steps:
    """Leave these panels alone in the tab, all of them open: a script cannot open and close panels."""
    utilities = window.bpy.utils
    ours = [cls for cls in part(window, "panels").CLASSES if getattr(cls, "bl_category", "") == "Linkwright"]
    for cls in reversed(ours):
        if cls.is_registered:
            utilities.unregister_class(cls)
    wanted = {f"LINKWRIGHT_PT_{name}" for name in names}
    for cls in ours:
        if cls.__name__ in wanted:
            cls.bl_options = set()
            if getattr(cls, "bl_parent_id", "") not in wanted:
                cls.bl_parent_id = ""
            utilities.register_class(cls)
    yield from window.open_tab()


def button_beside_list(window: Window, below_top: float) -> tuple[float, float]:
    """A point in the column of buttons on the right of a list."""
    sidebar = window.region("UI")
    return sidebar.x + sidebar.width - 50, window.sidebar_point(below_top)[1]


def look_at(window: Window, preset: str, *groups: str) -> Steps:
    """Keep pictures of panels."""
    for group in groups:
        yield from show_only(window, *TOGETHER[group])
        yield from window.screenshot(f"panel-{group}-{preset}")


@in_window
def test_panels_of_puma(window: Window) -> Steps:
    yield from show_robot(window, "puma560")
    window.bpy.context.object.data.linkwright.active_joint = 2
    yield from window.operator("linkwright.named_pose_store")
    yield from window.operator("linkwright.pose_random", seed=4)
    yield from look_at(window, "puma560", *TOGETHER)


@in_window
def test_panels_of_a_dh_robot(window: Window) -> Steps:
    yield from show_robot(window, "a255")
    window.bpy.context.object.data.linkwright.active_joint = 2
    yield from look_at(window, "a255", "robot", "links", "tools", "frames")


@in_window
def test_panels_of_every_kind_of_joint(window: Window) -> Steps:
    yield from show_robot(window, "joint-kinds")
    description = window.bpy.context.object.data.linkwright
    description.active_joint = description.joints.find("gear")
    yield from look_at(window, "joint-kinds", "robot", "links", "joints")
    description.active_joint = description.joints.find("table")
    yield from look_at(window, "joint-kinds", "details")


@in_window
def test_a_problem_is_said_in_the_panel(window: Window) -> Steps:
    yield from show_robot(window, "puma560")
    robot = window.bpy.context.object
    robot.data.linkwright.joints["elbow"].d_text = "forearm * 2"
    robot.scale = (2.0, 2.0, 2.0)
    robot.data.linkwright.bent = "Bone 'elbow' was moved in Edit Mode."
    yield from look_at(window, "problem", "robot")
    assert "forearm" in robot.data.linkwright.problem


@in_window
def test_the_mouse_adds_and_drags(window: Window) -> Steps:
    yield from window.empty_scene()
    yield from window.operator("linkwright.new_robot")
    yield from window.operator("view3d.view_all")
    yield from window.operator("ed.undo_push", message="A new robot")
    yield from show_only(window, "links")
    description = window.bpy.context.object.data.linkwright
    yield from window.click(button_beside_list(window, ADD_BUTTON))
    assert [joint.name for joint in description.joints] == ["joint1", "joint2"]
    assert description.active_joint == 1
    field = window.sidebar_point(D_FIELD)
    before = description.joints[1].d
    yield from window.drag(field, (field[0] + 80, field[1]))
    yield from window.screenshot("panel-links-dragged")
    changed = window.bpy.context.object.data.linkwright.joints[1].d
    assert changed > before + 0.05, (before, changed)
    yield from window.key("Z", ctrl=True)
    assert abs(window.bpy.context.object.data.linkwright.joints[1].d - before) < 1e-6, "one drag, one step"
    yield from window.key("Z", ctrl=True)
    assert len(window.bpy.context.object.data.linkwright.joints) == 1


@in_window
def test_a_click_on_a_bone_chooses_its_row_and_back(window: Window) -> Steps:
    yield from show_robot(window, "puma560")
    robot = window.bpy.context.object
    yield from window.operator("object.posemode_toggle")
    yield from show_only(window, "links")
    yield from window.click(window.bone_point(robot, "shoulder"))
    description = robot.data.linkwright
    chosen = description.joints[description.active_joint].name
    assert robot.data.bones.active.name == chosen
    yield from window.click(window.sidebar_point(SECOND_ROW if chosen != "shoulder" else THIRD_ROW))
    assert description.joints[description.active_joint].name != chosen
    assert robot.data.bones.active.name == description.joints[description.active_joint].name
    yield from window.screenshot("panel-links-bone")


@in_window
def test_poses_and_matrices_go_through_the_clipboard(window: Window) -> Steps:
    yield from show_robot(window, "puma560")
    robot, manager = window.bpy.context.object, window.bpy.context.window_manager
    yield from window.operator("linkwright.pose_random", seed=2)
    angle = robot.pose.bones["elbow"].rotation_euler[1]
    yield from window.operator("linkwright.pose_copy")
    assert manager.clipboard.startswith("# Pose of PUMA 560")
    yield from window.operator("linkwright.pose_reset")
    yield from window.operator("linkwright.pose_paste")
    assert abs(robot.pose.bones["elbow"].rotation_euler[1] - angle) < 1e-6
    manager.clipboard = "elbow: much"
    try:
        window.invoke("linkwright.pose_paste", "EXEC_DEFAULT")
    except RuntimeError as error:
        assert "much" in str(error)
    else:
        raise AssertionError("a bad text was taken")
    assert abs(robot.pose.bones["elbow"].rotation_euler[1] - angle) < 1e-6
    yield from window.operator("linkwright.matrix_copy", form="TABLE")
    assert [len(line.split("\t")) for line in manager.clipboard.splitlines()] == [4, 4, 4, 4]


@in_window
def test_a_parent_is_searched_for(window: Window) -> Steps:
    yield from show_robot(window, "puma560")
    description = window.bpy.context.object.data.linkwright
    description.active_joint = description.joints.find("flange")
    description.show_formulas = True
    yield from show_only(window, "links")
    yield from window.click(window.sidebar_point(PARENT_BUTTON))
    yield from window.screenshot("panel-links-parent")
    yield from window.type_text("sho")
    yield from window.key("RET")
    assert description.joints["flange"].parent == "shoulder"
    assert not description.problem
