# SPDX-License-Identifier: GPL-3.0-or-later
"""A hand and an eye for a real Blender window: steps that a test yields from, and the loop that takes them.

A test is a generator marked with `in_window`. On the host it becomes a pytest item that starts Blender;
inside Blender the same function is stepped by a timer, each yield giving Blender time to redraw.
"""

import importlib.util
import os
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

Steps = Iterator[float]
INSIDE = importlib.util.find_spec("bpy") is not None
REDRAW = 0.3
"""Seconds in which Blender handles what was sent and draws it."""
OUT = Path("/tmp/out")
FINISHED = "The test came to its end"
"""Printed last; a Blender that leaves before that has not passed."""


def in_window(test: Callable[["Window"], Steps]) -> Callable:
    """Mark a test that runs inside Blender."""
    if INSIDE:
        return test

    def item(blender_window) -> None:
        blender_window.run(Path(test.__code__.co_filename), test.__name__)

    item.__name__, item.__doc__, item.__module__ = test.__name__, test.__doc__, test.__module__
    return item


class Window:
    """Blender's main window with its largest 3D viewport. Points are in pixels from the lower left."""

    def __init__(self) -> None:
        import bpy

        self.bpy = bpy

    @property
    def window(self):
        return self.bpy.context.window_manager.windows[0]

    @property
    def area(self):
        areas = [area for area in self.window.screen.areas if area.type == "VIEW_3D"]
        return max(areas, key=lambda area: area.width * area.height)

    def region(self, kind: str = "WINDOW"):
        return next(region for region in self.area.regions if region.type == kind)

    def empty_scene(self) -> Steps:
        """Take away the cube, camera and lamp of a new file."""
        self.bpy.data.batch_remove(self.bpy.data.objects)
        yield REDRAW

    def wait(self, seconds: float = REDRAW) -> Steps:
        yield seconds

    def open_tab(self, name: str = "Linkwright") -> Steps:
        """Open the sidebar at a tab."""
        self.area.spaces.active.show_region_ui = True
        yield 0.5
        self.region("UI").active_panel_category = name
        self.area.tag_redraw()
        yield 0.5

    def operator(self, name: str, **properties) -> Steps:
        """Run an operator as if called from the viewport."""
        self.invoke(name, "EXEC_DEFAULT", **properties)
        yield REDRAW

    def invoke(self, name: str, way: str = "INVOKE_DEFAULT", **properties) -> None:
        module, _, function = name.partition(".")
        with self.bpy.context.temp_override(window=self.window, area=self.area, region=self.region()):
            getattr(getattr(self.bpy.ops, module), function)(way, **properties)

    def choose_file(self, file: Path) -> Steps:
        """Pick a file in the browser that must be open now."""
        yield 1.0
        places = [
            (window, area)
            for window in self.bpy.context.window_manager.windows
            for area in window.screen.areas
        ]
        browsers = [(window, area) for window, area in places if area.type == "FILE_BROWSER"]
        assert len(browsers) == 1, "no file browser is open"
        window, area = browsers[0]
        area.spaces.active.params.directory = str(file.parent).encode()
        area.spaces.active.params.filename = file.name
        yield REDRAW
        region = next(region for region in area.regions if region.type == "WINDOW")
        with self.bpy.context.temp_override(window=window, area=area, region=region):
            self.bpy.ops.file.execute()
        yield 1.0

    def event(self, kind: str, value: str, point: tuple[float, float] | None = None, **more) -> Steps:
        x, y = map(round, point or self.centre())
        self.window.event_simulate(type=kind, value=value, x=x, y=y, **more)
        yield 0.05

    def move(self, point: tuple[float, float]) -> Steps:
        yield from self.event("MOUSEMOVE", "NOTHING", point)

    def click(self, point: tuple[float, float], button: str = "LEFTMOUSE") -> Steps:
        yield from self.move(point)
        yield from self.event(button, "PRESS", point)
        yield from self.event(button, "RELEASE", point)
        yield REDRAW

    def drag(self, start: tuple[float, float], end: tuple[float, float], *, steps: int = 12) -> Steps:
        """Press at one point, move to another, release."""
        yield from self.move(start)
        yield from self.event("LEFTMOUSE", "PRESS", start)
        for step in range(1, steps + 1):
            share = step / steps
            yield from self.move((blend(start[0], end[0], share), blend(start[1], end[1], share)))
        yield from self.event("LEFTMOUSE", "RELEASE", end)
        yield REDRAW

    def key(self, kind: str, text: str = "", point: tuple[float, float] | None = None, **modifiers) -> Steps:
        """Press and release a key over a point of the viewport."""
        spelled = {"unicode": text} if text else {}
        yield from self.event(kind, "PRESS", point, **spelled, **modifiers)
        yield from self.event(kind, "RELEASE", point, **modifiers)
        yield REDRAW

    def type_text(self, text: str) -> Steps:
        names = {"-": "MINUS", ".": "PERIOD", **dict(zip("0123456789", DIGITS, strict=True))}
        for letter in text:
            yield from self.key(names.get(letter, letter.upper()), letter)

    def sidebar_point(self, below_top: float, *, across: float = 0.62) -> tuple[float, float]:
        """A point of the sidebar, by default in its right half, where fields and buttons are."""
        sidebar = self.region("UI")
        return sidebar.x + across * sidebar.width, sidebar.y + sidebar.height - below_top

    def centre(self) -> tuple[float, float]:
        region = self.region()
        return region.x + region.width / 2, region.y + region.height / 2

    def bone_point(self, robot, bone: str) -> tuple[float, float]:
        """Where a bone's middle is on the screen."""
        from bpy_extras.view3d_utils import location_3d_to_region_2d

        region, pose = self.region(), robot.pose.bones[bone]
        place = robot.matrix_world @ ((pose.head + pose.tail) / 2)
        x, y = location_3d_to_region_2d(region, self.area.spaces.active.region_3d, place)
        return region.x + x, region.y + y

    def screenshot(self, name: str) -> Steps:
        """Keep what is on the screen as out/gui/<name>.png."""
        self.area.tag_redraw()
        yield 0.5
        take_picture(name)


DIGITS = ["ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"]


def blend(first: float, last: float, share: float) -> float:
    return first + (last - first) * share


def take_picture(name: str) -> None:
    subprocess.run(["import", "-window", "root", OUT / f"{name}.png"], check=True)


def run_test(file: str, name: str) -> None:
    """Step one test with timers, then leave Blender with an exit code."""
    import bpy

    specification = importlib.util.spec_from_file_location("window_test", file)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    steps = getattr(module, name)(Window())
    bpy.context.preferences.use_preferences_save = False
    bpy.context.preferences.view.show_splash = False

    def step() -> float | None:
        try:
            return next(steps)
        except StopIteration:
            print(FINISHED, flush=True)
            leave(name, 0)
        except BaseException:
            traceback.print_exc()
            leave(name, 1)

    bpy.app.timers.register(step, first_interval=1.0, persistent=True)


def leave(name: str, code: int) -> None:
    take_picture(name)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    run_test(*sys.argv[sys.argv.index("--") + 1 :])
