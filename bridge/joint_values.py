# SPDX-License-Identifier: GPL-3.0-or-later
"""Joint values as a panel shows them: the bone's channel, its name, and its range."""

from collections.abc import Iterator
from dataclasses import dataclass

from bpy.types import Object, PoseBone

from ..mechanism import Joint, MechanismError
from ..mechanism.kinds import KINDS
from .channels import CHANNELS, Channel
from .description import read_mechanism
from .shares import range_of


@dataclass(frozen=True, slots=True, eq=False)
class JointValue:
    """One entry of q, or the value of a joint that follows."""

    label: str
    bone: PoseBone | None
    channel: Channel
    follows: bool
    share: str
    """Property of the bone's group that shows it as a share of its range; empty where it has none."""


def joint_values(robot: Object) -> Iterator[JointValue]:
    """All values as the bones show them, in the order of the list."""
    joints = known_joints(robot)
    for row in robot.data.linkwright.joints:
        if not row.shown_kind:
            continue
        bone = robot.pose.bones.get(row.shown_name) if robot.pose else None
        labels = KINDS[row.shown_kind].labels
        for index, (channel, label) in enumerate(zip(CHANNELS[row.shown_kind], labels, strict=True)):
            joint = joints.get(row.shown_name)
            ranged = joint is not None and not row.shown_leader and range_of(joint, index) is not None
            yield JointValue(
                label=value_label(row.shown_name, label, channel),
                bone=bone,
                channel=channel,
                follows=bool(row.shown_leader),
                share=f"share_{index}" if ranged else "",
            )


def known_joints(robot: Object) -> dict[str, Joint]:
    """The joints by name; none while the description is impossible."""
    try:
        return {joint.name: joint for joint in read_mechanism(robot.data).joints}
    except MechanismError:
        return {}


def value_label(name: str, label: str, channel: Channel) -> str:
    """The joint, and which of its values; a bone's channel that runs against the frame's axis says so."""
    sign = "−" if channel.sign < 0.0 else ""
    return f"{name} {sign}{label}" if label else name
