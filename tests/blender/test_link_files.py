# SPDX-License-Identifier: GPL-3.0-or-later
"""Links from CAD files: read once, placed, joined, and without a trace in the scene."""

import importlib
import re
from dataclasses import replace

import bpy
import numpy as np
import pytest

OBJ = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
PLY = (
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 4\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0\n1 0 0\n0 2 0\n0 0 3\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n"
)
CORNERS = {(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)}


def stl_text():
    points = [(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)]
    text = "solid x\n"
    for face in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)):
        rows = "".join("vertex {} {} {}\n".format(*points[corner]) for corner in face)
        text += f"facet normal 0 0 0\nouter loop\n{rows}endloop\nendfacet\n"
    return text + "endsolid x\n"


@pytest.fixture
def take(extension, puma):
    """Gives the elbow of a PUMA a file and returns the warnings."""
    module = importlib.import_module(f"{extension.name}.bridge.link_meshes")
    mechanism = extension.bridge.read_mechanism(puma.data)

    def give(file, *, position=(0.0, 0.0, 0.0)):
        geometry = extension.mechanism.Geometry(str(file), extension.mechanism.Pose(position))
        joints = tuple(
            replace(joint, link=replace(joint.link, geometry=geometry)) if joint.name == "elbow" else joint
            for joint in mechanism.joints
        )
        changed = replace(mechanism, joints=joints, formulas={})
        return module.write_link_meshes(puma, changed, puma.users_collection[0])

    return give


def elbow():
    return bpy.data.objects["PUMA 560 elbow"]


def corners_of(item):
    return {tuple(round(x, 5) + 0.0 for x in vertex.co) for vertex in item.data.vertices}


def write_file(folder, suffix):
    path = folder / f"part{suffix}"
    if suffix in {".glb", ".gltf"}:
        mesh = bpy.data.meshes.new("part")
        faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
        mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)], [], faces)
        item = bpy.data.objects.new("part", mesh)
        bpy.context.scene.collection.objects.link(item)
        for other in bpy.context.view_layer.objects:
            other.select_set(other == item)
        form = "GLB" if suffix == ".glb" else "GLTF_SEPARATE"
        bpy.ops.export_scene.gltf(filepath=str(path), export_format=form, use_selection=True)
        bpy.data.objects.remove(item)
        bpy.data.meshes.remove(mesh)
    else:
        path.write_text({".stl": stl_text(), ".obj": OBJ, ".ply": PLY}[suffix], encoding="utf-8")
    return path


def names_of_everything():
    kinds = ("objects", "meshes", "scenes", "collections", "armatures", "actions", "images")
    return {kind: sorted(item.name for item in getattr(bpy.data, kind)) for kind in kinds}


@pytest.mark.parametrize("suffix", [".stl", ".obj", ".ply", ".glb", ".gltf"])
@pytest.mark.parametrize("mode", ["OBJECT", "POSE"])
def test_a_file_takes_the_place_of_the_automatic_shape(extension, puma, take, tmp_path, suffix, mode):
    path = write_file(tmp_path, suffix)
    bpy.context.view_layer.objects.active = puma
    for item in bpy.context.view_layer.objects:
        item.select_set(item.name in {puma.name, "PUMA 560 waist"})
    bpy.ops.object.mode_set(mode=mode)
    before, selected = names_of_everything(), {item.name for item in bpy.context.selected_objects}
    scene = bpy.context.scene
    assert take(path) == []
    assert corners_of(elbow()) == CORNERS
    assert names_of_everything() == before
    assert (bpy.context.object, puma.mode, bpy.context.scene) == (puma, mode, scene)
    assert {item.name for item in bpy.context.selected_objects} == selected


def test_a_file_is_read_once_and_placed_in_the_joints_frame(extension, puma, take, tmp_path):
    path = write_file(tmp_path, ".stl")
    take(path)
    uid = elbow().data.session_uid
    take(path, position=(0.1, 0.2, 0.3))
    assert elbow().data.session_uid == uid
    bpy.context.view_layer.update()
    X_WJ = np.array(puma.matrix_world @ puma.pose.bones["elbow"].matrix) @ extension.bridge.axes.X_BJ
    expected = X_WJ @ np.array([0.1, 0.2, 0.3, 1.0])
    np.testing.assert_allclose(np.array(elbow().matrix_world)[:3, 3], expected[:3], atol=1e-6)


def test_several_objects_become_one_with_all_materials(extension, puma, take, tmp_path):
    path = tmp_path / "two.obj"
    (tmp_path / "two.mtl").write_text("newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n")
    points, faces = OBJ[: OBJ.index("f ")], OBJ[OBJ.index("f ") :]
    later = "f 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n"
    first, second = f"o one\n{points}usemtl red\n{faces}", f"o two\n{points}usemtl blue\n{later}"
    path.write_text(f"mtllib two.mtl\n{first}{second}")
    assert take(path) == []
    assert len(elbow().data.polygons) == 8
    used = {elbow().data.materials[face.material_index].name for face in elbow().data.polygons}
    assert used == {"red", "blue"}


def test_going_back_to_auto_brings_the_shape_back(extension, puma, take, tmp_path):
    before = corners_of(elbow())
    take(write_file(tmp_path, ".stl"))
    take("auto")
    assert corners_of(elbow()) == before


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("gone.stl", None, r"Link 'elbow': file '.*gone.stl' is not in '.*'; its automatic shape is shown"),
        ("part.step", "x", r"Link 'elbow': file '.*part.step' ends in '.step'; allowed are .stl, .obj"),
        ("empty.obj", "# nothing\n", r"Link 'elbow': file '.*empty.obj' holds no faces"),
        (
            "broken.stl",
            "solid x\nfacet",
            r"Link 'elbow': file '.*broken.stl' (cannot be read|holds no faces)",
        ),
        ("broken.glb", "not a file", r"Link 'elbow': file '.*broken.glb' cannot be read"),
        ("broken.ply", "not a file", r"Link 'elbow': file '.*broken.ply' (cannot be read|holds no faces)"),
    ],
)
def test_a_file_that_cannot_be_shown_leaves_the_automatic_shape(puma, take, tmp_path, name, text, message):
    if text is not None:
        (tmp_path / name).write_text(text)
    before, everything = corners_of(elbow()), names_of_everything()
    for _ in range(2):
        (warning,) = take(tmp_path / name)
        assert re.match(message, warning), warning
    assert corners_of(elbow()) == before
    assert names_of_everything() == everything


def test_a_relative_file_is_beside_the_robots_own_file(extension, puma, take, tmp_path):
    write_file(tmp_path, ".stl")
    assert len(take("part.stl")) == 1
    puma.data.linkwright.folder = str(tmp_path)
    assert take("part.stl") == []
    assert corners_of(elbow()) == CORNERS


def test_a_relative_file_may_be_beside_the_blend_file(extension, puma, take, tmp_path):
    (tmp_path / "parts").mkdir()
    write_file(tmp_path / "parts", ".obj")
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "robot.blend"))
    assert take("//parts/part.obj") == []
    assert corners_of(elbow()) == CORNERS
