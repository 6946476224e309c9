//! The top layer: the cross of its colour, the places of its edges, the places of its corners, then their turns.

use cubiform_cube::Face;
use cubiform_cube::piece::EDGE_FACES;

use super::hands::Hands;
use super::words::{capitalized, faces, list, situation, times, turn_name};

/// The algorithm that turns edges over.
const CROSS: &str = "F R U R' U' F'";

/// The algorithm that moves edges, and the turn that aligns them after it.
const SUNE: &str = "R U R' U R U2 R'";

/// The positions of the edges of the top layer: UR, UF, UL and UB.
const RIGHT: usize = 0;
const FRONT: usize = 1;
const LEFT: usize = 2;
const BACK: usize = 3;

/// Returns whether the sticker on top of the edge at each position has the top colour.
fn turned_up(hands: &Hands) -> [bool; 4] {
    std::array::from_fn(|position| hands.edge(hands.edge_at(position)).1 == Face::U)
}

/// Returns the smallest rotation, in quarter turns about y, after which `wanted` holds for all of the positions.
fn rotation(flags: [bool; 4], wanted: [usize; 2]) -> Option<usize> {
    let holds = |quarters: &usize| wanted.iter().all(|position| flags[(position + 4 - quarters) % 4]);
    [0, 1, 3, 2].into_iter().find(holds)
}

/// Turns the edges of the top layer over so that they form a cross. Returns the explanation of the stage.
pub(super) fn orient_edges(hands: &mut Hands) -> String {
    let top = hands.top();
    if turned_up(hands) == [true; 4] {
        return format!("Already solved: the four edges of the top layer show {top} on top.");
    }
    loop {
        let up = turned_up(hands);
        let line = rotation(up, [LEFT, RIGHT]);
        let (title, quarters, seen, then) = match (up.iter().filter(|up| **up).count(), line) {
            (4, _) => break,
            (0, _) => ("Dot", 0, "no edge shows", "gives an L shape"),
            (_, Some(quarters)) => {
                ("Line", quarters, "the edges at the left and at the right show", "completes the cross")
            }
            (_, None) => {
                let quarters = rotation(up, [LEFT, BACK]).expect("two edges are opposite or neighbours");
                ("L shape", quarters, "the edges at the left and at the back show", "gives a line")
            }
        };
        let turn = hands.rotate(quarters);
        let case = format!("{seen} {top} on top");
        let explanation = match turn {
            Some(turn) => format!("Turn the whole cube with {turn}: now {case}. {CROSS} {then}."),
            None => format!("{}. {CROSS} {then}.", capitalized(&case)),
        };
        let shape = match title {
            "Dot" => "dot",
            "Line" => "line",
            _ => "corner",
        };
        let seen = situation(
            "top-cross",
            [("shape", &shape), ("rotation", &turn_name(turn)), ("algorithm", &CROSS)],
        );
        hands.do_algorithm(CROSS);
        hands.end_step(title.into(), case, explanation, seen);
    }
    format!(
        "Make a cross of {top} on top; the sides of the edges need not match yet. {CROSS} leads from a dot to an L shape, \
         from an L shape held at the left and the back to a line, and from a line held from left to right to the cross."
    )
}

/// Returns whether the edge at each position is in its place after `quarters` quarter turns of the top layer.
fn matching(hands: &Hands, quarters: usize) -> [bool; 4] {
    let mut matching = [false; 4];
    for edge in 0..4 {
        let position = (hands.edge(edge).0 + quarters) % 4;
        matching[position] = position == edge;
    }
    matching
}

/// Brings the edges of the top layer to their places. Returns the explanation of the stage.
pub(super) fn place_edges(hands: &mut Hands) -> String {
    let top = hands.top();
    if matching(hands, 0) == [true; 4] {
        return format!("Already solved: the four {top} edges match the centres of the sides.");
    }
    while matching(hands, 0) != [true; 4] {
        let count = |quarters: usize| matching(hands, quarters).iter().filter(|is| **is).count();
        // Some turn of the top layer matches four edges or two.
        let quarters =
            [4, 2].iter().find_map(|wanted| [0, 1, 3, 2].into_iter().find(|q| count(*q) == *wanted));
        let turn = hands.turn_top(quarters.expect("no turn matches two edges"));
        let aligned = turn.map(|turn| format!("{turn} lines up"));
        let flags = matching(hands, 0);
        if flags == [true; 4] {
            let lines_up = aligned.expect("the edges did not match before");
            let explanation = format!("{lines_up} all four edges with the centres of their sides.");
            hands.end_step(
                "Turn of the top layer".into(),
                "all edges match after a turn".into(),
                explanation,
                situation("edges-turn", [("turn", &turn_name(turn))]),
            );
            break;
        }
        let colors: Vec<&str> =
            (0..4).filter(|p| flags[*p]).map(|p| hands.color(EDGE_FACES[p][1]).name()).collect();
        let pair = colors.join("-");
        let colors = list(&colors);
        let matched = match aligned {
            Some(lines_up) => format!("{lines_up} two edges with the centres of their sides, {colors}."),
            None => format!("Two edges match the centres of their sides, {colors}."),
        };
        step(hands, flags, &matched, [("turn", &turn_name(turn)), ("colors", &pair)]);
    }
    format!(
        "Bring the {top} edges to their places: turn the top layer until two of them match the centres of their sides. {SUNE} \
         with a turn U after it swaps the other two if they are neighbours: hold the matching ones at the right and at the \
         back. If the matching ones are opposite, do it once in any position without this U, and look again."
    )
}

/// Does the algorithm once for two matching edges, as one step. `matched` describes the turn of the top layer, as do the
/// values `turned`.
fn step(hands: &mut Hands, flags: [bool; 4], matched: &str, turned: [(&'static str, &dyn ToString); 2]) {
    let [turned, colors] = turned;
    match rotation(flags, [RIGHT, BACK]) {
        Some(quarters) => {
            let turn = hands.rotate(quarters);
            let sentence = match turn {
                Some(turn) => format!(
                    "Turn the whole cube with {turn} so that they are at the right and at the back. {SUNE} U swaps the other \
                     two, and all four match."
                ),
                None => format!(
                    "They are at the right and at the back. {SUNE} U swaps the other two, and all four match."
                ),
            };
            let names = [hands.edge_colors(hands.edge_at(FRONT)), hands.edge_colors(hands.edge_at(LEFT))];
            hands.do_algorithm(SUNE);
            hands.turn_top(1);
            let case = format!("the {} and {} edges must be swapped", names[0], names[1]);
            let rotation = turn_name(turn);
            let seen = situation(
                "edges-neighbours",
                [turned, colors, ("rotation", &rotation), ("algorithm", &format!("{SUNE} U"))],
            );
            hands.end_step("Swap of two neighbours".into(), case, format!("{matched} {sentence}"), seen);
        }
        None => {
            let sentence =
                format!("They are opposite each other. {SUNE} leads to a case with two neighbours.");
            hands.do_algorithm(SUNE);
            hands.end_step(
                "Swap of opposite edges".into(),
                "two opposite edges match".into(),
                format!("{matched} {sentence}"),
                situation("edges-opposite", [turned, colors, ("algorithm", &SUNE)]),
            );
        }
    }
}

/// The corners of the top layer: URF, UFL, ULB and UBR.
const CORNERS: std::ops::Range<usize> = 0..4;

/// The position at the front right.
const FRONT_RIGHT: usize = 0;

/// The algorithm that moves three corners and keeps the one at the front right.
const CYCLE: &str = "U R U' L' U R' U' L";

/// The moves that turn the corner at the front right when they are repeated.
const TWIST: &str = "R' D' R D";

/// Brings the corners of the top layer to their places. Returns the explanation of the stage.
pub(super) fn place_corners(hands: &mut Hands) -> String {
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
pub(super) fn turn_corners(hands: &mut Hands) -> String {
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
