//! Goals as data: which pieces must stand where, in which stages and with which choices.
//!
//! A [`Target`] is a set of tracked pieces and a list of *seeds*, whole cubes: a cube is on target when its
//! tracked pieces stand as in one of the seeds. A freedom is a longer list of seeds: a cross that may be turned
//! as one layer has the seeds solved, D, D2 and D'. A [`Stage`] is a list of targets of which one must be met
//! (the choices of slots), a [`Variant`] a list of stages, each harder than the one before.
//!
//! All is stated for the yellow (D) bottom. [`Target::is_met`] is the oracle: slow and plain, it knows only
//! whole cubes, and every coordinate, table and solver is tested against it.

use crate::piece::PieceSet;
use crate::state::Cube;
use crate::symmetry::Symmetry;

/// The four bottom edges DR, DF, DL, DB.
pub const CROSS: [usize; 4] = [4, 5, 6, 7];

/// One of the four F2L slots: a bottom corner and the edge above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u8);

impl Slot {
    /// FR, FL, BR, BL: the order in which they are named.
    pub const ALL: [Slot; 4] = [Slot(0), Slot(1), Slot(2), Slot(3)];

    /// Its name, relative to the bottom colour in question after rotating it down.
    pub const fn name(self) -> &'static str {
        ["FR", "FL", "BR", "BL"][self.0 as usize]
    }

    /// Its bottom corner.
    pub const fn corner(self) -> usize {
        [4, 5, 7, 6][self.0 as usize]
    }

    /// Its edge.
    pub const fn edge(self) -> usize {
        [8, 9, 11, 10][self.0 as usize]
    }
}

/// Tracked pieces and the whole cubes as in which they may stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The slots that this choice solves, for naming it; empty where slots are not what it is about.
    pub slots: Vec<Slot>,
    /// The pieces that matter.
    pub pieces: PieceSet,
    /// The states in which they may stand; those that differ only in other pieces count once.
    pub seeds: Vec<Cube>,
}

impl Target {
    /// These pieces solved.
    pub fn solved(pieces: PieceSet) -> Target {
        Target { slots: Vec::new(), pieces, seeds: vec![Cube::SOLVED] }
    }

    /// Whether `cube` is on target.
    pub fn is_met(&self, cube: &Cube) -> bool {
        self.seeds.iter().any(|seed| {
            self.pieces.corners().all(|c| cube.corners()[c] == seed.corners()[c])
                && self.pieces.edges().all(|e| cube.edges()[e] == seed.edges()[e])
        })
    }

    /// Whether `s` carries the set of cubes on target to itself.
    pub fn is_kept_by(&self, s: Symmetry) -> bool {
        self.pieces.image(s) == self.pieces && self.seeds.iter().all(|seed| self.is_met(&seed.conjugate(s)))
    }
}

/// A milestone of a solve: one of several targets must be met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Its name, as in the columns of machine-readable output.
    pub name: &'static str,
    /// The targets of which one must be met.
    pub choices: Vec<Target>,
}

impl Stage {
    /// Whether `cube` has reached this stage, for the D bottom.
    pub fn is_met(&self, cube: &Cube) -> bool {
        self.choices.iter().any(|target| target.is_met(cube))
    }
}

/// A way of counting the first two layers: its stages in order, each implying the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name, as given to `--goal`.
    pub name: &'static str,
    /// Its stages.
    pub stages: Vec<Stage>,
}

impl Variant {
    /// All variants, the plainest first.
    pub fn all() -> Vec<Variant> {
        vec![Variant::std()]
    }

    /// `std`: the cross and k of the four slots solved relative to the centres, k = 0..=4.
    pub fn std() -> Variant {
        let names = ["cross", "xcross", "xxcross", "xxxcross", "xxxxcross"];
        let stage =
            |(k, name)| Stage { name, choices: slot_choices(k).into_iter().map(std_target).collect() };
        Variant { name: "std", stages: names.into_iter().enumerate().map(stage).collect() }
    }
}

fn std_target(slots: Vec<Slot>) -> Target {
    let corners: Vec<usize> = slots.iter().map(|s| s.corner()).collect();
    let edges: Vec<usize> = CROSS.into_iter().chain(slots.iter().map(|s| s.edge())).collect();
    Target { slots, ..Target::solved(PieceSet::new(&corners, &edges)) }
}

/// All sets of `k` slots, in lexicographic order.
fn slot_choices(k: usize) -> Vec<Vec<Slot>> {
    let sets = (0..16u8).rev().filter(|set| set.count_ones() as usize == k);
    sets.map(|set| Slot::ALL.into_iter().filter(|s| set >> (3 - s.0) & 1 == 1).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Face;
    use crate::moves::Move;
    use crate::piece::{CORNER_FACES, EDGE_FACES};

    #[test]
    fn slots_are_the_pieces_of_their_name() {
        for slot in Slot::ALL {
            let edge: String = EDGE_FACES[slot.edge()].iter().map(|f| f.letter()).collect();
            assert_eq!(edge, slot.name());
            let corner = CORNER_FACES[slot.corner()];
            assert_eq!(corner[0], Face::D);
            assert!(slot.name().chars().all(|l| corner.iter().any(|f| f.letter() == l)));
        }
        for edge in CROSS {
            assert_eq!(EDGE_FACES[edge][0], Face::D);
        }
    }

    #[test]
    fn std_has_the_choices_of_its_definition() {
        let stages = Variant::std().stages;
        let counts: Vec<usize> = stages.iter().map(|s| s.choices.len()).collect();
        assert_eq!(counts, [1, 4, 6, 4, 1]);
        let names: Vec<Vec<&str>> =
            stages[2].choices.iter().map(|t| t.slots.iter().map(|s| s.name()).collect()).collect();
        assert_eq!(names[0], ["FR", "FL"]);
        assert_eq!(names[5], ["BR", "BL"]);
    }

    #[test]
    fn each_stage_implies_the_one_before() {
        let stages = Variant::std().stages;
        // R U R' U' disturbs the pair at FR alone of the first two layers.
        let sexy: Vec<Move> = [3, 0, 5, 2].map(Move::from_index).to_vec();
        let cube = Cube::from_moves(&sexy);
        let met: Vec<bool> = stages.iter().map(|s| s.is_met(&cube)).collect();
        assert_eq!(met, [true, true, true, true, false]);
        let d = Cube::from_moves(&[Move::new(Face::D, 1).unwrap()]);
        assert!(!stages[0].is_met(&d));
        let offset = Target {
            seeds: (0..4)
                .map(|n| Cube::SOLVED.apply(&Move::new(Face::D, n).into_iter().collect::<Vec<_>>()))
                .collect(),
            ..stages[0].choices[0].clone()
        };
        assert!(offset.is_met(&d), "a freedom is a longer list of seeds");
    }

    #[test]
    fn the_symmetries_of_targets() {
        let count = |t: &Target| Symmetry::all().filter(|s| t.is_kept_by(*s)).count();
        let stages = Variant::std().stages;
        assert_eq!(count(&stages[0].choices[0]), 8);
        assert_eq!(stages[1].choices.iter().map(count).collect::<Vec<_>>(), [2; 4]);
        assert_eq!(stages[2].choices.iter().map(count).collect::<Vec<_>>(), [2, 2, 4, 4, 2, 2]);
        assert_eq!(count(&stages[4].choices[0]), 8);
    }
}
