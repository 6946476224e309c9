"""Solutions, scrambles, random states, distributions and reviews."""

from __future__ import annotations

import functools
import json
import operator
import os
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, overload

import pyarrow as pa

from . import _input, _native
from ._arguments import (
    All,
    Count,
    Effort,
    FourMetric,
    Moves,
    MoveText,
    Names,
    OneCube,
    Order,
    Path,
    Positive,
    Seconds,
    Seed,
    Threads,
    checked,
    solution_count,
)
from ._errors import ArgumentError, CubiformError
from ._native import Algorithm
from ._solutions import Solutions
from .types import (
    AlgorithmAnswer,
    AttemptAnswer,
    CaseSetAnswer,
    DistributionAnswer,
    InsertAnswer,
    ScrambleAnswer,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Limited, LimitedPuzzle, Unlimited, UnlimitedPuzzle
    from .types import (
        BeginnerSolvedAnswer,
        CfopSolvedAnswer,
        ChainSolvedAnswer,
        PuzzleAnswer,
        ReviewAnswer,
        ReviewAnswers,
        SolveAnswer,
        SolvedAnswer,
        SolvedPuzzleAnswer,
    )

Method = Literal["two-phase", "thistlethwaite", "optimal", "dr", "cfop", "beginner"]
Wordless = Literal["two-phase", "thistlethwaite", "optimal"]
Puzzle = Literal["333", "222", "444"]
OtherPuzzle = Literal["222", "444"]
AlgorithmMetric = Literal["htm", "qtm", "stm", "etm"]
Event = Literal["333", "333oh", "333ft", "333bf", "333mbf", "333fm", "222", "444"]


def _path(path: Path | None) -> str | None:
    return None if path is None else os.fspath(path)


def _json(request: dict[str, Any]) -> str:
    # Numbers of NumPy are read as those of Python.
    return json.dumps(request, default=operator.index)


def _answer(operation: str, request: dict[str, Any], tables: Path | None, threads: int | None) -> Any:
    return json.loads(_native.answer(_json({"operation": operation, **request}), _path(tables), threads))


def _seed(seed: int | None) -> int:
    return secrets.randbits(53) if seed is None else seed


@overload
def solve(
    cubes: OneCube,
    method: Wordless | None = None,
    *,
    solutions: None = None,
    **options: Unpack[Unlimited],
) -> SolvedAnswer: ...
@overload
def solve(
    cubes: OneCube,
    method: Literal["cfop"],
    *,
    solutions: None = None,
    **options: Unpack[Unlimited],
) -> CfopSolvedAnswer: ...
@overload
def solve(
    cubes: OneCube,
    method: Literal["beginner"],
    *,
    solutions: None = None,
    **options: Unpack[Unlimited],
) -> BeginnerSolvedAnswer: ...
@overload
def solve(
    cubes: OneCube,
    method: Literal["dr"],
    *,
    solutions: None = None,
    **options: Unpack[Unlimited],
) -> ChainSolvedAnswer: ...
@overload
def solve(
    cubes: OneCube,
    method: Method | None = None,
    *,
    solutions: None = None,
    **options: Unpack[Limited],
) -> SolveAnswer: ...
@overload
def solve(
    cubes: OneCube,
    *,
    puzzle: OtherPuzzle,
    **options: Unpack[UnlimitedPuzzle],
) -> SolvedPuzzleAnswer: ...
@overload
def solve(
    cubes: OneCube,
    *,
    puzzle: OtherPuzzle,
    **options: Unpack[LimitedPuzzle],
) -> PuzzleAnswer: ...
@overload
def solve(
    cubes: Any,
    method: Wordless | None = None,
    *,
    solutions: Positive | All | None = None,
    **options: Unpack[Unlimited],
) -> Solutions[SolvedAnswer]: ...
@overload
def solve(
    cubes: Any,
    method: Literal["cfop"],
    *,
    solutions: Positive | All | None = None,
    **options: Unpack[Unlimited],
) -> Solutions[CfopSolvedAnswer]: ...
@overload
def solve(
    cubes: Any,
    method: Literal["beginner"],
    *,
    solutions: Positive | All | None = None,
    **options: Unpack[Unlimited],
) -> Solutions[BeginnerSolvedAnswer]: ...
@overload
def solve(
    cubes: Any,
    method: Literal["dr"],
    *,
    solutions: Positive | All | None = None,
    **options: Unpack[Unlimited],
) -> Solutions[ChainSolvedAnswer]: ...
@overload
def solve(
    cubes: Any,
    method: Method | None = None,
    *,
    solutions: Positive | All | None = None,
    **options: Unpack[Limited],
) -> Solutions[SolveAnswer]: ...
@overload
def solve(
    cubes: Any,
    *,
    puzzle: OtherPuzzle,
    **options: Unpack[UnlimitedPuzzle],
) -> Solutions[SolvedPuzzleAnswer]: ...
@overload
def solve(
    cubes: Any,
    *,
    puzzle: OtherPuzzle,
    **options: Unpack[LimitedPuzzle],
) -> Solutions[PuzzleAnswer]: ...
@checked
def solve(
    cubes: Any,
    method: Method | None = None,
    *,
    moves: str | None = None,
    solutions: Positive | All | None = None,
    up_to_symmetry: bool = False,
    order: Order = "found",
    max_length: Moves | None = None,
    time: Seconds | None = None,
    nodes: Positive | None = None,
    max_eo: Moves | None = None,
    max_dr: Moves | None = None,
    colors: Names | None = None,
    inverse: bool = False,
    effort: Effort | None = None,
    explain: bool = False,
    links: bool = False,
    to: OneCube | None = None,
    puzzle: Puzzle = "333",
    metric: FourMetric | None = None,
    beam: Positive | None = None,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> Any:
    """Solves a cube, or several: the objects of ``cubiform solve --format json``.

    Args:
        cubes: A scramble, facelets, an `Algorithm` or, for the 3x3x3, a `Cube`; or several of them, as lists and tables that
            `analyze` reads.
        method: ``"two-phase"`` by default, or with `moves` one that finds a shortest solution. ``"optimal"`` needs a table
            of the optimal solver; the other methods need none.
        moves: The moves that solutions may have, such as ``"<R,U>"``.
        solutions: The maximum number of shortest solutions of each cube, or ``"all"``, for the method ``"optimal"`` and for
            `moves`. The answer is then a list, in which the objects of a cube have its id.
        up_to_symmetry: Whether to return only the first of solutions that are equivalent under symmetry.
        order: ``"effort"`` sorts solutions of the method ``"optimal"`` by the effort of the hands; each then has ``held``, how
            to hold it best.
        max_length: The maximum number of moves.
        time: The budget of CPU time for each cube, in seconds.
        nodes: The budget of nodes for each cube.
        max_eo: The maximum number of moves of the EO, for the method ``"dr"``.
        max_dr: The maximum number of moves of EO and DR together, for the method ``"dr"``.
        colors: The bottom colours of CFOP and of the beginner's method.
        inverse: Whether to return scrambles instead: inverted solutions.
        effort: The effort of CFOP.
        explain: Whether CFOP and the beginner's method explain their stages in words.
        links: Whether to add links to a player.
        to: The state to reach; the solved cube by default.
        puzzle: ``"333"``, ``"222"`` or ``"444"``, whose tables must be built first (`cubiform.tables.build`).
        metric: The metric of the 4x4x4: ``"sst"`` by default, ``"btm"``, or ``"obtm"``, which the WCA uses.
        beam: The number of partial solutions of the 4x4x4 that are kept after each stage.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    Several cubes give a list whose ``to_table()`` and ``to_pandas()`` have the index, the ids and the other columns of the
    input, too. A cube may be unsolved only with `moves` or a limit (`max_length`, `time`, `nodes`, `max_eo`, `max_dr`,
    `beam`): its ``solution`` is None, and ``error`` has the reason.

    >>> import cubiform
    >>> cubiform.solve("R U F")["solution"]
    "F' U' R'"
    >>> [solution["length"] for solution in cubiform.solve(["R U F", "R2"])]
    [3, 1]
    >>> [row["solution"] for row in cubiform.solve("R2 U2 R2 U2 R2 U2", moves="<R2,U2>", solutions=5)]
    ['R2 U2 R2 U2 R2 U2', 'U2 R2 U2 R2 U2 R2']
    >>> cubiform.solve("R U", moves="<R,U>", order="effort")["held"]["effort"]
    1.8
    >>> [step["step"] for step in cubiform.solve("R U F", "dr")["dr"]["steps"] if step["length"] > 0]
    ['EO', 'DR', 'HTR']
    >>> cubiform.solve("R U F R U2", puzzle="222")["length"]
    5
    """
    given, source = _input.table(cubes)
    request = {
        "method": method,
        "moves": moves,
        "solutions": solution_count(solutions),
        "up_to_symmetry": up_to_symmetry,
        "order": order,
        "max_length": max_length,
        "time_ms": None if time is None else float(time) * 1000,
        "nodes": nodes,
        "max_eo": max_eo,
        "max_dr": max_dr,
        "colors": _input.joined(colors),
        "inverse": inverse,
        "effort": effort,
        "explain": explain,
        "links": links,
        "to": None if to is None else _input.cube_text(to),
        "puzzle": puzzle,
        "metric": metric,
        "beam": beam,
    }
    try:
        lines = _native.solve(source.reader, _json(request), _path(tables), threads)
    except CubiformError as error:
        raise source.labelled(error) from None
    rows = [row for row, of_cube in enumerate(lines) for _ in of_cube]
    solved: Solutions[Any] = Solutions((json.loads(line) for of_cube in lines for line in of_cube), given, rows)
    return solved[0] if _input.is_cube(cubes) and solutions is None else solved


@checked
def scramble(
    count: Count = 1,
    event: Event = "333",
    *,
    seed: Seed | None = None,
    where: str | None = None,
    case: str | None = None,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> list[ScrambleAnswer]:
    """Returns scrambles of random states: the objects of ``cubiform scramble --format json``.

    Args:
        count: The number of scrambles.
        event: The event of the WCA.
        seed: The seed; the same seed gives the same scrambles. A different one each time by default.
        where: A condition on the states, such as ``"cross[W] <= 4"``.
        case: The cases that the states show, such as ``"OLL 27"``.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    >>> import cubiform
    >>> scrambles = cubiform.scramble(2, seed=1)
    >>> [row["id"] for row in scrambles]
    ['random-1-1', 'random-1-2']
    >>> cubiform.Cube(scrambles[0]["scramble"]).facelets == scrambles[0]["facelets"]
    True
    """
    request = {"event": event, "count": count, "seed": seed, "where": where, "case": case}
    rows: list[ScrambleAnswer] = _answer("scramble", request, tables, threads)
    return rows


@checked
def random_states(
    count: Count = 1,
    *,
    where: str | None = None,
    seed: Seed | None = None,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> pa.Table:
    """Returns uniformly random states, or those that satisfy a condition, as a table of ids and facelets.

    `analyze` and `solve` read its facelets.

    Args:
        count: The number of states.
        where: A condition on the states, such as ``"cross[W] <= 4"``.
        seed: The seed; the same seed gives the same states. A different one each time by default.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    >>> import cubiform
    >>> states = cubiform.random_states(3, seed=1)
    >>> states.column_names
    ['id', 'facelets']
    >>> cubiform.analyze(states, stages="cross").num_rows
    3
    """
    ids, facelets = _native.random_states(count, _seed(seed), where, _path(tables), threads)
    return pa.table({"id": pa.array(ids, pa.string()), "facelets": pa.array(facelets, pa.string())})


@functools.lru_cache(maxsize=64)
def _distribution(
    goal: str, stage: str | None, colors: str | None, any_axis: bool, threads: int | None
) -> str:
    request = {
        "operation": "distribution",
        "goal": goal,
        "stage": stage,
        "colors": colors,
        "any_axis": any_axis,
    }
    return _native.answer(json.dumps(request), None, threads)


@checked
def distribution(
    goal: str,
    stage: str | None = None,
    colors: Names | None = None,
    *,
    any_axis: bool = False,
    threads: Threads | None = None,
) -> DistributionAnswer:
    """Returns the number of all states at each distance from a goal: the document of ``cubiform distribution``.

    Args:
        goal: The goal, or one of its stages: ``"std"``, ``"cross"``, or an expression.
        stage: The stage of the goal; its first one by default.
        colors: The bottom colours over which the minimum is taken, such as ``"WY"``; by default the states are those of the
            goal's own pieces.
        any_axis: Whether the stages ``eo`` and ``dr`` of the goal ``dr`` are counted by the best of the three axes.
        threads: The number of threads; all of the machine by default.

    A count is kept, so that asking again takes no time.

    >>> import cubiform
    >>> crosses = cubiform.distribution("cross")
    >>> crosses["states"], round(crosses["mean"], 3)
    (190080, 5.812)
    """
    document: DistributionAnswer = json.loads(_distribution(goal, stage, _input.joined(colors), any_axis, threads))
    return document


@checked
def case_set(
    name: str | None = None,
    *,
    start: str | None = None,
    to: str | None = None,
    mirror: bool = False,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> CaseSetAnswer:
    """Returns every case between two goals: the object of ``cubiform cases make --format json``.

    Its list of cases makes a frame: ``pandas.DataFrame(cubiform.case_set("ZBLL")["cases"])``.

    Args:
        name: A set with a name, such as ``"ZBLL"``, in place of two goals.
        start: The goal in which the cases begin, such as ``"f2l + eo"``; by default any state.
        to: The goal in which they are solved, such as ``"solved + up to U"``.
        mirror: Whether mirror images are one case.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    >>> import cubiform
    >>> len(cubiform.case_set("PLL")["cases"])
    21
    """
    request = {"set": name, "from": start, "to": to, "mirror": mirror}
    found: CaseSetAnswer = _answer("case_set", request, tables, threads)
    return found


@checked
def algorithms(
    case: OneCube,
    *,
    to: str | None = None,
    moves: str | None = None,
    metric: AlgorithmMetric = "htm",
    slack: int = 0,
    fixed: bool = False,
    solutions: Positive | All | None = None,
    order: Order = "effort",
    alg: MoveText | None = None,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> AlgorithmAnswer:
    """Returns all algorithms of a case, of the cases of a set, or of a cube: the object of ``cubiform algorithms --format json``.

    Args:
        case: A case such as ``"PLL T"`` or ``"ZBLL 17"``, a set such as ``"2GLL"``, or a cube: moves, facelets, a `Cube` or
            an `Algorithm`.
        to: The goal that they reach; by default that of the set, or the solved cube.
        moves: The turns that they may have, such as ``"R,U,F"`` or ``"M,U"``; by default those of all faces.
        metric: The metric of their length.
        slack: The number of moves, 0 to 6, by which they may be longer than the shortest.
        fixed: Whether turns of U before and after count.
        solutions: The maximum number of algorithms of a case; all by default, as with ``"all"``.
        order: By the effort of the hands, or by length as found.
        alg: An algorithm to check instead of a search.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    >>> import cubiform
    >>> [sune] = cubiform.algorithms("OLL 27", moves="R,U")["cases"]
    >>> sune["optimal"], [algorithm["text"] for algorithm in sune["algorithms"]]
    (7, ["R U R' U R U2 R'", "(U') R' U2 R U R' U R"])
    """
    request = {
        "case": _input.cube_text(case),
        "to": to,
        "moves": moves,
        "metric": metric,
        "slack": slack,
        "fixed": fixed,
        "solutions": None if solutions == "all" else solutions,
        "order": order,
        "alg": None if alg is None else str(alg),
    }
    request = {name: value for name, value in request.items() if value is not None}
    found: AlgorithmAnswer = _answer("algorithms", request, tables, threads)
    return found


@checked
def attempt(
    scramble: OneCube, solution: MoveText, *, tables: Path | None = None, threads: Threads | None = None
) -> AttemptAnswer:
    """Returns the review of an attempt at fewest moves, step by step: the object of ``cubiform attempt --format json``.

    Args:
        scramble: The scramble: moves, facelets, a `Cube` or an `Algorithm`.
        solution: The moves of the attempt, with those on the inverse scramble in round brackets.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    >>> import cubiform
    >>> attempt = cubiform.attempt("R U F", "F' // EO and DR\\n(R) U'")
    >>> attempt["is_solved"], attempt["length"], attempt["best"]
    (True, 3, 3)
    """
    request = {"scramble": _input.cube_text(scramble), "solution": str(solution)}
    found: AttemptAnswer = _answer("attempt", request, tables, threads)
    return found


@checked
def insert(
    scramble: OneCube,
    skeleton: MoveText,
    *,
    solutions: int = 3,
    insertions: int | None = None,
    algorithm_moves: int | None = None,
    tables: Path | None = None,
    threads: Threads | None = None,
) -> InsertAnswer:
    """Returns the shortest solutions by insertions into a skeleton: the object of ``cubiform insert --format json``.

    Args:
        scramble: The scramble: moves, facelets, a `Cube` or an `Algorithm`.
        skeleton: Its moves, with those on the inverse scramble in round brackets. It leaves at most five corners or edges.
        solutions: The number of shortest solutions.
        insertions: The maximum number of insertions, 1 to 3; by default as many as 3-cycles solve the pieces.
        algorithm_moves: The maximum number of moves of an algorithm, 8 to 12; by default 12 for corners, 10 for edges.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    >>> import cubiform
    >>> found = cubiform.insert("(R U R' U2 [F' L F, R] L B)'", "R U R' U2 (B' L')", algorithm_moves=8)
    >>> found["corners"], found["is_proven"], found["solutions"][0]["length"]
    (3, True, 14)
    """
    request = {
        "scramble": _input.cube_text(scramble),
        "skeleton": str(skeleton),
        "solutions": solutions,
        "insertions": insertions,
        "algorithm_moves": algorithm_moves,
    }
    found: InsertAnswer = _answer("insert", request, tables, threads)
    return found


@overload
def review(  # type: ignore[overload-overlap]
    solution: MoveText,
    scramble: OneCube | None = None,
    *,
    time: Seconds | None = None,
    optimal: bool = True,
    effort: Effort = "usual",
    tables: Path | None = None,
    threads: Threads | None = None,
) -> ReviewAnswer: ...
@overload
def review(
    solution: Iterable[MoveText],
    scramble: OneCube | None = None,
    *,
    time: Seconds | None = None,
    optimal: bool = True,
    effort: Effort = "usual",
    tables: Path | None = None,
    threads: Threads | None = None,
) -> ReviewAnswers: ...
@checked
def review(
    solution: Any,
    scramble: OneCube | None = None,
    *,
    time: Seconds | None = None,
    optimal: bool = True,
    effort: Effort = "usual",
    tables: Path | None = None,
    threads: Threads | None = None,
) -> Any:
    """Returns a review of a solve, stage by stage: the object of ``cubiform review --format json``. Of a list of solves it
    returns all reviews and a summary.

    Args:
        solution: The moves with comments, or an `Algorithm`; a reconstruction with its scramble; or a link of a player. Or a
            list of them; a text of the list may have several solves.
        scramble: The scramble, unless the solution brings it.
        time: The time of the solve, in seconds.
        optimal: Whether to find the optimal lengths of the stages.
        effort: The effort of the search for the best continuations.
        tables: The folder of the tables; by default that of the command.
        threads: The number of threads; all of the machine by default.

    >>> import cubiform
    >>> review = cubiform.review("F' U' R' // all", "R U F", optimal=False)
    >>> review["ending"]
    'solved'
    >>> reviews = cubiform.review(["F' U' R'", "(R U F)'"], "R U F", optimal=False)
    >>> reviews["summary"]["solved"]
    2
    """
    is_list = not isinstance(solution, (str, Algorithm))
    if isinstance(solution, os.PathLike):
        hint = f"read it first: pathlib.Path({os.fspath(solution)!r}).read_text()"
        raise ArgumentError(f"expected a text, not {solution!r:.80}", hint=hint, argument="solution")
    if is_list and not isinstance(solution, Iterable):
        raise ArgumentError(f"expected a text or a list of texts, not {solution!r:.80}", argument="solution")
    texts = []
    for row, one in enumerate(solution if is_list else [solution], 1):
        if not isinstance(one, (str, Algorithm)):
            raise ArgumentError(f"expected a text, not {one!r:.80}", row=row, argument="solution")
        texts.append(str(one))
    request = {
        "scramble": None if scramble is None else _input.cube_text(scramble),
        "time": None if time is None else float(time),
        "no_optimal": not optimal,
        "effort": effort,
    }
    return json.loads(_native.review(_json(request), texts, is_list, _path(tables), threads))
