# SPDX-License-Identifier: GPL-3.0-or-later
"""Menus, the redo panel, dropped files and the pie menu, with mouse and keys."""

from pathlib import Path

from driver import Steps, Window, in_window

MODES = ("Window", "Screen", "3D View", "3D View Generic", "Object Mode", "Pose", "Armature", "Mesh")
"""Keymaps that are asked while the mouse is over the 3D view."""


def robots(window: Window) -> list:
    return [item for item in window.bpy.data.objects if item.type == "ARMATURE"]


def call_menu(window: Window, name: str) -> Steps:
    """Open a menu under the mouse, as its parent menu would."""
    yield from window.move(window.centre())
    bpy = window.bpy
    with bpy.context.temp_override(window=window.window, area=window.area, region=window.region()):
        bpy.ops.wm.call_menu("INVOKE_DEFAULT", name=name)
    yield 0.5


@in_window
def test_puma_is_found_in_the_add_menu(window: Window) -> Steps:
    yield from window.empty_scene()
    yield from window.move(window.centre())
    yield from window.key("A", shift=True)
    yield from window.screenshot("menu-add")
    yield from window.type_text("puma")
    yield from window.screenshot("menu-add-search")
    yield from window.key("RET")
    assert [item.name for item in robots(window)] == ["PUMA 560"]
    yield from window.screenshot("menu-added")


@in_window
def test_first_entry_of_each_menu_is_under_the_mouse(window: Window) -> Steps:
    yield from window.empty_scene()
    yield from call_menu(window, "LINKWRIGHT_MT_own_robots")
    yield from window.screenshot("menu-own-empty")
    yield from window.key("ESC")
    entries = {"add_robot": "Robot", "family_0": "PUMA 560", "family_2": "SCARA", "own_robots": "My SCARA"}
    for menu, name in entries.items():
        if menu == "own_robots":
            assert window.bpy.ops.linkwright.save_preset(name=name) == {"FINISHED"}
        yield from call_menu(window, f"LINKWRIGHT_MT_{menu}")
        yield from window.screenshot(f"menu-{menu}")
        yield from window.key("RET")
        assert window.bpy.context.object.name == name, menu
    assert len(robots(window)) == len(entries)


@in_window
def test_redo_panel_changes_the_robot_that_was_added(window: Window) -> Steps:
    bpy = window.bpy
    yield from window.empty_scene()
    yield from window.operator("ed.undo_push", message="Empty scene")
    yield from call_menu(window, "LINKWRIGHT_MT_family_0")
    yield from window.key("RET")
    yield from window.operator("view3d.view_all")
    hud = window.region("HUD")
    yield from window.click((hud.x + hud.width / 2, hud.y + hud.height / 2))
    yield from window.screenshot("redo-panel")
    name = robots(window)[0].name
    added = next(
        item
        for item in reversed(bpy.context.window_manager.operators)
        if "add_robot" in item.bl_idname.lower()
    )
    added.properties.preset, added.properties.size = "scara", 2.0
    added.properties.location = (1.0, 0.0, 0.0)
    with bpy.context.temp_override(window=window.window, area=window.area, region=window.region()):
        bpy.ops.ed.undo_redo()
    yield 0.5
    (robot,) = robots(window)
    assert (robot.name, robot.location.x) == ("SCARA", 1.0)
    assert robot.name != name
    yield from window.screenshot("redo-panel-changed")
    yield from window.operator("ed.undo")
    assert not robots(window)


@in_window
def test_robot_that_is_added_in_local_view_is_seen(window: Window) -> Steps:
    yield from window.operator("object.select_all", action="SELECT")
    yield from window.operator("view3d.localview")
    assert window.area.spaces.active.local_view
    yield from window.operator("linkwright.add_robot", preset="scara")
    robot = window.bpy.context.object
    for item in (robot, *robot.children):
        assert item.local_view_get(window.area.spaces.active), item.name


@in_window
def test_dropped_file_stands_where_it_was_dropped(window: Window) -> Steps:
    from bpy_extras.view3d_utils import location_3d_to_region_2d

    file = Path("/tmp/one.raff")
    file.write_text('raff = "1.0"\n[[robot]]\nname = "One"\n[[robot.joint]]\nname = "a"\n', encoding="utf-8")
    yield from window.empty_scene()
    x, y = window.centre()
    yield from window.move((x + 90, y - 60))
    window.invoke("linkwright.import_raff", filepath=str(file))
    yield 0.5
    (robot,) = robots(window)
    assert abs(robot.location.z) < 1e-5, "it stands on the floor"
    region = window.region()
    seen = location_3d_to_region_2d(region, window.area.spaces.active.region_3d, robot.location)
    assert abs(region.x + seen.x - x - 90) < 2, seen
    assert abs(region.y + seen.y - y + 60) < 2, seen


@in_window
def test_pie_menu_works_by_its_key(window: Window) -> Steps:
    yield from window.empty_scene()
    yield from window.operator("linkwright.add_robot", preset="puma560")
    yield from window.operator("view3d.view_all")
    robot = window.bpy.context.object
    before = [bone.rotation_euler[1] for bone in robot.pose.bones]
    x, y = window.centre()
    yield from window.move((x, y))
    yield from window.key("J", shift=True)
    yield from window.screenshot("pie")
    yield from window.click((x + 130, y))
    after = [bone.rotation_euler[1] for bone in robot.pose.bones]
    assert after != before, "right is the random pose"
    yield from window.move((x, y))
    yield from window.key("J", shift=True)
    yield from window.click((x - 130, y))
    assert [bone.rotation_euler[1] for bone in robot.pose.bones] == before, "left is the rest pose"


@in_window
def test_pie_menu_helps_to_begin(window: Window) -> Steps:
    yield from window.empty_scene()
    x, y = window.centre()
    yield from window.move((x, y))
    yield from window.key("J", shift=True)
    yield from window.screenshot("pie-empty")
    yield from window.click((x - 130, y))
    assert [item.name for item in robots(window)] == ["Robot"]
    yield from window.operator("view3d.view_all")
    yield from window.screenshot("new-robot")


@in_window
def test_key_of_the_pie_menu_is_free_in_blender(window: Window) -> Steps:
    keys = window.bpy.context.window_manager.keyconfigs
    (ours,) = (
        item for item in keys.addon.keymaps["3D View"].keymap_items if item.idname == "wm.call_menu_pie"
    )
    taken = [
        (name, item.idname)
        for name in MODES
        for item in keys.default.keymaps[name].keymap_items
        if (item.type, item.shift, item.ctrl, item.alt) == (ours.type, ours.shift, ours.ctrl, ours.alt)
    ]
    assert not taken, taken
    yield 0.1


def search(window: Window, word: str) -> Steps:
    """Press F3, type, and take the first that is found."""
    yield from window.move(window.centre())
    yield from window.key("F3")
    yield from window.type_text(word)
    yield from window.screenshot(f"search-{word}")
    yield from window.key("RET")
    yield 0.5


@in_window
def test_search_finds_what_the_menus_have(window: Window) -> Steps:
    yield from window.empty_scene()
    yield from search(window, "puma")
    yield from search(window, "humanoid")
    arm, guest = window.bpy.data.objects["PUMA 560"], window.bpy.data.objects["Humanoid"]
    arm.select_set(True)
    yield from search(window, "mount")
    assert guest.parent == arm
    yield from search(window, "dismount")
    assert guest.parent is None
    window.invoke("linkwright.save_preset")
    yield from window.screenshot("save-preset")
    yield from window.key("RET")
    yield from window.operator("linkwright.add_robot", preset="own:Humanoid")
    assert window.bpy.context.object.name == "Humanoid.001"
