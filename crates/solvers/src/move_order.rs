//! The canonical order of the moves of the 3x3x3, and the sets of moves that it can be limited to.

use cubiform_cube::Move;
use cubiform_search::MoveOrder;

/// Returns the canonical order of all moves.
pub(crate) fn canonical() -> MoveOrder {
    let may_precede = |a, b| Move::from_index(a).may_precede(Move::from_index(b));
    MoveOrder::new(Move::COUNT, may_precede)
}

/// Checks that a set of moves, bit `m` for move `m`, has of each face all turns, the half turn, or none. The canonical
/// order makes the turns of a face one move, not several.
///
/// # Panics
/// If of some face a quarter turn is among the moves and another turn is not.
pub(crate) fn check_faces(moves: u32) {
    let has = |m: Move| moves >> m.index() & 1 == 1;
    for m in Move::all().filter(|m| has(*m) && m.quarters() != 2) {
        assert!(
            Move::all().filter(|of| of.face() == m.face()).all(has),
            "a face has all turns, half turns, or none"
        );
    }
}
