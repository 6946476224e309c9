//! The table of pairs: the distance of every p with the centres of F and B and the parity, and its catalogue entry.
//!
//! Two bits for each state, its distance mod 3. Entry `word * 12 + bit` ([`super::numbering`]) lies in byte `entry / 4`
//! at bits `2 * (entry % 4)`. The table has 1538 classes * 20,160 orders * 12 bits / 4 = 93,018,240 bytes.

use std::collections::HashSet;

use crate::COUNTS;
use crate::counts;
use cubiform_cube::four::Cube4;
use cubiform_threads::Threads;

use super::numbering::BITS;
use super::{PairState, Pairs, TURNS, fill};
use crate::goal::table::Contradiction;
use crate::kociemba::prefetch;
use cubiform_store::TableBytes;
use cubiform_store::fill::{Checkpoint, Filling, Watch};
use cubiform_store::{OpenTable, TableKind};

/// The version of the numbering, part of the identity of the table's file.
const NUMBERING: u32 = 1;

/// The table of pairs, as a table that can be built and kept as a file.
#[derive(Debug)]
pub struct PairEntry {
    name: &'static str,
    about: &'static str,
    histogram: &'static [u64],
}

/// The catalogue entry of the table of pairs. Its histogram was counted by a fill.
pub static PAIR_TABLE: PairEntry = PairEntry {
    name: "444-outer-3",
    about: "4x4x4, outer-block turns: pairs of wings, centres of F and B, parity of the pairs",
    histogram: counts!(COUNTS, "444-outer-3"),
};

impl OpenTable for PairEntry {
    type Table = PairTable;

    fn table(&self, bytes: TableBytes) -> PairTable {
        PairTable::new(bytes)
    }
}

impl TableKind for PairEntry {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.about
    }

    fn set(&self) -> Option<&'static str> {
        Some(&self.name[..self.name.len() - "-3".len()])
    }

    fn metric(&self) -> &'static str {
        "OBTM"
    }

    fn histogram(&self) -> &'static [u64] {
        self.histogram
    }

    fn identity(&self) -> String {
        format!("{} numbering {NUMBERING}", self.name)
    }

    fn entries(&self) -> u64 {
        4 * fill::BYTES
    }

    fn payload(&self) -> u64 {
        fill::BYTES
    }

    fn memory(&self) -> u64 {
        fill::MEMORY
    }

    fn fill(&self, threads: &Threads, watch: &Watch<'_>, _: Option<Checkpoint<'_>>) -> Filling {
        fill::run(Pairs::get(), threads, watch)
    }
}

/// The pruning table of pairs: exact distances mod 3, two bits each.
pub struct PairTable {
    pairs: &'static Pairs,
    codes: TableBytes,
}

/// The position of a state's code in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeAddress(u32);

impl PairTable {
    fn new(codes: TableBytes) -> PairTable {
        assert_eq!(codes.bytes().len() as u64, fill::BYTES, "a table holds every word");
        PairTable { pairs: Pairs::get(), codes }
    }

    /// Returns the stage.
    pub fn pairs(&self) -> &'static Pairs {
        self.pairs
    }

    /// Returns the address of a state after a turn, and prefetches it.
    #[inline(always)]
    pub fn address_after(&self, state: &PairState, turn: usize) -> CodeAddress {
        let numbering = &self.pairs.numbering;
        let entry = numbering.class_order_after(&state.pairs, turn);
        let address = CodeAddress((entry.word() * BITS + numbering.bit(state, entry.turn_symmetry)) as u32);
        prefetch(&self.codes.bytes()[address.byte()]);
        address
    }

    /// Returns the code in an address: the distance mod 3.
    #[inline(always)]
    pub(crate) fn code(&self, address: CodeAddress) -> u8 {
        self.codes.bytes()[address.byte()] >> (2 * (address.0 & 3)) & 3
    }

    /// Returns the distance of the state in an address, which is one turn from a state at distance `parent_distance`.
    #[inline(always)]
    pub fn child_distance(&self, parent_distance: u8, address: CodeAddress) -> u8 {
        let change = (self.code(address) + 4 - parent_distance % 3) % 3;
        (parent_distance + change).saturating_sub(1)
    }

    /// Returns the number of turns that pair the wings and put the centres of F and B and the parity in order, in
    /// outer-block turns, by a walk down to the goal. It is a lower bound on the distance of the state, whose other
    /// centres are not counted.
    ///
    /// # Errors
    /// If the table is damaged: a state on the walk has no child that is nearer.
    pub fn distance(&self, state: &PairState) -> Result<u8, Contradiction> {
        let is_goal = |state: &PairState| state.pairs == super::IDENTITY && self.is_front_done(state);
        let (mut current, mut distance) = (*state, 0u8);
        let mut code = self.code(self.address_after(&current, TURNS));
        while !(code == 0 && is_goal(&current)) {
            let improving_code = (code + 2) % 3;
            let mut addresses = [CodeAddress::default(); TURNS];
            // The children are tried in two groups, since mostly the first has an improving turn.
            let groups = [0..6, 6..TURNS];
            let nearer = groups.into_iter().find_map(|group| {
                group.clone().for_each(|turn| addresses[turn] = self.address_after(&current, turn));
                group.into_iter().find(|turn| self.code(addresses[*turn]) == improving_code)
            });
            let turn =
                nearer.filter(|_| distance < u8::MAX).ok_or(Contradiction { table: PAIR_TABLE.name })?;
            (current, code, distance) = (self.pairs.turn(&current, turn), improving_code, distance + 1);
        }
        Ok(distance)
    }

    /// Returns whether F and B have one colour each and the parity is even.
    fn is_front_done(&self, state: &PairState) -> bool {
        let solved = [0x0f, 0xf0].map(|set| self.pairs.front_set_numbers[set]);
        solved.contains(&state.centres[2]) && !state.is_odd
    }
}

impl CodeAddress {
    #[inline(always)]
    fn byte(self) -> usize {
        (self.0 >> 2) as usize
    }
}

impl PairTable {
    /// Fills a table of the states within `radius` turns of the goal. The entries of the others have the distance
    /// `radius`, which is a lower bound, but [`distance`](Self::distance) fails for them. Lets solvers run in tests
    /// without the large table.
    pub fn fill_within(radius: u8) -> PairTable {
        let pairs = Pairs::get();
        let numbering = &pairs.numbering;
        let mut bytes = vec![radius % 3 * 0b01_01_01_01; fill::BYTES as usize];
        let mut addresses = HashSet::new();
        let solved = pairs.state(&Cube4::SOLVED).expect("it is solved");
        let mut level = vec![solved];
        for depth in 0..=radius {
            let mut next = Vec::new();
            for state in &level {
                let entry = numbering.class_order_after(&state.pairs, TURNS);
                let bit = numbering.bit(state, entry.turn_symmetry);
                if addresses.contains(&(entry.word() * BITS + bit)) {
                    continue;
                }
                let representative = numbering.pairs(entry.class, entry.order);
                for equivalent in numbering.equivalent_entries(&representative, entry.class) {
                    let bit = numbering.permutations()[equivalent.turn_symmetry][bit];
                    let address = equivalent.word() * BITS + usize::from(bit);
                    addresses.insert(address);
                    let byte = &mut bytes[address / 4];
                    *byte = *byte & !(3 << (2 * (address % 4))) | (depth % 3) << (2 * (address % 4));
                }
                if depth < radius {
                    next.extend((0..TURNS).map(|turn| pairs.turn(state, turn)));
                }
            }
            level = next;
        }
        PairTable::new(TableBytes::owned(bytes))
    }
}

#[cfg(test)]
mod tests {
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
        assert_eq!(table.codes.bytes().len() as u64, fill::BYTES);
    }
}
