# SPDX-License-Identifier: GPL-3.0-or-later
"""File > Export > RAFF: the robots that are selected, into one file."""

from pathlib import Path

import bpy
from bpy.props import BoolProperty, StringProperty
from bpy.types import Context, Event, Object, Operator
from bpy_extras.io_utils import ExportHelper

from ..bridge.exporting import chosen_robots, document_of_robots, is_scaled, with_devices_of
from ..mechanism import MechanismError, write


class LINKWRIGHT_OT_export_raff(Operator, ExportHelper):
    """Write the selected robots into a RAFF file; units, notation, formulas and parameters are kept"""

    bl_idname = "linkwright.export_raff"
    bl_label = "Export RAFF"
    bl_options = {"REGISTER"}

    filename_ext = ".raff"
    filepath: StringProperty(subtype="FILE_PATH", options={"HIDDEN", "SKIP_SAVE"})
    filter_glob: StringProperty(default="*.raff", options={"HIDDEN"})
    placed: BoolProperty(
        name="Place in the World",
        description="Write where each object stands as the base of its robot, otherwise what is described",
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        if not chosen_robots(context):
            cls.poll_message_set("Select a robot")
            return False
        return True

    def invoke(self, context: Context, event: Event) -> set[str]:
        if not self.filepath:
            folder = Path(bpy.data.filepath).parent if bpy.data.filepath else Path()
            name = bpy.path.clean_name(chosen_robots(context)[0].name)
            self.filepath = str(folder / f"{name}{self.filename_ext}")
        return ExportHelper.invoke(self, context, event)

    def execute(self, context: Context) -> set[str]:
        robots, file = chosen_robots(context), Path(bpy.path.abspath(self.filepath))
        try:
            document = document_of_robots(robots, file.parent, placed=self.placed)
            document, lost = with_devices_of(document, file)
            write(document, file)
        except MechanismError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.warn(robots, lost)
        self.report({"INFO"}, f"Wrote {', '.join(robot.name for robot in robots)} to {file.name}")
        return {"FINISHED"}

    def warn(self, robots: list[Object], lost: list[str]) -> None:
        """Tell what is not in the file."""
        if lost:
            self.report({"WARNING"}, f"Left out, as they move other robots: {', '.join(lost)}")
        if scaled := [robot.name for robot in robots if is_scaled(robot)]:
            self.report({"WARNING"}, f"{', '.join(scaled)}: the object's scale is not part of the file")
