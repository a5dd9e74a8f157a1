# SPDX-License-Identifier: GPL-3.0-or-later
"""Robots of the scene as a document for a file."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from bpy.types import Context, Object

from ..mechanism import Document, Mechanism, MechanismError, read
from ..mechanism.placement import pose_matrix, pose_of
from .description import read_mechanism
from .robots import active_robot, robot_of
from .shape_files import with_shapes_seen_from


def chosen_robots(context: Context) -> list[Object]:
    """All robots that are selected, or of which a link is; the active one where none is."""
    chosen = [robot for item in context.selected_objects if (robot := robot_of(item)) is not None]
    active = active_robot(context)
    return list(dict.fromkeys(chosen)) or ([active] if active else [])


def document_of_robots(robots: Sequence[Object], folder: Path, *, placed: bool) -> Document:
    """What a file in `folder` shall say of these robots; they are called as their objects are.

    Args:
        robots: Objects that are robots.
        folder: Where the file will be.
        placed: Whether the robots' bases are where the objects stand in the scene.
    """
    mechanisms = []
    for robot in robots:
        mechanism = replace(read_mechanism(robot.data), name=robot.name)
        mechanism = with_shapes_seen_from(mechanism, robot, folder)
        mechanisms.append(placed_in_world(mechanism, robot) if placed else mechanism)
    return Document(tuple(mechanisms))


def with_devices_of(document: Document, file: Path) -> tuple[Document, list[str]]:
    """A scene keeps no devices: those of the file that is replaced stay in it.

    Returns the document with them, and the names of those that move what is not there any more.
    """
    try:
        devices = read(file).devices if file.exists() else ()
    except MechanismError:
        return document, []  # no robot file, so there is nothing to keep
    lost = []
    for device in devices:
        try:
            document = replace(document, devices=(*document.devices, device))
        except MechanismError:
            lost.append(device.name)
    return document, lost


def placed_in_world(mechanism: Mechanism, robot: Object) -> Mechanism:
    """The robot with its base where the object stands; a description knows no scale of objects."""
    position, rotation, _ = robot.matrix_world.decompose()
    X_WO = np.eye(4)
    X_WO[:3, :3] = np.array(rotation.to_matrix())
    X_WO[:3, 3] = position
    formulas = {place: text for place, text in mechanism.formulas.items() if place[0] != "base"}
    return replace(mechanism, base=pose_of(X_WO @ pose_matrix(mechanism.base)), formulas=formulas)


def is_scaled(robot: Object) -> bool:
    """Whether an object looks larger or smaller than its description says."""
    return not np.allclose(robot.matrix_world.to_scale(), 1.0, rtol=0.0, atol=1e-5)
