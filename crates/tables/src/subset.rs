//! Ranks of subsets: sets of one size, as bits, numbered by the combinatorial number system.

/// One more than the maximum number of elements to choose from.
const MAX_ELEMENTS: usize = 25;

/// Binomial coefficients: `CHOOSE[n][k]` for n below `MAX_ELEMENTS` and k up to 12.
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

/// Returns the number of subsets of `k` out of `n` elements, for n up to 24 and k up to 12.
pub(crate) const fn count(n: usize, k: usize) -> usize {
    CHOOSE[n][k] as usize
}

/// Returns the set of the images of the elements of a set.
pub(crate) fn image(mut set: u32, image: impl Fn(usize) -> u8) -> u32 {
    let mut images = 0;
    while set != 0 {
        images |= 1 << image(set.trailing_zeros() as usize);
        set &= set - 1;
    }
    images
}

/// Returns the rank of a set of at most 12 elements out of 24: 0..`count(n, k)` for `k` elements below `n`. Ranks
/// follow the order of sets as numbers.
#[inline(always)]
pub(crate) const fn rank(mut set: u32) -> usize {
    let (mut rank, mut size) = (0, 1);
    while set != 0 {
        rank += CHOOSE[set.trailing_zeros() as usize][size] as usize;
        size += 1;
        set &= set - 1;
    }
    rank
}

/// Returns the set of rank `rank` among those of `k` elements.
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
