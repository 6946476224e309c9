"""Tests of solutions, scrambles, distributions, reviews, files, statistics and runs."""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute
import pytest

import cubiform
from cubiform import _native

FIXTURES = Path(__file__).parents[2] / "crates" / "cli" / "fixtures"


@pytest.mark.parametrize("method", ["two-phase", "thistlethwaite", "dr", "cfop", "beginner"])
def test_solutions_solve(method: str) -> None:
    scramble = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B"
    found = cubiform.solve(scramble, method)  # type: ignore[arg-type]
    assert found["method"] == method
    solution = cubiform.Algorithm(found["solution"])
    assert cubiform.Cube(scramble).apply(solution).is_solved or solution.rotation


def test_solve_reads_cubes_and_lists() -> None:
    cube = cubiform.Cube("R U F")
    assert [one["length"] for one in cubiform.solve([cube, "R2"])] == [3, 1]
    with pytest.raises(cubiform.ScrambleError) as raised:
        cubiform.solve(["R", "R Q"])
    assert (raised.value.row, raised.value.column) == (2, 3)
    with pytest.raises(cubiform.ScrambleError, match="empty scramble") as raised:
        cubiform.solve(["R", None])
    assert raised.value.row == 2


def test_solve_solves_other_puzzles() -> None:
    states = ["R U F R U2", "F2 U R'"]
    solved = cubiform.solve(states, puzzle="222")
    assert [(one["puzzle"], one["length"], one["optimal"]) for one in solved] == [("222", 5, True), ("222", 3, True)]
    assert solved[1]["solution"] == "R U' F2"
    with pytest.raises(cubiform.ScrambleError) as raised:
        cubiform.solve(["R", "R Q"], puzzle="222")
    assert (raised.value.row, raised.value.column) == (2, 3)
    with pytest.raises(cubiform.ArgumentError, match="`puzzle` 222 supports `links`"):
        cubiform.solve("R", puzzle="222", beam=5)  # type: ignore[call-overload]


def test_solve_reads_what_analyze_reads() -> None:
    frame = pd.DataFrame({"id": [7, 9], "scramble": ["R U F", "R2"]})
    for data in (frame, pl.LazyFrame(frame), frame.to_dict("records"), frame["scramble"]):
        assert [one["length"] for one in cubiform.solve(data)] == [3, 1]
    assert [one["id"] for one in cubiform.solve(frame)] == ["7", "9"]
    states = cubiform.random_states(2, seed=1)
    assert [one["id"] for one in cubiform.solve(states)] == states["id"].to_pylist()
    scrambles = cubiform.scramble(2, seed=1)
    assert [one["input"] for one in cubiform.solve(scrambles)] == [one["scramble"] for one in scrambles]


def test_scrambles_are_those_of_the_seed() -> None:
    first, second = cubiform.scramble(2, seed=7)
    assert cubiform.scramble(2, seed=7) == [first, second]
    assert cubiform.Cube(first["scramble"]).facelets == first["facelets"]
    assert cubiform.scramble(event="222", seed=1)[0]["event"] == "222"


def test_states_satisfy_their_condition() -> None:
    states = cubiform.random_states(20, where="cross[W] <= 3", seed=1)
    lengths = cubiform.analyze(states, stages="cross", colors="W").column("cross_z2").to_pylist()
    assert len(lengths) == 20 and max(lengths) <= 3
    with pytest.raises(cubiform.ArgumentError):
        cubiform.random_states(1, where="cros[W] <= 3")


INTERRUPTED = """
import os, signal, sys, threading, time
import cubiform
work = sys.argv[1]
cubiform.scramble(1, seed=1)
states = cubiform.random_states(20000, seed=1).column("facelets").to_pylist()
def interrupt():
    time.sleep(0.3)
    global sent
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    cubiform.scramble(20000, seed=1) if work == "scramble" else cubiform.solve(states)
except KeyboardInterrupt:
    print(time.monotonic() - sent)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("work", ["scramble", "solve"])
def test_interrupt_ends_long_work_soon(ends_soon: Any, work: str) -> None:
    ends_soon(INTERRUPTED, work)


def test_shortest_solutions_with_some_moves() -> None:
    found = cubiform.solve(["R2 U2 R2 U2 R2 U2", "R U"], moves="<R,U>", solutions=9)
    assert {(row["id"], row["length"], row["optimal"]) for row in found} == {("1", 6, True), ("2", 2, True)}
    assert [row["id"] for row in found].count("1") > 1
    for row in found:
        assert cubiform.Cube(row["input"]).apply(row["solution"]).is_solved
        assert set(row["solution"]) <= set("RU2' ")
    assert cubiform.solve("R U", moves="<R,U>")["solution"] == "U' R'"
    with pytest.raises(cubiform.ArgumentError, match="only for `method` optimal"):
        cubiform.solve("R U", solutions=2)


def test_distribution_has_every_state() -> None:
    document = cubiform.distribution("cross")
    assert document["states"] == 190_080
    assert len(document["distances"]) == 9


def test_distribution_that_takes_hours_is_told_as_stored_or_refused() -> None:
    document = cubiform.distribution("xcross", colors="all")
    assert document["source"] == "stored, because counting it takes hours"
    assert document["mean"] == pytest.approx(6.536237496)
    assert document["distances"][10]["states"] == 438
    with pytest.raises(cubiform.CubiformError, match="takes hours"):
        cubiform.distribution("xcross", colors="WYROG")


def test_review_names_the_stages() -> None:
    review = cubiform.review("F' U' R' // all", "R U F", optimal=False, time=3.5)
    assert review["ending"] == "solved"


def test_wca_export_is_read() -> None:
    table = cubiform.read_wca(FIXTURES / "WCA_export.tsv.zip", on_error="skip")
    assert table.num_rows > 0 and table.column_names[:2] == ["id", "scramble"]
    assert any("event" in name for name in table.column_names)
    assert b"credit" in table.schema.metadata
    analysis = cubiform.analyze(table.slice(0, 3), stages="cross")
    assert analysis.num_rows == 3


def test_cstimer_export_is_read() -> None:
    table = cubiform.read_cstimer(FIXTURES / "cstimer-20.json", on_error="skip")
    assert table.num_rows > 0
    assert table.schema.field("time_ms").type == pa.int64()


def test_files_of_other_formats_are_refused(tmp_path: Path) -> None:
    for read in (cubiform.read_wca, cubiform.read_cstimer):
        with pytest.raises(cubiform.ArgumentError, match="is not such an export"):
            read(FIXTURES / "wca-scrambles-20.csv")
        with pytest.raises(FileNotFoundError):
            read(tmp_path / "none")


def test_columns_of_the_export_have_types() -> None:
    table = cubiform.read_wca(FIXTURES / "WCA_export.tsv.zip", on_error="skip")
    assert table.schema.field("is_extra").type == pa.bool_()
    assert table.schema.field("scramble_num").type == pa.int64()
    analysis = cubiform.analyze(table, stages="cross", colors="W")
    assert analysis.schema.metadata[b"credit"] == table.schema.metadata[b"credit"]


def test_stats_of_groups() -> None:
    given = pa.table({"scramble": ["R U F", "R2 F2", "D2 L"], "event": ["a", "b", "a"], "year": [1, 1, None]})
    table = cubiform.analyze(given, stages="cross")
    groups = cubiform.stats(table, "W", by=["event", "year"])
    found = {(row["event"], row["year"]): row["n"] for row in groups.to_pylist()}
    assert found == {("a", 1): 1, ("b", 1): 1, ("a", None): 1}
    assert cubiform.stats(table, "W", by="event").column("n").to_pylist() == [2, 1]
    with pytest.raises(cubiform.ArgumentError, match="no column 'day'"):
        cubiform.stats(table, "W", by="day")
    with pytest.raises(cubiform.ArgumentError, match="list is not a table"):
        cubiform.stats(["R U F"])


def test_columns_of_lengths_are_found_by_metadata_or_known_stages() -> None:
    given = pd.DataFrame({"scramble": ["R", "R2"], "shirt_red": ["a", "b"], "rating_white": [1.5, 2], "wins_white": [1, 2]})
    table = cubiform.analyze(given, stages="cross", goal="std,cross + FR edge")
    for data in (table, table.to_pandas(), pl.from_arrow(table), table.to_reader()):
        stages = cubiform.stats(data, "W")["stage"].to_pylist()
        assert stages == ["cross", "cross + FR edge"]


def test_stats_of_numbers_that_pandas_has_changed() -> None:
    frame = cubiform.analyze(["R", "Q", "R U F"], stages="cross", on_error="null").to_pandas()
    assert frame["cross_z2"].dtype == "float64"
    assert cubiform.stats(frame, "W").select(["mean", "n"]).to_pylist() == [{"mean": 1.5, "n": 2}]
    for values, reason in (
        ([2.5, None, 3], "has 2.5, which is no length"),
        ([300, None, 3], "has 300, which is no length"),
        (["1", "2", "3"], "has no numbers"),
    ):
        with pytest.raises(cubiform.ArgumentError, match=f"the column 'cross_z2' {reason}"):
            cubiform.stats(frame.assign(cross_z2=values), "W")
    with pytest.raises(cubiform.ArgumentError, match="two columns have the lengths of cross on white"):
        cubiform.stats(pd.DataFrame({"cross_z2": [1], "cross_white": [2]}))


def test_stats_of_many_groups_take_one_pass() -> None:
    rows = 40_000
    given = pa.table({"scramble": ["R U F", "R2 F2"] * (rows // 2), "group": [i // 5 for i in range(rows)]})
    table = cubiform.analyze(given, stages="cross")
    since = time.process_time()
    groups = cubiform.stats(table.to_reader(), "W", by="group")
    # A pass for each of the 8,000 groups takes minutes.
    assert time.process_time() - since < 5
    assert groups.num_rows == 8000 and set(groups["n"].to_pylist()) == {5}
    assert groups["group"].to_pylist() == list(range(8000))


def test_stats_are_tidy() -> None:
    table = cubiform.analyze(cubiform.random_states(500, seed=1), stages="cross")
    tidy = cubiform.stats(table)
    assert tidy.num_rows == 63
    one = tidy.filter(pa.compute.equal(tidy.column("colors"), "W")).to_pylist()[0]
    lengths = table.column("cross_z2").to_pylist()
    assert one["mean"] == pytest.approx(sum(lengths) / len(lengths))
    with pytest.raises(cubiform.ArgumentError):
        cubiform.stats(table, "X")


def random_analysis(rows: int = 300) -> pd.DataFrame:
    """Returns an analysis of random states with an event and a competition, and one row without lengths."""
    frame = cubiform.random_states(rows, seed=3).to_pandas()
    frame["event"] = ["333", "333oh"] * (rows // 2)
    frame["competition"] = [f"Somewhere{2000 + i % 3}" for i in range(rows)]
    frame.loc[5, "facelets"] = "R Q"
    given = frame.rename(columns={"facelets": "scramble"})
    return cubiform.analyze(given, stages="cross,xcross", on_error="null").to_pandas()


def command_of(frame: pd.DataFrame, **options: Any) -> Any:
    """Returns the document of the command for the rows with lengths."""
    text = frame.dropna(subset="cross_z2").drop(columns="error").astype({"row": int})
    text = text.astype({name: int for name in text if name.startswith(("cross_", "xcross_"))}).to_csv(index=False)
    request = {"operation": "stats", "input": text, "fair": True, **options}
    document = json.loads(_native.answer(json.dumps(request), None, None))
    del document["provenance"]
    return document


def test_tests_of_fairness_are_those_of_the_command() -> None:
    frame = random_analysis()
    found = cubiform.stats(frame, fair=True, permutations=99, seed=5)
    assert found["scrambles"] == 299 and found["fair"][0]["verdict"] == "consistent"
    assert {row["by"] for row in found["fair_groups"]} == {"event", "year"}
    assert found == command_of(frame, permutations=99, seed=5)
    table = pa.Table.from_pandas(frame)
    by_event = cubiform.stats(table.to_reader(max_chunksize=50), "W,CN", "event", fair=True)
    assert by_event == command_of(frame, sets="W,CN", by="event")
    both = cubiform.stats(table, by=["competition", "event"], fair=True, permutations=9)
    assert both == command_of(frame, by="competition,event", permutations=9)


def test_fairness_of_other_scrambles() -> None:
    # Two thirds of the states have a white cross of at most 5 moves.
    easy = cubiform.random_states(300, where="cross[W] <= 5", seed=1)
    result = cubiform.stats(cubiform.analyze(easy, stages="cross"), fair=True)["fair"][0]
    assert result["verdict"] == "inconsistent" and result["smallest_corrected_p"] < 0.001
    states = cubiform.random_states(30, seed=1)
    twice = cubiform.analyze(pa.concat_tables([states, states]), stages="cross")
    found = cubiform.stats(twice, fair=True)
    assert found["fair"][0]["verdict"] == "repeated" and found["fair"][0]["repeats"] == 30
    assert found["fair_repeats"][0] == {"row": 31, "id": "random-1-1", "first_row": 1}


def test_fairness_that_cannot_be_tested() -> None:
    with pytest.raises(cubiform.CubiformError, match="2 scrambles are too few"):
        cubiform.stats(cubiform.analyze(["R U F", "R2 F2"], stages="cross"), fair=True)
    with pytest.raises(cubiform.CubiformError, match="no stage can be tested") as raised:
        cubiform.stats(pd.DataFrame({"id": ["a"], "xxxcross_white": [9]}), fair=True)
    assert raised.value.hint == 'analyse the scrambles with: cubiform.analyze(scrambles, stages="cross")'
    table = cubiform.analyze("R U F", stages="cross")
    with pytest.raises(cubiform.ArgumentError, match="no column 'day'"):
        cubiform.stats(table, by="day", fair=True)
    for name in ("permutations", "seed"):
        with pytest.raises(cubiform.ArgumentError, match=f"^{name}: is for the tests of fairness; add fair=True"):
            cubiform.stats(table, **{name: 1})
    impossible = pd.DataFrame({"id": ["a"], "cross_white": [9]})
    with pytest.raises(cubiform.CubiformError, match="data: row 1: cross_z2 is 9, but no cube needs more than 8 moves"):
        cubiform.stats(impossible, fair=True)


def test_folder_without_manifest_is_refused(tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "analysis-20.csv", tmp_path)
    with pytest.raises(cubiform.CubiformError, match="no _manifest.json"):
        cubiform.open_run(tmp_path)
