# SPDX-License-Identifier: GPL-3.0-or-later
"""An input device: where it is plugged in, and what it moves."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from .checks import check_finite, check_name
from .errors import MechanismError

MODES = ("incremental", "absolute")


@dataclass(frozen=True, slots=True)
class Move:
    """What a device moves, and how."""

    robot: str
    frame: str
    mode: str = "incremental"
    translation: float = 1.0
    """Gain of its translation."""
    rotation: float = 1.0
    """Gain of its rotation."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device of the user's hand."""

    name: str
    driver: str
    port: str = ""
    moves: tuple[Move, ...] = ()

    def __post_init__(self) -> None:
        check_name("A device", self.name)
        check_name(f"The driver of device {self.name!r}", self.driver)

    def check_moves(self, frames: Mapping[str, Collection[str]]) -> None:
        """Refuse a move of what the document does not have."""
        where = f"Device {self.name!r}"
        for move in self.moves:
            if move.robot not in frames:
                raise MechanismError(f"{where}: moves robot {move.robot!r}, which does not exist")
            if move.frame not in frames[move.robot]:
                raise MechanismError(
                    f"{where}: moves frame {move.frame!r}, which {move.robot!r} does not have"
                )
            if move.mode not in MODES:
                raise MechanismError(f"{where}: mode {move.mode!r} is not known; known: {', '.join(MODES)}")
            check_finite(where, "moves", [move.translation, move.rotation])
