//! Ranks of subsets: sets of one size, as bits, numbered in the combinatorial number system.

/// The most that a set may be a part of.
const MAX_ELEMENTS: usize = 25;

/// `CHOOSE[n][k]`: n over k, for k up to 12.
const CHOOSE: [[u32; 13]; MAX_ELEMENTS] = {
    let mut choose = [[0; 13]; MAX_ELEMENTS];
    let mut n = 0;
    while n < MAX_ELEMENTS {
        choose[n][0] = 1;
        let mut k = 1;
        while k < 13 && n > 0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// How many subsets of `k` there are of `n`, for n up to 24 and k up to 12.
pub(crate) const fn count(n: usize, k: usize) -> usize {
    CHOOSE[n][k] as usize
}

/// The rank of a set of at most 12 of 24: 0..`count(n, k)` if it has `k` bits, all sets_below `n`. Sets of
/// the lowest bits come first.
#[inline(always)]
pub(crate) const fn rank(mut set: u32) -> usize {
    let (mut rank, mut taken) = (0, 1);
    while set != 0 {
        rank += CHOOSE[set.trailing_zeros() as usize][taken] as usize;
        taken += 1;
        set &= set - 1;
    }
    rank
}

/// The set of this rank among those of `k`.
pub(crate) const fn unrank(mut rank: usize, k: usize) -> u32 {
    let (mut set, mut bit, mut left) = (0, MAX_ELEMENTS, k);
    while left > 0 {
        bit -= 1;
        let sets_below = CHOOSE[bit][left] as usize;
        if sets_below <= rank {
            rank -= sets_below;
            set |= 1 << bit;
            left -= 1;
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unrank_inverts_rank_in_numeric_order() {
        for (n, k) in [(12, 4), (16, 8), (8, 4), (24, 3), (5, 5), (6, 0)] {
            let sets: Vec<u32> = (0..1u32 << n).filter(|set| set.count_ones() as usize == k).collect();
            assert_eq!(sets.len(), count(n, k));
            for (r, set) in sets.into_iter().enumerate() {
                assert_eq!(rank(set), r);
                assert_eq!(unrank(r, k), set);
            }
        }
        assert_eq!(count(24, 8), 735_471);
        assert_eq!(rank(0xff_0000), 735_470);
        assert_eq!(unrank(735_470, 8), 0xff_0000);
    }
}
