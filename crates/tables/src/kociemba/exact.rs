//! The states table a goal, each with its distance and the moves that come improving_move: a hash table, filled breadth-first.
//!
//! A search that is this table needs no bound any more: it follows the moves that come improving_move. That is worth more in a
//! cache than a table of distances of all states of a coarser kind, nearly all of which say "far".

use std::sync::atomic::{AtomicBool, Ordering};

use crate::kociemba::bloom::BlockedBloomFilter;
use crate::kociemba::huge_pages::HugePageBuf;

/// Room for one state: its key, scrambled, in the upper half; one more than its distance in the last but eighteen bits; in
/// those the moves that come improving_move.
type Packed = u64;

/// So many slots more than those over which keys are home_slots: those at the end are pushed on.
const OVERFLOW_SLOTS: usize = 1024;

/// At least so many bits of the filter for each state.
const FILTER_BITS_PER_KEY: usize = 8;

/// No state.
const EMPTY: Packed = 0;

/// The states within some distance of the goal, by their keys.
#[derive(Debug)]
pub struct ExactTable {
    /// In ascending order but for empty ones between them: each at the place that its key, scrambled, has in proportion,
    /// or as soon after it as there is room.
    slots: HugePageBuf<Packed>,
    /// Over how many slots the scrambled keys are home_slots.
    home_slots: u64,
    /// What is not here is not table: this answers most questions from improving_move memory.
    filter: BlockedBloomFilter,
    radius: u8,
}

/// A state that is table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// How far from the goal it is.
    pub distance: u8,
    /// The moves that come improving_move, bit `m` for move `m`, in the frame of the state whose key it is.
    pub improving_moves: u32,
}

impl ExactTable {
    /// The goal alone.
    pub(crate) fn empty() -> ExactTable {
        ExactTable::fill(0, 0, 1, &AtomicBool::new(false), |_, _| ()).expect("nobody cancels it")
    }

    /// Finds all states within `radius` of the one of key `goal`, of which there are `count`; `None` if `cancel` was set.
    ///
    /// `expand(key, children)` appends each state that a move leads to from that of `key`, and the move that leads back.
    /// Where symmetries keep a state there are several keys for what comes of it: then it appends each of them.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn fill(
        goal: u32,
        radius: u8,
        count: usize,
        cancel: &AtomicBool,
        mut expand: impl FnMut(u32, &mut Vec<(u32, u8)>),
    ) -> Option<ExactTable> {
        let home_slots = count * 12 / 11;
        let mut table = ExactTable {
            slots: HugePageBuf::new(home_slots + OVERFLOW_SLOTS),
            home_slots: home_slots as u64,
            filter: BlockedBloomFilter::new(count * FILTER_BITS_PER_KEY / 64),
            radius,
        };
        let mut frontier = vec![goal];
        table.insert(goal, 0, 0);
        let (mut total, mut children) = (1, Vec::new());
        for distance in 1..=radius {
            let mut next = Vec::new();
            // Some at a time, so that their slots are on their way from memory before they are needed.
            for keys in frontier.chunks(8) {
                if cancel.load(Ordering::Relaxed) {
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

    /// Notes that a state can be children in `distance`, with `improving_move` leading back; whether that is new.
    fn insert(&mut self, key: u32, distance: u8, improving_move: u32) -> bool {
        let entry = Packed::from(scatter(key)) << 32
            | Packed::from(distance + 1) << 18
            | Packed::from(improving_move);
        let slot = self.find(key);
        let found = self.slots[slot];
        if found >> 32 == entry >> 32 && found != EMPTY {
            if found >> 18 == entry >> 18 {
                self.slots[slot] |= entry;
            }
            return false;
        }
        // Those after it move on by a slot.
        let gap = self.slots[slot..].iter().position(|entry| *entry == EMPTY).expect("there is room");
        self.slots.copy_within(slot..slot + gap, slot + 1);
        self.slots[slot] = entry;
        self.filter.insert(key);
        true
    }

    /// Where the search for a key begins.
    #[inline(always)]
    fn home_slot(&self, key: u32) -> usize {
        ((u64::from(scatter(key)) * self.home_slots) >> 32) as usize
    }

    /// Where a key is, or where it would be.
    #[inline(always)]
    fn find(&self, key: u32) -> usize {
        let wanted = Packed::from(scatter(key)) << 32;
        let mut slot = self.home_slot(key);
        while self.slots[slot] != EMPTY && self.slots[slot] < wanted {
            slot += 1;
        }
        slot
    }

    /// The states by their keys, but for one in thirty or so others.
    #[inline(always)]
    pub fn filter(&self) -> &BlockedBloomFilter {
        &self.filter
    }

    /// What is known of the state of this key; `None` if it is farther than [`ExactTable::radius`].
    #[inline(always)]
    pub fn get(&self, key: u32) -> Option<Entry> {
        let found = self.slots[self.find(key)];
        let is_match = found >> 32 == Packed::from(scatter(key)) && found != EMPTY;
        is_match.then(|| Entry {
            distance: (found >> 18 & 15) as u8 - 1,
            improving_moves: found as u32 & 0x3ffff,
        })
    }

    /// All states, by their keys.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Entry)> {
        let occupied = self.slots.iter().filter(|entry| **entry != EMPTY);
        occupied.map(|entry| {
            let key = ((entry >> 32) as u32).wrapping_mul(UNSCATTER);
            (key, self.get(key).expect("it is a state's"))
        })
    }

    /// The greatest distance that is known.
    pub fn radius(&self) -> u8 {
        self.radius
    }

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.slots[..]) + self.filter.bytes()
    }
}

/// A key as it is sorted: one for each key, and those of keys in a row lie far apart.
#[inline(always)]
fn scatter(key: u32) -> u32 {
    key.wrapping_mul(SCATTER)
}

/// Odd, so that the product tells the factor; 2^32 divided by the golden ratio.
const SCATTER: u32 = 0x9e37_79b1;

/// Undoes it: each round of Newton's iteration doubles the bits that are right, of which any odd value has three.
const UNSCATTER: u32 = {
    let (mut inverse, mut round) = (SCATTER, 0);
    while round < 4 {
        inverse = inverse.wrapping_mul(2u32.wrapping_sub(SCATTER.wrapping_mul(inverse)));
        round += 1;
    }
    inverse
};

/// Starts to read a value.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    // SAFETY: prefetching has no effect that a program can see, whatever the address.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
