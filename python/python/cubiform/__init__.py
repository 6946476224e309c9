"""Exact answers about the Rubik's cube, for millions of scrambles.

>>> import cubiform
>>> table = cubiform.analyze(["R U F"], stages="cross")
>>> table.column("cross_z2").to_pylist()
[2]
"""

from . import tables
from ._analyze import Analyzer, analyze, analyze_batches
from ._answers import random_states, review, solve
from ._blocks import analyze_run
from ._data import Run, open_run, read_cstimer, read_wca, stats
from ._errors import ArgumentError, CubiformError, InternalError, ScrambleError, TableError
from ._native import Algorithm, Cube, __version__
from ._operations import algorithms, attempt, case_set, cases, check, distribution, insert, methods, scramble
from ._solutions import Solutions

__all__ = [
    "Algorithm",
    "Analyzer",
    "ArgumentError",
    "Cube",
    "CubiformError",
    "InternalError",
    "Run",
    "ScrambleError",
    "Solutions",
    "TableError",
    "__version__",
    "algorithms",
    "analyze",
    "analyze_batches",
    "analyze_run",
    "attempt",
    "case_set",
    "cases",
    "check",
    "distribution",
    "insert",
    "methods",
    "open_run",
    "random_states",
    "read_cstimer",
    "read_wca",
    "review",
    "scramble",
    "solve",
    "stats",
    "tables",
]
