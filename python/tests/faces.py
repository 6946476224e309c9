"""The generator of what the OpenAPI document of the server says about the package: its functions (`_operations.py`) and the
types of its answers (`types.py`).

`CUBIFORM_UPDATE_TYPES=1 pytest python/tests/test_types.py` writes both files. `python3 python/tests/faces.py` does so without
a build of the package.
"""

from __future__ import annotations

import json
import keyword
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "python" / "cubiform"
WIDTH = 120

# The parameters for members whose names are keywords of Python.
PARAMETERS = {"from": "start"}


@dataclass(frozen=True)
class Face:
    """What the document does not say about the function of an operation. Lists of members are texts with spaces."""

    required: str = ""
    """The positional parameters without a default."""
    positional: str = ""
    """The positional parameters that have one."""
    cubes: str = ""
    """The members that are a cube: a text, a `Cube` or an `Algorithm`."""
    moves: str = ""
    """The members that are moves: a text or an `Algorithm`."""
    lists: str = ""
    """The members that are names: a text, or a list of texts."""
    all: str = ""
    """The numbers that may be ``"all"``."""
    unlimited: str = ""
    """The numbers whose maximum is a limit of the server alone."""
    is_kept: bool = False
    """Whether answers are kept for equal requests."""
    overloads: tuple[tuple[str, str], ...] = ()
    """Members that exclude those of the other overloads, and the type of the answer."""
    text: str = ""
    """What follows the parameters: sentences and examples."""


FACES = {
    "scramble": Face(
        positional="count event",
        unlimited="count",
        text="""
            >>> import cubiform
            >>> scrambles = cubiform.scramble(2, seed=1)
            >>> [row["id"] for row in scrambles]
            ['random-1-1', 'random-1-2']
            >>> cubiform.Cube(scrambles[0]["scramble"]).facelets == scrambles[0]["facelets"]
            True
            """,
    ),
    "cases": Face(
        positional="set",
        cubes="scramble",
        moves="alg",
        lists="case",
        overloads=(("set case group", "list[CaseAnswer]"), ("pattern alg scramble", "list[FoundCase]")),
        text="""
            >>> import cubiform
            >>> [sune] = cubiform.cases("oll", case="27")
            >>> sune["name"], sune["algorithms"][0]
            ('Sune', "R U R' U R U2 R'")
            >>> [found["case"]["label"] for found in cubiform.cases(alg="R U R' U R U2 R'")]
            ['27']
            """,
    ),
    "case_set": Face(
        positional="set",
        text="""
            The list of cases makes a frame: ``pandas.DataFrame(cubiform.case_set("ZBLL")["cases"])``.

            >>> import cubiform
            >>> len(cubiform.case_set("PLL")["cases"])
            21
            """,
    ),
    "distribution": Face(
        required="goal",
        positional="stage colors",
        lists="colors",
        is_kept=True,
        text="""
            A count is kept, so that asking again takes no time.

            >>> import cubiform
            >>> crosses = cubiform.distribution("cross")
            >>> crosses["states"], round(crosses["mean"], 3)
            (190080, 5.812)
            """,
    ),
    "algorithms": Face(
        required="case",
        cubes="case",
        moves="alg",
        all="solutions",
        text="""
            >>> import cubiform
            >>> [sune] = cubiform.algorithms("OLL 27", moves="R,U")["cases"]
            >>> sune["optimal"], [algorithm["text"] for algorithm in sune["algorithms"]]
            (7, ["R U R' U R U2 R'", "(U') R' U2 R U R' U R"])
            """,
    ),
    "attempt": Face(
        required="scramble solution",
        cubes="scramble",
        moves="solution",
        text=r"""
            >>> import cubiform
            >>> attempt = cubiform.attempt("R U F", "F' // EO and DR\n(R) U'")
            >>> attempt["is_solved"], attempt["length"], attempt["best"]
            (True, 3, 3)
            """,
    ),
    "insert": Face(
        required="scramble skeleton",
        cubes="scramble",
        moves="skeleton",
        unlimited="solutions",
        text="""
            >>> import cubiform
            >>> found = cubiform.insert("(R U R' U2 [F' L F, R] L B)'", "R U R' U2 (B' L')", algorithm_moves=8)
            >>> found["corners"], found["is_proven"], found["solutions"][0]["length"]
            (3, True, 14)
            """,
    ),
    "methods": Face(
        positional="methods",
        lists="methods",
        text="""
            A comparison takes minutes, most of them for the tables of each step, which are not kept.

            >>> import cubiform
            >>> found = cubiform.methods("CFOP,Roux", count=10)  # doctest: +SKIP
            >>> [method["name"] for method in found["methods"]]  # doctest: +SKIP
            ['CFOP', 'Roux']
            """,
    ),
    "check": Face(
        positional="goal",
        text="""
            >>> import cubiform
            >>> [stage["title"] for stage in cubiform.check("std")["stages"]]
            ['cross', 'xcross', 'xxcross', 'xxxcross', 'f2l']
            >>> cubiform.check("cross + crss")["error"]["message"]
            "unknown goal term 'crss' (did you mean 'cross'?)"
            >>> cubiform.check(condition="cross[W] <= 4")["valid"]
            True
            """,
    ),
}


def read_document() -> Any:
    """Returns the OpenAPI document."""
    return json.loads((ROOT / "web" / "openapi.json").read_text(encoding="utf-8"))


# Operations and their members.


def operations(document: Any) -> dict[str, list[Any]]:
    """Returns the operations by name, each as those of its methods of HTTP."""
    found: dict[str, list[Any]] = {}
    for path in document["paths"].values():
        several = [path[method] for method in ("get", "post") if method in path]
        if "x-operation" in several[0]:
            found[several[0]["x-operation"]["name"]] = several
    return found


def properties(document: Any, schema: Any) -> Iterator[tuple[str, Any]]:
    """Yields the members of a schema, and those of all its alternatives."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
    yield from schema.get("properties", {}).items()
    for part in (*schema.get("oneOf", ()), *schema.get("allOf", ())):
        yield from properties(document, part)


def members(document: Any, operation: list[Any]) -> dict[str, Any]:
    """Returns the schemas of the members of an operation's request by name, with their descriptions."""
    found: dict[str, Any] = {}
    for one in operation:
        body = one.get("requestBody", {}).get("content", {}).get("application/json")
        for name, schema in properties(document, body["schema"]) if body else ():
            found[name] = schema
        for given in one.get("parameters", ()):
            schema = {"description": given["description"], **given["schema"]}
            found.setdefault(given["name"], schema)
    return dict(sorted(found.items()))


def resolved(document: Any, schema: Any) -> dict[str, Any]:
    """Returns the schema of a value that is not null, with the description and the default of the member."""
    alternatives = [one for one in schema.get("oneOf", ()) if one != {"type": "null"}]
    if len(alternatives) == 1:
        schema = {**schema, **alternatives[0]}
    if "$ref" in schema:
        schema = {**document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]], **schema}
    types = schema.get("type", ())
    types = [types] if isinstance(types, str) else [one for one in types if one != "null"]
    if len(types) != 1 or len(alternatives) > 1:
        raise ValueError(f"a member has several types: {schema}")
    return {**schema, "type": types[0]}


# The functions.


class Function:
    """The function of an operation."""

    def __init__(self, document: Any, name: str, operation: list[Any]) -> None:
        self.name = name
        self.face = FACES[name]
        self.summary = operation[0]["summary"]
        # A quick operation needs neither tables nor threads.
        self.has_tables = not operation[0]["x-operation"]["quick"]
        response = operation[0]["responses"]["200"]
        self.answer = response["description"]
        types = [answer for _, answer in self.face.overloads]
        self.type = " | ".join(types) or Types(document).name(response["content"]["application/json"]["schema"])
        self.members = {member: resolved(document, schema) for member, schema in members(document, operation).items()}

    def has(self, kind: str, member: str) -> bool:
        """Returns whether a list of the face has a member."""
        return member in getattr(self.face, kind).split()

    def parameter(self, member: str) -> str:
        """Returns the name of the parameter for a member."""
        name = PARAMETERS.get(member, member)
        if keyword.iskeyword(name):
            raise ValueError(f"the member '{name}' of {self.name} needs another name in PARAMETERS")
        return name

    def annotation(self, member: str) -> str:
        """Returns the type of a parameter that has a value."""
        schema = self.members[member]
        if "enum" in schema:
            return literal(schema)
        for kind, type_ in {"cubes": "OneCube", "moves": "MoveText", "lists": "Names"}.items():
            if self.has(kind, member):
                return type_
        type_ = {"string": "str", "boolean": "bool", "integer": "int", "number": "float"}[schema["type"]]
        if schema["type"] == "integer":
            maximum = None if self.has("unlimited", member) else schema.get("maximum")
            type_ = ranged(schema.get("minimum", 0), maximum, schema.get("format"))
        return f"{type_} | All" if self.has("all", member) else type_

    def default(self, member: str) -> Any:
        """Returns the default of a parameter: that of the member, or None."""
        default = self.members[member].get("default")
        return None if default in ("", []) else default

    def declaration(self, member: str) -> str:
        """Returns a parameter with its type and its default."""
        name, annotation = self.parameter(member), self.annotation(member)
        if self.has("required", member):
            return f"{name}: {annotation}"
        default = self.default(member)
        if default is None:
            return f"{name}: {annotation} | None = None"
        value = json.dumps(default) if isinstance(default, str) else repr(default)
        return f"{name}: {annotation} = {value}"

    def signature(self, only: list[str] | None = None, answer: str | None = None) -> str:
        """Returns the head of the function, or of an overload of it, which has only some of the members."""
        members = self.ordered if only is None else [member for member in self.ordered if member in only]
        positional = [member for member in members if self.is_positional(member)]
        lines = [self.declaration(member) for member in positional]
        named = [self.declaration(member) for member in members if member not in positional]
        if self.has_tables:
            named += ["tables: Path | None = None", "threads: Threads | None = None"]
        if named:
            lines += ["*", *named]
        return "".join([f"def {self.name}(\n", *(f"    {line},\n" for line in lines), f") -> {answer or self.type}:"])

    def is_positional(self, member: str) -> bool:
        return self.has("required", member) or self.has("positional", member)

    @property
    def ordered(self) -> list[str]:
        """The members in the order of the parameters."""
        positional = [*self.face.required.split(), *self.face.positional.split()]
        return [*positional, *(member for member in self.members if member not in positional)]

    def description(self, member: str) -> str:
        """Returns the description of a member in the style of a docstring."""
        paragraphs = self.members[member]["description"].split("\n\n")
        sentences = [re.sub(r" \[default: (.*)\]$", r"; by default \1", " ".join(text.split())) for text in paragraphs]
        others = {"cubes": "a `Cube` or an `Algorithm`", "moves": "an `Algorithm`", "lists": "a list", "all": '`"all"`'}
        sentences += [f"It may be {other}, too." for kind, other in others.items() if self.has(kind, member)]
        text = " ".join(text if text.endswith((".", "?", "!")) else f"{text}." for text in sentences)
        return re.sub(r"`([^`]+)`", self.quoted, text)

    def quoted(self, code: re.Match[str]) -> str:
        """Returns code with one backtick on each side if it is a name of the package, and else with two."""
        name = PARAMETERS.get(code[1], code[1])
        is_name = name in map(self.parameter, self.members) or name in ("Cube", "Algorithm")
        return f"`{name}`" if is_name else f"``{name}``"

    def docstring(self) -> str:
        """Returns the docstring."""
        entries = {self.parameter(member): self.description(member) for member in self.ordered}
        if self.has_tables:
            entries["tables"] = "The folder of the tables; by default that of the command."
            entries["threads"] = "The number of threads; all of the machine by default."
        lines = [f"{self.summary}.", "", "Args:"]
        for name, description in entries.items():
            lines += wrapped(f"{name}: {description}", "    ", "        ")
        types = re.sub(r"\b([A-Z]\w+)", r"`cubiform.types.\1`", self.type)
        types = re.sub(r"list\[([^]]*)\]", r"a list of \1", types).replace(" | ", " or ")
        answer = self.answer[0].lower() + self.answer[1:]
        lines += ["", *wrapped(f"Returns {answer} as {types}.", "", "")]
        lines += ["", *textwrap.dedent(self.face.text).strip().splitlines()]
        text = "\n".join(lines).replace("\\", "\\\\")
        return textwrap.indent(f'"""{text}\n"""', "    ")

    def value(self, member: str) -> str:
        """Returns the expression for a member of the request."""
        name = self.parameter(member)
        functions = {
            "cubes": "_input.cube_text",
            "moves": "_input.move_text",
            "lists": "_input.joined",
            "all": "solution_count",
        }
        for kind, function in functions.items():
            if self.has(kind, member):
                return f"{function}({name})"
        return name

    def body(self) -> str:
        """Returns the statements of the function."""
        request = [f'"{member}": {self.value(member)}' for member in self.ordered]
        one_line = f"    request = {{{', '.join(request)}}}"
        lines = [one_line]
        if len(one_line) > WIDTH:
            lines = ["    request = {", *(f"        {entry}," for entry in request), "    }"]
        arguments = [f'"{self.name}"', "request"]
        if self.has_tables:
            arguments += ["tables", "threads"]
        renamed = {member: self.parameter(member) for member in self.members if member in PARAMETERS}
        if renamed:
            arguments.append(f"names={json.dumps(renamed)}")
        if self.face.is_kept:
            arguments.append("is_kept=True")
        lines += [f"    found: {self.type} = _requests.answer({', '.join(arguments)})", "    return found"]
        return "\n".join(lines)

    def source(self) -> str:
        """Returns the function with its overloads."""
        own = [members.split() for members, _ in self.face.overloads]
        parts = []
        for members, (_, answer) in zip(own, self.face.overloads, strict=True):
            others = [member for several in own if several is not members for member in several]
            only = [member for member in self.members if member not in others]
            parts.append(f"@overload\n{self.signature(only, answer)} ...\n")
        parts.append(f"@checked\n{self.signature()}\n{self.docstring()}\n{self.body()}\n")
        return "".join(parts)


def literal(schema: Any) -> str:
    """Returns the type of a choice."""
    return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"


def ranged(minimum: int, maximum: int | None, format_: str | None) -> str:
    """Returns the type of a whole number within a range."""
    if maximum is not None:
        return f"Annotated[int, Range({minimum}, {maximum})]"
    if format_ == "uint64" and minimum == 0:
        return "Seed"
    return {0: "Count", 1: "Positive"}.get(minimum) or f"Annotated[int, Range({minimum})]"


def wrapped(text: str, first: str, others: str) -> list[str]:
    """Returns a text in lines that fit into a docstring."""
    return textwrap.wrap(
        text,
        WIDTH - 4,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def import_of(module: str, names: str, text: str) -> str:
    """Returns the import of those of the names that a text has."""
    code = re.sub('""".*?"""', "", text, flags=re.DOTALL)
    used = [name for name in names.split() if re.search(rf"\b{name}\b", code)]
    return "\n".join([f"from {module} import (", *(f"    {name}," for name in used), ")"])


def operations_source(document: Any) -> str:
    """Returns the module with a function for each operation that has a face."""
    known = operations(document)
    functions = [Function(document, name, known[name]) for name in FACES]
    text = "".join(f"\n\n{function.source()}" for function in functions)
    arguments = "All Count MoveText Names OneCube Path Positive Range Seed Threads checked solution_count"
    types = sorted({type_ for function in functions for type_ in re.findall(r"\b[A-Z]\w+", function.type)})
    return f'''"""Functions of operations, made of the OpenAPI document of the server by tests/faces.py."""

from __future__ import annotations

{import_of("typing", "Annotated Literal overload", text)}

from . import _input, _requests
{import_of("._arguments", arguments, text)}
{import_of(".types", " ".join(types), text)}
{text}'''


# The types.

# The answers of functions that are written by hand.
ANSWERS = "SolveAnswer PuzzleAnswer ReviewAnswer ReviewAnswers TableAnswer"

# Answers of which all cubes are solved: the answer that may be unsolved, the members of the method, and the description.
SOLVED = {
    "SolvedAnswer": ("SolveAnswer", [], "A solution of the 3x3x3."),
    "CfopSolvedAnswer": ("SolveAnswer", ["cfop"], "A solution of the 3x3x3 by CFOP."),
    "BeginnerSolvedAnswer": ("SolveAnswer", ["beginner"], "A solution of the 3x3x3 by the beginner's method."),
    "ChainSolvedAnswer": ("SolveAnswer", ["dr"], "A solution of the 3x3x3 by EO, DR, HTR and finish."),
    "SolvedPuzzleAnswer": ("PuzzleAnswer", [], "A solution of a puzzle other than the 3x3x3."),
}


class Types:
    """Classes for schemas of answers."""

    def __init__(self, document: Any) -> None:
        self.schemas = document["components"]["schemas"]
        self.classes: dict[str, str] = {}

    def name(self, schema: dict[str, Any]) -> str:
        """Returns the annotation of a schema, and adds the classes that it needs."""
        if "$ref" in schema:
            referred = schema["$ref"].rsplit("/", 1)[-1]
            if "properties" not in self.schemas[referred]:
                return self.name(self.schemas[referred])
            self.add(referred)
            return str(referred)
        for several in (schema.get("oneOf"), schema.get("type")):
            if isinstance(several, list):
                parts = [self.name(one if isinstance(one, dict) else {**schema, "type": one}) for one in several]
                return " | ".join(sorted(parts, key=lambda part: part == "None"))
        if "enum" in schema:
            return literal(schema)
        if schema["type"] == "array":
            return f"list[{self.name(schema['items'])}]"
        names = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        return names.get(schema["type"], "dict[str, Any]")

    def add(self, title: str) -> None:
        """Adds the class for the schema of this name."""
        if title in self.classes:
            return
        schema = self.schemas[title]
        description = f'"""{schema["description"].splitlines()[0]}"""'
        members = {}
        for member, value in schema["properties"].items():
            annotation = self.name(value)
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
        self.classes[title] = "\n".join(lines) + "\n"

    def add_solved(self, title: str) -> None:
        """Adds the class of an answer whose cube is solved."""
        answer, own, description = SOLVED[title]
        lines = [f"class {title}(TypedDict):", f'    """{description}"""', ""]
        for member, value in self.schemas[answer]["properties"].items():
            annotation = self.name(value)
            if member == "error":
                annotation = "None"
            elif member in own or is_of_solved(value):
                annotation = annotation.removesuffix(" | None")
            elif member not in self.schemas[answer].get("required", []):
                annotation = f"NotRequired[{annotation}]"
            lines.append(f"    {member}: {annotation}")
        self.classes[title] = "\n".join(lines) + "\n"


def is_of_solved(schema: dict[str, Any]) -> bool:
    """Returns whether a member is null only if the cube is not solved."""
    return re.search("null if the (cube|state) is not solved", schema.get("description", "")) is not None


def types_source(document: Any) -> str:
    """Returns the module with a class for each schema of an answer."""
    types = Types(document)
    for title in ANSWERS.split():
        types.add(title)
    known = operations(document)
    for name in FACES:
        types.name(known[name][0]["responses"]["200"]["content"]["application/json"]["schema"])
    for title in SOLVED:
        types.add_solved(title)
    return """\"\"\"The types of answers, made of the OpenAPI document of the server by tests/faces.py.\"\"\"

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ._fairness import FairnessAnswer as FairnessAnswer

if TYPE_CHECKING:
    from typing_extensions import NotRequired, ReadOnly
""" + "".join(f"\n\n{text}" for text in types.classes.values())


# The files, and the functions that make their contents of the document.
FILES = {PACKAGE / "_operations.py": operations_source, PACKAGE / "types.py": types_source}


def write() -> None:
    """Writes all files."""
    document = read_document()
    for file, source in FILES.items():
        file.write_text(source(document), encoding="utf-8")


if __name__ == "__main__":
    write()
