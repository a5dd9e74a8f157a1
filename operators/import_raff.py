# SPDX-License-Identifier: GPL-3.0-or-later
"""File > Import > RAFF, and the same by dropping files into the viewport."""

from pathlib import Path

from bpy.props import BoolProperty, CollectionProperty, FloatVectorProperty, StringProperty
from bpy.types import Context, Event, FileHandler, Operator, OperatorFileListElement
from bpy_extras.io_utils import ImportHelper, poll_file_object_drop
from mathutils import Matrix

from ..bridge.dropping import point_under_mouse
from .open_robots import open_robots


class LINKWRIGHT_OT_import_raff(Operator, ImportHelper):
    """Open robots from RAFF files"""

    bl_idname = "linkwright.import_raff"
    bl_label = "Import RAFF"
    bl_options = {"REGISTER", "UNDO"}

    filename_ext = ".raff"
    filepath: StringProperty(subtype="FILE_PATH", options={"HIDDEN", "SKIP_SAVE"})
    filter_glob: StringProperty(default="*.raff", options={"HIDDEN"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    files: CollectionProperty(type=OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    dropped: BoolProperty(options={"HIDDEN", "SKIP_SAVE"})
    location: FloatVectorProperty(
        name="Location",
        description="Where the files were dropped",
        subtype="TRANSLATION",
        options={"SKIP_SAVE"},
    )

    def execute(self, context: Context) -> set[str]:
        place = Matrix.Translation(self.location) if self.dropped else None
        return open_robots(self, context, self.chosen_files(), place=place)

    def chosen_files(self) -> list[Path]:
        """The files picked or dropped together, or the single one typed."""
        several = [Path(self.directory) / item.name for item in self.files if item.name]
        return several or ([Path(self.filepath)] if self.filepath else [])

    def invoke(self, context: Context, event: Event) -> set[str]:
        if not (self.files or self.filepath):
            return ImportHelper.invoke(self, context, event)
        point = point_under_mouse(context, event)  # dropped: nothing is left to ask
        if point is not None:
            self.dropped, self.location = True, point
        return self.execute(context)

    def draw(self, _context: Context) -> None:
        if self.dropped:
            self.layout.use_property_split = True
            self.layout.prop(self, "location")


class LINKWRIGHT_FH_raff(FileHandler):
    bl_idname = "LINKWRIGHT_FH_raff"
    bl_label = "Robot (RAFF)"
    bl_import_operator = LINKWRIGHT_OT_import_raff.bl_idname
    bl_export_operator = "linkwright.export_raff"
    bl_file_extensions = ".raff"

    @classmethod
    def poll_drop(cls, context: Context) -> bool:
        return poll_file_object_drop(context)
