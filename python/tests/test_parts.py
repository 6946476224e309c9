"""Tests of folders of parts that several processes write, without a cluster."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import cubiform
from cubiform import _parts

SCRAMBLES = ["R U F", "R2 F2", "D2 L B' R U2", "F", "B2 U'"]


def write(output: Path, data: Any, numbers: list[int] | None = None, **options: Any) -> list[int]:
    """Analyses some blocks of two rows as workers do. Returns the numbers of the blocks that were missing."""
    on_error = options.get("on_error", "raise")
    analyzer = cubiform.Analyzer(**{"stages": "cross", "colors": "WY", **options})
    table, source = _parts.read_input(data)
    run = _parts.question(analyzer, table, source)
    folder = _parts.Folder(output)
    try:
        missing = folder.start(run, on_error, _parts.cut(table, 2), 2)
        for block in missing:
            if numbers is None or block.number in numbers:
                part = _parts.write_part(
                    analyzer, folder.path, block.file, run, block.digest, block.before, block.table
                )
                folder.add(block.number, part)
        folder.write()
    finally:
        folder.close()
    return [block.number for block in missing]


def test_parts_have_the_rows_of_one_process(tmp_path: Path) -> None:
    data = pa.table({"id": list("abcde"), "scramble": SCRAMBLES, "year": [2001, 2002, None, 2004, 2005]})
    assert write(tmp_path, data) == [0, 1, 2]
    run = cubiform.open_run(tmp_path)
    run.verify()
    assert run.is_complete and run.rows == 5
    assert [part["position"]["items"] for part in run.metadata["parts"]] == [2, 4, 5]
    assert [(part["first"], part["last"]) for part in run.metadata["parts"]] == [("a", "b"), ("c", "d"), ("e", "e")]
    assert run.to_table().to_pylist() == cubiform.analyze(data, stages="cross", colors="WY").to_pylist()


def test_schema_and_provenance_are_those_of_the_command(tmp_path: Path) -> None:
    write(tmp_path, SCRAMBLES)
    manifest = json.loads((tmp_path / "_manifest.json").read_text())
    run = manifest["run"]
    assert (run["goal"], run["stages"], run["colors"], run["metric"]) == ("std", ["cross"], "YW", "HTM")
    (program,) = manifest["programs"]
    assert program["first_part"] == 0
    assert program["tables"][0].keys() == {"name", "identity", "xxh3"}
    file = pq.ParquetFile(tmp_path / "part-00002.parquet")
    fields = [(field.name, str(field.type), field.nullable) for field in file.schema_arrow]
    assert fields == [
        ("id", "string", False),
        ("scramble", "string", False),
        ("row", "int64", False),
        ("cross_z0", "int8", False),
        ("cross_z2", "int8", False),
    ]
    assert file.schema_arrow.field("cross_z2").metadata == {b"stage": b"cross", b"color": b"white"}
    assert file.metadata.metadata[b"cubiform.stages"] == b'["cross"]'
    assert file.read().column("row").to_pylist() == [5]


def test_run_goes_on_with_the_missing_blocks(tmp_path: Path) -> None:
    write(tmp_path, SCRAMBLES, [0, 2])
    # A manifest lists the parts in order, so the third is not listed before the second is done.
    run = cubiform.open_run(tmp_path)
    assert not run.is_complete and run.rows == 2
    third = (tmp_path / "part-00002.parquet").stat()
    (tmp_path / ".cubiform-out-killed.tmp").write_text("half")
    assert write(tmp_path, SCRAMBLES) == [1]
    assert (tmp_path / "part-00002.parquet").stat() == third
    assert not (tmp_path / ".cubiform-out-killed.tmp").exists()
    assert cubiform.open_run(tmp_path).rows == 5
    assert write(tmp_path, SCRAMBLES) == []


@pytest.mark.parametrize("text", [b"", b"PAR1", None])
def test_damaged_part_is_computed_again(tmp_path: Path, text: bytes | None) -> None:
    write(tmp_path, SCRAMBLES)
    part = tmp_path / "part-00001.parquet"
    if text is None:
        content = bytearray(part.read_bytes())
        content[10] ^= 1
        text = bytes(content)
    part.write_bytes(text)
    assert write(tmp_path, SCRAMBLES) == [1]
    cubiform.open_run(tmp_path).verify()


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (SCRAMBLES, {"stages": "xcross"}, "has a run with stages cross, not xcross"),
        (SCRAMBLES, {"colors": "W"}, "has a run with colors YW, not W"),
        (SCRAMBLES, {"on_error": "null"}, "has a run with on_error raise, not null"),
        (SCRAMBLES, {"columns": "color"}, "has a run with columns rotation, not color"),
        (SCRAMBLES[:4], {}, "has a run of another input (5 scrambles; this one has 4)"),
        (SCRAMBLES[::-1], {}, "has a run of another input (5 scrambles; this one has 5)"),
    ],
)
def test_other_question_or_input_is_refused(
    tmp_path: Path, data: list[str], options: dict[str, Any], message: str
) -> None:
    write(tmp_path, SCRAMBLES, [0])
    before = sorted((file.name, file.stat().st_mtime_ns) for file in tmp_path.iterdir())
    with pytest.raises(cubiform.ArgumentError) as error:
        write(tmp_path, data, **options)
    assert message in str(error.value) and error.value.hint is not None
    assert sorted((file.name, file.stat().st_mtime_ns) for file in tmp_path.iterdir()) == before


def test_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(cubiform.CubiformError, match=r"has other files and no manifest: notes.txt"):
        write(tmp_path, SCRAMBLES)
    (tmp_path / "_manifest.json").write_text('{"format": 1, "run": {}}')
    with pytest.raises(cubiform.CubiformError, match="has a run of the command cubiform"):
        write(tmp_path, SCRAMBLES)


def test_folder_has_one_writer(tmp_path: Path) -> None:
    folder = _parts.Folder(tmp_path)
    with pytest.raises(cubiform.CubiformError, match="is being written by another process"):
        _parts.Folder(tmp_path)
    folder.close()
    _parts.Folder(tmp_path).close()


def test_unreadable_scramble_has_its_row(tmp_path: Path) -> None:
    data = [*SCRAMBLES[:4], "R Q"]
    with pytest.raises(cubiform.ScrambleError, match="row 5, column 3"):
        write(tmp_path / "raise", data)
    write(tmp_path / "null", data, on_error="null")
    table = cubiform.open_run(tmp_path / "null").to_table()
    assert table.column("cross_z2").to_pylist()[3:] == [1, None]
    assert table.to_pylist() == cubiform.analyze(data, stages="cross", colors="WY", on_error="null").to_pylist()


def test_long_layout(tmp_path: Path) -> None:
    write(tmp_path, SCRAMBLES, layout="long")
    run = cubiform.open_run(tmp_path)
    assert run.rows == 5 and run.metadata["run"]["layout"] == "long"
    expected = cubiform.analyze(SCRAMBLES, stages="cross", colors="WY", layout="long")
    assert run.to_table().to_pylist() == expected.to_pylist()


def test_attribution_is_kept(tmp_path: Path) -> None:
    export = Path(__file__).parents[2] / "crates" / "cli" / "fixtures" / "WCA_export.tsv.zip"
    write(tmp_path / "of-file", export)
    write(tmp_path / "of-table", cubiform.read_wca(export))
    runs = [cubiform.open_run(tmp_path / name).metadata["run"] for name in ("of-file", "of-table")]
    assert "World Cube Association" in runs[0]["credit"] and runs[1]["credit"] == runs[0]["credit"]


def test_files_are_input(tmp_path: Path) -> None:
    text = tmp_path / "scrambles.txt"
    text.write_text("\n".join(SCRAMBLES) + "\n")
    write(tmp_path / "of-text", text)
    parquet = tmp_path / "scrambles.parquet"
    pq.write_table(pa.table({"scramble": SCRAMBLES}), parquet)
    write(tmp_path / "of-parquet", parquet)
    runs = [cubiform.open_run(tmp_path / name) for name in ("of-text", "of-parquet")]
    assert runs[0].metadata["run"]["input"][0]["file"]["name"] == "scrambles.txt"
    assert runs[0].to_table().to_pylist() == runs[1].to_table().to_pylist()
