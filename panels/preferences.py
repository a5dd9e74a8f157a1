# SPDX-License-Identifier: GPL-3.0-or-later
"""Preferences: what this installation has."""

from bpy.types import AddonPreferences, Context

from ..bridge.libraries import installed_libraries, kernel_state


class LinkwrightPreferences(AddonPreferences):
    bl_idname = __package__.rpartition(".")[0]

    def draw(self, _context: Context) -> None:
        box = self.layout.box()
        box.label(text="Libraries of this installation")
        grid = box.grid_flow(row_major=True, columns=3, even_columns=False, align=True)
        for library in installed_libraries():
            found = library.version is not None
            grid.label(text=library.label, icon="CHECKMARK" if found else "X")
            grid.label(text=library.version or "not on this platform")
            grid.label(text=library.purpose)
        box.label(text=f"Kernels: {kernel_state()}")
