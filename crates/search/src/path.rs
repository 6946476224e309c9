//! Paths without an allocation, for frontiers that keep thousands of them.

use std::fmt;
use std::ops::Deref;

/// A sequence of at most [`Path::MAX_LEN`] moves, stored inline.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Path {
    moves: [u8; Path::MAX_LEN],
    length: u8,
}

impl Path {
    /// The maximum number of moves.
    pub const MAX_LEN: usize = 31;

    /// Creates a path of these moves.
    ///
    /// # Panics
    /// If there are more than [`Path::MAX_LEN`] moves.
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
    fn path_derefs_to_its_moves_up_to_the_maximum_length() {
        for length in 0..=Path::MAX_LEN {
            let moves: Vec<u8> = (0..length as u8).map(|m| 63 - m).collect();
            assert_eq!(*Path::new(&moves), moves);
        }
    }

    #[test]
    #[should_panic(expected = "out of range")]
    fn too_long_path_panics() {
        Path::new(&[0; Path::MAX_LEN + 1]);
    }
}
