//! How an unsolved solve ends, in words: how far it goes, and which edits of one move mend it.

use std::fmt::Write;

use cubiform_cube::notation::{Base, Turn};
use cubiform_solvers::human::{Correction, Edit, Ending};

use super::reviewed::Reviewed;
use crate::wrap::paragraph;

/// Paragraphs about the end of a solve; none if it is solved.
pub(super) fn text(reviewed: &Reviewed, limit: usize) -> String {
    let mut text = String::new();
    match reviewed.ending {
        Ending::Solved => return text,
        Ending::OneMoveOff(turn) => {
            let said = format!(
                "+2: one move off. {turn} at the end solves the cube; the WCA adds two seconds (regulation 10e).",
            );
            let _ = writeln!(text, "{}", paragraph(&said, limit));
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
                Some(place) => format!("move {} ({})", reviewed.number(last), place_in_words(place)),
                None => "the beginning".to_string(),
            };
            format!("{} is the last stage that fits; it ends with {after}", stage.title())
        }
    };
    let _ = writeln!(text, "{}", paragraph(&format!("not solved at the end: {reached}."), limit));
    match &reviewed.corrections[..] {
        [] => text.push_str("No change of one move solves it.\n"),
        corrections => {
            let title = match (corrections[0].review.is_solved(), corrections.len()) {
                (true, 1) => "One change solves the cube:",
                (true, _) => "Each of these changes solves the cube (likeliest first):",
                (false, 1) => "No change of one move solves it. This one gets further:",
                (false, _) => "No change of one move solves it. These get further (likeliest first):",
            };
            let _ = writeln!(text, "{title}");
            for correction in corrections {
                let _ = writeln!(text, "  {}", in_words(reviewed, correction));
            }
        }
    }
    text
}

fn place_in_words((line, column): (usize, usize)) -> String {
    format!("line {line}, column {column}")
}

fn is_rotation(turn: Turn) -> bool {
    matches!(turn.base(), Base::X | Base::Y | Base::Z)
}

/// `move 22 (line 5, column 9): R' instead of R`.
fn in_words(reviewed: &Reviewed, correction: &Correction) -> String {
    let turns = &reviewed.review.turns;
    let place =
        |at: usize| reviewed.place(at).map_or(String::new(), |place| format!(" ({})", place_in_words(place)));
    let named = |at: usize| {
        let number = reviewed.number(at);
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
