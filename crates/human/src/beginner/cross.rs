//! The cross of the bottom layer, edge by edge.

use cubiform_cube::notation::Turn;
use cubiform_cube::piece::EDGE_FACES;
use cubiform_cube::{Axis, Cube, Face, Move, Symmetry};

use super::cross_edge;
use super::hands::Hands;
use super::words::{
    already_placed, at_side, edge_place, faces, is_at, list, place_name, situation, turn_name,
};

/// The edges of the cross: DR, DF, DL and DB.
const EDGES: std::ops::Range<usize> = 4..8;

/// Solves the cross. Returns the explanation of the stage.
pub(super) fn solve(hands: &mut Hands) -> String {
    let bottom = hands.bottom();
    let placed: Vec<String> = EDGES.filter(|e| hands.has_edge(*e)).map(|e| hands.edge_name(e)).collect();
    if placed.len() == EDGES.len() {
        return format!(
            "Already solved: the four {bottom} edges are around the {bottom} centre, each next to the centre of its other \
             colour."
        );
    }
    while let Some(way) = easiest(hands) {
        do_step(hands, &way);
    }
    format!(
        "Place the four {bottom} edges around the {bottom} centre at the bottom, each next to the centre of its other \
         colour. Solve one edge at a time, and keep those that are in place.{}",
        already_placed(&placed)
    )
}

/// A way to place one edge.
struct Way {
    /// The rotation of the whole cube before the moves, in quarter turns about y.
    rotation: usize,
    /// The edge, as named after the rotation.
    edge: usize,
    /// The moves after the rotation.
    moves: Vec<Move>,
}

/// Returns the shortest way to place an edge. If several are equally short, it prefers to have the place of the edge in
/// front, and then the smallest rotation. Returns `None` if all edges are placed.
fn easiest(hands: &Hands) -> Option<Way> {
    let mut ways = Vec::new();
    for edge in EDGES.filter(|edge| !hands.has_edge(*edge)) {
        let to_front = (cross_edge::EDGE + 4 - edge) % 4;
        let front = hands.cube.conjugate(Symmetry::rotation(Face::U, to_front as i32));
        let is_kept = |edge: usize| usize::from(front.edges()[edge]) == 2 * edge;
        let kept = (0..3).filter(|i| is_kept(cross_edge::OTHERS[*i])).fold(0, |set, i| set | 1 << i);
        let moves = cross_edge::moves(front.edges()[cross_edge::EDGE], kept);
        for more in 0..4 {
            let hold = Symmetry::rotation(Face::U, more as i32);
            let moves: Vec<Move> = moves.iter().map(|m| hold.conjugate(*m)).collect();
            if moves.iter().all(|m| m.face() != Face::B) {
                let rotation = (to_front + more) % 4;
                let edge = 4 + (edge + rotation) % 4;
                ways.push(Way { rotation, edge, moves });
            }
        }
    }
    let rank = |way: &Way| (way.moves.len(), way.edge != cross_edge::EDGE, [0, 1, 2, 1][way.rotation]);
    ways.into_iter().min_by_key(rank)
}

/// Places an edge, as one step.
fn do_step(hands: &mut Hands, way: &Way) {
    let rotation = hands.rotate(way.rotation);
    let (name, bottom) = (hands.edge_name(way.edge), hands.bottom());
    let (position, sticker) = hands.edge(way.edge);
    let place = match position == way.edge {
        true => "in its place but the wrong way round".to_string(),
        false => edge_place(position),
    };
    let case = format!("{place}, its {bottom} sticker {}", faces(sticker));
    let home = home_face(way.edge);
    let purpose = format!("{} is {}", hands.color(home), is_at(home));
    let mut explanation = hands.rotation_sentence(rotation, &purpose);
    explanation += &format!("The {name} is {case}.");
    if home != Face::F {
        explanation += &format!(" It belongs {}, next to the {} centre.", at_side(home), hands.color(home));
    }
    explanation += &format!(" {}.", effects(hands, way));
    let moves: Vec<String> = way.moves.iter().map(|m| Turn::from(*m).to_string()).collect();
    let seen = situation(
        "cross-edge",
        [
            ("piece", &hands.edge_colors(way.edge)),
            ("rotation", &turn_name(rotation)),
            ("place", &if position == way.edge { String::new() } else { place_name(&EDGE_FACES[position]) }),
            ("sticker", &sticker.letter()),
            ("home", &home.letter()),
            ("center", &hands.color(home)),
            ("algorithm", &moves.join(" ")),
        ],
    );
    hands.do_moves(&way.moves);
    hands.end_step(name, case, explanation, seen);
}

/// Returns the side face of an edge of the bottom layer.
fn home_face(edge: usize) -> Face {
    EDGE_FACES[edge][1]
}

/// Returns the effect of each move on the edge and on those placed before, as one sentence without its full stop.
fn effects(hands: &Hands, way: &Way) -> String {
    let kept: Vec<usize> = EDGES.filter(|edge| hands.has_edge(*edge)).collect();
    let mut cube = hands.cube;
    let mut phrases = Vec::new();
    for m in &way.moves {
        let after = cube.turn(*m);
        let name = |edge: &usize| format!("the {}", hands.edge_name(*edge));
        let changed = |from: &Cube, to: &Cube| -> Vec<String> {
            let is_home = |cube: &Cube, edge: usize| usize::from(cube.edges()[edge]) == 2 * edge;
            kept.iter().filter(|edge| !is_home(from, **edge) && is_home(to, **edge)).map(name).collect()
        };
        let (restored, removed) = (changed(&cube, &after), changed(&after, &cube));
        let moved = move_effect(way.edge, (&cube, &after), *m);
        let effect = match (moved, restored.is_empty(), removed.is_empty()) {
            (Some(moved), false, _) => format!("{moved} and puts {} back", list(&restored)),
            (Some(moved), true, _) => moved,
            (None, false, _) => format!("puts {} back", list(&restored)),
            (None, true, false) => format!("moves {} away for now", list(&removed)),
            (None, true, true) => "prepares the next turn".into(),
        };
        phrases.push(format!("{} {effect}", Turn::from(*m)));
        cube = after;
    }
    list(&phrases)
}

/// Returns the effect of move `m` on an edge of the cross, before and after it; `None` if the edge stays.
fn move_effect(edge: usize, (before, after): (&Cube, &Cube), m: Move) -> Option<String> {
    let (from, to) = (usize::from(before.edges()[edge]), usize::from(after.edges()[edge]));
    let layer = |place: usize| match place / 2 {
        0..4 => "top",
        4..8 => "bottom",
        _ => "middle",
    };
    let to_edge = to / 2;
    Some(match (layer(from), layer(to)) {
        _ if from == to => return None,
        ("bottom", "bottom") if to == 2 * edge => "turns it into its place".into(),
        (_, "bottom") if to == 2 * edge => "brings it down into its place".into(),
        ("top", "top") if to_edge + 4 == edge => "moves it above its place".into(),
        ("top" | "bottom", _) if m.face().axis() == Axis::Y => {
            format!("moves it {}", at_side_to(home_face(to_edge)))
        }
        ("middle", "middle") => "moves it to the other side of the middle layer".into(),
        (_, layer) => format!("brings it to the {layer} layer"),
    })
}

/// Returns the words for a movement to a side of the same layer: `to the left`.
fn at_side_to(face: Face) -> &'static str {
    match face {
        Face::R => "to the right",
        Face::F => "to the front",
        Face::L => "to the left",
        _ => "to the back",
    }
}
