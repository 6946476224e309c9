"""Streams of cubes from the data that users have."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from . import _native
from ._errors import ArgumentError, CubiformError
from ._native import Algorithm, Cube

SCRAMBLE_NAMES = ("scramble", "scrambles", "facelets", "cube")


def _plain(label: Any) -> Any:
    """Returns a number of NumPy as one of Python, which is written without its type."""
    return label.item() if hasattr(label, "item") else label


@dataclass
class Source:
    """A stream of record batches, and what is known of the data that it is of."""

    reader: Any
    rows: int | None = None
    """The number of rows."""
    index: Any = None
    """The index of a DataFrame or a Series of pandas, whose labels errors name."""

    def labelled(self, error: CubiformError) -> CubiformError:
        """Returns an error with the label of its row."""
        if error.row is not None and self.index is not None and error.row <= len(self.index):
            label = self.index[error.row - 1]
            error.label = tuple(map(_plain, label)) if isinstance(label, tuple) else _plain(label)
        return error


@dataclass
class _Columns:
    """A table, and the values of its columns for which Arrow has no type: they are texts in the table."""

    table: Any
    untyped: dict[str, Sequence[Any]] = field(default_factory=dict)


# The errors of columns for which Arrow has no type.
_NO_TYPE = (pa.ArrowException, TypeError, ValueError, OverflowError)


def joined(names: str | Iterable[str] | None) -> str | None:
    """Returns names separated by commas, as the engine reads them."""
    return names if names is None or isinstance(names, str) else ",".join(names)


def cube_text(cube: str | Cube | Algorithm | None) -> str | None:
    """Returns the text of a cube, if there is one. An algorithm is the cube that it makes of the solved one."""
    if isinstance(cube, Algorithm):
        # No text is no cube.
        return str(cube) or cube.cube().facelets
    return cube.facelets if isinstance(cube, Cube) else cube


def move_text(moves: str | Algorithm | None) -> str | None:
    """Returns the text of moves, if there are some."""
    return None if moves is None else str(moves)


def is_cube(data: Any) -> bool:
    """Returns whether data is a single cube."""
    return isinstance(data, (str, Cube, Algorithm))


def index_of(data: Any) -> Any:
    """Returns the index of a DataFrame or a Series of pandas, and None for other data."""
    return getattr(data, "index", None) if _library(data) == "pandas" else None


def _texts(column: Any) -> Any:
    """Returns a column as texts."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    return column if pa.types.is_string(column.type) else column.cast(pa.string())


def _is_text(type_: Any) -> bool:
    if pa.types.is_dictionary(type_):
        return _is_text(type_.value_type)
    names = ("is_string", "is_large_string", "is_string_view", "is_null")
    return any(getattr(pa.types, name)(type_) for name in names if hasattr(pa.types, name))


def _scramble_column(schema: Any, untyped: Iterable[str]) -> str:
    """Returns the name of the column of scrambles. A column of untyped values is one only by its name."""
    for name in SCRAMBLE_NAMES:
        if name in schema.names:
            return name
    index = json.loads((schema.metadata or {}).get(b"pandas", "{}")).get("index_columns", [])
    others = ("id", *map(str, index), *untyped)
    texts = [field.name for field in schema if _is_text(field.type) and field.name not in others]
    if len(texts) == 1:
        return str(texts[0])
    raise ArgumentError(
        f"no column of scrambles among {', '.join(schema.names) or 'no columns'}",
        hint="name it 'scramble'",
        argument="data",
    )


def _is_missing(value: Any) -> bool:
    if value is None:
        return True
    if type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and value != value


def _has_cubes(values: Iterable[Any]) -> bool:
    return any(isinstance(value, (Cube, Algorithm)) for value in values)


def _column(values: Sequence[Any]) -> Any:
    """Returns a column of values, and None if Arrow has no type for them."""
    if _has_cubes(values):
        return None
    for from_pandas in (False, True):
        # The second attempt takes NaN among texts for a missing one.
        try:
            return pa.array(values, from_pandas=from_pandas)
        except _NO_TYPE:
            continue
    return None


def nested(values: Sequence[Any]) -> Any:
    """Returns a column of members of answers, which are texts of JSON if Arrow has no type for them."""
    column = _column(values)
    if column is not None:
        return column
    return pa.array([None if value is None else json.dumps(value) for value in values], pa.string())


def _columns(given: Mapping[str, Any]) -> _Columns:
    """Returns columns of values as a table."""
    columns: dict[str, Any] = {}
    untyped: dict[str, Sequence[Any]] = {}
    for name, values in given.items():
        if isinstance(values, (list, tuple)) or getattr(values, "dtype", None) == object:
            items = list(values)
            column = _column(items)
            columns[name] = _untyped(name, items, untyped) if column is None else column
        else:
            columns[name] = values
    return _Columns(pa.table(columns), untyped)


def _text_or_none(value: Any) -> str | None:
    if _is_missing(value):
        return None
    return cube_text(value) if is_cube(value) else str(value)


def _untyped(name: str, values: Sequence[Any], untyped: dict[str, Sequence[Any]]) -> Any:
    """Returns values for which Arrow has no type as a column of texts. Adds them to `untyped`, unless all are cubes."""
    if not all(_is_missing(value) or is_cube(value) for value in values):
        untyped[name] = values
    return pa.array(map(_text_or_none, values), pa.string())


def _of_list(items: list[Any]) -> _Columns:
    """Returns a table of texts, of pairs of an id and a text, or of rows with names."""
    if items and all(isinstance(item, Mapping) for item in items):
        names = dict.fromkeys(name for item in items for name in item)
        return _columns({name: [item.get(name) for item in items] for name in names})
    if items and all(isinstance(item, tuple) for item in items):
        if any(len(item) != 2 for item in items):
            raise ArgumentError("a tuple is not an id and a scramble", hint="write (id, scramble)", argument="data")
        ids = pa.array([str(item[0]) for item in items], pa.string())
        return _Columns(pa.table({"id": ids, "scramble": _text_array([item[1] for item in items])}))
    return _Columns(pa.table({"scramble": _text_array(items)}))


def _text_array(items: Sequence[Any]) -> Any:
    texts = []
    for row, item in enumerate(items, 1):
        if is_cube(item):
            item = cube_text(item)
        elif _is_missing(item):
            item = None
        else:
            raise _not_scrambles(item, f"a {type(item).__name__} is not a scramble", "give texts", row)
        texts.append(item)
    return pa.array(texts, pa.string())


def table(data: Any) -> tuple[pa.Table, Source]:
    """Returns a table with the columns `scramble` and, if given, `id`, and a stream of it whose ids are texts."""
    source = stream(data)
    kept = source.reader.read_all()
    again = Source(kept.to_reader(max_chunksize=8192), kept.num_rows, source.index)
    return kept, with_scrambles(again, {}, text_ids=True)


def _not_scrambles(data: Any, message: str, hint: str, row: int | None = None) -> ArgumentError:
    """Returns the error of data that is no scrambles, with advice if it is the path of a file."""
    if isinstance(data, os.PathLike):
        name = os.fspath(data)
        message, hint = f"a {type(data).__name__} is not a scramble", _native.advice_to_read(str(name))
    return ArgumentError(message, row=row, hint=hint, argument="data")


def _callers_level() -> int:
    """Returns the level of the function outside of this package that called it."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("cubiform."):
        level, frame = level + 1, frame.f_back
    return level


def stream(data: Any, *, text_ids: bool = False) -> Source:
    """Returns a stream with the columns `scramble` and, if given, `id`. Ids that are no texts keep their type unless
    `text_ids`."""
    return with_scrambles(*_read([data] if is_cube(data) else data), text_ids=text_ids)


def with_scrambles(source: Source, untyped: Mapping[str, Sequence[Any]], *, text_ids: bool = False) -> Source:
    """Returns a stream with the columns `scramble` and, if given, `id`. Columns of `untyped` values have become texts."""
    names = source.reader.schema.names
    for name in names:
        if names.count(name) > 1:
            raise ArgumentError(f"two columns are named '{name}'", hint="rename or drop one", argument="data")
    schema = source.reader.schema
    scramble = _scramble_column(schema, untyped)
    for name, values in untyped.items():
        if name == scramble:
            try:
                _text_array(values)
            except ArgumentError as error:
                raise source.labelled(error) from None
        else:
            types = sorted({type(value).__name__ for value in values if not _is_missing(value)})
            text = f"the column '{name}' has values for which Arrow has no type ({', '.join(types)}); they become texts"
            warnings.warn(text, stacklevel=_callers_level())
    texts = [name == scramble or name == "id" and (text_ids or _is_text(schema.field("id").type)) for name in names]
    fields = [
        pa.field("scramble" if field.name == scramble else field.name, pa.string() if is_text else field.type)
        for field, is_text in zip(schema, texts, strict=True)
    ]
    found = _converted(source.reader, pa.schema(fields, schema.metadata), texts)
    return Source(found, source.rows, source.index)


def with_texts(source: Any, names: list[str]) -> Any:
    """Returns a reader of the batches of another, whose columns of these names are texts."""
    texts = [name in names for name in source.schema.names]
    fields = [
        pa.field(field.name, pa.string(), metadata=field.metadata) if is_text else field
        for field, is_text in zip(source.schema, texts, strict=True)
    ]
    return _converted(source, pa.schema(fields, source.schema.metadata), texts)


def _converted(source: Any, schema: Any, texts: list[bool]) -> Any:
    """Returns a reader of the batches of another with a schema that has texts in these columns."""
    if schema == source.schema:
        # Without Python between, no thread of the reader waits for the interpreter, which may be about to end.
        return source

    def batches() -> Iterator[Any]:
        for batch in source:
            columns = [_texts(column) if is_text else column for column, is_text in zip(batch.columns, texts, strict=True)]
            yield pa.RecordBatch.from_arrays(columns, schema=schema)

    return pa.RecordBatchReader.from_batches(schema, batches())


def reader(data: Any) -> Any:
    """Returns a reader of record batches."""
    return _read(data)[0].reader


def _read(data: Any) -> tuple[Source, Mapping[str, Sequence[Any]]]:
    """Returns the stream of data, and the columns for which Arrow has no type, which are texts in it."""
    if isinstance(data, pa.RecordBatchReader):
        return Source(data), {}
    try:
        found = _table(data)
        if found is not None:
            table = found.table
            source = Source(table.to_reader(max_chunksize=8192), table.num_rows, index_of(data))
            return source, found.untyped
        return Source(pa.RecordBatchReader.from_stream(data)), {}
    except CubiformError:
        raise
    except _NO_TYPE as error:
        raise ArgumentError(f"a {type(data).__name__} is not a table: {error}", argument="data") from error


def is_table(data: Any) -> bool:
    """Returns whether data is a table or a stream of one."""
    return _library(data) in ("pandas", "polars") or hasattr(data, "__arrow_c_stream__")


def _library(data: Any) -> str:
    return type(data).__module__.split(".")[0]


def _of_pandas(frame: Any) -> _Columns:
    """Returns a DataFrame as a table. The index becomes a column, unless it is a range; the metadata tells pandas which."""
    columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
    if not any(column.dtype == object and _has_cubes(column) for column in columns):
        try:
            return _Columns(pa.Table.from_pandas(frame))
        except _NO_TYPE:
            # Some column has no type; the others keep theirs.
            pass
    untyped: dict[str, Sequence[Any]] = {}
    replaced = frame.copy(deep=False)
    for place, column in enumerate(columns):
        if _has_cubes(column) or not _has_type(column):
            texts = _untyped(str(frame.columns[place]), column.tolist(), untyped).to_pylist()
            replaced.isetitem(place, type(column)(texts, index=frame.index, dtype=object))
    levels = [frame.index.get_level_values(level) for level in range(frame.index.nlevels)]
    if not all(map(_has_type, levels)):
        for level in levels:
            if not _has_type(level):
                untyped[str(level.name or "index")] = level.tolist()
        replaced = replaced.set_index([level if _has_type(level) else level.map(_text_or_none) for level in levels])
        replaced.index.names = frame.index.names
    return _Columns(pa.Table.from_pandas(replaced), untyped)


def _has_type(column: Any) -> bool:
    """Returns whether Arrow has a type for a column of pandas."""
    try:
        pa.array(column, from_pandas=True)
    except _NO_TYPE:
        return False
    return True


def _of_polars(frame: Any) -> _Columns:
    """Returns a DataFrame of polars as a table."""
    objects = [column for column in frame.get_columns() if str(column.dtype).startswith("Object")]
    if not objects:
        return _Columns(frame.to_arrow())
    untyped: dict[str, Sequence[Any]] = {}
    texts = {column.name: _untyped(column.name, column.to_list(), untyped) for column in objects}
    columns = [texts.get(column.name, column.to_arrow()) for column in frame.get_columns()]
    return _Columns(pa.table(columns, frame.columns), untyped)


def _table(data: Any) -> _Columns | None:
    """Returns data that is in memory as a table, and None for a stream."""
    if isinstance(data, pa.Table):
        return _Columns(data)
    if isinstance(data, pa.RecordBatch):
        return _Columns(pa.Table.from_batches([data]))
    if isinstance(data, (pa.Array, pa.ChunkedArray)):
        if pa.types.is_struct(data.type):
            chunks = data.chunks if isinstance(data, pa.ChunkedArray) else [data]
            return _Columns(pa.Table.from_batches([pa.RecordBatch.from_struct_array(chunk) for chunk in chunks]))
        return _Columns(pa.table({"scramble": data}))
    if isinstance(data, Mapping):
        is_row = any(is_cube(value) for value in data.values())
        return _of_list([data]) if is_row else _columns(data)
    if _library(data) == "pandas":
        return _of_pandas(data if hasattr(data, "columns") else data.to_frame("scramble"))
    if _library(data) == "polars":
        found = data.collect() if hasattr(data, "collect") else data
        return _of_polars(found if hasattr(found, "get_columns") else found.alias("scramble").to_frame())
    if hasattr(data, "__arrow_c_stream__"):
        return None
    if hasattr(data, "__arrow_c_array__"):
        return _table(pa.array(data))
    if isinstance(data, (bytes, int, float, os.PathLike)) or not hasattr(data, "__iter__"):
        raise _not_scrambles(data, f"a {type(data).__name__} is not a list of scrambles", "give texts or a table")
    return _of_list(list(data))
