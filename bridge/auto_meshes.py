# SPDX-License-Identifier: GPL-3.0-or-later
"""Automatic meshes: written as whole arrays, and let go once their user has edited them."""

from collections.abc import Sequence
from functools import cache
from zlib import crc32

import bpy
import numpy as np
from bpy.types import Mesh

from .lofts import Finish, Layout, Part, layout_of, loft_faces
from .materials import link_material

KEY = "linkwright_auto"
"""Custom property of an automatic mesh: what we wrote last. Several robots may share the mesh."""
written: dict[int, tuple[Sequence[Part], str]] = {}
"""Parts and mark of the meshes written last, by session_uid: one number changes few of a robot's links."""
MANY = 2000


def is_written(mesh: Mesh, parts: Sequence[Part]) -> bool:
    """Whether a mesh shows these parts already; undo brings back an earlier mark, so it counts as another."""
    before, mark = written.get(mesh.session_uid, ((), None))
    return mark == mesh.get(KEY) and before == parts


def note_written(mesh: Mesh, parts: Sequence[Part]) -> None:
    if len(written) > MANY:
        written.clear()
    written[mesh.session_uid] = parts, mesh[KEY]


def new_auto_mesh(name: str, parts: Sequence[Part], points: np.ndarray) -> Mesh:
    """A mesh of these parts, with a material slot for every finish."""
    mesh = bpy.data.meshes.new(name)
    for finish in Finish:
        mesh.materials.append(link_material(finish))
    write_faces(mesh, layout_of(parts), points)
    mesh[KEY] = mark_of(layout_of(parts), points)
    note_written(mesh, parts)
    return mesh


def update_auto_mesh(mesh: Mesh, parts: Sequence[Part], points: np.ndarray) -> None:
    """Let a mesh follow, unless its user has edited it; materials and slots stay as they are."""
    if mesh.library or mesh.is_editmode or not is_ours(mesh):
        return
    layout = layout_of(parts)
    known = mesh[KEY]
    mark = mark_of(layout, points)
    if mark == known:
        note_written(mesh, parts)
        return
    if mark.split()[0] == known.split()[0]:
        write_attribute(mesh, "position", "vector", points.reshape(-1))
        mesh.update()
    else:
        mesh.clear_geometry()
        write_faces(mesh, layout, points)
    mesh[KEY] = mark
    note_written(mesh, parts)


def is_ours(mesh: Mesh) -> bool:
    """Whether a mesh is as we wrote it; one that is not is let go for good."""
    mark = mesh.get(KEY, "")
    if not mark:
        return False
    if mesh.is_editmode:  # what is being edited shows only afterwards
        return True
    points = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    if len(points):
        mesh.attributes["position"].data.foreach_get("vector", points)
    if mark.split()[1:] == [f"{crc32(points.data):08x}", str(len(mesh.loops))]:
        return True
    mesh[KEY] = ""
    return False


def mark_of(layout: Layout, points: np.ndarray) -> str:
    """What identifies a mesh that we wrote: how its faces are laid out, its points, its size."""
    return f"{layout_mark(layout)} {crc32(points.data):08x} {len(loft_faces(layout).corners)}"


@cache
def layout_mark(layout: Layout) -> str:
    text = " ".join(f"{template.name}/{template.count}/{finish}" for template, finish in layout)
    return f"{crc32(text.encode()):08x}"


def write_faces(mesh: Mesh, layout: Layout, points: np.ndarray) -> None:
    """Fill an empty mesh: round sides smooth, ends flat."""
    if not layout:
        return
    faces = loft_faces(layout)
    mesh.vertices.add(len(points))
    mesh.loops.add(len(faces.corners))
    mesh.polygons.add(len(faces.starts))
    write_attribute(mesh, "position", "vector", points.reshape(-1))
    write_attribute(mesh, ".corner_vert", "value", faces.corners)
    mesh.polygons.foreach_set("loop_start", faces.starts)
    write_attribute(mesh, "material_index", "value", faces.slots, kind="INT")
    write_attribute(mesh, "sharp_face", "value", faces.flat, kind="BOOLEAN")
    mesh.update(calc_edges=True)


def write_attribute(mesh: Mesh, name: str, field: str, values: np.ndarray, *, kind: str = "") -> None:
    """Set one number a point, corner or face; through its attribute this is a hundred times faster."""
    attribute = mesh.attributes.get(name) or mesh.attributes.new(name, kind, "FACE")
    attribute.data.foreach_set(field, values)
