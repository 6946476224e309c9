//! The solver: membership first, then lengths one after the other.

use std::sync::atomic::{AtomicBool, Ordering};

use cubiform_cube::Symmetry;
use cubiform_cube::group::{Element, Group};
use cubiform_cube::held::HeldCube;
use cubiform_cube::notation::{Base, Turn};
use cubiform_search::{MoveOrder, Search, run_alone_until};

use super::part::{MOST_PIECES, Part};
use super::space::{MOST_PARTS, SubgroupSpace};

/// The maximum number of states of a group that is searched without tables of the whole cube: those of three faces at a
/// corner take up to minutes.
pub const MOST_STATES: u128 = 1_000_000_000_000_000;

/// The maximum number of entries of the move table of a part.
const MOST_ENTRIES: usize = 12_000_000;

/// The number of corners and edges.
const PIECES: usize = 20;

/// Why a cube was not solved, or there is no solver for some moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubgroupError {
    /// The moves make too many states.
    #[error("these moves make too many states for an exact search without tables of the whole cube")]
    TooManyStates,
    /// A rotation of the whole cube is no move.
    #[error("a rotation of the whole cube is not a move")]
    Rotation,
    /// The moves do not make this cube of the solved one.
    #[error("not solvable with these moves")]
    NotInGroup,
    /// There is no solution of as few moves as asked.
    #[error("no solution has {most} moves or fewer")]
    TooFar {
        /// The most moves that were asked for.
        most: u8,
    },
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

/// The shortest solutions of a cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubgroupSolution {
    /// Solutions in canonical order, as many as were wanted and there are; each has been replayed on the cube.
    pub solutions: Vec<Vec<Turn>>,
    /// The number of nodes expanded.
    pub nodes: u64,
}

/// Finds shortest solutions with a few moves.
pub struct Subgroup {
    moves: Vec<Turn>,
    group: Group<HeldCube>,
    space: SubgroupSpace,
    order: MoveOrder,
}

impl Subgroup {
    /// The number of states that some turns make of the solved cube, those that differ in how it is held apart.
    pub fn states(moves: &[Turn]) -> u128 {
        Group::of(moves.iter().map(|turn| HeldCube::of_turn(*turn)), &[]).order()
    }

    /// A solver for these turns, which must have the inverse of each; `cancel` ends making its tables, which takes seconds.
    ///
    /// # Errors
    /// If they make more than [`MOST_STATES`], one of them is a rotation, or it was cancelled.
    ///
    /// # Panics
    /// If the inverse of a turn is missing.
    pub fn new(moves: &[Turn], cancel: &AtomicBool) -> Result<Subgroup, SubgroupError> {
        assert!(moves.iter().all(|turn| moves.contains(&turn.inverse())), "each turn has its inverse");
        if moves.iter().any(|turn| matches!(turn.base(), Base::X | Base::Y | Base::Z)) {
            return Err(SubgroupError::Rotation);
        }
        let mut moves = moves.to_vec();
        moves.sort_by_key(|turn| (layers(*turn), turn.quarters()));
        moves.dedup();
        let made: Vec<HeldCube> = moves.iter().map(|turn| HeldCube::of_turn(*turn)).collect();
        let group = Group::of(made.iter().copied(), &[]);
        if group.order() > MOST_STATES {
            return Err(SubgroupError::TooManyStates);
        }
        let solved: Vec<HeldCube> =
            Symmetry::rotations().map(HeldCube::rotated).filter(|cube| group.contains(cube)).collect();
        let mut parts = Vec::new();
        for pieces in choices_of_pieces(&made) {
            parts.push(Part::new(pieces, &made, &solved, cancel).ok_or(SubgroupError::Stopped)?);
        }
        let may_precede = |a: usize, b: usize| {
            let (a, b) = (layers(moves[a]), layers(moves[b]));
            // Turns about one axis may change places: one order will do.
            a.0 != b.0 || a.1 < b.1
        };
        let order = MoveOrder::new(moves.len(), may_precede);
        Ok(Subgroup { space: SubgroupSpace { parts }, group, order, moves })
    }

    /// The shortest solutions of a cube as it is held, of at most `most` moves. A solution ends with the cube solved, held in
    /// any way.
    ///
    /// # Errors
    /// If the moves do not solve it, not in so few moves, or `stop` was set.
    pub fn solve(
        &self,
        held: &HeldCube,
        solutions: usize,
        most: u8,
        stop: &AtomicBool,
    ) -> Result<SubgroupSolution, SubgroupError> {
        // A cube that the moves make, but for the way in which it is held at the end.
        let made = Symmetry::rotations()
            .map(|rotation| HeldCube::rotated(rotation).inverse().then(held))
            .find(|made| self.group.contains(made))
            .ok_or(SubgroupError::NotInGroup)?;
        let mut numbers = [0; MOST_PARTS];
        for (number, part) in numbers.iter_mut().zip(&self.space.parts) {
            *number = part.number(&made).ok_or(SubgroupError::NotInGroup)?;
        }
        let root = self.space.node(numbers);
        let (mut found, mut nodes) = (Vec::new(), 0);
        for length in root.bound..=most {
            let mut search = Search::new(&self.order);
            search.start(&self.space, &root, &[], length, 0);
            while found.len() < solutions {
                let next = run_alone_until(search.next_solution(), || stop.load(Ordering::Relaxed));
                let Some(path) = next.ok_or(SubgroupError::Stopped)? else { break };
                let turns: Vec<Turn> = path.iter().map(|m| self.moves[usize::from(*m)]).collect();
                let end = turns.iter().fold(*held, |held, turn| held.turn(*turn));
                assert!(end.solved_rotation().is_some(), "a solution solves the cube");
                found.push(turns);
            }
            nodes += search.expanded();
            if !found.is_empty() {
                return Ok(SubgroupSolution { solutions: found, nodes });
            }
        }
        Err(SubgroupError::TooFar { most })
    }
}

/// The axis of a turn, and which layers it turns about that axis.
fn layers(turn: Turn) -> (usize, usize) {
    let face = turn.base().direction();
    let kind = match turn.base() {
        Base::Face(_) => 0,
        Base::Wide(_) => 2,
        _ => 4,
    };
    (face.axis() as usize, kind + usize::from(face != face.axis().face()))
}

/// Sets of pieces, each with the centres that move, such that every piece that moves is in one of them: as many pieces each
/// as there is room for, corners first, edges first, and edges from the other end first.
fn choices_of_pieces(moves: &[HeldCube]) -> Vec<Vec<usize>> {
    let is_moved = |piece: &usize| {
        moves.iter().any(|m| m.image(*piece, HeldCube::home(*piece)) != HeldCube::home(*piece))
    };
    // Two centres say where all are.
    let centers: Vec<usize> = [20, 21, 22].into_iter().filter(is_moved).take(2).collect();
    let corners: Vec<usize> = (0..8).filter(is_moved).collect();
    let edges: Vec<usize> = (8..PIECES).filter(is_moved).collect();
    let mut chosen: Vec<Vec<usize>> = Vec::new();
    let mut choose = |order: Vec<usize>| {
        let first: Vec<usize> = centers.iter().copied().chain(order).collect();
        let group = Group::of(moves.iter().copied(), &first);
        let mut arrangements = 1;
        let mut pieces = Vec::new();
        for (piece, places) in first.iter().zip(group.orbits()).take(MOST_PIECES) {
            arrangements *= places;
            if arrangements * moves.len() > MOST_ENTRIES && pieces.len() > centers.len() {
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
        if missing.is_empty() || chosen.len() == MOST_PARTS {
            assert!(missing.is_empty(), "few parts have all pieces");
            return chosen;
        }
        let group = Group::of(moves.iter().copied(), &[&centers[..], &missing].concat());
        let mut arrangements = 1;
        let mut pieces = Vec::new();
        for (piece, places) in centers.iter().chain(&missing).zip(group.orbits()).take(MOST_PIECES) {
            arrangements *= places;
            if arrangements * moves.len() > MOST_ENTRIES && pieces.len() > centers.len() {
                break;
            }
            pieces.push(*piece);
        }
        chosen.push(pieces);
    }
}
