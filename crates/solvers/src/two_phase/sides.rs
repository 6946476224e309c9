//! The sides and premoves under which the two-phase solver searches a cube.

use cubiform_cube::{Cube, Move, Side};
use cubiform_search::MoveOrder;
use cubiform_tables::kociemba::IN_G1;

/// The sides from which the cube is searched, in the order of the search.
pub(super) const SIDES: [Side; 6] = {
    let [ud, fb, rl, ud_inverse, fb_inverse, rl_inverse] = Side::ALL;
    [ud, rl, fb, ud_inverse, rl_inverse, fb_inverse]
};

/// Moves made before the cube. A solution of the cube that they lead to, followed by these moves, solves the original
/// cube: if `z` comes before the cube `c`, and `z c s` is solved, then so is `c s z`.
#[derive(Clone, Debug)]
pub(super) struct Premoves {
    pub(super) moves: Vec<Move>,
    /// The solved cube after the moves.
    pub(super) cube: Cube,
}

impl Premoves {
    /// Returns all canonical premove sequences of `length` moves whose first move is not in G1. The premoves come after
    /// the moves of phase 2, which would absorb a leading move of G1.
    pub(super) fn all(length: usize, order: &MoveOrder) -> Vec<Premoves> {
        let mut sequences = vec![Vec::new()];
        for i in 0..length {
            let longer = |moves: &Vec<Move>| {
                let last = moves.last().map(|m: &Move| m.index() as u8);
                let next = order.after(last) & if i == 0 { !u64::from(IN_G1) } else { u64::MAX };
                let next = Move::all().filter(move |m| next >> m.index() & 1 == 1);
                let moves = moves.clone();
                next.map(move |m| moves.iter().copied().chain([m]).collect()).collect::<Vec<Vec<Move>>>()
            };
            sequences = sequences.iter().flat_map(longer).collect();
        }
        sequences.into_iter().map(|moves| Premoves { cube: Cube::from_moves(&moves), moves }).collect()
    }
}
