# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading a description from a file, by its suffix."""

from os import PathLike
from pathlib import Path

from .errors import MechanismError
from .raff import parse_raff
from .structure import Document

READERS = {".raff": parse_raff}
LARGEST = 20_000_000
"""Bytes; a description of a robot is far smaller, and a larger file is something else."""


def read(path: str | PathLike[str]) -> Document:
    """The document in a file; every fault of it is a MechanismError that names the file."""
    file = Path(path)
    reader = READERS.get(file.suffix.lower())
    if reader is None:
        raise MechanismError(f"{file.name}: suffix {file.suffix!r} is not known; known: {', '.join(READERS)}")
    try:
        if file.stat().st_size > LARGEST:
            raise MechanismError(f"{file.name}: larger than {LARGEST // 1_000_000} MB, so no robot file")
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise MechanismError(f"{file.name}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise MechanismError(f"{file.name}: byte {error.start} is not UTF-8 text") from error
    try:
        return reader(text)
    except MechanismError as error:
        raise MechanismError(f"{file.name}: {error}") from error
