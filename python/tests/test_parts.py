"""Tests of folders of parts that several processes write, without a cluster."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import cubiform
from cubiform import _blocks, _native

SCRAMBLES = ["R U F", "R2 F2", "D2 L B' R U2", "F", "B2 U'"]


def write(output: Path, data: Any, numbers: list[int] | None = None, **options: Any) -> list[int]:
    """Analyses some blocks of two rows as workers do. Returns the numbers of the blocks that were missing."""
    on_error = options.get("on_error", "raise")
    analyzer = cubiform.Analyzer(**{"stages": "cross", "colors": "WY", **options})
    table, source = _blocks.read_input(data)
    run = _blocks.run_settings(analyzer, table, source)
    folder = _native.BlockFolder(str(output))
    try:
        missing = _blocks.start(folder, output, run, on_error, _blocks.cut(table, 2), 2)
        for block in missing:
            if numbers is None or block.number in numbers:
                path = output / block.file
                part = _blocks.write_part(analyzer, path, run, block.digest, block.before, block.table)
                assert folder.add(block.number, part)
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
        ("cross_z0", "int64", False),
        ("cross_z2", "int64", False),
    ]
    assert file.schema_arrow.field("cross_z2").metadata == {b"stage": b"cross", b"color": b"white"}
    assert file.metadata.metadata[b"cubiform.stages"] == b'["cross"]'
    assert file.read().column("row").to_pylist() == [5]


def test_run_goes_on_with_the_missing_blocks(tmp_path: Path) -> None:
    write(tmp_path, SCRAMBLES, [0, 2])
    # A manifest lists the parts in order, so the third is not listed before the second is done.
    run = cubiform.open_run(tmp_path)
    assert not run.is_complete and run.rows == 2

    def identity() -> tuple[int, int, int]:
        # Reading may change the time of access.
        stat = (tmp_path / "part-00002.parquet").stat()
        return stat.st_ino, stat.st_size, stat.st_mtime_ns

    third = identity()
    (tmp_path / ".cubiform-out-killed.tmp").write_text("half")
    assert write(tmp_path, SCRAMBLES) == [1]
    assert identity() == third
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
        (SCRAMBLES, {"stages": "xcross"}, "it was started with stages cross, not xcross"),
        (SCRAMBLES, {"colors": "W"}, "it was started with colours YW, not W"),
        (SCRAMBLES, {"on_error": "null"}, "it was started with on_error raise, not null"),
        (SCRAMBLES, {"columns": "color"}, "it was started with `columns` rotation, not color"),
        (SCRAMBLES[:4], {}, "it has another input (5 scrambles; this one has 4)"),
        (SCRAMBLES[::-1], {}, "it has another input (5 scrambles; this one has 5)"),
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
    with pytest.raises(cubiform.CubiformError, match=r"has no manifest, but contains other files: notes.txt"):
        write(tmp_path, SCRAMBLES)


def test_folder_of_the_command_is_refused(tmp_path: Path) -> None:
    write(tmp_path, SCRAMBLES)
    path = tmp_path / "_manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["blocks"]
    path.write_text(json.dumps(manifest))
    with pytest.raises(cubiform.CubiformError, match="has a run of the command cubiform"):
        write(tmp_path, SCRAMBLES)


def test_folder_has_one_writer(tmp_path: Path) -> None:
    folder = _native.BlockFolder(str(tmp_path))
    with pytest.raises(cubiform.CubiformError, match="another process is writing to"):
        _native.BlockFolder(str(tmp_path))
    folder.close()
    _native.BlockFolder(str(tmp_path)).close()


def test_run_of_one_process_is_resumed(tmp_path: Path) -> None:
    question: dict[str, Any] = {"stages": "cross", "colors": "WY"}
    counts: list[int] = []
    data = pa.table({"id": list("abcde"), "scramble": SCRAMBLES, "year": [2001, 2002, None, 2004, 2005]})
    run = cubiform.analyze_run(data, tmp_path / "run", block_rows=2, progress=counts.append, **question)
    assert run.is_complete and sum(counts) == 5
    assert run.to_table().to_pylist() == cubiform.analyze(data, **question).to_pylist()
    first, second, third = (file.stat() for file in run.files)
    run.files[1].unlink()
    # The size of blocks is that of the earlier run.
    run = cubiform.analyze_run(data, tmp_path / "run", **question)
    run.verify()
    assert run.files[0].stat() == first and run.files[2].stat() == third
    assert run.files[1].stat().st_size == second.st_size
    with pytest.raises(cubiform.ArgumentError, match="it was started with blocks of 2 rows, not 3"):
        cubiform.analyze_run(data, tmp_path / "run", block_rows=3, **question)


def test_folder_of_an_earlier_package_is_continued(tmp_path: Path) -> None:
    """The manifest as version 0.1.0 of the package wrote it, before the native module did."""
    write(tmp_path, SCRAMBLES, [0])
    path = tmp_path / "_manifest.json"
    manifest = json.loads(path.read_text())
    earlier = {
        "format": 1,
        "run": {**manifest["run"], "events": None, "credit": None},
        "blocks": manifest["blocks"],
        "programs": manifest["programs"],
        "complete": False,
        "rows": 2,
        "position": manifest["position"],
        "skipped": {"count": 0, "lines": []},
        "parts": manifest["parts"],
    }
    assert earlier.keys() == manifest.keys()
    path.write_text(json.dumps(earlier, indent=2) + "\n", encoding="utf-8")
    first = (tmp_path / "part-00000.parquet").stat()
    assert write(tmp_path, SCRAMBLES) == [1, 2]
    assert (tmp_path / "part-00000.parquet").stat() == first


def test_unreadable_scramble_has_its_row(tmp_path: Path) -> None:
    data = [*SCRAMBLES[:4], "R Q"]
    with pytest.raises(cubiform.ScrambleError, match="row 5, column 3"):
        write(tmp_path / "raise", data)
    write(tmp_path / "null", data, on_error="null")
    table = cubiform.open_run(tmp_path / "null").to_table()
    assert table.column("cross_z2").to_pylist()[3:] == [1, None]
    assert table.to_pylist() == cubiform.analyze(data, stages="cross", colors="WY", on_error="null").to_pylist()


def test_folders_with_the_long_layout_are_not_continued(tmp_path: Path) -> None:
    write(tmp_path, SCRAMBLES)
    manifest = tmp_path / "_manifest.json"
    manifest.write_text(manifest.read_text().replace('"format": "parquet",', '"format": "parquet", "layout": "long",'))
    before = manifest.read_text()
    with pytest.raises(cubiform.ArgumentError, match="it has the long layout"):
        write(tmp_path, SCRAMBLES)
    assert manifest.read_text() == before


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
