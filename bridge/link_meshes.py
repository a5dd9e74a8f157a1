# SPDX-License-Identifier: GPL-3.0-or-later
"""Link meshes as ordinary objects, each parented to the bone of its joint."""

from collections.abc import Iterable, Sequence
from math import radians

import bpy
import bmesh
from bpy.types import Collection, Material, Mesh, Object
from mathutils import Matrix, Vector

from ..mechanism import Mechanism
from ..mechanism.joint import BASE
from ..mechanism.placement import pose_matrix
from .axes import X_BJ
from .link_shapes import Finish, Part, link_parts

SIDES = 48
LOOKS = {
    Finish.BODY: ("Linkwright body", (0.80, 0.81, 0.83), 0.0, 0.38),
    Finish.JOINT: ("Linkwright joint", (0.055, 0.06, 0.07), 0.35, 0.42),
    Finish.ACCENT: ("Linkwright accent", (0.95, 0.30, 0.02), 0.0, 0.35),
}
"""Name, colour, metallic, roughness."""


def write_link_meshes(robot: Object, mechanism: Mechanism, collection: Collection) -> None:
    """Make the mesh of the base and of every link, and fasten it to what it moves with."""
    materials = [link_material(finish) for finish in Finish]
    for link in (BASE, *(joint.name for joint in mechanism.joints)):
        name = f"{mechanism.name} {link}"
        item = bpy.data.objects.new(name, solid_mesh(name, link_parts(mechanism, link), materials))
        collection.objects.link(item)
        item.parent = robot
        if link == BASE:
            item.matrix_local = Matrix(pose_matrix(mechanism.base))
        else:
            fasten(item, robot, link)


def fasten(item: Object, robot: Object, link: str) -> None:
    """Let a mesh in joint coordinates follow the joint's bone; Blender counts from the bone's tail."""
    item.parent_type, item.parent_bone = "BONE", link
    to_head = Matrix.Translation((0.0, -robot.data.bones[link].length, 0.0))
    item.matrix_parent_inverse = to_head @ Matrix(X_BJ)


def solid_mesh(name: str, parts: Iterable[Part], materials: Sequence[Material]) -> Mesh:
    """One mesh of all parts: bevelled, smooth, with a material slot for every finish."""
    solid = bmesh.new()
    for part in parts:
        before = set(solid.faces)
        add_part(solid, part)
        for face in set(solid.faces) - before:
            face.material_index = part.finish
            face.smooth = True
    mesh = bpy.data.meshes.new(name)
    solid.to_mesh(mesh)
    solid.free()
    mesh.set_sharp_from_angle(angle=radians(40.0))
    for material in materials:
        mesh.materials.append(material)
    return mesh


def add_part(solid: bmesh.types.BMesh, part: Part) -> None:
    way = Vector(part.end - part.start)
    if way.length == 0.0:
        here = Matrix.Translation(part.start)
        bmesh.ops.create_uvsphere(
            solid, u_segments=SIDES, v_segments=SIDES // 2, radius=part.radius, matrix=here
        )
        return
    turn = way.to_track_quat("Z", "Y").to_matrix().to_4x4()
    middle = Matrix.Translation((part.start + part.end) / 2.0)
    made = bmesh.ops.create_cone(
        solid,
        cap_ends=True,
        segments=SIDES,
        radius1=part.radius,
        radius2=part.end_radius,
        depth=way.length,
        matrix=middle @ turn,
    )
    soften(solid, made["verts"], min(part.radius, part.end_radius, way.length))


def soften(solid: bmesh.types.BMesh, verts: Sequence[bmesh.types.BMVert], size: float) -> None:
    """Round off the rims of a bar, as a machined part's are."""
    edges = {edge for vert in verts for edge in vert.link_edges}
    rims = [edge for edge in edges if edge.calc_face_angle(0.0) > radians(40.0)]
    bmesh.ops.bevel(solid, geom=rims, offset=0.14 * size, segments=3, profile=0.5, affect="EDGES")


def link_material(finish: Finish) -> Material:
    """Our material for a finish; one that the user has changed stays as it is."""
    name, colour, metallic, roughness = LOOKS[finish]
    if known := bpy.data.materials.get((name, None)):  # of this file, not of a linked one
        return known
    material = bpy.data.materials.new(name)
    material.diffuse_color = (*colour, 1.0)
    material.metallic, material.roughness = metallic, roughness
    if material.node_tree is None:  # from Blender 5 on every material has one
        material.use_nodes = True
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    shader.inputs["Base Color"].default_value = (*colour, 1.0)
    shader.inputs["Metallic"].default_value = metallic
    shader.inputs["Roughness"].default_value = roughness
    return material
