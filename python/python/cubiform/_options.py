"""The keyword arguments of `solve` for type checkers, which tell calls that solve every cube from those that may not."""

from __future__ import annotations

from typing import Literal, TypedDict

from ._arguments import (
    Beam,
    Effort,
    FourMetric,
    MaxDr,
    MaxEo,
    MaxLength,
    Names,
    OneCube,
    Order,
    Path,
    Positive,
    Seconds,
    Threads,
)


class Options(TypedDict, total=False):
    """The arguments that do not decide whether a cube is solved."""

    up_to_symmetry: bool
    order: Order
    colors: Names | None
    inverse: bool
    effort: Effort | None
    comfort: bool
    rotationless: bool
    explain: bool
    phases: bool
    links: bool
    to: OneCube | None
    puzzle: Literal["333"]
    tables: Path | None
    threads: Threads | None


class Unlimited(Options, total=False):
    """The arguments of calls that solve every cube."""

    moves: None
    max_length: None
    time: None
    nodes: None
    max_eo: None
    max_dr: None


class Limited(Options, total=False):
    """The arguments of calls that may leave a cube unsolved."""

    moves: str | None
    max_length: MaxLength | None
    time: Seconds | None
    nodes: Positive | None
    max_eo: MaxEo | None
    max_dr: MaxDr | None


class PuzzleOptions(TypedDict, total=False):
    """The arguments for other puzzles that do not decide whether a state is solved."""

    metric: FourMetric | None
    links: bool
    tables: Path | None
    threads: Threads | None


class UnlimitedPuzzle(PuzzleOptions, total=False):
    """The arguments of calls that solve every state."""

    beam: None
    time: None
    nodes: None


class LimitedPuzzle(PuzzleOptions, total=False):
    """The arguments of calls that may leave a state unsolved."""

    beam: Beam | None
    time: Seconds | None
    nodes: Positive | None
