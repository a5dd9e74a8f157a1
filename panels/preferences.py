# SPDX-License-Identifier: GPL-3.0-or-later
"""Preferences: what this installation has, and what is wrong with it."""

from textwrap import wrap

from bpy.types import AddonPreferences, Context, UILayout

from .. import plugins
from ..bridge import kernels
from ..bridge.libraries import installed_libraries
from ..operators.compile_kernels import LINKWRIGHT_OT_compile_kernels

LONGEST_LINE = 88
"""Characters that the window of the preferences shows in one line."""


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
        draw_kernels(self.layout.box())
        if plugins.problems:
            draw_problems(self.layout.box())


def draw_kernels(box: UILayout) -> None:
    """How fast the solvers run, and another try where they could run faster."""
    draw_text(box, f"Kernels: {kernels.kernel_state()}")
    if kernels.can_begin():
        box.operator(LINKWRIGHT_OT_compile_kernels.bl_idname, text="Try Again", icon="FILE_REFRESH")


def draw_problems(box: UILayout) -> None:
    """Plug-ins that do not work."""
    box.label(text="Plug-ins that do not work", icon="ERROR")
    for name, problem in plugins.problems.items():
        draw_text(box, f"{name}: {problem}")


def draw_text(layout: UILayout, text: str) -> None:
    """A text in as many lines as it needs."""
    column = layout.column(align=True)
    for line in wrap(text, LONGEST_LINE):
        column.label(text=line)
