//! The codes of a table: the distances of all its entries modulo 3.
//!
//! Two bits for each entry: those of entry `n` are the bits `2 * (n % 4)` of byte `n / 4`. A turn changes a distance by at
//! most one. So the code of a child and the distance of its parent give the distance of the child; the distance of a state
//! on its own is the length of a walk down to the goal.

use std::collections::HashSet;

use cubiform_store::TableBytes;

use crate::goal::code::next_distance;
use crate::kociemba::prefetch;

/// The codes of a table.
pub struct Codes(TableBytes);

/// The position of a code: the number of its entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodeAddress(pub(super) u32);

impl CodeAddress {
    #[inline(always)]
    fn byte(self) -> usize {
        (self.0 >> 2) as usize
    }
}

impl Codes {
    /// Takes the codes of a table of this many bytes.
    ///
    /// # Panics
    /// If the number is another one, or an address does not have 32 bits.
    pub(super) fn new(codes: TableBytes, bytes: u64) -> Codes {
        assert_eq!(codes.bytes().len() as u64, bytes, "a table holds every entry");
        assert!(4 * bytes <= u32::MAX.into(), "an address has 32 bits");
        Codes(codes)
    }

    /// Returns the codes, as they are in a file.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// Prefetches the cache line of an address.
    #[inline(always)]
    pub fn prefetch(&self, address: CodeAddress) {
        prefetch(&self.bytes()[address.byte()]);
    }

    /// Returns the code in an address: the distance mod 3.
    #[inline(always)]
    pub(super) fn code(&self, address: CodeAddress) -> u8 {
        self.bytes()[address.byte()] >> (2 * (address.0 & 3)) & 3
    }

    /// Returns the distance of the state in an address, which is one turn from a state at distance `parent_distance`, below
    /// 32.
    #[inline(always)]
    pub fn child_distance(&self, parent_distance: u8, address: CodeAddress) -> u8 {
        next_distance(parent_distance, self.code(address))
    }
}

/// Sets the codes of the states within `radius` turns of the goals in the bytes of a table, breadth-first, without the
/// memory of a fill. `entries` returns the entry of a state, and those that are equivalent to it.
pub(super) fn fill_near<S, C: IntoIterator<Item = S>>(
    bytes: &mut [u8],
    goals: Vec<S>,
    radius: u8,
    entries: impl Fn(&S) -> Vec<usize>,
    children: impl Fn(&S) -> C,
) {
    let (mut known, mut level) = (HashSet::new(), goals);
    for distance in 0..=radius {
        level.retain(|state| {
            let entries = entries(state);
            let is_new = !known.contains(&entries[0]);
            for entry in entries.iter().filter(|_| is_new) {
                known.insert(*entry);
                let (byte, shift) = (&mut bytes[entry / 4], 2 * (entry % 4));
                *byte = *byte & !(3 << shift) | (distance % 3) << shift;
            }
            is_new
        });
        if level.is_empty() || distance == radius {
            return;
        }
        level = level.iter().flat_map(&children).collect();
    }
}
