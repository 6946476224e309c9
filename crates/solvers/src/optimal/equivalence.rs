//! Equivalent solutions of a cube: those that a symmetry of the cube maps to one another.
//!
//! A symmetry that maps the cube to itself maps each solution to a solution, by conjugation. A symmetry that maps the
//! cube to its inverse does so with the inverse of each solution: if `s` solves the cube, the inverse of `s` solves the
//! inverse cube, and the conjugate of that solves the cube.

use std::collections::HashSet;

use cubiform_cube::moves::joined;
use cubiform_cube::{Cube, Move, Symmetry};

/// The symmetries that map a cube to itself or to its inverse.
#[derive(Clone, Debug)]
pub struct Equivalence {
    /// Each symmetry, with whether it maps the cube to its inverse.
    symmetries: Vec<(Symmetry, bool)>,
}

impl Equivalence {
    /// Finds the symmetries of a cube.
    pub fn new(cube: &Cube) -> Equivalence {
        let inverse = cube.inverse();
        let of = |s: Symmetry| {
            let image = cube.conjugate(s);
            [(image == *cube, false), (image == inverse, true)]
                .into_iter()
                .filter_map(move |(is, inverts)| is.then_some((s, inverts)))
        };
        Equivalence { symmetries: Symmetry::all().flat_map(of).collect() }
    }

    /// Returns the number of symmetries, 1 to 96: the maximum number of solutions that are equivalent to one another.
    pub fn count(&self) -> usize {
        self.symmetries.len()
    }

    /// Keeps the symmetries that map the cube to itself and `moves` (bit `m` for move `m`) to the same moves.
    #[must_use]
    pub fn restricted_to(mut self, moves: u32) -> Equivalence {
        let is_in = |m: &Move| moves >> m.index() & 1 == 1;
        let keeps = |s: Symmetry| Move::all().filter(is_in).all(|m| is_in(&s.conjugate(m)));
        self.symmetries.retain(|(s, inverts)| !inverts && keeps(*s));
        self
    }

    /// Returns whether no symmetry maps this prefix of a solution, in canonical order, to a prefix that comes before
    /// it.
    ///
    /// The first of several equivalent solutions has only such prefixes, so a search for one of them can skip all
    /// others.
    pub fn is_first(&self, beginning: &[Move]) -> bool {
        self.symmetries.iter().all(|symmetry| image(beginning, *symmetry).as_slice() >= beginning)
    }

    /// Keeps the first of each set of equivalent solutions.
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

/// Returns the image of a solution under a symmetry, in canonical order.
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
            // Four rotations, and four mirrors that map it to its inverse.
            ("U", 8),
            ("U2", 16),
            ("R U", 2),
            ("R U F2 D L' B", 1),
            // The checkerboard has all symmetries, and is its own inverse.
            ("U2 D2 F2 B2 R2 L2", 96),
            // The superflip.
            ("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", 96),
        ] {
            assert_eq!(Equivalence::new(&cube(moves)).count(), count, "{moves}");
        }
    }

    #[test]
    fn images_of_a_solution_solve_the_cube_and_count_as_one() {
        for moves in ["R L' U2", "U2 D2 F2 B2 R2 L2", "R U", "R2 U2 R2 U2"] {
            let cube = cube(moves);
            let solution: Vec<Move> = Algorithm::parse(moves).unwrap().inverse().resolve().0;
            let equivalence = Equivalence::new(&cube);
            for symmetry in &equivalence.symmetries {
                assert_eq!(cube.apply(&image(&solution, *symmetry)), Cube::SOLVED, "{moves} {symmetry:?}");
            }
            let images: Vec<Vec<Move>> =
                equivalence.symmetries.iter().map(|symmetry| image(&solution, *symmetry)).collect();
            assert_eq!(equivalence.distinct(images.clone()), images[..1]);
        }
    }
}
