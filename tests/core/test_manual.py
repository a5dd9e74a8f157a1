# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual's page on scripting, read as code: every name that it imports exists."""

import ast
import importlib
import re

import pytest

from tools.places import ROOT

PAGE = (ROOT / "docs" / "scripting.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_names_of_the_manual_exist(block):
    imports = [node for node in ast.walk(ast.parse(block)) if isinstance(node, ast.ImportFrom)]
    assert imports
    for node in imports:
        module = importlib.import_module(node.module)
        for alias in node.names:
            assert hasattr(module, alias.name) or importlib.import_module(f"{node.module}.{alias.name}")
