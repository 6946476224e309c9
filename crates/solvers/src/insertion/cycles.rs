//! The pieces that a skeleton leaves, and the 3-cycles that solve them.

use cubiform_cube::Cube;
use cubiform_threads::CancelToken;

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

    use super::*;

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
