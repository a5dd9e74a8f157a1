# SPDX-License-Identifier: GPL-3.0-or-later
"""File > Import > RAFF, and the same by dropping files into the viewport."""

from pathlib import Path

from bpy.props import CollectionProperty, StringProperty
from bpy.types import Context, Event, FileHandler, Menu, Operator, OperatorFileListElement
from bpy_extras.io_utils import ImportHelper, poll_file_object_drop

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

    def execute(self, context: Context) -> set[str]:
        return open_robots(self, context, self.chosen_files())

    def chosen_files(self) -> list[Path]:
        """The files picked or dropped together, or the single one typed."""
        several = [Path(self.directory) / item.name for item in self.files if item.name]
        return several or ([Path(self.filepath)] if self.filepath else [])

    def invoke(self, context: Context, event: Event) -> set[str]:
        if self.files or self.filepath:  # dropped: nothing is left to ask
            return self.execute(context)
        return ImportHelper.invoke(self, context, event)


class LINKWRIGHT_FH_raff(FileHandler):
    bl_idname = "LINKWRIGHT_FH_raff"
    bl_label = "Robot (RAFF)"
    bl_import_operator = LINKWRIGHT_OT_import_raff.bl_idname
    bl_file_extensions = ".raff"

    @classmethod
    def poll_drop(cls, context: Context) -> bool:
        return poll_file_object_drop(context)


def draw_import_menu(menu: Menu, _context: Context) -> None:
    menu.layout.operator(LINKWRIGHT_OT_import_raff.bl_idname, text="Robot (.raff)")
