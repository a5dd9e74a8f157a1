# SPDX-License-Identifier: GPL-3.0-or-later
"""Save and remove presets of the user's own; they live outside the .blend file, so undo leaves them alone."""

from bpy.props import BoolProperty, EnumProperty, StringProperty
from bpy.types import Context, Event, Operator

from ..bridge import active_robot
from ..bridge.own_presets import name_trouble, own_file, own_presets, remove_own, save_own
from ..mechanism import MechanismError
from .add_robot import Item, item_of

items: list[Item] = []
"""The choices that were shown last, kept for Blender."""


def own_items(_operator: Operator, _context: Context | None) -> list[Item]:
    found = [item_of(stem, stem, f"Your own {stem}") for stem in own_presets()]
    if found != items:
        items[:] = found
    return items


class LINKWRIGHT_OT_save_preset(Operator):
    """Keep the active robot under Add > Armature > Robot > Your Own"""

    bl_idname = "linkwright.save_preset"
    bl_label = "Save Robot as Preset"
    bl_options = {"REGISTER"}

    name: StringProperty(name="Name", description="What the preset is called", options={"SKIP_SAVE"})
    overwrite: BoolProperty(
        name="Overwrite", description="Replace the preset of this name", options={"SKIP_SAVE"}
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        if active_robot(context) is None:
            cls.poll_message_set("Select a robot")
            return False
        return True

    def invoke(self, context: Context, _event: Event) -> set[str]:
        robot = active_robot(context)
        assert robot is not None  # see poll
        self.name = self.name or robot.name
        return context.window_manager.invoke_props_dialog(self, confirm_text="Save Preset")

    def draw(self, _context: Context) -> None:
        layout = self.layout
        layout.use_property_split = True
        layout.prop(self, "name")
        if problem := name_trouble(self.name):
            layout.label(text=problem, icon="ERROR")
        elif own_file(self.name).exists():
            layout.label(text="There is a preset of this name already", icon="INFO")
            layout.prop(self, "overwrite")

    def execute(self, context: Context) -> set[str]:
        robot = active_robot(context)
        assert robot is not None  # see poll
        try:
            save_own(robot, self.name or robot.name, overwrite=self.overwrite)
        except MechanismError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"Saved {self.name or robot.name}: see Add > Armature > Robot > Your Own")
        return {"FINISHED"}


class LINKWRIGHT_OT_remove_preset(Operator):
    """Delete one of your own presets; robots in scenes stay as they are"""

    bl_idname = "linkwright.remove_preset"
    bl_label = "Remove Preset"
    bl_options = {"REGISTER"}

    preset: EnumProperty(
        name="Preset", description="Which preset to delete", items=own_items, options={"SKIP_SAVE"}
    )

    @classmethod
    def poll(cls, _context: Context) -> bool:
        if not own_presets():
            cls.poll_message_set("There is no preset of your own yet")
            return False
        return True

    def invoke(self, context: Context, _event: Event) -> set[str]:
        return context.window_manager.invoke_props_dialog(self, confirm_text="Remove Preset")

    def execute(self, _context: Context) -> set[str]:
        stem = self.preset  # the choice is gone with the file
        try:
            remove_own(stem)
        except MechanismError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"Removed {stem}")
        return {"FINISHED"}
