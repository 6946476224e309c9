"""Functions of operations, made of the OpenAPI document of the server by tests/faces.py."""

from __future__ import annotations

from typing import (
    Annotated,
    Literal,
    overload,
)

from . import _input, _requests
from ._arguments import (
    All,
    MoveText,
    Names,
    OneCube,
    Path,
    Positive,
    Range,
    Seed,
    Threads,
    checked,
    solution_count,
)
from .types import (
    AlgorithmAnswer,
    AttemptAnswer,
    CaseAnswer,
    CaseSetAnswer,
    CheckAnswer,
    DistributionAnswer,
    FoundCase,
    InsertAnswer,
    MethodsAnswer,
    ScrambleAnswer,
)


@checked
def scramble(
    count: Positive = 1,
    event: Literal["333", "333oh", "333ft", "333bf", "333mbf", "333fm", "222", "444"] = "333",
    *,
    case: str | None = None,
    puzzle: Literal["333", "222", "444"] = "333",
    seed: Seed | None = None,
    where: str | None = None,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> list[ScrambleAnswer]:
    """Make scrambles.

    Args:
        count: Number of scrambles.
        event: Event of the scrambles.
        case: Only states that show this case, such as "OLL 27", "PLL Gc", "F2L 5", a family (PLL G), a set (OLL) or a
            case of a derived set (ZBLL 5); repeatable. All such states are equally likely, with the last layer on top
            after the scramble. For an OLL case the permutation of the last layer is random; for a PLL case the last
            turn of U (AUF) is random; for an F2L case the pair belongs to slot FR, the cross and the other slots are
            solved, and the last layer is random. Cases of derived sets have the numbers of ``cases make``; in a set
            that begins before the last slot, what its cases leave open is solved. Scrambles begin with random moves, so
            that they do not show the algorithm.
        puzzle: Puzzle to scramble (222 and 444 imply the event of that name).
        seed: Random seed; by default a different one each time.
        where: Only states that satisfy a condition, such as "cross <= 3"; all of them are equally likely.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    Returns the scrambles as a list of `cubiform.types.ScrambleAnswer`.

    >>> import cubiform
    >>> scrambles = cubiform.scramble(2, seed=1)
    >>> [row["id"] for row in scrambles]
    ['random-1-1', 'random-1-2']
    >>> cubiform.Cube(scrambles[0]["scramble"]).facelets == scrambles[0]["facelets"]
    True
    """
    request = {"count": count, "event": event, "case": case, "puzzle": puzzle, "seed": seed, "where": where}
    found: list[ScrambleAnswer] = _requests.answer("scramble", request, tables, threads)
    return found


@overload
def cases(
    set: str | None = None,
    *,
    case: Names | None = None,
    group: str | None = None,
) -> list[CaseAnswer]: ...
@overload
def cases(
    *,
    alg: MoveText | None = None,
    pattern: str | None = None,
    scramble: OneCube | None = None,
) -> list[FoundCase]: ...
@checked
def cases(
    set: str | None = None,
    *,
    alg: MoveText | None = None,
    case: Names | None = None,
    group: str | None = None,
    pattern: str | None = None,
    scramble: OneCube | None = None,
) -> list[CaseAnswer] | list[FoundCase]:
    """List or find cases of CFOP.

    Args:
        set: The set: ``f2l``, ``oll`` or ``pll``; all of them by default.
        alg: An algorithm whose cases are wanted. It may be an `Algorithm`, too.
        case: Cases of the set by number, letters or name, separated by commas. It may be a list, too.
        group: A group of cases, such as ``fish``.
        pattern: A picture, as in ``cases find``.
        scramble: A cube whose cases are wanted. It may be a `Cube` or an `Algorithm`, too.

    Returns the cases as a list of `cubiform.types.CaseAnswer` or a list of `cubiform.types.FoundCase`.

    >>> import cubiform
    >>> [sune] = cubiform.cases("oll", case="27")
    >>> sune["name"], sune["algorithms"][0]
    ('Sune', "R U R' U R U2 R'")
    >>> [found["case"]["label"] for found in cubiform.cases(alg="R U R' U R U2 R'")]
    ['27']
    """
    request = {
        "set": set,
        "alg": _input.move_text(alg),
        "case": _input.joined(case),
        "group": group,
        "pattern": pattern,
        "scramble": _input.cube_text(scramble),
    }
    found: list[CaseAnswer] | list[FoundCase] = _requests.answer("cases", request)
    return found


@checked
def case_set(
    set: str | None = None,
    *,
    start: str | None = None,
    mirror: bool = False,
    to: str | None = None,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> CaseSetAnswer:
    """List the cases between two goals.

    Args:
        set: Name of a set, such as ZBLL, instead of two goals.
        start: Goal in which the cases begin, such as "f2l + eo"; by default any state.
        mirror: Count mirror images as one case.
        to: Goal in which the cases are solved, such as "solved + up to U".
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    Returns the cases as `cubiform.types.CaseSetAnswer`.

    The list of cases makes a frame: ``pandas.DataFrame(cubiform.case_set("ZBLL")["cases"])``.

    >>> import cubiform
    >>> len(cubiform.case_set("PLL")["cases"])
    21
    """
    request = {"set": set, "from": start, "mirror": mirror, "to": to}
    found: CaseSetAnswer = _requests.answer("case_set", request, tables, threads, names={"from": "start"})
    return found


@checked
def distribution(
    goal: str,
    stage: str | None = None,
    colors: Names | None = None,
    *,
    any_axis: bool = False,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> DistributionAnswer:
    """Count all states by their distance.

    Args:
        goal: A goal (as for analyze), a stage such as "pseudo cross", or the name of a table.
        stage: Stage, if the goal has several; by default the first.
        colors: Bottom colours (the best one counts): letters (WY), names (white,yellow) or all. It may be a list, too.
        any_axis: Count by the best of the three axes: for the stages eo and dr of the goal dr.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    Returns the distribution as `cubiform.types.DistributionAnswer`.

    A count is kept, so that asking again takes no time.

    >>> import cubiform
    >>> crosses = cubiform.distribution("cross")
    >>> crosses["states"], round(crosses["mean"], 3)
    (190080, 5.812)
    """
    request = {"goal": goal, "stage": stage, "colors": _input.joined(colors), "any_axis": any_axis}
    found: DistributionAnswer = _requests.answer("distribution", request, tables, threads, is_kept=True)
    return found


@checked
def algorithms(
    case: OneCube,
    *,
    alg: MoveText | None = None,
    fixed: bool = False,
    metric: Literal["htm", "qtm", "stm", "etm"] = "htm",
    moves: str = "<R,L,U,D,F,B>",
    order: Literal["found", "effort"] = "effort",
    slack: Annotated[int, Range(0, 6)] = 0,
    solutions: Positive | All | None = None,
    to: str | None = None,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> AlgorithmAnswer:
    """Find algorithms of cases.

    Args:
        case: A case ("PLL T", "OLL 27", "ZBLL 17"), a set of cases (2GLL), or a cube: a scramble in quotes, facelets,
            or facelets with ? for stickers that do not matter. It may be a `Cube` or an `Algorithm`, too.
        alg: Check this algorithm instead of a search: if it solves the case, it is the answer, with its effort. It may
            be an `Algorithm`, too.
        fixed: Count turns of U before and after the algorithm, which are free otherwise.
        metric: Metric of the length.
        moves: Turns that an algorithm may have, such as <R,U,F>, <M,U> or <R,r,U>.
        order: Order of the algorithms: by length as found, or by the effort of the hands.
        slack: Number of moves by which an algorithm may be longer than the shortest, 0 to 6.
        solutions: Maximum number of algorithms of a case to print; by default all. It may be ``"all"``, too.
        to: Goal that the algorithms reach, in the language of case sets; by default that of the set, or solved.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    Returns the algorithms as `cubiform.types.AlgorithmAnswer`.

    >>> import cubiform
    >>> [sune] = cubiform.algorithms("OLL 27", moves="R,U")["cases"]
    >>> sune["optimal"], [algorithm["text"] for algorithm in sune["algorithms"]]
    (7, ["R U R' U R U2 R'", "(U') R' U2 R U R' U R"])
    """
    request = {
        "case": _input.cube_text(case),
        "alg": _input.move_text(alg),
        "fixed": fixed,
        "metric": metric,
        "moves": moves,
        "order": order,
        "slack": slack,
        "solutions": solution_count(solutions),
        "to": to,
    }
    found: AlgorithmAnswer = _requests.answer("algorithms", request, tables, threads)
    return found


@checked
def attempt(
    scramble: OneCube,
    solution: MoveText,
    *,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> AttemptAnswer:
    """Review an attempt at fewest moves.

    Args:
        scramble: The scramble in quotes, or the facelets. It may be a `Cube` or an `Algorithm`, too.
        solution: The moves after the scramble in quotes, with those on the inverse in brackets: "R U (F2 D) L". It may
            be an `Algorithm`, too.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    Returns the review as `cubiform.types.AttemptAnswer`.

    >>> import cubiform
    >>> attempt = cubiform.attempt("R U F", "F' // EO and DR\\n(R) U'")
    >>> attempt["is_solved"], attempt["length"], attempt["best"]
    (True, 3, 3)
    """
    request = {"scramble": _input.cube_text(scramble), "solution": _input.move_text(solution)}
    found: AttemptAnswer = _requests.answer("attempt", request, tables, threads)
    return found


@checked
def insert(
    scramble: OneCube,
    skeleton: MoveText,
    *,
    algorithm_moves: Annotated[int, Range(8, 12)] | None = None,
    insertions: Annotated[int, Range(1, 3)] | None = None,
    solutions: Positive = 3,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> InsertAnswer:
    """Insert algorithms into a skeleton.

    Args:
        scramble: The scramble in quotes, or the facelets. It may be a `Cube` or an `Algorithm`, too.
        skeleton: The moves after the scramble in quotes, with those on the inverse in brackets: "R U (F2 D) L". It may
            be an `Algorithm`, too.
        algorithm_moves: Maximum number of moves of an inserted algorithm, 8 to 12; by default 12 for corners, 10 for
            edges.
        insertions: Maximum number of insertions, 1 to 3; by default the number of 3-cycles that solve the pieces.
        solutions: Number of shortest solutions to print; by default 3.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    Returns the solutions as `cubiform.types.InsertAnswer`.

    >>> import cubiform
    >>> found = cubiform.insert("(R U R' U2 [F' L F, R] L B)'", "R U R' U2 (B' L')", algorithm_moves=8)
    >>> found["corners"], found["is_proven"], found["solutions"][0]["length"]
    (3, True, 14)
    """
    request = {
        "scramble": _input.cube_text(scramble),
        "skeleton": _input.move_text(skeleton),
        "algorithm_moves": algorithm_moves,
        "insertions": insertions,
        "solutions": solutions,
    }
    found: InsertAnswer = _requests.answer("insert", request, tables, threads)
    return found


@checked
def methods(
    methods: Names | None = None,
    *,
    count: Annotated[int, Range(1, 1000000)] = 100,
    method: str | None = None,
    seed: Seed = 1,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> MethodsAnswer:
    """Compare methods.

    Args:
        methods: Names of known methods, separated by commas; all of them by default, unless `method` is given. It may
            be a list, too.
        count: Number of random states.
        method: The text of a method of your own: a line for each step.
        seed: Seed of the random states, which are the same for all methods.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    Returns the comparison as `cubiform.types.MethodsAnswer`.

    A comparison takes minutes, most of them for the tables of each step, which are not kept.

    >>> import cubiform
    >>> found = cubiform.methods("CFOP,Roux", count=10)  # doctest: +SKIP
    >>> [method["name"] for method in found["methods"]]  # doctest: +SKIP
    ['CFOP', 'Roux']
    """
    request = {"methods": _input.joined(methods), "count": count, "method": method, "seed": seed}
    found: MethodsAnswer = _requests.answer("methods", request, tables, threads)
    return found


@checked
def check(
    goal: str | None = None,
    *,
    condition: str | None = None,
) -> CheckAnswer:
    """Check a goal or a condition.

    Args:
        goal: Text of a goal: a name or an expression.
        condition: Text of a condition, such as "cross <= 4".

    Returns the check as `cubiform.types.CheckAnswer`.

    >>> import cubiform
    >>> [stage["title"] for stage in cubiform.check("std")["stages"]]
    ['cross', 'xcross', 'xxcross', 'xxxcross', 'f2l']
    >>> cubiform.check("cross + crss")["error"]["message"]
    "unknown goal term 'crss' (did you mean 'cross'?)"
    >>> cubiform.check(condition="cross[W] <= 4")["valid"]
    True
    """
    request = {"goal": goal, "condition": condition}
    found: CheckAnswer = _requests.answer("check", request)
    return found
