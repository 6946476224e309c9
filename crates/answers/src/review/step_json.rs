//! The steps of a method in the JSON of a review.

use super::reviewed::{ReviewedSolve, Row};
use crate::easiest::EasiestAlgorithm;

/// A step of a method in a reviewed solve in JSON. Lengths are counted in the slice turn metric (STM) if nothing else is said.
// The members are in alphabetical order.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewStep)]
pub(super) struct StepObject {
    /// The shortest complete solution found from the start of the step, for the orientation after the scramble.
    #[schema(example = "R U R' U R U2 R'")]
    best_continuation: String,
    /// Its number of moves.
    #[schema(example = 43)]
    best_continuation_stm: u32,
    /// The case that the step solves, if it belongs to a known set: its name, or the set and its number there.
    #[schema(required = true, example = "CMLL 12")]
    case: Option<String>,
    /// The known algorithm of the case that takes the least effort; absent without a case, or if none was found
    /// within the limit of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    easiest: Option<EasiestAlgorithm>,
    /// The length in execution turns (ETM).
    #[schema(example = 9)]
    etm: u32,
    /// The length in half turns (HTM).
    #[schema(example = 8)]
    htm: u32,
    /// The number of moves by which the step lengthened the shortest known complete solution.
    #[schema(example = 2)]
    lost_stm: u32,
    /// The name of the step.
    #[schema(example = "CMLL")]
    name: String,
    /// Whether `optimal_stm` is proven for the turns of the step.
    #[schema(example = true)]
    optimal_is_proven: bool,
    /// The minimum number of moves to the end of the step by its turns, with turns of U around an algorithm, or the number made if
    /// that is less.
    #[schema(example = 6)]
    optimal_stm: u32,
    /// The seconds from the end of the step before to its first move; absent without timestamps or moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 0.42)]
    pause: Option<f64>,
    /// The facelets at the end of the step.
    #[schema(example = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")]
    state: String,
    /// The step with its case.
    #[schema(example = "CMLL 12")]
    step: String,
    /// The length.
    #[schema(example = 8)]
    stm: u32,
    /// The seconds from the end of the step before to its last move; absent if the moves have no timestamps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 2.31)]
    time: Option<f64>,
    /// The number of moves from the start of the solve to the end of the step.
    #[schema(example = 13)]
    total_stm: u32,
    /// The moves of the step.
    #[schema(example = "U Rw U' M2")]
    turns: String,
    /// The moves of the step as the text has them; absent if a bracket that is repeated or inverted has some of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "U r U' M2")]
    written: Option<String>,
}

impl StepObject {
    /// Returns the steps of a solve that is not reviewed as CFOP.
    pub(super) fn of(reviewed: &ReviewedSolve) -> Vec<StepObject> {
        reviewed.steps().map(|(row, name)| StepObject::new(reviewed, row, name)).collect()
    }

    fn new(reviewed: &ReviewedSolve, row: &Row, name: &str) -> StepObject {
        let (optimal_stm, optimal_is_proven) = row.optimal.unwrap_or((row.lengths.stm, false));
        StepObject {
            best_continuation: row.continuation.to_string(),
            best_continuation_stm: row.continuation.lengths().stm,
            case: row.case.clone(),
            easiest: row.easiest.clone(),
            etm: row.lengths.etm,
            htm: row.lengths.htm,
            lost_stm: row.lost,
            name: name.into(),
            optimal_is_proven,
            optimal_stm,
            pause: row.pause,
            state: row.state.clone(),
            step: row.title.clone(),
            stm: row.lengths.stm,
            time: row.time,
            total_stm: row.running.stm,
            turns: reviewed.review.text_of(row.turns.clone()),
            written: reviewed.written(row.turns.clone()),
        }
    }
}
