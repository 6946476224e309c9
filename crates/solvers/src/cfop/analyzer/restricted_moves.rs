//! The moves to which solutions are restricted: whether they can meet a stage, and its minimum length with them. Tables for
//! all moves still give lower bounds.
//!
//! A search for an impossible stage would not end, so the possibility is decided first. The moves generate a group. A
//! cube can meet a target if an element of the group carries the target's pieces from their places in one of its goal
//! states to their places in the cube. If the target also has oriented edges, the stabilizer of those pieces must
//! contain an element that orients all edges.

use std::collections::HashMap;
use std::sync::Mutex;

use cubiform_cube::goal::Target;
use cubiform_cube::group::{Element, Group};
use cubiform_cube::piece::is_flipped;
use cubiform_cube::{Axis, Cube, Move};
use cubiform_search::parallel::Counts;
use cubiform_search::{Deepening, Limits, MoveOrder, Search};

use super::goal::{GoalSearch, OrientedCube, StageCandidates};
use super::{AnalyzeError, Analyzer, NoLength};
use crate::cfop::choices::Candidate;
use crate::goal_search::goal_frame::GoalFrame;
use crate::move_order::{self, UnfitMoves};

/// The maximum number of nodes of the search for one stage and colour with some of the moves.
pub const MAX_NODES_WITHIN: u64 = 100_000_000;

/// The number of edges.
const EDGES: usize = 12;

/// The moves to which solutions are restricted.
pub(super) struct RestrictedMoves {
    /// For each goal and frame, the moves as seen in the frame, and their canonical order.
    frames: Vec<Vec<(u32, MoveOrder)>>,
    /// Stabilizer chains of the groups that moves generate, by the moves and the pieces that are fixed first.
    groups: Mutex<HashMap<(u32, Vec<usize>), Group>>,
}

impl RestrictedMoves {
    /// Converts `moves`, bit `m` for move `m`, to all frames of these goals.
    ///
    /// # Errors
    /// If the set has a quarter turn of a face, but not all turns of it.
    pub(super) fn new(moves: u32, goals: &[GoalSearch]) -> Result<RestrictedMoves, UnfitMoves> {
        let has = |m: Move| moves >> m.index() & 1 == 1;
        move_order::check_faces(moves)?;
        let canonical = move_order::canonical();
        let of_frame = |frame: &GoalFrame| {
            let in_frame = Move::set(Move::all().filter(|m| has(frame.move_on_cube(*m))));
            (in_frame, canonical.clone().restricted_to(in_frame.into()))
        };
        let frames = goals.iter().map(|goal| goal.frames.iter().map(of_frame).collect()).collect();
        Ok(RestrictedMoves { frames, groups: Mutex::default() })
    }

    /// Returns the canonical order of the moves as seen in a frame of a goal.
    pub(super) fn order(&self, goal: usize, frame: usize) -> &MoveOrder {
        &self.frames[goal][frame].1
    }

    /// Returns whether the moves, as seen in a frame of a goal, lead from a cube to a target.
    pub(super) fn reaches(&self, goal: usize, frame: usize, cube: &Cube, target: &Target) -> bool {
        let moves = self.frames[goal][frame].0;
        target.goal_states.iter().any(|seed| self.reaches_goal_state(moves, cube, target, seed))
    }

    /// Returns whether these moves lead from a cube to the places that the pieces of a target have in a goal state.
    fn reaches_goal_state(&self, moves: u32, cube: &Cube, target: &Target, seed: &Cube) -> bool {
        // The inverse of a solution carries each piece from its place in the goal state to its place in the cube. An
        // element of the group acts on the content of a position as on the piece whose home the position is.
        let pieces = target.pieces.corners().chain(target.pieces.edges().map(|edge| 8 + edge));
        let mut images: Vec<(usize, usize)> = pieces
            .map(|piece| {
                let [from, to] = [seed, cube].map(|cube| cube.image(piece, Cube::home(piece)));
                if piece < 8 {
                    (from / 3, to / 3 * 3 + (to % 3 + 3 - from % 3) % 3)
                } else {
                    (8 + from / 2, to ^ (from % 2))
                }
            })
            .collect();
        images.sort_unstable();
        let (base, places): (Vec<usize>, Vec<usize>) = images.into_iter().unzip();
        let mut groups = self.groups.lock().expect("nothing panics with the lock");
        let group = groups.entry((moves, base)).or_insert_with_key(|(moves, base)| {
            let generators = Move::all().filter(|m| moves >> m.index() & 1 == 1);
            Group::generated_by(generators.map(|m| Cube::SOLVED.turn(m)), base)
        });
        let Some(element) = group.carrying(&places) else { return false };
        target.oriented.is_none_or(|axis| {
            let reached = cube.then(&element.inverse());
            is_orientable(&reached, axis, group.fixing(places.len()))
        })
    }
}

impl Analyzer {
    /// Returns the minimum length of a stage of a goal, at least `floor`, with the restricted moves, and the node
    /// counts.
    pub(super) async fn min_length_within(
        &self,
        (restricted, goal): (&RestrictedMoves, usize),
        stage: &StageCandidates,
        oriented: &mut OrientedCube<'_>,
        floor: u8,
    ) -> Result<(Result<u8, NoLength>, Counts), AnalyzeError> {
        let goal_search = &self.goals[goal];
        let mut counts = Counts::default();
        let mut open: Vec<(Candidate, _)> = Vec::new();
        for candidate in &stage.candidates {
            let space = &goal_search.spaces[candidate.target];
            let in_frame = goal_search.frames[candidate.frame].apply(&oriented.cube);
            if restricted.reaches(goal, candidate.frame, &in_frame, space.target()) {
                open.push((*candidate, goal_search.root(*candidate, oriented)?));
            }
        }
        let Some(smallest_bound) = open.iter().map(|(_, root)| root.lower_bound()).min() else {
            return Ok((Err(NoLength::Impossible), counts));
        };
        // One of these candidates has a solution of some length, so the loop ends.
        let mut deepening = Deepening::new(floor.max(smallest_bound), &Limits::default());
        while let Ok(length) = deepening.next_length() {
            for (candidate, root) in open.iter().filter(|(_, root)| root.lower_bound() <= length) {
                let spent = counts.expanded;
                let mut search = Search::new(restricted.order(goal, candidate.frame));
                search.start(&goal_search.spaces[candidate.target], root, &[], length, 0);
                let path = search.next_solution_while(|nodes| spent + nodes <= MAX_NODES_WITHIN).await;
                counts += Counts::new(&search);
                if let Some(path) = path {
                    goal_search.solution(stage, *candidate, &oriented.cube, &path)?;
                    return Ok((Ok(length), counts));
                }
                if counts.expanded > MAX_NODES_WITHIN {
                    return Ok((Err(NoLength::GivenUp { at_least: length }), counts));
                }
            }
        }
        Ok((Err(NoLength::GivenUp { at_least: u8::MAX }), counts))
    }
}

/// Returns whether some product of these generators orients all edges of a cube relative to an axis.
fn is_orientable(cube: &Cube, axis: Axis, generators: &[Cube]) -> bool {
    let start = cube.edges().iter().enumerate().fold(0, |flips: usize, (edge, place)| {
        flips | usize::from(is_flipped(axis, edge, *place)) << (place / 2)
    });
    // For each position, the position to which its edge goes, and whether the edge is flipped.
    let actions: Vec<[(usize, usize); EDGES]> = generators
        .iter()
        .map(|generator| {
            std::array::from_fn(|position| {
                let place = generator.edges()[position];
                (usize::from(place / 2), usize::from(is_flipped(axis, position, place)))
            })
        })
        .collect();
    let mut visited = vec![false; 1 << EDGES];
    visited[start] = true;
    let mut open = vec![start];
    while let Some(flips) = open.pop() {
        for action in &actions {
            let next = action
                .iter()
                .enumerate()
                .fold(0, |next, (position, (to, flip))| next | ((flips >> position & 1) ^ flip) << to);
            if !std::mem::replace(&mut visited[next], true) {
                open.push(next);
            }
        }
    }
    visited[0]
}
