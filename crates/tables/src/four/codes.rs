//! The codes of a table: the distances of all its entries modulo 3.
//!
//! Two bits for each entry: those of entry `n` are the bits `2 * (n % 4)` of byte `n / 4`. A turn changes a distance by at
//! most one. So the code of a child and the distance of its parent give the distance of the child; the distance of a state
//! on its own is the length of a walk down to the goal.

use cubiform_store::TableBytes;

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

    /// Returns the distance of the state in an address, which is one turn from a state at distance `parent_distance`.
    #[inline(always)]
    pub fn child_distance(&self, parent_distance: u8, address: CodeAddress) -> u8 {
        // Change of the distance plus one: 0 nearer, 1 equal, 2 farther.
        let change = (self.code(address) + 4 - parent_distance % 3) % 3;
        (parent_distance + change).saturating_sub(1)
    }
}

/// Sets the code of an entry in the bytes of a table.
pub(super) fn set(bytes: &mut [u8], entry: usize, code: u8) {
    let (byte, shift) = (&mut bytes[entry / 4], 2 * (entry % 4));
    *byte = *byte & !(3 << shift) | code << shift;
}
