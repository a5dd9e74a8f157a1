# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole robot, and a whole file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .checks import check_finite, check_name, check_unique
from .device import Device
from .errors import MechanismError
from .joint import BASE, Joint, Placement
from .kinds import KINDS
from .link import Geometry, Pose
from .units import Units

NOTATIONS = ("kleinfinger", "dh", "modified-dh")
CUT_KINDS = tuple(kind for kind in KINDS if kind != "free")


@dataclass(frozen=True, slots=True)
class Tool(Placement):
    """A frame of interest on a link: after the six numbers comes a pose."""

    name: str
    link: str
    pose: Pose = field(default_factory=Pose)


@dataclass(frozen=True, slots=True)
class LoopSide(Placement):
    """One half of a cut joint: a frame on a link."""

    link: str


@dataclass(frozen=True, slots=True)
class Loop:
    """A joint at which a loop was cut: its two halves must coincide, but for what the kind leaves free."""

    name: str
    first: LoopSide
    second: LoopSide
    kind: str = "revolute"
    pitch: float = 0.0

    def __post_init__(self) -> None:
        check_name("A loop", self.name)
        where = f"Loop {self.name!r}"
        if self.kind not in CUT_KINDS:
            raise MechanismError(f"{where}: kind {self.kind!r} is not known; known: {', '.join(CUT_KINDS)}")
        if self.first.link == self.second.link:
            raise MechanismError(f"{where}: both its ends are on link {self.first.link!r}")
        self.first.check_numbers(f"{where}: first")
        self.second.check_numbers(f"{where}: second")
        check_finite(where, "pitch", [self.pitch])


@dataclass(frozen=True, slots=True)
class Mechanism:
    """A robot: joints in an order in which every parent comes before its children."""

    name: str
    joints: tuple[Joint, ...]
    loops: tuple[Loop, ...] = ()
    tools: tuple[Tool, ...] = ()
    base: Pose = field(default_factory=Pose)
    base_geometry: Geometry = field(default_factory=Geometry)
    notation: str = "kleinfinger"
    """How its user writes it down; the numbers here are always Kleinfinger's."""
    units: Units = field(default_factory=Units)
    """What plain numbers and formulas in its file are counted in; the numbers here are always SI."""
    parameters: Mapping[str, float | str] = field(default_factory=dict)
    """Named numbers, or formulas of others, for use in formulas; counted in `units`."""
    formulas: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """Formula of each number that has one, by its place, such as ("joint", "elbow", "d")."""

    def __post_init__(self) -> None:
        check_name("A robot", self.name)
        where = f"Robot {self.name!r}"
        if not self.joints:
            raise MechanismError(f"{where} has no joint")
        if self.notation not in NOTATIONS:
            known = ", ".join(NOTATIONS)
            raise MechanismError(f"{where}: notation {self.notation!r} is not known; known: {known}")
        check_unique(where, "joint or tool", self.frame_names)
        check_unique(where, "loop", [loop.name for loop in self.loops])
        self.base.check(f"{where}: base")
        self.base_geometry.pose.check(f"{where}: base_geometry")
        object.__setattr__(self, "joints", parents_first(self.joints))
        self._check_ends()
        check_followers(self.joints)

    def _check_ends(self) -> None:
        links = {BASE, *(joint.name for joint in self.joints)}
        ends = [(f"Tool {tool.name!r}", tool.link) for tool in self.tools]
        for loop in self.loops:
            ends += [(f"Loop {loop.name!r}", side.link) for side in (loop.first, loop.second)]
        for where, link in ends:
            if link not in links:
                raise MechanismError(f"{where}: link {link!r} does not exist")
        for tool in self.tools:
            check_name("A tool", tool.name, taken=[BASE])
            tool.check_numbers(f"Tool {tool.name!r}")
            tool.pose.check(f"Tool {tool.name!r}")

    @property
    def frame_names(self) -> tuple[str, ...]:
        """Joints, then tools."""
        return (*(joint.name for joint in self.joints), *(tool.name for tool in self.tools))

    def is_actuated(self, joint: Joint) -> bool:
        """Whether a motor drives this joint."""
        if joint.follows is not None or joint.motion.nv == 0:
            return False
        return not self.loops if joint.actuated is None else joint.actuated


@dataclass(frozen=True, slots=True)
class Document:
    """What one file holds."""

    robots: tuple[Mechanism, ...] = ()
    devices: tuple[Device, ...] = ()
    bodies: tuple[()] = ()
    """Reserved."""
    sensors: tuple[()] = ()
    """Reserved."""
    servos: tuple[()] = ()
    """Reserved."""

    def __post_init__(self) -> None:
        check_unique("The document", "robot", [robot.name for robot in self.robots])
        check_unique("The document", "device", [device.name for device in self.devices])
        frames = {
            robot.name: {BASE, *robot.frame_names, *(loop.name for loop in robot.loops)}
            for robot in self.robots
        }
        for device in self.devices:
            device.check_moves(frames)


def parents_first(joints: tuple[Joint, ...]) -> tuple[Joint, ...]:
    """Sort so that parents precede children, otherwise keeping the given order."""
    names = {joint.name for joint in joints} | {BASE}
    for joint in joints:
        if joint.parent not in names:
            raise MechanismError(f"Joint {joint.name!r}: parent {joint.parent!r} does not exist")
    placed = {BASE}
    waiting = list(joints)
    ordered: list[Joint] = []
    while waiting:
        ready, waiting = split_ready(waiting, placed)
        if not ready:
            left = ", ".join(repr(joint.name) for joint in waiting[:5])
            raise MechanismError(f"The parents of joint {left} form a circle that never reaches the base")
        ordered += ready
    return tuple(ordered)


def split_ready(waiting: Iterable[Joint], placed: set[str]) -> tuple[list[Joint], list[Joint]]:
    """Those whose parents are placed already (they become placed, too), and those that have to wait."""
    ready, still = [], []
    for joint in waiting:
        if joint.parent in placed:
            placed.add(joint.name)
            ready.append(joint)
        else:
            still.append(joint)
    return ready, still


def check_followers(joints: tuple[Joint, ...]) -> None:
    """Refuse followers of nothing, of joints without a single coordinate, and of other followers."""
    named = {joint.name: joint for joint in joints}
    for joint in joints:
        if joint.follows is None:
            continue
        where, leader = f"Joint {joint.name!r}", named.get(joint.follows.joint)
        if leader is None:
            raise MechanismError(f"{where}: follows {joint.follows.joint!r}, which does not exist")
        if leader.follows is not None:
            raise MechanismError(f"{where}: follows {leader.name!r}, which follows another joint itself")
        if leader.motion.nq != 1:
            raise MechanismError(
                f"{where}: follows {leader.name!r}, a {leader.kind} joint; it must have one coordinate"
            )
