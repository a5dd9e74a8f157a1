# SPDX-License-Identifier: GPL-3.0-or-later
"""Switches of our overlays, where Blender has its own: in the viewport's Overlays menu."""

from bpy.types import Context, Panel, UILayout

from .. import plugins


class LINKWRIGHT_PT_overlays(Panel):
    bl_label = "Linkwright"
    bl_space_type = "VIEW_3D"
    bl_region_type = "HEADER"
    bl_parent_id = "VIEW3D_PT_overlay"

    def draw(self, context: Context) -> None:
        self.layout.active = context.space_data.overlay.show_overlays
        draw_overlay_switches(self.layout, context)


def draw_overlay_switches(layout: UILayout, context: Context) -> None:
    """One switch for every overlay that was found, its options below while it is on."""
    settings = context.scene.linkwright
    column = layout.column()
    for overlay in plugins.available("overlay"):
        switch = f"show_{overlay.identifier}"
        column.prop(settings, switch)
        if getattr(settings, switch):
            draw_options(column, settings, getattr(overlay, "options", ()))


def draw_options(column: UILayout, settings: object, options: tuple[str, ...]) -> None:
    if options:
        row = column.row(align=True)
        row.separator(factor=2.0)
        for option in options:
            row.prop(settings, option, text="" if option == "dimensions_when" else None)
