"""Tests that the notebook runs on simulated states and on an export, and that its committed outputs are of the former."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

import cubiform

for package in ("ipykernel", "matplotlib", "scipy"):
    pytest.importorskip(package)
nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "docs" / "notebooks" / "wca-difficulty.ipynb"
FIXTURE = ROOT / "crates" / "cli" / "fixtures" / "WCA_export.tsv.zip"

# Values of the notebook, printed by a cell at its end.
SUMMARY = """
import json
print(json.dumps({
    "rows": rows,
    "different": n,
    "columns": list(lengths.columns),
    "groups": {column: groups.query("by == @column").set_index("group")["n"].to_dict() for column in ("event", "year")},
    "sets": len(sets),
    "exact": {f"{stage} {colors}": distribution["mean"] for (stage, colors), distribution in exact.items()},
    "means": means.loc[list(exact), "mean"].tolist(),
    "errors": means.loc[list(exact), "se"].tolist(),
    "fairness": fairness["fair"][0],
    "same": bool(same),
}))
"""


def cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def images(notebook: Any) -> list[str]:
    """Returns the types of the figures among the outputs."""
    data = [output.get("data", {}) for cell in cells(notebook) for output in cell.outputs]
    return [name for one in data for name in one if name.startswith("image/")]


def printed(cell: Any) -> list[str]:
    return [output.text for output in cell.outputs if output.output_type == "stream" and output.name == "stdout"]


def execute(export: Path | None) -> tuple[Any, Any]:
    """Runs the notebook. Returns it, without its last cell, and the values that this cell prints."""
    notebook = nbformat.read(NOTEBOOK, 4)
    notebook.cells.append(nbformat.v4.new_code_cell(SUMMARY))
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("CUBIFORM_WCA_EXPORT", raising=False)
        if export is not None:
            patch.setenv("CUBIFORM_WCA_EXPORT", str(export))
        folder = {"metadata": {"path": str(NOTEBOOK.parent)}}
        nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources=folder).execute()
    values = json.loads(printed(notebook.cells.pop())[-1])
    assert [cell.execution_count for cell in cells(notebook)] == list(range(1, len(cells(notebook)) + 1))
    return notebook, values


@pytest.fixture(scope="module")
def simulated() -> tuple[Any, Any]:
    return execute(None)


def test_notebook_runs_on_simulated_states(simulated: tuple[Any, Any]) -> None:
    notebook, values = simulated
    assert images(notebook) == ["image/svg+xml"] * 4
    assert (values["rows"], values["different"], values["sets"]) == (1000, 1000, 2 * 63)
    assert {"cross_white", "xcross_blue", "event", "year"} <= set(values["columns"])
    assert [sum(groups.values()) for groups in values["groups"].values()] == [1000, 1000]
    exact = {"cross W": 5.812058, "cross WY": 5.387206, "cross RW": 5.408159, "xcross W": 7.354904, "xcross BGORWY": 6.536237}
    assert {name: values["exact"][name] for name in exact} == pytest.approx(exact, abs=1e-6)
    for mean, error, expected in zip(values["means"], values["errors"], values["exact"].values(), strict=True):
        assert abs(mean - expected) < 4 * error < 0.2
    assert values["fairness"]["verdict"] == "consistent" and values["same"]


def test_notebook_runs_on_an_export(tmp_path: Path) -> None:
    lines = ["id\tscramble\tcompetition_id\tevent_id\tgroup_id\tis_extra\tround_type_id\tscramble_num"]
    for number, row in enumerate(cubiform.scramble(90, seed=4), 1):
        year, event = 2022 + number % 2, "333" if number % 3 else "333oh"
        lines.append(f"{number}\t{row['scramble']}\tTest{year}\t{event}\tA\t0\t1\t1")
    lines.append(lines[-1].replace("90\t", "91\t", 1))
    with zipfile.ZipFile(FIXTURE) as fixture, zipfile.ZipFile(tmp_path / "export.zip", "w") as export:
        for name in fixture.namelist():
            is_scrambles = name == "WCA_export_scrambles.tsv"
            export.writestr(name, "\n".join(lines) + "\n" if is_scrambles else fixture.read(name))
    notebook, values = execute(tmp_path / "export.zip")
    assert images(notebook) == ["image/svg+xml"] * 4
    assert (values["rows"], values["different"]) == (91, 90)
    assert values["groups"] == {"event": {"333": 60, "333oh": 30}, "year": {"2022": 45, "2023": 45}}
    assert values["fairness"]["verdict"] == "consistent" and values["same"]


def test_committed_outputs_are_those_of_the_simulated_states(simulated: tuple[Any, Any]) -> None:
    notebook = nbformat.read(NOTEBOOK, 4)
    nbformat.validate(notebook)
    assert NOTEBOOK.stat().st_size < 300_000
    assert images(notebook) == ["image/svg+xml"] * 4
    # Lines on standard error name folders.
    streams = [output.name for cell in cells(notebook) for output in cell.outputs if output.output_type == "stream"]
    assert set(streams) == {"stdout"}
    found = [(cell.source, printed(cell)) for cell in cells(simulated[0])]
    assert [(cell.source, printed(cell)) for cell in cells(notebook)] == found
