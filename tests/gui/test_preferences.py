# SPDX-License-Identifier: GPL-3.0-or-later
"""The extension's preferences."""

from driver import Steps, Window, in_window


@in_window
def test_preferences_show_the_libraries(window: Window) -> Steps:
    bpy = window.bpy
    names = [addon.module for addon in bpy.context.preferences.addons]
    (name,) = (module for module in names if module.endswith(".linkwright"))
    bpy.context.preferences.active_section = "ADDONS"
    bpy.context.window_manager.addon_search = "Linkwright"
    bpy.ops.preferences.addon_show(module=name)
    yield 1.0
    assert len(bpy.context.window_manager.windows) == 2
    yield from window.screenshot("preferences")
