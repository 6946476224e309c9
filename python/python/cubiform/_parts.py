"""Folders of parts that several processes write: one part for each block of the input.

A part gets its name when it is complete, and its metadata has the question and the hash of its block. The parts of a
folder therefore say what is done, even if the process that writes the manifest was killed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import pathlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as pa_dataset
import pyarrow.parquet as pq

from . import _input, _native
from ._analyze import Analyzer
from ._errors import ArgumentError, CubiformError

MANIFEST = "_manifest.json"
_LOCK = ".cubiform.lock"
_TEMPORARY = (".cubiform-out-", ".tmp")
# The maximum number of rows of a row group, as in the files of the command.
_GROUP_ROWS = 122_880
# The settings of a run that a later call may change: other versions of the program give the same answers, and a hash
# identifies the input.
_MAY_DIFFER = {"program", "input", "credit"}


def program() -> str:
    """Returns the name and version of the program, as manifests have it."""
    return f"cubiform {_native.__version__}"


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
    reader, _ = _input.stream(data, text_ids=True)
    table = reader.read_all().replace_schema_metadata(metadata)
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

    def part(self) -> dict[str, Any]:
        """Returns what the manifest lists of the part, except for its length and hash."""
        ids = self.table.column("id")
        rows = self.table.num_rows
        return {"file": self.file, "rows": rows, "first": ids[0].as_py(), "last": ids[-1].as_py()}


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


def question(analyzer: Analyzer, table: pa.Table, source: dict[str, Any]) -> dict[str, Any]:
    """Returns the settings of a run, as manifests have them."""
    _, _, colors, layout, columns, solutions, _, _ = analyzer._question
    wide = analyzer._engine.batches(
        table.schema.empty_table().to_reader(), colors, "wide", "rotation", 0, False
    )
    credit = (table.schema.metadata or {}).get(b"credit")
    named = [field.metadata[b"color"].decode() for field in pa.schema(wide.schema) if field.metadata]
    run = {
        "program": program(),
        "goal": json.loads(analyzer._engine.provenance())["goal"],
        "stages": analyzer.stages,
        "colors": "".join(name[0].upper() for name in dict.fromkeys(named)),
        "metric": "HTM",
        "solutions": solutions,
        "format": "parquet",
        "shard": "1/1",
        "input": [source],
        "events": None,
        "credit": credit.decode() if credit is not None else None,
    }
    if columns != "rotation":
        run["columns"] = columns
    if layout != "wide":
        run["layout"] = layout
    carried = [name for name in table.column_names if name not in ("id", "scramble")]
    if carried:
        run["carried"] = carried
    return run


def stored_schema(schema: pa.Schema, errors: bool) -> pa.Schema:
    """Returns the schema of Parquet files for a schema of analyses. Lengths may be null if `errors`."""
    fields = []
    for field in schema:
        type_, nullable = field.type, field.nullable
        if field.name == "row":
            type_, nullable = pa.int64(), False
        elif field.name == "scramble":
            nullable = errors
        elif pa.types.is_dictionary(type_) and field.name in ("goal", "stage", "color"):
            type_ = pa.string()
        elif type_ == pa.uint8() and (field.name == "moves" or b"stage" in (field.metadata or {})):
            type_, nullable = pa.int8(), errors
        fields.append(pa.field(field.name, type_, nullable, field.metadata))
    return pa.schema(fields)


def _metadata(run: dict[str, Any], digest: int) -> dict[str, str]:
    """Returns the metadata of a part: the settings of the run, and the hash of its block."""
    entries = {
        f"cubiform.{name}": value if isinstance(value, str) else json.dumps(value)
        for name, value in run.items()
        if value is not None
    }
    return {**entries, "cubiform.block": f"{digest:016x}"}


@dataclass(frozen=True)
class Written:
    """A complete part."""

    bytes: int
    xxh3: str
    program: str
    tables: str
    """The tables that were used, as JSON."""


def find_part(path: pathlib.Path, run: dict[str, Any], digest: int) -> Written | None:
    """Returns a part if it is complete and has the answers to this question for this block."""
    try:
        entries = pq.read_metadata(path).metadata or {}
        found = {name.decode(): value.decode() for name, value in entries.items()}
    except (OSError, pa.ArrowInvalid, UnicodeDecodeError):
        return None
    settings = {name: value for name, value in run.items() if name not in _MAY_DIFFER}
    if not _metadata(settings, digest).items() <= found.items():
        return None
    size, xxh3 = _native.hash_file(os.fspath(path))
    return Written(size, xxh3, found["cubiform.program"], found["cubiform.tables"])


def write_part(
    analyzer: Analyzer,
    folder: pathlib.Path,
    file: str,
    run: dict[str, Any],
    digest: int,
    before: int,
    table: pa.Table,
) -> Written:
    """Analyses a block and writes its part, unless the part is there."""
    path = folder / file
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
    number = pc.add(result.column(place).cast(pa.int64()), before)
    result = result.set_column(place, "row", number)
    tables = json.dumps(json.loads(analyzer._engine.provenance())["tables"])
    schema = stored_schema(result.schema, analyzer._question[6] == "null")
    metadata = {**_metadata(run, digest), "cubiform.tables": tables}
    result = result.cast(schema).replace_schema_metadata(metadata)
    with _replacing(path) as temporary:
        texts = ("id", "scramble", "row")
        pq.write_table(
            result,
            temporary,
            row_group_size=_GROUP_ROWS,
            compression="zstd",
            use_dictionary=[name for name in result.column_names if name not in texts],
        )
        size, xxh3 = _native.hash_file(temporary)
    return Written(size, xxh3, run["program"], tables)


@contextlib.contextmanager
def _replacing(path: pathlib.Path) -> Iterator[str]:
    """Yields the path of a temporary file, which replaces `path` at the end, durably."""
    prefix, suffix = _TEMPORARY
    descriptor, temporary = tempfile.mkstemp(suffix, prefix, path.parent)
    try:
        os.fchmod(descriptor, 0o644)
        yield temporary
        os.fsync(descriptor)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise
    finally:
        os.close(descriptor)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _read_manifest(path: pathlib.Path) -> dict[str, Any] | None:
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise CubiformError(f"{path} is damaged: {error}", hint="name another folder") from None
    return dict(manifest)


class Folder:
    """A folder of parts, locked by the process that writes its manifest."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = pathlib.Path(path).absolute()
        self.path.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(self.path / _LOCK)
        try:
            self.earlier = self._check()
        except BaseException:
            self.close()
            raise
        self._manifest: dict[str, Any] = {}
        self._blocks: list[Block] = []
        self._done: dict[int, Written] = {}

    def _check(self) -> dict[str, Any] | None:
        """Returns the manifest, if there is one."""
        manifest = _read_manifest(self.path / MANIFEST)
        if manifest is None:
            others = [file.name for file in self.path.iterdir() if not file.name.startswith(".cubiform")]
            if others:
                raise CubiformError(
                    f"{self.path} has other files and no manifest: {', '.join(sorted(others)[:3])}",
                    hint="name another folder",
                )
        elif "blocks" not in manifest:
            raise CubiformError(
                f"{self.path} has a run of the command cubiform", hint="name another folder"
            )
        return manifest

    @property
    def block_rows(self) -> int | None:
        """The number of rows of a block of the run that is there, if any."""
        return None if self.earlier is None else int(self.earlier["blocks"]["rows"])

    def start(
        self, run: dict[str, Any], on_error: str, blocks: list[Block], block_rows: int
    ) -> list[Block]:
        """Starts a run, or goes on with it. Returns the blocks without a part.

        Raises:
            CubiformError: If the folder has a run of another question or input.
        """
        items = sum(block.table.num_rows for block in blocks)
        digest = _hex(sum(block.digest for block in blocks))
        cut = {"rows": block_rows, "items": items, "digest": digest, "on_error": on_error}
        if self.earlier is not None:
            self._compare(run, cut)
        self.remove_temporary()
        self._blocks = blocks
        self._manifest = {"format": 1, "run": run, "blocks": cut}
        listed = {part["file"]: part for part in (self.earlier or {}).get("parts", [])}
        for block in blocks:
            part = find_part(self.path / block.file, run, block.digest)
            # A part that differs from the manifest is damaged.
            if part and listed.get(block.file, {}).get("xxh3", part.xxh3) == part.xxh3:
                self._done[block.number] = part
            else:
                (self.path / block.file).unlink(missing_ok=True)
        self.write()
        return [block for block in blocks if block.number not in self._done]

    def _compare(self, run: dict[str, Any], cut: dict[str, Any]) -> None:
        assert self.earlier is not None
        defaults = {"columns": "rotation", "layout": "wide", "carried": []}
        then = {**defaults, **self.earlier["run"], "on_error": self.earlier["blocks"]["on_error"]}
        now = {**defaults, **run, "on_error": cut["on_error"]}
        for name in sorted(now.keys() - _MAY_DIFFER):
            if then.get(name) != now[name]:
                raise ArgumentError(
                    f"{self.path} has a run with {name} {_shown(then.get(name))}, not {_shown(now[name])}",
                    hint="name another folder",
                )
        before = self.earlier["blocks"]
        if before["rows"] != cut["rows"]:
            raise ArgumentError(
                f"{self.path} has a run with block_rows {before['rows']}, not {cut['rows']}",
                hint="leave block_rows out, or name another folder",
            )
        if (before["items"], before["digest"]) != (cut["items"], cut["digest"]):
            raise ArgumentError(
                f"{self.path} has a run of another input ({before['items']} scrambles; this one has {cut['items']})",
                hint="name another folder",
            )

    def add(self, number: int, part: Written) -> int:
        """Adds a complete part. Returns the number of its scrambles."""
        self._done[number] = part
        return int(self._blocks[number].table.num_rows)

    def write(self) -> None:
        """Writes the manifest. It lists the parts before the first block that is not done."""
        parts: list[dict[str, Any]] = []
        origins: list[tuple[str, str]] = []
        items = digest = 0
        for block in self._blocks:
            part = self._done.get(block.number)
            if part is None:
                break
            items += block.table.num_rows
            digest += block.digest
            position = {"items": items, "digest": _hex(digest)}
            parts.append({**block.part(), "bytes": part.bytes, "xxh3": part.xxh3, "position": position})
            origins.append((part.program, part.tables))
        run = self._manifest["run"]
        programs = []
        for (program_, tables), group in groupby(enumerate(origins), lambda item: item[1]):
            programs.append(
                {
                    "program": program_,
                    "first_part": next(group)[0],
                    "input": run["input"],
                    "credit": run["credit"],
                    "tables": json.loads(tables),
                }
            )
        manifest = {
            **self._manifest,
            "programs": programs,
            "complete": len(parts) == len(self._blocks),
            "rows": items,
            "position": {"items": items, "digest": _hex(digest)},
            "skipped": {"count": 0, "lines": []},
            "parts": parts,
        }
        with _replacing(self.path / MANIFEST) as temporary:
            pathlib.Path(temporary).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")

    def remove_temporary(self) -> None:
        """Removes the files of processes that were killed while they wrote them."""
        prefix, suffix = _TEMPORARY
        for file in self.path.glob(f"{prefix}*{suffix}"):
            file.unlink(missing_ok=True)

    def close(self) -> None:
        """Releases the lock."""
        os.close(self._lock)


def _hex(number: int) -> str:
    return f"{number % 2**64:016x}"


def _shown(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


def _locked(path: pathlib.Path) -> int:
    """Returns the descriptor of a file with a lock on it."""
    import fcntl

    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise CubiformError(
            f"{path.parent} is being written by another process", hint="wait, or name another folder"
        ) from None
    return descriptor
