# SPDX-License-Identifier: GPL-3.0-or-later
"""Compile the kernels, where that failed or was not begun."""

from bpy.types import Context, Operator

from ..bridge import kernels


class LINKWRIGHT_OT_compile_kernels(Operator):
    """Compile the kernels for this computer in the background, so that all solvers run faster"""

    bl_idname = "linkwright.compile_kernels"
    bl_label = "Compile Kernels"
    bl_options = {"INTERNAL"}

    @classmethod
    def poll(cls, _context: Context) -> bool:
        if not kernels.can_begin():
            cls.poll_message_set("The kernels are compiled, or will be soon")
            return False
        return True

    def execute(self, _context: Context) -> set[str]:
        if not kernels.start():
            self.report({"ERROR"}, f"Kernels: {kernels.kernel_state()}")
            return {"CANCELLED"}
        return {"FINISHED"}
