# SPDX-License-Identifier: GPL-3.0-or-later
"""Tools: several of them, their place from the 3D cursor and from a face."""

import bpy
import numpy as np
import pytest
from mathutils import Euler

OPERATORS = bpy.ops.linkwright


def tool_pose(robot, name):
    """Pose of a tool's frame in the world, shape (4, 4): bone Y is the frame's z."""
    bpy.context.view_layer.update()
    X = np.array(robot.matrix_world @ robot.pose.bones[name].matrix)
    return np.column_stack([X[:, 0], -X[:, 2], X[:, 1], X[:, 3]])


def add_mesh(corners, name="plate"):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(corners, [], [list(range(len(corners)))])
    item = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(item)
    bpy.context.view_layer.objects.active = item
    return item


def test_tools_come_and_go(puma):
    description = puma.data.linkwright
    count = len(description.tools)
    OPERATORS.tool_add()
    OPERATORS.tool_add(link="elbow")
    names = [tool.name for tool in description.tools][count:]
    assert len(set(names)) == 2
    assert [description.tools[name].link for name in names] == ["flange", "elbow"]
    assert description.tools[description.active_tool].name == names[1]
    assert puma.pose.bones[names[1]].parent.name == "elbow"
    OPERATORS.tool_remove()
    assert names[1] not in puma.data.bones
    with pytest.raises(RuntimeError, match="no joint 'nobody'"):
        OPERATORS.tool_add(link="nobody")


def test_removing_needs_a_tool(puma):
    while puma.data.linkwright.tools:
        OPERATORS.tool_remove()
    assert not OPERATORS.tool_remove.poll()


@pytest.mark.parametrize("preset", ["puma560", "a255", "joint-kinds"])
def test_a_tool_goes_to_the_cursor(extension, preset):
    OPERATORS.add_robot(preset=preset)
    robot = bpy.context.object
    OPERATORS.pose_random(seed=1)
    robot.location, robot.rotation_euler = (1.0, 2.0, 3.0), (0.1, 0.2, 0.3)
    bpy.context.view_layer.update()
    cursor = bpy.context.scene.cursor
    cursor.location, cursor.rotation_euler = (1.3, 2.2, 3.4), Euler((0.5, -0.4, 1.2))
    OPERATORS.tool_from_cursor()
    description = robot.data.linkwright
    name = description.tools[description.active_tool].name
    np.testing.assert_allclose(tool_pose(robot, name), np.array(cursor.matrix), atol=2e-5)
    assert not description.problem


def test_without_a_tool_the_cursor_makes_one(puma):
    while puma.data.linkwright.tools:
        OPERATORS.tool_remove()
    OPERATORS.tool_from_cursor()
    assert len(puma.data.linkwright.tools) == 1


def test_a_tool_goes_to_a_scaled_robots_cursor(puma):
    puma.scale = (2.0, 2.0, 2.0)
    bpy.context.view_layer.update()
    bpy.context.scene.cursor.location = (0.5, 0.4, 1.8)
    OPERATORS.tool_from_cursor()
    name = puma.data.linkwright.tools[puma.data.linkwright.active_tool].name
    np.testing.assert_allclose(tool_pose(puma, name)[:3, 3], (0.5, 0.4, 1.8), atol=1e-5)


@pytest.mark.parametrize("edit", [False, True])
def test_a_tool_goes_to_a_face(puma, edit):
    puma.select_set(True)
    plate = add_mesh([(0, 0, 0), (2, 0, 0), (2, 1, 0), (0, 1, 0)])
    plate.location, plate.rotation_euler = (0.3, 0.2, 0.9), (0.0, np.pi / 2, 0.0)
    bpy.context.view_layer.update()
    plate.data.polygons.active = 0
    if edit:
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.select_all(action="SELECT")
    assert OPERATORS.tool_from_face() == {"FINISHED"}
    if edit:
        assert bpy.context.mode == "EDIT_MESH"
        bpy.ops.object.mode_set(mode="OBJECT")
    name = puma.data.linkwright.tools[puma.data.linkwright.active_tool].name
    X = tool_pose(puma, name)
    np.testing.assert_allclose(X[:3, 3], (0.3, 0.7, -0.1), atol=1e-5)
    np.testing.assert_allclose(X[:3, 2], (1.0, 0.0, 0.0), atol=1e-5)
    np.testing.assert_allclose(np.abs(X[:3, 0]), (0.0, 0.0, 1.0), atol=1e-5)


def test_a_face_of_a_link_carries_the_tool(puma):
    link = next(item for item in puma.children if item.parent_bone == "elbow")
    bpy.context.view_layer.objects.active = link
    link.data.polygons.active = 3
    assert OPERATORS.tool_from_face() == {"FINISHED"}
    tool = puma.data.linkwright.tools[puma.data.linkwright.active_tool]
    assert tool.link == "elbow"
    face = link.data.polygons[3]
    corners = [link.matrix_world @ link.data.vertices[index].co for index in face.vertices]
    np.testing.assert_allclose(tool_pose(puma, tool.name)[:3, 3], np.mean(corners, axis=0), atol=1e-5)


def test_a_face_without_area_is_refused(puma):
    puma.select_set(True)
    add_mesh([(0, 0, 0), (1, 0, 0), (2, 0, 0)]).data.polygons.active = 0
    with pytest.raises(RuntimeError, match="no area"):
        OPERATORS.tool_from_face()


def test_a_face_needs_a_mesh_and_a_robot(puma):
    assert not OPERATORS.tool_from_face.poll()
    puma.select_set(False)
    add_mesh([(0, 0, 0), (1, 0, 0), (1, 1, 0)])
    assert not OPERATORS.tool_from_face.poll()
