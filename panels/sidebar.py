# SPDX-License-Identifier: GPL-3.0-or-later
"""What all panels of the tab have alike."""

from collections.abc import Iterator

import blf
from bpy.types import Context, UILayout

from ..bridge import active_robot

FONT = 0
"""The interface's own."""
MARGIN = 84.0
"""Pixels of the sidebar that a text in a box, with an icon, cannot use, at an interface scale of one."""
USUAL_WIDTH = 280.0
NARROWEST = 100.0


class SidebarPanel:
    """A panel of the Linkwright tab that is there while a robot is active."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Linkwright"

    @classmethod
    def poll(cls, context: Context) -> bool:
        return active_robot(context) is not None


def draw_sentence(layout: UILayout, context: Context, text: str, *, icon: str = "INFO") -> UILayout:
    """A text in as many lines as it needs; the column that it is in."""
    column = layout.column(align=True)
    column.alert = icon == "ERROR"
    for line in lines_of(context, text):
        column.label(text=line, icon=icon, translate=False)
        icon = "BLANK1"
    return column


def lines_of(context: Context, text: str) -> Iterator[str]:
    """The text in lines that fit into the sidebar."""
    scale = context.preferences.system.ui_scale or 1.0  # without a window it is zero
    width = context.region.width if context.region else USUAL_WIDTH * scale
    room = max(NARROWEST * scale, width - MARGIN * scale)
    blf.size(FONT, context.preferences.ui_styles[0].widget.points * scale)
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and blf.dimensions(FONT, longer)[0] > room:
            yield line
            longer = word
        line = longer
    yield line
