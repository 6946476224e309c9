//! The codes of a table: the distances of all its entries modulo 3.
//!
//! Two bits for each entry: those of entry `n` are the bits `2 * (n % 4)` of byte `n / 4`. A turn changes a distance by at
//! most one. So the code of a child and the distance of its parent give the distance of the child; the distance of a state
//! on its own is the length of a walk down to the goal.

use cubiform_store::TableBytes;

use crate::goal::table::Contradiction;
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

    /// Walks from a state, whose code is in `address`, down to the nearest goal; calls `visit` with each turn. `nearer`
    /// returns a turn to a state of this code, and that state.
    ///
    /// # Errors
    /// If a state on the walk has no child that is nearer: the table, of this name, is damaged.
    pub(super) fn walk<S>(
        &self,
        table: &'static str,
        (mut state, address): (S, CodeAddress),
        is_goal: impl Fn(&S) -> bool,
        nearer: impl Fn(&S, u8) -> Option<(usize, S)>,
        mut visit: impl FnMut(usize),
    ) -> Result<(), Contradiction> {
        // A walk in a damaged table may run in circles; no distance is as large as `u8::MAX`.
        let mut steps_left = u8::MAX;
        let mut code = self.code(address);
        while !(code == 0 && is_goal(&state)) {
            code = (code + 2) % 3;
            let improving = nearer(&state, code).filter(|_| steps_left > 0);
            let (turn, to) = improving.ok_or(Contradiction { table })?;
            visit(turn);
            (state, steps_left) = (to, steps_left - 1);
        }
        Ok(())
    }
}

/// Sets the code of an entry in the bytes of a table.
pub(super) fn set(bytes: &mut [u8], entry: usize, code: u8) {
    let (byte, shift) = (&mut bytes[entry / 4], 2 * (entry % 4));
    *byte = *byte & !(3 << shift) | code << shift;
}
