# SPDX-License-Identifier: GPL-3.0-or-later
"""Which kernels the solvers use: plain ones from the start, compiled ones once a worker has made them."""

import hashlib
import importlib
import importlib.metadata
import json
import logging
import os
import pickle
import pkgutil
import platform
import sys
from enum import Enum
from itertools import takewhile
from pathlib import Path
from types import ModuleType

import numpy as np

from . import kernels_plain

SEAL = "complete.json"
"""The file that makes a cache folder valid; the worker writes it last."""
SOURCES = Path(kernels_plain.__path__[0])
PACKAGE_FOLDER = SOURCES.parent.parent
PACKAGE = __name__.removesuffix(".solvers.speed")
"""The full name under which Blender runs us: numba's cache is bound to it."""
BROKEN_CACHE = (
    OSError,
    RuntimeError,  # a kernel is not in the cache, or LLVM cannot read it
    pickle.UnpicklingError,
    AttributeError,
    EOFError,
    MemoryError,
    OverflowError,
    TypeError,
    ValueError,
)
"""What numba was seen to raise over damaged files, should any have got past the seal."""

logger = logging.getLogger(__name__)


class State(Enum):
    """How fast the kernels run."""

    PLAIN = "plain"
    COMPILED = "compiled"


def import_kernels(package: str) -> ModuleType:
    """Import all kernel modules under one of their two names.

    Args:
        package: `kernels` or `kernels_plain`.

    Returns:
        The package, its modules as attributes.
    """
    for module in pkgutil.iter_modules([str(SOURCES)]):
        importlib.import_module(f".{package}.{module.name}", __package__)
    return importlib.import_module(f".{package}", __package__)


plain: ModuleType = import_kernels("kernels_plain")
"""The plain kernels, for their constants: always there."""
kernels = plain
"""The kernels in use, as in `speed.kernels.forward.place_frames(...)`; who keeps one misses the change."""


def state() -> State:
    """How fast the kernels in use run."""
    return State.PLAIN if kernels is plain else State.COMPILED


def load_compiled(folder: Path) -> bool:
    """Change over to the compiled kernels of a filled cache folder; nothing is ever compiled here.

    Args:
        folder: From `cache_folder`, filled by the worker.

    Returns:
        Whether the compiled kernels are in use; if not, the log says why.
    """
    global kernels  # noqa: PLW0603  the one switch for all solvers, as cheap to read as it gets
    if state() is State.COMPILED:
        return True
    if reason := find_fault(folder) or import_compiled(folder):
        logger.warning("The kernels run uncompiled: %s", reason)
        return False
    kernels = importlib.import_module(".kernels", __package__)
    return True


def import_compiled(folder: Path) -> str:
    """Import the compiled kernels from a filled folder; why that failed, or nothing."""
    try:
        with importlib.import_module(".kernels.speed", __package__).loading(str(folder)):
            import_kernels("kernels")
    except ImportError as error:
        return f"numba cannot be used here ({error})"
    except BROKEN_CACHE as error:
        unseal(folder)
        return f"the cache {folder} cannot be loaded and will be made anew ({error!r})"
    return ""


def cache_folder(base: Path) -> Path:
    """Where the compiled kernels of this version, under this name and on this processor belong.

    Args:
        base: A folder of ours that outlives Blender's sessions.
    """
    digest = hashlib.sha256()
    for path in source_files():
        digest.update(f"{path.name}\n{digest_file(path)}\n".encode())
    digest.update(json.dumps([PACKAGE, versions(), processor()]).encode())
    return base / "kernels" / digest.hexdigest()[:32]


def is_filled(folder: Path) -> bool:
    """Whether a worker finished this cache folder and nothing has changed since.

    Args:
        folder: From `cache_folder`.
    """
    return not find_fault(folder)


def fill_command(python: str, folder: Path) -> list[str]:
    """The command that fills a cache folder in another process.

    Args:
        python: A Python of our version that finds numpy and numba.
        folder: From `cache_folder`.
    """
    worker = PACKAGE_FOLDER / "workers" / "compile_kernels.py"
    return [python, str(worker), PACKAGE, str(PACKAGE_FOLDER), str(folder)]


def find_fault(folder: Path) -> str:
    """Why a cache folder cannot be used, or nothing."""
    try:
        sealed = json.loads((folder / SEAL).read_text(encoding="utf-8"))
        found = describe_contents(folder)
    except FileNotFoundError:
        return f"the cache {folder} is not filled"
    except (OSError, ValueError) as error:
        return f"the cache {folder} cannot be read ({error})"
    if not isinstance(sealed, dict):
        return f"the cache {folder} has a seal without contents"
    changed = [part for part in found if sealed.get(part) != found[part]]
    return f"the cache {folder} does not fit: changed {' and '.join(changed)}" if changed else ""


def seal(folder: Path) -> None:
    """Declare a cache folder complete.

    Args:
        folder: Holds every compiled kernel.
    """
    fresh = folder / f"{SEAL}.{os.getpid()}"
    fresh.write_text(json.dumps(describe_contents(folder), indent=1), encoding="utf-8")
    fresh.replace(folder / SEAL)


def unseal(folder: Path) -> None:
    """Declare a cache folder incomplete, so that the next worker fills it anew.

    Args:
        folder: From `cache_folder`.
    """
    try:
        (folder / SEAL).unlink(missing_ok=True)
    except OSError as error:
        logger.info("The cache %s keeps its seal: %s", folder, error)


def describe_contents(folder: Path) -> dict[str, object]:
    """All that must stay as it is for a cache folder to be valid."""
    stats = {path.name: path.stat() for path in source_files()}
    return {
        "package": PACKAGE,
        "versions": versions(),
        # Numba files its cache under the sources' folder, and versions before 0.68 look at their dates.
        "folder": str(SOURCES),
        "sources": {name: [stat.st_mtime_ns, stat.st_size] for name, stat in stats.items()},
        "files": {path.relative_to(folder).as_posix(): digest_file(path) for path in cache_files(folder)},
    }


def cache_files(folder: Path) -> list[Path]:
    """Numba's index and data files."""
    return sorted(folder.glob("*/*.nb[ic]"))


def source_files() -> list[Path]:
    return sorted(SOURCES.glob("*.py"))


def digest_file(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def versions() -> dict[str, str]:
    """Whose compiled code fits together; numba is asked for, not imported."""
    return {
        "python": sys.implementation.cache_tag,
        "numpy": np.__version__,
        "numba": installed_version("numba"),
        "llvmlite": installed_version("llvmlite"),
    }


def installed_version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "missing"


def processor() -> list[str]:
    """Name and features of the processor, as far as they are told without starting LLVM or a process."""
    told = [sys.platform, platform.machine(), os.environ.get("PROCESSOR_IDENTIFIER", "")]
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as lines:
            first_core = list(takewhile(str.strip, lines))
    except OSError:  # only Linux has this file
        return told
    words = ("vendor", "cpu family", "model", "flags", "features", "cpu implementer", "cpu part")
    return told + [line.strip() for line in first_core if line.lower().startswith(words)]
