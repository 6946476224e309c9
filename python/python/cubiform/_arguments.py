"""The check of arguments by the types of parameters."""

from __future__ import annotations

import functools
import inspect
import numbers
import os
import types
import typing
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, ParamSpec, TypeVar

from ._errors import ArgumentError
from ._native import Algorithm, Cube

P = ParamSpec("P")
R = TypeVar("R")


# The greatest number without a maximum.
_MOST = 2**62


@dataclass(frozen=True)
class Range:
    """The range of a number, and its name in errors: that of its bounds, if it has no other."""

    low: float
    high: float = _MOST
    name: str | None = None

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return f"from {self.low}" if self.high == _MOST else f"from {self.low} to {self.high}"


Count = Annotated[int, Range(0)]
Positive = Annotated[int, Range(1)]
Threads = Annotated[int, Range(1, 1024)]
Seed = Annotated[int, Range(0, 2**64 - 1, "a whole number from 0 to 2**64 - 1")]
Slack = Annotated[int, Range(0, 4)]
Seconds = Annotated[float, Range(1e-9, 1e9, "a positive number of seconds")]
MaxLength = Annotated[int, Range(0, 99)]
MaxEo = Annotated[int, Range(0, 7)]
MaxDr = Annotated[int, Range(0, 14)]
Beam = Annotated[int, Range(1, 100_000)]
Permutations = Annotated[int, Range(1, 1_000_000_000)]
All = Literal["all"]
Effort = Literal["none", "near", "usual", "wide"]
FourMetric = Literal["sst", "btm", "obtm"]
Order = Literal["found", "effort"]
Names = str | Iterable[str]
OneCube = str | Cube | Algorithm
MoveText = str | Algorithm
Path = str | os.PathLike[str]
Progress = Callable[[int], object]

_NAMES: dict[Any, str] = {
    str: "a text",
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    Iterable: "a list of texts",
    os.PathLike: "a path",
    Callable: "a function",
    Cube: "a Cube",
    Algorithm: "an Algorithm",
}


def solution_count(solutions: int | All | None) -> int | None:
    """Returns a number of solutions as the engine takes it: the greatest one for all."""
    return 2**64 - 1 if solutions == "all" else solutions


def _is(value: Any, hint: Any) -> bool:
    """Returns whether a value has a type, as an annotation writes it."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return True
    if origin is Annotated:
        return _is(value, arguments[0]) and value in arguments[1]
    if origin in (typing.Union, types.UnionType):
        return any(_is(value, one) for one in arguments)
    if origin is Literal:
        return isinstance(value, str) and value in arguments
    if hint in (int, float):
        number = numbers.Integral if hint is int else numbers.Real
        return isinstance(value, number) and not isinstance(value, bool)
    if origin is Iterable:
        # A generator is not read here.
        texts = value if isinstance(value, Collection) else ()
        return isinstance(value, Iterable) and not isinstance(value, bytes) and all(isinstance(text, str) for text in texts)
    return isinstance(value, origin or hint)


def _name(hint: Any) -> str:
    """Returns the name of a type in errors."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return arguments[1].name or f"{_NAMES[arguments[0]]} {arguments[1]}"
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_name(one) for one in arguments if one is not type(None))
    if origin is Literal:
        return " or ".join(filter(None, [", ".join(map(repr, arguments[:-1])), repr(arguments[-1])]))
    return _NAMES[origin or hint]


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Returns a function that raises `ArgumentError` if an argument has not the type of its parameter."""
    signature = inspect.signature(function)
    hints = typing.get_type_hints(function, include_extras=True)

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError:
            # Python's own error names the function.
            return function(*args, **kwargs)
        for name, argument in given.items():
            hint = hints.get(name, Any)
            is_list = signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL
            for value in argument if is_list else (argument,):
                if not _is(value, hint):
                    raise ArgumentError(f"expected {_name(hint)}, not {value!r:.80}", argument=name)
        return function(*args, **kwargs)

    return call
