"""The types of answers, made of the OpenAPI document of the server by tests/faces.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ._fairness import FairnessAnswer as FairnessAnswer

if TYPE_CHECKING:
    from typing_extensions import NotRequired, ReadOnly


class SolutionLengths(TypedDict):
    """The number of moves in several metrics, without rotations of the whole cube."""

    htm: int
    qtm: int
    stm: int


class BeginnerStep(TypedDict):
    """A step of a beginner's solution in JSON output."""

    case: str
    code: str
    explanation: str
    lengths: SolutionLengths
    moves: str
    state: str
    title: str
    values: dict[str, Any]


class BeginnerStage(TypedDict):
    """A stage of a beginner's solution in JSON output."""

    explanation: str
    lengths: SolutionLengths
    moves: str
    part: str
    running: SolutionLengths
    skipped: bool
    state: str
    steps: list[BeginnerStep]
    title: str


class BeginnerAnswer(TypedDict):
    """The stages of a beginner's solution in JSON output."""

    alg_cubing_net: str
    color: str
    inspection: str
    lengths: SolutionLengths
    stages: list[BeginnerStage]
    twizzle: str


class CfopStage(TypedDict):
    """A stage of a CFOP solution in JSON output."""

    case: list[str] | None
    lengths: SolutionLengths
    moves: str
    pairs: list[str]
    part: str
    places: list[str] | None
    running: SolutionLengths
    sheet: str | None
    skipped: bool
    state: str
    title: str


class CfopAnswer(TypedDict):
    """The stages of a CFOP solution in JSON output."""

    alg_cubing_net: str
    color: str
    effort: float
    explanation: NotRequired[list[str]]
    inspection: str
    lengths: SolutionLengths
    stages: list[CfopStage]
    twizzle: str


class ChainLengths(TypedDict):
    """The lengths within which no chain is shorter."""

    dr: int
    eo: int


class ChainStepAnswer(TypedDict):
    """A step of a fewest-moves solve."""

    axis: str | None
    inverse: str
    length: int
    normal: str
    step: str
    subset: str | None


class ChainAnswer(TypedDict):
    """The steps of a solution by EO, DR, HTR and finish in JSON output."""

    niss: str
    shortest_within: ChainLengths | None
    steps: list[ChainStepAnswer]


class HeldTurn(TypedDict):
    """A turn with its effort in JSON output."""

    effort: float
    move: str
    strains: list[str]


class HeldSolution(TypedDict):
    """A solution as held in the way that takes the least effort, in JSON output."""

    effort: float
    moves: str
    rotation: str
    turns: list[HeldTurn]


class SolveAnswer(TypedDict):
    """A solution or an unsolved cube of the 3x3x3 in JSON output."""

    beginner: ReadOnly[NotRequired[BeginnerAnswer]]
    cfop: ReadOnly[NotRequired[CfopAnswer]]
    cpu_ms: ReadOnly[float | None]
    dr: ReadOnly[NotRequired[ChainAnswer]]
    error: ReadOnly[str | None]
    held: NotRequired[HeldSolution]
    id: str
    input: str
    length: ReadOnly[int | None]
    method: str
    metric: str
    nodes: ReadOnly[int | None]
    optimal: ReadOnly[bool | None]
    phases: NotRequired[list[str]]
    rotation: NotRequired[str]
    setup: NotRequired[str]
    solution: ReadOnly[str | None]
    twizzle: NotRequired[str]


class PuzzleAnswer(TypedDict):
    """A solution or an unsolved state of a puzzle other than the 3x3x3 in JSON output."""

    beam: int | None
    cpu_ms: ReadOnly[float | None]
    error: ReadOnly[str | None]
    id: str
    input: str
    length: ReadOnly[int | None]
    metric: str
    nodes: ReadOnly[int | None]
    optimal: NotRequired[bool]
    puzzle: str
    setup: ReadOnly[str | None]
    solution: ReadOnly[str | None]
    stage_lengths: NotRequired[list[int]]
    stage_names: NotRequired[list[str]]
    stages: ReadOnly[list[str] | None]
    twizzle: ReadOnly[str | None]


class ReviewLateCross(TypedDict):
    """A cross that is complete so late that the solve is hardly CFOP, in JSON."""

    moves: int
    pairs: int


class ReviewStageName(TypedDict):
    """A stage as data, for titles in other languages."""

    case: list[str] | None
    pairs: list[str]
    part: str


class ReviewMend(TypedDict):
    """An edit of one move that solves the cube, or reaches a later stage, in JSON."""

    column: int | None
    edit: str
    instead: str | None
    last_stage: str | None
    last_stage_name: ReviewStageName | None
    line: int | None
    move: int
    solves: bool
    stages: int
    written: str | None


class ReviewReading(TypedDict):
    """A part of a reconstruction that could be read either way."""

    column: int
    is_moves: bool
    line: int
    text: str


class ReviewAlgorithm(TypedDict):
    """The known algorithm of a case that takes the hands the least effort, in JSON."""

    effort: float
    moves: str


class ReviewStage(TypedDict):
    """A stage of a reviewed solve in JSON."""

    best_continuation: str
    best_continuation_htm: int
    case: str | None
    easiest: NotRequired[ReviewAlgorithm]
    etm: int
    htm: int
    least_htm: int | None
    least_is_proven: bool
    lost_htm: int
    name: ReviewStageName
    pause: NotRequired[float]
    qtm: int
    stage: str
    state: str
    stm: int
    time: NotRequired[float]
    total_htm: int
    turns: str
    written: NotRequired[str]


class ReviewStep(TypedDict):
    """A step of a method in a reviewed solve in JSON. Lengths are counted in the slice turn metric (STM) if nothing else is said."""

    best_continuation: str
    best_continuation_stm: int
    case: str | None
    easiest: NotRequired[ReviewAlgorithm]
    etm: int
    htm: int
    lost_stm: int
    name: str
    optimal_is_proven: bool
    optimal_stm: int
    pause: NotRequired[float]
    state: str
    step: str
    stm: int
    time: NotRequired[float]
    total_stm: int
    turns: str
    written: NotRequired[str]


class ReviewUnfinished(TypedDict):
    """The moves after the last stage of an unsolved solve in JSON."""

    best_continuation: str
    best_continuation_htm: int
    column: int | None
    first_move: int
    htm: int
    line: int | None
    moves: str
    pause: NotRequired[float]
    time: NotRequired[float]


class ReviewAnswer(TypedDict):
    """The review of a solve in JSON. Lengths are numbers of moves: HTM counts a slice as two moves, STM as one, QTM counts"""

    color: str | None
    end: NotRequired[str]
    ending: str
    etm: int
    etps: float | None
    htm: int
    late_cross: NotRequired[ReviewLateCross]
    mends: NotRequired[list[ReviewMend]]
    method: NotRequired[str]
    metric: NotRequired[str]
    missing_move: NotRequired[str | None]
    penalty: NotRequired[str]
    qtm: int
    readings: NotRequired[list[ReviewReading]]
    scramble: str
    second_method: NotRequired[str]
    solved: bool
    stages: list[ReviewStage]
    steps: NotRequired[list[ReviewStep]]
    stm: int
    time: float | None
    title: str | None
    tps: float | None
    unfinished: NotRequired[ReviewUnfinished | None]
    warning: NotRequired[str]


class ReviewCase(TypedDict):
    """A case over the solves that are solved or one move off, in JSON."""

    case: str
    lost_htm: int
    mean_htm: float
    mean_least_htm: float | None
    times: int


class ReviewColor(TypedDict):
    """A bottom colour over the solves that are solved or one move off, in JSON."""

    biggest_loss: str | None
    color: str
    mean_htm: float
    mean_lost_htm: float
    mean_lost_htm_se: float | None
    solves: int


class ReviewStepCase(TypedDict):
    """A case over the solves that are solved or one move off, in JSON."""

    case: str
    lost_stm: int
    mean_optimal_stm: float | None
    mean_stm: float
    times: int


class ReviewStepSummary(TypedDict):
    """The means of a step over the solves that are solved or one move off, in JSON."""

    lost_share: float | None
    lost_stm: int
    mean_lost_stm: float
    mean_lost_stm_se: float | None
    mean_optimal_stm: float | None
    mean_stm: float
    mean_time: NotRequired[float]
    solves: int
    step: str


class ReviewTrend(TypedDict):
    """The change of a number from one solve to the next: the slope of a line through the numbers of the complete solves, in"""

    high: float
    intercept: float
    low: float
    measure: str
    p: float
    se: float
    slope: float
    solves: int


class ReviewMethodSummary(TypedDict):
    """The solves by a method in JSON. Means are taken over the solves that are solved or one move off; lengths are counted in the slice"""

    biggest_loss: str | None
    cases: list[ReviewStepCase]
    mean_lost_stm: float | None
    mean_lost_stm_se: float | None
    mean_stm: float | None
    mean_time: float | None
    mean_tps: float | None
    method: str
    solves: int
    steps: list[ReviewStepSummary]
    trends: list[ReviewTrend]
    unsolved: int


class ReviewStageSummary(TypedDict):
    """The means of a stage over the solves that are solved or one move off, in JSON."""

    lost_htm: int
    lost_share: float | None
    mean_htm: float
    mean_least_htm: float | None
    mean_lost_htm: float
    mean_lost_htm_se: float | None
    mean_time: NotRequired[float]
    solves: int
    stage: str


class ReviewSummary(TypedDict):
    """The summary of several solves in JSON. Means are taken over the solves that are solved or one move off."""

    biggest_loss: str | None
    cases: list[ReviewCase]
    colors: list[ReviewColor]
    colors_p: float | None
    mean_etm: float | None
    mean_htm: float | None
    mean_lost_htm: float | None
    mean_lost_htm_se: float | None
    mean_stm: float | None
    mean_time: float | None
    mean_tps: float | None
    methods: NotRequired[list[ReviewMethodSummary]]
    one_move_off: int
    solved: int
    solves: int
    stages: list[ReviewStageSummary]
    trends: list[ReviewTrend]
    unsolved: int


class ReviewAnswers(TypedDict):
    """The reviews of several solves in JSON, and their summary."""

    solves: list[ReviewAnswer]
    summary: ReviewSummary


class TableAnswer(TypedDict):
    """A table in the JSON list."""

    about: str
    built: bool
    bytes: int
    checksum: str | None
    damage: str | None
    histogram: list[int]
    identity: str | None
    name: str
    orbits: list[int] | None
    outdated: int | None
    path: NotRequired[str]
    profile: str | None
    states: int
    verified: bool


class ScrambleAnswer(TypedDict):
    """A scramble and its state, in JSON too."""

    event: Literal["333", "333oh", "333ft", "333bf", "333mbf", "333fm", "222", "444"]
    facelets: str
    held_facelets: NotRequired[str]
    id: str
    length: int
    scramble: str


class CaseAnswer(TypedDict):
    """A case in JSON output."""

    algorithms: list[str]
    group: str
    label: str
    name: NotRequired[str]
    picture: str
    probability: list[int]
    set: str


class FoundCase(TypedDict):
    """A found case in JSON output."""

    case: CaseAnswer | None
    color: str | None
    pair: str | None
    rotation: str
    set: str


class CaseOfSet(TypedDict):
    """A case of a derived set."""

    cube: str
    mask: str
    mirror: int | None
    number: int
    orbit: int
    picture: str | None
    probability: list[int]
    shows: str | None


CaseSetAnswer = TypedDict(
    "CaseSetAnswer",
    {
        "about": "str | None",
        "cases": "list[CaseOfSet]",
        "from": "str | None",
        "mirror": "bool",
        "name": "str | None",
        "solved": "list[int]",
        "states": "int",
        "to": "str",
        "turns_before": "bool",
    },
)
"""The cases of getting from one goal to another."""


class DistributionRow(TypedDict):
    """The states at one distance."""

    moves: int
    or_more: NotRequired[bool]
    share: float
    states: int


class DistributionAnswer(TypedDict):
    """A counted distribution in JSON."""

    any_axis: NotRequired[bool]
    colors: NotRequired[list[str]]
    distances: list[DistributionRow]
    goal: str
    mean: float | None
    median: float
    metric: str
    source: NotRequired[str]
    standard_deviation: float | None
    states: int


class AlgorithmLengths(TypedDict):
    """The lengths of an algorithm in four metrics."""

    etm: int
    htm: int
    qtm: int
    stm: int


class CaseAlgorithm(TypedDict):
    """An algorithm of a case."""

    after: str
    before: str
    held: HeldSolution
    length: int
    lengths: AlgorithmLengths
    on_sheet: bool
    reasons: str
    text: str


class CaseAlgorithms(TypedDict):
    """The algorithms of a case."""

    algorithms: list[CaseAlgorithm]
    case: str | None
    count: int
    facelets: str
    is_complete: bool
    mask: str
    optimal: int | None


class AlgorithmAnswer(TypedDict):
    """The algorithms of cases, in JSON too."""

    cases: list[CaseAlgorithms]
    metric: str
    moves: str
    slack: int
    to: str


class AttemptStepAnswer(TypedDict):
    """A step of an attempt."""

    best: int
    better: str | None
    better_steps: list[ChainStepAnswer]
    lost: int
    made: ChainStepAnswer
    shortest: int
    total: int


class AttemptAnswer(TypedDict):
    """The review of an attempt at fewest moves, in JSON too."""

    best: int
    continuation: str | None
    continuation_steps: list[ChainStepAnswer]
    corners: int
    edges: int
    is_solved: bool
    length: int
    niss: str
    rest: ChainStepAnswer | None
    solution: str
    steps: list[AttemptStepAnswer]


class InsertionStep(TypedDict):
    """An algorithm, inserted at a place."""

    after: int
    algorithm: str
    cancelled: int
    commutator: str | None
    inserted: int
    skeleton: str


class InsertionSolution(TypedDict):
    """A solution by insertions."""

    insertions: list[InsertionStep]
    length: int
    solution: str


class InsertAnswer(TypedDict):
    """The solutions of a scramble by insertions into a skeleton, in JSON too."""

    algorithm_moves: int
    corners: int
    edges: int
    is_proven: bool
    length: int
    max_insertions: int
    skeleton: str
    solutions: list[InsertionSolution]


class MethodCaseAlgorithms(TypedDict):
    """The means over all cases of a step, exactly by their probabilities, of the algorithm of least effort among those of at most"""

    effort: float
    length: float
    optimal: float


class MethodMean(TypedDict):
    """A mean over random states."""

    mean: float
    standard_error: float | None


class MethodMeans(TypedDict):
    """The means of a step, or of a whole method, over random states. All turns count, those of U between algorithms too."""

    effort: MethodMean
    etm: MethodMean
    htm: MethodMean
    stm: MethodMean


class MethodStepResult(TypedDict):
    """The means of a step over random states."""

    algorithms: MethodCaseAlgorithms | None
    cases: int | None
    goal: str
    name: str
    pieces: int
    states: MethodMeans
    turns: str


class MethodResult(TypedDict):
    """The means of a method over random states."""

    about: str
    name: str
    steps: list[MethodStepResult]
    total: MethodMeans


class MethodsAnswer(TypedDict):
    """The comparison of methods on the same random states."""

    count: int
    methods: list[MethodResult]
    seed: int


class CheckError(TypedDict):
    """An error in a checked text."""

    code: str
    column: int
    length: int
    message: str


class CheckedStage(TypedDict):
    """A stage of a checked text."""

    choices: int
    label: str
    name: str
    title: str


class CheckedToken(TypedDict):
    """A token of a checked text."""

    column: int
    kind: str
    length: int


class CheckAnswer(TypedDict):
    """The result of a check."""

    error: CheckError | None
    name: str | None
    stages: list[CheckedStage]
    tokens: list[CheckedToken]
    valid: bool


class SolvedAnswer(TypedDict):
    """A solution of the 3x3x3."""

    beginner: NotRequired[BeginnerAnswer]
    cfop: NotRequired[CfopAnswer]
    cpu_ms: float
    dr: NotRequired[ChainAnswer]
    error: None
    held: NotRequired[HeldSolution]
    id: str
    input: str
    length: int
    method: str
    metric: str
    nodes: int
    optimal: bool
    phases: NotRequired[list[str]]
    rotation: NotRequired[str]
    setup: NotRequired[str]
    solution: str
    twizzle: NotRequired[str]


class CfopSolvedAnswer(TypedDict):
    """A solution of the 3x3x3 by CFOP."""

    beginner: NotRequired[BeginnerAnswer]
    cfop: CfopAnswer
    cpu_ms: float
    dr: NotRequired[ChainAnswer]
    error: None
    held: NotRequired[HeldSolution]
    id: str
    input: str
    length: int
    method: str
    metric: str
    nodes: int
    optimal: bool
    phases: NotRequired[list[str]]
    rotation: NotRequired[str]
    setup: NotRequired[str]
    solution: str
    twizzle: NotRequired[str]


class BeginnerSolvedAnswer(TypedDict):
    """A solution of the 3x3x3 by the beginner's method."""

    beginner: BeginnerAnswer
    cfop: NotRequired[CfopAnswer]
    cpu_ms: float
    dr: NotRequired[ChainAnswer]
    error: None
    held: NotRequired[HeldSolution]
    id: str
    input: str
    length: int
    method: str
    metric: str
    nodes: int
    optimal: bool
    phases: NotRequired[list[str]]
    rotation: NotRequired[str]
    setup: NotRequired[str]
    solution: str
    twizzle: NotRequired[str]


class ChainSolvedAnswer(TypedDict):
    """A solution of the 3x3x3 by EO, DR, HTR and finish."""

    beginner: NotRequired[BeginnerAnswer]
    cfop: NotRequired[CfopAnswer]
    cpu_ms: float
    dr: ChainAnswer
    error: None
    held: NotRequired[HeldSolution]
    id: str
    input: str
    length: int
    method: str
    metric: str
    nodes: int
    optimal: bool
    phases: NotRequired[list[str]]
    rotation: NotRequired[str]
    setup: NotRequired[str]
    solution: str
    twizzle: NotRequired[str]


class SolvedPuzzleAnswer(TypedDict):
    """A solution of a puzzle other than the 3x3x3."""

    beam: int | None
    cpu_ms: float
    error: None
    id: str
    input: str
    length: int
    metric: str
    nodes: int
    optimal: NotRequired[bool]
    puzzle: str
    setup: str
    solution: str
    stage_lengths: NotRequired[list[int]]
    stage_names: NotRequired[list[str]]
    stages: list[str]
    twizzle: str
