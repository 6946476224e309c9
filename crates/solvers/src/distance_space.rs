//! Search spaces in which every distance is known: a few moves, and coordinates that are numbered by trying them.
//!
//! The values of a coordinate are numbered by trying the moves; then all distances of the product of the coordinates are
//! filled in breadth-first. A search from any state is a walk to the goal.

use std::collections::HashMap;

use cubiform_cube::{Cube, Move};
use cubiform_search::{MoveOrder, Space};
use cubiform_store::distance_table::distances_until;

use crate::move_order::canonical;

/// A coordinate: a number for each cube that is equal for cubes that need not be distinguished. Each move of the space
/// must lead from equal numbers to equal numbers.
pub(crate) type CoordinateFn = fn(&Cube) -> usize;

/// Enumerates the values of a coordinate that these moves reach from the solved cube, in the order in which they are
/// reached: for each value a cube, and the index of the value after each move. Returns `None` if `is_stopped`, which is
/// called for each value, returned true.
pub(crate) fn enumerate_states(
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

/// The maximum number of coordinates.
const MAX_COORDINATES: usize = 4;

/// A search space whose distances are all known, for a few moves and the product of some coordinates.
pub(crate) struct DistanceSpace {
    moves: u64,
    order: MoveOrder,
    coordinates: Vec<NumberedCoordinate>,
    distances: Vec<u8>,
}

/// A state: the numbers of its coordinates.
pub(crate) type State = [u16; MAX_COORDINATES];

impl DistanceSpace {
    /// Numbers the coordinates and computes all distances from the solved cube. Returns `None` if `is_stopped` returned
    /// true.
    pub(crate) fn new(
        moves: &[Move],
        coordinates: &[CoordinateFn],
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<DistanceSpace> {
        let coordinates =
            coordinates.iter().map(|coordinate| NumberedCoordinate::new(*coordinate, moves, is_stopped));
        let coordinates: Vec<NumberedCoordinate> = coordinates.collect::<Option<_>>()?;
        let set = moves.iter().fold(0, |set, m| set | 1 << m.index());
        let mut space = DistanceSpace { moves: set, order: canonical(), coordinates, distances: Vec::new() };
        let size = space.coordinates.iter().map(|coordinate| coordinate.move_table.len()).product();
        space.distances = distances_until(size, [0], u8::MAX, is_stopped, |index, reached| {
            let state = space.state(index);
            reached.extend(moves.iter().map(|m| space.index_after(&state, m.index())));
        })?;
        Some(space)
    }

    /// Returns the state of a cube that the moves reach.
    pub(crate) fn state_of(&self, cube: &Cube) -> State {
        let mut state = [0; MAX_COORDINATES];
        for (number, coordinate) in state.iter_mut().zip(&self.coordinates) {
            *number = coordinate.numbers[&(coordinate.coordinate)(cube)];
        }
        state
    }

    fn turn(&self, state: &State, m: usize) -> State {
        let mut next = [0; MAX_COORDINATES];
        for (i, coordinate) in self.coordinates.iter().enumerate() {
            next[i] = coordinate.move_table[usize::from(state[i])][m];
        }
        next
    }

    fn index(&self, state: &State) -> usize {
        let digits = self.coordinates.iter().zip(state);
        digits
            .fold(0, |index, (coordinate, number)| index * coordinate.move_table.len() + usize::from(*number))
    }

    /// Returns the index of the state after a move.
    fn index_after(&self, state: &State, m: usize) -> usize {
        let digits = self.coordinates.iter().zip(state);
        digits.fold(0, |index, (coordinate, number)| {
            let next = coordinate.move_table[usize::from(*number)][m];
            index * coordinate.move_table.len() + usize::from(next)
        })
    }

    fn state(&self, mut index: usize) -> State {
        let mut state = [0; MAX_COORDINATES];
        for (number, coordinate) in state[..self.coordinates.len()].iter_mut().zip(&self.coordinates).rev() {
            *number = (index % coordinate.move_table.len()) as u16;
            index /= coordinate.move_table.len();
        }
        state
    }

    /// Returns the distance of a state, in moves.
    pub(crate) fn distance(&self, state: &State) -> u8 {
        self.distances[self.index(state)]
    }

    /// Returns the order of the moves.
    pub(crate) fn order(&self) -> &MoveOrder {
        &self.order
    }

    /// Returns the number of states at each distance.
    pub(crate) fn histogram(&self) -> Vec<u64> {
        let reached = || self.distances.iter().filter(|d| **d != u8::MAX);
        let mut counts = vec![0; usize::from(reached().max().copied().unwrap_or(0)) + 1];
        reached().for_each(|d| counts[usize::from(*d)] += 1);
        counts
    }
}

impl Space for DistanceSpace {
    type Node = State;
    type Children = [State; Move::COUNT];
    /// The moves that a child has left.
    type Plan = u8;

    fn plan(&self, _: &State, child_depth_left: u8) -> u8 {
        child_depth_left
    }

    fn expand(&self, _: &u8, parent: &State, moves: u64, children: &mut Self::Children) -> u32 {
        for m in bits(moves & self.moves) {
            children[m] = self.turn(parent, m);
        }
        0
    }

    fn prune(
        &self,
        child_depth_left: &u8,
        _: &State,
        children: &mut Self::Children,
        alive: u64,
        _: usize,
    ) -> u64 {
        let survivors =
            bits(alive & self.moves).filter(|m| self.distance(&children[*m]) <= *child_depth_left);
        survivors.fold(0, |set, m| set | 1 << m)
    }

    fn commit(&self, _: &Self::Plan, _: &State, children: &Self::Children, m: u8, child: &mut State) {
        *child = children[usize::from(m)];
    }

    fn lower_bound(&self, node: &State) -> u8 {
        self.distance(node)
    }

    fn is_goal(&self, node: &State) -> bool {
        self.distance(node) == 0
    }
}

/// Iterates over the members of a set of moves.
fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..Move::COUNT).filter(move |m| set >> m & 1 == 1)
}
