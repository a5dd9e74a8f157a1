# SPDX-License-Identifier: GPL-3.0-or-later
"""Which point of the scene is meant by a place on the screen."""

from bpy.types import Context, Event
from bpy_extras.view3d_utils import (
    region_2d_to_location_3d,
    region_2d_to_origin_3d,
    region_2d_to_vector_3d,
)
from mathutils import Vector
from mathutils.geometry import intersect_line_plane

FARTHEST = 50.0
"""Distances of the view beyond which a point on the floor is taken for the horizon."""
UP = Vector((0.0, 0.0, 1.0))


def point_under_mouse(context: Context, event: Event) -> Vector | None:
    """The surface under the mouse, else the floor, else as far away as the 3D cursor; None without a view."""
    region, view = context.region, context.region_data
    if region is None or view is None or region.type != "WINDOW":
        return None
    mouse = (event.mouse_region_x, event.mouse_region_y)
    eye, ray = region_2d_to_origin_3d(region, view, mouse), region_2d_to_vector_3d(region, view, mouse)
    hit, point, *_ = context.scene.ray_cast(context.evaluated_depsgraph_get(), eye, ray)
    if hit:
        return point
    floor = intersect_line_plane(eye, eye + ray, Vector(), UP)
    if floor is not None and 0.0 < (floor - eye).dot(ray) < FARTHEST * view.view_distance:
        return floor
    return region_2d_to_location_3d(region, view, mouse, context.scene.cursor.location)
