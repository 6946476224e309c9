//! The end of an unsolved solve in words: the last stage reached, and the edits of one move that solve the cube.

use cubiform_cube::notation::Base;
use cubiform_human::{Correction, Edit, Ending};

use crate::wrap::paragraph;
use cubiform_answers::review::ReviewedSolve;

/// Returns the paragraphs about the end of a solve; empty if it is solved.
pub(super) fn text(reviewed: &ReviewedSolve, limit: usize) -> String {
    if let Ending::OneMoveOff(turn) = reviewed.ending {
        let rule = "the WCA adds two seconds (regulation 10e)";
        let message = format!("+2: one move off. {turn} at the end solves the cube; {rule}.");
        return paragraph(&message, limit) + "\n";
    }
    if reviewed.ending == Ending::Solved {
        return String::new();
    }
    let review = &reviewed.review;
    let reached = match review.stages.last() {
        None => "no cross was completed".to_string(),
        Some(stage) => {
            let last = stage.turns.end.saturating_sub(1);
            let end = match reviewed.place(last) {
                _ if stage.turns.end == review.turns.len() => String::new(),
                Some(place) => {
                    format!(", which ends with move {} ({})", reviewed.move_number(last), place_text(place))
                }
                None => ", which ends with the beginning".into(),
            };
            format!("the last stage reached is {}{end}", stage.title())
        }
    };
    let solves = reviewed.corrections.first().is_some_and(|first| first.review.is_solved());
    let title = match (solves, reviewed.corrections.len()) {
        (_, 0) => "No change of one move solves it.",
        (true, 1) => "One change solves the cube:",
        (true, _) => "Each of these changes solves the cube (most likely first):",
        (false, 1) => "No change of one move solves it. This change reaches a later stage:",
        (false, _) => "No change of one move solves it. These reach a later stage (most likely first):",
    };
    let mut text = paragraph(&format!("not solved at the end: {reached}."), limit) + "\n" + title + "\n";
    for correction in &reviewed.corrections {
        text += &format!("  {}\n", describe_correction(reviewed, correction));
    }
    text
}

fn place_text((line, column): (usize, usize)) -> String {
    format!("line {line}, column {column}")
}

/// Describes an edit: `move 22 (line 5, column 9): R' instead of R`.
fn describe_correction(reviewed: &ReviewedSolve, correction: &Correction) -> String {
    let turns = &reviewed.review.turns;
    let place =
        |at: usize| reviewed.place(at).map_or(String::new(), |place| format!(" ({})", place_text(place)));
    let named = |at: usize| {
        let number = reviewed.move_number(at);
        match turns[at].base() {
            Base::X | Base::Y | Base::Z => {
                format!("rotation {} before move {number}{}", turns[at], place(at))
            }
            _ => format!("move {number}{}", place(at)),
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
