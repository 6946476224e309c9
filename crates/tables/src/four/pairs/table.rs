//! The table of pairs: the distance of every p with the centres of F and B and the parity, and its catalogue entry.
//!
//! [`Codes`], with the entry `word * 12 + bit` ([`super::numbering`]) for a state. The table has 1538 classes * 20,160 orders * 12 bits / 4 = 93,018,240 bytes.

use std::ops::Range;

use crate::counts::tell_fields;
use crate::{COUNTS, counts};
use cubiform_cube::four::Cube4;
use cubiform_threads::Threads;

use super::numbering::BITS;
use super::{PairState, Pairs, TURNS, fill};
use crate::four::table::{self, CodeAddress, Codes};
use crate::goal::table::Contradiction;
use crate::walk::{self, Downhill};
use cubiform_store::fill::{Checkpoint, Filling, Watch};
use cubiform_store::{HAS_FILES, OpenTable, TableBytes, TableKind};

/// The version of the numbering, part of the identity of the table's file.
const NUMBERING: u32 = 1;

/// The table of pairs, as a table that can be built and kept as a file.
#[derive(Debug)]
pub struct PairEntry {
    name: &'static str,
    description: &'static str,
    histogram: &'static [u64],
}

/// The catalogue entry of the table of pairs. Its histogram was counted by a fill.
pub static PAIR_TABLE: PairEntry = PairEntry {
    name: "444-outer-3",
    description: "4x4x4, outer-block turns: pairs of wings, centres of F and B, parity of the pairs",
    histogram: counts!(COUNTS, "444-outer-3"),
};

impl OpenTable for PairEntry {
    type Table = PairTable;

    fn table(&self, bytes: TableBytes) -> PairTable {
        PairTable::new(bytes)
    }
}

impl TableKind for PairEntry {
    tell_fields!();

    fn set(&self) -> Option<&'static str> {
        Some(&self.name[..self.name.len() - "-3".len()])
    }

    fn metric(&self) -> &'static str {
        "OBTM"
    }

    fn identity(&self) -> String {
        format!("{} numbering {NUMBERING}", self.name)
    }

    fn entries(&self) -> u64 {
        fill::SHAPE.entries()
    }

    fn payload(&self) -> u64 {
        fill::SHAPE.bytes()
    }

    fn memory(&self) -> u64 {
        fill::MEMORY
    }

    fn fill(&self, threads: &Threads, watch: &Watch<'_>, _: Option<Checkpoint<'_>>) -> Filling {
        if !HAS_FILES {
            return Filling::cancelled();
        }
        fill::run(Pairs::get(), threads, watch)
    }
}

/// The pruning table of pairs: exact distances mod 3, two bits each.
pub struct PairTable {
    pairs: &'static Pairs,
    codes: Codes,
}

impl PairTable {
    fn new(codes: TableBytes) -> PairTable {
        PairTable { pairs: Pairs::get(), codes: Codes::new(codes, fill::SHAPE.bytes()) }
    }

    /// Returns the stage.
    pub fn pairs(&self) -> &'static Pairs {
        self.pairs
    }

    /// Returns the codes.
    #[inline(always)]
    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// Returns the address of a state after a turn, and prefetches it.
    #[inline(always)]
    pub fn address_after(&self, state: &PairState, turn: usize) -> CodeAddress {
        let numbering = &self.pairs.numbering;
        let entry = numbering.class_order_after(&state.pairs, turn);
        let address = CodeAddress((entry.word() * BITS + numbering.bit(state, entry.turn_symmetry)) as u32);
        self.codes.prefetch(address);
        address
    }

    /// Returns the number of turns that pair the wings and put the centres of F and B and the parity in order, in
    /// outer-block turns, by a walk down to the goal. It is a lower bound on the distance of the state, whose other
    /// centres are not counted.
    ///
    /// # Errors
    /// If the table is damaged: a state on the walk has no child that is nearer.
    pub fn distance(&self, state: &PairState) -> Result<u8, Contradiction> {
        // Mostly one of the first six turns is an improvement.
        walk::walk::<_, 6>(self, *state, |_| ())
    }

    /// Returns whether F and B have one colour each and the parity is even.
    fn is_front_done(&self, state: &PairState) -> bool {
        let solved = [0x0f, 0xf0].map(|set| self.pairs.front_set_numbers[set]);
        solved.contains(&state.centres[2]) && !state.is_odd
    }
}

impl Downhill for &PairTable {
    type State = PairState;
    type Batch<const N: usize> = [CodeAddress; N];

    fn table(self) -> &'static str {
        PAIR_TABLE.name
    }

    fn moves(self) -> usize {
        TURNS
    }

    fn child<const N: usize>(self, state: &PairState, _: &[CodeAddress; N], _: usize, m: usize) -> PairState {
        self.pairs.turn(state, m)
    }

    fn start<const N: usize>(self, state: &PairState) -> [CodeAddress; N] {
        [self.address_after(state, TURNS); N]
    }

    fn look_up<const N: usize>(self, state: &PairState, moves: Range<usize>, batch: &mut [CodeAddress; N]) {
        for (address, m) in batch.iter_mut().zip(moves) {
            *address = self.address_after(state, m);
        }
    }

    fn residue<const N: usize>(self, batch: &[CodeAddress; N], child: usize) -> u8 {
        self.codes.code(batch[child])
    }

    fn is_goal(self, state: &PairState) -> Option<bool> {
        Some(state.pairs == super::IDENTITY && self.is_front_done(state))
    }
}

impl PairTable {
    /// Fills a table of the states within `radius` turns of the goal. The entries of the others have the distance
    /// `radius`, which is a lower bound, but [`distance`](Self::distance) fails for them. Lets solvers run in tests
    /// without the large table.
    pub fn fill_within(radius: u8) -> PairTable {
        let pairs = Pairs::get();
        let numbering = &pairs.numbering;
        let mut bytes = vec![radius % 3 * 0b01_01_01_01; fill::SHAPE.bytes() as usize];
        let solved = pairs.state(&Cube4::SOLVED).expect("it is solved");
        let entries = |state: &PairState| {
            let entry = numbering.class_order_after(&state.pairs, TURNS);
            let bit = numbering.bit(state, entry.turn_symmetry);
            let representative = numbering.pairs(entry.class, entry.order);
            let equivalents = numbering.equivalent_entries(&representative, entry.class).map(|equivalent| {
                let bit = numbering.permutations[equivalent.turn_symmetry][bit];
                equivalent.word() * BITS + usize::from(bit)
            });
            std::iter::once(entry.word() * BITS + bit).chain(equivalents).collect()
        };
        let children = |state: &PairState| {
            let state = *state;
            (0..TURNS).map(move |turn| pairs.turn(&state, turn))
        };
        table::fill_near(&mut bytes, vec![solved], radius, entries, children);
        PairTable::new(TableBytes::owned(bytes))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn fill_within_gives_the_first_levels_of_the_histogram() {
        let table = PairTable::fill_within(4);
        let pairs = table.pairs();
        let mut level = HashSet::from([pairs.state(&Cube4::SOLVED).unwrap()]);
        for depth in 0..=4 {
            assert!(level.iter().all(|state| table.distance(state).unwrap() <= depth));
            level =
                level.iter().flat_map(|state| (0..TURNS).map(move |turn| pairs.turn(state, turn))).collect();
        }
        // Beyond the radius there are no distances.
        assert!(level.iter().any(|state| table.distance(state).is_err()));
        assert_eq!(table.codes.bytes().len() as u64, fill::SHAPE.bytes());
    }
}
