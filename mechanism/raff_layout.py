# SPDX-License-Identifier: GPL-3.0-or-later
"""How a RAFF file looks: a fresh one, and one that is changed as little as possible."""

from collections.abc import MutableMapping
from typing import Any

import tomlkit
from tomlkit.items import AoT, Item

from .raff_write import Table, table_of
from .structure import Document

INLINE = ("units", "base", "parameters", "follows", "first", "second", "moves", "geometry", "base_geometry")
"""Tables that stand on one line."""


def fresh_text(table: Table) -> str:
    """A new file."""
    document = tomlkit.document()
    for key, value in table.items():
        document.add(key, item_of(key, value))
    return tomlkit.dumps(document)


def item_of(key: str, value: Any) -> Item:
    """A value in the form in which we write it."""
    if isinstance(value, dict) and key in INLINE:
        inline = tomlkit.inline_table()
        inline.update({name: item_of(name, cell) for name, cell in value.items()})
        return inline
    if isinstance(value, dict):
        table = tomlkit.table()
        for name, cell in value.items():
            table.add(name, item_of(name, cell))
        return table
    if isinstance(value, list) and value and isinstance(value[0], dict) and key not in INLINE:
        rows = tomlkit.aot()
        for row in value:
            rows.append(item_of("", row))
        return rows
    if isinstance(value, list) and value and isinstance(value[0], dict):
        array = tomlkit.array()
        for row in value:
            array.append(item_of(key, row))
        return array
    return tomlkit.item(value)


def merged_text(previous: str, table: Table, before: Document) -> str:
    """The previous file with only those cells changed that mean something else now."""
    document = tomlkit.parse(previous)
    merge(document, table_of(before), table)
    return tomlkit.dumps(document)


def merge(target: MutableMapping[str, Any], before: Table, after: Table) -> None:
    """Bring a table of the file from what it meant before to what it shall mean."""
    for key in [key for key in before if key not in after]:
        target.pop(key, None)
    for key, value in after.items():
        if key in before and same(before[key], value):
            continue  # said already, or true without being said
        old = target.get(key)
        if isinstance(old, AoT):
            merge_rows(old, before.get(key, []), value)
        elif isinstance(old, MutableMapping) and isinstance(value, dict):
            merge(old, before.get(key, {}), value)
        else:
            replace(target, key, value)


def same(first: Any, second: Any) -> bool:
    """Equal, and not a number that equals a truth value."""
    return bool(first == second) and isinstance(first, bool) == isinstance(second, bool)


def replace(target: MutableMapping[str, Any], key: str, value: Any) -> None:
    """Set a cell; the comment behind it stays."""
    item = item_of(key, value)
    old = target.get(key)
    if isinstance(old, Item):
        item.trivia.comment_ws, item.trivia.comment = old.trivia.comment_ws, old.trivia.comment
    target[key] = item


def merge_rows(rows: AoT, before: list[Table], after: list[Table]) -> None:
    """Match [[tables]] by name: change those that stay, drop those that are gone, add new ones at the end."""
    meant = {row["name"]: row for row in before}
    wanted = {row["name"]: row for row in after}
    for index in reversed(range(len(rows))):
        if rows[index].get("name") not in wanted:
            del rows[index]
    present = {row["name"] for row in rows}
    for row in rows:
        name = row["name"]
        merge(row, meant.get(name, {}), wanted[name])
    for name, row in wanted.items():
        if name not in present:
            rows.append(spaced(item_of("", row)))


def spaced(table: Any) -> Any:
    """A table with an empty line behind it."""
    table.add(tomlkit.nl())
    return table
