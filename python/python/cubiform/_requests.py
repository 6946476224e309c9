"""Requests to the engine as JSON, and their answers."""

from __future__ import annotations

import functools
import json
import operator
import os
from typing import Any

from . import _native
from ._arguments import Path
from ._errors import CubiformError


def folder(path: Path | None) -> str | None:
    """Returns the path of a folder as the engine takes it."""
    return None if path is None else os.fspath(path)


def to_json(request: dict[str, Any]) -> str:
    """Returns a request as JSON, without the members that are None: the engine has their defaults."""
    given = {name: value for name, value in request.items() if value is not None}
    # Numbers of NumPy are read as those of Python.
    return json.dumps(given, default=operator.index)


def answer(
    operation: str,
    request: dict[str, Any],
    tables: Path | None = None,
    threads: int | None = None,
    *,
    names: dict[str, str] | None = None,
    is_kept: bool = False,
) -> Any:
    """Returns the document that answers a request.

    Args:
        operation: The name of the operation.
        request: The members of the request.
        tables: The folder of the tables.
        threads: The number of threads.
        names: The arguments that are members of another name, by the name of the member.
        is_kept: Whether the document is kept for the next equal request.
    """
    text = to_json({"operation": operation, **request})
    try:
        return json.loads((_kept if is_kept else _native.answer)(text, folder(tables), threads))
    except CubiformError as error:
        if names is None or error.argument not in names:
            raise
        argument = names[error.argument]
        raise type(error)(error.message, error.row, error.column, error.hint, argument) from None


@functools.lru_cache(maxsize=64)
def _kept(request: str, tables: str | None, threads: int | None) -> str:
    return _native.answer(request, tables, threads)
