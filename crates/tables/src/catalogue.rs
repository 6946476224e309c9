//! The catalogue: every table that there is, what it is of, and its distance histogram.
//!
//! A histogram is a table's checksum: a fill that does not reproduce it is wrong. The ones of the cross, of a slot
//! and of the 2x2x3 block are known values; all were counted by `fill`, which the tests hold against the cube.

use std::sync::{Arc, OnceLock};

use cubiform_cube::PieceSet;
use cubiform_cube::goal::{CROSS, Target};

use crate::coordinate::Coordinate;

/// How much a table takes: what it is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// Built when first needed: all together under 400 MB.
    Small,
    /// Built on request: gigabytes.
    Full,
}

impl Profile {
    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Small => "small",
            Profile::Full => "full",
        }
    }
}

/// A table that can be built: its pieces solved relative to the centres.
#[derive(Debug)]
pub struct Entry {
    /// Its name: also the stem of its file.
    pub name: &'static str,
    /// What its states are, in a line for people.
    pub about: &'static str,
    /// The profile that needs it.
    pub profile: Profile,
    /// The profile, if any, whose tables leave it too little to do to be worth its look-ups.
    pub until: Option<Profile>,
    /// Its corners.
    pub corners: &'static [usize],
    /// Its edges.
    pub edges: &'static [usize],
    /// Those of its edges that make the rows of its coordinate.
    pub base: &'static [usize],
    /// States by distance in moves (HTM).
    pub histogram: &'static [u64],
    coordinate: OnceLock<Arc<Coordinate>>,
}

/// All tables, smallest first.
pub static CATALOGUE: [Entry; 6] = [
    Entry {
        name: "cross",
        about: "the four bottom edges",
        profile: Profile::Small,
        until: None,
        corners: &[],
        edges: &CROSS,
        base: &CROSS,
        histogram: &[1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102],
        coordinate: OnceLock::new(),
    },
    Entry {
        name: "cross-slot",
        about: "cross and one slot",
        profile: Profile::Small,
        until: None,
        corners: &[4],
        edges: &[4, 5, 6, 7, 8],
        base: &CROSS,
        histogram: &[1, 15, 172, 1950, 21535, 220_368, 1_989_591, 13_431_990, 40_963_892, 16_325_184, 36_022],
        coordinate: OnceLock::new(),
    },
    Entry {
        name: "cross-slot-edges",
        about: "cross and the four slot edges",
        profile: Profile::Small,
        until: Some(Profile::Full),
        corners: &[],
        edges: &[4, 5, 6, 7, 8, 9, 10, 11],
        base: &CROSS,
        histogram: &[
            1,
            15,
            198,
            2630,
            34_033,
            423_573,
            4_999_936,
            53_701_974,
            470_174_911,
            2_465_557_384,
            2_098_566_555,
            15_889_173,
            17,
        ],
        coordinate: OnceLock::new(),
    },
    Entry {
        name: "block-223",
        about: "2x2x3 block at the bottom",
        profile: Profile::Small,
        until: None,
        corners: &[4, 5],
        edges: &[4, 5, 6, 8, 9],
        base: &[4, 5, 6],
        histogram: &[
            1,
            12,
            141,
            1746,
            20_935,
            243_092,
            2_698_935,
            27_258_179,
            216_204_042,
            830_686_751,
            453_825_501,
            1_865_784,
            1,
        ],
        coordinate: OnceLock::new(),
    },
    Entry {
        name: "cross-slots-opposite",
        about: "cross and two opposite slots",
        profile: Profile::Full,
        until: None,
        corners: &[4, 6],
        edges: &[4, 5, 6, 7, 8, 10],
        base: &CROSS,
        histogram: &[
            1,
            15,
            184,
            2306,
            29_005,
            356_588,
            4_265_037,
            48_724_487,
            504_091_325,
            3_969_368_327,
            12_938_576_623,
            3_992_420_950,
            1_436_832,
        ],
        coordinate: OnceLock::new(),
    },
    Entry {
        name: "cross-slots-adjacent",
        about: "cross and two adjacent slots",
        profile: Profile::Full,
        until: None,
        corners: &[4, 5],
        edges: &[4, 5, 6, 7, 8, 9],
        base: &CROSS,
        histogram: &[
            1,
            15,
            182,
            2286,
            28_611,
            349_811,
            4_169_855,
            47_547_352,
            491_359_384,
            3_873_872_622,
            12_836_210_229,
            4_203_640_870,
            2_090_462,
        ],
        coordinate: OnceLock::new(),
    },
];

impl Entry {
    /// The entry of this name.
    pub fn named(name: &str) -> Option<&'static Entry> {
        CATALOGUE.iter().find(|entry| entry.name == name)
    }

    /// The pieces of its states.
    pub fn pieces(&self) -> PieceSet {
        PieceSet::new(self.corners, self.edges)
    }

    /// The numbering of its states: made when first asked for.
    pub fn coordinate(&self) -> &Arc<Coordinate> {
        let make = || Arc::new(Coordinate::new(Target::solved(self.pieces()), self.base));
        self.coordinate.get_or_init(make)
    }

    /// How many states it has.
    pub fn states(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// What identifies its contents in a file, apart from the format: pieces, order, and version of the numbering.
    pub fn identity(&self) -> String {
        format!(
            "{} edges {:?} corners {:?} base {:?} numbering {}",
            self.name,
            self.edges,
            self.corners,
            self.base,
            crate::coordinate::NUMBERING
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fill::{self, Watch};

    #[test]
    fn names_are_unique_and_states_are_those_of_the_coordinate() {
        for (i, entry) in CATALOGUE.iter().enumerate() {
            assert!(CATALOGUE[..i].iter().all(|other| other.name != entry.name));
            assert_eq!(entry.states(), entry.coordinate().states(), "{}", entry.name);
            assert!(std::ptr::eq(Entry::named(entry.name).unwrap(), entry));
        }
        assert_eq!(Entry::named("cross-slot").unwrap().states(), 72_990_720);
    }

    #[test]
    fn small_tables_take_at_most_400_megabytes() {
        let small = CATALOGUE.iter().filter(|e| e.profile == Profile::Small);
        let bytes: u64 = small.map(|e| crate::table::payload_len(e.coordinate())).sum();
        assert!(bytes <= 400_000_000, "{bytes}");
    }

    #[test]
    fn histograms_are_reproduced_by_filling() {
        for entry in CATALOGUE.iter().filter(|e| e.profile == Profile::Small) {
            let histogram = fill::run(entry.coordinate(), 2, &Watch::quiet(), None).histogram;
            assert_eq!(histogram, entry.histogram, "{}", entry.name);
        }
    }
}
