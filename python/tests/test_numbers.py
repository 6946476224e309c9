"""Tests that numbers of analyses are added, subtracted and multiplied without overflow, in every library and source."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pytest

import cubiform

# The first has a white cross of six moves and a white xcross of seven.
SCRAMBLES = ["B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B", "R U F"]
QUESTION: dict[str, Any] = {"stages": "cross,xcross", "columns": "color"}
FOLDER = Path(__file__).parent / "fixtures"


def of_analyze(folder: Path) -> pa.Table:
    return cubiform.analyze(SCRAMBLES, **QUESTION)


def of_batches(folder: Path) -> pa.Table:
    return cubiform.analyze_batches(SCRAMBLES, **QUESTION).read_all()


def of_run(folder: Path) -> pa.Table:
    return cubiform.analyze_run(SCRAMBLES, folder / "run", **QUESTION).to_table()


def of_dataset(folder: Path) -> pa.Table:
    return cubiform.analyze_run(SCRAMBLES, folder / "run", **QUESTION).dataset().to_table()


def of_frame(folder: Path) -> pa.Table:
    return cubiform.analyze(pd.DataFrame({"scramble": SCRAMBLES}, index=["a", "b"]), **QUESTION)


SOURCES = [of_analyze, of_batches, of_run, of_dataset, of_frame]


@pytest.mark.parametrize("source", SOURCES)
def test_numbers_do_not_wrap(source: Callable[[Path], pa.Table], tmp_path: Path) -> None:
    answers = source(tmp_path)
    frame, polars = answers.to_pandas(), pl.from_arrow(answers)
    assert isinstance(polars, pl.DataFrame)
    for data in (frame, polars):
        white, slot = data["cross_white"], data["xcross_white"]
        assert list(white) == [6, 2] and list(slot) == [7, 2]
        assert list(white - slot) == [-1, 0] and list(-white) == [-6, -2] and list(white - 8) == [-2, -6]
        assert list(white * 100) == [600, 200] and list(white * 10**9) == [6 * 10**9, 2 * 10**9]
        assert white.sum() == 8 and (white - slot).sum() == -1 and (slot - white).mean() == 0.5
        assert list(10**white) == [10**6, 100] and list(data["row"] - 2) == [-1, 0]
        assert list(white.diff())[1] == -4 and list(white.cumsum() if data is frame else white.cum_sum()) == [6, 8]
    assert pc.subtract(answers["cross_white"], answers["xcross_white"]).to_pylist() == [-1, 0]
    assert pc.multiply(answers["cross_white"], 100).to_pylist() == [600, 200]
    query = "select cross_white - xcross_white, cross_white * 1000000000, sum(cross_white) over () from answers"
    assert (-1, 6 * 10**9, 8) in duckdb.sql(query).fetchall()


def test_numbers_of_solutions_do_not_wrap() -> None:
    question: dict[str, Any] = {"stages": "cross,xcross", "colors": "W"}
    solutions = cubiform.analyze(SCRAMBLES, solutions=1, **question).to_pandas()["solutions"]
    assert [one["length"] - 7 for one in solutions[0]] == [-1, 0]
    table = cubiform.analyze(SCRAMBLES, solutions=1, **question)
    lengths = pl.from_arrow(table).select(pl.col("solutions").list.eval(pl.element().struct["length"] - 7))  # type: ignore[union-attr]
    assert lengths["solutions"].to_list() == [[-1, 0], [-5, -5]]


def test_sums_of_many_rows_do_not_wrap() -> None:
    # polars adds numbers of 32 bits up in 32 bits.
    lengths = cubiform.analyze(SCRAMBLES[:1], **QUESTION)["cross_white"].combine_chunks()
    many = pl.from_arrow(pc.multiply(lengths, 2**29))
    assert isinstance(many, pl.Series)
    assert pl.concat([many, many]).sum() == 12 * 2**29


def test_every_number_of_an_analysis_has_one_type(tmp_path: Path) -> None:
    question: dict[str, Any] = {"stages": "cross", "on_error": "null"}
    tables = [
        cubiform.analyze(SCRAMBLES, solutions=1, **question),
        cubiform.analyze("R U F", goal="dr", stages="eo"),
        cubiform.analyze_run(SCRAMBLES, tmp_path / "run", stages="cross").dataset().to_table(),
    ]

    def numbers(type_: pa.DataType) -> list[pa.DataType]:
        if pa.types.is_list(type_):
            return numbers(type_.value_type)
        if pa.types.is_struct(type_):
            return [number for field in type_ for number in numbers(field.type)]
        return [type_] if pa.types.is_integer(type_) else []

    for table in tables:
        found = [number for field in table.schema for number in numbers(field.type)]
        assert len(found) > 1 and set(found) == {pa.int64()}


def test_lengths_of_earlier_files_are_read_as_those_of_analyze() -> None:
    run = cubiform.open_run(FOLDER / "run-20")
    assert run.dataset().schema.field("cross_z2").type == pa.int8()
    lengths = run.to_table(columns=["cross_z2", "row"])
    assert lengths.schema.types == [pa.int64(), pa.int64()]
    assert list(lengths.to_pandas()["cross_z2"] * 100)[0] == lengths["cross_z2"][0].as_py() * 100


def test_a_column_of_moves_of_the_input_keeps_its_type(tmp_path: Path) -> None:
    given = pa.table({"scramble": SCRAMBLES, "moves": pa.array([None, 300], pa.int16())})
    assert cubiform.analyze(given, stages="cross").schema.field("moves").type == pa.int16()
    run = cubiform.analyze_run(given, tmp_path / "run", stages="cross")
    assert run.dataset().to_table()["moves"].to_pylist() == [None, 300]
