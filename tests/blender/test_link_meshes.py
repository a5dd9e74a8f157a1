# SPDX-License-Identifier: GPL-3.0-or-later
"""Automatic links in the scene: they follow quickly, keep materials, and are let go once edited."""

import importlib
from dataclasses import replace
from itertools import pairwise

import bpy
import numpy as np
import pytest


@pytest.fixture
def bridge(extension):
    """Modules of the installed bridge by name."""
    return lambda name: importlib.import_module(f"{extension.name}.bridge.{name}")


def changed(extension, robot, joint_name="elbow", **numbers):
    """The robot's mechanism with other numbers for one joint."""
    mechanism = extension.bridge.read_mechanism(robot.data)
    joints = (replace(joint, **numbers) if joint.name == joint_name else joint for joint in mechanism.joints)
    return replace(mechanism, joints=tuple(joints), formulas={})


def write(bridge, robot, mechanism):
    return bridge("link_meshes").write_link_meshes(robot, mechanism, robot.users_collection[0])


def points_of(mesh):
    points = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.attributes["position"].data.foreach_get("vector", points)
    return points


def test_meshes_follow_in_place_with_right_normals(extension, bridge, puma):
    mesh = bpy.data.objects["PUMA 560 shoulder"].data
    before = points_of(mesh)
    uid, count = mesh.session_uid, len(bpy.data.meshes)
    assert write(bridge, puma, changed(extension, puma, d=0.6)) == []
    assert (bpy.data.objects["PUMA 560 shoulder"].data.session_uid, len(bpy.data.meshes)) == (uid, count)
    assert np.abs(points_of(mesh) - before).max() > 0.05
    seen = [tuple(vertex.normal) for vertex in mesh.vertices]
    fresh = bpy.data.meshes.new("fresh")
    fresh.from_pydata([v.co for v in mesh.vertices], [], [list(face.vertices) for face in mesh.polygons])
    np.testing.assert_allclose(seen, [tuple(vertex.normal) for vertex in fresh.vertices], atol=1e-4)


def test_materials_of_the_user_stay(extension, bridge, puma):
    item = bpy.data.objects["PUMA 560 shoulder"]
    mine = bpy.data.materials.new("Mine")
    item.data.materials[0] = mine
    item.material_slots[1].link = "OBJECT"
    item.material_slots[1].material = mine
    write(bridge, puma, changed(extension, puma, d=0.6))
    write(bridge, puma, changed(extension, puma, d=0.0, r=0.4, alpha=1.2))  # other parts, so other faces
    assert [slot.material for slot in item.material_slots][:2] == [mine, mine]
    assert max(face.material_index for face in item.data.polygons) <= 3


def test_an_edited_mesh_is_let_go(extension, bridge, puma):
    mesh = bpy.data.objects["PUMA 560 shoulder"].data
    mesh.vertices[7].co.x += 0.01
    edited = points_of(mesh)
    for d in (0.6, 0.7):
        write(bridge, puma, changed(extension, puma, d=d))
        assert np.array_equal(points_of(mesh), edited)
    other = bpy.data.objects["PUMA 560 elbow"].data
    assert bridge("auto_meshes").is_ours(other)


def test_a_mesh_in_edit_mode_is_left_in_peace(extension, bridge, puma):
    item = bpy.data.objects["PUMA 560 shoulder"]
    bpy.context.view_layer.objects.active = item
    bpy.ops.object.mode_set(mode="EDIT")
    write(bridge, puma, changed(extension, puma, d=0.6))
    bpy.ops.object.mode_set(mode="OBJECT")
    before = points_of(item.data)
    write(bridge, puma, changed(extension, puma, d=0.6))
    assert not np.array_equal(points_of(item.data), before), "nothing was edited: it follows again"


def test_a_mesh_shared_by_two_robots_follows_for_both(extension, bridge, puma):
    twin = puma.copy()
    bpy.context.scene.collection.objects.link(twin)
    for item in puma.children:
        copy = item.copy()  # the mesh is shared, as after Alt+D
        copy.parent = twin
        bpy.context.scene.collection.objects.link(copy)
    mesh = bpy.data.objects["PUMA 560 shoulder"].data
    for d in (0.6, 0.7):
        before = points_of(mesh)
        for robot in (puma, twin):
            write(bridge, robot, changed(extension, puma, d=d))
        assert not np.array_equal(points_of(mesh), before)
    assert len(twin.children) == len(puma.children) == 7


def test_a_link_that_became_a_curve_stays_one(extension, bridge, puma):
    item = bpy.data.objects["PUMA 560 shoulder"]
    curve = bpy.data.objects.new("mine", bpy.data.curves.new("mine", "CURVE"))
    curve.linkwright.link, curve.parent = item.linkwright.link, puma
    bpy.context.scene.collection.objects.link(curve)
    bpy.data.objects.remove(item)
    write(bridge, puma, changed(extension, puma, d=0.6))
    assert [item.name for item in puma.children if item.linkwright.link == "shoulder"] == ["mine"]
    assert (curve.parent_type, curve.parent_bone) == ("BONE", "shoulder")


def test_links_of_joints_that_are_gone_disappear(extension, bridge, puma):
    mechanism = extension.bridge.read_mechanism(puma.data)
    edited = bpy.data.objects["PUMA 560 wrist bend"]
    edited.data.vertices[0].co.x += 1.0
    fewer = replace(mechanism, joints=mechanism.joints[:4], tools=(), formulas={})
    write(bridge, puma, fewer)
    assert {item.linkwright.link for item in puma.children if item.linkwright.link} == {
        "base", "waist", "shoulder", "elbow", "wrist roll",
    }  # fmt: skip
    assert edited.name in bpy.data.objects, "what the user made is kept"
    assert "PUMA 560 flange" not in bpy.data.meshes


def snake(extension, d):
    names = ["base", *(f"j{row}" for row in range(36))]
    joints = (
        extension.mechanism.Joint(name=name, parent=parent, d=d, alpha=0.3 * (row % 5), r=0.01)
        for row, (parent, name) in enumerate(pairwise(names))
    )
    return extension.mechanism.Mechanism("Snake", tuple(joints))


def test_a_long_chain_of_short_bars_is_slim(extension, bridge):
    radii = bridge("link_shapes").joint_radii(snake(extension, 0.1))
    assert max(radii.values()) < 0.35 * 0.12
