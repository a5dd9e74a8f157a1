# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading and writing descriptions, by the suffix of the file."""

import os
import tempfile
from collections.abc import Callable
from os import PathLike
from pathlib import Path

from .errors import MechanismError
from .raff import format_raff, parse_raff
from .structure import Document

READERS: dict[str, Callable[[str], Document]] = {".raff": parse_raff}
WRITERS: dict[str, Callable[[Document, str], str]] = {".raff": format_raff}
LARGEST = 20_000_000
"""Bytes; a description of a robot is far smaller, and a larger file is something else."""


def read(path: str | PathLike[str]) -> Document:
    """The document in a file; every fault of it is a MechanismError that names the file."""
    file = Path(path)
    reader = READERS.get(file.suffix.lower())
    if reader is None:
        raise MechanismError(f"{file.name}: suffix {file.suffix!r} is not known; known: {', '.join(READERS)}")
    text = text_in(file)
    try:
        return reader(text)
    except MechanismError as error:
        raise MechanismError(f"{file.name}: {error}") from error


def write(document: Document, path: str | PathLike[str]) -> None:
    """Write a document; the file is replaced at once and whole, and stays as it was if anything fails."""
    file = Path(path)
    writer = WRITERS.get(file.suffix.lower())
    if writer is None:
        raise MechanismError(f"{file.name}: suffix {file.suffix!r} is not known; known: {', '.join(WRITERS)}")
    try:
        previous = text_in(file) if file.exists() else ""
    except MechanismError:
        previous = ""  # not ours to keep: the user chose to overwrite it
    try:
        text = writer(document, previous)
        replace_file(file, text)
    except MechanismError as error:
        raise MechanismError(f"{file.name}: {error}") from error
    except OSError as error:
        raise MechanismError(f"{file.name}: cannot be written: {error.strerror or error}") from error


def text_in(file: Path) -> str:
    try:
        if file.stat().st_size > LARGEST:
            raise MechanismError(f"{file.name}: larger than {LARGEST // 1_000_000} MB, so no robot file")
        with file.open(encoding="utf-8-sig", newline="") as stream:
            return stream.read()
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError):
            raise MechanismError(f"{file.name}: byte {error.start} is not UTF-8 text") from error
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise MechanismError(f"{file.name}: {reason or error}") from error


def replace_file(file: Path, text: str) -> None:
    handle, fresh = tempfile.mkstemp(dir=file.parent, prefix=f".{file.stem}", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        os.chmod(fresh, file.stat().st_mode if file.exists() else 0o666 & ~umask())
        os.replace(fresh, file)
    except BaseException:
        Path(fresh).unlink(missing_ok=True)
        raise


def umask() -> int:
    """What this process takes away from new files' permissions."""
    current = os.umask(0)
    os.umask(current)
    return current
