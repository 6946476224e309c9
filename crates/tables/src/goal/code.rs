//! Codes: the two bits that a table stores for each state.
//!
//! | code | distance modulo 3 | tested moves |
//! |------|-------------------|--------------|
//! | 0 | 0 | not known |
//! | 1 | 1 | at least one of them reduces the distance |
//! | 2 | 2 | not known |
//! | 3, [`NO_PROGRESS`] | 1 | none of them reduces the distance |
//!
//! A move changes a distance by at most one, so the residue and a neighbour's distance give the exact distance. The
//! spare fourth code marks the states at distance 1 modulo 3 from which none of the coordinate's [tested
//! moves](crate::Coordinate::tested_moves) makes progress. A search that must come nearer skips the look-ups of those
//! children.

/// The code of a state at a distance of 1 modulo 3 from which no tested move reduces the distance. Entries without a
/// state have it too.
pub(crate) const NO_PROGRESS: u8 = 3;

/// Returns the distance modulo 3 of a state with this code.
pub(crate) const fn residue(code: u8) -> u8 {
    if code == NO_PROGRESS { 1 } else { code }
}

/// Returns the distance of a state, given its code and the distance of a neighbour, which must be below 32.
#[inline(always)]
pub(crate) fn next_distance(known: u8, code: u8) -> u8 {
    NEXT_DISTANCE[usize::from(known & 31)][usize::from(code & 3)]
}

/// By the parent's distance and the child's code: the child's distance. The residue of child minus parent is 0 for the
/// same distance, 1 for one more and 2 for one less.
const NEXT_DISTANCE: [[u8; 4]; 32] = {
    let mut table = [[0; 4]; 32];
    let mut parent = 0;
    while parent < 32 {
        let mut code = 0;
        while code < 4 {
            let change = (residue(code as u8) as usize + 3 - parent % 3) % 3;
            table[parent][code] = (parent + change) as u8;
            if change == 2 {
                table[parent][code] = (parent as u8).wrapping_sub(1);
            }
            code += 1;
        }
        parent += 1;
    }
    table
};

/// A set of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CodeSet(u8);

impl CodeSet {
    /// Returns the codes of the children with a distance of at most `limit`, where the parent's distance `parent` is
    /// below 32.
    #[inline(always)]
    pub(crate) fn within_limit(parent: u8, limit: u8) -> CodeSet {
        // A child is at most one farther, so only limits of `parent - 1` to `parent + 1` differ.
        const BY_SLACK: [[u8; 3]; 32] = {
            let mut sets = [[0; 3]; 32];
            let mut parent = 0;
            while parent < 32 {
                let mut code = 0;
                while code < 4 {
                    let mut slack = 0;
                    while slack < 3 {
                        // Slack 0 is the limit `parent - 1`.
                        if (NEXT_DISTANCE[parent][code] as usize) < parent + slack {
                            sets[parent][slack] |= 1 << code;
                        }
                        slack += 1;
                    }
                    code += 1;
                }
                parent += 1;
            }
            sets
        };
        let sets = &BY_SLACK[usize::from(parent & 31)];
        match (usize::from(limit) + 1).checked_sub(usize::from(parent)) {
            Some(slack) => CodeSet(sets[slack.min(2)]),
            None => CodeSet(0),
        }
    }

    /// Returns whether the set contains this code.
    #[inline(always)]
    pub(crate) fn contains(self, code: u8) -> bool {
        self.0 >> (code & 3) & 1 != 0
    }

    /// Returns the codes as bits.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        self.0.into()
    }

    /// Returns the lanes, as bits, of the codes of a table word that are in the set.
    #[inline(always)]
    pub(crate) fn lanes_in(self, word: u32) -> u32 {
        let (low, high) = (word, word >> 16);
        let all = |code: u8| 0u32.wrapping_sub(u32::from(self.contains(code)));
        (all(0) & !low | all(1) & low) & !high | (all(2) & !low | all(3) & low) & high
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::coset_lane::CosetLane;

    #[test]
    fn code_and_parent_distance_give_the_child_distance() {
        let mut no_progress_count = 0;
        for parent in 1..31u8 {
            for child in parent - 1..=parent + 1 {
                for code in (0..4).filter(|code| residue(*code) == child % 3) {
                    no_progress_count += usize::from(code == NO_PROGRESS);
                    assert_eq!(next_distance(parent, code), child);
                    for limit in 0..32 {
                        let within = CodeSet::within_limit(parent, limit);
                        assert_eq!(within.contains(code), child <= limit, "{parent}, {child}, {limit}");
                    }
                }
            }
        }
        assert!(no_progress_count > 0);
    }

    #[test]
    fn positions_in_marks_exactly_the_codes_of_the_set() {
        for word in [0, u32::MAX, 0x1234_5678, 0x0ff0_a55a, 0x00ff_0f0f] {
            for set in (0..16).map(CodeSet) {
                for i in 0..16 {
                    assert_eq!(set.lanes_in(word) >> i & 1 == 1, set.contains(CosetLane(i).code(word)));
                }
            }
        }
    }
}
