"""Streams of cubes from the data that users have."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pyarrow as pa

from ._errors import ArgumentError, CubiformError
from ._native import Cube

SCRAMBLE_NAMES = ("scramble", "scrambles", "facelets", "cube")


def joined(names: str | Iterable[str] | None) -> str | None:
    """Returns names separated by commas, as the engine reads them."""
    return names if names is None or isinstance(names, str) else ",".join(names)


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


def _scramble_column(schema: Any) -> str:
    """Returns the name of the column of scrambles."""
    for name in SCRAMBLE_NAMES:
        if name in schema.names:
            return name
    index = json.loads((schema.metadata or {}).get(b"pandas", "{}")).get("index_columns", [])
    texts = [field.name for field in schema if _is_text(field.type) and field.name not in ("id", *map(str, index))]
    if len(texts) == 1:
        return str(texts[0])
    raise ArgumentError(
        f"no column of scrambles among {', '.join(schema.names) or 'no columns'}",
        hint="name it 'scramble'",
        argument="data",
    )


def _of_list(items: list[Any]) -> Any:
    """Returns a table of texts, of pairs of an id and a text, or of rows with names."""
    if items and all(isinstance(item, Mapping) for item in items):
        return pa.Table.from_pylist([dict(item) for item in items])
    if items and all(isinstance(item, tuple) for item in items):
        if any(len(item) != 2 for item in items):
            raise ArgumentError("a tuple is not an id and a scramble", hint="write (id, scramble)", argument="data")
        ids = pa.array([str(item[0]) for item in items], pa.string())
        return pa.table({"id": ids, "scramble": _text_array([item[1] for item in items])})
    return pa.table({"scramble": _text_array(items)})


def _text_array(items: list[Any]) -> Any:
    texts = []
    for row, item in enumerate(items, 1):
        if isinstance(item, Cube):
            item = item.facelets
        elif item is not None and not isinstance(item, str):
            raise ArgumentError(
                f"a {type(item).__name__} is not a scramble", row=row, hint="give texts", argument="data"
            )
        texts.append(item)
    return pa.array(texts, pa.string())


def stream(data: Any, *, text_ids: bool = False) -> tuple[Any, int | None]:
    """Returns a reader of record batches with the columns `scramble` and, if given, `id`, and the number of rows if it
    is known. Ids that are no texts keep their type unless `text_ids`."""
    source, rows = reader([data] if isinstance(data, (str, Cube)) else data)
    names = source.schema.names
    for name in names:
        if names.count(name) > 1:
            raise ArgumentError(f"two columns are named '{name}'", hint="rename or drop one", argument="data")
    scramble = _scramble_column(source.schema)
    texts = [
        name == scramble or name == "id" and (text_ids or _is_text(source.schema.field("id").type)) for name in names
    ]
    fields = [
        pa.field("scramble" if field.name == scramble else field.name, pa.string() if is_text else field.type)
        for field, is_text in zip(source.schema, texts, strict=True)
    ]
    return _converted(source, pa.schema(fields, source.schema.metadata), texts), rows


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


def reader(data: Any) -> tuple[Any, int | None]:
    """Returns a reader of record batches, and the number of rows if it is known."""
    if isinstance(data, pa.RecordBatchReader):
        return data, None
    try:
        table = _table(data)
        if table is not None:
            return table.to_reader(max_chunksize=8192), table.num_rows
        return pa.RecordBatchReader.from_stream(data), None
    except CubiformError:
        raise
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise ArgumentError(f"a {type(data).__name__} is not a table: {error}", argument="data") from error


def is_table(data: Any) -> bool:
    """Returns whether data is a table or a stream of one."""
    return _library(data) in ("pandas", "polars") or hasattr(data, "__arrow_c_stream__")


def _library(data: Any) -> str:
    return type(data).__module__.split(".")[0]


def _table(data: Any) -> Any:
    """Returns data that is in memory as a table, and None for a stream."""
    if isinstance(data, pa.Table):
        return data
    if isinstance(data, pa.RecordBatch):
        return pa.Table.from_batches([data])
    if isinstance(data, (pa.Array, pa.ChunkedArray)):
        if pa.types.is_struct(data.type):
            chunks = data.chunks if isinstance(data, pa.ChunkedArray) else [data]
            return pa.Table.from_batches([pa.RecordBatch.from_struct_array(chunk) for chunk in chunks])
        return pa.table({"scramble": data})
    if isinstance(data, Mapping):
        is_row = any(isinstance(value, str) for value in data.values())
        return _of_list([data]) if is_row else pa.table(dict(data))
    if _library(data) == "pandas":
        # The index becomes a column, unless it is a range; the metadata tells pandas which.
        return pa.Table.from_pandas(data if hasattr(data, "columns") else data.to_frame("scramble"))
    if _library(data) == "polars":
        arrow = (data.collect() if hasattr(data, "collect") else data).to_arrow()
        return arrow if isinstance(arrow, pa.Table) else pa.table({"scramble": arrow})
    if hasattr(data, "__arrow_c_stream__"):
        return None
    if hasattr(data, "__arrow_c_array__"):
        return _table(pa.array(data))
    if isinstance(data, (bytes, int, float)) or not hasattr(data, "__iter__"):
        raise ArgumentError(
            f"a {type(data).__name__} is not a list of scrambles", hint="give texts or a table", argument="data"
        )
    return _of_list(list(data))
