"""The exceptions of the package."""

from __future__ import annotations

from typing import Any


class CubiformError(Exception):
    """An error with a place and a hint.

    Attributes:
        message: What is wrong.
        row: The number of the row, from 1, or None.
        column: The number of the character in the text of the row or of the argument, from 1, or None.
        hint: How to fix it, or None.
        argument: The name of the argument, or None.
        label: The label of the row in the index of a DataFrame or a Series of pandas, or None.
    """

    message: str
    row: int | None
    column: int | None
    hint: str | None
    argument: str | None
    label: Any

    def __init__(
        self,
        message: str,
        row: int | None = None,
        column: int | None = None,
        hint: str | None = None,
        argument: str | None = None,
        label: Any = None,
    ) -> None:
        super().__init__(message, row, column, hint, argument)
        self.message = message
        self.row = row
        self.column = column
        self.hint = hint
        self.argument = argument
        self.label = label

    def __str__(self) -> str:
        place = [] if self.argument is None else [self.argument]
        if self.row:
            place.append(f"row {self.row}" if self.label is None else f"row {self.row} (index {self.label!r})")
        if self.column:
            place.append(f"column {self.column}")
        text = f"{', '.join(place)}: {self.message}" if place else self.message
        return f"{text}; {self.hint}" if self.hint else text


class ScrambleError(CubiformError, ValueError):
    """A cube that cannot be read."""


class ArgumentError(CubiformError, ValueError):
    """An argument of a wrong type or value, such as an unknown goal."""


class TableError(CubiformError, RuntimeError):
    """A table that cannot be opened or built, or is damaged."""


class InternalError(CubiformError, RuntimeError):
    """A bug of cubiform."""


for _class in (CubiformError, ScrambleError, ArgumentError, TableError, InternalError):
    _class.__module__ = "cubiform"
