//! Reviews as JSON.

use cubiform_cube::facelets;
use cubiform_human::{Correction, Edit, Ending};
use serde_json::{Value, json};

use super::reviewed::{ReviewedSolve, Row};
use super::summary;

/// Returns the object of one solve.
pub(super) fn object(reviewed: &ReviewedSolve) -> Value {
    let review = &reviewed.review;
    let total = review.lengths();
    let (ending, missing) = match reviewed.ending {
        Ending::Solved => ("solved", None),
        Ending::OneMoveOff(turn) => ("one_move_off", Some(turn.to_string())),
        Ending::Unsolved => ("unsolved", None),
    };
    let stages = reviewed.rows.iter().filter(|row| row.part.is_some());
    let unfinished = reviewed.rows.iter().find(|row| row.part.is_none());
    let mut object = json!({
        "title": reviewed.solve.title,
        "scramble": reviewed.solve.scramble.shown.text(),
        "color": review.stages.first().map(|_| review.color.name()),
        "solved": review.is_solved(),
        "ending": ending,
        "htm": total.htm,
        "stm": total.stm,
        "qtm": total.qtm,
        "etm": total.etm,
        "time": reviewed.solve.time,
        "tps": reviewed.tps().map(rounded),
        "etps": reviewed.solve.time.map(|time| rounded(f64::from(total.etm) / time)),
        "stages": stages.map(|row| stage(reviewed, row)).collect::<Vec<_>>(),
    });
    if ending != "solved" {
        object["end"] = facelets::format(&review.end).into();
        object["missing_move"] = missing.into();
        object["unfinished"] = unfinished.map(|row| unfinished_moves(reviewed, row)).into();
        object["mends"] =
            reviewed.corrections.iter().map(|one| correction(reviewed, one)).collect::<Vec<_>>().into();
    }
    object
}

/// Returns the objects of several solves, and their summary.
pub(super) fn several(all: &[ReviewedSolve]) -> Value {
    json!({ "solves": all.iter().map(object).collect::<Vec<_>>(), "summary": summary::object(all) })
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

fn stage(reviewed: &ReviewedSolve, row: &Row) -> Value {
    json!({
        "stage": row.title,
        "case": row.case.map(|case| case.to_string()),
        "turns": reviewed.review.text_of(row.turns.clone()),
        "htm": row.lengths.htm,
        "stm": row.lengths.stm,
        "qtm": row.lengths.qtm,
        "etm": row.lengths.etm,
        "total_htm": row.running.htm,
        "least_htm": row.optimal.map(|(moves, _)| moves),
        "least_is_proven": row.optimal.is_none_or(|(_, is_proven)| is_proven),
        "lost_htm": row.lost,
        "state": row.state,
        "best_continuation": row.continuation.to_string(),
        "best_continuation_htm": row.continuation.lengths().htm,
    })
}

/// Returns the moves after the last stage of an unsolved solve. Moves and lines are counted from 1.
fn unfinished_moves(reviewed: &ReviewedSolve, row: &Row) -> Value {
    let place = reviewed.place(row.turns.start);
    json!({
        "moves": reviewed.review.text_of(row.turns.clone()),
        "htm": row.lengths.htm,
        "first_move": reviewed.move_number(row.turns.start),
        "line": place.map(|(line, _)| line),
        "column": place.map(|(_, column)| column),
        "best_continuation": row.continuation.to_string(),
        "best_continuation_htm": row.continuation.lengths().htm,
    })
}

fn correction(reviewed: &ReviewedSolve, correction: &Correction) -> Value {
    let (kind, instead) = match correction.edit {
        Edit::Change(turn) => ("change", Some(turn.to_string())),
        Edit::Remove => ("remove", None),
        Edit::Insert(turn) => ("insert", Some(turn.to_string())),
    };
    let place = reviewed.place(correction.at);
    json!({
        "edit": kind,
        "move": reviewed.move_number(correction.at),
        "line": place.map(|(line, _)| line),
        "column": place.map(|(_, column)| column),
        "written": reviewed.review.turns.get(correction.at).map(ToString::to_string),
        "instead": instead,
        "solves": correction.review.is_solved(),
        "stages": correction.review.stages.len(),
        "last_stage": correction.review.stages.last().map(|stage| stage.title()),
    })
}
