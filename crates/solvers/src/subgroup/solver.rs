//! The subgroup solver: a membership test, then iterative deepening.

use cubiform_cube::Symmetry;
use cubiform_cube::group::{Element, Group};
use cubiform_cube::held::HeldCube;
use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::puzzle::Puzzle;
use cubiform_search::{MoveOrder, shortest_solutions};
use cubiform_threads::CancelToken;

use super::coordinate::{Coordinate, MAX_PIECES};
use super::space::{MAX_COORDINATES, SubgroupSpace};
use crate::solver::{Limits, Solution, Solver, Unsolved};

/// The maximum number of states of a group that is searched without tables of the whole cube. ⟨R, U, F⟩ is below it and
/// can take minutes.
pub const MAX_STATES: u128 = 1_000_000_000_000_000;

/// The maximum number of entries of the move table of a coordinate.
const MAX_ENTRIES: usize = 12_000_000;

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
    space: SubgroupSpace,
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
        if moves.iter().any(|turn| matches!(turn.base(), Base::X | Base::Y | Base::Z)) {
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
        let mut coordinates = Vec::new();
        for pieces in piece_sets(&made) {
            coordinates
                .push(Coordinate::new(pieces, &made, &solved, cancel).ok_or(SubgroupError::Cancelled)?);
        }
        let may_precede = |a: usize, b: usize| {
            let (a, b) = (layers(moves[a]), layers(moves[b]));
            // Turns about one axis commute: one order is enough.
            a.0 != b.0 || a.1 < b.1
        };
        let order = MoveOrder::new(moves.len(), may_precede);
        Ok(Subgroup { space: SubgroupSpace { coordinates }, group, order, moves, solution_count: 1 })
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
        let mut numbers = [0; MAX_COORDINATES];
        for (number, coordinate) in numbers.iter_mut().zip(&self.space.coordinates) {
            *number = coordinate.number(&made).ok_or(Unsolved::NotInGroup)?;
        }
        let root = self.space.node(numbers);
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

/// Returns the axis of a turn and a key of its layers.
fn layers(turn: Turn) -> (usize, usize) {
    let face = turn.base().direction();
    let kind = match turn.base() {
        Base::Face(_) => 0,
        Base::Wide(_) => 2,
        _ => 4,
    };
    (face.axis() as usize, kind + usize::from(face != face.axis().face()))
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
    let mut chosen: Vec<Vec<usize>> = Vec::new();
    let mut choose = |order: Vec<usize>| {
        let first: Vec<usize> = centers.iter().copied().chain(order).collect();
        let group = Group::generated_by(moves.iter().copied(), &first);
        let mut arrangements = 1;
        let mut pieces = Vec::new();
        for (piece, places) in first.iter().zip(group.orbits()).take(MAX_PIECES) {
            arrangements *= places;
            if arrangements * moves.len() > MAX_ENTRIES && pieces.len() > centers.len() {
                break;
            }
            pieces.push(*piece);
        }
        let mut sorted = pieces.clone();
        sorted.sort_unstable();
        let is_new =
            chosen.iter().all(|known: &Vec<usize>| !sorted.iter().all(|piece| known.contains(piece)));
        if is_new {
            chosen.push(pieces);
        }
    };
    let reversed = |list: &[usize]| list.iter().rev().copied().collect::<Vec<_>>();
    choose([&corners[..], &edges].concat());
    choose([&edges[..], &corners].concat());
    choose([reversed(&edges), reversed(&corners)].concat());
    choose([reversed(&corners), reversed(&edges)].concat());
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
        let group = Group::generated_by(moves.iter().copied(), &[&centers[..], &missing].concat());
        let mut arrangements = 1;
        let mut pieces = Vec::new();
        for (piece, places) in centers.iter().chain(&missing).zip(group.orbits()).take(MAX_PIECES) {
            arrangements *= places;
            if arrangements * moves.len() > MAX_ENTRIES && pieces.len() > centers.len() {
                break;
            }
            pieces.push(*piece);
        }
        chosen.push(pieces);
    }
}
