# SPDX-License-Identifier: GPL-3.0-or-later
"""Homogeneous matrices of joints and tools as the chosen notation has them, as numbers and as text."""

import numpy as np
from bpy.types import Armature, Object, PropertyGroup, Scene

from ..mechanism import MechanismError
from ..mechanism.placement import inverse_of, screw_x
from .joint_rows import active_joint
from .notation_fields import end_of_row
from .regrafting import link_poses, orthonormal
from .row_texts import units_of
from .shown_frames import frame_names, shown_frame
from .tool_frames import active_tool

AGREE = 1e-5
"""How far bones and solver may be apart before the bones, perhaps held by a constraint, are believed."""
DECIMALS = 9


def frame_matrix(robot: Object, name: str, reference: str) -> np.ndarray:
    """Pose of a joint's or tool's frame as the bones stand now, lengths in the robot's unit, shape (4, 4).

    Args:
        robot: The robot.
        name: Joint or tool.
        reference: "WORLD", "BASE" or "PARENT": in which frame.

    Raises:
        MechanismError: The description is impossible, or the joint is not there.
    """
    poses = link_poses(robot)
    if name not in poses:
        raise MechanismError(f"Where {name!r} is cannot be told; the Robot panel says what is wrong")
    X = inverse_of(reference_pose(robot, poses, name, reference)) @ notation_pose(robot, poses, name)
    X[:3, 3] /= units_of(robot.data).scale("length")
    return X


def matrix_or_problem(robot: Object, name: str, reference: str) -> tuple[np.ndarray | None, str]:
    """The same for a panel: a matrix, or a sentence about why there is none."""
    try:
        return frame_matrix(robot, name, reference), ""
    except MechanismError as error:
        return None, str(error)


def reference_pose(robot: Object, poses: dict[str, np.ndarray], name: str, reference: str) -> np.ndarray:
    """Pose in the armature of the frame that a matrix refers to."""
    if reference == "WORLD":
        return inverse_of(orthonormal(np.array(robot.matrix_world)))
    parent = parent_of(robot.data.linkwright, name) if reference == "PARENT" else ""
    return notation_pose(robot, poses, parent)


def parent_of(description: PropertyGroup, name: str) -> str:
    """The link that carries a joint or tool; empty: the base."""
    if name in description.joints:
        return description.joints[name].parent
    return description.tools[name].link if name in description.tools else ""


def notation_pose(robot: Object, poses: dict[str, np.ndarray], name: str) -> np.ndarray:
    """Pose of a frame in the armature; in standard D-H a joint's frame is at the far end of its row."""
    description, shown = robot.data.linkwright, shown_frame(robot, name)
    X = poses[name]
    if shown is not None and np.abs(shown - X).max() > AGREE * max(1.0, np.abs(X).max()):
        X = orthonormal(shown)
    if description.notation == "dh" and name in description.joints:
        end = end_of_row(description, name)
        X = X @ screw_x(end.alpha, end.d) if end is not None else X
    return X


def matrix_text(X: np.ndarray, form: str) -> str:
    """A matrix as text.

    Args:
        X: Shape (4, 4).
        form: "PYTHON" (nested lists), "MATLAB" (brackets and semicolons), or "TABLE" (tabs).
    """
    rows = [[f"{value:.10g}" for value in row] for row in (np.round(X, DECIMALS) + 0.0).tolist()]
    if form == "PYTHON":
        return "[" + ",\n ".join("[" + ", ".join(row) + "]" for row in rows) + "]\n"
    if form == "MATLAB":
        return "[" + ";\n ".join(" ".join(row) for row in rows) + "]\n"
    return "".join("\t".join(row) + "\n" for row in rows)


def all_matrices_text(robot: Object, reference: str, form: str) -> str:
    """The matrices of all joints and tools, each under its name."""
    sign = "%" if form == "MATLAB" else "#"
    return "\n".join(
        f"{sign} {name}\n{matrix_text(frame_matrix(robot, name, reference), form)}"
        for name in frame_names(robot)
    )


def chosen_frame(scene: Scene, armature: Armature) -> str:
    """The joint or tool whose matrix is shown; empty where there is none."""
    row = active_tool(armature) if scene.linkwright.matrix_of == "TOOL" else None
    row = row or active_joint(armature)
    return row.name if row is not None else ""


def choose_frame(scene: Scene, armature: Armature, name: str) -> bool:
    """Show the matrix of another joint or tool; whether there is one of this name."""
    robot = armature.linkwright
    if name in robot.joints:
        scene.linkwright.matrix_of, robot.active_joint = "JOINT", robot.joints.find(name)
        return True
    if name in robot.tools:
        scene.linkwright.matrix_of, robot.active_tool = "TOOL", robot.tools.find(name)
        return True
    return False
