//! Thistlethwaite's algorithm: a chain of four groups, and a shortest path from each group into the next.
//!
//! A phase is data: its moves and its coordinates. All distances of a phase are known, and its search follows them.

use std::sync::LazyLock;

use cubiform_cube::moves::joined;
use cubiform_cube::{Axis, Cube, Move};
use cubiform_search::Meter;
use cubiform_tables::kociemba::{Coordinate as _, CornerPermutation, Flip, Twist, UdSlice};
use cubiform_threads::CancelToken;

use crate::distance_space::{CoordinateFn, DistanceSpace, enumerate};
use crate::solver::{Limits, Solution, Solver, Unsolved, check_length};

/// A phase of the algorithm.
struct Phase {
    /// The axes whose faces make only half turns.
    half_turn_axes: &'static [Axis],
    /// The coordinates. The phase ends when all of them equal those of the solved cube.
    coordinates: &'static [CoordinateFn],
}

/// The phases, by their goals:
///
/// 1. All edges are oriented.
/// 2. All corners are oriented, and the edges of the UD slice are in it.
/// 3. Half turns can bring every piece home.
/// 4. The cube is solved.
const PHASES: [Phase; 4] = [
    Phase { half_turn_axes: &[], coordinates: &[Flip::rank_of] },
    Phase { half_turn_axes: &[Axis::Z], coordinates: &[Twist::rank_of, UdSlice::rank_of] },
    Phase {
        half_turn_axes: &[Axis::Z, Axis::X],
        coordinates: &[corner_coset, |cube| edge_position_set(cube, [1, 3, 5, 7])],
    },
    Phase {
        half_turn_axes: &Axis::ALL,
        coordinates: &[
            CornerPermutation::rank_of,
            |cube| edge_positions(cube, [0, 2, 4, 6]),
            |cube| edge_positions(cube, [1, 3, 5, 7]),
            |cube| edge_positions(cube, [8, 9, 10, 11]),
        ],
    },
];

/// Returns the set of the positions of these edges, a bit for each position.
fn edge_position_set(cube: &Cube, edges: [usize; 4]) -> usize {
    edges.iter().fold(0, |set, e| set | 1 << (cube.edges()[*e] / 2))
}

/// Returns the positions of these edges as the digits of one number.
fn edge_positions(cube: &Cube, edges: [usize; 4]) -> usize {
    edges.iter().fold(0, |positions, e| 12 * positions + usize::from(cube.edges()[*e] / 2))
}

/// Returns the coset of the corners under half turns made before the cube: the smallest rank in the coset.
fn corner_coset(cube: &Cube) -> usize {
    static BY_HALF_TURNS: LazyLock<Vec<Cube>> = LazyLock::new(|| {
        let all = enumerate(CornerPermutation::rank_of, &moves(&PHASES[3]), &CancelToken::never());
        all.expect("the enumeration is not stopped").1
    });
    let rank = |before: &Cube| CornerPermutation::rank_of(&before.then(cube));
    BY_HALF_TURNS.iter().map(rank).min().expect("the group has a neutral element")
}

/// Returns the moves of a phase.
fn moves(phase: &Phase) -> Vec<Move> {
    Move::all().filter(|m| m.quarters() == 2 || !phase.half_turn_axes.contains(&m.face().axis())).collect()
}

/// Merges the last turn of a phase with the first turn of the next if they turn one face. The phase still reaches its
/// goal, which the moves of the next phase preserve.
fn join_phases(phases: &mut [Vec<Move>]) {
    for i in 1..phases.len() {
        let (before, after) = phases.split_at_mut(i);
        let Some(last) = before.iter_mut().rev().find(|phase| !phase.is_empty()) else { continue };
        // The first turn of the face may follow one of the opposite face.
        let starts = |phase: &[Move], k: usize| {
            phase.get(k).is_some_and(|m| k == 0 || m.face().axis() == phase[0].face().axis())
        };
        let merge =
            |last: &[Move], m: Move| Some(joined(&[last, &[m]].concat())).filter(|l| l.len() <= last.len());
        while let Some((k, merged)) = (0..2)
            .filter(|k| starts(&after[0], *k))
            .find_map(|k| merge(last, after[0][k]).map(|merged| (k, merged)))
        {
            *last = merged;
            after[0].remove(k);
        }
    }
}

/// The solver with its tables.
pub struct Thistlethwaite {
    phases: Vec<DistanceSpace>,
}

impl Thistlethwaite {
    /// Creates a solver and fills its tables (2.5 MB), or returns `None` if `cancel` was set first.
    pub fn new_until(cancel: &CancelToken) -> Option<Thistlethwaite> {
        let space = |phase: &Phase| DistanceSpace::new(moves(phase), phase.coordinates, cancel);
        Some(Thistlethwaite { phases: PHASES.iter().map(space).collect::<Option<_>>()? })
    }

    /// Returns the space of a phase, by its index.
    pub(crate) fn phase(&self, index: usize) -> &DistanceSpace {
        &self.phases[index]
    }

    /// Returns, for each phase, the number of states at each distance from its goal.
    pub fn distributions(&self) -> Vec<Vec<u64>> {
        self.phases.iter().map(DistanceSpace::histogram).collect()
    }
}

impl Default for Thistlethwaite {
    /// Creates a solver and fills its tables (2.5 MB).
    fn default() -> Thistlethwaite {
        Thistlethwaite::new_until(&CancelToken::never()).expect("it is not cancelled")
    }
}

impl Solver for Thistlethwaite {
    /// Returns a solution of at most 45 moves: for each phase the first of its shortest paths.
    fn solve(&self, cube: &Cube, limits: &Limits) -> Result<Solution, Unsolved> {
        let mut state = *cube;
        let mut meter = Meter::new(limits);
        let mut phases: Vec<Vec<Move>> = Vec::new();
        for space in &self.phases {
            // The four phases share the budgets.
            let left = meter.rest();
            // The lower bound is the exact distance, so the first iteration finds the path.
            let (moves, nodes) = space
                .shortest_path(&state, &left)
                .map_err(|stopped| Unsolved::from_stopped(stopped, limits))?;
            meter.spend(nodes);
            state = state.apply(&moves);
            phases.push(moves);
        }
        join_phases(&mut phases);
        let solution = Solution::new(phases, false, meter.nodes());
        assert_eq!(cube.apply(&solution.moves()), Cube::SOLVED, "a solution solves the cube");
        check_length(solution.length(), limits)?;
        Ok(solution)
    }
}
