# SPDX-License-Identifier: GPL-3.0-or-later
"""The CAD file of a link as one mesh, read through Blender's own importers without disturbing the scene."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import bpy
import bmesh
from bpy.types import Mesh, Object, Scene

FILE_KEY = "linkwright_file"
"""Custom property of a mesh that was read from a file: the file, as the description names it."""
STRAYS = ("objects", "meshes", "collections", "armatures", "cameras", "lights", "curves", "actions")
"""What importers make besides materials and images."""


def import_stl(path: str) -> None:
    bpy.ops.wm.stl_import(filepath=path, forward_axis="Y", up_axis="Z")


def import_obj(path: str) -> None:
    bpy.ops.wm.obj_import(filepath=path, forward_axis="Y", up_axis="Z")


def import_ply(path: str) -> None:
    bpy.ops.wm.ply_import(filepath=path, forward_axis="Y", up_axis="Z")


def import_gltf(path: str) -> None:
    bpy.ops.import_scene.gltf(filepath=path)


IMPORTERS: dict[str, Callable[[str], None]] = {
    ".stl": import_stl,
    ".obj": import_obj,
    ".ply": import_ply,
    ".gltf": import_gltf,
    ".glb": import_gltf,
}
"""By suffix. Coordinates are taken as they are in the file; only glTF, whose y is up by rule, is turned."""


def file_mesh(path: Path, name: str, file: str) -> Mesh:
    """All meshes of a file as one; a ValueError says what is wrong with the file."""
    importer = IMPORTERS.get(path.suffix.lower())
    if importer is None:
        raise ValueError(f"file {file!r} ends in {path.suffix!r}; allowed are {', '.join(IMPORTERS)}")
    with empty_scene() as scene:
        try:
            importer(str(path))
        except RuntimeError as error:
            raise ValueError(f"file {file!r} cannot be read: {str(error).strip()}") from error
        scene.view_layers[0].update()
        items = [item for item in scene.objects if item.type == "MESH" and len(item.data.polygons)]
        if not items:
            raise ValueError(f"file {file!r} holds no faces that can be shown")
        mesh = joined(name, items)
    mesh[FILE_KEY] = file
    return mesh


def find_file(robot: Object, file: str) -> Path:
    """Where a file is: beside the robot's own file, or beside the .blend file."""
    folders = [robot.data.linkwright.folder] if not file.startswith("//") else []
    folders += ["//"] if bpy.data.filepath else []
    places = [Path(bpy.path.abspath(folder)) / file.removeprefix("//") for folder in folders if folder]
    if Path(file).is_absolute() and not file.startswith("//"):
        places = [Path(file)]
    for place in places:
        if place.is_file():
            return place
    looked = (
        " or ".join(f"'{place.parent}'" for place in places) or "any known folder: save the .blend file first"
    )
    raise ValueError(f"file {file!r} is not in {looked}")


@contextmanager
def empty_scene() -> Iterator[Scene]:
    """A scene to import into; whatever is left in it disappears."""
    before = {kind: set(getattr(bpy.data, kind)) for kind in STRAYS}
    scene = bpy.data.scenes.new("Linkwright import")
    kept: set[str] = set()
    try:
        with bpy.context.temp_override(scene=scene, view_layer=scene.view_layers[0]):
            yield scene
        kept = {mesh.name for mesh in bpy.data.meshes if mesh.get(JOINED)}
    finally:
        bpy.data.scenes.remove(scene)
        for kind in STRAYS:
            new = set(getattr(bpy.data, kind)) - before[kind]
            bpy.data.batch_remove([item for item in new if kind != "meshes" or item.name not in kept])
        for name in kept:
            del bpy.data.meshes[name][JOINED]


JOINED = "linkwright_joined"
"""Marks the mesh that outlives an import while strays are removed."""


def joined(name: str, items: list[Object]) -> Mesh:
    """One mesh of all objects where they stand, with all their materials."""
    mesh = bpy.data.meshes.new(name)
    solid = bmesh.new()
    for item in items:
        count = len(solid.faces)
        offset = len(mesh.materials)
        for material in item.data.materials or [None]:
            mesh.materials.append(material)
        item.data.transform(item.matrix_world)
        solid.from_mesh(item.data)
        solid.faces.ensure_lookup_table()
        for face in solid.faces[count:]:
            face.material_index += offset
    solid.to_mesh(mesh)
    solid.free()
    mesh[JOINED] = True
    return mesh
