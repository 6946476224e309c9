"""Tests of the types of answers: those of the OpenAPI document, of which `cubiform/types.py` is made.

`CUBIFORM_UPDATE_TYPES=1 pytest python/tests/test_types.py` writes the file.
"""

from __future__ import annotations

import json
import keyword
import os
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

HEAD = '''"""The types of answers, made of the OpenAPI document of the server by tests/test_types.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ._fairness import FairnessAnswer as FairnessAnswer

if TYPE_CHECKING:
    from typing_extensions import NotRequired
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

    def add(title: str) -> None:
        if title in classes:
            return
        schema = schemas[title]
        description = f'"""{schema["description"].splitlines()[0]}"""'
        members = {}
        for member, value in schema["properties"].items():
            annotation = name(value)
            members[member] = annotation if member in schema.get("required", []) else f"NotRequired[{annotation}]"
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
reveal_type(cubiform.solve("R")["length"])
reveal_type(cubiform.solve(["R"])[0]["solution"])
reveal_type(cubiform.distribution("cross")["distances"][0]["states"])
reveal_type(cubiform.stats(None, fair=True)["fair"][0]["verdict"])
reveal_type(cubiform.tables.list()[0]["bytes"])
reveal_type(cubiform.Algorithm("R U")[1:])
reveal_type(cubiform.solve("R", moves="<R>", solutions=2)[0]["length"])
reveal_type(cubiform.solve("R", puzzle="444", metric="obtm")["beam"])
reveal_type(cubiform.solve(["R"], puzzle="222")[0]["length"])
cubiform.solve("R")["solutions"]
cubiform.solve("R", time="1s")
"""


def test_type_checkers_know_the_answers(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    program = tmp_path / "calls.py"
    program.write_text(CALLS)
    lines = api.run(["--cache-dir", str(tmp_path), "--hide-error-context", str(program)])[0].splitlines()
    found = [line.split(": ", 2)[2] for line in lines if "Revealed" in line or "error: " in line and "Found" not in line]
    verdict = "Literal['consistent'] | Literal['inconsistent'] | Literal['repeated']"
    names = ("int | None", "str | None", "int", verdict, "int", "cubiform._native.Algorithm", *["int | None"] * 3)
    assert found[:9] == [f'Revealed type is "{name}"' for name in names]
    assert found[9].startswith('TypedDict "SolveAnswer" has no key "solutions"')
    assert found[10].startswith('No overload variant of "solve" matches')
