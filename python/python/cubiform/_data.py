"""Scrambles of files, statistics of analyses, and folders of runs."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any, Literal, overload

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pa_csv
import pyarrow.dataset as pa_dataset

from . import _input, _native
from ._arguments import Names, Path, Permutations, Seed, checked
from ._errors import ArgumentError, CubiformError
from .types import FairnessAnswer


@overload
def stats(
    data: Any,
    sets: Names | None = None,
    by: Names | None = None,
    *,
    fair: Literal[False] = False,
    permutations: Permutations | None = None,
    seed: Seed | None = None,
) -> pa.Table: ...
@overload
def stats(
    data: Any,
    sets: Names | None = None,
    by: Names | None = None,
    *,
    fair: Literal[True],
    permutations: Permutations | None = None,
    seed: Seed | None = None,
) -> FairnessAnswer: ...
@checked
def stats(
    data: Any,
    sets: Names | None = None,
    by: Names | None = None,
    *,
    fair: bool = False,
    permutations: Permutations | None = None,
    seed: Seed | None = None,
) -> pa.Table | FairnessAnswer:
    """Returns statistics of analyses, with a row for each stage and set of bottom colours; or tests of fairness.

    The length of a set is that of its best colour. Rows without lengths are left out.

    Args:
        data: A table of `analyze`, a reader of `analyze_batches`, or a DataFrame of them. Columns of
            lengths are found by their metadata, or by the names of stages if a DataFrame has lost it.
        sets: ``"all63"`` (the default) for all sets of colours, ``"common"`` for those that solvers use, or sets such as
            ``"W,WY,CN"``. In the answer a set is named by its letters in the order B, G, O, R, W, Y: ``"CN"`` is
            ``"BGORWY"``.
        by: The columns whose values divide the rows into groups, such as ``"event"``; they come first in the answer.
        fair: Whether to test if the scrambles may be uniformly random states, as ``cubiform stats --fair`` does. Returns
            its JSON document: means and distributions against the exact ones, the symmetry of the six colours, and all
            p-values corrected for the number of tests. Without ``by``, groups by event and by year are tested, too, if
            the table has these columns.
        permutations: The maximum number of permutations of a test of fairness.
        seed: The seed of the permutations; 1 by default.

    >>> import cubiform
    >>> table = cubiform.analyze(["R U F", "R2 F2"], stages="cross")
    >>> cubiform.stats(table, "W").select(["stage", "colors", "mean", "n"]).to_pylist()
    [{'stage': 'cross', 'colors': 'W', 'mean': 2.0, 'n': 2}]
    >>> table = cubiform.analyze(cubiform.random_states(1000, seed=1), stages="cross")
    >>> cubiform.stats(table, fair=True)["fair"][0]["verdict"]
    'consistent'
    """
    if not _input.is_table(data):
        raise ArgumentError(
            f"a {type(data).__name__} is not a table of lengths", hint="pass what analyze returned", argument="data"
        )
    if not fair and (permutations is not None or seed is not None):
        name = "seed" if permutations is None else "permutations"
        raise ArgumentError("is for the tests of fairness", hint="add fair=True", argument=name)
    source = _input.reader(data)
    columns = None if by is None else [by] if isinstance(by, str) else list(by)
    if not fair:
        batch = _native.stats(source, _input.joined(sets) or "all63", columns or [])
        return pa.Table.from_batches([pa.record_batch(batch)])
    carried = _native.GROUPS_OF_TESTS if columns is None else columns
    carried = [name for name in carried if by is not None or name in source.schema.names]
    texts = _input.with_texts(source, ["id", "scramble", "facelets", *carried])
    document: FairnessAnswer = json.loads(
        _native.fairness(texts, _input.joined(sets), columns, carried, permutations, 1 if seed is None else seed)
    )
    return document


_SUFFIXES = ("z0", "z1", "z2", "z3", "x1", "x3")
_COLORS = ("white", "yellow", "red", "orange", "green", "blue")


def _is_length(name: str) -> bool:
    return name.rpartition("_")[2] in (*_SUFFIXES, *_COLORS)


def _read(
    path: Path, events: str | None, carry: str | None, on_error: Literal["raise", "skip"], needed: str
) -> pa.Table:
    """Reads a file whose format has the column `needed`."""
    with open(path, "rb"):
        pass  # A file that cannot be opened is an OSError, as of other readers.
    found = _native.FileBatches([os.fspath(path)], events, carry, None, on_error == "skip")
    schema = pa.schema(found.schema)
    if needed not in schema.names:
        hint = "cubiform.analyze reads files of other formats from pandas, polars or pyarrow"
        raise ArgumentError(
            f"{os.fspath(path)} is not such an export: it has no {needed}", hint=hint, argument="path"
        )
    table = pa.Table.from_batches([pa.record_batch(batch) for batch in found], schema)
    metadata = {"notes": json.dumps(found.notes)}
    if found.credit is not None:
        metadata["credit"] = found.credit
    return table.replace_schema_metadata(metadata)


# The types of columns of the WCA's table that are not texts, by way of those before.
_WCA_TYPES = {"scramble_num": (pa.int64(),), "is_extra": (pa.int64(), pa.bool_())}


@checked
def read_wca(
    path: Path,
    events: Names | None = None,
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
    table = _read(path, _input.joined(events), "all", on_error, "event")
    for name, types in _WCA_TYPES.items():
        if name in table.column_names:
            column = table.column(name)
            for type_ in types:
                column = pc.cast(column, type_)
            table = table.set_column(table.column_names.index(name), name, column)
    return table


@checked
def read_cstimer(path: Path, on_error: Literal["raise", "skip"] = "raise") -> pa.Table:
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


def _stored_as(field: pa.Field) -> pa.Field:
    """Returns the field that `analyze` has for one of a part."""
    name, type_ = field.name, field.type
    # Files of earlier versions have 8-bit lengths.
    if pa.types.is_integer(type_) and (name in ("row", "moves") or _is_length(name)):
        type_ = pa.int64()
    return pa.field(name, type_, name not in ("id", "goal", "stage", "color"))


class Run:
    """A folder of parts, as ``cubiform analyze --output DIR/`` writes it."""

    def __init__(self, folder: Path) -> None:
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
        """Returns the rows of all parts, with the types of `analyze`."""
        table = self.dataset().to_table(columns=columns)
        return table.cast(pa.schema([_stored_as(field) for field in table.schema], table.schema.metadata))

    def verify(self) -> None:
        """Compares every part with the size and the hash in the manifest. Raises `CubiformError` at a difference."""
        for part, file in zip(self.metadata["parts"], self.files, strict=True):
            try:
                found = _native.hash_file(os.fspath(file))
            except FileNotFoundError:
                raise CubiformError(f"{file} is missing", hint="repeat the command with --resume, or the call of analyze_run") from None
            if found != (part["bytes"], part["xxh3"]):
                raise CubiformError(f"{file} is damaged", hint="repeat the command with --resume, or the call of analyze_run")

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r})"


@checked
def open_run(folder: Path) -> Run:
    """Opens a folder of parts, as ``cubiform analyze --output DIR/`` writes it.

    Args:
        folder: The folder.
    """
    return Run(folder)
