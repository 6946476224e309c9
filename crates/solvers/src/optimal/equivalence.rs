//! Which solutions of a cube are alike: a symmetry of the cube makes one of the other.
//!
//! A symmetry that leaves the cube as it is makes of each solution another one, by conjugation. So does one that makes
//! of the cube its inverse, if the solution is also made backwards: a solution makes the inverse of the cube, undone it
//! makes the cube, and the conjugate of that the inverse again.

use std::collections::HashSet;

use cubiform_cube::moves::joined;
use cubiform_cube::{Cube, Move, Symmetry};

/// The symmetries that leave a cube as it is, and those that make its inverse of it.
#[derive(Clone, Debug)]
pub struct Equivalence {
    /// Each with whether it makes the inverse.
    symmetries: Vec<(Symmetry, bool)>,
}

impl Equivalence {
    /// Those of a cube.
    pub fn of(cube: &Cube) -> Equivalence {
        let inverse = cube.inverse();
        let of = |s: Symmetry| {
            let image = cube.conjugate(s);
            [(image == *cube, false), (image == inverse, true)]
                .into_iter()
                .filter_map(move |(is, inverts)| is.then_some((s, inverts)))
        };
        Equivalence { symmetries: Symmetry::all().flat_map(of).collect() }
    }

    /// How many there are: 1 to 96. No more solutions than these are alike.
    pub fn count(&self) -> usize {
        self.symmetries.len()
    }

    /// Those that leave the cube as it is and make of `moves` (bit `m` for move `m`) the same moves.
    #[must_use]
    pub fn restricted_to(mut self, moves: u32) -> Equivalence {
        let is_in = |m: &Move| moves >> m.index() & 1 == 1;
        let keeps = |s: Symmetry| Move::all().filter(is_in).all(|m| is_in(&s.conjugate(m)));
        self.symmetries.retain(|(s, inverts)| !inverts && keeps(*s));
        self
    }

    /// Whether none of the symmetries makes of this beginning of a solution, in canonical order, one that comes before it.
    ///
    /// Of solutions that are alike the first begins so: the others need not be looked for.
    pub fn is_first(&self, beginning: &[Move]) -> bool {
        self.symmetries.iter().all(|symmetry| image(beginning, *symmetry).as_slice() >= beginning)
    }

    /// Of solutions that are alike the first.
    pub fn distinct(&self, solutions: Vec<Vec<Move>>) -> Vec<Vec<Move>> {
        let mut known_images = HashSet::new();
        let is_new = |solution: &Vec<Move>| {
            let new = !known_images.contains(solution);
            if new {
                known_images.extend(self.symmetries.iter().map(|symmetry| image(solution, *symmetry)));
            }
            new
        };
        let mut solutions = solutions;
        solutions.retain(is_new);
        solutions
    }
}

/// What a symmetry makes of a solution, in canonical order.
fn image(solution: &[Move], (s, inverts): (Symmetry, bool)) -> Vec<Move> {
    let moves: Vec<Move> = match inverts {
        false => solution.iter().map(|m| s.conjugate(*m)).collect(),
        true => solution.iter().rev().map(|m| s.conjugate(m.inverse())).collect(),
    };
    joined(&moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::Algorithm;

    fn cube(moves: &str) -> Cube {
        Algorithm::parse(moves).expect("it is an algorithm").cube()
    }

    #[test]
    fn count_returns_known_numbers_of_symmetries() {
        for (moves, count) in [
            ("", 96),
            // Four rotations, and four mirrors that make its inverse.
            ("U", 8),
            ("U2", 16),
            ("R U", 2),
            ("R U F2 D L' B", 1),
            // All half turns of opposite faces: the checkerboard has all symmetries, and is its own inverse.
            ("U2 D2 F2 B2 R2 L2", 96),
            // The superflip.
            ("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", 96),
        ] {
            assert_eq!(Equivalence::of(&cube(moves)).count(), count, "{moves}");
        }
    }

    #[test]
    fn images_of_a_solution_solve_the_cube_and_count_as_one() {
        for moves in ["R L' U2", "U2 D2 F2 B2 R2 L2", "R U", "R2 U2 R2 U2"] {
            let cube = cube(moves);
            let solution: Vec<Move> = Algorithm::parse(moves).unwrap().inverse().resolve().0;
            let equivalence = Equivalence::of(&cube);
            for symmetry in &equivalence.symmetries {
                assert_eq!(cube.apply(&image(&solution, *symmetry)), Cube::SOLVED, "{moves} {symmetry:?}");
            }
            let images: Vec<Vec<Move>> =
                equivalence.symmetries.iter().map(|symmetry| image(&solution, *symmetry)).collect();
            assert_eq!(equivalence.distinct(images.clone()), images[..1]);
        }
    }
}
