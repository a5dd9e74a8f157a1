# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual's pages for scripts, read as code: names exist, and blocks print what the page says."""

import ast
import importlib
import re
import runpy

import pytest

from tools.places import ROOT

FENCE = re.compile(r"```python\n(.*?)```", re.DOTALL)
PAGES = {
    name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("scripting", "solving")
}


@pytest.mark.parametrize("block", FENCE.findall(PAGES["scripting"]))
def test_names_of_the_manual_exist(block):
    imports = [node for node in ast.walk(ast.parse(block)) if isinstance(node, ast.ImportFrom)]
    assert imports
    for node in imports:
        module = importlib.import_module(node.module)
        for alias in node.names:
            assert hasattr(module, alias.name) or importlib.import_module(f"{node.module}.{alias.name}")


def test_solving_prints_what_it_says(tmp_path, capsys, monkeypatch):
    script = "\n".join(FENCE.findall(PAGES["solving"]))
    promised = [line.split("  # ", 1)[1] for line in script.splitlines() if line.strip().startswith("print(")]
    (tmp_path / "page.py").write_text(script, encoding="utf-8")
    monkeypatch.chdir(ROOT)
    runpy.run_path(str(tmp_path / "page.py"))
    assert len(promised) > 10
    assert capsys.readouterr().out.splitlines() == promised
