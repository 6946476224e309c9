"""Tests that the examples of the guide's page on Python print what the page shows."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "guide" / "python.md"
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def examples(page: str) -> str:
    """Returns a page with nothing but its Python blocks, in the same lines."""
    kept = []
    inside = False
    for line in page.splitlines():
        if line.startswith("```"):
            inside = line == "```python"
            line = ""
        kept.append(line if inside else "")
    return "\n".join(kept) + "\n"


def test_examples_of_the_guide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("duckdb", "pandas", "polars", "tqdm"):
        pytest.importorskip(package)
    shutil.copytree(ROOT / "crates" / "cli" / "fixtures", tmp_path / "crates" / "cli" / "fixtures")
    # The folder that the command of the page writes.
    shutil.copytree(Path(__file__).parent / "fixtures" / "run-20", tmp_path / "lengths")
    monkeypatch.chdir(tmp_path)
    text = examples(PAGE.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest(text, {}, "python.md", str(PAGE), 0)
    assert len(test.examples) > 50
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.append)
    assert results.failed == 0, "".join(report)


def test_every_public_name_is_in_the_guide() -> None:
    import cubiform

    page = PAGE.read_text(encoding="utf-8")
    missing = [name for name in cubiform.__all__ if not re.search(rf"\b{name}\b", page)]
    assert missing == ["Run"]
