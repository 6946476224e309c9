"""The types of the document of the tests of fairness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class FairnessResult(TypedDict):
    """The result of all tests."""

    verdict: Literal["consistent", "inconsistent", "repeated"]
    sentence: str
    repeats: int | None
    tests: int
    smallest_corrected_p: float | None
    level: float
    shift: float | None
    corrected_shift: float | None
    max_permutations: int
    seed: int


class FairnessRepeat(TypedDict):
    """A scramble whose state is that of an earlier one."""

    row: int
    id: str
    first_row: int


class FairnessGroup(TypedDict):
    """The smallest probability of a group; None if it has too few scrambles."""

    by: str
    group: str
    scrambles: int
    smallest_p: float | None
    corrected_p: float | None
    test: str | None


class FairnessExact(TypedDict):
    """The comparison of a stage and a set of colours with the exact distribution. The whole sample has an empty group."""

    by: str
    group: str
    stage: str
    colors: str
    mean: float
    exact_mean: float
    exact_sd: float
    z: float
    mean_p: float
    mean_corrected_p: float
    chi_square: float | None
    degrees: int | None
    distribution_p: float | None
    distribution_corrected_p: float | None


class FairnessSymmetry(TypedDict):
    """The test whether the six colours are alike. The whole sample has an empty group."""

    by: str
    group: str
    stage: str
    chi_square: float
    permutations: int
    as_extreme: int
    p: float
    corrected_p: float


class FairnessAnswer(TypedDict):
    """The tests whether scrambles may be uniformly random states. Tables without rows are left out."""

    scrambles: int
    fair: list[FairnessResult]
    fair_repeats: NotRequired[list[FairnessRepeat]]
    fair_groups: NotRequired[list[FairnessGroup]]
    fair_exact: NotRequired[list[FairnessExact]]
    fair_symmetry: NotRequired[list[FairnessSymmetry]]
