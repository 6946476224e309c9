//! The edges of the top layer: first the cross of the top colour, then their places.

use cubiform_cube::Face;
use cubiform_cube::piece::EDGE_FACES;

use super::hands::Hands;
use super::words::{capitalized, list, situation, turn_name};

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
pub(super) fn orient(hands: &mut Hands) -> String {
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
pub(super) fn place(hands: &mut Hands) -> String {
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
