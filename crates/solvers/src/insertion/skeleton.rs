//! A skeleton: a scramble and moves that solve all but a few corners or all but a few edges; its places, the pieces that it
//! leaves, and the 3-cycles that solve them.

use cubiform_cube::{Cube, Move, moves};
use cubiform_threads::CancelToken;

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

/// The maximum number of pieces that a skeleton leaves, and that an algorithm of a set moves.
pub const MAX_PIECES: usize = 5;

/// The kind of pieces that an algorithm moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceKind {
    /// Corners.
    Corners,
    /// Edges.
    Edges,
}

impl PieceKind {
    /// Returns the usual maximum number of moves of an algorithm, in HTM: docs/decisions/0064-insertions.md.
    pub const fn usual_max_moves(self) -> usize {
        match self {
            PieceKind::Corners => 12,
            PieceKind::Edges => 10,
        }
    }

    /// Returns the other kind.
    pub(super) const fn other(self) -> PieceKind {
        match self {
            PieceKind::Corners => PieceKind::Edges,
            PieceKind::Edges => PieceKind::Corners,
        }
    }

    /// Returns the number of orientations of a piece.
    pub(crate) const fn orientations(self) -> u8 {
        match self {
            PieceKind::Corners => 3,
            PieceKind::Edges => 2,
        }
    }

    /// Returns the places of the pieces of this kind.
    pub(crate) fn places(self, cube: &Cube) -> &[u8] {
        match self {
            PieceKind::Corners => cube.corners(),
            PieceKind::Edges => cube.edges(),
        }
    }

    /// Returns a number that is equal for two states exactly if their pieces of this kind have equal places.
    pub(super) fn key(self, cube: &Cube) -> u64 {
        self.places(cube).iter().fold(0, |key, place| key << 5 | u64::from(*place))
    }

    /// Returns the number of pieces of this kind that are not solved.
    pub fn unsolved(self, cube: &Cube) -> usize {
        let solved = self.places(&Cube::SOLVED);
        self.places(cube).iter().zip(solved).filter(|(place, home)| place != home).count()
    }

    /// Returns whether the pieces of this kind form one 3-cycle.
    pub(super) fn is_three_cycle(self, cube: &Cube) -> bool {
        let position = |place: &u8| place / self.orientations();
        let solved = self.places(&Cube::SOLVED);
        let is_away = |(place, home): &(&u8, &u8)| position(place) != position(home);
        self.unsolved(cube) == 3 && self.places(cube).iter().zip(solved).filter(is_away).count() == 3
    }

    /// Returns all 3-cycles: 1,008 of corners or 1,760 of edges.
    pub fn three_cycles(self) -> Vec<Cube> {
        let (count, n) = (self.places(&Cube::SOLVED).len() as u8, self.orientations());
        let mut cycles = Vec::new();
        for (a, b, c) in triples(count) {
            for (turn_a, turn_b) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let turn_c = (2 * n - turn_a - turn_b) % n;
                let moved = [(a, n * b + turn_a), (b, n * c + turn_b), (c, n * a + turn_c)];
                let (mut corners, mut edges) = (*Cube::SOLVED.corners(), *Cube::SOLVED.edges());
                for (piece, place) in moved {
                    match self {
                        PieceKind::Corners => corners[usize::from(piece)] = place,
                        PieceKind::Edges => edges[usize::from(piece)] = place,
                    }
                }
                cycles.push(Cube::from_places(corners, edges).expect("a 3-cycle is reachable"));
            }
        }
        cycles
    }

    /// Returns whether `count` 3-cycles, one to three, can solve the cube. The answer is no if `cancel` was cancelled.
    pub(super) fn is_product(self, cycles: &[Cube], cube: &Cube, count: usize, cancel: &CancelToken) -> bool {
        match count {
            1 => self.is_three_cycle(cube),
            // A 3-cycle moves three pieces.
            _ if self.unsolved(cube) > 3 * count => false,
            _ => {
                let goes_on = || count < 3 || !cancel.is_cancelled();
                let mut cycles_left = cycles.iter().take_while(|_| goes_on());
                cycles_left.any(|cycle| self.is_product(cycles, &cycle.then(cube), count - 1, cancel))
            }
        }
    }
}

/// Returns the cycles of three numbers below `count`, each from its smallest number.
fn triples(count: u8) -> impl Iterator<Item = (u8, u8, u8)> {
    (0..count).flat_map(move |a| {
        (a + 1..count).flat_map(move |b| (a + 1..count).filter(move |c| *c != b).map(move |c| (a, b, c)))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

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

    #[test]
    fn three_cycles_are_all_distinct_and_of_order_three() {
        for (kind, count) in [(PieceKind::Corners, 1008), (PieceKind::Edges, 1760)] {
            let cycles = kind.three_cycles();
            assert_eq!(cycles.iter().map(|cycle| kind.key(cycle)).collect::<HashSet<_>>().len(), count);
            for cycle in &cycles {
                assert!(kind.is_three_cycle(cycle) && kind.other().unsolved(cycle) == 0);
                assert_eq!(cycle.then(cycle).then(cycle), Cube::SOLVED);
            }
        }
    }

    #[test]
    fn is_product_counts_the_three_cycles_of_known_cases() {
        let cycles = PieceKind::Corners.three_cycles();
        let corners = |places: [u8; 8]| Cube::from_places(places, *Cube::SOLVED.edges()).unwrap();
        for (places, count) in [
            ([3, 6, 0, 9, 12, 15, 18, 21], 1),
            ([3, 6, 9, 12, 0, 15, 18, 21], 2),
            ([3, 0, 9, 6, 12, 15, 18, 21], 2),
            ([1, 5, 6, 9, 12, 15, 18, 21], 2),
            ([1, 5, 7, 11, 12, 15, 18, 21], 3),
            ([3, 6, 0, 10, 14, 15, 18, 21], 3),
        ] {
            let cube = corners(places);
            let least = (1..=3)
                .find(|count| PieceKind::Corners.is_product(&cycles, &cube, *count, &CancelToken::never()));
            assert_eq!(least, Some(count), "{places:?}");
        }
    }
}
