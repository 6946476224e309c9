"""Streams of cubes from the data that users have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pyarrow as pa

from ._errors import ArgumentError
from ._native import Cube

def joined(names: str | Iterable[str] | None) -> str | None:
    """Returns names separated by commas, as the engine reads them."""
    return names if names is None or isinstance(names, str) else ",".join(names)


SCRAMBLE_NAMES = ("scramble", "scrambles", "facelets", "cube")


def _texts(column: Any) -> Any:
    """Returns a column as texts."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    if pa.types.is_null(column.type) or not pa.types.is_string(column.type):
        return column.cast(pa.string())
    return column


def _is_text(type_: Any) -> bool:
    if pa.types.is_dictionary(type_):
        return _is_text(type_.value_type)
    names = ("is_string", "is_large_string", "is_string_view")
    return any(getattr(pa.types, name)(type_) for name in names if hasattr(pa.types, name))


def _scramble_column(schema: Any) -> str:
    """Returns the name of the column of scrambles."""
    for name in SCRAMBLE_NAMES:
        if name in schema.names:
            return name
    texts = [field.name for field in schema if _is_text(field.type) and field.name != "id"]
    if len(texts) == 1:
        return str(texts[0])
    raise ArgumentError(
        f"no column of scrambles among {', '.join(schema.names) or 'no columns'}",
        hint="name it 'scramble'",
    )


def _prepare(batch: Any, scramble: str, schema: Any) -> Any:
    """Returns a batch of the schema, whose ids and scrambles are texts and have their names."""
    columns = []
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if name == scramble:
            column = _texts(column)
        elif name == "id":
            column = _texts(column)
        elif name == "scramble":
            continue
        columns.append(column)
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _prepared_schema(schema: Any, scramble: str) -> Any:
    fields = []
    for field in schema:
        if field.name == scramble:
            field = pa.field("scramble", pa.string())
        elif field.name == "id":
            field = pa.field("id", pa.string())
        elif field.name == "scramble":
            continue
        fields.append(pa.field(field.name, field.type))
    # The metadata of pandas describes the columns as they were.
    metadata = {key: value for key, value in (schema.metadata or {}).items() if key != b"pandas"}
    return pa.schema(fields, metadata)


def _of_column(column: Any) -> Any:
    return pa.table({"scramble": column})


def _of_list(items: list[Any]) -> Any:
    """Returns a table of texts, or of pairs of an id and a text."""
    if items and all(isinstance(item, tuple) for item in items):
        if any(len(item) != 2 for item in items):
            raise ArgumentError("a tuple is not an id and a scramble", hint="write (id, scramble)")
        ids = pa.array([str(item[0]) for item in items], pa.string())
        return pa.table({"id": ids, "scramble": _text_array([item[1] for item in items])})
    return _of_column(_text_array(items))


def _text_array(items: list[Any]) -> Any:
    texts = []
    for row, item in enumerate(items, 1):
        if isinstance(item, Cube):
            item = item.facelets
        elif item is not None and not isinstance(item, str):
            raise ArgumentError(f"a {type(item).__name__} is not a scramble", row=row, hint="give texts")
        texts.append(item)
    return pa.array(texts, pa.string())


def stream(data: Any) -> tuple[Any, int | None]:
    """Returns a reader of record batches with the columns `scramble` and, if given, `id`, and the number of rows if it
    is known."""
    rows: int | None = None
    if isinstance(data, (str, Cube)):
        data = [data]
    if isinstance(data, pa.RecordBatchReader):
        reader = data
    else:
        table = _table(data)
        if table is not None:
            rows = table.num_rows
            reader = table.to_reader(max_chunksize=8192)
        else:
            reader = pa.RecordBatchReader.from_stream(data)
    scramble = _scramble_column(reader.schema)
    schema = _prepared_schema(reader.schema, scramble)

    def batches() -> Iterator[Any]:
        for batch in reader:
            yield _prepare(batch, scramble, schema)

    return pa.RecordBatchReader.from_batches(schema, batches()), rows


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
        return _of_column(data)
    if isinstance(data, Mapping):
        return pa.table(dict(data))
    module = type(data).__module__.split(".")[0]
    if module == "pandas":
        if hasattr(data, "columns"):
            return pa.Table.from_pandas(data, preserve_index=False)
        return _of_column(pa.array(data, from_pandas=True))
    if module == "polars":
        arrow = data.to_arrow()
        return arrow if isinstance(arrow, pa.Table) else _of_column(arrow)
    if hasattr(data, "__arrow_c_stream__"):
        return None
    if hasattr(data, "__arrow_c_array__"):
        return _table(pa.array(data))
    if isinstance(data, (bytes, int, float)) or not hasattr(data, "__iter__"):
        raise ArgumentError(f"a {type(data).__name__} is not a list of scrambles", hint="give texts or a table")
    return _of_list(list(data))
