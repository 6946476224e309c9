"""Analyses of scrambles."""

from __future__ import annotations

import operator
import os
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, Literal

import pyarrow as pa

from . import _input, _native, _requests
from ._arguments import All, Count, Names, Order, Path, Progress, Slack, Threads, checked, solution_count
from ._errors import CubiformError

Columns = Literal["rotation", "color"]
OnError = Literal["raise", "null"]

# The number of rows from which large tables are copied into memory, as the command does.
_MANY_ROWS = 200
# The number of analyzers that `analyze` keeps.
_KEPT = 4
# The arguments that are names, with their defaults.
_NAMES = {"goal": "std", "stages": "all", "colors": "all"}


def _joined(names: Names | None, default: str) -> str:
    found = _input.joined(names)
    return default if found is None else found


class Analyzer:
    """An analyzer of stages that keeps its tables open.

    The first use builds small tables in the folder that the command `cubiform` uses too: up to 388 MB in half a minute of
    CPU time for all stages of the default goal. A line on standard error says so. Larger
    tables, which `cubiform.tables.build` makes, are used if they are there. Tables are mapped, so that processes of one
    machine share them. An analyzer can be pickled: the copy has the same question and opens the same tables.

    Args:
        goal: The goal, or several separated by commas: ``"std"``, ``"eo,pseudo"``, or an expression.
        stages: The stages, such as ``"cross,xcross"`` or ``["cross", "xcross"]``; all by default.
        colors: The bottom colours, such as ``"WY"``, ``"white"`` or ``["white", "yellow"]``.
        columns: ``"rotation"`` names columns ``cross_z2``, ``"color"`` names them ``cross_white``.
        solutions: The maximum number of solutions for each stage and colour, or ``"all"``.
        on_error: ``"raise"`` raises `ScrambleError` at the first scramble that cannot be read; ``"null"`` returns null
            lengths for it and adds a column ``error``.
        threads: The number of threads; all of the machine by default.
        tables: The folder of the tables; by default that of the command.
        slack: Also finds solutions that are up to this number of moves, 0 to 4, longer than the shortest: at most `solutions`
            of each length.
        order: ``"effort"`` sorts solutions of the same length by the effort of the hands.
        moves: The allowed moves, such as ``"<R,U,F>"``; all by default. A stage that they never reach has a null length.
        links: Adds to each solution a ``link`` that opens it in a player; without `solutions`, one solution of each stage.

    >>> analyzer = Analyzer(stages="cross", colors="white")
    >>> analyzer.analyze(["R U F", "R2 F2"]).column("cross_z2").to_pylist()
    [2, 2]
    """

    @checked
    def __init__(
        self,
        goal: Names = "std",
        stages: Names | None = None,
        colors: Names = "all",
        columns: Columns = "rotation",
        solutions: Count | All = 0,
        on_error: OnError = "raise",
        threads: Threads | None = None,
        tables: Path | None = None,
        *,
        slack: Slack = 0,
        order: Order = "found",
        moves: str | None = None,
        links: bool = False,
        _in_memory: bool = False,
        _progress: Progress | None = None,
    ) -> None:
        self._question: dict[str, Any] = {
            "goal": _joined(goal, _NAMES["goal"]),
            "stages": _joined(stages, _NAMES["stages"]),
            "colors": _joined(colors, _NAMES["colors"]),
            "columns": columns,
            "solutions": solutions if solutions == "all" else operator.index(solutions),
            "on_error": on_error,
            "threads": threads,
            "slack": operator.index(slack),
            "order": order,
        "moves": moves,
        "links": links,
        }
        names = ("goal", "stages", "colors", "slack", "order", "moves", "links")
        request = {name: self._question[name] for name in names}
        # Links are of one solution, unless a number is named.
        request["solutions"] = solution_count(self._question["solutions"]) or (1 if links else 0)
        # As in the command, solutions are those of the best colours unless colours are named.
        request["only_best"] = request["colors"] == "all"
        folder = _requests.folder(tables)
        self._engine = _native.Engine(_requests.to_json(request), folder, threads, _in_memory, _progress)

    @property
    def stages(self) -> list[str]:
        """The names of the stages, in the order of the columns."""
        return self._engine.stages

    @property
    def tables(self) -> str:
        """The folder of the tables."""
        return str(self._engine.folder)

    @checked
    def analyze(self, data: Any, progress: Progress | None = None) -> pa.Table:
        """Returns the analyses of scrambles as a table; see `cubiform.analyze`.

        Args:
            data: Data as in `cubiform.analyze`.
            progress: Is called with the number of scrambles that are done since its last call.
        """
        return self._table(_input.stream(data), progress)

    @checked
    def analyze_batches(self, data: Any, progress: Progress | None = None) -> pa.RecordBatchReader:
        """Returns a reader of the analyses; see `cubiform.analyze_batches`.

        Args:
            data: Data as in `cubiform.analyze_batches`.
            progress: Is called with the number of scrambles that are done since its last call.
        """
        source = _input.stream(data)
        batches, schema = self._start(source)
        return pa.RecordBatchReader.from_batches(schema, _converted(batches, progress, source))

    def _table(self, source: _input.Source, progress: Progress | None) -> pa.Table:
        batches, schema = self._start(source)
        return pa.Table.from_batches(list(_converted(batches, progress, source)), schema)

    def _start(self, source: _input.Source) -> tuple[_native.Batches, pa.Schema]:
        question = self._question
        null_errors = question["on_error"] == "null"
        batches = self._engine.batches(source.reader, question["columns"], null_errors)
        return batches, pa.schema(batches.schema)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_opened, ({**self._question, "tables": self.tables},))

    def __repr__(self) -> str:
        goal, colors = self._question["goal"], self._question["colors"]
        return f"Analyzer(goal={goal!r}, stages={self.stages!r}, colors={colors!r})"


def _opened(question: dict[str, Any]) -> Analyzer:
    """Returns the analyzer of a question, as pickle calls it."""
    return Analyzer(**question)


def _converted(
    batches: _native.Batches, progress: Progress | None, source: _input.Source
) -> Iterator[pa.RecordBatch]:
    """Yields the batches for pyarrow. Reports to `progress` the number of scrambles since its last call."""
    done = 0
    try:
        for native in batches:
            batch = pa.record_batch(native)
            if progress is not None and batch.num_rows:
                last = int(batch.column("row")[-1].as_py())
                progress(last - done)
                done = last
            yield batch
    except CubiformError as error:
        raise source.labelled(error) from None
    finally:
        batches.cancel()


_analyzers: OrderedDict[tuple[Any, ...], Analyzer] = OrderedDict()


def _analyzer(in_memory: bool, progress: Progress | None, **question: Any) -> Analyzer:
    """Returns an analyzer, one of those used last if possible."""
    for name, default in _NAMES.items():
        question[name] = _joined(question[name], default)
    tables = question["tables"]
    folder = os.environ.get("CUBIFORM_TABLES") if tables is None else os.fspath(tables)
    key = (*sorted({**question, "tables": folder}.items()), in_memory)
    found = _analyzers.pop(key, None)
    if found is None:
        found = Analyzer(**question, _in_memory=in_memory, _progress=progress)
    _analyzers[key] = found
    while len(_analyzers) > _KEPT:
        _analyzers.popitem(last=False)
    return found


@checked
def analyze(
    data: Any,
    goal: Names = "std",
    stages: Names | None = None,
    colors: Names = "all",
    columns: Columns = "rotation",
    solutions: Count | All = 0,
    on_error: OnError = "raise",
    threads: Threads | None = None,
    tables: Path | None = None,
    progress: Progress | None = None,
    *,
    slack: Slack = 0,
    order: Order = "found",
    moves: str | None = None,
    links: bool = False,
) -> pa.Table:
    """Returns the minimum number of moves of each stage and bottom colour, for each scramble.

    Args:
        data: A scramble, a `Cube` or an `Algorithm`; a list of them, of (id, scramble) tuples or of dictionaries; a Series
            of pandas or polars; an Arrow array; or a table with a column ``scramble`` and, optionally, ``id``. Ids, other
            columns and the index of a DataFrame are kept with their types; values for which Arrow has no type become
            texts, with a warning. A cube may be given as moves, facelets or in Reid's notation.
        goal: The goal, or several separated by commas: ``"std"``, ``"eo,pseudo"``, or an expression.
        stages: The stages, such as ``"cross,xcross"`` or ``["cross", "xcross"]``; all by default.
        colors: The bottom colours, such as ``"WY"``, ``"white"`` or ``["white", "yellow"]``.
        columns: ``"rotation"`` names columns ``cross_z2``, ``"color"`` names them ``cross_white``.
        solutions: The maximum number of solutions for each stage and colour, or ``"all"``.
        on_error: ``"raise"`` raises `ScrambleError` at the first scramble that cannot be read; ``"null"`` returns null
            lengths for it and adds a column ``error``.
        threads: The number of threads; all of the machine by default.
        tables: The folder of the tables; by default that of the command.
        progress: Is called with the number of scrambles that are done since its last call, which is 0 while tables are
            built; ``tqdm(...).update`` works.
        slack: Also finds solutions that are up to this number of moves, 0 to 4, longer than the shortest: at most `solutions`
            of each length.
        order: ``"effort"`` sorts solutions of the same length by the effort of the hands.
        moves: The allowed moves, such as ``"<R,U,F>"``; all by default. A stage that they never reach has a null length.
        links: Adds to each solution a ``link`` that opens it in a player; without `solutions`, one solution of each stage.

    All numbers are 64-bit integers. An `Analyzer` answers the same question many times.

    Raises:
        ScrambleError: If a scramble cannot be read.
        ArgumentError: If an argument or the data cannot be used.

    >>> import cubiform
    >>> table = cubiform.analyze(["R U F", "R2 F2"], stages="cross", columns="color")
    >>> table.column("cross_white").to_pylist()
    [2, 2]
    >>> cubiform.analyze("R U Q")
    Traceback (most recent call last):
        ...
    cubiform.ScrambleError: row 1, column 5: 'Q' is not a move; expected ...
    """
    source = _input.stream(data)
    in_memory = source.rows is None or source.rows >= _MANY_ROWS
    found = _analyzer(
        in_memory,
        progress,
        goal=goal,
        stages=stages,
        colors=colors,
        columns=columns,
        solutions=solutions,
        on_error=on_error,
        threads=threads,
        tables=tables,
        slack=slack,
        order=order,
        moves=moves,
        links=links,
    )
    return found._table(source, progress)


@checked
def analyze_batches(
    data: Any,
    goal: Names = "std",
    stages: Names | None = None,
    colors: Names = "all",
    columns: Columns = "rotation",
    solutions: Count | All = 0,
    on_error: OnError = "raise",
    threads: Threads | None = None,
    tables: Path | None = None,
    progress: Progress | None = None,
    *,
    slack: Slack = 0,
    order: Order = "found",
    moves: str | None = None,
    links: bool = False,
) -> pa.RecordBatchReader:
    """Returns a reader of the analyses of a stream of scrambles, which takes constant memory.

    Args:
        data: A `pyarrow.RecordBatchReader`, another object with ``__arrow_c_stream__``, or data as in `analyze`.
        goal: The goal, or several separated by commas: ``"std"``, ``"eo,pseudo"``, or an expression.
        stages: The stages, such as ``"cross,xcross"`` or ``["cross", "xcross"]``; all by default.
        colors: The bottom colours, such as ``"WY"``, ``"white"`` or ``["white", "yellow"]``.
        columns: ``"rotation"`` names columns ``cross_z2``, ``"color"`` names them ``cross_white``.
        solutions: The maximum number of solutions for each stage and colour, or ``"all"``.
        on_error: ``"raise"`` raises `ScrambleError` at the first scramble that cannot be read; ``"null"`` returns null
            lengths for it and adds a column ``error``.
        threads: The number of threads; all of the machine by default.
        tables: The folder of the tables; by default that of the command.
        progress: Is called with the number of scrambles that are done since its last call.
        slack: Also finds solutions that are up to this number of moves, 0 to 4, longer than the shortest: at most `solutions`
            of each length.
        order: ``"effort"`` sorts solutions of the same length by the effort of the hands.
        moves: The allowed moves, such as ``"<R,U,F>"``; all by default. A stage that they never reach has a null length.
        links: Adds to each solution a ``link`` that opens it in a player; without `solutions`, one solution of each stage.

    The batches are in the order of the input.

    >>> import cubiform
    >>> reader = cubiform.analyze_batches(["R U F"] * 3, stages="cross", colors="white")
    >>> sum(batch.num_rows for batch in reader)
    3
    """
    names = (goal, stages, colors, columns, solutions, on_error, threads, tables)
    found = Analyzer(*names, slack=slack, order=order, moves=moves, links=links, _in_memory=True, _progress=progress)
    return found.analyze_batches(data, progress)
