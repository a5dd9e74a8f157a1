# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds a joint's channels: limits as constraints, screws and coupled joints as plain drivers."""

from collections.abc import Collection
from math import inf, isfinite, tau

import bpy
from bpy.types import Object, PoseBone

from ..mechanism import Joint
from .channels import CHANNELS, SHIFT_Z, Channel, carriage

OWN = "linkwright"
"""Name of the variable by which our drivers are told from the user's."""
LIMITS = {
    "rotation_euler": ("LIMIT_ROTATION", "Joint limits (turn)"),
    "location": ("LIMIT_LOCATION", "Joint limits (shift)"),
}


def write_rules(robot: Object, joint: Joint) -> None:
    """Bring constraints and drivers of a joint's bone in line with the description."""
    bone = robot.pose.bones[joint.name]
    for path in LIMITS:
        write_limits(bone, joint, path)
    remove_drivers(robot, {joint.name, carriage(joint.name)})
    if joint.follows is not None:
        (channel,) = CHANNELS[joint.kind]
        leader = robot.data.linkwright.joints[joint.follows.joint]
        (source,) = CHANNELS[leader.kind]
        ratio = joint.follows.ratio * channel.sign * source.sign
        drive(robot, joint.name, channel, leader.name, source, ratio, channel.sign * joint.follows.offset)
    if joint.kind == "screw":
        (turn,) = CHANNELS[joint.kind]
        drive(robot, carriage(joint.name), SHIFT_Z, joint.name, turn, joint.pitch / tau, 0.0)


def write_limits(bone: PoseBone, joint: Joint, path: str) -> None:
    """One constraint for all turns or all shifts that are limited, or none."""
    kind, name = LIMITS[path]
    ranges = [
        (channel, ends)
        for channel, ends in zip(CHANNELS[joint.kind], limits_of(joint), strict=False)
        if channel.path == path and can_hold(path, *ends)
    ]
    constraint = bone.constraints.get(name)
    if not ranges:
        if constraint:
            bone.constraints.remove(constraint)
        return
    constraint = constraint or bone.constraints.new(kind)
    constraint.name = name
    constraint.owner_space = "LOCAL"
    constraint.use_transform_limit = True
    if kind == "LIMIT_ROTATION":
        constraint.use_legacy_behavior = False  # right beyond half a turn
    for channel, ends in ranges:
        low, high = sorted(channel.sign * end for end in ends)
        set_range(constraint, kind, "xyz"[channel.index], low, high)


def can_hold(path: str, low: float, high: float) -> bool:
    """Whether a constraint can keep these limits: it sees turns only within one full turn."""
    if path == "location":
        return isfinite(low) or isfinite(high)
    return high - low < tau


def set_range(constraint: object, kind: str, axis: str, low: float, high: float) -> None:
    """Limit one axis, a location perhaps at one end only."""
    if kind == "LIMIT_LOCATION":
        setattr(constraint, f"use_min_{axis}", isfinite(low))
        setattr(constraint, f"use_max_{axis}", isfinite(high))
    else:
        setattr(constraint, f"use_limit_{axis}", True)
    if isfinite(low):
        setattr(constraint, f"min_{axis}", low)
    if isfinite(high):
        setattr(constraint, f"max_{axis}", high)


def limits_of(joint: Joint) -> list[tuple[float, float]]:
    count = len(joint.motion.scalars)
    return list(zip(joint.lower or (-inf,) * count, joint.upper or (inf,) * count, strict=True))


def drive(
    robot: Object, name: str, channel: Channel, source_name: str, source: Channel, ratio: float, offset: float
) -> None:
    """Let a channel be ratio times another plus offset, without any script."""
    bone = robot.pose.bones[name]
    curve = bone.driver_add(channel.path, channel.index)
    curve.driver.type = "SUM"
    variable = curve.driver.variables.new()
    variable.name = OWN
    variable.targets[0].id = robot
    variable.targets[
        0
    ].data_path = f"{robot.pose.bones[source_name].path_from_id(source.path)}[{source.index}]"
    line = curve.modifiers[0] if curve.modifiers else curve.modifiers.new("GENERATOR")
    line.poly_order = 1
    line.coefficients = (offset, ratio)


def remove_drivers(robot: Object, names: Collection[str]) -> None:
    """Take our drivers off these bones, which may be gone already."""
    paths = tuple(f'pose.bones["{bpy.utils.escape_identifier(name)}"]' for name in names)
    for curve in list(robot.animation_data.drivers) if robot.animation_data else ():
        own = any(variable.name == OWN for variable in curve.driver.variables)
        if own and curve.data_path.startswith(paths):
            robot.animation_data.drivers.remove(curve)
