# SPDX-License-Identifier: GPL-3.0-or-later
"""What a robot is: its joints, their order and their numbers."""

from .errors import MechanismError
from .files import read
from .structure import Document, Joint, Mechanism

__all__ = ["Document", "Joint", "Mechanism", "MechanismError", "read"]
