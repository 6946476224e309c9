"""Analyses of DataFrames of Spark.

::

    import cubiform.spark

    lengths = cubiform.spark.analyze(spark.read.parquet("scrambles"), stages="cross,xcross")
    lengths.write.parquet("lengths")

It needs PySpark: ``pip install "cubiform[spark]"``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from . import _analyze, _blocks
from ._analyze import Columns, OnError
from ._arguments import All, Count, Names, Order, Path, Slack, Threads, checked
from ._errors import CubiformError


@checked
def analyze(
    frame: Any,
    goal: Names = "std",
    stages: Names | None = None,
    colors: Names = "all",
    columns: Columns = "rotation",
    solutions: Count | All = 0,
    on_error: OnError = "raise",
    threads: Threads = 1,
    tables: Path | None = None,
    *,
    slack: Slack = 0,
    order: Order = "found",
    moves: str | None = None,
    links: bool = False,
) -> Any:
    """Returns a DataFrame of Spark with the analyses of the scrambles of another.

    The result has the other columns of `frame` and those of `cubiform.analyze`, except for ``row``: rows of Spark have no
    numbers. There is an ``id`` if `frame` has one. Lengths are of the type ``bigint``.

    Args:
        frame: A DataFrame with a column ``scramble`` or ``facelets``.
        goal: The goal, or several separated by commas: ``"std"``, ``"eo,pseudo"``, or an expression.
        stages: The stages, such as ``"cross,xcross"`` or ``["cross", "xcross"]``; all by default.
        colors: The bottom colours, such as ``"WY"``, ``"white"`` or ``["white", "yellow"]``.
        columns: ``"rotation"`` names columns ``cross_z2``, ``"color"`` names them ``cross_white``.
        solutions: The maximum number of solutions for each stage and colour, or ``"all"``.
        on_error: ``"raise"`` raises `ScrambleError` at the first scramble that cannot be read; ``"null"`` returns null
            lengths for it and adds a column ``error``.
        threads: The number of threads of each task; set ``spark.task.cpus`` to the same number.
        tables: The folder of the tables, under the same path on each node.
        slack: Also finds solutions that are up to this number of moves, 0 to 4, longer than the shortest: at most `solutions`
            of each length.
        order: ``"effort"`` sorts solutions of the same length by the effort of the hands.
        moves: The allowed moves, such as ``"<R,U,F>"``; all by default. A stage that they never reach has a null length.
        links: Adds to each solution a ``link`` that opens it in a player; without `solutions`, one solution of each stage.
    """
    try:
        from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
    except ImportError:
        raise CubiformError(
            "PySpark is not installed", hint='run: pip install "cubiform[spark]"'
        ) from None
    given = to_arrow_schema(frame.schema)
    question = {
        "goal": goal,
        "stages": stages,
        "colors": colors,
        "columns": columns,
        "solutions": solutions,
        "on_error": on_error,
        "threads": threads,
        "tables": None if tables is None else os.path.abspath(tables),
        "slack": slack,
        "order": order,
        "moves": moves,
        "links": links,
    }
    has_id = "id" in given.names

    def converted(reader: pa.RecordBatchReader, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        for batch in reader:
            yield batch.select(schema.names).cast(schema)

    def start(batches: Iterator[pa.RecordBatch]) -> tuple[pa.RecordBatchReader, pa.Schema]:
        """Returns the analyses of batches, and the schema to convert them to."""
        # A Python process of Spark does many tasks; it keeps its last analyzers.
        analyzer = _analyze._analyzer(False, None, **question)
        reader = analyzer.analyze_batches(pa.RecordBatchReader.from_batches(given, batches))
        schema = _blocks.stored_schema(reader.schema, on_error, moves)
        left_out = ("row",) if has_id else ("row", "id")
        return reader, pa.schema([field for field in schema if field.name not in left_out])

    def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return converted(*start(batches))

    _, schema = start(iter([]))
    return frame.mapInArrow(task, from_arrow_schema(schema))
