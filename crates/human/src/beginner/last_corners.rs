//! The corners of the top layer: first their places, then their turns.

use cubiform_cube::Face;

use super::hands::Hands;
use super::words::{faces, situation, times, turn_name};

/// The corners of the top layer: URF, UFL, ULB and UBR.
const CORNERS: std::ops::Range<usize> = 0..4;

/// The position at the front right.
const FRONT_RIGHT: usize = 0;

/// The algorithm that moves three corners and keeps the one at the front right.
const CYCLE: &str = "U R U' L' U R' U' L";

/// The moves that turn the corner at the front right when they are repeated.
const TWIST: &str = "R' D' R D";

/// Brings the corners of the top layer to their places. Returns the explanation of the stage.
pub(super) fn place(hands: &mut Hands) -> String {
    let top = hands.top();
    let placed = |hands: &Hands| -> Vec<usize> {
        CORNERS.filter(|corner| hands.corner(*corner).0 == *corner).collect()
    };
    if placed(hands).len() == CORNERS.len() {
        return format!("Already solved: the four {top} corners are between the centres of their colours.");
    }
    loop {
        match placed(hands)[..] {
            [] => {
                hands.do_algorithm(CYCLE);
                let explanation = format!("No {top} corner is in its place. {CYCLE} brings one there.");
                hands.end_step(
                    "Circle of three corners".into(),
                    "no corner is in its place".into(),
                    explanation,
                    situation("no-corner-placed", [("algorithm", &CYCLE)]),
                );
            }
            [corner] => {
                let turn = hands.rotate((FRONT_RIGHT + 4 - corner) % 4);
                let name = hands.corner_name(FRONT_RIGHT);
                let mut explanation = match turn {
                    Some(turn) => format!(
                        "The {name} is in its place. Turn the whole cube with {turn} so that it is at the front right."
                    ),
                    None => format!("The {name} is in its place at the front right."),
                };
                hands.do_algorithm(CYCLE);
                let times = if placed(hands).len() == 4 { "1" } else { "2" };
                let end = match placed(hands).len() {
                    4 => "and all are in their places",
                    _ => "and one more time brings them to their places",
                };
                explanation += &format!(" {CYCLE} moves the other three in a circle, {end}.");
                let case = format!("only the {name} is in its place");
                let seen = situation(
                    "one-corner-placed",
                    [
                        ("piece", &hands.corner_colors(FRONT_RIGHT)),
                        ("rotation", &turn_name(turn)),
                        ("times", &times),
                        ("algorithm", &CYCLE),
                    ],
                );
                hands.end_step("Circle of three corners".into(), case, explanation, seen);
            }
            _ => break,
        }
    }
    format!(
        "Bring the {top} corners to their places; they need not be turned the right way yet. {CYCLE} moves three corners in a \
         circle and keeps the one at the front right: hold the corner there that is in its place, and do it once or twice. \
         If none is in its place, do it once first."
    )
}

/// Turns the corners of the top layer. Returns the explanation of the stage.
pub(super) fn turn(hands: &mut Hands) -> String {
    let top = hands.top();
    let is_up = |hands: &Hands, position: usize| hands.corner(hands.corner_at(position)).1 == Face::U;
    // The smallest turn, of the whole cube or of the top layer, that brings a twisted corner to the front right.
    let to_next = |hands: &Hands| {
        [0, 1, 3, 2].into_iter().find(|quarters| !is_up(hands, (FRONT_RIGHT + 4 - quarters) % 4))
    };
    let Some(first) = to_next(hands) else {
        return format!("Already solved: the four {top} corners show {top} on top.");
    };
    let rotation = hands.rotate(first);
    let purpose = format!("a corner without {top} on top is at the front right");
    let mut beginning = hands.rotation_sentence(rotation, &purpose);
    let mut held = rotation;
    while let Some(quarters) = to_next(hands) {
        let turn = hands.turn_top(quarters);
        if let Some(turn) = turn {
            beginning = format!("{turn} brings the next corner to the front right. ");
        }
        let corner = hands.corner_at(FRONT_RIGHT);
        let (name, (_, sticker)) = (hands.corner_name(corner), hands.corner(corner));
        let mut count = 0;
        // After an odd number of repetitions a corner of the bottom layer is in its place.
        while hands.corner(corner) != (FRONT_RIGHT, Face::U) {
            hands.do_algorithm(TWIST);
            count += 1;
        }
        let case = format!("at the front right, its {top} sticker {}", faces(sticker));
        let explanation = format!(
            "{beginning}The {top} sticker of the {name} {}: do {TWIST} {} to bring it on top.",
            faces(sticker),
            times(count)
        );
        beginning.clear();
        let seen = situation(
            "corner-turn",
            [
                ("piece", &hands.corner_colors(corner)),
                ("rotation", &turn_name(held.take())),
                ("turn", &turn_name(turn)),
                ("sticker", &sticker.letter()),
                ("times", &count),
                ("algorithm", &TWIST),
            ],
        );
        hands.end_step(name, case, explanation, seen);
    }
    let quarters = (4 - hands.corner(FRONT_RIGHT).0) % 4;
    if let Some(turn) = hands.turn_top(quarters) {
        let explanation =
            format!("{turn} turns the top layer back until its sides match. The cube is solved.");
        let seen = situation("last-turn", [("turn", &turn)]);
        hands.end_step(
            "Turn of the top layer".into(),
            format!("all corners show {top} on top"),
            explanation,
            seen,
        );
    }
    format!(
        "Turn the {top} corners so that they show {top} on top. Bring a corner that does not to the front right, and repeat \
         {TWIST} until it does. Then turn only the top layer to bring the next one to the front right, and do not turn the \
         whole cube. The lower layers look mixed up in between; with the last corner they are solved again."
    )
}
