"""Runs in folders of parts, one part for each block of the input, that one process writes or several.

A part gets its name when it is complete, and its metadata has the settings of the run and the hash of its block. The
parts of a folder therefore show what is done, even if the process that writes the manifest was killed.
"""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as pa_dataset
import pyarrow.parquet as pq

from . import _input, _native
from ._analyze import _MANY_ROWS, Analyzer, Columns, OnError
from ._arguments import All, Count, Names, Order, Path, Positive, Progress, Slack, Threads, checked
from ._data import Run, open_run
from ._errors import CubiformError

# The maximum number of rows of a row group, as in the files of the command.
_GROUP_ROWS = 122_880
# The number of scrambles of a block of one process.
_BLOCK_ROWS = 100_000
# The settings of a run that a later call may change: other versions of the program give the same answers, and a hash
# identifies the input.
_MAY_DIFFER = {"program", "input", "credit"}

Part = tuple[int, str, str, str]
"""A complete part: its length, its hash, the program that wrote it, and the tables that were used, as JSON."""


def read_input(data: Any) -> tuple[pa.Table, dict[str, Any]]:
    """Returns the scrambles, each with an id, and their source as manifests have it.

    The metadata of the table has the attribution that the source requires (``credit``), if any. `data` is data as in `cubiform.analyze`, or the path of a Parquet file or of a file that the command reads.
    """
    if isinstance(data, os.PathLike):
        path = pathlib.Path(data)
        bytes_, xxh3 = _native.hash_file(os.fspath(path))
        source: dict[str, Any] = {"file": {"name": path.name, "bytes": bytes_, "xxh3": xxh3}}
        if path.suffix == ".parquet":
            data = pa_dataset.dataset(path).to_table()
        else:
            found = _native.FileBatches([os.fspath(path)], None, None, None, False)
            schema = pa.schema(found.schema)
            data = pa.Table.from_batches([pa.record_batch(batch) for batch in found], schema)
            if found.credit is not None:
                data = data.replace_schema_metadata({"credit": found.credit})
    else:
        source = {"stream": type(data).__name__}
    metadata = data.schema.metadata if isinstance(data, pa.Table) else None
    table = _input.stream(data, text_ids=True).reader.read_all().replace_schema_metadata(metadata)
    rows = pa.array(range(1, table.num_rows + 1), pa.int64()).cast(pa.string())
    if "id" in table.column_names:
        place = table.column_names.index("id")
        table = table.set_column(place, "id", pc.coalesce(table.column(place), rows))
    else:
        table = table.add_column(0, "id", rows)
    return table, source


@dataclass(frozen=True)
class Block:
    """A range of consecutive scrambles."""

    number: int
    """The number of the block, from 0."""
    before: int
    """The number of scrambles before it."""
    table: pa.Table
    digest: int
    """A hash of the rows and their place."""

    @property
    def file(self) -> str:
        """The name of the part."""
        return f"part-{self.number:05}.parquet"

    def listed(self) -> tuple[int, str, str, int]:
        """Returns its number of rows, its first and last ids, and its digest."""
        ids = self.table.column("id")
        return self.table.num_rows, ids[0].as_py(), ids[-1].as_py(), self.digest


def cut(table: pa.Table, rows: int) -> list[Block]:
    """Cuts scrambles into blocks of at most `rows`."""
    blocks = []
    for number, before in enumerate(range(0, table.num_rows, rows)):
        part = table.slice(before, rows)
        values = [before, part.column_names, *(column.to_pylist() for column in part.columns)]
        text = json.dumps(values, default=str).encode()
        digest = int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")
        blocks.append(Block(number, before, part, digest))
    return blocks


def run_settings(analyzer: Analyzer, table: pa.Table, source: dict[str, Any]) -> str:
    """Returns the settings of a run, as the JSON of a manifest has them."""
    columns = analyzer._question["columns"]
    credit = (table.schema.metadata or {}).get(b"credit")
    carried = [name for name in table.column_names if name not in ("id", "scramble")]
    return analyzer._engine.run_settings(columns, json.dumps([source]), carried, credit and credit.decode())


def stored_schema(schema: pa.Schema, on_error: OnError, moves: str | None) -> pa.Schema:
    """Returns the schema of Parquet files for a schema of analyses.

    Lengths may be null with `moves`, which may never reach a stage, and where a line may be unreadable.
    """
    errors = on_error == "null"
    fields = []
    for field in schema:
        type_, nullable = field.type, field.nullable
        if field.name == "row":
            nullable = False
        elif field.name == "scramble":
            nullable = errors
        elif b"stage" in (field.metadata or {}):
            nullable = errors or moves is not None
        fields.append(pa.field(field.name, type_, nullable, field.metadata))
    return pa.schema(fields)


def _metadata(settings: dict[str, Any], digest: int) -> dict[str, str]:
    """Returns the metadata of a part: the settings of the run, and the hash of its block."""
    entries = {
        f"cubiform.{name}": value if isinstance(value, str) else json.dumps(value)
        for name, value in settings.items()
        if value is not None
    }
    return {**entries, "cubiform.block": f"{digest:016x}"}


def find_part(path: pathlib.Path, run: str, digest: int) -> Part | None:
    """Returns a part if it is complete and is of a run with these settings and of this block."""
    try:
        entries = pq.read_metadata(path).metadata or {}
        found = {name.decode(): value.decode() for name, value in entries.items()}
    except (OSError, pa.ArrowInvalid, UnicodeDecodeError):
        return None
    settings = {name: value for name, value in json.loads(run).items() if name not in _MAY_DIFFER}
    if not _metadata(settings, digest).items() <= found.items():
        return None
    return (*_native.hash_file(os.fspath(path)), found["cubiform.program"], found["cubiform.tables"])


def write_part(
    analyzer: Analyzer, path: pathlib.Path, run: str, digest: int, before: int, table: pa.Table
) -> Part:
    """Analyses a block and writes its part, unless the part is there."""
    earlier = find_part(path, run, digest)
    if earlier is not None:
        return earlier
    try:
        result = analyzer.analyze(table)
    except CubiformError as error:
        if error.row is not None:
            error.row += before
        raise
    place = result.column_names.index("row")
    number = pc.add(result.column(place), before)
    result = result.set_column(place, "row", number)
    settings, tables = json.loads(run), json.dumps(json.loads(analyzer._engine.used_tables()))
    schema = stored_schema(result.schema, analyzer._question["on_error"], analyzer._question["moves"])
    metadata = {**_metadata(settings, digest), "cubiform.tables": tables}
    sink = pa.BufferOutputStream()
    texts = ("id", "scramble", "row")
    pq.write_table(
        result.cast(schema).replace_schema_metadata(metadata),
        sink,
        row_group_size=_GROUP_ROWS,
        compression="zstd",
        use_dictionary=[name for name in result.column_names if name not in texts],
    )
    written = _native.write_file(os.fspath(path), sink.getvalue().to_pybytes())
    return (*written, settings["program"], tables)


def start(
    folder: _native.BlockFolder,
    path: pathlib.Path,
    run: str,
    on_error: str,
    blocks: list[Block],
    block_rows: int,
) -> list[Block]:
    """Starts a run, or goes on with it. Returns the blocks without a part.

    Raises:
        ArgumentError: If the folder has a run of another question or input.
    """
    folder.start(run, block_rows, on_error, [block.listed() for block in blocks])
    missing = []
    for block in blocks:
        part = find_part(path / block.file, run, block.digest)
        # A part that differs from the manifest is damaged.
        if part is None or not folder.add(block.number, part):
            folder.remove(block.number)
            missing.append(block)
    folder.write()
    return missing


@checked
def analyze_run(
    data: Any,
    output: Path,
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
    block_rows: Positive | None = None,
) -> Run:
    """Analyses scrambles and writes a folder of Parquet files, which a later call can complete.

    The input is cut into blocks in its order. Each block becomes a part, which gets its name when it is complete. A call
    with the same question and input as an unfinished run in the folder continues it, and computes only the parts that are
    missing or damaged. The folder has the format of ``cubiform analyze --format parquet --output DIR/``.

    Args:
        data: Data as in `analyze`, or the path of a Parquet file or of a file that the command ``cubiform`` reads (text,
            CSV, an export of the WCA).
        output: The folder.
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
        block_rows: The number of scrambles of a block; 100,000 by default.

    Returns the run, as `open_run` does.

    Raises:
        ArgumentError: If the folder has a run of another question or input.
        ScrambleError: If a scramble cannot be read.

    >>> import cubiform, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run = cubiform.analyze_run(["R U F"] * 3, f"{folder}/run", stages="cross", block_rows=2)
    ...     [file.name for file in run.files]
    ['part-00000.parquet', 'part-00001.parquet']
    """
    table, source = read_input(pathlib.Path(data) if isinstance(data, str) else data)
    names = (goal, stages, colors, columns, solutions, on_error, threads, tables)
    in_memory = table.num_rows >= _MANY_ROWS
    more: dict[str, Any] = {"slack": slack, "order": order, "moves": moves, "links": links}
    analyzer = Analyzer(*names, **more, _in_memory=in_memory, _progress=progress)
    run = run_settings(analyzer, table, source)
    path = pathlib.Path(output).absolute()
    folder = _native.BlockFolder(os.fspath(path))
    given = _input.Source(None, index=_input.index_of(data))
    try:
        rows = block_rows or folder.block_rows or _BLOCK_ROWS
        missing = start(folder, path, run, on_error, cut(table, rows), rows)
        if progress is not None:
            progress(table.num_rows - sum(block.table.num_rows for block in missing))
        for block in missing:
            part = write_part(analyzer, path / block.file, run, block.digest, block.before, block.table)
            folder.add(block.number, part)
            folder.write()
            if progress is not None:
                progress(block.table.num_rows)
    except CubiformError as error:
        raise given.labelled(error) from None
    finally:
        folder.close()
    return open_run(output)
