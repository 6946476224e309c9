"""The table files of the solvers: what is built, and builds, checks and removals of them.

Missing small tables are built when they are needed. Larger ones make the later stages many times faster, and optimal
solutions and the 4x4x4 need tables of their own::

    cubiform.tables.build("full")
    cubiform.tables.build("optimal-medium")

The command ``cubiform tables`` and this module share the folder.
"""

from __future__ import annotations

import builtins
import json
from collections.abc import Callable

from . import _native, _requests
from ._arguments import Path, Threads, checked
from .types import TableAnswer

# Is called with the name of a table, the number of its states that are done, and the number of all.
Progress = Callable[[str, int, int], object]


@checked
def list(tables: Path | None = None) -> builtins.list[TableAnswer]:
    """Returns all tables, built or not: the objects of ``cubiform tables list --format json``.

    Args:
        tables: The folder of the tables; by default that of ``CUBIFORM_TABLES``, or one in the user's cache folder.

    >>> import cubiform
    >>> row = next(row for row in cubiform.tables.list() if row["name"] == "optimal-small")
    >>> row["bytes"], row["about"]
    (..., ...)
    """
    rows: builtins.list[TableAnswer] = json.loads(_native.list_tables(_requests.folder(tables)))
    return rows


@checked
def build(
    *names: str,
    force: bool = False,
    tables: Path | None = None,
    threads: Threads | None = None,
    progress: Progress | None = None,
) -> dict[str, str]:
    """Builds tables. Complete ones are kept. A line on standard error names those that are built.

    Args:
        names: Tables by name, or groups: ``"small"`` (the default; under 500 MB), ``"full"`` (several gigabytes more),
            ``"444-slice"``, ``"444-block"``, ``"444-outer"`` and ``"all"``.
        force: Whether to build complete tables again.
        tables: The folder of the tables.
        threads: The number of threads; all of the machine by default.
        progress: Is called with the name of a table, the number of its states that are done, and the number of all.

    Returns what was done with each table: ``"kept"``, ``"built"``, or why it was rebuilt. After Ctrl-C the next call
    goes on with a large table where the build ended.

    >>> import cubiform, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> cubiform.tables.build("cross", tables=folder)
    {'cross': 'built'}
    >>> cubiform.tables.build("cross", tables=folder)
    {'cross': 'kept'}
    """
    return dict(_native.build_tables([*names] or ["small"], force, _requests.folder(tables), threads, progress))


@checked
def verify(
    *names: str,
    tables: Path | None = None,
    threads: Threads | None = None,
    progress: Progress | None = None,
) -> builtins.list[str]:
    """Computes tables again and compares every entry with their files. Returns the names of the tables.

    Args:
        names: Tables or groups, as for `build`; all that are built by default.
        tables: The folder of the tables.
        threads: The number of threads; all of the machine by default.
        progress: Is called with the name of a table, the number of its states that are done, and the number of all.

    Raises:
        TableError: If a table is damaged or not built.
    """
    return _native.verify_tables([*names], _requests.folder(tables), threads, progress)


@checked
def remove(*names: str, tables: Path | None = None) -> builtins.list[str]:
    """Removes the files of tables, which can be built again at any time.

    Args:
        names: Tables or groups, as for `build`.
        tables: The folder of the tables.

    Returns the names of those that were there.
    """
    return _native.remove_tables([*names], _requests.folder(tables))
