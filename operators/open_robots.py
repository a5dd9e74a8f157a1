# SPDX-License-Identifier: GPL-3.0-or-later
"""The one way from files to robots in the scene, for all operators that open robots."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bpy.types import Context, Operator
from mathutils import Matrix

from ..bridge import make_robot
from ..bridge.presets import FOLDER as LIBRARY
from ..bridge.scaling import scale_robot
from ..bridge.showable import check_showable
from ..mechanism import Mechanism, MechanismError, read


def open_robots(
    operator: Operator,
    context: Context,
    files: Sequence[Path],
    *,
    place: Matrix | None = None,
    name: str = "",
    size: float = 1.0,
) -> set[str]:
    """Read all files first, then make their robots: a bad file leaves the scene as it was.

    Args:
        operator: Who reports.
        context: Blender's.
        files: RAFF files; shape files that they name are looked for beside them.
        place: Where the robots stand; None: at the 3D cursor.
        name: What a single robot is called instead of its own name.
        size: Factor for all lengths.
    """
    if not files:
        operator.report({"ERROR"}, "No file was chosen")
        return {"CANCELLED"}
    try:
        found = read_robots(files, name)
    except MechanismError as error:
        operator.report({"ERROR"}, str(error))
        return {"CANCELLED"}
    for folder, mechanism in found:
        robot = make_robot(context, mechanism, place=place, folder=folder)
        if size != 1.0:
            scale_robot(robot.data, size)
        if robot.data.linkwright.problem:
            operator.report({"WARNING"}, robot.data.linkwright.problem)
    operator.report({"INFO"}, f"Added {', '.join(mechanism.name for _, mechanism in found)}")
    return {"FINISHED"}


def read_robots(files: Sequence[Path], name: str) -> list[tuple[str, Mechanism]]:
    """Every robot of the files, and where its shape files are; the library, which moves about, has none."""
    found = [
        ("" if file.parent == LIBRARY else str(file.parent), robot)
        for file in files
        for robot in read(file).robots
    ]
    if not found:
        raise MechanismError(f"{files[0].name}: the file has no table [[robot]]")
    if name and len(found) == 1:
        folder, mechanism = found[0]
        found = [(folder, replace(mechanism, name=name))]
    for _, mechanism in found:
        check_showable(mechanism)
    return found
