# SPDX-License-Identifier: GPL-3.0-or-later
"""Dimension lines of a joint's numbers, as in a textbook: text that teaches while a number is edited."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from bpy.types import Context, Object

from ...mechanism import Joint, Mechanism, MechanismError, Tool
from ...mechanism.joint import ANGLES, BASE, NUMBERS
from .. import live
from ..description import read_mechanism
from ..dimension_lines import Angle, Length, angle_lines, label_place, length_lines, locate_numbers, sideways
from ..marks import ACCENT, QUIET, Dot, Label, Line, Mark
from ..number_texts import number_symbol, number_text
from ..robots import active_robot
from ..shown_frames import base_frame, frame_names, frame_size, shown_frame, to_world

identifier = "dimensions"
label = "Dimensions"
description = "Lengths and angles that a joint's numbers stand for, while they are edited or always"
options = ("dimensions_when",)
shown = True
FAINT = 0.8
"""Of lines that only explain others."""


def wanted(context: Context) -> bool:
    """Whether a number is being edited, or all of the active joint are asked for."""
    edited = live.edited is not None and live.edited.strength > 0.0
    return edited or context.scene.linkwright.dimensions_when == "ACTIVE"


def marks(robot: Object, context: Context) -> Iterator[Mark]:
    """Dimension lines of the edited number, or of all numbers of the active joint."""
    try:
        mechanism = read_mechanism(robot.data)
    except MechanismError:  # the panels say why
        return
    for name, number, strength in chosen_numbers(robot, context):
        placed = find_placed(mechanism, name)
        value = getattr(placed, number, 0.0)
        symbol = number_symbol(number, mechanism.notation)
        if placed is None or not symbol:
            continue
        text = f"{symbol} = {number_text(value, context.scene, angle=number in ANGLES)}"
        for mark in number_marks(robot, context, placed, number, text):
            yield replace(mark, alpha=strength * mark.alpha)


def chosen_numbers(robot: Object, context: Context) -> Iterator[tuple[str, str, float]]:
    """Joint, number and strength of what to show."""
    active = active_robot(context)
    if active is not None and active != robot and active.data == robot.data:
        return  # of several copies, the one that is worked on
    edited = live.edited
    joint = ""
    if context.scene.linkwright.dimensions_when == "ACTIVE" and active == robot:
        joint = active_joint(robot)
        yield from ((joint, number, 1.0) for number in NUMBERS if joint and has_number(robot, joint, number))
    if edited is None or edited.armature_uid != robot.data.session_uid or edited.strength <= 0.0:
        return
    if edited.joint != joint or not has_number(robot, joint, edited.number):
        yield edited.joint, edited.number, edited.strength


def active_joint(robot: Object) -> str:
    """The bone that is active in pose mode, or else the row that is active in the panel."""
    description = robot.data.linkwright
    bone = robot.data.bones.active if robot.mode == "POSE" else None
    if bone is not None and bone.name in set(frame_names(robot)):
        return bone.name
    if 0 <= description.active_joint < len(description.joints):
        return description.joints[description.active_joint].name
    return ""


def has_number(robot: Object, name: str, number: str) -> bool:
    """Whether a number of a joint is not zero."""
    placed = find_placed(read_mechanism(robot.data), name)
    return placed is not None and getattr(placed, number) != 0.0


def find_placed(mechanism: Mechanism, name: str) -> Joint | Tool | None:
    """The joint or tool of this name."""
    known: list[Joint | Tool] = [*mechanism.joints, *mechanism.tools]
    return next((placed for placed in known if placed.name == name), None)


def number_marks(
    robot: Object, context: Context, placed: Joint | Tool, number: str, text: str
) -> Iterator[Line | Dot | Label]:
    """One dimension, at the current pose of the link that carries it."""
    parent = placed.link if isinstance(placed, Tool) else placed.parent
    X_AP = base_frame(robot) if parent == BASE else shown_frame(robot, parent)
    if X_AP is None:
        return
    dimension = locate_numbers(X_AP, placed.numbers)[number]
    size = frame_size(robot, placed.name)
    if isinstance(dimension, Length):
        yield from length_marks(robot, context, dimension, size, text)
    else:
        yield from angle_marks(robot, dimension, 1.3 * size, text)
        if not dimension.is_nothing:
            yield from leg_names(robot, dimension, 1.3 * size, leg_texts(number, parent, placed.name))


def length_marks(
    robot: Object, context: Context, length: Length, size: float, text: str
) -> Iterator[Line | Dot | Label]:
    """A dimension line beside the way; a dot where the way is nothing."""
    middle = 0.5 * (length.start + length.end)
    offset = size * outwards(robot, length, view_direction(robot, context, middle))
    dimension, *extensions = (to_world(robot, points) for points in length_lines(length, offset))
    if length.is_nothing:
        yield Dot(to_world(robot, length.start))
        yield Line(extensions[0], QUIET, width=1.0, alpha=FAINT)
    else:
        yield Line(to_world(robot, np.array([length.start, length.end])), ACCENT, width=3.0, alpha=0.7)
        yield from (Line(extension, QUIET, width=1.0, alpha=FAINT) for extension in extensions)
        yield Line(dimension, ACCENT, arrow_first=True, arrow_last=True)
    aside = to_world(robot, middle + 2.0 * offset)
    yield Label(dimension.mean(axis=0), text, framed=True, span=dimension, aside=aside)


def angle_marks(robot: Object, angle: Angle, radius: float, text: str) -> Iterator[Line | Dot | Label]:
    """An arc with an arrow between its legs; a dot on the one leg where the angle is nothing."""
    arc, *legs = (to_world(robot, points) for points in angle_lines(angle, radius))
    yield from (Line(leg, QUIET, width=1.5, alpha=FAINT) for leg in legs[: 1 if angle.is_nothing else 2])
    yield Dot(to_world(robot, angle.centre), QUIET, radius=3.0)
    if angle.is_nothing:
        yield Dot(arc[0])
    else:
        yield Line(arc, ACCENT, width=2.5, arrow_last=True)
    yield Label(to_world(robot, label_place(angle, radius)), text, framed=True)


def leg_names(
    robot: Object, angle: Angle, radius: float, texts: tuple[str, str]
) -> Iterator[Line | Dot | Label]:
    """What the two legs of an angle are, at their ends."""
    _, *legs = angle_lines(angle, radius)
    for leg, text in zip(legs, texts, strict=True):
        yield Label(to_world(robot, leg[1]), text)


def leg_texts(number: str, parent: str, joint: str) -> tuple[str, str]:
    """From which axis to which an angle turns."""
    return {
        "gamma": (f"x of {parent}", "common normal"),
        "alpha": (f"z of {parent}", f"z of {joint}"),
        "theta": ("common normal", f"x of {joint}"),
    }[number]


def view_direction(robot: Object, context: Context, point: np.ndarray) -> np.ndarray:
    """Where the viewer of this region looks at a point, both in the armature, shape (3,)."""
    view = context.region_data
    X_AV = np.linalg.inv(np.array(robot.matrix_world)) @ np.array(view.view_matrix.inverted())
    return point - X_AV[:3, 3] if view.is_perspective else -X_AV[:3, 2]


def outwards(robot: Object, length: Length, view: np.ndarray) -> np.ndarray:
    """Sideways from a length, to where less of the robot is."""
    side = sideways(length.along, view)
    middle = np.mean([np.array(bone.head) for bone in robot.pose.bones], axis=0)
    return side if side @ (0.5 * (length.start + length.end) - middle) >= 0.0 else -side
