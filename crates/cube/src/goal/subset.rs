//! Subsets of the states in DR, by what half turns cannot change: what remains to HTR.
//!
//! A bad corner stands where half turns cannot solve it, and a bad edge is in another slice than its own. `4a2 4e` has four
//! bad corners and four bad edges, and its corners need two quarter turns of U and D. Names and their meaning are those of
//! cubelib (<https://github.com/Jobarion/cubelib>). A state, its inverse, and the state after U and D, which is the same seen
//! from the next side, are in one subset, so there are 48.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use super::reduction::{HALF_TURN_CORNERS, Reduction};
use crate::face::{Axis, Face};
use crate::moves::Move;
use crate::piece::CORNER_FACES;
use crate::state::Cube;

/// The corners that solve each other's places by half turns: URF, ULB, DLF and DRB.
const TETRAD: [usize; 4] = [0, 2, 5, 7];

/// The edges of the M slice.
const M_SLICE: [usize; 4] = [1, 3, 5, 7];

/// A subset of the states in DR along the axis of U and D.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DrSubset {
    /// The number of bad corners, 0, 2 or 4: of the corners or of the others, whichever are fewer.
    pub corners: u8,
    /// Four bad corners with at most two quarter turns are a layer or a rectangle across the cube (`a`) or not (`b`); all other
    /// cases are `c`.
    pub letter: char,
    /// The number of quarter turns of U and D that bring the corners to HTR.
    pub quarter_turns: u8,
    /// The number of bad edges, counted as the corners are.
    pub edges: u8,
}

impl DrSubset {
    /// Returns the subset of a cube, or `None` if it is not in DR along the axis of U and D.
    ///
    /// ```
    /// use cubiform_cube::{Algorithm, DrSubset};
    ///
    /// let cube = Algorithm::parse("U R2 U2 F2 U").unwrap().cube();
    /// assert_eq!(DrSubset::of(&cube).unwrap().to_string(), "4a2 4e");
    /// ```
    pub fn of(cube: &Cube) -> Option<DrSubset> {
        if !Reduction::Dr.is_met(cube) {
            return None;
        }
        let positions = cube.corners().map(|place| usize::from(place / 3));
        let strangers: Vec<usize> =
            TETRAD.iter().map(|own| positions[*own]).filter(|at| !TETRAD.contains(at)).collect();
        let is_bad_edge = |edge: &&usize| !M_SLICE.contains(&usize::from(cube.edges()[**edge] / 2));
        let edges = 2 * M_SLICE.iter().filter(is_bad_edge).count() as u8;
        let (corners, edges) = match strangers.len() as u8 {
            2 => (4, edges.min(8 - edges)),
            few @ 0..2 => (2 * few, edges),
            many => (8 - 2 * many, 8 - edges),
        };
        let quarter_turns = QUARTER_TURNS[&coset(cube)];
        let letter = match (corners, quarter_turns) {
            (4, 1..=2) => {
                let others = (0..8).filter(|corner| !TETRAD.contains(corner)).map(|corner| positions[corner]);
                let others: Vec<usize> = others.filter(|at| TETRAD.contains(at)).collect();
                if common_axis(&strangers) == common_axis(&others) { 'a' } else { 'b' }
            }
            _ => 'c',
        };
        Some(DrSubset { corners, letter, quarter_turns, edges })
    }
}

impl fmt::Display for DrSubset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{} {}e", self.corners, self.letter, self.quarter_turns, self.edges)
    }
}

/// Returns the axis of the face that two positions of a tetrad share.
fn common_axis(positions: &[usize]) -> Option<Axis> {
    let [a, b] = [positions[0], positions[1]].map(|position| CORNER_FACES[position]);
    a.iter().find(|face| b.contains(face)).map(|face| face.axis())
}

/// Returns the coset of the corners under half turns made before the cube: the smallest arrangement in it.
fn coset(cube: &Cube) -> [u8; 8] {
    // Half turns carry the corner at home in a position to another position, whose corner goes where the cube carries it.
    let after = |before: &[u8; 8]| before.map(|place| cube.corners()[usize::from(place / 3)]);
    HALF_TURN_CORNERS.iter().map(after).min().expect("the group has a neutral element")
}

/// The number of quarter turns from HTR, or from the state after U and D, of each of the 420 cosets of corners.
static QUARTER_TURNS: LazyLock<HashMap<[u8; 8], u8>> = LazyLock::new(|| {
    let [up, down] = [Face::U, Face::D].map(|face| Move::new(face, 1).expect("it is a quarter turn"));
    let is_half_turn = |m: &Move| m.quarters() == 2;
    let mut known = HashMap::new();
    let mut level = vec![Cube::SOLVED, Cube::SOLVED.turn(up).turn(down)];
    for quarter_turns in 0.. {
        let mut next = Vec::new();
        while let Some(cube) = level.pop() {
            if known.contains_key(&coset(&cube)) {
                continue;
            }
            known.insert(coset(&cube), quarter_turns);
            level.extend(Move::all().filter(is_half_turn).map(|m| cube.turn(m)));
            next.extend([up, down].map(|m| cube.turn(m)));
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    known
});

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::notation::Algorithm;
    use crate::symmetry::Symmetry;

    fn subset(moves: &str) -> String {
        DrSubset::of(&Algorithm::parse(moves).unwrap().cube()).unwrap().to_string()
    }

    #[test]
    fn subsets_have_the_names_that_cubelib_gives_to_its_generators() {
        for (name, moves) in [
            ("0c0 0e", ""),
            ("0c0 2e", "U R2 F2 R2 U"),
            ("0c0 8e", "U R2 L2 F2 B2 U"),
            ("4a1 2e", "U R2 L2 U R2 U"),
            ("4a1 4e", "U"),
            ("4b2 0e", "U R2 F2 R2 F2 U"),
            ("4b2 4e", "U R2 F2 U"),
            ("4a2 0e", "U R2 U R2 B2 R2 U' R2 U"),
            ("4a2 2e", "D B2 D' F2 B2 D' F2 D"),
            ("2c3 6e", "U L2 D R2 F2 B2 U"),
            ("4c3 2e", "U B2 U R2 U2 F2 D"),
            ("0c3 4e", "U R2 U2 F2 U R2 U2 R2 B2 D"),
            ("2c4 8e", "U R2 L2 B2 U R2 U' F2 U"),
            ("0c4 6e", "U' R2 U L2 U2 L2 B2 U' B2 D"),
            ("4c4 0e", "U R2 U B2 U2 R2 F2 B2 U' B2 U"),
            ("2c5 2e", "U L2 U R2 U' R2 U R2 U"),
            ("4c5 4e", "U' R2 U F2 U' F2 U F2 U"),
        ] {
            assert_eq!(subset(moves), name, "{moves}");
        }
        assert_eq!(DrSubset::of(&Algorithm::parse("R").unwrap().cube()), None);
    }

    #[test]
    fn subsets_are_kept_by_half_turns_inverse_and_symmetry_and_there_are_48() {
        assert_eq!(QUARTER_TURNS.len(), 420);
        let moves: Vec<Move> = Move::all().filter(|m| Reduction::Dr.moves() >> m.index() & 1 == 1).collect();
        let mut known = HashSet::new();
        let mut seed = 1_u32;
        let mut pick = |count: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as usize % count
        };
        for _ in 0..2000 {
            let cube = Cube::from_moves(&(0..30).map(|_| moves[pick(10)]).collect::<Vec<_>>());
            let own = DrSubset::of(&cube);
            let half_turn = moves.iter().filter(|m| m.quarters() == 2).nth(pick(6)).unwrap();
            let up_down = Algorithm::parse("U D").unwrap().cube();
            for same in [
                cube.inverse(),
                cube.turn(*half_turn),
                Cube::SOLVED.turn(*half_turn).then(&cube),
                cube.then(&up_down),
                up_down.then(&cube),
            ] {
                assert_eq!(DrSubset::of(&same), own);
            }
            for s in Symmetry::all().filter(|s| s.axis(Axis::Y) == Axis::Y) {
                assert_eq!(DrSubset::of(&cube.conjugate(s)), own);
            }
            known.insert(own.unwrap());
        }
        // All but the rarest are drawn.
        assert!(known.len() <= 48 && known.len() > 36, "{}", known.len());
    }
}
