# SPDX-License-Identifier: GPL-3.0-or-later
"""From plain kernels to compiled ones while the user works: a child compiles, a timer loads."""

import atexit
import importlib
import logging
import pkgutil
import time
from collections.abc import Iterator
from pathlib import Path

import bpy

from ..solvers import speed
from . import live
from .child import Child

SETTLING = 1.0
"""Seconds that Blender has for itself before anything is done."""
GLANCE = 0.5
"""Seconds between two looks at the child."""
LIMIT = 300.0
"""Seconds after which a child that compiles is taken for stuck; it needs 10 to 20."""
PATIENCE = 120.0
"""Seconds to wait for an idle moment: some tools never end."""

logger = logging.getLogger(__name__)


def register() -> None:
    """Begin soon, unless there is no window: timers do not run there, and scripts call `make_ready`."""
    atexit.register(live.close)
    if not bpy.app.background:
        begin(after=SETTLING)


def unregister() -> None:
    atexit.unregister(live.close)
    if bpy.app.timers.is_registered(work):
        bpy.app.timers.unregister(work)
    live.close()


def start() -> bool:
    """Compile and load, on the side where there is a window; whether nothing has gone wrong so far."""
    if bpy.app.background:
        return make_ready()
    begin()
    return True


def begin(*, after: float = 0.0) -> None:
    """Compile what is not compiled and load it, without ever holding up the user."""
    live.kernel_problem, live.kernel_work = "", steps()
    if not bpy.app.timers.is_registered(work):
        bpy.app.timers.register(work, first_interval=after, persistent=True)


def work() -> float | None:
    """Timer: take the next step."""
    if live.kernel_work is None:
        return None
    pause = next(live.kernel_work, None)
    live.redraw("PREFERENCES")
    return pause


def make_ready() -> bool:
    """Compile and load the kernels and wait for it, as scripts want; whether they are compiled now."""
    live.kernel_problem = ""
    for pause in steps():
        time.sleep(min(pause, GLANCE))
    return speed.state() is speed.State.COMPILED


def steps() -> Iterator[float]:
    """The way to compiled kernels; each step yields the seconds until the next."""
    if speed.state() is speed.State.COMPILED:
        return
    try:
        folder = speed.cache_folder(data_folder())
    except OSError as error:
        give_up(f"there is no folder to keep them ({error})")
        return
    if not speed.is_filled(folder):
        yield from compiling(folder)
    if speed.is_filled(folder):
        yield from idle()
        yield from loading(folder)
    elif not live.kernel_problem:
        give_up(f"the child that compiles them left {folder} unfinished")


def compiling(folder: Path) -> Iterator[float]:
    """Let a child fill the cache folder."""
    _, worker, *arguments = speed.fill_command("", folder)
    live.compiler = Child(Path(worker), arguments, lock=folder.parent / "compiling.lock", seconds=LIMIT)
    while live.compiler.is_running():
        yield GLANCE
    logger.info("The child that compiles the kernels ended after %.1f s", live.compiler.seconds)
    if live.compiler.problem:
        give_up(live.compiler.problem)
    live.compiler = None


def idle() -> Iterator[float]:
    """Wait for a moment in which a short pause disturbs nobody."""
    begun = time.monotonic()
    while is_busy() and time.monotonic() - begun < PATIENCE:
        yield GLANCE


def is_busy() -> bool:
    """Whether the user drags something, plays an animation or renders."""
    if bpy.app.is_job_running("RENDER"):
        return True
    windows = bpy.context.window_manager.windows
    return any(window.modal_operators or window.screen.is_animation_playing for window in windows)


def loading(folder: Path) -> Iterator[float]:
    """Load the compiled kernels in small portions, then change over to them at once."""
    for module in portions():
        if speed.state() is speed.State.COMPILED or not import_portion(module, folder):
            break
        yield 0.0
        yield from idle()
    if not speed.load_compiled(folder):
        give_up(f"the compiled kernels in {folder} cannot be loaded; the console says why")


def portions() -> list[str]:
    """The modules of the compiled kernels, numba's own first, then those that build on others last."""
    names = [module.name for module in pkgutil.iter_modules([str(speed.SOURCES)])]
    return ["speed", *sorted(set(names) - {"speed"}, reverse=True)]


def import_portion(module: str, folder: Path) -> bool:
    """Import one module from the cache; where that fails, loading all of them will say why."""
    package = f"{speed.__package__}.kernels"
    try:
        compiler = importlib.import_module(f"{package}.speed")
        with compiler.loading(str(folder)):
            importlib.import_module(f"{package}.{module}")
    except (ImportError, *speed.BROKEN_CACHE):
        return False
    return True


def give_up(reason: str) -> None:
    live.kernel_problem = reason
    logger.warning("The kernels run uncompiled: %s", reason)


def data_folder() -> Path:
    """A folder of ours that outlives this Blender; an extension has one of its own."""
    try:
        return Path(bpy.utils.extension_path_user(speed.PACKAGE, create=True))
    except ValueError:  # the package was imported from a checkout
        return Path(bpy.utils.user_resource("DATAFILES", path="linkwright", create=True))


def kernel_state() -> str:
    """One sentence on how fast the solvers run."""
    if speed.state() is speed.State.COMPILED:
        return "compiled"
    if live.compiler is not None:
        return f"compiling for {live.compiler.seconds:.0f} s; all works meanwhile, only slower"
    if live.kernel_problem:
        return f"plain, correct but slower: {live.kernel_problem}"
    if live.kernel_work is not None:
        return "about to be loaded; all works meanwhile, only slower"
    return "plain: they run uncompiled, correct but slower"


def can_begin() -> bool:
    """Whether another try makes sense: nothing is compiled, and nothing is under way."""
    return speed.state() is speed.State.PLAIN and not bpy.app.timers.is_registered(work)
