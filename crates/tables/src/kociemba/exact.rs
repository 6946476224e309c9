//! A hash table of all states within a radius of a goal, with their exact distances and improving moves.
//!
//! A state is identified by a 32-bit key. Within the radius a search needs no lower bound: it follows the improving
//! moves. The table covers few states, so that it fits a cache that a pruning table of a whole coordinate would not
//! fit.
//!
//! # Layout
//!
//! An entry is 64 bits; 0 is an empty slot.
//!
//! | bits | value |
//! |---|---|
//! | 0-17 | improving moves: bit `m` is set if move `m` leads one move nearer to the goal |
//! | 18-31 | distance + 1, so that no entry is 0 |
//! | 32-63 | the key multiplied by an odd constant modulo 2^32 ([`scatter`]) |
//!
//! Entries stand in ascending order with empty slots between them. The home slot of an entry is
//! `scattered key * home slots / 2^32`; it stands there or, by linear probing, in one of the next slots. There are
//! `12/11 * keys` home slots and [`OVERFLOW_SLOTS`] more. A Bloom filter of all keys stands beside the table.

use cubiform_threads::CancelToken;

use crate::kociemba::bloom::BlockedBloomFilter;
use crate::kociemba::huge_pages::{prefetch, zeros};

/// One slot: an entry, or [`EMPTY`].
type PackedEntry = u64;

/// Slots after the last home slot, for linear probing past the end.
const OVERFLOW_SLOTS: usize = 1024;

/// Bits of the Bloom filter for each key.
const FILTER_BITS_PER_KEY: usize = 8;

/// An empty slot.
const EMPTY: PackedEntry = 0;

/// All states within a radius of a goal, by key.
#[derive(Debug)]
pub struct ExactTable {
    /// The slots, entries in ascending order; see the layout in the module documentation.
    slots: Vec<PackedEntry>,
    /// Number of home slots.
    home_slots: u64,
    /// A Bloom filter of the keys: it rules out most keys with one read from a smaller array.
    filter: BlockedBloomFilter,
    radius: u8,
}

/// The distance and the improving moves of a state within the radius.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Distance to the goal, in moves (HTM).
    pub distance: u8,
    /// Moves that reduce the distance: bit `m` for move `m`, in the frame of the state that the key stands for.
    pub improving_moves: u32,
}

impl ExactTable {
    /// Creates a table of radius 0, which contains only the key 0.
    pub(crate) fn empty() -> ExactTable {
        ExactTable::fill(0, 0, 1, &CancelToken::never(), |_, _| ()).expect("nobody cancels it")
    }

    /// Finds all states within `radius` moves of the state with key `goal`, breadth-first. Returns `None` if `cancel`
    /// was set.
    ///
    /// `expand(key, children)` appends, for each move, the key of the child and the move that leads back. If symmetries
    /// give a child several equivalent keys, `expand` must append all of them.
    ///
    /// # Panics
    /// If the number of keys found is not `count`.
    pub(crate) fn fill(
        goal: u32,
        radius: u8,
        count: usize,
        cancel: &CancelToken,
        mut expand: impl FnMut(u32, &mut Vec<(u32, u8)>),
    ) -> Option<ExactTable> {
        let home_slots = count * 12 / 11;
        let mut table = ExactTable {
            slots: zeros(home_slots + OVERFLOW_SLOTS),
            home_slots: home_slots as u64,
            filter: BlockedBloomFilter::new(count * FILTER_BITS_PER_KEY / 64),
            radius,
        };
        let mut frontier = vec![goal];
        table.insert(goal, 0, 0);
        let (mut total, mut children) = (1, Vec::new());
        for distance in 1..=radius {
            let mut next = Vec::new();
            // Children are generated in batches, so that their home slots can be prefetched.
            for keys in frontier.chunks(8) {
                if cancel.is_cancelled() {
                    return None;
                }
                children.clear();
                keys.iter().for_each(|key| expand(*key, &mut children));
                children.iter().for_each(|(key, _)| prefetch(&table.slots[table.home_slot(*key)]));
                next.extend(
                    children
                        .iter()
                        .filter_map(|(key, back)| table.insert(*key, distance, 1 << back).then_some(*key)),
                );
            }
            total += next.len();
            assert!(total <= count, "at most {count} keys are within the radius");
            frontier = next;
        }
        assert_eq!(total, count, "the radius contains exactly `count` keys");
        Some(table)
    }

    /// Adds a key at `distance` with one improving move, a set of one bit. Returns whether the key is new; if it is
    /// known at this distance, adds the move to its entry.
    fn insert(&mut self, key: u32, distance: u8, improving_move: u32) -> bool {
        let entry = PackedEntry::from(scatter(key)) << 32
            | PackedEntry::from(distance + 1) << 18
            | PackedEntry::from(improving_move);
        let slot = self.find(key);
        let present = self.slots[slot];
        if present >> 32 == entry >> 32 && present != EMPTY {
            if present >> 18 == entry >> 18 {
                self.slots[slot] |= entry;
            }
            return false;
        }
        // Shift the run of entries from `slot` on by one slot, to keep the order.
        let gap =
            self.slots[slot..].iter().position(|entry| *entry == EMPTY).expect("the overflow slots suffice");
        self.slots.copy_within(slot..slot + gap, slot + 1);
        self.slots[slot] = entry;
        self.filter.insert(key);
        true
    }

    /// Returns the slot at which probing for a key begins.
    #[inline(always)]
    fn home_slot(&self, key: u32) -> usize {
        ((u64::from(scatter(key)) * self.home_slots) >> 32) as usize
    }

    /// Returns the slot of a key, or the slot at which it would be inserted.
    #[inline(always)]
    fn find(&self, key: u32) -> usize {
        let wanted = PackedEntry::from(scatter(key)) << 32;
        let mut slot = self.home_slot(key);
        while self.slots[slot] != EMPTY && self.slots[slot] < wanted {
            slot += 1;
        }
        slot
    }

    /// Returns the Bloom filter of all keys in the table.
    #[inline(always)]
    pub fn bloom_filter(&self) -> &BlockedBloomFilter {
        &self.filter
    }

    /// Returns the entry of a key, or `None` if its state is farther than [`ExactTable::radius`].
    #[inline(always)]
    pub fn get(&self, key: u32) -> Option<Entry> {
        let present = self.slots[self.find(key)];
        let is_match = present >> 32 == PackedEntry::from(scatter(key)) && present != EMPTY;
        is_match.then(|| Entry {
            distance: (present >> 18 & 15) as u8 - 1,
            improving_moves: present as u32 & 0x3ffff,
        })
    }

    /// Returns the largest distance in the table.
    pub fn radius(&self) -> u8 {
        self.radius
    }
}

/// Maps keys one-to-one to numbers such that consecutive keys lie far apart (multiplicative hashing).
#[inline(always)]
fn scatter(key: u32) -> u32 {
    key.wrapping_mul(SCATTER)
}

/// The multiplier of [`scatter`]: 2^32 divided by the golden ratio, an odd number, so that it has an inverse.
const SCATTER: u32 = 0x9e37_79b1;

#[cfg(test)]
mod tests {
    use super::*;

    impl ExactTable {
        /// Iterates over all keys with their entries, in an unspecified order.
        pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, Entry)> {
            let occupied = self.slots.iter().filter(|entry| **entry != EMPTY);
            occupied.map(|entry| {
                let key = ((entry >> 32) as u32).wrapping_mul(UNSCATTER);
                (key, self.get(key).expect("the slot is occupied"))
            })
        }
    }

    /// The inverse of [`SCATTER`] modulo 2^32. An odd number is its own inverse modulo 8; each step of Newton's iteration
    /// doubles the number of correct bits.
    const UNSCATTER: u32 = {
        let (mut inverse, mut round) = (SCATTER, 0);
        while round < 4 {
            inverse = inverse.wrapping_mul(2u32.wrapping_sub(SCATTER.wrapping_mul(inverse)));
            round += 1;
        }
        inverse
    };
}
