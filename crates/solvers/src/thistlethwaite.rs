//! Thistlethwaite's algorithm: a chain of four groups, and a shortest path from each group into the next.
//!
//! A phase is data: its moves and its coordinates. The values of a coordinate are numbered by trying the moves; then
//! all distances of the phase are filled in breadth-first, and the search follows them.

use std::collections::HashMap;
use std::sync::LazyLock;

use cubiform_cube::moves::joined;
use cubiform_cube::{Axis, Cube, Move};
use cubiform_search::{MoveOrder, Search, Space, Step};
use cubiform_tables::distance_table::distances_until;
use cubiform_tables::kociemba::{corner_permutation_rank, flip_rank, twist_rank, ud_slice_rank};
use cubiform_threads::CancelToken;

use crate::solver::{Limits, Solution, Solver, Unsolved};

/// A coordinate: a number for each cube that is equal for cubes that a phase need not distinguish. Each move of the
/// phase must lead from equal numbers to equal numbers.
type CoordinateFn = fn(&Cube) -> usize;

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
    Phase { half_turn_axes: &[], coordinates: &[flip_rank] },
    Phase { half_turn_axes: &[Axis::Z], coordinates: &[twist_rank, ud_slice_rank] },
    Phase {
        half_turn_axes: &[Axis::Z, Axis::X],
        coordinates: &[corner_coset, |cube| edge_position_set(cube, [1, 3, 5, 7])],
    },
    Phase {
        half_turn_axes: &Axis::ALL,
        coordinates: &[
            corner_permutation_rank,
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
        let all = enumerate_states(corner_permutation_rank, &moves(&PHASES[3]), &|| false)
            .expect("the enumeration is not stopped");
        all.into_iter().map(|(cube, _)| cube).collect()
    });
    let rank = |before: &Cube| corner_permutation_rank(&before.then(cube));
    BY_HALF_TURNS.iter().map(rank).min().expect("the group has a neutral element")
}

/// Returns the moves of a phase.
fn moves(phase: &Phase) -> Vec<Move> {
    Move::all().filter(|m| m.quarters() == 2 || !phase.half_turn_axes.contains(&m.face().axis())).collect()
}

/// Enumerates the values of a coordinate that these moves reach from the solved cube, in the order in which they are
/// reached: for each value a cube, and the index of the value after each move. Returns `None` if `is_stopped`, which is
/// called for each value, returned true.
fn enumerate_states(
    coordinate: CoordinateFn,
    moves: &[Move],
    is_stopped: &dyn Fn() -> bool,
) -> Option<Vec<(Cube, Vec<usize>)>> {
    let mut numbers = HashMap::from([(coordinate(&Cube::SOLVED), 0)]);
    let mut all = vec![(Cube::SOLVED, Vec::new())];
    let mut next = 0;
    while next < all.len() {
        if is_stopped() {
            return None;
        }
        for m in moves {
            let to = all[next].0.turn(*m);
            let new = all.len();
            let number = *numbers.entry(coordinate(&to)).or_insert(new);
            if number == new {
                all.push((to, Vec::new()));
            }
            all[next].1.push(number);
        }
        next += 1;
    }
    Some(all)
}

/// A coordinate whose values are numbered consecutively; the solved cube's is 0.
struct NumberedCoordinate {
    coordinate: CoordinateFn,
    numbers: HashMap<usize, u16>,
    /// For each number and move, the number after the move.
    move_table: Vec<[u16; Move::COUNT]>,
}

impl NumberedCoordinate {
    fn new(
        coordinate: CoordinateFn,
        moves: &[Move],
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<NumberedCoordinate> {
        let all = enumerate_states(coordinate, moves, is_stopped)?;
        let row = |to: &Vec<usize>| {
            let mut row = [0; Move::COUNT];
            moves.iter().zip(to).for_each(|(m, to)| row[m.index()] = *to as u16);
            row
        };
        Some(NumberedCoordinate {
            coordinate,
            numbers: all.iter().enumerate().map(|(i, (cube, _))| (coordinate(cube), i as u16)).collect(),
            move_table: all.iter().map(|(_, to)| row(to)).collect(),
        })
    }
}

/// The maximum number of coordinates of a phase.
const MAX_COORDINATES: usize = 4;

/// A phase as a search space, with all distances known.
struct PhaseSpace {
    moves: u64,
    order: MoveOrder,
    coordinates: Vec<NumberedCoordinate>,
    distances: Vec<u8>,
}

/// A state of a phase: the numbers of its coordinates.
type PhaseState = [u16; MAX_COORDINATES];

impl PhaseSpace {
    fn new(phase: &Phase, is_stopped: &dyn Fn() -> bool) -> Option<PhaseSpace> {
        let moves = moves(phase);
        let coordinates = phase
            .coordinates
            .iter()
            .map(|coordinate| NumberedCoordinate::new(*coordinate, &moves, is_stopped));
        let coordinates: Vec<NumberedCoordinate> = coordinates.collect::<Option<_>>()?;
        let set = moves.iter().fold(0, |set, m| set | 1 << m.index());
        let may_precede = |a, b| Move::from_index(a).may_precede(Move::from_index(b));
        let mut space = PhaseSpace {
            moves: set,
            order: MoveOrder::new(Move::COUNT, may_precede),
            coordinates,
            distances: Vec::new(),
        };
        let size = space.coordinates.iter().map(|coordinate| coordinate.move_table.len()).product();
        space.distances = distances_until(size, [0], u8::MAX, is_stopped, |index, reached| {
            let state = space.state(index);
            reached.extend(moves.iter().map(|m| space.index(&space.turn(&state, m.index()))));
        })?;
        Some(space)
    }

    fn state_of(&self, cube: &Cube) -> PhaseState {
        let mut state = [0; MAX_COORDINATES];
        for (number, coordinate) in state.iter_mut().zip(&self.coordinates) {
            *number = coordinate.numbers[&(coordinate.coordinate)(cube)];
        }
        state
    }

    fn turn(&self, state: &PhaseState, m: usize) -> PhaseState {
        let mut next = [0; MAX_COORDINATES];
        for (i, coordinate) in self.coordinates.iter().enumerate() {
            next[i] = coordinate.move_table[usize::from(state[i])][m];
        }
        next
    }

    fn index(&self, state: &PhaseState) -> usize {
        let digits = self.coordinates.iter().zip(state);
        digits
            .fold(0, |index, (coordinate, number)| index * coordinate.move_table.len() + usize::from(*number))
    }

    fn state(&self, mut index: usize) -> PhaseState {
        let mut state = [0; MAX_COORDINATES];
        for (number, coordinate) in state[..self.coordinates.len()].iter_mut().zip(&self.coordinates).rev() {
            *number = (index % coordinate.move_table.len()) as u16;
            index /= coordinate.move_table.len();
        }
        state
    }

    fn distance(&self, state: &PhaseState) -> u8 {
        self.distances[self.index(state)]
    }
}

impl Space for PhaseSpace {
    type Node = PhaseState;
    type Children = [PhaseState; Move::COUNT];
    /// The moves that a child has left.
    type Plan = u8;

    fn plan(&self, _: &PhaseState, child_depth_left: u8) -> u8 {
        child_depth_left
    }

    fn expand(&self, _: &u8, parent: &PhaseState, moves: u64, children: &mut Self::Children) -> u32 {
        for m in bits(moves & self.moves) {
            children[m] = self.turn(parent, m);
        }
        0
    }

    fn prune(
        &self,
        child_depth_left: &u8,
        _: &PhaseState,
        children: &mut Self::Children,
        alive: u64,
        _: usize,
    ) -> u64 {
        let survivors =
            bits(alive & self.moves).filter(|m| self.distance(&children[*m]) <= *child_depth_left);
        survivors.fold(0, |set, m| set | 1 << m)
    }

    fn commit(
        &self,
        _: &Self::Plan,
        _: &PhaseState,
        children: &Self::Children,
        m: u8,
        child: &mut PhaseState,
    ) {
        *child = children[usize::from(m)];
    }

    fn is_goal(&self, node: &PhaseState) -> bool {
        self.distance(node) == 0
    }
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

/// Iterates over the members of a set of moves.
fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..Move::COUNT).filter(move |m| set >> m & 1 == 1)
}

/// The solver with its tables.
pub struct Thistlethwaite {
    phases: Vec<PhaseSpace>,
}

impl Thistlethwaite {
    /// Creates a solver and fills its tables (2.5 MB).
    pub fn new() -> Thistlethwaite {
        Thistlethwaite::new_until(&CancelToken::never()).expect("it is not cancelled")
    }

    /// Creates a solver like [`Thistlethwaite::new`], or returns `None` if `cancel` was set first.
    pub fn new_until(cancel: &CancelToken) -> Option<Thistlethwaite> {
        let is_stopped = || cancel.is_cancelled();
        let phases = PHASES.iter().map(|phase| PhaseSpace::new(phase, &is_stopped)).collect::<Option<_>>()?;
        Some(Thistlethwaite { phases })
    }

    /// Returns, for each phase, the number of states at each distance from its goal.
    pub fn distributions(&self) -> Vec<Vec<u64>> {
        let count = |phase: &PhaseSpace| {
            let max_distance = phase.distances.iter().filter(|d| **d != u8::MAX).max().copied().unwrap_or(0);
            let mut counts = vec![0; usize::from(max_distance) + 1];
            phase.distances.iter().filter(|d| **d != u8::MAX).for_each(|d| counts[usize::from(*d)] += 1);
            counts
        };
        self.phases.iter().map(count).collect()
    }
}

impl Default for Thistlethwaite {
    fn default() -> Thistlethwaite {
        Thistlethwaite::new()
    }
}

impl Solver for Thistlethwaite {
    /// Returns a solution of at most 45 moves: for each phase the first of its shortest paths.
    fn solve(&self, cube: &Cube, limits: &Limits<'_>) -> Result<Solution, Unsolved> {
        let (mut state, mut nodes) = (*cube, 0);
        let mut phases: Vec<Vec<Move>> = Vec::new();
        for space in &self.phases {
            let root = space.state_of(&state);
            let mut search = Search::new(&space.order);
            search.start(space, &root, &[], space.distance(&root), 0);
            while search.step() == Step::LookUps {}
            let path = search.solution().expect("the table has the exact distance");
            let found: Vec<Move> = path.iter().map(|m| Move::from_index(usize::from(*m))).collect();
            nodes += search.expanded();
            state = state.apply(&found);
            phases.push(found);
        }
        join_phases(&mut phases);
        let solution = Solution { phases, optimal: false, nodes };
        assert_eq!(cube.apply(&solution.moves()), Cube::SOLVED, "a solution solves the cube");
        let length = solution.moves().len();
        match limits.max_length {
            Some(max_length) if length > max_length.into() => Err(Unsolved::TooLong { length, max_length }),
            _ => Ok(solution),
        }
    }
}
