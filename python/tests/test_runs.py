"""Tests of runs: folders of parts, as the command writes them.

`fixtures/run-20` was made by

    cubiform analyze -i crates/cli/fixtures/wca-scrambles-20.csv -s cross,xcross --format parquet --part-rows 10 \
        --output run-20/
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

import cubiform

RUN = Path(__file__).parent / "fixtures" / "run-20"
SCRAMBLES = Path(__file__).parents[2] / "crates" / "cli" / "fixtures" / "wca-scrambles-20.csv"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns the folder of a copy of the run."""
    return Path(shutil.copytree(RUN, tmp_path / "run"))


def test_table_of_a_run_is_that_of_analyze() -> None:
    table = cubiform.open_run(RUN).to_table()
    texts = pyarrow.csv.ConvertOptions(column_types={"id": pa.string()})
    expected = cubiform.analyze(pyarrow.csv.read_csv(SCRAMBLES, convert_options=texts), stages="cross,xcross")
    assert table.schema.equals(expected.schema)
    assert table.to_pylist() == expected.to_pylist()
    lengths = [field for field in table.schema if field.name.split("_")[0] in ("cross", "xcross")]
    assert len(lengths) == 12 and all(field.type == pa.int64() for field in lengths)
    assert cubiform.stats(table).equals(cubiform.stats(expected))


def test_columns_of_a_run() -> None:
    run = cubiform.open_run(str(RUN))
    table = run.to_table(columns=["id", "cross_z2"])
    assert table.column_names == ["id", "cross_z2"]
    assert table.schema.types == [pa.string(), pa.int64()]
    easy = run.dataset().to_table(columns=["id"], filter=pc.field("cross_z2") <= 4)
    assert easy.num_rows == sum(length <= 4 for length in table.column("cross_z2").to_pylist())


def test_metadata_of_a_run() -> None:
    run = cubiform.open_run(RUN)
    assert run.is_complete and run.rows == 20 == sum(part["rows"] for part in run.metadata["parts"])
    assert [file.name for file in run.files] == ["part-00000.parquet", "part-00001.parquet"]
    assert run.metadata["run"]["goal"] == "std"
    assert run.metadata["run"]["stages"] == ["cross", "xcross"]
    assert run.metadata["run"]["input"][0]["file"]["name"] == SCRAMBLES.name
    assert "run-20" in repr(run)


def test_each_library_reads_a_run() -> None:
    expected = cubiform.open_run(RUN).to_table().column("xcross_z2").to_pylist()
    parts = f"{RUN.as_posix()}/*.parquet"
    assert pq.read_table(RUN)["xcross_z2"].to_pylist() == expected
    assert pd.read_parquet(RUN)["xcross_z2"].tolist() == expected
    assert pl.read_parquet(parts)["xcross_z2"].to_list() == expected
    rows = duckdb.sql(f"SELECT xcross_z2 FROM '{parts}' ORDER BY row").fetchall()
    assert [length for (length,) in rows] == expected


def test_verify_accepts_an_intact_run(folder: Path) -> None:
    cubiform.open_run(folder).verify()


@pytest.mark.parametrize("place", [0, 4000, -1])
def test_verify_finds_a_changed_byte(folder: Path, place: int) -> None:
    part = folder / "part-00001.parquet"
    content = bytearray(part.read_bytes())
    content[place] ^= 1
    part.write_bytes(content)
    with pytest.raises(cubiform.CubiformError, match="part-00001.parquet is damaged") as raised:
        cubiform.open_run(folder).verify()
    assert raised.value.hint and "--resume" in raised.value.hint


def test_verify_finds_a_truncated_part(folder: Path) -> None:
    part = folder / "part-00000.parquet"
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(cubiform.CubiformError, match="part-00000.parquet is damaged"):
        cubiform.open_run(folder).verify()


def test_verify_finds_a_missing_part(folder: Path) -> None:
    (folder / "part-00001.parquet").unlink()
    with pytest.raises(cubiform.CubiformError, match="part-00001.parquet is missing"):
        cubiform.open_run(folder).verify()


def test_parts_beside_the_manifest_are_left_out(folder: Path) -> None:
    shutil.copy(folder / "part-00001.parquet", folder / "part-00002.parquet")
    assert cubiform.open_run(folder).to_table().num_rows == 20


def test_damaged_manifest_is_refused(folder: Path) -> None:
    manifest = folder / "_manifest.json"
    manifest.write_text(manifest.read_text()[:-10])
    with pytest.raises(cubiform.CubiformError, match="_manifest.json is damaged"):
        cubiform.open_run(folder)


def test_unfinished_run_is_not_complete(folder: Path) -> None:
    manifest = folder / "_manifest.json"
    content = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(content | {"complete": False, "rows": 10, "parts": content["parts"][:1]}))
    run = cubiform.open_run(folder)
    assert not run.is_complete and run.rows == 10 == run.to_table().num_rows
