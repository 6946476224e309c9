//! The cross of the bottom layer, edge by edge: the shortest moves that bring one edge into it and keep the edges placed
//! before.

use std::sync::LazyLock;

use cubiform_cube::notation::Turn;
use cubiform_cube::piece::{EDGE_FACES, EDGE_TURN};
use cubiform_cube::{Axis, Cube, Face, Move, Symmetry};
use cubiform_search::{Limits, SimpleSpace, shortest_solutions};

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
        let to_front = (EDGE + 4 - edge) % 4;
        let front = hands.cube.conjugate(Symmetry::rotation(Face::U, to_front as i32));
        let is_kept = |edge: usize| usize::from(front.edges()[edge]) == 2 * edge;
        let kept = (0..3).filter(|i| is_kept(OTHERS[*i])).fold(0, |set, i| set | 1 << i);
        let moves = moves(front.edges()[EDGE], kept);
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
    let rank = |way: &Way| (way.moves.len(), way.edge != EDGE, [0, 1, 2, 1][way.rotation]);
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

/// The edge that the moves place: DF.
const EDGE: usize = 5;

/// The other edges of the cross: DR, DL and DB.
const OTHERS: [usize; 3] = [4, 6, 7];

/// The place of each edge that the moves place or keep.
type Places = [u8; 4];

/// The number of sets of other edges.
const SETS: usize = 1 << OTHERS.len();

/// The moves for every case: index `SETS * place of the edge + set of the other edges`.
static MOVES: LazyLock<Vec<Vec<Move>>> =
    LazyLock::new(|| (0..24 * SETS).map(|case| find(case / SETS, case % SETS)).collect());

/// Returns the shortest moves that solve edge DF, which is in `place`, and keep the edges `i` of [`OTHERS`] whose bit is
/// in `kept`.
///
/// The bottom layer is turned only if no edge is kept. Among the shortest moves, the [easiest](effort) are
/// chosen.
pub(super) fn moves(place: u8, kept: usize) -> &'static [Move] {
    &MOVES[SETS * usize::from(place) + kept]
}

/// Finds the moves of a case. Returns none if the edge is in the place of a kept one.
fn find(place: usize, kept: usize) -> Vec<Move> {
    let mut edges = vec![(EDGE, place as u8)];
    edges.extend(
        OTHERS.iter().enumerate().filter(|(i, _)| kept >> i & 1 == 1).map(|(_, e)| (*e, 2 * *e as u8)),
    );
    if edges[1..].iter().any(|(edge, _)| place / 2 == *edge) {
        return Vec::new();
    }
    let allowed: Vec<Move> = Move::all().filter(|m| m.face() != Face::D || kept == 0).collect();
    let distances = edges.iter().map(|(edge, _)| distances(*edge, &allowed)).collect();
    let space = EdgeSpace { distances, allowed };
    // The search reads only the places of the edges of the case.
    let mut places: Places = [0; 4];
    for (i, (_, place)) in edges.iter().enumerate() {
        places[i] = *place;
    }
    let shortest = shortest_solutions(&space, &space.order(), &places, usize::MAX, &Limits::default());
    let shortest = shortest.expect("every case has a solution").into_iter();
    let moves = shortest.map(|path| path.moves.iter().map(|m| space.allowed[usize::from(*m)]).collect());
    moves.min_by_key(|moves: &Vec<Move>| effort(place, moves)).expect("a search without a solution fails")
}

/// Returns the rank of moves among those of equal length that place the edge from `place`; lower is easier: the numbers of
/// turns of the back face, of moves that leave the edge where it is, and of half turns.
fn effort(place: usize, moves: &[Move]) -> (usize, usize, usize, Vec<Move>) {
    let back = moves.iter().filter(|m| m.face() == Face::B).count();
    let (mut place, mut still) = (place, 0);
    for m in moves {
        let to = usize::from(EDGE_TURN[m.index()][place]);
        still += usize::from(to == place);
        place = to;
    }
    let half = moves.iter().filter(|m| m.quarters() == 2).count();
    (back, still, half, moves.to_vec())
}

/// Returns the number of allowed moves that solve `edge` alone from each place.
fn distances(edge: usize, allowed: &[Move]) -> [u8; 24] {
    let mut distances = [u8::MAX; 24];
    distances[2 * edge] = 0;
    let mut queue = vec![2 * edge];
    let mut next = 0;
    while let Some(place) = queue.get(next).copied() {
        next += 1;
        for m in allowed {
            let to = usize::from(EDGE_TURN[m.index()][place]);
            if distances[to] == u8::MAX {
                distances[to] = distances[place] + 1;
                queue.push(to);
            }
        }
    }
    distances
}

/// The search space of a case.
struct EdgeSpace {
    /// The distances of each edge of the case.
    distances: Vec<[u8; 24]>,
    allowed: Vec<Move>,
}

impl SimpleSpace for EdgeSpace {
    type State = Places;

    fn move_count(&self) -> usize {
        self.allowed.len()
    }

    fn apply(&self, places: &Places, m: u8) -> Option<Places> {
        let turn = &EDGE_TURN[self.allowed[usize::from(m)].index()];
        Some(places.map(|place| turn[usize::from(place)]))
    }

    fn lower_bound(&self, places: &Places) -> u8 {
        let distances = self.distances.iter().zip(places);
        distances.map(|(distances, place)| distances[usize::from(*place)]).max().unwrap_or(0)
    }

    fn is_goal(&self, places: &Places) -> bool {
        self.lower_bound(places) == 0
    }

    fn may_follow(&self, first: u8, second: u8) -> bool {
        self.allowed[usize::from(first)].may_precede(self.allowed[usize::from(second)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_place_the_edge_and_keep_the_others() {
        let mut lengths = [0; 6];
        for place in 0..24u8 {
            for kept in 0..SETS {
                let kept_edges: Vec<usize> =
                    (0..3).filter(|i| kept >> i & 1 == 1).map(|i| OTHERS[i]).collect();
                if kept_edges.contains(&usize::from(place / 2)) {
                    continue;
                }
                let moves = moves(place, kept);
                let end =
                    |place: u8| moves.iter().fold(place, |place, m| EDGE_TURN[m.index()][usize::from(place)]);
                assert_eq!(end(place), 2 * EDGE as u8);
                assert!(kept_edges.iter().all(|edge| end(2 * *edge as u8) == 2 * *edge as u8));
                assert!(kept == 0 || moves.iter().all(|m| m.face() != Face::D));
                lengths[moves.len()] += 1;
            }
        }
        assert_eq!(lengths, [8, 27, 52, 51, 27, 3]);
    }
}
