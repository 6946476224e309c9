//! The canonical order of the moves of the 3x3x3, and a check of the sets of moves to which it can be restricted.

use cubiform_cube::Move;
use cubiform_search::MoveOrder;

/// Returns the canonical order of all moves.
pub fn canonical() -> MoveOrder {
    let may_precede = |a, b| Move::from_index(a).may_precede(Move::from_index(b));
    MoveOrder::new(Move::COUNT, may_precede)
}

/// Checks that a set of moves, bit `m` for move `m`, has of each face all turns, only the half turn, or none.
///
/// The canonical order merges consecutive turns of a face into one move, so a set with a quarter turn must have every
/// turn of that face.
///
/// # Panics
/// If the set has a quarter turn of a face, but not all turns of it.
pub(crate) fn check_faces(moves: u32) {
    let has = |m: Move| moves >> m.index() & 1 == 1;
    for m in Move::all().filter(|m| has(*m) && m.quarters() != 2) {
        assert!(
            Move::all().filter(|of| of.face() == m.face()).all(has),
            "each face must have all turns, only the half turn, or none"
        );
    }
}
