# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds plug-ins in their folders and keeps those that other extensions register."""

import importlib
import importlib.util
import logging
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol

PACKAGE = __package__.rpartition(".")[0]
COMMON = ("identifier", "label", "description")


class Plugin(Protocol):
    """What every plug-in tells about itself: a module or an object with these three."""

    identifier: str
    """A word of its own among its kind, in the form of a Python name."""
    label: str
    """Its name on the screen."""
    description: str
    """One sentence for the tooltip, without a final full stop."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of plug-ins."""

    folder: str
    """The package in which each module is one."""
    needs: tuple[str, ...] = ()
    """The functions that it must have."""


KINDS = {
    "overlay": Kind("bridge.overlays", ("marks",)),
    "driver": Kind("devices.drivers"),
    "engine": Kind("solvers.engines"),
}
problems: dict[str, str] = {}
"""What is wrong with which plug-in, one sentence each."""

_found: dict[str, list[Any]] = {}
_registered: dict[str, list[Any]] = {kind: [] for kind in KINDS}
_watchers: list[Callable[[], None]] = []
logger = logging.getLogger(__name__)


class Fence:
    """Keeps a stranger's mistake from becoming ours: it is logged, shown in the preferences, and that is all.

    Foreign code may raise anything, so this is the one place that stops any error.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.failed = False

    def __enter__(self) -> "Fence":
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> bool:
        self.failed = isinstance(error, Exception)
        if self.failed:
            note_problem(self.name, f"{type(error).__name__}: {error}", error)
        return self.failed


def note_problem(name: str, sentence: str, error: BaseException | None = None) -> None:
    """Keep a problem for the preferences and log it, once: what draws would repeat it with every frame."""
    if problems.get(name) != sentence:
        problems[name] = sentence
        logger.warning("Plug-in %s does not work: %s", name, sentence)
        logger.debug("Where plug-in %s failed", name, exc_info=error)


def register(kind: str, plugin: Plugin) -> None:
    """Add a plug-in of another extension.

    Args:
        kind: "overlay", "driver" or "engine".
        plugin: A module or an object that has what its kind needs.

    Raises:
        ValueError: The kind is not known, something is missing, or the identifier is taken.
    """
    check_kind(kind)
    if fault := find_fault(kind, plugin):
        raise ValueError(f"Plug-in {plugin!r}: {fault}")
    if plugin.identifier in {known.identifier for known in available(kind)}:
        raise ValueError(f"Plug-in {plugin!r}: the identifier {plugin.identifier!r} is taken")
    _registered[kind].append(plugin)
    tell_watchers()


def unregister(kind: str, plugin: Plugin) -> None:
    """Take a plug-in back.

    Args:
        kind: As when it was registered.
        plugin: The same module or object.

    Raises:
        ValueError: The kind is not known, or the plug-in was not registered.
    """
    check_kind(kind)
    if plugin not in _registered[kind]:
        raise ValueError(f"Plug-in {plugin!r}: it is not registered as {kind}")
    _registered[kind].remove(plugin)
    tell_watchers()


def available(kind: str) -> list[Any]:
    """All plug-ins of a kind that work: those of its folder by name, then registered ones."""
    check_kind(kind)
    if kind not in _found:  # asked with every redraw, so the disk is asked only once
        _found[kind] = load_folder(kind)
    return [*_found[kind], *_registered[kind]]


def rescan() -> None:
    """Forget what the folders hold and look anew when next asked."""
    _found.clear()
    problems.clear()
    tell_watchers()


def watch(watcher: Callable[[], None]) -> None:
    """Call this whenever a plug-in comes or goes."""
    _watchers.append(watcher)


def unwatch(watcher: Callable[[], None]) -> None:
    _watchers.remove(watcher)


def tell_watchers() -> None:
    for watcher in _watchers:
        watcher()


def check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise ValueError(f"Plug-ins of kind {kind!r} are not known; known: {', '.join(KINDS)}")


def load_folder(kind: str) -> list[Any]:
    """The modules of a kind's folder that work."""
    name = f"{PACKAGE}.{KINDS[kind].folder}"
    if importlib.util.find_spec(name) is None:  # not every edition has every folder
        return []
    folder = importlib.import_module(name)
    found: dict[str, Any] = {}
    for entry in pkgutil.iter_modules(folder.__path__):
        module = load_module(kind, f"{name}.{entry.name}")
        if module is None:
            continue
        if found.setdefault(module.identifier, module) is not module:
            note_problem(entry.name, f"the identifier {module.identifier!r} is taken")
    return list(found.values())


def load_module(kind: str, name: str) -> Any:
    """Import a plug-in's module; None if it does not work, which is noted."""
    module: Any = None
    with Fence(name.removeprefix(f"{PACKAGE}.")) as fence:
        module = importlib.import_module(name)
    if fence.failed:
        return None
    if fault := find_fault(kind, module):
        note_problem(fence.name, fault)
        return None
    return module


def find_fault(kind: str, plugin: Plugin) -> str:
    """What a plug-in lacks, or nothing."""
    for word in COMMON:
        if not isinstance(getattr(plugin, word, None), str):
            return f"it needs a text '{word}'"
    if not plugin.identifier.isidentifier():
        return f"its identifier {plugin.identifier!r} must be a word such as 'frames'"
    missing = [name for name in KINDS[kind].needs if not callable(getattr(plugin, name, None))]
    return f"it needs a function '{missing[0]}'" if missing else ""
