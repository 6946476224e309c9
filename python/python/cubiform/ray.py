"""Analyses on a cluster with Ray Data.

Each worker of the cluster analyses blocks of scrambles and writes them as Parquet files in a folder that all nodes see::

    import cubiform.ray

    run = cubiform.ray.analyze("scrambles.parquet", "/shared/lengths", stages="cross,xcross")
    table = run.to_table()

It needs Ray: ``pip install "cubiform[ray]"``.
"""

from __future__ import annotations

import json
import os
import pathlib
import time
from typing import Any

import pyarrow as pa

from . import _blocks, _errors, _input, _native
from ._analyze import Analyzer, Columns, OnError
from ._arguments import All, Count, Names, Order, Path, Positive, Progress, Slack, Threads, checked
from ._data import Run, open_run
from ._errors import CubiformError

# Blocks for each worker, so that workers end at nearly the same time and a lost worker loses little.
_BLOCKS_PER_WORKER = 32
_MIN_BLOCK_ROWS = 50
_MAX_BLOCK_ROWS = 100_000
# Seconds between two writes of the manifest.
_MANIFEST_INTERVAL = 5.0


def _ray() -> Any:
    try:
        import ray
        import ray.data
    except ImportError:
        raise CubiformError("Ray is not installed", hint='run: pip install "cubiform[ray]"') from None
    return ray


class _Worker:
    """An actor that analyses blocks. It keeps its tables open.

    The actors of a node share mapped tables. An actor that has a node to itself copies the large ones into memory, which
    makes the later stages faster.
    """

    def __init__(self, question: dict[str, Any], folder: str, run: str, cpus: int) -> None:
        ray = _ray()
        own = ray.get_runtime_context().get_node_id()
        of_node = [node["Resources"].get("CPU", 0) for node in ray.nodes() if node["NodeID"] == own]
        is_alone = bool(of_node) and of_node[0] < 2 * cpus
        self._analyzer = Analyzer(**question, _in_memory=is_alone)
        self._folder = pathlib.Path(folder)
        self._run = run

    def __call__(self, batch: pa.Table) -> pa.Table:
        rows = []
        for block in batch.to_pylist():
            row = {"number": block["number"], "part": "", "error": ""}
            table = pa.ipc.open_stream(block["data"]).read_all()
            digest = int(block["digest"], 16)
            try:
                part = _blocks.write_part(
                    self._analyzer, self._folder / block["file"], self._run, digest, block["before"], table
                )
                row["part"] = json.dumps(part)
            except CubiformError as error:
                # An exception of its class would reach the caller only as a text.
                row["error"] = json.dumps([type(error).__name__, *error.args[:1], error.row, *error.args[2:]])
            rows.append(row)
        return pa.Table.from_pylist(rows)


def _row(block: _blocks.Block) -> pa.Table:
    """Returns a block as a table of one row, so that Ray neither splits nor joins blocks."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, block.table.schema) as writer:
        writer.write_table(block.table)
    columns = {
        "number": [block.number],
        "file": [block.file],
        "digest": [f"{block.digest:016x}"],
        "before": [block.before],
        "data": pa.array([sink.getvalue().to_pybytes()], pa.large_binary()),
    }
    return pa.table(columns)


def _local(data: Any) -> Any:
    """Returns data as `_blocks.read_input` takes it."""
    if isinstance(data, str):
        return pathlib.Path(data)
    if type(data).__module__.startswith("ray.data"):
        data.context.execution_options.preserve_order = True
        return pa.concat_tables(data.iter_batches(batch_size=None, batch_format="pyarrow"))
    return data


@checked
def analyze(
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
    workers: Positive | None = None,
    block_rows: Positive | None = None,
) -> Run:
    """Analyses scrambles on the cluster that Ray is connected to, and writes a folder of Parquet files.

    The input is cut into blocks in its order. Each block becomes a part, which gets its name when it is complete. A call
    with the same question and input as an unfinished run in the folder goes on with it, and computes no part again that
    is there. The results, their schema and the manifest are those of ``cubiform analyze --format parquet --output DIR/``.

    Args:
        data: A dataset of Ray Data, data as in `cubiform.analyze`, or the path of a Parquet file or of a file that the
            command ``cubiform`` reads (text, CSV, an export of the WCA).
        output: The folder. All nodes must see it under this path.
        goal: The goal, or several separated by commas: ``"std"``, ``"eo,pseudo"``, or an expression.
        stages: The stages, such as ``"cross,xcross"`` or ``["cross", "xcross"]``; all by default.
        colors: The bottom colours, such as ``"WY"``, ``"white"`` or ``["white", "yellow"]``.
        columns: ``"rotation"`` names columns ``cross_z2``, ``"color"`` names them ``cross_white``.
        solutions: The maximum number of solutions for each stage and colour, or ``"all"``.
        on_error: ``"raise"`` raises `ScrambleError` at the first scramble that cannot be read; ``"null"`` returns null
            lengths for it and adds a column ``error``.
        threads: The number of threads, and of CPUs, of each worker. By default it is the number of CPUs of the smallest
            node, so that equal nodes have a worker each.
        tables: The folder of the tables, under the same path on each node. The nodes may share it, or each has its own.
            By default it is the folder that the command uses on that node. A missing small table is built once in each
            folder.
        progress: Is called with the number of scrambles that are done since its last call.
        slack: Also finds solutions that are up to this number of moves, 0 to 4, longer than the shortest: at most `solutions`
            of each length.
        order: ``"effort"`` sorts solutions of the same length by the effort of the hands.
        moves: The allowed moves, such as ``"<R,U,F>"``; all by default. A stage that they never reach has a null length.
        links: Adds to each solution a ``link`` that opens it in a player; without `solutions`, one solution of each stage.
        workers: The number of workers. By default there are as many as the cluster has CPUs for.
        block_rows: The number of scrambles of a block. The default gives each worker about 32 blocks.

    Returns the run, as `cubiform.open_run` does.

    Raises:
        ArgumentError: If the folder has a run of another question or input.
        ScrambleError: If a scramble cannot be read.
    """
    ray = _ray()
    if not ray.is_initialized():
        ray.init()
    if threads is None:
        cpus = [int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"]]
        threads = min((count for count in cpus if count), default=1)
    table, source = _blocks.read_input(_local(data))
    names = (goal, stages, colors, columns, solutions, on_error, threads, tables)
    asked = Analyzer(*names, slack=slack, order=order, moves=moves, links=links)
    run = _blocks.run_settings(asked, table, source)
    # The default folder is that of each node.
    question = {**asked._question, "tables": None if tables is None else asked.tables}
    del asked
    path = pathlib.Path(output).absolute()
    folder = _native.BlockFolder(os.fspath(path))
    given = _input.Source(None, index=_input.index_of(data))
    try:
        available = int(ray.cluster_resources().get("CPU", 1)) // threads
        size = max(1, available if workers is None else workers)
        rows = block_rows or folder.block_rows
        if rows is None:
            rows = -(-table.num_rows // (size * _BLOCKS_PER_WORKER))
            rows = min(max(rows, _MIN_BLOCK_ROWS), _MAX_BLOCK_ROWS)
        blocks = _blocks.start(folder, path, run, on_error, _blocks.cut(table, rows), rows)
        if progress is not None:
            progress(table.num_rows - sum(block.table.num_rows for block in blocks))
        if blocks:
            _compute(ray, folder, path, blocks, run, question, threads, size, workers is not None, progress)
        return open_run(output)
    except CubiformError as error:
        raise given.labelled(error) from None
    finally:
        folder.close()


def _compute(
    ray: Any,
    folder: _native.BlockFolder,
    path: pathlib.Path,
    blocks: list[_blocks.Block],
    run: str,
    question: dict[str, Any],
    threads: int,
    size: int,
    fixed: bool,
    progress: Progress | None,
) -> None:
    """Analyses blocks on the cluster, and lists their parts in the manifest."""
    size = min(size, len(blocks))
    strategy = ray.data.ActorPoolStrategy
    # A pool without a maximum grows when nodes join the cluster. Ray replaces a worker that is killed or whose node is
    # lost, and analyses its block again.
    pool = strategy(size=size) if fixed else strategy(min_size=1, initial_size=size, max_size=None)
    parts = ray.data.from_arrow([_row(block) for block in blocks]).map_batches(
        _Worker,
        fn_constructor_args=(question, str(path), run, threads),
        batch_size=1,
        batch_format="pyarrow",
        compute=pool,
        num_cpus=threads,
    )
    rows = {block.number: block.table.num_rows for block in blocks}
    written = time.monotonic()
    try:
        for row in parts.iter_rows():
            if row["error"]:
                kind, *arguments = json.loads(row["error"])
                raise getattr(_errors, kind)(*arguments)
            bytes_, xxh3, program, used = json.loads(row["part"])
            folder.add(row["number"], (bytes_, xxh3, program, used))
            if progress is not None:
                progress(rows[row["number"]])
            if time.monotonic() - written >= _MANIFEST_INTERVAL:
                folder.write()
                written = time.monotonic()
    finally:
        folder.write()
    folder.remove_temporary()
