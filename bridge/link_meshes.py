# SPDX-License-Identifier: GPL-3.0-or-later
"""Link meshes as ordinary objects, each parented to the bone of its joint."""

from collections.abc import Mapping, Sequence

import bpy
import numpy as np
from bpy.types import Collection, Mesh, Object
from mathutils import Matrix

from ..mechanism import Geometry, Mechanism
from ..mechanism.joint import BASE
from ..mechanism.link import AUTO
from ..mechanism.placement import pose_matrix
from .auto_meshes import is_ours, is_written, new_auto_mesh, update_auto_mesh
from .axes import X_BJ
from .link_files import FILE_KEY, file_mesh, find_file
from .link_shapes import link_parts
from .lofts import Part, loft_points

FAILURE_KEY = "linkwright_failure"
"""Custom property of an automatic mesh whose file could not be read: which state of the file, and why."""


Shapes = Mapping[str, Sequence[Part]]
"""The parts of every link, the base included."""


def update_link_meshes(robot: Object, shapes: Shapes) -> None:
    """Let the automatic meshes that are there follow in place; nothing else is touched."""
    known = {
        link: item for link, item in link_objects(robot).items() if item.type == "MESH" and link in shapes
    }
    changed = [link for link, item in known.items() if not is_written(item.data, shapes[link])]
    for link, points in zip(changed, loft_points([shapes[link] for link in changed]), strict=True):
        update_auto_mesh(known[link].data, shapes[link], points)


def write_link_meshes(
    robot: Object, mechanism: Mechanism, collection: Collection, *, shapes: Shapes | None = None
) -> list[str]:
    """Bring the mesh of the base and of every link in line with the mechanism.

    Missing objects are made, automatic ones follow in place, those of joints that are gone are removed; what
    the user has made of a mesh stays. Returns a sentence for every file that could not be read.
    """
    shapes = shapes or link_parts(mechanism)
    files = {BASE: mechanism.base_geometry}
    files |= {joint.name: joint.link.geometry for joint in mechanism.joints}
    drop_link_meshes(robot, shapes)
    known = link_objects(robot)
    points = points_of_changed(shapes, known, files)
    warnings: list[str] = []
    for link, parts in shapes.items():
        item = known.pop(link, None) or new_link_object(robot, link, parts, points[link], collection)
        if link in points and item.type == "MESH":  # the user may have made something else of it
            update_auto_mesh(item.data, parts, points[link])
            warnings += take_file(item, robot, files[link], parts, points[link])
        fasten(item, robot, mechanism, link, files[link])
    return warnings


def drop_link_meshes(robot: Object, shapes: Shapes) -> None:
    """Remove the meshes of links that are gone; before their bones, as Blender complains otherwise."""
    for link, item in link_objects(robot).items():
        if link not in shapes:
            forget(item)


def points_of_changed(
    shapes: Shapes, known: Mapping[str, Object], files: Mapping[str, Geometry]
) -> dict[str, np.ndarray]:
    """Points of those links that are not as they were."""
    changed = [
        link
        for link, parts in shapes.items()
        if link not in known
        or known[link].type != "MESH"
        or files[link].file != AUTO
        or not is_written(known[link].data, parts)
    ]
    return dict(zip(changed, loft_points([shapes[link] for link in changed]), strict=True))


def link_objects(robot: Object) -> dict[str, Object]:
    """The objects that are links of this robot, by link; the first one where there are several."""
    found: dict[str, Object] = {}
    for item in robot.children:
        if link := item.linkwright.link:
            found.setdefault(link, item)
    return found


def new_link_object(
    robot: Object, link: str, parts: Sequence[Part], points: np.ndarray, collection: Collection
) -> Object:
    name = f"{robot.name} {link}"
    item = bpy.data.objects.new(name, new_auto_mesh(name, parts, points))
    item.linkwright.link = link
    item.parent = robot
    collection.objects.link(item)
    return item


def take_file(
    item: Object, robot: Object, geometry: Geometry, parts: Sequence[Part], points: np.ndarray
) -> list[str]:
    """Show the file of a link, read once; or go back to the automatic shape. Returns what went wrong."""
    mesh = item.data
    shown = mesh.get(FILE_KEY, "")
    wanted = "" if geometry.file == AUTO else geometry.file
    if shown == wanted or not (shown or is_ours(mesh)):
        return []
    if not wanted:
        replace_mesh(item, new_auto_mesh(item.name, parts, points))
        return []
    try:
        replace_mesh(item, read_once(robot, item, wanted))
    except ValueError as error:
        if shown:
            replace_mesh(item, new_auto_mesh(item.name, parts, points))
        return [f"Link {item.linkwright.link!r}: {error}; its automatic shape is shown"]
    return []


def read_once(robot: Object, item: Object, file: str) -> Mesh:
    """The mesh of a file; one that could not be read is not tried again until it changes."""
    path = find_file(robot, file)
    stamp = f"{path} {path.stat().st_mtime_ns}"
    failure = item.data.get(FAILURE_KEY)
    if failure and failure["stamp"] == stamp:
        raise ValueError(failure["text"])
    try:
        return file_mesh(path, item.name, file)
    except ValueError as error:
        item.data[FAILURE_KEY] = {"stamp": stamp, "text": str(error)}
        raise


def replace_mesh(item: Object, mesh: Mesh) -> None:
    old, item.data = item.data, mesh
    if old.users == 0:
        bpy.data.meshes.remove(old)
    mesh.name = item.name  # free again


def fasten(item: Object, robot: Object, mechanism: Mechanism, link: str, geometry: Geometry) -> None:
    """Let a mesh in joint coordinates follow the joint's bone; Blender counts from the bone's tail."""
    if link == BASE:
        kind, bone, place = "OBJECT", "", pose_matrix(mechanism.base)
    else:
        kind, bone = "BONE", link
        place = X_BJ.copy()
        place[1, 3] = -robot.data.bones[link].length
    if item.data is not None and item.data.get(FILE_KEY):
        place = place @ pose_matrix(geometry.pose)
    if item.parent_type != kind or item.parent_bone != bone:
        item.parent_type, item.parent_bone = kind, bone
    inverse = Matrix(place)
    if item.matrix_parent_inverse != inverse:
        item.matrix_parent_inverse = inverse


def forget(item: Object) -> None:
    """Remove the mesh of a joint that is gone; one that its user has edited becomes a plain object."""
    mesh = item.data
    if item.type != "MESH" or not (is_ours(mesh) or mesh.get(FILE_KEY)):
        item.linkwright.link = ""
        return
    bpy.data.objects.remove(item)
    if mesh.users == 0:
        bpy.data.meshes.remove(mesh)
