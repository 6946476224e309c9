//! Paths that are kept by the thousand: a list of moves with room of its own.

use std::fmt;
use std::ops::Deref;

/// A path of at most [`Path::MAX_LEN`] moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Path {
    moves: [u8; Path::MAX_LEN],
    length: u8,
}

impl Path {
    /// The most moves that it has room for.
    pub const MAX_LEN: usize = 31;

    /// These moves.
    ///
    /// # Panics
    /// If there are more than [`Path::MAX_LEN`].
    #[inline]
    pub fn new(path: &[u8]) -> Path {
        let mut moves = [0; Path::MAX_LEN];
        moves[..path.len()].copy_from_slice(path);
        Path { moves, length: path.len() as u8 }
    }
}

impl Deref for Path {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.moves[..usize::from(self.length)]
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.deref().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_the_moves_that_it_was_made_of() {
        for length in 0..=Path::MAX_LEN {
            let moves: Vec<u8> = (0..length as u8).map(|m| 63 - m).collect();
            assert_eq!(*Path::new(&moves), moves);
        }
    }

    #[test]
    #[should_panic(expected = "out of range")]
    fn one_that_is_too_long_is_refused() {
        Path::new(&[0; Path::MAX_LEN + 1]);
    }
}
