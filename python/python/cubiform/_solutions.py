"""Lists of solutions that also are tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from . import _input
from ._errors import ArgumentError

T = TypeVar("T")


class Solutions(list[T]):
    """The answers of `solve` for several cubes: a list that also is a table with the columns of the input.

    >>> import cubiform
    >>> solutions = cubiform.solve([("first", "R U F"), ("second", "R2")])
    >>> solutions[1]["solution"]
    'R2'
    >>> solutions.to_table().select(["id", "scramble", "solution", "length"]).to_pylist()[1]
    {'id': 'second', 'scramble': 'R2', 'solution': 'R2', 'length': 1}
    """

    def __init__(self, answers: Iterable[T] = (), given: pa.Table | None = None, rows: Iterable[int] = ()) -> None:
        super().__init__(answers)
        self._given = given
        self._rows = list(rows)

    def to_table(self) -> pa.Table:
        """Returns a table with a row for each answer: the columns of the input, the number of its row, and the answer.

        Ids and the other columns of the input keep their types, as in `analyze`.

        Raises:
            ArgumentError: If a column of the input has the name of one of the answer, or answers were added or removed.
        """
        if self._given is None or len(self._rows) != len(self):
            raise ArgumentError(
                "the list is not as solve returned it", hint="call to_table() first, then choose rows of the table"
            )
        answers: list[Any] = list(self)
        names = dict.fromkeys(name for answer in answers for name in answer if name not in ("id", "input"))
        taken = next((name for name in self._given.column_names if name == "row" or name in names), None)
        if taken is not None:
            raise ArgumentError(f"the solutions add a column '{taken}' too", hint="rename yours, or drop it")
        given = self._given.take(pa.array(self._rows, pa.int64()))
        numbers = pa.array([row + 1 for row in self._rows], pa.int64())
        ids = pa.array([answer["id"] for answer in answers], pa.string())
        columns = {"id": ids, "scramble": given.column("scramble"), "row": numbers}
        if "id" in given.column_names:
            column = given.column("id")
            columns["id"] = pc.coalesce(column, ids) if pa.types.is_string(column.type) else column
        for name in given.column_names:
            columns.setdefault(name, given.column(name))
        for name in names:
            columns[name] = _input.nested([answer.get(name) for answer in answers])
        return pa.table(columns, metadata=given.schema.metadata)

    def to_pandas(self) -> Any:
        """Returns the table as a DataFrame of pandas, with the index of the input."""
        return self.to_table().to_pandas()
