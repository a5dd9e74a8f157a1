# SPDX-License-Identifier: GPL-3.0-or-later
"""Homogeneous matrices: choose a frame, copy its matrix."""

from bpy.props import BoolProperty, EnumProperty, StringProperty
from bpy.types import Context, Operator

from ..bridge.matrices import all_matrices_text, choose_frame, chosen_frame, frame_matrix, matrix_text
from ..mechanism import MechanismError
from .robot_poll import chosen_robot, has_robot, refuse

FORMS = [
    ("PYTHON", "Python", "Nested lists, as Python and NumPy take them"),
    ("MATLAB", "MATLAB", "Brackets and semicolons, as MATLAB and Octave take them"),
    ("TABLE", "Table", "Columns between tabs, as spreadsheets take them"),
]


class LINKWRIGHT_OT_frame_choose(Operator):
    """Show the matrix of this frame"""

    bl_idname = "linkwright.frame_choose"
    bl_label = "Choose Frame"
    bl_options = {"INTERNAL"}

    name: StringProperty(name="Frame", description="Joint or tool")

    @classmethod
    def poll(cls, context: Context) -> bool:
        return has_robot(cls, context)

    def execute(self, context: Context) -> set[str]:
        robot = chosen_robot(context)
        if not choose_frame(context.scene, robot.data, self.name):
            return refuse(self, MechanismError(f"Robot {robot.name!r} has no joint or tool {self.name!r}"))
        return {"FINISHED"}


class LINKWRIGHT_OT_matrix_copy(Operator):
    """Copy the matrix as text"""

    bl_idname = "linkwright.matrix_copy"
    bl_label = "Copy Matrix"

    form: EnumProperty(name="As", description="Who reads the text", items=FORMS)
    every: BoolProperty(
        name="All Frames", description="The matrices of all joints and tools", options={"SKIP_SAVE"}
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        return has_robot(cls, context)

    def execute(self, context: Context) -> set[str]:
        robot, reference = chosen_robot(context), context.scene.linkwright.matrix_in
        name = chosen_frame(context.scene, robot.data)
        try:
            if self.every:
                text = all_matrices_text(robot, reference, self.form)
            else:
                text = matrix_text(frame_matrix(robot, name, reference), self.form)
        except MechanismError as error:
            return refuse(self, error)
        context.window_manager.clipboard = text
        self.report({"INFO"}, "Copied all matrices" if self.every else f"Copied the matrix of {name!r}")
        return {"FINISHED"}
