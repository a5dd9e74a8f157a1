# SPDX-License-Identifier: GPL-3.0-or-later
"""The cells of D-H tables as Kleinfinger cells and back: nothing is computed, so formulas and digits stay."""

from collections.abc import Mapping, Sequence
from typing import Any

from .errors import MechanismError
from .joint import BASE

Cells = Mapping[str, Any]
DH_KEYS = ("theta", "d", "a", "alpha")
OWN = {"theta": "theta", "d": "r"}
"""What a standard row says of its own joint: D-H key to Kleinfinger's."""
NEXT = {"alpha": "alpha", "a": "d"}
"""What it says of the next joints."""


def kleinfinger_cells(
    notation: str, rows: Sequence[Cells]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Joint rows of a notation as Kleinfinger rows, and the tools that standard D-H's last rows make."""
    if notation == "kleinfinger":
        return [dict(row) for row in rows], []
    for row in rows:
        foreign = [key for key in ("gamma", "b", "r") if key in row]
        if foreign:
            raise MechanismError(
                f"joint {row.get('name')!r}: {foreign[0]!r} is not known in notation {notation!r};"
                f" known: {', '.join(DH_KEYS)}"
            )
    if notation == "modified-dh":
        return [renamed(row, OWN | NEXT) for row in rows], []
    return standard_cells(rows)


def standard_cells(rows: Sequence[Cells]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A joint takes alpha and a from its parent's row, theta and d from its own; a tip's make a tool."""
    by_name = {row["name"]: row for row in rows if isinstance(row.get("name"), str)}
    joints = []
    for row in rows:
        parent = by_name.get(row.get("parent", BASE), {}) if isinstance(row.get("parent", BASE), str) else {}
        own = renamed({key: cell for key, cell in row.items() if key not in NEXT}, OWN)
        joints.append(own | {NEXT[key]: parent[key] for key in NEXT if key in parent})
    parents = {row.get("parent") for row in rows if isinstance(row.get("parent"), str)}
    tips = [row for row in by_name.values() if row["name"] not in parents and any(row.get(k) for k in NEXT)]
    tools = []
    for row in tips:
        name = "tool" if len(tips) == 1 else f"{row['name']} tool"
        cells = {NEXT[key]: row[key] for key in NEXT if key in row}
        tools.append({"name": name, "link": row["name"]} | cells)
    return joints, tools


def renamed(row: Cells, names: Mapping[str, str]) -> dict[str, Any]:
    return {names.get(key, key): cell for key, cell in row.items()}


def dh_rows(
    notation: str, joints: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Kleinfinger rows as rows of a notation, and the tools that are left.

    Raises:
        MechanismError: A joint has no such form; it is named.
    """
    if notation == "kleinfinger":
        return list(joints), list(tools)
    for joint in joints:
        if extra := [key for key in ("gamma", "b") if key in joint]:
            raise no_form(joint, notation, f"its {extra[0]} is not zero")
    if notation == "modified-dh":
        back = {value: key for key, value in (OWN | NEXT).items()}
        return [renamed(joint, back) for joint in joints], list(tools)
    return standard_rows(joints, tools)


def standard_rows(
    joints: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Every row gets alpha and a from the joints, or the tool, that come after it."""
    back_own = {value: key for key, value in OWN.items()}
    back_next = {value: key for key, value in NEXT.items()}
    after: dict[str, dict[str, Any]] = {}
    for joint in joints:
        cells = {back_next[key]: joint[key] for key in back_next if key in joint}
        parent = joint.get("parent", BASE)
        if after.setdefault(parent, cells) != cells:
            raise no_form(joint, "dh", f"it leaves {parent!r} with another alpha or d than its siblings")
        if parent == BASE and cells:
            raise no_form(joint, "dh", "it is on the base, where alpha and d must be zero")
    tips = {joint["name"] for joint in joints} - set(after)
    taken: list[dict[str, Any]] = []
    left: list[dict[str, Any]] = []
    for tool in tools:
        plain = set(tool) <= {"name", "link", *back_next} and len(tool) > 2
        (taken if plain and tool["link"] in tips else left).append(tool)
    for tool in taken:
        expected = "tool" if len(taken) == 1 else f"{tool['link']} tool"
        if tool["name"] != expected or tool["link"] in after:
            left.append(tool)
        else:
            after[tool["link"]] = {back_next[key]: tool[key] for key in back_next if key in tool}
    rows = []
    for joint in joints:
        own = renamed({key: cell for key, cell in joint.items() if key not in back_next}, back_own)
        rows.append(own | after.get(joint["name"], {}))
    return rows, left


def no_form(joint: Cells, notation: str, reason: str) -> MechanismError:
    name = {"dh": "standard D-H", "modified-dh": "modified D-H"}[notation]
    return MechanismError(f"Joint {joint['name']!r} has no {name} form: {reason}")
