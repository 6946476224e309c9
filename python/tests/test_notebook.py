"""Tests that the notebook runs on the fixture, and that its committed outputs are those of the fixture."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

for package in ("ipykernel", "matplotlib", "scipy"):
    pytest.importorskip(package)
nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "wca-difficulty.ipynb"

# Values of the notebook, printed by a cell at its end.
SUMMARY = """
import json
print(json.dumps({
    "rows": rows,
    "different": len(scrambles),
    "columns": list(lengths.columns),
    "events": groups.query("by == 'event'").set_index("group")["n"].to_dict(),
    "years": groups.query("by == 'year'").set_index("group")["n"].to_dict(),
    "sets": len(sets),
    "exact": exact["W"]["mean"],
    "exact xcross": [distribution["mean"] for distribution in exact_of["xcross"].values()],
    "mean": fits.loc[("export", "white"), "mean"],
    "p": fits["p of the counts (simulated)"].tolist(),
    "pooled": fits["df"].tolist(),
    "same": bool(same),
}))
"""


def cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def images(notebook: Any) -> int:
    """Returns the number of figures among the outputs."""
    data = [output.get("data", {}) for cell in cells(notebook) for output in cell.outputs]
    return sum("image/png" in one or "image/svg+xml" in one for one in data)


def printed(cell: Any) -> list[str]:
    return [output.text for output in cell.outputs if output.output_type == "stream" and output.name == "stdout"]


@pytest.fixture(scope="module")
def executed() -> Any:
    notebook = nbformat.read(NOTEBOOK, 4)
    notebook.cells.append(nbformat.v4.new_code_cell(SUMMARY))
    given = os.environ.pop("CUBIFORM_WCA_EXPORT", None)
    try:
        folder = {"metadata": {"path": str(NOTEBOOK.parent)}}
        return nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources=folder).execute()
    finally:
        if given is not None:
            os.environ["CUBIFORM_WCA_EXPORT"] = given


def test_notebook_runs_on_the_fixture(executed: Any) -> None:
    assert [cell.execution_count for cell in cells(executed)] == list(range(1, len(cells(executed)) + 1))
    assert images(executed) == 3
    values = json.loads(printed(cells(executed)[-1])[-1])
    assert (values["rows"], values["different"]) == (10, 9)
    assert {"cross_white", "xcross_blue", "event", "year"} <= set(values["columns"])
    assert values["events"] == {"333": 2, "333bf": 1, "333fm": 1, "333ft": 1, "333mbf": 3, "333oh": 1}
    assert values["years"] == {"2012": 1, "2024": 8}
    assert values["sets"] == 2 * 63
    assert values["exact"] == pytest.approx(5.812058, abs=1e-6)
    assert values["exact xcross"] == pytest.approx([7.354904, 6.536237], abs=1e-6)
    assert values["mean"] == pytest.approx(39 / 9)
    # The fixture is not random, the random states are. Nine scrambles leave one class after pooling.
    assert max(values["p"][:3]) < 0.05 < min(values["p"][3:])
    assert values["pooled"][:3] == [0, 0, 0] and min(values["pooled"][3:]) >= 4
    assert values["same"]


def test_committed_outputs_are_those_of_the_fixture(executed: Any) -> None:
    notebook = nbformat.read(NOTEBOOK, 4)
    nbformat.validate(notebook)
    assert NOTEBOOK.stat().st_size < 300_000
    assert images(notebook) == 3
    found = [(cell.source, printed(cell)) for cell in cells(executed)[:-1]]
    assert [(cell.source, printed(cell)) for cell in cells(notebook)] == found
