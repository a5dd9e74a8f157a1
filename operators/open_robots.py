# SPDX-License-Identifier: GPL-3.0-or-later
"""The one way from files to robots in the scene, for all operators that open robots."""

from collections.abc import Sequence
from pathlib import Path

from bpy.types import Context, Operator

from ..bridge import make_robot
from ..bridge.showable import check_showable
from ..mechanism import MechanismError, read


def open_robots(operator: Operator, context: Context, files: Sequence[Path]) -> set[str]:
    """Read all files first, then make their robots: a bad file leaves the scene as it was."""
    if not files:
        operator.report({"ERROR"}, "No file was chosen")
        return {"CANCELLED"}
    try:
        mechanisms = [robot for file in files for robot in read(file).robots]
        for mechanism in mechanisms:
            check_showable(mechanism)
    except MechanismError as error:
        operator.report({"ERROR"}, str(error))
        return {"CANCELLED"}
    for mechanism in mechanisms:
        make_robot(context, mechanism)
    operator.report({"INFO"}, f"Added {', '.join(mechanism.name for mechanism in mechanisms)}")
    return {"FINISHED"}
