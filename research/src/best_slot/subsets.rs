//! Sets of two and of four of the eight corner positions, and permanents and determinants over them.
//!
//! The permanent of four rows over a set of four columns is a sum over the six splits of the set into the columns of the
//! first two rows and those of the last two; the determinant is the same sum with signs. With the splits of {w < x < y <
//! z} in the order wx, wy, wz, xy, xz, yz, the signs are + - + + - +, and the columns of the last two rows are those of
//! the split read backwards.

/// The number of pairs of two of eight positions.
pub(super) const PAIRS: usize = 28;

/// The number of sets of four of eight positions.
pub(super) const QUADS: usize = 70;

/// The pairs of positions, in lexicographic order.
pub(super) const PAIR: [[usize; 2]; PAIRS] = {
    let mut pairs = [[0; 2]; PAIRS];
    let (mut first, mut second) = (0, 1);
    let mut i = 0;
    while i < PAIRS {
        pairs[i] = [first, second];
        second += 1;
        if second == 8 {
            first += 1;
            second = first + 1;
        }
        i += 1;
    }
    pairs
};

/// The sets of four positions in ascending order, as bits.
pub(super) const QUAD: [u8; QUADS] = {
    let mut quads = [0; QUADS];
    let (mut bits, mut i) = (0u32, 0);
    while bits < 256 {
        if bits.count_ones() == 4 {
            quads[i] = bits as u8;
            i += 1;
        }
        bits += 1;
    }
    quads
};

/// For each set of four, the numbers of its pairs in the order of the splits.
pub(super) const SPLITS: [[u8; 6]; QUADS] = {
    let mut splits = [[0; 6]; QUADS];
    let mut i = 0;
    while i < QUADS {
        let (mut pair, mut split) = (0, 0);
        while pair < PAIRS {
            let bits = 1 << PAIR[pair][0] | 1 << PAIR[pair][1];
            if QUAD[i] & bits == bits {
                splits[i][split] = pair as u8;
                split += 1;
            }
            pair += 1;
        }
        i += 1;
    }
    splits
};

/// The sign of each split in a determinant.
pub(super) const SPLIT_SIGN: [i16; 6] = [1, -1, 1, 1, -1, 1];

/// Returns the number of the complement of a set of four. The sets are in ascending order, so the complements are in
/// descending order.
#[inline(always)]
pub(super) const fn complement(quad: usize) -> usize {
    QUADS - 1 - quad
}

/// Whether the permutation that lists the positions of a set and then those of its complement is odd.
pub(super) const IS_ODD: [bool; QUADS] = {
    let mut is_odd = [false; QUADS];
    let mut i = 0;
    while i < QUADS {
        let mut position = 0;
        while position < 8 {
            // The positions of the set above a position of the complement.
            if QUAD[i] >> position & 1 == 0 {
                is_odd[i] ^= (QUAD[i] as u32 >> position).count_ones() % 2 == 1;
            }
            position += 1;
        }
        i += 1;
    }
    is_odd
};

/// Returns the eight positions without a slot edge, in ascending order.
pub(super) fn free_positions(slots: [u8; 4]) -> [u8; 8] {
    crate::placement_classes::remaining::<12, 8>(std::array::from_fn(|position| position as u8), &slots)
}

/// Returns whether the number of inversions is odd.
pub(super) fn is_odd(order: &[u8]) -> bool {
    let inversions = |(j, later): (usize, &u8)| order[..j].iter().filter(|earlier| *earlier > later).count();
    order.iter().enumerate().map(inversions).sum::<usize>() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_odd(order: &[usize]) -> bool {
        (0..order.len())
            .flat_map(|j| (0..j).map(move |i| (i, j)))
            .filter(|(i, j)| order[*i] > order[*j])
            .count()
            % 2
            == 1
    }

    fn positions(set: u8) -> Vec<usize> {
        (0..8).filter(|position| set >> position & 1 == 1).collect()
    }

    #[test]
    fn splits_and_complements_have_the_signs_of_their_permutations() {
        for (i, set) in QUAD.into_iter().enumerate() {
            assert_eq!(QUAD[complement(i)], !set);
            assert_eq!(is_odd(&[positions(set), positions(!set)].concat()), IS_ODD[i]);
            for (split, sign) in SPLIT_SIGN.into_iter().enumerate() {
                let first = PAIR[usize::from(SPLITS[i][split])];
                let second = PAIR[usize::from(SPLITS[i][5 - split])];
                let order = [first, second].concat();
                assert_eq!(order.iter().fold(0, |bits, position| bits | 1 << position), set);
                assert_eq!(is_odd(&order), sign < 0);
            }
        }
    }
}
