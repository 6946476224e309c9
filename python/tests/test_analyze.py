"""Tests of analyses: inputs, columns, errors, interruption and streams."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import cubiform

SCRAMBLES = ["R U F", "R2 F2", "D2 L B' R U2"]
SOLVERS = Path(__file__).parents[2] / "crates" / "solvers" / "fixtures"


def crosses(data: Any, **options: Any) -> list[int | None]:
    table = cubiform.analyze(data, stages="cross", colors="white", **options)
    return table.column("cross_z2").to_pylist()


EXPECTED = [2, 2, 4]


@pytest.mark.parametrize(
    "data",
    [
        SCRAMBLES,
        tuple(SCRAMBLES),
        iter(SCRAMBLES),
        pd.Series(SCRAMBLES),
        pd.Series(SCRAMBLES, dtype="string"),
        pl.Series(SCRAMBLES),
        pl.Series(SCRAMBLES, dtype=pl.Categorical),
        pl.DataFrame({"scramble": SCRAMBLES}),
        pl.LazyFrame({"scramble": SCRAMBLES}),
        pd.DataFrame({"scramble": SCRAMBLES}),
        pa.array(SCRAMBLES),
        pa.array(SCRAMBLES, pa.large_string()),
        pa.array(SCRAMBLES).dictionary_encode(),
        pa.chunked_array([SCRAMBLES[:1], SCRAMBLES[1:]]),
        pa.table({"id": [1, 2, 3], "scramble": SCRAMBLES}),
        {"scramble": SCRAMBLES},
        [{"scramble": scramble, "event": "333"} for scramble in SCRAMBLES],
        [("a", scramble) for scramble in SCRAMBLES],
        [cubiform.Cube(scramble) for scramble in SCRAMBLES],
    ],
    ids=lambda data: type(data).__module__ + "." + type(data).__name__,
)
def test_accepts_every_kind_of_data(data: Any) -> None:
    assert crosses(data) == EXPECTED


def test_accepts_a_single_text_and_nothing() -> None:
    assert crosses("R U F") == crosses({"id": "a", "scramble": "R U F"}) == EXPECTED[:1]
    assert crosses([]) == []


def test_ids_and_other_columns_are_kept_with_their_types() -> None:
    given = pa.table({"id": ["x", "y", "z"], "scramble": SCRAMBLES, "year": [2003, 2004, None]})
    table = cubiform.analyze(given, stages="cross", colors="W")
    assert table.column_names == ["id", "scramble", "row", "year", "cross_z2"]
    assert table.column("year").to_pylist() == [2003, 2004, None]
    assert table.schema.field("year").type == pa.int64()


def test_ids_keep_their_type_and_frames_their_index() -> None:
    frame = pd.DataFrame({"id": [7, 9, 8], "scramble": SCRAMBLES, "day": ["a", "b", "c"]}, index=["p", "q", "r"])
    found = cubiform.analyze(frame, stages="cross", colors="W").to_pandas()
    assert found["id"].dtype == "int64" and list(found.index) == ["p", "q", "r"]
    assert list(frame.merge(found, on="id")["cross_z2"]) == EXPECTED
    assert list(frame.join(found[["cross_z2"]])["cross_z2"]) == EXPECTED
    named = frame.set_index("id")
    assert list(cubiform.analyze(named, stages="cross").to_pandas().index) == [7, 9, 8]
    rest = cubiform.analyze(frame[1:], stages="cross", colors="WY").to_pandas()
    assert list(rest["id"]) == [9, 8] and list(rest.index) == ["q", "r"]
    part = pd.Series(SCRAMBLES, index=[4, 5, 6])
    assert list(cubiform.analyze(part, stages="cross").to_pandas().index) == [4, 5, 6]
    plain = cubiform.analyze(frame.reset_index(drop=True), stages="cross").to_pandas()
    assert list(plain.index) == [0, 1, 2]


@pytest.mark.parametrize("name", ["row", "cross_z2", "error"])
def test_columns_that_the_analysis_adds_are_refused(name: str) -> None:
    data = pd.DataFrame({"scramble": ["R"], name: ["mine"]})
    with pytest.raises(cubiform.ArgumentError, match=f"adds a column '{name}' too; rename yours, or drop it"):
        cubiform.analyze(data, stages="cross", on_error="null")
    other = cubiform.analyze(data.rename(columns={name: "moves"}), stages="cross")
    assert other["moves"].to_pylist() == ["mine"]


def test_missing_tables_are_announced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[int] = []
    cubiform.analyze(SCRAMBLES, stages="xcross", tables=tmp_path, progress=told.append, threads=1)
    line = capsys.readouterr().err
    assert line.startswith("cubiform: building tables once (") and line.count("\n") == 1
    assert f"MB in {tmp_path}): cross" in line
    assert told[0] == 0 and sum(told) == 3
    cubiform.Analyzer(stages="xcross", tables=tmp_path)
    assert capsys.readouterr().err == ""


def test_tables_are_built_without_standard_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert crosses("R U F", tables=tmp_path) == [2]


def test_error_of_progress_ends_the_building_of_tables(tmp_path: Path) -> None:
    def fail(count: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        cubiform.analyze(SCRAMBLES, tables=tmp_path, progress=fail)
    assert len(list(tmp_path.glob("*.cubiform"))) < 4


def test_all_colors_have_two_names() -> None:
    assert cubiform.analyze("R", stages="cross", colors="CN").equals(cubiform.analyze("R", stages="cross"))
    assert cubiform.distribution("cross", colors="cn") == cubiform.distribution("cross", colors="all")


def test_names_of_columns() -> None:
    table = cubiform.analyze(SCRAMBLES, stages="cross", columns="color")
    assert table.column_names[3:] == [
        f"cross_{color}" for color in ("yellow", "white", "orange", "red", "green", "blue")
    ]
    assert table.schema.field("cross_white").metadata == {b"stage": b"cross", b"color": b"white"}


def test_a_goal_on_axes_has_columns_of_sides() -> None:
    table = cubiform.analyze("R U F", goal="dr", stages="eo", solutions=1)
    assert table.column_names[3:6] == ["eo_ud", "eo_fb", "eo_rl"]
    assert [table.column(name)[0].as_py() for name in table.column_names[3:9]] == [2, 1, 3, 2, 3, 1]
    assert table.schema.field("eo_ud_inverse").metadata == {b"stage": b"eo", b"side": b"ud_inverse"}


def test_solutions_solve() -> None:
    table = cubiform.analyze("R U F", stages="cross", colors="white", solutions=1)
    (solutions,) = table.column("solutions").to_pylist()
    (solution,) = solutions
    assert solution["stage"] == "cross" and solution["length"] == 2
    assert solution["rotation"] == "z2"


def test_errors_name_row_column_and_hint() -> None:
    with pytest.raises(cubiform.ScrambleError) as raised:
        cubiform.analyze(["R U F", "R Q"], stages="cross")
    error = raised.value
    assert (error.row, error.column) == (2, 3)
    assert error.message == "'Q' is not a move"
    assert error.hint and error.hint.startswith("expected")
    assert isinstance(error, ValueError)
    assert error.args[1] == 2 and pickle.loads(pickle.dumps(error)).row == 2


def test_null_for_scrambles_that_cannot_be_read() -> None:
    table = cubiform.analyze(
        ["R U F", "R Q", None, "R2 F2"], stages="cross", colors="white", on_error="null"
    )
    assert table.column("cross_z2").to_pylist() == [2, None, None, 2]
    assert table.column("row").to_pylist() == [1, 2, 3, 4]
    errors = table.column("error").to_pylist()
    assert errors[0] is None and errors[1].startswith("'Q' is not a move")
    assert table.column("scramble").to_pylist() == ["R U F", "R Q", None, "R2 F2"]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"goal": "eocros"}, "eocros"),
        ({"stages": "pll"}, "no stage 'pll'"),
        ({"colors": "grey"}, "grey"),
    ],
)
def test_arguments_are_checked(options: dict[str, Any], text: str) -> None:
    with pytest.raises(cubiform.ArgumentError, match=text):
        cubiform.analyze("R", **{"stages": "cross", **options})


@pytest.mark.parametrize(
    "data",
    [
        5,
        b"R U",
        [5],
        [("a", "b", "c")],
        pa.table({"a": [1]}),
        pd.Series([1.5, "R"]),
        pa.Table.from_arrays([pa.array(["R"]), pa.array(["U"])], ["scramble", "scramble"]),
    ],
)
def test_other_data_is_refused(data: Any) -> None:
    for function in (crosses, cubiform.solve):
        with pytest.raises(cubiform.ArgumentError) as raised:
            function(data)
        assert raised.value.argument == "data"


def test_unusable_table_folder_is_a_table_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(cubiform.TableError) as raised:
        cubiform.analyze("R", stages="cross", tables=tmp_path / "file" / "tables")
    assert raised.value.hint and "CUBIFORM_TABLES" in raised.value.hint


def test_analyzer_is_pickled_by_its_question() -> None:
    analyzer = cubiform.Analyzer(stages="cross", colors="white", columns="color")
    copy = pickle.loads(pickle.dumps(analyzer))
    assert copy.analyze(SCRAMBLES).equals(analyzer.analyze(SCRAMBLES))
    assert copy.tables == analyzer.tables == os.environ["CUBIFORM_TABLES"]
    assert copy.stages == ["cross"]


def test_progress_counts_every_scramble() -> None:
    counts: list[int] = []
    cubiform.analyze(SCRAMBLES * 10_000, stages="cross", colors="W", progress=counts.append)
    assert sum(counts) == 30_000 and len(counts) > 1


def test_error_of_progress_ends_the_run() -> None:
    def fail(count: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        cubiform.analyze(SCRAMBLES * 1000, stages="cross", progress=fail)


def endless() -> Any:
    schema = pa.schema([("scramble", pa.string())])

    def batches() -> Any:
        while True:
            yield pa.record_batch([pa.array(SCRAMBLES * 300)], schema=schema)

    return pa.RecordBatchReader.from_batches(schema, batches())


def test_batches_are_lazy_and_end_when_dropped() -> None:
    reader = cubiform.analyze_batches(endless(), stages="cross", colors="W")
    rows = 0
    while rows < 50_000:
        rows += reader.read_next_batch().num_rows
    before = threading.active_count()
    del reader
    assert threading.active_count() <= before


def test_errors_of_batches_keep_their_class() -> None:
    reader = cubiform.analyze_batches(["R", "Q"], stages="cross")
    with pytest.raises(cubiform.ScrambleError) as raised:
        reader.read_all()
    assert raised.value.row == 2


def test_error_of_the_source_is_an_error() -> None:
    schema = pa.schema([("scramble", pa.string())])

    def batches() -> Any:
        yield pa.record_batch([pa.array(SCRAMBLES)], schema=schema)
        raise RuntimeError("the source is broken")

    source = pa.RecordBatchReader.from_batches(schema, batches())
    with pytest.raises(cubiform.CubiformError, match="the source is broken"):
        cubiform.analyze_batches(source, stages="cross").read_all()


def test_memory_of_batches_is_constant() -> None:
    resource = pytest.importorskip("resource")
    reader = cubiform.analyze_batches(endless(), stages="cross", colors="W")

    def read(rows: int) -> int:
        while rows > 0:
            rows -= reader.read_next_batch().num_rows
        return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    before = read(200_000)
    assert read(1_000_000) - before < 30_000


def test_readers_of_other_libraries() -> None:
    def reader() -> Any:
        return cubiform.analyze_batches(SCRAMBLES, stages="cross", colors="W")

    assert pl.DataFrame(reader())["cross_z2"].to_list() == EXPECTED
    assert reader().read_pandas()["cross_z2"].to_list() == EXPECTED
    answers = reader()
    found = duckdb.sql("select sum(cross_z2) from answers").fetchall()
    assert answers is not None and found == [(sum(EXPECTED),)]


INTERRUPTED = """
import signal, threading, time, os, sys
import cubiform
stages = sys.argv[1]
cubiform.analyze("R", stages=stages)
def interrupt():
    time.sleep(0.5)
    global sent
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    cubiform.analyze(["R U F D L2 B R2 U' F' L D B2 R F2 U"] * 3_000_000, stages=stages)
except KeyboardInterrupt:
    print(time.monotonic() - sent)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("stages", ["cross", "all"])
def test_interrupt_ends_an_analysis_soon(ends_soon: Any, stages: str) -> None:
    ends_soon(INTERRUPTED, stages)


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.005)

    counter = threading.Thread(target=count)
    counter.start()
    since = time.monotonic()
    cubiform.analyze(SCRAMBLES * 20_000, stages="cross", threads=1)
    took = time.monotonic() - since
    done.set()
    counter.join()
    assert ticks > took / 0.005 / 10
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("goal", ["std", "eo", "pair", "pseudo", "pseudo_pair"])
def test_values_are_those_of_the_golden_files(goal: str) -> None:
    golden = pd.read_csv(SOLVERS / f"gold-{goal}.csv", dtype={"id": str})
    lines = (SOLVERS / "gold-scrambles.txt").read_text().splitlines()
    cubes = dict(line.split(",", 1) for line in lines)
    chosen = golden.iloc[:5]
    data = pd.DataFrame({"id": chosen["id"], "scramble": [cubes[name] for name in chosen["id"]]})
    stages = cubiform.Analyzer(goal=goal).stages[:2]
    table = cubiform.analyze(data, goal=goal, stages=stages).to_pandas()
    columns = [name for name in table.columns if name.rsplit("_", 1)[0] in stages]
    assert len(columns) == 12
    assert (table[columns].to_numpy() == chosen[columns].to_numpy()).all()
