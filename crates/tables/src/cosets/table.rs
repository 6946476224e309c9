//! A table of distances of cosets, in memory or mapped from a file.

use std::sync::Arc;

use super::{CosetCoordinate, Locator, Place, VIEWS};
use crate::table::Codes;
use cubiform_cube::{Cube, Move};

/// The distances modulo 3 of the cosets of a coordinate, two bits each.
pub struct CosetTable {
    coordinate: Arc<CosetCoordinate>,
    locator: Locator,
    codes: Codes,
}

impl CosetTable {
    pub(crate) fn new(coordinate: Arc<CosetCoordinate>, codes: Codes) -> CosetTable {
        let bytes = coordinate.rows() * coordinate.row_bytes();
        assert_eq!(codes.bytes().len(), bytes, "a table holds every row");
        CosetTable { locator: Locator::new(&coordinate), coordinate, codes }
    }

    /// The numbering of its entries.
    pub fn coordinate(&self) -> &Arc<CosetCoordinate> {
        &self.coordinate
    }

    /// What finds cosets in it.
    pub fn locator(&self) -> &Locator {
        &self.locator
    }

    /// Its codes.
    pub fn bytes(&self) -> &[u8] {
        self.codes.bytes()
    }

    /// Begins to read what lies at a place.
    #[inline(always)]
    pub fn prefetch(&self, place: Place) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching has no effect that a program can see, whatever the address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T1>(self.bytes().as_ptr().wrapping_add((place.0 >> 3) as usize).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = place;
    }

    /// The distance modulo 3 that is kept at a place.
    #[inline(always)]
    pub fn code(&self, place: Place) -> u8 {
        self.bytes()[(place.0 >> 3) as usize] >> (place.0 & 7) & 3
    }

    /// How far the coset of a cube is from the solved one's, along an axis by its number in [`VIEWS`]: found by walking
    /// down.
    ///
    /// `None` if the table is damaged, so that there is no way down.
    pub fn distance(&self, axis: usize, cube: &Cube) -> Option<u8> {
        // More than any coset's.
        const FAR: u8 = 20;
        let locator = &self.locator;
        let goal = self.coordinate.goal();
        let mut cube = cube.conjugate(VIEWS[axis]);
        let code = |cube: &Cube| self.code(locator.place(0, locator.sums(cube)));
        for distance in 0..FAR {
            if self.coordinate.coset(&cube) == goal {
                return (code(&cube) == 0).then_some(distance);
            }
            let nearer = (code(&cube) + 2) % 3;
            cube = Move::all().map(|m| cube.turn(m)).find(|turned| code(turned) == nearer)?;
        }
        None
    }
}
