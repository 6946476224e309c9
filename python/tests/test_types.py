"""Tests of the files that are made of the OpenAPI document (see `faces.py`), and of the types of answers.

`CUBIFORM_UPDATE_TYPES=1 pytest python/tests/test_types.py` writes the files.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import cubiform
import cubiform.types
import faces
from cubiform import _fairness


@pytest.mark.parametrize("file", faces.FILES, ids=lambda file: str(file.name))
def test_files_are_those_of_the_document(file: Path) -> None:
    text = faces.FILES[file](faces.read_document())
    if os.environ.get("CUBIFORM_UPDATE_TYPES") == "1":
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text, "CUBIFORM_UPDATE_TYPES=1 pytest python/tests/test_types.py writes it"


def test_answers_have_the_members_of_their_types() -> None:
    types = cubiform.types
    cfop = cubiform.solve("R U F", "cfop")
    answers = [
        (types.SolveAnswer, cfop),
        (types.CfopAnswer, cfop["cfop"]),
        (types.PuzzleAnswer, cubiform.solve("R U F", puzzle="222")),
        (types.ScrambleAnswer, cubiform.scramble(1, seed=1)[0]),
        (types.DistributionAnswer, cubiform.distribution("cross", colors="W")),
        (types.ReviewAnswer, cubiform.review("F' U' R'", "R U F", optimal=False)),
        (types.TableAnswer, cubiform.tables.list()[0]),
        (types.CaseAnswer, cubiform.cases("oll", case="1,27")[1]),
        (types.FoundCase, cubiform.cases(scramble="R U R' U R U2 R'")[0]),
        (types.CheckAnswer, cubiform.check("cross + crss")),
    ]
    states = cubiform.random_states(40, seed=1).append_column("event", [["333", "333oh"] * 20])
    states = pa.concat_tables([states, states])
    fairness = cubiform.stats(cubiform.analyze(states, stages="cross"), fair=True)
    answers.append((types.FairnessAnswer, fairness))
    rows = {"": "Result", "_repeats": "Repeat", "_groups": "Group", "_exact": "Exact", "_symmetry": "Symmetry"}
    answers += [(getattr(_fairness, f"Fairness{kind}"), fairness[f"fair{name}"][0]) for name, kind in rows.items()]
    for type_, answer in answers:
        members = type_.__annotations__
        needed = {name for name, annotation in members.items() if "NotRequired" not in annotation.__forward_arg__}
        assert needed <= answer.keys() <= members.keys(), type_


CALLS = """
import pytest

import cubiform
reveal_type(cubiform.solve("R", max_length=3)["length"])
reveal_type(cubiform.solve(["R"], nodes=5)[0]["solution"])
reveal_type(cubiform.distribution("cross")["distances"][0]["states"])
reveal_type(cubiform.stats(None, fair=True)["fair"][0]["verdict"])
reveal_type(cubiform.tables.list()[0]["bytes"])
reveal_type(cubiform.Algorithm("R U")[1:])
reveal_type(cubiform.solve("R", moves="<R>", solutions=2)[0]["length"])
reveal_type(cubiform.solve("R", puzzle="444", metric="obtm")["beam"])
reveal_type(cubiform.solve(["R"], puzzle="222", time=1)[0]["length"])
cubiform.solve("R", time=1)["solutions"]
cubiform.solve("R", time="1s")
"""


# Calls whose answers have a value in these members, with the type that checkers know.
PRECISE = {
    'solve("R")["length"]': "int",
    'solve("R")["solution"]': "str",
    'solve("R", "optimal")["nodes"]': "int",
    'solve("R", time=None)["length"]': "int",
    'solve(cubiform.Algorithm("R"))["length"]': "int",
    'solve(["R"])[0]["solution"]': "str",
    'solve([cubiform.Cube("R")])[0]["length"]': "int",
    'solve("R", "optimal", solutions="all")[0]["length"]': "int",
    'solve("R", "cfop", explain=True)["cfop"]["stages"][0]["title"]': "str",
    'solve(["R"], method="beginner", links=True)[0]["beginner"]["color"]': "str",
    'solve("R", "dr")["dr"]["niss"]': "str",
    'solve("R", puzzle="222")["length"]': "int",
    'solve(["R"], puzzle="444", metric="obtm")[0]["solution"]': "str",
    'cases()[0]["label"]': "str",
    'cases("oll", case=["1", "27"])[0]["probability"]': "list[int]",
    'cases(pattern="x.x/.x./x.x")[0]["rotation"]': "str",
    'check(condition="cross <= 4")["stages"][0]["title"]': "str",
    'scramble()[0]["scramble"]': "str",
    'review("R", "R")["stages"][0]["stage"]': "str",
    'review(cubiform.Algorithm("R"), cubiform.Cube("R"))["htm"]': "int",
    'review(["R"], "R")["summary"]["solves"]': "int",
    'review(("R", "U"), "R")["summary"]["stages"][0]["stage"]': "str",
}


def checked(tmp_path: Path, text: str) -> list[str]:
    """Returns what a type checker reveals or finds in a program."""
    api = pytest.importorskip("mypy.api")
    program = tmp_path / "calls.py"
    program.write_text(text)
    lines = api.run(["--strict", "--cache-dir", str(tmp_path), "--hide-error-context", str(program)])[0].splitlines()
    return [line.split(": ", 2)[2] for line in lines if "Revealed" in line or "error: " in line and "Found" not in line]


def test_type_checkers_know_that_cubes_are_solved(tmp_path: Path) -> None:
    calls = "\n".join(f"reveal_type(cubiform.{call})" for call in PRECISE)
    answer = "answer: cubiform.types.SolveAnswer = cubiform.solve('R')"
    found = checked(tmp_path, f"import cubiform\n{answer}\n{calls}\n")
    assert found == [f'Revealed type is "{type_}"' for type_ in PRECISE.values()]


@pytest.mark.parametrize("method", ["two-phase", "thistlethwaite", "optimal", "dr", "cfop", "beginner"])
def test_answers_of_solved_cubes_have_their_types(method: Any) -> None:
    own = {"cfop": "Cfop", "beginner": "Beginner", "dr": "Chain"}.get(method, "")
    type_ = getattr(cubiform.types, f"{own}SolvedAnswer")
    for answer in cubiform.solve(["R U F", "R2"] if method == "optimal" else cubiform.random_states(3, seed=1), method):
        check_members(answer, type_)
    if method == "two-phase":
        check_members(cubiform.solve("R U", puzzle="222"), cubiform.types.SolvedPuzzleAnswer)


def check_members(answer: Any, type_: Any) -> None:
    """Checks the values of the members that type checkers know not to be None."""
    names = {"float": float, "int": int, "str": str, "bool": bool, "None": type(None), "list[str]": list}
    for member, annotation in type_.__annotations__.items():
        text = annotation.__forward_arg__
        if "NotRequired" not in text and "|" not in text:
            assert isinstance(answer[member], names.get(text, dict)), (member, answer)


def test_type_checkers_know_the_answers(tmp_path: Path) -> None:
    found = checked(tmp_path, CALLS)
    verdict = "Literal['consistent'] | Literal['inconsistent'] | Literal['repeated']"
    names = ("int | None", "str | None", "int", verdict, "int", "cubiform._native.Algorithm", *["int | None"] * 3)
    assert found[:9] == [f'Revealed type is "{name}"' for name in names]
    assert found[9].startswith('TypedDict "SolveAnswer" has no key "solutions"')
    assert found[10].startswith('No overload variant of "solve" matches')
