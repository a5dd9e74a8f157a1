# SPDX-License-Identifier: GPL-3.0-or-later
"""What a robot is: its joints, links, loops and tools, and the files that describe it."""

from .device import Device, Move
from .errors import MechanismError
from .files import read, write
from .joint import Follow, Joint
from .link import Geometry, Link, Pose
from .structure import Document, Loop, LoopSide, Mechanism, Tool
from .units import Units

__all__ = [
    "Device",
    "Document",
    "Follow",
    "Geometry",
    "Joint",
    "Link",
    "Loop",
    "LoopSide",
    "Mechanism",
    "MechanismError",
    "Move",
    "Pose",
    "Tool",
    "Units",
    "read",
    "write",
]
