# SPDX-License-Identifier: GPL-3.0-or-later
"""What is true only while Blender runs: child processes, and which number is being edited."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import bpy
from bpy.types import Armature

from ..mechanism.joint import NUMBERS
from .child import Child

HOLD = 4.0
"""Seconds for which an edited number stays highlighted."""
FADE = 1.0
"""Seconds in which the highlight then fades."""
FRAME = 0.04
"""Seconds between two redraws of what fades."""


@dataclass(frozen=True, slots=True)
class Edited:
    """The number of a description that was changed last."""

    armature_uid: int
    """The armature's session_uid."""
    joint: str
    """Name of the joint or tool."""
    number: str
    """One of gamma, b, alpha, d, theta, r."""
    when: float
    """By `time.monotonic`, [s]."""

    @property
    def strength(self) -> float:
        """One while it is fresh, falling to zero."""
        age = time.monotonic() - self.when
        return min(1.0, max(0.0, (HOLD + FADE - age) / FADE))


edited: Edited | None = None
compiler: Child | None = None
"""The child that compiles the kernels."""
kernel_work: Iterator[float] | None = None
"""What is still to do for the compiled kernels; a timer takes its steps."""
kernel_problem = ""
"""Why the kernels stayed plain."""
draw_handler: object | None = None
"""Blender's handle of the function that draws the overlays."""


def note_edit(armature: Armature, joint: str, number: str) -> None:
    """Remember which number of a joint or tool the user changes, so that the viewport can show what it is.

    Only the six numbers that place a joint are lengths and angles that can be shown; others are passed over.
    """
    global edited  # noqa: PLW0603  there is one user, and one number at a time
    if number not in NUMBERS:
        return
    edited = Edited(armature.session_uid, joint, number, time.monotonic())
    redraw("VIEW_3D")
    if not bpy.app.background and not bpy.app.timers.is_registered(fade):
        bpy.app.timers.register(fade, first_interval=HOLD, persistent=True)


def fade() -> float | None:
    """Timer: wait until the highlight begins to fade, then redraw until it is gone."""
    if edited is None or edited.strength <= 0.0:
        redraw("VIEW_3D")
        return None
    redraw("VIEW_3D")
    return max(FRAME, edited.when + HOLD - time.monotonic())


def redraw(kind: str) -> None:
    """Have all areas of a kind drawn anew."""
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == kind:
                area.tag_redraw()


def close() -> None:
    """End all children and timers; nothing is left of this session."""
    global edited, compiler, kernel_work  # noqa: PLW0603
    if compiler is not None:
        compiler.end()
    edited = compiler = kernel_work = None
    if bpy.app.timers.is_registered(fade):
        bpy.app.timers.unregister(fade)
