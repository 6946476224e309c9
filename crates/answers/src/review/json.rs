//! Reviews as JSON.

use cubiform_cube::{Color, facelets};
use cubiform_human::{Correction, Edit, Ending, ReviewedStage};

use super::record::SolveRecord;
use super::reviewed::{ReviewedSolve, Row};
use super::step_json::StepObject;
use super::summary::Summary;
use crate::easiest::EasiestAlgorithm;
use crate::reconstruction::Reading;
use crate::solutions::pair_name;

/// The review of a solve in JSON. Lengths are numbers of moves: HTM counts a slice as two moves, STM as one, QTM counts
/// quarter turns, and ETM counts rotations of the whole cube too.
// The members of the objects of a review are in alphabetical order.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewAnswer)]
pub struct Object {
    /// The bottom colour; null if no cross was solved.
    #[schema(required = true, example = "white")]
    color: Option<&'static str>,
    /// The facelets at the end; absent if the cube is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")]
    end: Option<String>,
    /// How the solve ends: `solved`, `one_move_off` (a penalty of two seconds) or `unsolved`.
    #[schema(example = "solved")]
    ending: &'static str,
    /// The length in execution turns (ETM).
    #[schema(example = 47)]
    etm: u32,
    /// Moves (ETM) per second, rounded to thousandths; null without a time.
    #[schema(required = true, example = 8.468)]
    etps: Option<f64>,
    /// The length in half turns (HTM).
    #[schema(example = 45)]
    htm: u32,
    /// The edits of one move that solve the cube or reach a later stage, most likely first, at most five; absent if the
    /// cube is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mends: Option<Vec<Mend>>,
    /// The method whose `steps` the solve is parted into; absent for CFOP, which has `stages`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Roux")]
    method: Option<String>,
    /// The metric in which the lengths of `steps` are counted; HTM and STM are the same if all moves are face turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "STM")]
    metric: Option<&'static str>,
    /// The move that solves a cube that is one move off, otherwise null; absent if the cube is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "U2")]
    missing_move: Option<Option<String>>,
    /// The penalty of the time: `+2` is part of it, that of a `DNF` is as measured; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "+2")]
    penalty: Option<String>,
    /// The length in quarter turns (QTM).
    #[schema(example = 48)]
    qtm: u32,
    /// The parts of the text that could be moves or notes, as they were read: the reading under which the cube is solved wins. Absent
    /// if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    readings: Vec<Reading>,
    /// The scramble or the state before the solve, as given.
    #[schema(example = "D2 U' R2 U F2 D2 U' R2 U' B' L2 R' B' D2 U B2 L' D' R2")]
    scramble: String,
    /// The known method that the solve fits nearly as well; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "ZZ-A")]
    second_method: Option<String>,
    /// Whether the cube is solved at the end.
    #[schema(example = true)]
    solved: bool,
    /// The stages of CFOP that the solve reaches.
    stages: Vec<StageObject>,
    /// The steps that the solve reaches by a method that is not CFOP.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    steps: Vec<StepObject>,
    /// The length in slice turns (STM).
    #[schema(example = 45)]
    stm: u32,
    /// The time in seconds with its penalty, if it is known.
    #[schema(required = true, example = 5.55)]
    time: Option<f64>,
    /// The title of the solve, if it has one.
    #[schema(required = true, example = "Mats Valk, Zonhoven Open 2013")]
    title: Option<String>,
    /// Moves (STM) per second, rounded to thousandths; null without a time.
    #[schema(required = true, example = 8.108)]
    tps: Option<f64>,
    /// The moves after the last stage, null if there are none; absent if the cube is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Unfinished>)]
    unfinished: Option<Option<Unfinished>>,
    /// A warning that the solve does not look like CFOP, whose stages these are; absent if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "this does not look like CFOP: ...")]
    warning: Option<String>,
    /// The cross that the warning is about, for translations; absent without a warning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<LateCross>)]
    late_cross: Option<LateCross>,
}

/// A cross that is complete so late that the solve is hardly CFOP, in JSON.
#[derive(Clone, Copy, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewLateCross)]
pub struct LateCross {
    /// The number of moves (HTM) after which it is complete.
    #[schema(example = 19)]
    moves: u32,
    /// The number of pairs that are solved with it.
    #[schema(example = 4)]
    pairs: u32,
}

/// A stage of a reviewed solve in JSON.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewStage)]
pub struct StageObject {
    /// The shortest complete solution found from the start of the stage, for the orientation after the scramble.
    #[schema(example = "R U R' U R U2 R'")]
    best_continuation: String,
    /// Its number of moves (HTM).
    #[schema(example = 43)]
    best_continuation_htm: u32,
    /// The case that the stage solves, if it solves one.
    #[schema(required = true, example = "OLL 27 (Sune)")]
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
    /// The minimum number of moves (HTM) to the end of the stage, if it is known.
    #[schema(required = true, example = 6)]
    least_htm: Option<u32>,
    /// Whether `least_htm` is known and proven; if it is known and not proven, it is the length of the shortest known algorithm.
    #[schema(example = true)]
    least_is_proven: bool,
    /// The number of moves (HTM) by which the stage lengthened the shortest known complete solution.
    #[schema(example = 2)]
    lost_htm: u32,
    /// The stage as data.
    name: StageName,
    /// The seconds from the end of the stage before to its first move; absent without timestamps or moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 0.42)]
    pause: Option<f64>,
    /// The length in quarter turns (QTM).
    #[schema(example = 8)]
    qtm: u32,
    /// The stage with its case.
    #[schema(example = "white-red pair, F2L 21")]
    stage: String,
    /// The facelets at the end of the stage.
    #[schema(example = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")]
    state: String,
    /// The length in slice turns (STM).
    #[schema(example = 8)]
    stm: u32,
    /// The seconds from the end of the stage before to its last move; absent if the moves have no timestamps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 2.31)]
    time: Option<f64>,
    /// The number of moves (HTM) from the start of the solve to the end of the stage.
    #[schema(example = 13)]
    total_htm: u32,
    /// The moves of the stage.
    #[schema(example = "U R U' R' Dw R' U R")]
    turns: String,
    /// The moves of the stage as the text has them, pauses and brackets left out; absent if a bracket that is repeated or inverted
    /// has some of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "U R U' R' d R' U R")]
    written: Option<String>,
}

/// A stage as data, for titles in other languages.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewStageName)]
pub struct StageName {
    /// The set and the label of the case; null for a stage without a case.
    #[schema(required = true, value_type = Option<Vec<String>>, example = json!(["F2L", "21"]))]
    case: Option<[&'static str; 2]>,
    /// The pairs that the stage solves, by the colours of their edges.
    #[schema(example = json!(["white-red"]))]
    pairs: Vec<String>,
    /// `cross`, `pair`, `oll` or `pll`.
    #[schema(example = "pair")]
    part: &'static str,
}

impl StageName {
    /// Returns the name of a stage with this bottom colour.
    fn new(stage: &ReviewedStage, color: Color) -> StageName {
        StageName {
            case: stage.case.map(|case| [case.set.name(), case.label]),
            pairs: stage.pairs(color).iter().map(pair_name).collect(),
            part: stage.kind.name(),
        }
    }
}

/// The moves after the last stage of an unsolved solve in JSON.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewUnfinished)]
pub struct Unfinished {
    /// The shortest complete solution found from the end of the last stage.
    #[schema(example = "R U R' U R U2 R'")]
    best_continuation: String,
    /// Its number of moves (HTM).
    #[schema(example = 7)]
    best_continuation_htm: u32,
    /// The column of the first of the moves in the text, counted from 1.
    #[schema(required = true, example = 5)]
    column: Option<usize>,
    /// The number of the first of the moves, counted from 1 without rotations.
    #[schema(example = 22)]
    first_move: usize,
    /// The length in half turns (HTM).
    #[schema(example = 6)]
    htm: u32,
    /// The line of the first of the moves in the text, counted from 1.
    #[schema(required = true, example = 4)]
    line: Option<usize>,
    /// The moves.
    #[schema(example = "R U R' U R U2")]
    moves: String,
    /// The seconds from the end of the last stage to the first of the moves; absent without timestamps or moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 0.42)]
    pause: Option<f64>,
    /// The seconds from the end of the last stage to the last move; absent if the moves have no timestamps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 2.31)]
    time: Option<f64>,
}

/// An edit of one move that solves the cube, or reaches a later stage, in JSON.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewMend)]
pub struct Mend {
    /// The column of the move in the text, counted from 1.
    #[schema(required = true, example = 9)]
    column: Option<usize>,
    /// The edit: `change`, `remove` or `insert` (before the move).
    #[schema(example = "change")]
    edit: &'static str,
    /// The move to be written; null if one is removed.
    #[schema(required = true, example = "R'")]
    instead: Option<String>,
    /// The last stage that the solve reaches with the edit.
    #[schema(required = true, example = "PLL Ua")]
    last_stage: Option<String>,
    /// The last stage that the solve reaches with the edit, as data.
    #[schema(required = true)]
    last_stage_name: Option<StageName>,
    /// The line of the move in the text, counted from 1.
    #[schema(required = true, example = 5)]
    line: Option<usize>,
    /// The number of the move, counted from 1 without rotations.
    #[schema(example = 22)]
    r#move: usize,
    /// Whether the edit solves the cube.
    #[schema(example = true)]
    solves: bool,
    /// The number of stages that the solve reaches with the edit.
    #[schema(example = 7)]
    stages: usize,
    /// The move as written; null for an insertion at the end.
    #[schema(required = true, example = "R")]
    written: Option<String>,
}

/// The type of a review under a name that utoipa does not take for any object.
type ReviewObject = Object;

/// The reviews of several solves in JSON, and their summary.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ReviewAnswers)]
pub struct Several {
    /// The solves, in the order of the text.
    #[schema(value_type = Vec<ReviewObject>)]
    solves: Vec<Object>,
    /// Their summary.
    summary: Summary,
}

/// Returns the object of one solve.
pub fn object(reviewed: &ReviewedSolve) -> Object {
    let review = &reviewed.review;
    let total = review.lengths();
    let (ending, missing) = match reviewed.ending {
        Ending::Solved => ("solved", None),
        Ending::OneMoveOff(turn) => ("one_move_off", Some(turn.to_string())),
        Ending::Unsolved => ("unsolved", None),
    };
    let has_end = reviewed.ending != Ending::Solved;
    let stages = reviewed.rows.iter().filter(|row| row.part.is_some()).zip(&review.stages);
    let unfinished = reviewed.rows.iter().find(|row| row.part.is_none());
    let mends = || reviewed.corrections.iter().map(|one| mend(reviewed, one)).collect();
    Object {
        title: reviewed.solve.title.clone(),
        scramble: reviewed.solve.scramble.text.as_str().to_string(),
        color: reviewed.color().map(Color::name),
        solved: review.is_solved(),
        ending,
        htm: total.htm,
        stm: total.stm,
        qtm: total.qtm,
        etm: total.etm,
        time: reviewed.solve.time,
        penalty: reviewed.solve.penalty.clone(),
        readings: reviewed.solve.readings.clone(),
        tps: reviewed.tps().map(rounded),
        etps: reviewed.solve.time.map(|time| rounded(f64::from(total.etm) / time)),
        stages: stages
            .filter(|_| reviewed.method.is_none())
            .map(|(row, reached)| stage(reviewed, row, reached))
            .collect(),
        method: reviewed.method.as_ref().map(|method| method.name.clone()),
        metric: reviewed.method.as_ref().map(|_| reviewed.metric()),
        second_method: reviewed.method.as_ref().and_then(|method| method.second.clone()),
        steps: StepObject::of(reviewed),
        end: has_end.then(|| facelets::format(&review.end)),
        missing_move: has_end.then_some(missing),
        unfinished: has_end.then(|| unfinished.map(|row| unfinished_moves(reviewed, row))),
        mends: has_end.then(mends),
        warning: reviewed.warning(),
        late_cross: review.late_cross().map(|(moves, pairs)| LateCross { moves, pairs: pairs.into() }),
    }
}

impl From<&ReviewedSolve> for SolveRecord {
    fn from(reviewed: &ReviewedSolve) -> SolveRecord {
        let object = serde_json::to_value(object(reviewed)).expect("a review is an object");
        SolveRecord::of(&object).expect("a review has the members of a record")
    }
}

/// Returns the objects of several solves, and their summary.
pub fn several(all: &[ReviewedSolve]) -> Several {
    Several { solves: all.iter().map(object).collect(), summary: Summary::of(all) }
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

fn stage(reviewed: &ReviewedSolve, row: &Row, reached: &ReviewedStage) -> StageObject {
    StageObject {
        name: StageName::new(reached, reviewed.review.color),
        written: reviewed.written(row.turns.clone()),
        stage: row.title.clone(),
        case: row.case.clone(),
        easiest: row.easiest.clone(),
        turns: reviewed.review.text_of(row.turns.clone()),
        htm: row.lengths.htm,
        stm: row.lengths.stm,
        qtm: row.lengths.qtm,
        etm: row.lengths.etm,
        time: row.time,
        pause: row.pause,
        total_htm: row.running.htm,
        least_htm: row.optimal.map(|(moves, _)| moves),
        least_is_proven: row.optimal.is_some_and(|(_, is_proven)| is_proven),
        lost_htm: row.lost,
        state: row.state.clone(),
        best_continuation: row.continuation.to_string(),
        best_continuation_htm: row.continuation.lengths().htm,
    }
}

/// Returns the moves after the last stage of an unsolved solve. Moves and lines are counted from 1.
fn unfinished_moves(reviewed: &ReviewedSolve, row: &Row) -> Unfinished {
    let place = reviewed.place(row.turns.start);
    Unfinished {
        moves: reviewed.review.text_of(row.turns.clone()),
        htm: row.lengths.htm,
        time: row.time,
        pause: row.pause,
        first_move: reviewed.move_number(row.turns.start),
        line: place.map(|(line, _)| line),
        column: place.map(|(_, column)| column),
        best_continuation: row.continuation.to_string(),
        best_continuation_htm: row.continuation.lengths().htm,
    }
}

fn mend(reviewed: &ReviewedSolve, correction: &Correction) -> Mend {
    let (edit, instead) = match correction.edit {
        Edit::Change(turn) => ("change", Some(turn.to_string())),
        Edit::Remove => ("remove", None),
        Edit::Insert(turn) => ("insert", Some(turn.to_string())),
    };
    let place = reviewed.place(correction.at);
    let review = &correction.review;
    // An edit of a solve by another method is one that solves the cube, after its last step.
    let last = review.stages.last().filter(|_| reviewed.method.is_none());
    let steps = reviewed.method.as_ref().map(|method| &method.steps);
    Mend {
        edit,
        r#move: reviewed.move_number(correction.at),
        line: place.map(|(line, _)| line),
        column: place.map(|(_, column)| column),
        written: reviewed.review.turns.get(correction.at).map(ToString::to_string),
        instead,
        solves: review.is_solved(),
        stages: steps.map_or(review.stages.len(), Vec::len),
        last_stage: last.map(|stage| stage.title()).or_else(|| steps?.last().cloned()),
        last_stage_name: last.map(|stage| StageName::new(stage, review.color)),
    }
}
