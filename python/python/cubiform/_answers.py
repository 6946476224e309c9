"""Solutions, reviews and random states.

The functions of other operations are generated from the OpenAPI document (`_operations`). The answers of these depend on their
arguments, or are tables.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, overload

import pyarrow as pa

from . import _input, _native, _requests
from ._arguments import (
    All,
    Beam,
    Count,
    Effort,
    FourMetric,
    MaxDr,
    MaxEo,
    MaxLength,
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
    max_length: MaxLength | None = None,
    time: Seconds | None = None,
    nodes: Positive | None = None,
    max_eo: MaxEo | None = None,
    max_dr: MaxDr | None = None,
    colors: Names | None = None,
    inverse: bool = False,
    effort: Effort | None = None,
    comfort: bool = False,
    rotationless: bool = False,
    explain: bool = False,
    phases: bool = False,
    links: bool = False,
    to: OneCube | None = None,
    puzzle: Puzzle = "333",
    metric: FourMetric | None = None,
    beam: Beam | None = None,
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
        max_eo: The maximum number of moves of the EO, 0 to 7, for the method ``"dr"``.
        max_dr: The maximum number of moves of EO and DR together, 0 to 14, for the method ``"dr"``.
        colors: The bottom colours of CFOP and of the beginner's method.
        inverse: Whether to return scrambles instead: inverted solutions.
        effort: The effort of CFOP.
        comfort: Whether CFOP prefers moves that are easy for the fingers to short solutions.
        rotationless: Whether CFOP avoids rotations of the cube between stages.
        explain: Whether CFOP and the beginner's method explain their stages in words.
        phases: Whether to add ``phases``, the moves of each phase of the methods ``"two-phase"`` and ``"thistlethwaite"``.
        links: Whether to add links to a player.
        to: The state to reach; the solved cube by default.
        puzzle: ``"333"``, ``"222"`` or ``"444"``, whose tables must be built first (`cubiform.tables.build`).
        metric: The metric of the 4x4x4: ``"sst"`` by default, ``"btm"``, or ``"obtm"``, which the WCA uses.
        beam: The number of partial solutions of the 4x4x4 that are kept after each stage, 1 to 100,000.
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
        "comfort": comfort,
        "rotationless": rotationless,
        "explain": explain,
        "phases": phases,
        "links": links,
        "to": _input.cube_text(to),
        "puzzle": puzzle,
        "metric": metric,
        "beam": beam,
    }
    try:
        lines = _native.solve(source.reader, _requests.to_json(request), _requests.folder(tables), threads)
    except CubiformError as error:
        raise source.labelled(error) from None
    rows = [row for row, of_cube in enumerate(lines) for _ in of_cube]
    solved: Solutions[Any] = Solutions((json.loads(line) for of_cube in lines for line in of_cube), given, rows)
    return solved[0] if _input.is_cube(cubes) and solutions is None else solved


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
    seed = secrets.randbits(53) if seed is None else seed
    ids, facelets = _native.random_states(count, seed, where, _requests.folder(tables), threads)
    return pa.table({"id": pa.array(ids, pa.string()), "facelets": pa.array(facelets, pa.string())})


@overload
def review(  # type: ignore[overload-overlap]
    solution: MoveText,
    scramble: OneCube | None = None,
    *,
    time: Seconds | None = None,
    optimal: bool = True,
    method: str | None = None,
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
    method: str | None = None,
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
    method: str | None = None,
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
        method: The method whose steps the solve is parted into: ``"auto"`` for the known one that it fits best, a name, or the
            text of your own; CFOP by default.
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
        "scramble": _input.cube_text(scramble),
        "time": None if time is None else float(time),
        "no_optimal": not optimal,
        "method": method,
        "effort": effort,
    }
    return json.loads(_native.review(_requests.to_json(request), texts, is_list, _requests.folder(tables), threads))
