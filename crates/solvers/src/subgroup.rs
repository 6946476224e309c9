//! Shortest solutions with a few moves: turns of faces, slices and wide layers, such as ⟨R, U⟩, ⟨M, U⟩ and ⟨r, U⟩.
//!
//! Slices and wide turns move the centres, so cubes are states with centres ([`cubiform_cube::held`]). The pieces that
//! the moves carry are divided into overlapping sets. For each set a coordinate numbers the arrangements of its pieces
//! and of the centres that the moves generate, with a move table and exact distances, which are the lower bounds of
//! IDA*. A turn of a face, a slice or a wide layer counts as one move.

use cubiform_cube::Symmetry;
use cubiform_cube::group::{Element, Group};
use cubiform_cube::held::HeldCube;
use cubiform_cube::notation::Turn;
use cubiform_cube::puzzle::Puzzle;
use cubiform_search::{MoveOrder, shortest_solutions};
use cubiform_threads::CancelToken;

use crate::algorithms::layers;
use crate::coordinate_space::CoordinateSpace;
use crate::joint_distances::{EnumeratedCoordinate, MAX_COORDINATES};
use crate::solver::{Limits, Solution, Solver, Unsolved};

/// The maximum number of states of a group that is searched without tables of the whole cube. ⟨R, U, F⟩ is below it and
/// can take minutes.
pub const MAX_STATES: u128 = 1_000_000_000_000_000;

/// The maximum number of entries of the move table of a coordinate.
const MAX_ENTRIES: usize = 12_000_000;

/// The maximum number of pieces and centres of a coordinate: a key has room for twelve places of five bits.
const MAX_PIECES: usize = 12;

/// The number of corners and edges.
const PIECES: usize = 20;

/// The reason why there is no solver for some moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubgroupError {
    /// The moves generate too many states.
    #[error("these moves make too many states for an exact search without tables of the whole cube")]
    TooManyStates,
    /// One of the moves is a rotation of the whole cube.
    #[error("a rotation of the whole cube is not a move")]
    Rotation,
    /// The construction was cancelled.
    #[error("stopped")]
    Cancelled,
}

/// A solver that finds shortest solutions with a few moves.
pub struct Subgroup {
    moves: Vec<Turn>,
    group: Group<HeldCube>,
    /// The pieces of each coordinate.
    pieces: Vec<Vec<usize>>,
    space: CoordinateSpace,
    order: MoveOrder,
    /// The number of solutions wanted.
    solution_count: usize,
}

impl Subgroup {
    /// Returns the number of states that `moves` generate from the solved cube, counting rotated states separately.
    pub fn states(moves: &[Turn]) -> u128 {
        Group::generated_by(moves.iter().map(|turn| HeldCube::of_turn(*turn)), &[]).order()
    }

    /// Creates a solver for these turns, which must include the inverse of each. Takes seconds, unless `cancel` is set.
    ///
    /// # Errors
    /// If they generate more than [`MAX_STATES`] states, if one of them is a rotation, or if `cancel` was set.
    ///
    /// # Panics
    /// If the inverse of a turn is missing.
    pub fn new(moves: &[Turn], cancel: &CancelToken) -> Result<Subgroup, SubgroupError> {
        assert!(moves.iter().all(|turn| moves.contains(&turn.inverse())), "each turn has its inverse");
        if moves.iter().any(|turn| turn.base().is_rotation()) {
            return Err(SubgroupError::Rotation);
        }
        let mut moves = moves.to_vec();
        moves.sort_by_key(|turn| (layers(*turn), turn.quarters()));
        moves.dedup();
        let made: Vec<HeldCube> = moves.iter().map(|turn| HeldCube::of_turn(*turn)).collect();
        let group = Group::generated_by(made.iter().copied(), &[]);
        if group.order() > MAX_STATES {
            return Err(SubgroupError::TooManyStates);
        }
        let solved: Vec<HeldCube> =
            Symmetry::rotations().map(HeldCube::rotated).filter(|cube| group.contains(cube)).collect();
        let pieces = piece_sets(&made);
        let coordinates = pieces.iter().map(|pieces| enumerate(pieces, &made, &solved, cancel));
        let coordinates = coordinates.collect::<Option<_>>().ok_or(SubgroupError::Cancelled)?;
        let may_precede = |a: usize, b: usize| {
            let (a, b) = (layers(moves[a]), layers(moves[b]));
            // Turns about one axis commute: one order is enough.
            a.0 != b.0 || a.1 < b.1
        };
        let order = MoveOrder::new(moves.len(), may_precede);
        let space = CoordinateSpace::new(coordinates, Vec::new(), None);
        Ok(Subgroup { moves, group, pieces, space, order, solution_count: 1 })
    }

    /// Sets the number of shortest solutions wanted, by default one.
    pub fn set_solutions(&mut self, count: usize) {
        self.solution_count = count;
    }
}

/// A solution ends with the cube solved in any orientation.
impl Solver<HeldCube> for Subgroup {
    fn solve(&self, held: &HeldCube, limits: &Limits) -> Result<Solution<HeldCube>, Unsolved> {
        self.search(held, 1, limits).map(|mut solutions| solutions.swap_remove(0))
    }

    /// Returns the shortest solutions in canonical order, as many as [wanted](Subgroup::set_solutions).
    fn solutions(&self, held: &HeldCube, limits: &Limits) -> Result<Vec<Solution<HeldCube>>, Unsolved> {
        self.search(held, self.solution_count, limits)
    }
}

impl Subgroup {
    fn search(
        &self,
        held: &HeldCube,
        solution_count: usize,
        limits: &Limits,
    ) -> Result<Vec<Solution<HeldCube>>, Unsolved> {
        // The cube relative to a solved orientation from which the moves generate it.
        let made = Symmetry::rotations()
            .map(|rotation| HeldCube::rotated(rotation).inverse().then(held))
            .find(|made| self.group.contains(made))
            .ok_or(Unsolved::NotInGroup)?;
        // The coordinates have all pieces that the moves carry, each with the centres.
        let keys = self.pieces.iter().map(|pieces| key(pieces, &made));
        let root = self.space.node(keys).ok_or(Unsolved::NotInGroup)?;
        let solutions = shortest_solutions(&self.space, &self.order, &root, solution_count, limits)
            .map_err(|stopped| Unsolved::from_stopped(stopped, limits))?;
        let replayed = solutions.into_iter().map(|solution| {
            let turns: Vec<Turn> = solution.moves.iter().map(|m| self.moves[usize::from(*m)]).collect();
            assert!(held.after(&turns).is_solved(), "a solution solves the cube");
            Solution::new(vec![turns], true, solution.nodes)
        });
        Ok(replayed.collect())
    }
}

/// Returns the places of some pieces, five bits each.
fn key(pieces: &[usize], cube: &HeldCube) -> u64 {
    let place = |piece: usize| cube.image(piece, HeldCube::home(piece)) as u64;
    pieces.iter().enumerate().fold(0, |key, (i, piece)| key | place(*piece) << (5 * i))
}

/// Numbers the arrangements of these pieces, with the rotated cubes `solved` at distance 0. Returns `None` if `cancel` was
/// set.
fn enumerate(
    pieces: &[usize],
    moves: &[HeldCube],
    solved: &[HeldCube],
    cancel: &CancelToken,
) -> Option<EnumeratedCoordinate> {
    // The place after each move, by move and piece.
    let images = |m: &HeldCube| -> Vec<[u8; 24]> {
        let of = |piece: &usize| {
            let places = if *piece < PIECES { 24 } else { 6 };
            std::array::from_fn(|place| if place < places { m.image(*piece, place) as u8 } else { 0 })
        };
        pieces.iter().map(of).collect()
    };
    let images: Vec<Vec<[u8; 24]>> = moves.iter().map(images).collect();
    let turn = |arrangement: &u64, m: usize| {
        images[m].iter().enumerate().fold(0, |turned, (i, image)| {
            turned | u64::from(image[(arrangement >> (5 * i) & 31) as usize]) << (5 * i)
        })
    };
    let goals = solved.iter().map(|cube| key(pieces, cube));
    Some(
        EnumeratedCoordinate::new(usize::MAX, goals, moves.len(), |arrangement| *arrangement, turn, cancel)?
            .0,
    )
}

/// Returns sets of pieces, each with up to two centres, that together contain every piece that moves. Each set has as
/// many pieces as fit. Four sets begin with the corners or the edges, in ascending or descending order; further sets
/// contain the pieces that are missing. A set that an earlier one contains is omitted.
fn piece_sets(moves: &[HeldCube]) -> Vec<Vec<usize>> {
    let is_moved = |piece: &usize| {
        moves.iter().any(|m| m.image(*piece, HeldCube::home(*piece)) != HeldCube::home(*piece))
    };
    // Two centres determine all six.
    let centers: Vec<usize> = [20, 21, 22].into_iter().filter(is_moved).take(2).collect();
    let corners: Vec<usize> = (0..8).filter(is_moved).collect();
    let edges: Vec<usize> = (8..PIECES).filter(is_moved).collect();
    let as_many_as_fit = |order: &[usize]| {
        let order = [&centers[..], order].concat();
        let group = Group::generated_by(moves.iter().copied(), &order);
        let mut arrangements = 1;
        let mut pieces = Vec::new();
        for (piece, places) in order.iter().zip(group.orbits()).take(MAX_PIECES) {
            arrangements *= places;
            if arrangements * moves.len() > MAX_ENTRIES && pieces.len() > centers.len() {
                break;
            }
            pieces.push(*piece);
        }
        pieces
    };
    let mut chosen: Vec<Vec<usize>> = Vec::new();
    let reversed = |list: &[usize]| list.iter().rev().copied().collect::<Vec<_>>();
    for order in [
        [&corners[..], &edges].concat(),
        [&edges[..], &corners].concat(),
        [reversed(&edges), reversed(&corners)].concat(),
        [reversed(&corners), reversed(&edges)].concat(),
    ] {
        let pieces = as_many_as_fit(&order);
        if chosen.iter().all(|known| !pieces.iter().all(|piece| known.contains(piece))) {
            chosen.push(pieces);
        }
    }
    loop {
        let missing: Vec<usize> = corners
            .iter()
            .chain(&edges)
            .copied()
            .filter(|piece| !chosen.iter().flatten().any(|known| known == piece))
            .collect();
        if missing.is_empty() || chosen.len() == MAX_COORDINATES {
            assert!(missing.is_empty(), "few coordinates have all pieces");
            return chosen;
        }
        chosen.push(as_many_as_fit(&missing));
    }
}
