# SPDX-License-Identifier: GPL-3.0-or-later
"""Has the overlays that are on drawn into every 3D viewport, for every robot that is visible there."""

from collections.abc import Iterator

import bpy
import numpy as np
from bpy.types import Context, Object, SpaceView3D

from .. import plugins
from . import live
from .marks import Mark, Overlay
from .painting import paint
from .projection import View
from .robots import is_robot


def register() -> None:
    """Draw from now on; without a window there is nothing to draw on."""
    if not bpy.app.background:
        live.draw_handler = SpaceView3D.draw_handler_add(draw, (), "WINDOW", "POST_PIXEL")


def unregister() -> None:
    if live.draw_handler is not None:
        SpaceView3D.draw_handler_remove(live.draw_handler, "WINDOW")
        live.draw_handler = None


def draw() -> None:
    """Draw handler: everything that is on, in the region that is being drawn."""
    context = bpy.context
    if not context.space_data.overlay.show_overlays:
        return
    overlays = [overlay for overlay in plugins.available("overlay") if is_on(overlay, context)]
    if not overlays:
        return
    marks = [mark for robot in visible_robots(context) for mark in marks_of(robot, overlays, context)]
    if marks:
        with plugins.Fence("drawing"):
            region = context.region
            matrix = np.array(context.region_data.perspective_matrix)
            paint(marks, View(matrix, region.width, region.height))


def is_on(overlay: Overlay, context: Context) -> bool:
    """Whether the user wants this overlay, and the overlay has something to show."""
    if not getattr(context.scene.linkwright, f"show_{overlay.identifier}", False):
        return False
    with plugins.Fence(overlay.label):
        wanted = getattr(overlay, "wanted", None)
        return wanted is None or bool(wanted(context))
    return False


def visible_robots(context: Context) -> Iterator[Object]:
    """The robots that this viewport shows."""
    if not any(armature.linkwright.joints for armature in bpy.data.armatures):
        return
    for item in context.view_layer.objects:
        if is_robot(item) and item.visible_get(viewport=context.space_data):
            yield item


def marks_of(robot: Object, overlays: list[Overlay], context: Context) -> Iterator[Mark]:
    """What all overlays show of a robot; one that fails shows nothing."""
    for overlay in overlays:
        with plugins.Fence(overlay.label):
            yield from list(overlay.marks(robot, context))
