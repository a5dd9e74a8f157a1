# SPDX-License-Identifier: GPL-3.0-or-later
"""What else belongs to the active link: limits, drive, coupling, mass and shape."""

from bpy.types import Context, Panel, PropertyGroup, UILayout

from ..bridge import active_robot
from ..bridge.description_tables import coordinates_of
from ..bridge.fields import CENTRE, GEOMETRY_POSE, INERTIA, MASS, PER_JOINT, RATIO, Field, coordinate_fields
from ..bridge.joint_limits import coordinate_names
from ..bridge.joint_rows import active_joint
from ..operators.joint_limits import LINKWRIGHT_OT_joint_limit_clear, LINKWRIGHT_OT_joint_limit_set
from .numbers import draw_number, draw_numbers, draw_pose
from .sidebar import SidebarPanel

COORDINATE = {field.key: field for field in coordinate_fields("angle")}
"""Keys and labels, which are the same for turns and shifts."""


class DetailPanel(SidebarPanel):
    """A part of the Links panel, closed at first."""

    bl_parent_id = "LINKWRIGHT_PT_links"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        robot = active_robot(context)
        return robot is not None and active_joint(robot.data) is not None


def joint_in_view(layout: UILayout, context: Context) -> PropertyGroup:
    """The active joint, after a poll that found it; the layout is set as for properties."""
    layout.use_property_split = True
    layout.use_property_decorate = False
    robot = active_robot(context)
    joint = active_joint(robot.data) if robot else None
    assert joint is not None
    return joint


class LINKWRIGHT_PT_link_limits(DetailPanel, Panel):
    bl_label = "Limits"

    def draw(self, context: Context) -> None:
        layout = self.layout
        joint = joint_in_view(layout, context)
        names = coordinate_names(joint)
        if not names:
            layout.label(text=f"A {joint.kind} joint has no limits")
        for index, (group, name) in enumerate(zip(coordinates_of(joint, joint.kind), names, strict=True)):
            column = layout.column(align=True)
            if name:
                column.label(text=name)
            for key in ("lower", "upper"):
                draw_limit(column, group, COORDINATE[key], index)
            row = column.row(align=True)
            draw_with_current(row, group, COORDINATE["rest"], index)
            row.label(text="", icon="BLANK1")  # below the buttons that take limits away


def draw_limit(
    layout: UILayout, group: PropertyGroup, field: Field, index: int, *, current: bool = True
) -> None:
    """A limit that may not be there."""
    row = layout.row(align=True)
    if not getattr(group, field.text_key).strip():
        split = row.split(factor=0.4, align=True)
        label = split.row()
        label.alignment = "RIGHT"
        label.label(text=field.label)
        button = split.operator(LINKWRIGHT_OT_joint_limit_set.bl_idname, text="No Limit")
        button.number, button.coordinate = field.key, index
        return
    if current:
        draw_with_current(row, group, field, index)
    else:
        draw_number(row, group, field, formulas=group.id_data.linkwright.show_formulas)
    button = row.operator(LINKWRIGHT_OT_joint_limit_clear.bl_idname, text="", icon="X")
    button.number, button.coordinate = field.key, index


def draw_with_current(layout: UILayout, group: PropertyGroup, field: Field, index: int) -> None:
    """A number with a button that takes it from the pose."""
    row = layout.row(align=True)
    draw_number(row, group, field, formulas=group.id_data.linkwright.show_formulas)
    button = row.operator(LINKWRIGHT_OT_joint_limit_set.bl_idname, text="", icon="EYEDROPPER")
    button.number, button.coordinate = field.key, index


class LINKWRIGHT_PT_link_drive(DetailPanel, Panel):
    bl_label = "Drive and Friction"

    def draw(self, context: Context) -> None:
        layout = self.layout
        joint = joint_in_view(layout, context)
        layout.prop(joint, "drive")
        names = coordinate_names(joint)
        for index, (group, name) in enumerate(zip(coordinates_of(joint, joint.kind), names, strict=True)):
            column = layout.column(align=True)
            if name:
                column.label(text=name)
            for key in ("speed", "torque"):
                draw_limit(column, group, COORDINATE[key], index, current=False)
            draw_number(
                column, group, COORDINATE["backlash"], formulas=group.id_data.linkwright.show_formulas
            )
        draw_numbers(layout, joint, PER_JOINT)


class LINKWRIGHT_PT_link_coupling(DetailPanel, Panel):
    bl_label = "Coupling"

    def draw(self, context: Context) -> None:
        layout = self.layout
        joint = joint_in_view(layout, context)
        description = joint.id_data.linkwright
        layout.prop_search(joint, "leader", description, "joints", icon="BONE_DATA")
        column = layout.column(align=True)
        column.active = bool(joint.leader)
        draw_number(column, joint, RATIO, formulas=description.show_formulas)
        column.prop(joint, "offset_text")


class LINKWRIGHT_PT_link_mass(DetailPanel, Panel):
    bl_label = "Mass"

    def draw(self, context: Context) -> None:
        layout = self.layout
        joint = joint_in_view(layout, context)
        draw_numbers(layout, joint, (MASS,))
        draw_numbers(layout, joint, CENTRE, ("Centre X", "Y", "Z"))
        draw_numbers(layout, joint, INERTIA[:3], ("Inertia XX", "YY", "ZZ"))
        draw_numbers(layout, joint, INERTIA[3:], ("XY", "XZ", "YZ"))


class LINKWRIGHT_PT_link_shape(DetailPanel, Panel):
    bl_label = "Shape"

    def draw(self, context: Context) -> None:
        layout = self.layout
        joint = joint_in_view(layout, context)
        layout.prop(joint, "geometry", text="File")
        if joint.geometry:
            draw_pose(layout, joint, GEOMETRY_POSE)
        else:
            layout.label(text="Made from the numbers", icon="MESH_CYLINDER")
