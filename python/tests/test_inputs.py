"""Tests of inputs: algorithms as cubes, texts that are lists, names of files, columns without a type, labels of rows."""

from __future__ import annotations

import inspect
import pickle
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import cubiform
import cubiform.ray
import cubiform.spark
from cubiform import Algorithm, Cube

MOVES = "R U F"
ALGORITHM = Algorithm(MOVES)


def crosses(data: Any, **options: Any) -> list[int | None]:
    table = cubiform.analyze(data, stages="cross", colors="W", **options)
    return table.column("cross_z2").to_pylist()


@pytest.mark.parametrize(
    "data",
    [
        [ALGORITHM, Cube(MOVES), MOVES],
        (ALGORITHM, ALGORITHM, ALGORITHM),
        iter([ALGORITHM] * 3),
        [("a", ALGORITHM), ("b", Cube(MOVES)), ("c", MOVES)],
        [{"scramble": ALGORITHM, "day": 1}, {"scramble": MOVES, "day": 2}, {"scramble": Cube(MOVES)}],
        {"scramble": [ALGORITHM] * 3, "day": [1, 2, 3]},
        {"scramble": np.array([ALGORITHM, Cube(MOVES), MOVES], dtype=object)},
        pd.Series([ALGORITHM, Cube(MOVES), MOVES]),
        pd.DataFrame({"scramble": [ALGORITHM, MOVES, Cube(MOVES)], "day": [1, 2, 3]}),
        pd.DataFrame({"alg": [ALGORITHM] * 3, "day": [1, 2, 3]}),
        pl.Series([ALGORITHM] * 3, dtype=pl.Object),
        pl.DataFrame({"scramble": pl.Series([ALGORITHM] * 3, dtype=pl.Object), "day": [1, 2, 3]}),
    ],
    ids=lambda data: type(data).__module__ + "." + type(data).__name__,
)
def test_algorithms_in_data_are_one_cube_each(data: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert crosses(data) == [2, 2, 2]


def test_an_algorithm_is_one_cube() -> None:
    for algorithm in (ALGORITHM, Algorithm("R") + "U F", Algorithm("F R U R' U' F'"), Algorithm("x R U"), Algorithm("[R, U]")):
        text = str(algorithm)
        assert cubiform.analyze(algorithm, stages="cross").equals(cubiform.analyze(text, stages="cross"))
        assert crosses({"scramble": algorithm}) == crosses(text)
        assert cubiform.solve(algorithm)["solution"] == cubiform.solve(text)["solution"]
        assert Cube(algorithm) == Cube(text) and Cube(Cube(text)) == Cube(text)
    assert cubiform.Analyzer(stages="cross").analyze(ALGORITHM).num_rows == 1
    assert cubiform.analyze_batches(ALGORITHM, stages="cross").read_all().num_rows == 1
    # An algorithm without moves is the solved cube.
    assert crosses([Algorithm(), Algorithm("R R'")]) == [0, 0]


def test_algorithms_are_cubes_of_other_functions(tmp_path: Path) -> None:
    assert cubiform.analyze_run(ALGORITHM, tmp_path / "run", stages="cross").rows == 1
    assert [one["length"] for one in cubiform.solve([ALGORITHM, Cube("R2"), "R"])] == [3, 1, 1]
    assert cubiform.solve("R U F", to=Algorithm("R U"))["length"] == cubiform.solve("R U F", to="R U")["length"]
    assert cubiform.solve(ALGORITHM, puzzle="222")["length"] == 3
    for cube in (ALGORITHM, Cube(MOVES)):
        assert cubiform.attempt(cube, Algorithm("F' U' R'"))["is_solved"]
        assert cubiform.review("F' U' R'", cube, optimal=False)["solved"]
    assert cubiform.review(Algorithm("F' U' R'"), ALGORITHM, optimal=False)["solved"]
    sune = Algorithm("R U R' U R U2 R'")
    found = cubiform.algorithms("OLL 27", moves="R,U", alg=sune)["cases"][0]["algorithms"]
    assert [one["text"] for one in found] == [str(sune)]
    of_cube = cubiform.algorithms(Algorithm("R U"), moves="R,U", solutions=1)["cases"][0]
    assert of_cube["optimal"] == cubiform.algorithms("R U", moves="R,U", solutions=1)["cases"][0]["optimal"]
    skeleton, scramble = Algorithm("R U R' U2"), Algorithm("(R U R' U2 [F' L F, R] L B)'")
    inserted = cubiform.insert(Cube(scramble), "R U R' U2 (B' L')", algorithm_moves=8)
    assert inserted["solutions"][0]["length"] == 14
    with pytest.raises(cubiform.CubiformError):
        cubiform.insert(scramble, skeleton, algorithm_moves=8, insertions=1)


LISTS = ["R U F\nD2 L B' R U2", "R U F\r\nD2 L\r\n", "\nR\n\nU\n", "1. R U F\n2. D2 L", f"{Cube('R').facelets}\n{Cube().facelets}"]


@pytest.mark.parametrize("text", LISTS)
def test_several_lines_are_not_one_cube(text: str) -> None:
    analyzer = cubiform.Analyzer(stages="cross")
    calls: list[Any] = [
        lambda: cubiform.analyze(text, stages="cross"),
        lambda: cubiform.analyze(["R", text], stages="cross"),
        lambda: cubiform.analyze([("a", "R"), ("b", text)], stages="cross"),
        lambda: cubiform.analyze(pd.Series(["R", text]), stages="cross"),
        lambda: cubiform.analyze_batches(pl.DataFrame({"scramble": ["R", text]}), stages="cross").read_all(),
        lambda: analyzer.analyze(text),
        lambda: cubiform.solve(text),
        lambda: cubiform.solve(["R", text]),
        lambda: Cube(text),
    ]
    if not text.startswith("UU"):
        calls += [lambda: cubiform.solve(text, puzzle="222"), lambda: cubiform.solve(["R", text], puzzle="444")]
    for call in calls:
        with pytest.raises(cubiform.ScrambleError) as raised:
            call()
        assert raised.value.message == "expected one cube, not several lines"
        assert raised.value.hint == "pass a list of cubes, such as text.splitlines()"
    for name, call in {
        "to": lambda: cubiform.solve("R", to=text),
        "scramble": lambda: cubiform.review("R", text, optimal=False),
        "case": lambda: cubiform.algorithms(text),
    }.items():
        with pytest.raises(cubiform.ArgumentError, match=f"^{name}: expected one cube, not several lines; "):
            call()


def test_lines_without_cubes_and_cubes_of_several_lines_are_read() -> None:
    assert crosses(" R U F\n") == crosses("\r\nR U F\r\n\r\n") == crosses("R U F // a comment\n") == [2]
    assert crosses("(R U\nR' U')3") == crosses("(R U R' U')3")
    facelets = Cube(MOVES).facelets
    assert crosses("\n".join(re.findall(".{9}", facelets))) == [2]
    assert Algorithm("R U\nF") == ALGORITHM and Cube().apply("R U\nF") == Cube(MOVES)
    table = cubiform.analyze(["R", "R\nU"], stages="cross", on_error="null")
    assert table["error"].to_pylist()[1] == "expected one cube, not several lines; pass a list of cubes, such as text.splitlines()"
    assert table["cross_z2"].to_pylist()[1] is None


@pytest.mark.parametrize(
    ("name", "reader"),
    [
        ("scrambles.csv", 'pandas.read_csv("scrambles.csv")'),
        ("../data/a b.CSV", 'pandas.read_csv("../data/a b.CSV")'),
        ("scrambles.txt", 'pathlib.Path("scrambles.txt").read_text().splitlines()'),
        ("C:\\data\\a.parquet", 'pandas.read_parquet("C:\\\\data\\\\a.parquet")'),
        ("WCA_export.tsv.zip", 'cubiform.read_wca("WCA_export.tsv.zip")'),
        ("a.xlsx", 'pandas.read_excel("a.xlsx")'),
        ("a.jsonl", 'pandas.read_json("a.jsonl", lines=True)'),
    ],
)
def test_names_of_files_are_refused_with_the_reader(name: str, reader: str) -> None:
    for call in (
        lambda: cubiform.analyze(name),
        lambda: cubiform.analyze([name, name]),
        lambda: cubiform.analyze(pd.Series([name])),
        lambda: cubiform.analyze_batches(name).read_all(),
        lambda: cubiform.solve(name),
        lambda: cubiform.solve([name], puzzle="222"),
        lambda: cubiform.analyze(Path(name)),
        lambda: cubiform.analyze([Path(name)]),
        lambda: cubiform.solve(Path(name)),
        lambda: Cube(name),
    ):
        with pytest.raises((cubiform.ScrambleError, cubiform.ArgumentError)) as raised:
            call()
        assert raised.value.hint == f"read it first: {reader}"


def test_names_of_files_of_solves_are_refused_with_the_reader(tmp_path: Path) -> None:
    file = tmp_path / "solve"
    file.write_text("R U")
    for name in ("solve.txt", str(file)):
        for call in (
            lambda: cubiform.review(name, "R"),
            lambda: cubiform.review([name], "R"),
            lambda: cubiform.attempt("R U F", name),
            lambda: cubiform.review("R", name),
        ):
            with pytest.raises(cubiform.ArgumentError) as raised:
                call()
            assert raised.value.hint == f'read it first: pathlib.Path("{name}").read_text()'
    with pytest.raises(cubiform.ArgumentError, match="read it first"):
        cubiform.review(file, "R")  # type: ignore[call-overload]
    # A file without an extension is known if it is there.
    with pytest.raises(cubiform.ScrambleError, match="is the name of a file, not a cube; read it first"):
        cubiform.analyze(str(file))
    with pytest.raises(cubiform.ScrambleError, match="is not a move"):
        cubiform.analyze("no such file")


@pytest.mark.parametrize(
    ("index", "labels"),
    [
        (["p", "q", "r"], "'q'"),
        ([7, 9, 8], "9"),
        ([0, 1, 2], "1"),
        (pd.MultiIndex.from_tuples([("a", 1), ("a", 2), ("b", 1)]), r"\('a', 2\)"),
        (pd.date_range("2024-01-01", periods=3), r"Timestamp\('2024-01-02 00:00:00'\)"),
    ],
)
def test_errors_of_rows_have_the_label_of_the_index(index: Any, labels: str, tmp_path: Path) -> None:
    frame = pd.DataFrame({"scramble": ["R", "R Q", "U"]}, index=index)
    for call in (
        lambda: cubiform.analyze(frame),
        lambda: cubiform.analyze(frame["scramble"]),
        lambda: cubiform.analyze_batches(frame).read_all(),
        lambda: cubiform.analyze_run(frame, tmp_path / "run", block_rows=1),
        lambda: cubiform.solve(frame),
        lambda: cubiform.solve(frame["scramble"], puzzle="222"),
    ):
        with pytest.raises(cubiform.ScrambleError, match=rf"^row 2 \(index {labels}\), column 3: 'Q' is not a move") as raised:
            call()
        error = raised.value
        assert error.label == frame.index[1] and frame.loc[[error.label]]["scramble"].tolist() == ["R Q"]
        assert type(error.label) is not np.int64 and pickle.loads(pickle.dumps(error)).label == error.label


def test_other_errors_have_no_label() -> None:
    for data in (["R", "R Q"], pl.Series(["R", "R Q"]), pa.table({"scramble": ["R", "R Q"]})):
        with pytest.raises(cubiform.ScrambleError, match=r"^row 2, column 3: ") as raised:
            cubiform.analyze(data)
        assert raised.value.label is None
    with pytest.raises(cubiform.ArgumentError, match=r"^data, row 2 \(index 'q'\): a float is not a scramble") as refused:
        cubiform.analyze(pd.Series(["R", 1.5], index=["p", "q"], dtype=object))
    assert refused.value.label == "q"


MIXED: list[list[Any]] = [[1, "a", None], [{"a": 1}, [2], 3.5], [1j, 2j, 3j], [2**70, "x", b"y"], [object, {1, "b"}, Path("c")]]


@pytest.mark.parametrize("values", MIXED, ids=str)
def test_columns_without_a_type_become_texts(values: list[Any], tmp_path: Path) -> None:
    scrambles = ["R U F", "R2 F2", "R U F"]
    texts = [None if value is None else str(value) for value in values]
    columns = pd.DataFrame({"scramble": scrambles, "note": pd.Series(values, list("pqr"), dtype=object), "year": [1, 2, 3]})
    for data in (
        columns,
        {"scramble": scrambles, "note": values, "year": [1, 2, 3]},
        [{"scramble": s, "note": note, "year": year} for s, note, year in zip(scrambles, values, [1, 2, 3], strict=True)],
        pl.DataFrame({"scramble": scrambles, "note": pl.Series(values, dtype=pl.Object), "year": [1, 2, 3]}),
        columns.rename(columns={"scramble": "moves"}),
    ):
        with pytest.warns(UserWarning, match=r"the column 'note' has values for which Arrow has no type \(.+\); they become texts") as told:
            table = cubiform.analyze(data, stages="cross", colors="W")
        assert [one.filename for one in told] == [__file__]
        assert table["note"].to_pylist() == texts and table["year"].to_pylist() == [1, 2, 3]
        assert table["cross_z2"].to_pylist() == [2, 2, 2]
        with pytest.warns(UserWarning, match="the column 'note'"):
            assert cubiform.solve(data).to_table()["note"].to_pylist() == texts
    with pytest.warns(UserWarning, match="the column 'note'"):
        run = cubiform.analyze_run(columns, tmp_path / "run", stages="cross")
    assert run.to_table()["note"].to_pylist() == texts


def test_an_index_without_a_type_becomes_texts() -> None:
    frame = pd.DataFrame({"scramble": ["R U F", "R2"]}, index=[1, "b"])
    with pytest.warns(UserWarning, match="the column 'index'"):
        assert list(cubiform.analyze(frame, stages="cross").to_pandas().index) == ["1", "b"]
    several = frame.set_axis(pd.MultiIndex.from_tuples([(1, 5), ("b", 6)], names=["x", "y"]))
    with pytest.warns(UserWarning, match="the column 'x'"):
        found = cubiform.analyze(several, stages="cross").to_pandas()
    assert list(found.index) == [("1", 5), ("b", 6)] and found.index.names == ["x", "y"]


def test_scrambles_without_a_type_are_refused() -> None:
    for data in ({"scramble": ["R", 5]}, pd.DataFrame({"scramble": ["R", 5], "year": [1, 2]}), [{"scramble": "R"}, {"scramble": 5}]):
        with pytest.raises(cubiform.ArgumentError, match="row 2.*: a int is not a scramble"):
            cubiform.analyze(data)
    # A column of other values is not taken for scrambles.
    with pytest.raises(cubiform.ArgumentError, match="no column of scrambles among note"):
        cubiform.analyze(pd.DataFrame({"note": ["R", 5]}))


def test_rows_with_different_names_keep_all_columns() -> None:
    table = cubiform.analyze([{"scramble": "R"}, {"scramble": "U", "event": "333"}], stages="cross")
    assert table["event"].to_pylist() == [None, "333"]


def test_solutions_keep_the_index_and_the_columns() -> None:
    frame = pd.DataFrame(
        {"id": [7, 9], "scramble": ["R U F", "R2"], "day": pd.to_datetime(["2024-01-01", "2024-01-02"])},
        index=pd.Index(["p", "q"], name="solver"),
    )
    solutions = cubiform.solve(frame)
    assert [one["id"] for one in solutions] == ["7", "9"] and isinstance(solutions, list)
    found = solutions.to_pandas()
    assert list(found.index) == ["p", "q"] and found.index.name == "solver"
    assert list(found.columns)[:4] == ["id", "scramble", "row", "day"]
    assert found["id"].tolist() == [7, 9] and found["day"].tolist() == frame["day"].tolist()
    assert found["solution"].tolist() == ["F' U' R'", "R2"] and (found["length"] - 4).tolist() == [-1, -3]
    joined = frame.join(found[["solution", "length"]])
    assert joined["length"].tolist() == [3, 1]
    for data in (pl.from_pandas(frame), pa.Table.from_pandas(frame), pa.Table.from_pandas(frame).to_reader()):
        table = cubiform.solve(data).to_table()
        assert table["id"].to_pylist() == [7, 9] and table["length"].to_pylist() == [3, 1]
    assert pl.DataFrame(cubiform.solve(frame).to_table())["solution"].to_list() == ["F' U' R'", "R2"]
    assert pickle.loads(pickle.dumps(solutions)).to_table().equals(solutions.to_table())


def test_solutions_of_a_part_of_a_frame_and_of_several_solutions() -> None:
    frame = pd.DataFrame({"scramble": ["R", "U", "R2 U2 R2 U2 R2 U2"], "event": ["a", "b", "c"]})
    part = cubiform.solve(frame[frame["event"] != "b"]).to_pandas()
    assert list(part.index) == [0, 2] and part["event"].tolist() == ["a", "c"]
    several = cubiform.solve(frame, moves="<R,U>", solutions="all").to_pandas()
    assert several["row"].tolist() == [1, 2, 3, 3] and several["event"].tolist() == ["a", "b", "c", "c"]
    assert several["id"].tolist() == ["1", "2", "3", "3"]


@pytest.mark.parametrize("method", ["two-phase", "thistlethwaite", "dr", "cfop", "beginner"])
def test_solutions_of_every_method_are_tables(method: Any) -> None:
    states = cubiform.random_states(3, seed=1)
    table = cubiform.solve(states, method, explain=method in ("cfop", "beginner")).to_table()
    assert table["scramble"].to_pylist() == states["facelets"].to_pylist()
    assert table["method"].to_pylist() == [method] * 3 and table["error"].null_count == 3
    assert table.to_pandas().shape[0] == 3


def test_tables_of_changed_solutions_and_of_columns_with_their_names_are_refused() -> None:
    solutions = cubiform.solve(pd.DataFrame({"scramble": ["R"], "length": [5]}))
    assert solutions[0]["length"] == 1
    with pytest.raises(cubiform.ArgumentError, match="add a column 'length' too; rename yours, or drop it"):
        solutions.to_table()
    changed = cubiform.solve(["R", "U"])
    changed.pop()
    with pytest.raises(cubiform.ArgumentError, match="not as solve returned it"):
        changed.to_pandas()
    assert cubiform.solve([]) == [] and cubiform.solve([]).to_table().num_rows == 0


def test_all_solutions() -> None:
    found = cubiform.analyze("R2 F2", stages="cross", colors="W", solutions="all")["solutions"].to_pylist()[0]
    assert len(found) == len(cubiform.analyze("R2 F2", stages="cross", colors="W", solutions=10_000)["solutions"].to_pylist()[0])
    analyzer = cubiform.Analyzer(stages="cross", colors="W", solutions="all")
    assert len(pickle.loads(pickle.dumps(analyzer)).analyze("R2 F2")["solutions"].to_pylist()[0]) == len(found) > 1
    assert len(cubiform.solve("R2 U2 R2 U2 R2 U2", moves="<R,U>", solutions="all")) == 2
    sune: dict[str, Any] = {"case": "OLL 27", "moves": "R,U"}
    assert cubiform.algorithms(**sune, solutions="all") == cubiform.algorithms(**sune)


def test_a_list_of_solves_has_all_reviews_and_a_text_has_one() -> None:
    text = "F' U' R'"
    assert "stages" in cubiform.review(text, MOVES, optimal=False)
    one = cubiform.review([text], MOVES, optimal=False)
    assert one["summary"]["solves"] == 1 and len(one["solves"]) == 1
    both = cubiform.review([text, Algorithm("(R U F)'")], MOVES, optimal=False)
    assert [solve["solved"] for solve in both["solves"]] == [True, True]
    page = "Scramble: R U F\n\nF' U' R'\n\nScramble: R U\n\nU' R'\n"
    with pytest.raises(cubiform.ArgumentError, match=r"^solution: the text has 2 solves; pass it in a list: review\(\[text\]\)"):
        cubiform.review(page, optimal=False)
    assert cubiform.review([page], optimal=False)["summary"]["solves"] == 2
    with pytest.raises(cubiform.ArgumentError, match="^time: applies to a single solve, but there are 2"):
        cubiform.review([page], optimal=False, time=5)
    with pytest.raises(cubiform.ArgumentError, match="^solution: there is no solve in the list"):
        cubiform.review([])
    with pytest.raises(cubiform.CubiformError) as raised:
        cubiform.review([text, "R Q"], MOVES, optimal=False)
    assert raised.value.row == 2
    for wrong in (5, [5], None, [None]):
        with pytest.raises(cubiform.ArgumentError, match="^solution.*: expected a text"):
            cubiform.review(wrong)  # type: ignore[call-overload]


def functions() -> list[Any]:
    found = [getattr(cubiform, name) for name in cubiform.__all__]
    found += [cubiform.tables.list, cubiform.tables.build, cubiform.tables.verify, cubiform.tables.remove]
    found += [cubiform.ray.analyze, cubiform.spark.analyze, cubiform.Analyzer.analyze, cubiform.Analyzer.analyze_batches]
    return [one for one in found if inspect.isfunction(one) or one is cubiform.Analyzer]


@pytest.mark.parametrize("function", functions(), ids=lambda one: f"{one.__module__}.{one.__qualname__}")
def test_help_explains_every_argument(function: Any) -> None:
    parameters = [name for name in inspect.signature(function).parameters if name != "self" and not name.startswith("_")]
    section = re.split(r"\n\s*\n(?! {8})", (inspect.getdoc(function) or "").partition("Args:\n")[2])[0]
    explained = re.findall(r"^ {4}(\w+): \S", section, re.MULTILINE)
    assert explained == parameters, function
