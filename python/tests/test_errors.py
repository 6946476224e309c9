"""Tests of errors: their attributes, arguments of wrong types, and panics."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cubiform
import cubiform.ray
import cubiform.spark
from cubiform import _native


@pytest.mark.parametrize(
    ("call", "argument", "column", "message", "hint"),
    [
        (
            lambda: cubiform.analyze("R", goal="std,eocros"),
            "goal",
            5,
            "unknown goal term 'eocros'",
            "did you mean 'eocross'?",
        ),
        (
            lambda: cubiform.random_states(where="cross <"),
            "where",
            8,
            "unexpected end of condition",
            "expected a stage such as cross[W], or a number",
        ),
        (
            lambda: cubiform.scramble(where="cross[X] < 3"),
            "where",
            7,
            "'X' is not a colour",
            "use letters of WYORGB as in WY, names as in white,yellow, all or CN",
        ),
        (
            lambda: cubiform.distribution("cross + crss"),
            "goal",
            9,
            "unknown goal term 'crss'",
            "did you mean 'cross'?",
        ),
        (
            lambda: cubiform.analyze("R", goal="std,std"),
            "goal",
            None,
            "'std' is given twice",
            "remove one",
        ),
        (
            lambda: cubiform.analyze("R", colors="W; Y"),
            "colors",
            None,
            "'W; Y' is not a colour",
            "use letters of WYORGB as in WY, names as in white,yellow, all or CN",
        ),
        (
            lambda: cubiform.distribution("std", "zcross"),
            "stage",
            None,
            "goal 'std' has no stage 'zcross'",
            "did you mean 'cross'? its stages: cross, xcross, xxcross, xxxcross, f2l",
        ),
        (
            lambda: cubiform.distribution("xcross", colors="WYROG"),
            "colors",
            None,
            "xcross: counting these colours takes hours, and their distribution is not stored",
            "choose up to four colours, or all six",
        ),
        (
            lambda: cubiform.solve("R", to="R Q"),
            "to",
            3,
            "'Q' is not a move",
            "expected U, R, F, D, L, B, wide as in Rw or r, M, E, S, x, y, z, or one of ( [ , : ] )",
        ),
        (
            lambda: cubiform.review("R U", "R Q", optimal=False),
            "scramble",
            3,
            "'Q' is not a move",
            "expected U, R, F, D, L, B, wide as in Rw or r, M, E, S, x, y, z, or one of ( [ , : ] )",
        ),
        (
            lambda: cubiform.Algorithm("R 'a"),
            None,
            3,
            '"\'" is unexpected here',
            "a number or apostrophe must directly follow a move or bracket, as in R2, R' or (R U)2",
        ),
    ],
)
def test_errors_have_argument_column_message_and_hint(
    call: Any, argument: str | None, column: int | None, message: str, hint: str | None
) -> None:
    with pytest.raises(cubiform.CubiformError) as raised:
        call()
    error = raised.value
    assert (error.argument, error.column, error.message, error.hint) == (argument, column, message, hint)
    assert str(error).endswith(f"{message}; {hint}" if hint else message)
    assert vars(pickle.loads(pickle.dumps(error))) == vars(error)


def test_semicolons_in_names_do_not_cut_messages(tmp_path: Path) -> None:
    (tmp_path / "a; b").write_text("")
    with pytest.raises(cubiform.TableError) as raised:
        cubiform.analyze("R", stages="cross", tables=tmp_path / "a; b" / "c")
    assert "a; b" in raised.value.message
    assert raised.value.hint == "make the file readable, or choose another folder with tables= or CUBIFORM_TABLES"
    with pytest.raises(cubiform.ScrambleError) as raised_too:
        cubiform.solve('{"scramble": "R", "event": "x; y"}')
    assert raised_too.value.message == 'this is a cube of the event "x; y"'
    assert raised_too.value.hint == "expected a cube of the 3x3x3"


def analyze(**options: Any) -> Any:
    return cubiform.analyze("R", **{"stages": "cross", **options})


def solve(**options: Any) -> Any:
    return cubiform.solve("R", **options)


@pytest.mark.parametrize(
    ("function", "argument", "values"),
    [
        (analyze, "goal", [5, None, b"std", ["std", 5]]),
        (analyze, "stages", [5, [None]]),
        (analyze, "colors", [5, None]),
        (analyze, "columns", ["name", None, 1]),
        (analyze, "solutions", [-1, "1", "every", 1.5, True]),
        (analyze, "on_error", ["skip"]),
        (analyze, "threads", [0, -1, 1025, 10**9, 1.0, True, "2"]),
        (analyze, "tables", [5]),
        (analyze, "progress", [5]),
        (solve, "method", ["kociemba", 2]),
        (solve, "max_length", [-1, 100, "20"]),
        (solve, "time", ["1s", -1, 0, float("nan"), float("inf"), 1e30, True]),
        (solve, "solutions", [0, "every", 1.5]),
        (solve, "moves", [["R", "U"]]),
        (solve, "nodes", [0, -1, 2**70, 1.5]),
        (solve, "colors", [5]),
        (solve, "inverse", ["no", 1]),
        (solve, "effort", ["huge"]),
        (solve, "to", [5]),
        (solve, "threads", [10**9]),
        (cubiform.scramble, "count", [-1, "3", 2.0]),
        (cubiform.scramble, "event", ["abc", 333]),
        (cubiform.scramble, "seed", [-1, 2**64, "1"]),
        (cubiform.scramble, "where", [5]),
        (cubiform.scramble, "case", [["OLL 27"]]),
        (cubiform.random_states, "count", [-1]),
        (cubiform.random_states, "seed", [-1]),
        (lambda **options: cubiform.distribution(**{"goal": "cross", **options}), "goal", [None]),
        (lambda **options: cubiform.distribution("cross", **options), "colors", [5]),
        (lambda **options: cubiform.review("R", **options), "time", ["3 s", 0]),
        (lambda **options: cubiform.review("R", **options), "optimal", ["yes"]),
        (lambda **options: cubiform.stats(analyze(), **options), "sets", [5]),
        (lambda **options: cubiform.stats(analyze(), **options), "by", [5]),
        (lambda **options: cubiform.stats(analyze(), **options), "fair", [1, "yes"]),
        (lambda **options: cubiform.stats(analyze(), fair=True, **options), "permutations", [0, "9"]),
        (lambda names: cubiform.tables.build("cross", names), "names", [5, ["cross"]]),
        (cubiform.tables.verify, "progress", [5]),
        (cubiform.tables.list, "tables", [5]),
        (lambda **options: cubiform.read_wca("none", **options), "on_error", ["null"]),
        (lambda **options: cubiform.open_run(**options), "folder", [5]),
        (lambda **options: cubiform.ray.analyze(["R"], "none", **options), "workers", [0]),
        (lambda **options: cubiform.spark.analyze(None, **options), "threads", [0]),
    ],
)
def test_wrong_arguments_are_named(function: Any, argument: str, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(cubiform.ArgumentError, match=f"^{argument}: expected .*, not ") as raised:
            function(**{argument: value})
        assert raised.value.argument == argument


def test_numbers_of_numpy_and_unknown_names() -> None:
    first = cubiform.scramble(np.int64(1), seed=np.uint64(7))
    assert first == cubiform.scramble(1, seed=7)
    assert cubiform.solve("R U", time=np.float32(0.01))["length"] == 2
    with pytest.raises(TypeError, match=r"solve\(\) got an unexpected keyword argument 'methods'"):
        solve(methods="cfop")


PANICS = """
import cubiform, pyarrow as pa
from cubiform import _native
try:
    _native.panic("a; 'test'")
except Exception as error:
    print(type(error).__name__, error)
engine = cubiform.Analyzer(stages="cross")._engine
try:
    list(engine.batches(pa.table({"scramble": [1]}).to_reader(), "rotation", False))
except Exception as error:
    print(type(error).__name__, error)
print(cubiform.analyze("R U F", stages="cross", colors="W")["cross_z2"][0])
"""


def test_panics_are_exceptions_without_output() -> None:
    analyze()  # Builds the table, which is said on standard error.
    ended = subprocess.run([sys.executable, "-c", PANICS], capture_output=True, text=True, timeout=120)
    assert ended.stderr == ""
    first, second, answer = ended.stdout.splitlines()
    bug = "; this is a bug of cubiform; please report it with this text"
    assert first.startswith("InternalError internal error: a; 'test' at python/src/interrupt.rs:") and first.endswith(bug)
    assert second.startswith("InternalError internal error: ") and second.endswith(bug)
    assert answer == "2"


def test_internal_error_is_an_error_of_the_package() -> None:
    with pytest.raises(cubiform.InternalError) as raised:
        _native.panic("test")
    assert isinstance(raised.value, cubiform.CubiformError)
