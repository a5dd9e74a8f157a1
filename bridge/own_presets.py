# SPDX-License-Identifier: GPL-3.0-or-later
"""The user's own presets: RAFF files in a folder of the extension that outlives Blender and its updates."""

import logging
import re
import shutil
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from bpy.types import Object

from ..mechanism import Document, MechanismError, read, write
from .description import read_mechanism
from .kernels import data_folder
from .shape_files import with_copied_shapes

LONGEST = 60
"""Letters of a preset's name, which is a file's name, too."""
FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
"""What a file's name cannot have on one system or another."""
RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
"""What Windows takes for a device."""
logger = logging.getLogger(__name__)


def own_folder() -> Path:
    return data_folder() / "presets"


def own_file(stem: str) -> Path:
    return own_folder() / f"{stem}.raff"


def own_presets() -> list[str]:
    """Stems of all files that hold a robot, in alphabetical order; for others there is a line in the log."""
    good = []
    for path in own_folder().glob("*.raff"):
        try:
            status = path.stat()
        except OSError as error:
            logger.warning("Preset %s is skipped: %s", path.name, error.strerror)
            continue
        if holds_robot(path, status.st_mtime_ns, status.st_size):
            good.append(path.stem)
    return sorted(good, key=str.lower)


@lru_cache(maxsize=1024)
def holds_robot(path: Path, _changed: int, _size: int) -> bool:
    """Whether a file can be opened, asked once for each state of it: menus are drawn often."""
    try:
        if read(path).robots:
            return True
        logger.warning("Preset %s is skipped: it holds no robot", path.name)
    except MechanismError as error:
        logger.warning("Preset %s is skipped: %s", path.name, error)
    return False


def name_trouble(name: str) -> str:
    """Why a preset cannot have this name, or nothing."""
    if not name.strip():
        return "A preset needs a name"
    if len(name) > LONGEST:
        return f"The name {name[:20]!r}... has {len(name)} letters; a preset's has at most {LONGEST}"
    if found := FORBIDDEN.search(name):
        return f"The name {name!r} has the letter {found[0]!r}, which a file's name cannot have everywhere"
    if RESERVED.match(name) or name[0] in ". " or name[-1] in ". ":
        return f"The name {name!r} cannot be a file's name everywhere"
    return ""


def save_own(robot: Object, name: str, *, overwrite: bool) -> Path:
    """Keep a robot, with copies of its shape files, under a name.

    Raises:
        MechanismError: The name or the description is wrong, a preset of this name is there and may not be
            replaced, or the file cannot be written.
    """
    if problem := name_trouble(name):
        raise MechanismError(problem)
    file = own_file(name)
    if file.exists() and not overwrite:
        raise MechanismError(f"There is a preset {name!r} already; allow Overwrite to replace it")
    mechanism = replace(read_mechanism(robot.data), name=name)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        mechanism = with_copied_shapes(mechanism, robot, shapes_folder(name))
    except OSError as error:
        raise MechanismError(f"Preset {name!r} cannot be kept: {error.strerror or error}") from error
    write(Document((mechanism,)), file)
    return file


def remove_own(stem: str) -> None:
    """Delete a preset and the shapes that were kept for it."""
    try:
        own_file(stem).unlink()
        if shapes_folder(stem).is_dir():
            shutil.rmtree(shapes_folder(stem))
    except OSError as error:
        raise MechanismError(f"Preset {stem!r} cannot be removed: {error.strerror or error}") from error


def shapes_folder(stem: str) -> Path:
    return own_folder() / f"{stem} shapes"
