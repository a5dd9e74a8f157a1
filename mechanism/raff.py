# SPDX-License-Identifier: GPL-3.0-or-later
"""RAFF, the Robot Arm File Format: text to a Document and back."""

import tomlkit
from tomlkit.exceptions import TOMLKitError

from .errors import MechanismError
from .raff_layout import fresh_text, merged_text
from .raff_read import document_of
from .raff_write import table_of
from .structure import Document


def parse_raff(text: str) -> Document:
    """The document in a RAFF text."""
    try:
        table = tomlkit.parse(text).unwrap()
    except (TOMLKitError, ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
        raise MechanismError(f"not a RAFF file: {error}") from error
    return document_of(table)


def format_raff(document: Document, previous: str = "") -> str:
    """The text of a document.

    Args:
        document: What to write.
        previous: The text that it replaces; its comments and order are kept where it is RAFF, too.
    """
    table = table_of(document)
    if previous:
        try:
            text = merged_text(previous, table, parse_raff(previous))
            if parse_raff(text) == document:
                return text
        except MechanismError:
            pass  # what was there is no RAFF file, so there is nothing to keep
    return fresh_text(table)
