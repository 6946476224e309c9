"""Tests on a local cluster of Ray with two nodes. They take a minute or two: ``pytest -m slow``."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import cubiform
import cubiform.ray

ray = pytest.importorskip("ray")
pytest.importorskip("ray.data")
pytestmark = pytest.mark.slow

QUESTION = {"stages": "cross,xcross", "colors": "WY"}
MEMORY = 100_000_000


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": MEMORY})
    found.add_node(num_cpus=1, object_store_memory=MEMORY)
    ray.init(address=found.address, log_to_driver=False)
    yield found
    ray.shutdown()
    found.shutdown()


@pytest.fixture(scope="module")
def scrambles() -> pa.Table:
    table = cubiform.random_states(3000, seed=28)
    return table.append_column("group", pa.array([str(i % 7) for i in range(3000)]))


@pytest.fixture(scope="module")
def expected(scrambles: pa.Table) -> pa.Table:
    return cubiform.analyze(scrambles, **QUESTION)


def analyze(scrambles: Any, output: Path, **options: Any) -> cubiform.Run:
    return cubiform.ray.analyze(scrambles, output, block_rows=60, **QUESTION, **options)


def check(run: cubiform.Run, expected: pa.Table) -> None:
    """Checks that a run has the rows of one process, each once and in order, and no other files."""
    run.verify()
    assert run.is_complete
    assert run.to_table().to_pylist() == expected.to_pylist()
    names = {file.name for file in run.files} | {"_manifest.json", ".cubiform.lock"}
    assert {file.name for file in run.folder.iterdir()} == names


def parts(folder: Path) -> dict[str, tuple[int, int]]:
    """Returns the parts of a folder, each with what changes when it is written again."""
    stats = {file.name: file.stat() for file in folder.glob("*.parquet")}
    return {name: (stat.st_ino, stat.st_mtime_ns) for name, stat in stats.items()}


def workers(cluster: Any) -> list[int]:
    """Returns the processes of the actors of this cluster."""
    found = []
    for node in cluster.list_all_nodes():
        (raylet,) = node.all_processes["raylet"]
        for task in Path(f"/proc/{raylet.process.pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                if b"MapWorker" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(int(child))
    return found


def after(rows: int, action: Callable[[], object]) -> Callable[[int], None]:
    """Returns a progress callback that acts once, when this many scrambles are done."""
    done = 0
    acted = False

    def progress(count: int) -> None:
        nonlocal done, acted
        done += count
        if done >= rows and not acted:
            acted = True
            action()

    return progress


def test_same_rows_as_one_process(cluster: Any, scrambles: pa.Table, expected: pa.Table, tmp_path: Path) -> None:
    counts: list[int] = []
    run = analyze(scrambles, tmp_path / "run", progress=counts.append)
    check(run, expected)
    assert sum(counts) == 3000
    assert len(run.files) == 50


def test_dataset_is_read_in_order(cluster: Any, scrambles: pa.Table, expected: pa.Table, tmp_path: Path) -> None:
    parts = [scrambles.slice(i, 1000) for i in range(0, 3000, 1000)]
    check(analyze(ray.data.from_arrow(parts), tmp_path / "run"), expected)


def test_killed_worker_is_replaced(cluster: Any, scrambles: pa.Table, expected: pa.Table, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill() -> None:
        killed.extend(workers(cluster)[:1])
        os.kill(killed[0], signal.SIGKILL)

    check(analyze(scrambles, tmp_path / "run", progress=after(300, kill)), expected)
    assert killed


def test_node_is_removed_and_another_added(
    cluster: Any, scrambles: pa.Table, expected: pa.Table, tmp_path: Path
) -> None:
    def replace() -> None:
        (node,) = cluster.worker_nodes
        cluster.remove_node(node, allow_graceful=False)
        cluster.add_node(num_cpus=1, object_store_memory=MEMORY)

    check(analyze(scrambles, tmp_path / "run", progress=after(300, replace)), expected)


def test_interrupted_run_goes_on(cluster: Any, scrambles: pa.Table, expected: pa.Table, tmp_path: Path) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyze(scrambles, tmp_path / "run", progress=after(600, interrupt))
    with pytest.raises(cubiform.ArgumentError, match="it has another input"):
        analyze(scrambles.slice(1), tmp_path / "run")
    with pytest.raises(cubiform.ArgumentError, match="it was started with `solutions` 0, not 1"):
        analyze(scrambles, tmp_path / "run", solutions=1)
    before = parts(tmp_path / "run")
    assert 600 // 60 <= len(before) < 50
    check(analyze(scrambles, tmp_path / "run"), expected)
    assert before.items() <= parts(tmp_path / "run").items()


DRIVER = """
import sys, pyarrow.parquet, cubiform.ray, ray
ray.init(address=sys.argv[1], log_to_driver=False)
cubiform.ray.analyze(
    pyarrow.parquet.read_table(sys.argv[2]), sys.argv[3], stages="cross,xcross", colors="WY", block_rows=60
)
"""


def test_run_of_killed_driver_goes_on(
    cluster: Any, scrambles: pa.Table, expected: pa.Table, tmp_path: Path
) -> None:
    pq.write_table(scrambles, tmp_path / "scrambles.parquet")
    paths = [str(tmp_path / "scrambles.parquet"), str(tmp_path / "run")]
    driver = subprocess.Popen([sys.executable, "-c", DRIVER, cluster.address, *paths])
    end = time.monotonic() + 60
    while len(list((tmp_path / "run").glob("*.parquet"))) < 5:
        assert driver.poll() is None and time.monotonic() < end
        time.sleep(0.02)
    driver.kill()
    driver.wait()
    # The manifest is older than the parts.
    assert not cubiform.open_run(tmp_path / "run").is_complete
    before = parts(tmp_path / "run")
    check(analyze(scrambles, tmp_path / "run"), expected)
    assert before.items() <= parts(tmp_path / "run").items()


def test_unreadable_scramble_has_its_row(cluster: Any, tmp_path: Path) -> None:
    scrambles = ["R U F"] * 250
    scrambles[200] = "R Q"
    with pytest.raises(cubiform.ScrambleError, match="row 201, column 3: 'Q' is not a move"):
        cubiform.ray.analyze(scrambles, tmp_path / "run", stages="cross")


def test_two_workers_build_each_table_once(cluster: Any, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    seen: dict[str, set[int]] = {}
    over = threading.Event()

    def watch() -> None:
        while not over.is_set():
            for entry in os.scandir(folder):
                if entry.name.endswith(".cubiform"):
                    seen.setdefault(entry.name, set()).add(entry.inode())
            time.sleep(0.001)

    @ray.remote(num_cpus=1)  # type: ignore[untyped-decorator]
    def build() -> list[str]:
        return cubiform.Analyzer(stages="xcross", threads=1, tables=folder).stages

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        assert ray.get([build.remote(), build.remote()]) == [["xcross"]] * 2
    finally:
        over.set()
        watcher.join()
    assert seen and all(len(inodes) == 1 for inodes in seen.values()), seen
