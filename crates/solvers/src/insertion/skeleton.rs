//! A skeleton: a scramble and moves that solve all but a few corners or all but a few edges, and its places.

use cubiform_cube::{Cube, Move, moves};

use super::cycles::{MAX_PIECES, PieceKind};

/// The maximum number of moves of a skeleton.
pub const MAX_SKELETON: usize = 200;

/// The reason why nothing can be inserted into a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkeletonError {
    /// The skeleton solves the cube.
    #[error("the skeleton solves the cube; there is nothing to insert")]
    Solved,
    /// The skeleton has too many moves.
    #[error("the skeleton has {moves} moves, more than {MAX_SKELETON}; shorten it")]
    TooLong {
        /// The number of moves.
        moves: usize,
    },
    /// The skeleton leaves pieces of both kinds, or too many.
    #[error(
        "the skeleton leaves {}; an insertion needs at most {MAX_PIECES} corners and no edges, or at most {MAX_PIECES} \
         edges and no corners",
        left_text(*corners, *edges)
    )]
    TooMany {
        /// The number of unsolved corners.
        corners: usize,
        /// The number of unsolved edges.
        edges: usize,
    },
}

/// Returns the numbers of corners and edges that are left, as text.
fn left_text(corners: usize, edges: usize) -> String {
    let text = |count, name| match count {
        0 => None,
        1 => Some(format!("1 {name}")),
        _ => Some(format!("{count} {name}s")),
    };
    [text(corners, "corner"), text(edges, "edge")].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// A scramble, and moves after it that leave two to five corners or two to five edges.
#[derive(Clone, Debug)]
pub struct Skeleton {
    scramble: Cube,
    moves: Vec<Move>,
    kind: PieceKind,
}

impl Skeleton {
    /// Returns the skeleton with these moves after a scramble. Consecutive moves of one face or of parallel faces are
    /// joined.
    ///
    /// # Errors
    /// If there are more than [`MAX_SKELETON`] moves, or they solve the cube, or leave too many pieces or pieces of both kinds.
    pub fn new(scramble: Cube, moves: &[Move]) -> Result<Skeleton, SkeletonError> {
        let moves = moves::joined(moves);
        if moves.len() > MAX_SKELETON {
            return Err(SkeletonError::TooLong { moves: moves.len() });
        }
        let left = scramble.apply(&moves);
        let (corners, edges) = (PieceKind::Corners.unsolved(&left), PieceKind::Edges.unsolved(&left));
        let kind = match (corners, edges) {
            (0, 0) => return Err(SkeletonError::Solved),
            (1..=MAX_PIECES, 0) => PieceKind::Corners,
            (0, 1..=MAX_PIECES) => PieceKind::Edges,
            _ => return Err(SkeletonError::TooMany { corners, edges }),
        };
        Ok(Skeleton { scramble, moves, kind })
    }

    /// Returns the state after the scramble.
    pub fn scramble(&self) -> &Cube {
        &self.scramble
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the kind of the pieces that are left.
    pub fn kind(&self) -> PieceKind {
        self.kind
    }

    /// Returns the number of pieces that are left.
    pub fn left(&self) -> usize {
        self.kind.unsolved(&self.scramble.apply(&self.moves))
    }
}

/// Returns the places of joined moves: each sequence, with the number of moves before the place. Parallel moves are
/// exchanged for the place between them in the other order.
pub(super) fn places(moves: &[Move]) -> Vec<(Vec<Move>, usize)> {
    let mut places: Vec<_> = (0..=moves.len()).map(|after| (moves.to_vec(), after)).collect();
    for after in 1..moves.len() {
        if moves[after - 1].face().axis() == moves[after].face().axis() {
            let mut exchanged = moves.to_vec();
            exchanged.swap(after - 1, after);
            places.push((exchanged, after));
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use cubiform_cube::Algorithm;

    use super::*;

    #[test]
    fn new_says_what_is_left() {
        let skeleton = |scramble: &str, moves: &str| {
            let [scramble, moves] = [scramble, moves].map(|text| Algorithm::parse(text).unwrap().resolve().0);
            Skeleton::new(Cube::from_moves(&scramble), &moves)
        };
        let found = skeleton("[R U R', D] F", "F'").unwrap();
        assert_eq!((found.kind(), found.left()), (PieceKind::Corners, 3));
        let found = skeleton("M' U2 M U2", "").unwrap();
        assert_eq!((found.kind(), found.left()), (PieceKind::Edges, 3));
        for (scramble, moves, message) in [
            ("R", "R'", "the skeleton solves the cube; there is nothing to insert"),
            (
                "R U",
                "U'",
                "the skeleton leaves 4 corners and 4 edges; an insertion needs at most 5 corners and no edges, or at most \
                 5 edges and no corners",
            ),
        ] {
            assert_eq!(skeleton(scramble, moves).unwrap_err().to_string(), message);
        }
        let long = skeleton("[R U R', D]", &"R U ".repeat(100 + 1)).unwrap_err();
        assert_eq!(long.to_string(), "the skeleton has 202 moves, more than 200; shorten it");
    }

    #[test]
    fn places_include_those_between_exchanged_parallel_moves() {
        let moves = Algorithm::parse("R L U D F").unwrap().resolve().0;
        let places = places(&moves);
        assert_eq!(places.len(), 8);
        for (order, after) in places {
            assert!(after <= 5 && Cube::from_moves(&order) == Cube::from_moves(&moves));
        }
    }
}
