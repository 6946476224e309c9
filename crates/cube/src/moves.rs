//! The 18 face turns of the 3x3x3: the moves of the half turn metric (HTM).

use std::fmt;

use crate::face::Face;

/// One move in the half turn metric: a face turned clockwise by one, two or three quarter turns.
///
/// The index is `3 * face + quarter turns - 1`: U, U2, U', R, R2, R', and so on in URFDLB order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// The number of moves.
    pub const COUNT: usize = 18;

    /// Returns the move with this index.
    ///
    /// # Panics
    /// If `index` is not in 0..18.
    pub const fn from_index(index: usize) -> Move {
        assert!(index < Move::COUNT);
        Move(index as u8)
    }

    /// Returns all moves in index order.
    pub fn all() -> impl ExactSizeIterator<Item = Move> + Clone {
        (0..Move::COUNT as u8).map(Move)
    }

    /// Returns the bit mask of a set of moves: bit `i` stands for the move with index `i`.
    pub fn set(moves: impl IntoIterator<Item = Move>) -> u32 {
        moves.into_iter().fold(0, |set, m| set | 1 << m.index())
    }

    /// Returns the turn of `face` by `quarters` clockwise quarter turns; `None` if `quarters` is a multiple of four.
    pub const fn new(face: Face, quarters: i32) -> Option<Move> {
        match quarters.rem_euclid(4) {
            0 => None,
            q => Some(Move(face as u8 * 3 + q as u8 - 1)),
        }
    }

    /// Returns the index, 0..18.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the face that the move turns.
    pub const fn face(self) -> Face {
        Face::from_index(self.0 as usize / 3)
    }

    /// Returns the number of clockwise quarter turns: 1, 2 or 3.
    pub const fn quarters(self) -> u8 {
        self.0 % 3 + 1
    }

    /// Returns the move that undoes this one.
    pub const fn inverse(self) -> Move {
        Move(self.0 / 3 * 3 + 2 - self.0 % 3)
    }

    /// Returns whether `next` may follow this move in a canonical move sequence.
    ///
    /// A canonical sequence never turns one face twice in a row, and turns opposite faces in one order only: U before
    /// D, R before L, F before B.
    pub const fn may_precede(self, next: Move) -> bool {
        let (this, next) = (self.face(), next.face());
        this.index() != next.index()
            && !(this.axis() as u8 == next.axis() as u8 && this.index() > next.index())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.face(), ["", "2", "'"][self.0 as usize % 3])
    }
}

/// A list of moves that is displayed in WCA notation, separated by single spaces.
///
/// ```
/// use cubiform_cube::{Algorithm, Moves};
///
/// let (moves, _) = Algorithm::parse("R U R' y U'")?.resolve();
/// assert_eq!(Moves(&moves).to_string(), "R U R' U'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves<'a>(pub &'a [Move]);

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, m) in self.0.iter().enumerate() {
            write!(f, "{}{m}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Formats moves in WCA notation, separated by single spaces.
pub fn to_wca(moves: &[Move]) -> String {
    Moves(moves).to_string()
}

/// Merges and cancels consecutive turns about one axis; turns of opposite faces commute.
///
/// The result has the same effect, and each group of turns about one axis is in canonical order.
///
/// ```
/// use cubiform_cube::{Algorithm, moves};
///
/// let (moves, _) = Algorithm::parse("R U D U' R2 D2 L R")?.resolve();
/// assert_eq!(moves::to_wca(&moves::joined(&moves)), "R D R2 D2 R L");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn joined(moves: &[Move]) -> Vec<Move> {
    let mut joined: Vec<Move> = Vec::with_capacity(moves.len());
    for m in moves {
        // Only the turns at the end that share the axis of `m` commute with it.
        let axis = joined.iter().rev().take_while(|n| n.face().axis() == m.face().axis()).count();
        let start = joined.len() - axis;
        match joined[start..].iter().position(|n| n.face() == m.face()) {
            Some(i) => {
                let quarters = i32::from(joined[start + i].quarters() + m.quarters());
                match Move::new(m.face(), quarters) {
                    Some(one) => joined[start + i] = one,
                    None => _ = joined.remove(start + i),
                }
            }
            None => joined.push(*m),
        }
        joined[start..].sort_unstable();
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_undoes_the_move_on_the_same_face() {
        for m in Move::all() {
            assert_eq!(m.face(), m.inverse().face());
            assert_eq!((m.quarters() + m.inverse().quarters()) % 4, 0);
            assert_eq!(Move::new(m.face(), i32::from(m.quarters())), Some(m));
        }
        assert_eq!(Move::new(Face::L, 4), None);
        assert_eq!(Move::new(Face::L, -1).unwrap().to_string(), "L'");
    }

    #[test]
    fn may_precede_allows_243_ordered_pairs() {
        // 18 * 18 pairs, minus 18 * 3 on one face, minus half of the 18 * 3 on opposite faces.
        let pairs = Move::all().flat_map(|a| Move::all().map(move |b| (a, b)));
        assert_eq!(pairs.filter(|(a, b)| a.may_precede(*b)).count(), 243);
    }
}
