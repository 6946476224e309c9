"""Tests of the types of answers: those of the OpenAPI document, of which `cubiform/types.py` is made.

`CUBIFORM_UPDATE_TYPES=1 pytest python/tests/test_types.py` writes the file.
"""

from __future__ import annotations

import json
import keyword
import os
import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import cubiform
import cubiform.types
from cubiform import _fairness

ROOT = Path(__file__).parents[2]
FILE = ROOT / "python" / "python" / "cubiform" / "types.py"
ANSWERS = ["SolveAnswer", "PuzzleAnswer", "ScrambleAnswer", "DistributionAnswer", "AlgorithmAnswer", "CaseSetAnswer", "AttemptAnswer", "InsertAnswer", "ReviewAnswer", "ReviewAnswers", "TableAnswer"]

# Answers of which all cubes are solved: the answer that may be unsolved, the members of the method, and the description.
SOLVED = {
    "SolvedAnswer": ("SolveAnswer", [], "A solution of the 3x3x3."),
    "CfopSolvedAnswer": ("SolveAnswer", ["cfop"], "A solution of the 3x3x3 by CFOP."),
    "BeginnerSolvedAnswer": ("SolveAnswer", ["beginner"], "A solution of the 3x3x3 by the beginner's method."),
    "ChainSolvedAnswer": ("SolveAnswer", ["dr"], "A solution of the 3x3x3 by EO, DR, HTR and finish."),
    "SolvedPuzzleAnswer": ("PuzzleAnswer", [], "A solution of a puzzle other than the 3x3x3."),
}

HEAD = '''"""The types of answers, made of the OpenAPI document of the server by tests/test_types.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ._fairness import FairnessAnswer as FairnessAnswer

if TYPE_CHECKING:
    from typing_extensions import NotRequired, ReadOnly
'''


def source() -> str:
    """Returns the module with a class for each schema of an answer."""
    schemas = json.loads((ROOT / "web" / "openapi.json").read_text(encoding="utf-8"))["components"]["schemas"]
    classes: dict[str, str] = {}

    def name(schema: dict[str, Any]) -> str:
        """Returns the annotation of a schema, and adds the classes that it needs."""
        if "$ref" in schema:
            referred = schema["$ref"].rsplit("/", 1)[-1]
            if "properties" not in schemas[referred]:
                return name(schemas[referred])
            add(referred)
            return str(referred)
        for several in (schema.get("oneOf"), schema.get("type")):
            if isinstance(several, list):
                parts = [name(one if isinstance(one, dict) else {**schema, "type": one}) for one in several]
                return " | ".join(sorted(parts, key=lambda part: part == "None"))
        if "enum" in schema:
            return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
        if schema["type"] == "array":
            return f"list[{name(schema['items'])}]"
        names = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        return names.get(schema["type"], "dict[str, Any]")

    def is_of_solved(schema: dict[str, Any]) -> bool:
        """Returns whether a member is null only if the cube is not solved."""
        return re.search("null if the (cube|state) is not solved", schema.get("description", "")) is not None

    def add(title: str) -> None:
        if title in classes:
            return
        schema = schemas[title]
        description = f'"""{schema["description"].splitlines()[0]}"""'
        members = {}
        for member, value in schema["properties"].items():
            annotation = name(value)
            members[member] = annotation if member in schema.get("required", []) else f"NotRequired[{annotation}]"
            own = [name for answer, names, _ in SOLVED.values() if answer == title for name in (*names, "error")]
            if member in own or own and is_of_solved(value):
                # The answer of a solved cube is one of these answers, too.
                members[member] = f"ReadOnly[{members[member]}]"
        if any(map(keyword.iskeyword, members)):
            # A member such as `from` can be named as text only.
            lines = [f"{title} = TypedDict(", f'    "{title}",', "    {"]
            lines += [f'        "{member}": "{annotation}",' for member, annotation in members.items()]
            lines += ["    },", ")", description]
        else:
            lines = [f"class {title}(TypedDict):", f"    {description}", ""]
            lines += [f"    {member}: {annotation}" for member, annotation in members.items()]
        classes[title] = "\n".join(lines) + "\n"

    for answer in ANSWERS:
        add(answer)
    for title, (answer, own, description) in SOLVED.items():
        lines = [f"class {title}(TypedDict):", f'    """{description}"""', ""]
        for member, value in schemas[answer]["properties"].items():
            annotation = name(value)
            if member == "error":
                annotation = "None"
            elif member in own or is_of_solved(value):
                annotation = annotation.removesuffix(" | None")
            elif member not in schemas[answer].get("required", []):
                annotation = f"NotRequired[{annotation}]"
            lines.append(f"    {member}: {annotation}")
        classes[title] = "\n".join(lines) + "\n"
    return HEAD + "".join(f"\n\n{text}" for text in classes.values())


def test_types_are_those_of_the_document() -> None:
    text = source()
    if os.environ.get("CUBIFORM_UPDATE_TYPES") == "1":
        FILE.write_text(text, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == text


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
