# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the kernels: compile_kernels.py FULL_PACKAGE_NAME PACKAGE_FOLDER CACHE_FOLDER."""

import importlib
import importlib.util
import re
import shutil
import sys
import tempfile
import time
import warnings
from contextlib import suppress
from pathlib import Path
from types import ModuleType

KEPT = 30 * 24 * 3600.0
"""How long the cache folders of other versions are kept, [s]."""
MOST_REMOVED = 20
FOLDER_NAME = re.compile("[0-9a-f]{32}")
"""As `solvers.speed.cache_folder` names them."""


def main(package: str, package_folder: Path, folder: Path) -> None:
    """Fill a folder unless another worker has done it."""
    warnings.simplefilter("ignore")  # who starts us reads errors only
    import_package(package, package_folder)
    speed = importlib.import_module(f"{package}.solvers.speed")
    if not speed.is_filled(folder):
        clear(folder, speed)
        fill(folder, speed)
    remove_outdated(folder)


def import_package(package: str, folder: Path) -> None:
    """Import our package under its name in Blender, which numba's cache keeps, below empty parents."""
    parts = package.split(".")
    for count in range(1, len(parts)):
        parent = ModuleType(".".join(parts[:count]))
        parent.__path__ = []
        sys.modules.setdefault(parent.__name__, parent)
    spec = importlib.util.spec_from_file_location(
        package, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{folder} holds no Python package")
    module = importlib.util.module_from_spec(spec)
    sys.modules[package] = module
    spec.loader.exec_module(module)


def clear(folder: Path, speed: ModuleType) -> None:
    """Make an empty folder, or empty one that was left half filled or damaged: none of it can be trusted."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in [folder / speed.SEAL, *speed.cache_files(folder)]:
        path.unlink(missing_ok=True)
    # Numba would quietly write beside the sources where it cannot write here.
    tempfile.TemporaryFile(dir=folder).close()


def fill(folder: Path, speed: ModuleType) -> None:
    """Compile all kernels, which numba keeps in the folder, and seal it."""
    compiler = importlib.import_module(f"{speed.__package__}.kernels.speed")
    with compiler.filling(str(folder)):
        speed.import_kernels("kernels")
    kept = sum(path.suffix == ".nbi" for path in speed.cache_files(folder))
    if kept != len(compiler.compiled):
        raise OSError(f"{folder} has {kept} of {len(compiler.compiled)} kernels; does another worker run?")
    speed.seal(folder)


def remove_outdated(folder: Path) -> None:
    """Remove cache folders beside this one that nobody has filled for long."""
    with suppress(OSError):  # another worker may be tidying, too
        others = [path for path in folder.parent.iterdir() if FOLDER_NAME.fullmatch(path.name)]
        outdated = [path for path in others if path.stat().st_mtime < time.time() - KEPT and path != folder]
        for path in outdated[:MOST_REMOVED]:
            shutil.rmtree(path, ignore_errors=True)


if __name__ == "__main__":
    # The last three, because Blender's own arguments come first where it is Blender that runs this file.
    name, source, target = sys.argv[-3:]
    try:
        main(name, Path(source), Path(target))
    except (ImportError, OSError) as error:
        sys.exit(f"The kernels cannot be compiled: {error}")
