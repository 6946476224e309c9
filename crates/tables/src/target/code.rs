//! Codes: what the two bits that a table keeps say of a state.
//!
//! A move changes a distance by one at most, so a distance modulo 3 is enough for who knows that of a neighbour. The
//! fourth code says more of some states whose distance is 1 modulo 3, the commonest of the two-slot tables, 10, among
//! them: that they are *no_progress_count*, that no move of the coordinate's [class](crate::Coordinate::class) leads nearer. A
//! search that must come nearer need not look those children up.

/// The code of a state at a distance of 1 modulo 3 from which no move of the class leads nearer; and of an entry of no
/// state.
pub const NO_PROGRESS: u8 = 3;

/// The distance modulo 3 of a state of that code.
pub const fn residue(code: u8) -> u8 {
    if code == NO_PROGRESS { 1 } else { code }
}

/// The distance of a state of that code, given one that is off by one at most, below 32.
pub fn next_distance(known: u8, code: u8) -> u8 {
    NEXT_DISTANCE[usize::from(known & 31)][usize::from(code & 3)]
}

/// The distance of a child, by that of its parent, below 32, and the child's code.
///
/// (residue - parent) mod 3 is 0, 1 or 2: the same, one more, one less.
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
pub struct CodeSet(u8);

impl CodeSet {
    /// Those of states, whose parent has distance `parent`, below 32, that have distance `limit` at most.
    #[inline(always)]
    pub fn within_limit(parent: u8, limit: u8) -> CodeSet {
        // A child is at most one farther, so only the limits from one nearer on differ.
        const BY_SLACK: [[u8; 3]; 32] = {
            let mut sets = [[0; 3]; 32];
            let mut parent = 0;
            while parent < 32 {
                let mut code = 0;
                while code < 4 {
                    let mut slack = 0;
                    while slack < 3 {
                        // Slack 0 is a limit of one less than the parent has.
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

    /// Whether this code is one of them.
    #[inline(always)]
    pub(crate) fn contains(self, code: u8) -> bool {
        self.0 >> (code & 3) & 1 != 0
    }

    /// The codes themselves, a bit each.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        self.0.into()
    }

    /// Which of the sixteen codes of a word are among them.
    #[inline(always)]
    pub(crate) fn positions_in(self, word: u32) -> u32 {
        let (low, high) = (word, word >> 16);
        let all = |code: u8| 0u32.wrapping_sub(u32::from(self.contains(code)));
        (all(0) & !low | all(1) & low) & !high | (all(2) & !low | all(3) & low) & high
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::table;

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
                for i in 0..table::WORD as u32 {
                    assert_eq!(set.positions_in(word) >> i & 1 == 1, set.contains(table::code(word, i)));
                }
            }
        }
    }
}
