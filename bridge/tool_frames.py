# SPDX-License-Identifier: GPL-3.0-or-later
"""Tools: new ones, and their place taken from the 3D cursor or from a face."""

import uuid
from dataclasses import dataclass

import bmesh
import numpy as np
from bpy.types import Armature, Context, Mesh, Object, PropertyGroup

from ..mechanism import MechanismError
from ..mechanism.placement import inverse_of, pose_of
from .editing import changed
from .fields import TOOL_POSE
from .names import free_name
from .quiet import quietly
from .regrafting import link_poses, matrix_of, orthonormal, reach_of
from .robots import active_robot, is_robot
from .row_texts import write_values


def active_tool(armature: Armature) -> PropertyGroup | None:
    """The tool that is chosen in the list."""
    robot = armature.linkwright
    return robot.tools[robot.active_tool] if 0 <= robot.active_tool < len(robot.tools) else None


def add_tool(armature: Armature, link: str, wish: str = "tool") -> str:
    """A tool at the frame of a link; its name."""
    robot = armature.linkwright
    name = free_name(armature, wish)
    with quietly():
        tool = robot.tools.add()
        tool.name, tool.uid, tool.link = name, uuid.uuid4().hex, link
        robot.active_tool = len(robot.tools) - 1
    changed(armature)
    return name


def remove_tool(armature: Armature, name: str) -> None:
    robot = armature.linkwright
    with quietly():
        robot.tools.remove(robot.tools.find(name))
        robot.active_tool = max(0, min(robot.active_tool, len(robot.tools) - 1))
    changed(armature)


def last_link(armature: Armature) -> str:
    """The end of the robot: the last joint that carries no other, where a new tool is likely wanted."""
    rows = armature.linkwright.joints
    parents = {row.parent for row in rows}
    return next((row.name for row in reversed(rows) if row.name not in parents), rows[-1].name)


def move_tool(robot: Object, name: str, X_WT: np.ndarray) -> None:
    """Put a tool at a pose in the world, on its link as that stands now; its six numbers stay.

    Raises:
        MechanismError: Where its link is is not known.
    """
    tool = robot.data.linkwright.tools[name]
    poses = link_poses(robot)
    if tool.link not in poses:
        raise MechanismError(f"Tool {name!r}: its link cannot be placed; see the Robot panel")
    X_AT = orthonormal(np.linalg.inv(np.array(robot.matrix_world)) @ X_WT)
    pose = pose_of(inverse_of(poses[tool.link] @ matrix_of(tool)) @ X_AT)
    with quietly():
        write_values(tool, TOOL_POSE, (*pose.position, *pose.rotation), size=reach_of(robot.data))
    changed(robot.data)


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A face of a mesh object."""

    item: Object
    X_WF: np.ndarray
    """Origin at its centre, z along its normal, x along its longest edge, shape (4, 4)."""


def chosen_face(context: Context) -> Face:
    """The active face of the active mesh object, or else its only selected one.

    Raises:
        MechanismError: There is none; it says what to do.
    """
    item = context.object
    if item is None or item.type != "MESH":
        raise MechanismError("Make a mesh active and choose a face of it, in Edit Mode")
    corners = edited_corners(item.data) if item.mode == "EDIT" else kept_corners(item.data)
    if corners is None:
        raise MechanismError(f"Mesh {item.name!r} has no active face: click one in Edit Mode, in face select")
    X_WO = np.array(item.matrix_world)
    return Face(item, face_frame(corners @ X_WO[:3, :3].T + X_WO[:3, 3], mirrored=np.linalg.det(X_WO) < 0.0))


def edited_corners(mesh: Mesh) -> np.ndarray | None:
    """Corners of the face that is active in edit mode, shape (n, 3)."""
    edited = bmesh.from_edit_mesh(mesh)
    face = edited.faces.active
    if face is None or not face.select:
        face = next((face for face in edited.faces if face.select), None)
    return None if face is None else np.array([vertex.co for vertex in face.verts])


def kept_corners(mesh: Mesh) -> np.ndarray | None:
    """Corners of the face that was active when edit mode was left, shape (n, 3)."""
    if not 0 <= mesh.polygons.active < len(mesh.polygons):
        return None
    face = mesh.polygons[mesh.polygons.active]
    return np.array([mesh.vertices[index].co for index in face.vertices])


def face_frame(corners: np.ndarray, *, mirrored: bool = False) -> np.ndarray:
    """A frame on a face, shape (4, 4)."""
    edges = np.roll(corners, -1, axis=0) - corners
    centre = corners.mean(axis=0)
    normal = np.cross(corners - centre, np.roll(corners, -1, axis=0) - centre).sum(axis=0)
    if np.linalg.norm(normal) < 1e-12:
        raise MechanismError("The face has no area, so it has no direction; choose another one")
    z = (-1.0 if mirrored else 1.0) * normal / np.linalg.norm(normal)
    along = edges[np.linalg.norm(edges, axis=1).argmax()]
    x = along - (along @ z) * z
    x /= np.linalg.norm(x)
    X_WF = np.eye(4)
    X_WF[:3, :4] = np.column_stack([x, np.cross(z, x), z, centre])
    return X_WF


def robot_of_face(context: Context) -> Object | None:
    """The robot that the active mesh belongs to, or else the only one that is selected."""
    robot = active_robot(context)
    selected = [item for item in context.selected_objects if is_robot(item)]
    return robot or (selected[0] if len(selected) == 1 else None)


def link_of_face(robot: Object, face: Face) -> str | None:
    """The link whose mesh has this face; None where it is not the robot's own."""
    part = face.item
    while part is not None and part.parent != robot:
        part = part.parent
    if part is None or part.parent_type != "BONE":
        return None
    names = {row.shown_name: row.name for row in robot.data.linkwright.joints}
    return names.get(part.parent_bone)


def hang_tool(armature: Armature, name: str, link: str) -> None:
    """Put a tool on another link."""
    with quietly():
        armature.linkwright.tools[name].link = link
    changed(armature)
