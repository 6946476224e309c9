"""Scrambles of files, statistics of analyses, and folders of runs."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Iterable
from typing import Any, Literal

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pa_csv
import pyarrow.dataset as pa_dataset

from . import _native
from ._input import joined
from ._errors import ArgumentError, CubiformError

AnyPath = str | os.PathLike[str]


def stats(
    data: Any, sets: str | Iterable[str] = "all63", by: str | Iterable[str] | None = None
) -> pa.Table:
    """Returns statistics of analyses, with a row for each stage and set of bottom colours.

    The length of a set is that of its best colour. Rows without lengths are left out.

    Args:
        data: A table of `analyze` in the wide layout, a reader of `analyze_batches`, or a DataFrame of them.
        sets: ``"all63"`` for all sets of colours, ``"common"`` for those that solvers use, or sets such as
            ``"W,WY,CN"``. In the answer a set is named by its letters in the order B, G, O, R, W, Y: ``"CN"`` is
            ``"BGORWY"``.
        by: The columns whose values divide the rows into groups, such as ``"event"``; they come first in the answer.

    >>> import cubiform
    >>> table = cubiform.analyze(["R U F", "R2 F2"], stages="cross")
    >>> cubiform.stats(table, "W").select(["stage", "colors", "mean", "n"]).to_pylist()
    [{'stage': 'cross', 'colors': 'W', 'mean': 2.0, 'n': 2}]
    """
    if type(data).__module__.split(".")[0] == "pandas":
        data = pa.Table.from_pandas(data, preserve_index=False)
    if not hasattr(data, "__arrow_c_stream__"):
        raise ArgumentError(
            f"a {type(data).__name__} is not a table of lengths", hint="pass what analyze returned"
        )
    reader = data if isinstance(data, pa.RecordBatchReader) else pa.RecordBatchReader.from_stream(data)
    if by is not None:
        return _stats_by(reader.read_all(), sets, [by] if isinstance(by, str) else list(by))
    names = [
        (name, pa.uint8() if _is_length(name) and pa.types.is_integer(field.type) else field.type)
        for name, field in zip(reader.schema.names, reader.schema, strict=True)
    ]
    schema = pa.schema(names)
    batches = (batch.cast(schema) for batch in reader)
    cast = pa.RecordBatchReader.from_batches(schema, batches)
    text = sets if isinstance(sets, str) else ",".join(sets)
    rows = json.loads(_native.stats(cast, text))
    integers = ("min", "max", "p10", "p50", "p90", "p99", "mode", "n")
    columns = {
        "stage": pa.string(),
        "colors": pa.string(),
        "min": pa.int64(),
        "max": pa.int64(),
        "mean": pa.float64(),
        "se": pa.float64(),
        "sd": pa.float64(),
        **{name: pa.int64() for name in integers[2:-1]},
        "share": pa.float64(),
        "n": pa.int64(),
    }
    return pa.Table.from_pylist(rows, schema=pa.schema(list(columns.items())))


def _stats_by(table: pa.Table, sets: str | Iterable[str], by: list[str]) -> pa.Table:
    unknown = [name for name in by if name not in table.column_names]
    if unknown or not by:
        raise ArgumentError(
            f"by: the table has no column {', '.join(map(repr, unknown)) or 'of an empty name'}",
            hint=f"it has {', '.join(table.column_names)}",
        )
    groups = table.select(by).group_by(by, use_threads=False).aggregate([])
    found = []
    for group in groups.to_pylist():
        chosen = table
        for name, value in group.items():
            column = chosen.column(name)
            mask = pc.is_null(column) if value is None else pc.fill_null(pc.equal(column, value), False)
            chosen = chosen.filter(mask)
        counted = stats(chosen, sets)
        for place, name in enumerate(by):
            values = pa.repeat(pa.scalar(group[name], table.schema.field(name).type), counted.num_rows)
            counted = counted.add_column(place, name, values)
        found.append(counted)
    return pa.concat_tables(found) if found else stats(table, sets)


_SUFFIXES = ("z0", "z1", "z2", "z3", "x1", "x3")
_COLORS = ("white", "yellow", "red", "orange", "green", "blue")


def _is_length(name: str) -> bool:
    return name.rpartition("_")[2] in (*_SUFFIXES, *_COLORS)


def _read(
    path: AnyPath, events: str | None, carry: str | None, on_error: Literal["raise", "skip"], needed: str
) -> pa.Table:
    """Reads a file whose format has the column `needed`."""
    if on_error not in ("raise", "skip"):
        raise ArgumentError(f"on_error: '{on_error}' is unknown; expected raise or skip")
    with open(path, "rb"):
        pass  # A file that cannot be opened is an OSError, as of other readers.
    found = _native.FileBatches([os.fspath(path)], events, carry, None, on_error == "skip")
    schema = pa.schema(found.schema)
    if needed not in schema.names:
        hint = "cubiform.analyze reads files of other formats from pandas, polars or pyarrow"
        raise ArgumentError(f"{os.fspath(path)} is not such an export: it has no {needed}", hint=hint)
    table = pa.Table.from_batches([pa.record_batch(batch) for batch in found], schema)
    metadata = {"notes": json.dumps(found.notes)}
    if found.credit is not None:
        metadata["credit"] = found.credit
    return table.replace_schema_metadata(metadata)


# The types of columns of the WCA's table that are not texts, by way of those before.
_WCA_TYPES = {"scramble_num": (pa.int64(),), "is_extra": (pa.int64(), pa.bool_())}


def read_wca(
    path: AnyPath,
    events: str | Iterable[str] | None = None,
    on_error: Literal["raise", "skip"] = "raise",
) -> pa.Table:
    """Returns the scrambles of an export of the WCA: its zip file, or the table of scrambles in it.

    The table has the columns ``id`` and ``scramble`` and those of the export: event, competition, round, group and
    whether the scramble is an extra one. Its
    metadata has the attribution that the export requires (``credit``).

    Args:
        path: The file.
        events: The events to take, such as ``"333,333oh"``; all of the 3x3x3 by default.
        on_error: ``"skip"`` leaves out scrambles that cannot be read, and notes them in the metadata.
    """
    table = _read(path, joined(events), "all", on_error, "event")
    for name, types in _WCA_TYPES.items():
        if name in table.column_names:
            column = table.column(name)
            for type_ in types:
                column = pc.cast(column, type_)
            table = table.set_column(table.column_names.index(name), name, column)
    return table


def read_cstimer(path: AnyPath, on_error: Literal["raise", "skip"] = "raise") -> pa.Table:
    """Returns the solves of an export of csTimer, with the scramble, the time in milliseconds and the date of each.

    Args:
        path: The file.
        on_error: ``"skip"`` leaves out scrambles that cannot be read, and notes them in the metadata.
    """
    return _read(path, None, None, on_error, "time_ms")


# Ids are texts, even if all are numbers.
_CSV = pa_dataset.CsvFileFormat(
    convert_options=pa_csv.ConvertOptions(column_types={"id": pa.string(), "scramble": pa.string()})
)


def _type_of(name: str) -> Any:
    """Returns the type of a column of whole numbers in the tables of `analyze`."""
    if name == "row":
        return pa.uint64()
    return pa.uint8() if name == "moves" or _is_length(name) else None


class Run:
    """A folder of parts, as ``cubiform analyze --output DIR/`` writes it."""

    def __init__(self, folder: AnyPath) -> None:
        self.folder = pathlib.Path(folder)
        manifest = self.folder / "_manifest.json"
        try:
            self.metadata: dict[str, Any] = json.loads(manifest.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise CubiformError(
                f"{self.folder} is not a folder of parts: it has no _manifest.json",
                hint="write one with: cubiform analyze --output DIR/",
            ) from None
        except ValueError as error:
            raise CubiformError(f"{manifest} is damaged: {error}") from None

    @property
    def is_complete(self) -> bool:
        """Whether the input has been analysed completely."""
        return bool(self.metadata["complete"])

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(self.metadata["rows"])

    @property
    def files(self) -> list[pathlib.Path]:
        """The files of the parts, in the order of the input."""
        return [self.folder / part["file"] for part in self.metadata["parts"]]

    def dataset(self) -> pa_dataset.Dataset:
        """Returns the parts as a dataset, for queries that read only some columns or rows."""
        name = str(self.metadata["run"]["format"])
        format_: Any = {"csv": _CSV, "jsonl": "json"}.get(name, name)
        return pa_dataset.dataset([str(file) for file in self.files], format=format_)

    def to_table(self, columns: list[str] | None = None) -> pa.Table:
        """Returns the rows of all parts. Row numbers and lengths have the types of `analyze`."""
        table = self.dataset().to_table(columns=columns)
        for i, field in enumerate(table.schema):
            if pa.types.is_integer(field.type) and (type_ := _type_of(field.name)) is not None:
                table = table.set_column(i, field.name, pc.cast(table.column(i), type_))
        return table

    def verify(self) -> None:
        """Compares every part with the size and the hash in the manifest. Raises `CubiformError` at a difference."""
        for part, file in zip(self.metadata["parts"], self.files, strict=True):
            try:
                found = _native.hash_file(os.fspath(file))
            except FileNotFoundError:
                raise CubiformError(f"{file} is missing", hint="compute it again with --repair") from None
            if found != (part["bytes"], part["xxh3"]):
                raise CubiformError(f"{file} is damaged", hint="compute it again with --repair")

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r})"


def open_run(folder: AnyPath) -> Run:
    """Opens a folder of parts, as ``cubiform analyze --output DIR/`` writes it."""
    return Run(folder)
