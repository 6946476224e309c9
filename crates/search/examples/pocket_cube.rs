//! Solves the pocket cube (2x2x2) in the minimum number of moves.
//!
//! `cargo run --release -p cubiform-search --example pocket_cube -- "R U2 F' R U' R2 F U R"`
//!
//! One corner stays in its place, so turns of U, R and F suffice. Lower bounds are read from two pruning tables: the
//! exact distances of the corners' twists alone, and of their places alone.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use cubiform_search::{Limits, SimpleSpace, Solution, Stopped, ida_star};

/// At each of eight places three times the corner's number plus its twist.
pub(crate) type Corners = [u8; 8];

const SOLVED: Corners = [0, 3, 6, 9, 12, 15, 18, 21];

/// For a clockwise turn of U, R and F, the place from which a corner comes to each place, and the twist that it gets.
const TURNS: [[(u8, u8); 8]; 3] = [
    [(3, 0), (0, 0), (1, 0), (2, 0), (4, 0), (5, 0), (6, 0), (7, 0)],
    [(4, 2), (1, 0), (2, 0), (0, 1), (7, 1), (5, 0), (6, 0), (3, 2)],
    [(1, 1), (5, 2), (2, 0), (3, 0), (0, 2), (4, 1), (6, 0), (7, 0)],
];

/// The names of the moves.
pub(crate) const NAMES: [&str; 9] = ["U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'"];

/// Returns the corners after a move.
pub(crate) fn turn(corners: &Corners, m: u8) -> Corners {
    let clockwise = |corners: Corners| {
        TURNS[usize::from(m / 3)].map(|(from, twist)| {
            let corner = corners[usize::from(from)];
            corner / 3 * 3 + (corner + twist) % 3
        })
    };
    (0..=m % 3).fold(*corners, |corners, _| clockwise(corners))
}

/// A part of a state, whose distance from the goal is a lower bound.
type Part = fn(Corners) -> Corners;

const PARTS: [Part; 2] =
    [|corners| corners.map(|corner| corner % 3), |corners| corners.map(|corner| corner / 3 * 3)];

/// The puzzle with the distances of all states of each part.
pub(crate) struct PocketCube {
    distances: [HashMap<Corners, u8>; 2],
}

impl PocketCube {
    pub(crate) fn new() -> PocketCube {
        PocketCube { distances: PARTS.map(distances) }
    }

    /// Returns a shortest solution.
    pub(crate) fn solve(&self, corners: &Corners, limits: &Limits) -> Result<Solution, Stopped> {
        ida_star(self, &self.order(), corners, limits)
    }
}

/// Returns the distances of all states of a part, by a breadth-first search from the goal.
fn distances(part: Part) -> HashMap<Corners, u8> {
    let mut distances = HashMap::from([(part(SOLVED), 0)]);
    let mut queue = VecDeque::from([part(SOLVED)]);
    while let Some(state) = queue.pop_front() {
        let distance = distances[&state] + 1;
        for child in (0..9).map(|m| part(turn(&state, m))) {
            if let Entry::Vacant(unseen) = distances.entry(child) {
                unseen.insert(distance);
                queue.push_back(child);
            }
        }
    }
    distances
}

impl SimpleSpace for PocketCube {
    type State = Corners;

    fn move_count(&self) -> usize {
        NAMES.len()
    }

    fn apply(&self, corners: &Corners, m: u8) -> Option<Corners> {
        Some(turn(corners, m))
    }

    fn is_goal(&self, corners: &Corners) -> bool {
        *corners == SOLVED
    }

    fn lower_bound(&self, corners: &Corners) -> u8 {
        let bounds = self.distances.iter().zip(PARTS).map(|(distances, part)| distances[&part(*corners)]);
        bounds.max().unwrap_or(0)
    }

    /// Two turns of one face are one turn.
    fn may_follow(&self, first: u8, second: u8) -> bool {
        first / 3 != second / 3
    }
}

/// Returns the corners after a scramble, or `None` if a word is not a move.
pub(crate) fn scrambled(text: &str) -> Option<Corners> {
    let number = |word: &str| NAMES.iter().position(|name| *name == word);
    text.split_whitespace().try_fold(SOLVED, |corners, word| Some(turn(&corners, number(word)? as u8)))
}

/// Returns moves as text.
pub(crate) fn names(moves: &[u8]) -> String {
    moves.iter().map(|m| NAMES[usize::from(*m)]).collect::<Vec<_>>().join(" ")
}

#[allow(dead_code, reason = "tests use the rest of this file")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text: Vec<String> = std::env::args().skip(1).collect();
    let corners = scrambled(&text.join(" ")).ok_or("a move is one of U, R and F, with 2 or ' after it")?;
    let solution = PocketCube::new().solve(&corners, &Limits::default())?;
    println!("{} ({} moves, {} nodes)", names(&solution.moves), solution.moves.len(), solution.nodes);
    Ok(())
}
