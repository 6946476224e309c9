"""Tests on a local Spark. They need Java and take half a minute: ``pytest -m slow``."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest

import cubiform
import cubiform.spark

pytest.importorskip("pyspark")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java"),
]


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def rows(table: pa.Table) -> list[dict[str, Any]]:
    return sorted(table.drop_columns(["row"]).to_pylist(), key=lambda row: str(row["id"]))


def test_same_rows_as_one_process(spark: Any) -> None:
    scrambles = cubiform.random_states(10_000, seed=28)
    scrambles = scrambles.append_column("year", pa.array([2000 + i % 20 for i in range(10_000)]))
    frame = spark.createDataFrame(scrambles).repartition(7)
    result = cubiform.spark.analyze(frame, stages="cross,xcross", colors="WY")
    assert dict(result.dtypes)["cross_z2"] == "bigint"
    found = sorted((row.asDict() for row in result.collect()), key=lambda row: str(row["id"]))
    assert found == rows(cubiform.analyze(scrambles, stages="cross,xcross", colors="WY"))


def test_frames_without_ids(spark: Any) -> None:
    frame = spark.createDataFrame([("R U F",), ("R2 F2",)], ["scramble"])
    result = cubiform.spark.analyze(frame, stages="cross", colors="W")
    assert result.columns == ["scramble", "cross_z2"]
    assert [tuple(row) for row in result.collect()] == [("R U F", 2), ("R2 F2", 2)]


def test_unreadable_scrambles(spark: Any) -> None:
    frame = spark.createDataFrame([("a", "R U F"), ("b", "R Q"), ("c", None)], ["id", "scramble"])
    result = cubiform.spark.analyze(frame, stages="cross", colors="W", on_error="null").toPandas()
    assert list(result["id"]) == ["a", "b", "c"]
    assert list(result["cross_z2"].isna()) == [False, True, True]
    assert "'Q' is not a move" in result["error"][1]
    with pytest.raises(Exception, match="'Q' is not a move"):
        cubiform.spark.analyze(frame, stages="cross").collect()
