"""Tests that the package offers what the OpenAPI document describes: operations, members of requests, choices and ranges."""

from __future__ import annotations

import inspect
import pathlib
import pickle
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import cubiform
import faces
from cubiform import _arguments, _options

DOCUMENT = faces.read_document()
OPERATIONS = faces.operations(DOCUMENT)

# The functions that are written by hand, and arguments without which a call is refused.
BY_HAND: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "analyze": (cubiform.analyze, {"data": "R"}),
    "review": (cubiform.review, {"solution": "R"}),
    "solve": (cubiform.solve, {"cubes": "R"}),
    "stats": (cubiform.stats, {"data": None}),
    "tables": (cubiform.tables.list, {}),
}

# The parameters of these functions that have other names than the members.
PARAMETERS = {
    ("analyze", "scramble"): "data",
    ("analyze", "scrambles"): "data",
    ("review", "no_optimal"): "optimal",
    ("solve", "scramble"): "cubes",
    ("solve", "scrambles"): "cubes",
    ("solve", "time_ms"): "time",
    ("stats", "input"): "data",
}

# The members without a parameter, and why.
EXCEPTIONS = {
    ("analyze", "id"): "the column `id` of the data",
    ("analyze", "only_best"): "follows from `colors`, as in the command",
    ("solve", "id"): "the column `id` of the cubes",
    ("stats", "against"): "`_native.stats` reads one table",
    ("stats", "beside"): "`_native.stats` reads one table",
    ("stats", "name"): "a table has no name of a file",
}


@dataclass(frozen=True)
class Member:
    """A member of a request, and the parameter for it."""

    operation: str
    name: str
    schema: dict[str, Any]

    @property
    def function(self) -> Callable[..., Any]:
        return function(self.operation)

    @property
    def parameter(self) -> str:
        other = PARAMETERS.get((self.operation, self.name), self.name)
        return faces.PARAMETERS.get(other, other)

    @property
    def type(self) -> Any:
        """The type of the parameter."""
        return typing.get_type_hints(self.function, include_extras=True)[self.parameter]

    def is_limited_by_the_server(self) -> bool:
        face = faces.FACES.get(self.operation, faces.Face())
        return self.name in face.unlimited.split()

    def __str__(self) -> str:
        return f"{self.operation}-{self.name}"


def function(operation: str) -> Callable[..., Any]:
    """Returns the function of an operation."""
    found = BY_HAND[operation][0] if operation in BY_HAND else getattr(cubiform, operation)
    return typing.cast("Callable[..., Any]", found)


def members() -> Iterator[Member]:
    """Yields the members of all requests."""
    for operation, of_methods in OPERATIONS.items():
        for name, schema in faces.members(DOCUMENT, of_methods).items():
            yield Member(operation, name, schema)


def offered(*needed: str) -> list[Member]:
    """Returns the members with parameters whose schemas have these keywords."""
    found = []
    for member in members():
        if (member.operation, member.name) not in EXCEPTIONS:
            schema = faces.resolved(DOCUMENT, member.schema)
            if all(name in schema for name in needed):
                found.append(Member(member.operation, member.name, schema))
    return found


def test_every_operation_has_a_function() -> None:
    missing = [name for name in OPERATIONS if name not in BY_HAND and name not in faces.FACES]
    assert not missing, "add a row to FACES in python/tests/faces.py, and the name to __init__.py"
    assert [name for name in faces.FACES if name not in OPERATIONS or name not in cubiform.__all__] == []


def test_every_member_has_a_parameter_or_a_reason() -> None:
    known = {(member.operation, member.name): member for member in members()}
    missing = {
        key
        for key, member in known.items()
        if key not in EXCEPTIONS and member.parameter not in inspect.signature(member.function).parameters
    }
    assert missing == set()
    # An exception that is none any more.
    assert {key for key in (*PARAMETERS, *EXCEPTIONS) if key not in known} == set()
    offered = [key for key in EXCEPTIONS if key[1] in inspect.signature(function(key[0])).parameters]
    assert offered == []


@pytest.mark.parametrize("member", offered("enum"), ids=str)
def test_choices_are_those_of_the_document(member: Member) -> None:
    choices = [
        hint for hint in (member.type, *typing.get_args(member.type)) if typing.get_origin(hint) is typing.Literal
    ]
    assert [list(typing.get_args(choice)) for choice in choices] == [member.schema["enum"]]


@pytest.mark.parametrize("member", offered("maximum"), ids=str)
def test_numbers_beyond_the_maximum_are_refused(member: Member) -> None:
    maximum = member.schema["maximum"]
    assert _arguments._is(maximum, member.type)
    if member.is_limited_by_the_server():
        assert _arguments._is(maximum + 1, member.type)
        return
    required = BY_HAND[member.operation][1] if member.operation in BY_HAND else {}
    required = required or dict.fromkeys(faces.FACES[member.operation].required.split(), "R")
    with pytest.raises(cubiform.ArgumentError, match=f"^{member.parameter}: expected .* to {maximum}") as raised:
        member.function(**required, **{member.parameter: maximum + 1})
    assert raised.value.argument == member.parameter


@pytest.mark.parametrize("member", offered("minimum"), ids=str)
def test_numbers_below_the_minimum_are_refused(member: Member) -> None:
    assert not _arguments._is(member.schema["minimum"] - 1, member.type)


def test_beams_are_limited() -> None:
    for beam in (0, 100_001, 10**9):
        with pytest.raises(cubiform.ArgumentError, match="^beam: expected a whole number from 1 to 100000, not "):
            cubiform.solve("R", puzzle="444", beam=beam)


def test_type_checkers_know_every_argument_of_solve() -> None:
    """The overloads of `solve` have its arguments in dictionaries."""
    arguments = set(inspect.signature(cubiform.solve).parameters) - {"cubes", "method", "solutions"}
    of_puzzles = {"metric", "beam"}
    assert set(_options.Limited.__annotations__) == set(_options.Unlimited.__annotations__) == arguments - of_puzzles
    assert of_puzzles < set(_options.LimitedPuzzle.__annotations__) < arguments


def test_a_new_operation_needs_a_row_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    count = {"type": "integer", "format": "int64", "default": 100, "maximum": 5000, "minimum": 1}
    parameters = [
        {"name": "names", "description": "Names of things [default: all]", "schema": {"type": "string"}},
        {"name": "count", "description": "Number of `names`\n\nNot of `others`.", "schema": count},
        {"name": "from", "description": "Text", "schema": {"type": "string", "default": "x"}},
    ]
    schema = {"type": "object", "description": "An answer.", "required": ["count"], "properties": {"count": count}}
    answer = {"application/json": {"schema": {"$ref": "#/components/schemas/NewAnswer"}}}
    operation = {
        "x-operation": {"name": "new", "quick": False},
        "operationId": "get_new",
        "summary": "Do something new",
        "parameters": parameters,
        "responses": {"200": {"description": "The answer", "content": answer}},
    }
    document = {
        "paths": {**DOCUMENT["paths"], "/v1/new": {"get": operation}},
        "components": {"schemas": {**DOCUMENT["components"]["schemas"], "NewAnswer": schema}},
    }
    monkeypatch.setitem(faces.FACES, "new", faces.Face(positional="names", lists="names", text=">>> import cubiform"))
    assert faces.operations_source(document).endswith(
        '''

@checked
def new(
    names: Names | None = None,
    *,
    count: Annotated[int, Range(1, 5000)] = 100,
    start: str = "x",
    tables: Path | None = None,
    threads: Threads | None = None,
) -> NewAnswer:
    """Do something new.

    Args:
        names: Names of things; by default all. It may be a list, too.
        count: Number of `names`. Not of ``others``.
        start: Text.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    Returns the answer as `cubiform.types.NewAnswer`.

    >>> import cubiform
    """
    request = {"names": _input.joined(names), "count": count, "from": start}
    found: NewAnswer = _requests.answer("new", request, tables, threads, names={"from": "start"})
    return found
'''
    )
    assert "class NewAnswer(TypedDict):" in faces.types_source(document)


def test_answers_of_generated_functions() -> None:
    assert [case["label"] for case in cubiform.cases("oll", case=["26", "27"])] == ["26", "27"]
    sune = cubiform.Algorithm("R U R' U R U2 R'")
    [found] = cubiform.cases(alg=sune)
    assert found["case"] is not None and found["case"]["name"] == "Sune"
    assert cubiform.cases(scramble=cubiform.Cube(sune)) == cubiform.cases(scramble=sune.cube())
    assert cubiform.check(condition="cross[W] <= 4")["valid"]
    assert cubiform.scramble(puzzle="222", seed=1)[0]["event"] == "222"
    with pytest.raises(cubiform.ArgumentError, match="^set, group and case list cases"):
        cubiform.cases("oll", alg=sune)  # type: ignore[call-overload]
    with pytest.raises(cubiform.ArgumentError, match="^start, column 1: unknown goal term 'crss'") as raised:
        cubiform.case_set(start="crss", to="solved")
    assert raised.value.argument == "start"
    assert cubiform.distribution("cross", tables="none") == cubiform.distribution("cross")


def test_options_of_cfop_and_phases() -> None:
    scramble = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B"
    solved = cubiform.solve(scramble, "cfop", comfort=True, rotationless=True)
    assert cubiform.Cube(scramble).apply(solved["solution"]).is_solved
    stages = solved["cfop"]["stages"]
    assert not any(turn[0] in "xyz" for stage in stages for turn in stage["moves"].split())
    phases = cubiform.solve(scramble, phases=True)["phases"]
    assert len(phases) == 2 and cubiform.Cube(scramble).apply(" ".join(phases)).is_solved
    with pytest.raises(cubiform.ArgumentError, match="`phases` and the options of cfop are for the 3x3x3"):
        cubiform.solve("R", puzzle="222", comfort=True)  # type: ignore[call-overload]


def test_analyses_with_slack_and_in_the_order_of_effort() -> None:
    options: dict[str, Any] = {"stages": "cross", "colors": "white", "solutions": "all"}
    scramble = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B"

    def solutions(**more: Any) -> list[Any]:
        found = cubiform.analyze(scramble, **options, **more)
        return list(found["solutions"][0].as_py())

    shortest, longer, sorted_ = solutions(), solutions(slack=1), solutions(order="effort")
    assert {one["length"] for one in longer} == {6, 7} and longer[: len(shortest)] == shortest
    assert sorted_ != shortest and sorted(map(str, sorted_)) == sorted(map(str, shortest))
    analyzer = cubiform.Analyzer(**options, slack=1, order="effort")
    copy = pickle.loads(pickle.dumps(analyzer))
    assert copy.analyze(scramble).equals(analyzer.analyze(scramble))


def test_analyses_with_some_moves_and_links(tmp_path: pathlib.Path) -> None:
    # U and R alone never bring the edges back that F takes away.
    few: dict[str, Any] = {"stages": "cross", "colors": "yellow", "moves": "<U,R>"}
    assert cubiform.analyze(["U' R'", "F"], **few).column("cross_z0").to_pylist() == [1, None]
    run = cubiform.analyze_run(["U' R'", "F"], tmp_path / "run", **few)
    assert run.to_table().column("cross_z0").to_pylist() == [1, None]
    [solution] = cubiform.analyze("F", stages="cross", colors="W", links=True)["solutions"][0].as_py()
    assert solution["moves"] == "F'" and solution["link"].startswith("https://alpha.twizzle.net/edit/?")
    facelets = cubiform.Cube("F").facelets
    [of_state] = cubiform.analyze(facelets, stages="cross", colors="W", links=True)["solutions"][0].as_py()
    assert of_state["link"] and of_state["moves"] == "F'"
    [without] = cubiform.analyze("F", stages="cross", colors="W", solutions=1)["solutions"][0].as_py()
    assert "link" not in without
