//! The edges of the middle layer, one by one.

use cubiform_cube::piece::EDGE_FACES;
use cubiform_cube::{Algorithm, Face};

use super::hands::Hands;
use super::words::{already_placed, situation, turn_name};
use crate::stage_solution::merge_adjacent;

/// The edges of the middle layer: FR, FL, BL and BR.
const EDGES: std::ops::Range<usize> = 8..12;

/// The position at the front right, and that on top in front.
const FRONT_RIGHT: usize = 8;
const TOP_FRONT: usize = 1;

/// The algorithms that insert the edge on top in front.
const TO_THE_RIGHT: &str = "U R U' R' U' F' U F";
const TO_THE_LEFT: &str = "U' L' U L U F U' F'";

/// Solves the edges. Returns the explanation of the stage.
pub(super) fn solve(hands: &mut Hands) -> String {
    let (bottom, top) = (hands.bottom(), hands.top());
    let placed: Vec<String> = EDGES.filter(|e| hands.has_edge(*e)).map(|e| hands.edge_name(e)).collect();
    if placed.len() == EDGES.len() {
        return format!(
            "Already solved: the four edges without {bottom} and {top} are in their places, and so are the first two \
             layers."
        );
    }
    loop {
        let in_top = EDGES.filter(|edge| hands.edge(*edge).0 < 4);
        if let Some(edge) = in_top.min_by_key(|edge| effort(hands, *edge)) {
            insert(hands, edge);
            continue;
        }
        let unsolved = EDGES.filter(|edge| !hands.has_edge(*edge));
        let Some(edge) = unsolved.min_by_key(|edge| [0, 1, 2, 1][to_front_right(hands.edge(*edge).0)]) else {
            break;
        };
        take_out(hands, edge);
    }
    format!(
        "Find an edge without {top} in the top layer, hold the centre with the colour of its side sticker in front, and turn \
         the top layer until the edge is above this centre. Its other colour tells the direction: insert it to the right \
         with {TO_THE_RIGHT}, or to the left with {TO_THE_LEFT}. An edge that is wrong in the middle layer is taken out \
         first with the same moves.{}",
        already_placed(&placed)
    )
}

/// Returns the rotation, in quarter turns about y, that brings a position of the middle layer to the front right.
fn to_front_right(position: usize) -> usize {
    (FRONT_RIGHT + 4 - position) % 4
}

/// Returns the face whose centre has the colour of the side sticker of an edge in the top layer.
fn side_center(hands: &Hands, edge: usize) -> Face {
    let [first, second] = EDGE_FACES[edge];
    if hands.edge(edge).1 == Face::U { second } else { first }
}

/// Returns the rotation, in quarter turns about y, that brings a side face to the front.
fn to_front(face: Face) -> usize {
    match face {
        Face::R => 1,
        Face::B => 2,
        Face::L => 3,
        _ => 0,
    }
}

/// Returns the rank of an edge in the top layer; lower is easier: whether it must be aligned, and the rotation.
fn effort(hands: &Hands, edge: usize) -> (bool, usize) {
    let side = side_center(hands, edge);
    let (position, _) = hands.edge(edge);
    (EDGE_FACES[position][1] != side, [0, 1, 2, 1][to_front(side)])
}

/// Inserts an edge of the top layer, as one step.
fn insert(hands: &mut Hands, edge: usize) {
    let quarters = to_front(side_center(hands, edge));
    let rotation = hands.rotate(quarters);
    let edge = 8 + (edge + quarters) % 4;
    let name = hands.edge_name(edge);
    let front = hands.color(Face::F);
    let mut explanation = hands.rotation_sentence(rotation, &format!("{front} is in front"));
    let turn = hands.turn_top((TOP_FRONT + 4 - hands.edge(edge).0) % 4);
    explanation += &match turn {
        Some(turn) => format!(
            "The {name} is in the top layer with {front} on its side. {turn} brings it above the {front} centre."
        ),
        None => format!("The {name} is in the top layer above the {front} centre, with {front} on its side."),
    };
    let (side, word, algorithm) = match edge {
        FRONT_RIGHT => (Face::R, "right", TO_THE_RIGHT),
        _ => (Face::L, "left", TO_THE_LEFT),
    };
    let other = hands.color(side);
    explanation += &format!(
        " Its other colour, {other}, is the centre on the {word}: insert it to the {word} with {algorithm}."
    );
    if let Some(turn) = turn {
        let parsed = Algorithm::parse(algorithm).expect("the method's algorithms are valid");
        let joined: Algorithm =
            merge_adjacent(std::iter::once(turn).chain(parsed.turns().iter().copied())).into_iter().collect();
        let first = parsed.turns()[0];
        let effect = if turn == first.inverse() { "cancel" } else { "become one" };
        explanation += &format!(" The turns {turn} and {first} {effect}: {joined}.");
    }
    let case = format!("in the top layer; above the {front} centre, it belongs to the {word}");
    let seen = situation(
        "edge-insert",
        [
            ("piece", &hands.edge_colors(edge)),
            ("rotation", &turn_name(rotation)),
            ("center", &front),
            ("turn", &turn_name(turn)),
            ("other", &other),
            ("side", &side.letter()),
            ("algorithm", &algorithm),
        ],
    );
    hands.do_algorithm(algorithm);
    hands.end_step(name, case, explanation, seen);
}

/// Takes an edge of the middle layer out to the top layer, as one step.
fn take_out(hands: &mut Hands, edge: usize) {
    let (position, _) = hands.edge(edge);
    let is_flipped = position == edge;
    let quarters = to_front_right(position);
    let rotation = hands.rotate(quarters);
    let edge = 8 + (edge + quarters) % 4;
    let name = hands.edge_name(edge);
    let case = match is_flipped {
        true => "in its place but the wrong way round",
        false => "in the place of another edge",
    };
    let mut explanation = hands.rotation_sentence(rotation, "this edge is at the front right");
    explanation += &format!(
        "The {name} is {case}. {TO_THE_RIGHT} inserts another edge there and so takes this one out to the top layer."
    );
    let seen = situation(
        "edge-take-out",
        [
            ("piece", &hands.edge_colors(edge)),
            ("rotation", &turn_name(rotation)),
            ("at", &if is_flipped { "own" } else { "other" }),
            ("algorithm", &TO_THE_RIGHT),
        ],
    );
    hands.do_algorithm(TO_THE_RIGHT);
    hands.end_step(format!("{name}, taken out"), case.into(), explanation, seen);
}
