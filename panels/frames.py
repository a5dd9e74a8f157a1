# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames: what the viewport shows of them, and their matrices."""

import numpy as np
from bpy.types import Context, Menu, Panel, UILayout

from ..bridge import active_robot
from ..bridge.matrices import chosen_frame, matrix_or_problem
from ..bridge.shown_frames import frame_names
from ..operators.matrices import FORMS, LINKWRIGHT_OT_frame_choose, LINKWRIGHT_OT_matrix_copy
from .overlays import draw_overlay_switches
from .sidebar import SidebarPanel, draw_sentence

DECIMALS = 4


class LINKWRIGHT_PT_frames(SidebarPanel, Panel):
    bl_label = "Frames"

    def draw(self, context: Context) -> None:
        draw_overlay_switches(self.layout, context)


class LINKWRIGHT_MT_frames(Menu):
    bl_label = "Frame"

    def draw(self, context: Context) -> None:
        robot = active_robot(context)
        for name in frame_names(robot) if robot else ():
            entry = self.layout.operator(LINKWRIGHT_OT_frame_choose.bl_idname, text=name, translate=False)
            entry.name = name


class LINKWRIGHT_PT_matrix(SidebarPanel, Panel):
    bl_label = "Matrix"
    bl_parent_id = "LINKWRIGHT_PT_frames"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        robot = active_robot(context)
        assert robot is not None  # see poll
        settings, name = context.scene.linkwright, chosen_frame(context.scene, robot.data)
        draw_choices(self.layout, context, name)
        X, problem = matrix_or_problem(robot, name, settings.matrix_in)
        if X is None:
            draw_sentence(self.layout, context, problem, icon="ERROR")
            return
        draw_matrix(self.layout, X)
        self.layout.label(text=f"Lengths in {robot.data.linkwright.length_unit}", icon="BLANK1")
        draw_copy_buttons(self.layout)


def draw_choices(layout: UILayout, context: Context, name: str) -> None:
    """Whose matrix, and in which frame."""
    layout.menu(LINKWRIGHT_MT_frames.__name__, text=name or "None", icon="EMPTY_AXIS", translate=False)
    layout.row().prop(context.scene.linkwright, "matrix_in", expand=True)


def draw_matrix(layout: UILayout, X: np.ndarray) -> None:
    """Four aligned columns of numbers."""
    columns = layout.box().row(align=True)
    for values in np.round(X, DECIMALS).T + 0.0:
        column = columns.column(align=True)
        column.alignment = "RIGHT"
        for value in values.tolist():
            column.label(text=f"{value:.{DECIMALS}f}".replace("-", "−"), translate=False)


def draw_copy_buttons(layout: UILayout) -> None:
    row = layout.row(align=True)
    row.label(text="Copy", icon="COPYDOWN")
    for form, label, _ in FORMS:
        row.operator(LINKWRIGHT_OT_matrix_copy.bl_idname, text=label).form = form
    every = layout.operator(LINKWRIGHT_OT_matrix_copy.bl_idname, text="Copy All Frames")
    every.every, every.form = True, "PYTHON"
