# SPDX-License-Identifier: GPL-3.0-or-later
"""Bone shapes: lines only, of one unit, made once a file."""

import importlib

import bpy
import numpy as np
import pytest

KINDS = ("revolute", "prismatic", "cylindrical", "screw", "universal")
KINDS += ("spherical", "planar", "free", "fixed", "tool")


@pytest.fixture
def bone_shape(extension):
    return importlib.import_module(f"{extension.name}.bridge.bone_shapes").bone_shape


@pytest.mark.parametrize("kind", KINDS)
def test_a_shape_is_made_of_lines_of_one_unit(bone_shape, kind):
    mesh = bone_shape(kind).data
    points = np.array([vertex.co for vertex in mesh.vertices])
    assert len(mesh.edges) >= 3
    assert len(mesh.polygons) == 0
    assert 0.3 <= np.linalg.norm(points, axis=1).max() <= 1.25
    used = {vertex for edge in mesh.edges for vertex in edge.vertices}
    assert used == set(range(len(points)))


def test_every_kind_of_joint_has_a_shape_of_its_own(extension, bone_shape):
    kinds = importlib.import_module(f"{extension.name}.mechanism.kinds").KINDS
    clouds = {
        kind: tuple(tuple(vertex.co) for vertex in bone_shape(kind).data.vertices)
        for kind in (*kinds, "tool")
    }
    assert len(set(clouds.values())) == len(kinds) + 1 == len(KINDS)


def test_a_shape_is_made_once_and_is_in_no_collection(bone_shape):
    first, second = bone_shape("revolute"), bone_shape("revolute")
    assert first == second
    assert first.use_fake_user
    assert not first.users_collection
    assert first.name == "Linkwright shape revolute"


def test_shapes_of_a_linked_file_are_not_taken(bone_shape, tmp_path):
    bone_shape("screw")
    library = str(tmp_path / "library.blend")
    bpy.ops.wm.save_as_mainfile(filepath=library)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with bpy.data.libraries.load(library, link=True) as (source, target):
        target.objects = source.objects
    assert bpy.data.objects["Linkwright shape screw"].library
    assert bone_shape("screw").library is None
