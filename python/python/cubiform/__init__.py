"""Exact answers about the Rubik's cube, for millions of scrambles.

>>> import cubiform
>>> table = cubiform.analyze(["R U F"], stages="cross")
>>> table.column("cross_z2").to_pylist()
[2]
"""

from ._analyze import Analyzer, analyze, analyze_batches
from ._errors import ArgumentError, CubiformError, ScrambleError, TableError

__all__ = [
    "Analyzer",
    "ArgumentError",
    "CubiformError",
    "ScrambleError",
    "TableError",
    "analyze",
    "analyze_batches",
]
