//! The canonical order of the moves of the 3x3x3, and a check of the sets of moves to which it can be restricted.

use cubiform_cube::Move;
use cubiform_search::MoveOrder;

/// Returns the canonical order of all moves.
pub fn canonical() -> MoveOrder {
    let may_precede = |a, b| Move::from_index(a).may_precede(Move::from_index(b));
    MoveOrder::new(Move::COUNT, may_precede)
}

/// Iterates over the members of a set of moves, or of any other bit set, in ascending order.
#[inline(always)]
pub(crate) fn bits(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut set = set.into();
    std::iter::from_fn(move || {
        let m = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            m
        })
    })
}

/// Checks that a set of moves, bit `m` for move `m`, has of each face all turns, only the half turn, or none.
///
/// The canonical order merges consecutive turns of a face into one move, so a set with a quarter turn must have every
/// turn of that face.
///
/// # Errors
/// If the set has a quarter turn of a face, but not all turns of it.
pub(crate) fn check_faces(moves: u32) -> Result<(), UnfitMoves> {
    let has = |m: Move| moves >> m.index() & 1 == 1;
    let is_whole = |m: Move| m.quarters() == 2 || Move::all().filter(|of| of.face() == m.face()).all(has);
    if Move::all().filter(|m| has(*m)).all(is_whole) { Ok(()) } else { Err(UnfitMoves) }
}

/// The error for a set of moves that has a quarter turn of a face, but not all turns of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("each face must have all turns, only the half turn, or none")]
pub struct UnfitMoves;
