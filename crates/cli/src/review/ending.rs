//! The end of an unsolved solve in words: the last stage reached, and the edits of one move that solve the cube.

use std::fmt::Write;

use cubiform_cube::notation::{Base, Turn};
use cubiform_human::{Correction, Edit, Ending};

use crate::wrap::paragraph;
use cubiform_answers::review::ReviewedSolve;

/// Returns the paragraphs about the end of a solve; empty if it is solved.
pub(super) fn text(reviewed: &ReviewedSolve, limit: usize) -> String {
    let mut text = String::new();
    match reviewed.ending {
        Ending::Solved => return text,
        Ending::OneMoveOff(turn) => {
            let message = format!(
                "+2: one move off. {turn} at the end solves the cube; the WCA adds two seconds (regulation 10e).",
            );
            let _ = writeln!(text, "{}", paragraph(&message, limit));
            return text;
        }
        Ending::Unsolved => {}
    }
    let review = &reviewed.review;
    let reached = match review.stages.last() {
        None => "no cross was completed".to_string(),
        Some(stage) if stage.turns.end == review.turns.len() => {
            format!("the last stage reached is {}", stage.title())
        }
        Some(stage) => {
            let last = stage.turns.end.saturating_sub(1);
            let after = match reviewed.place(last) {
                Some(place) => format!("move {} ({})", reviewed.move_number(last), place_text(place)),
                None => "the beginning".to_string(),
            };
            format!("the last stage reached is {}, which ends with {after}", stage.title())
        }
    };
    let _ = writeln!(text, "{}", paragraph(&format!("not solved at the end: {reached}."), limit));
    match &reviewed.corrections[..] {
        [] => text.push_str("No change of one move solves it.\n"),
        corrections => {
            let title = match (corrections[0].review.is_solved(), corrections.len()) {
                (true, 1) => "One change solves the cube:",
                (true, _) => "Each of these changes solves the cube (most likely first):",
                (false, 1) => "No change of one move solves it. This change reaches a later stage:",
                (false, _) => {
                    "No change of one move solves it. These reach a later stage (most likely first):"
                }
            };
            let _ = writeln!(text, "{title}");
            for correction in corrections {
                let _ = writeln!(text, "  {}", describe_correction(reviewed, correction));
            }
        }
    }
    text
}

fn place_text((line, column): (usize, usize)) -> String {
    format!("line {line}, column {column}")
}

fn is_rotation(turn: Turn) -> bool {
    matches!(turn.base(), Base::X | Base::Y | Base::Z)
}

/// Describes an edit: `move 22 (line 5, column 9): R' instead of R`.
fn describe_correction(reviewed: &ReviewedSolve, correction: &Correction) -> String {
    let turns = &reviewed.review.turns;
    let place =
        |at: usize| reviewed.place(at).map_or(String::new(), |place| format!(" ({})", place_text(place)));
    let named = |at: usize| {
        let number = reviewed.move_number(at);
        if is_rotation(turns[at]) {
            format!("rotation {} before move {number}{}", turns[at], place(at))
        } else {
            format!("move {number}{}", place(at))
        }
    };
    let edit = match correction.edit {
        Edit::Change(turn) => format!("{}: {turn} instead of {}", named(correction.at), turns[correction.at]),
        Edit::Remove => format!("{}: leave out {}", named(correction.at), turns[correction.at]),
        Edit::Insert(turn) if correction.at == turns.len() => format!("at the end: add {turn}"),
        Edit::Insert(turn) => {
            format!("before {}, {}: add {turn}", named(correction.at), turns[correction.at])
        }
    };
    match correction.review.stages.last() {
        Some(stage) if !correction.review.is_solved() => format!("{edit} (as far as {})", stage.title()),
        _ => edit,
    }
}
