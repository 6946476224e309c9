//! Counts the legal arrangements of the eight corners, given the set of allowed places of each, for 32 sets of flips of
//! the edges side by side.
//!
//! An arrangement is legal if its twists add up to a multiple of three and its permutation has the parity of that of the
//! edges. Both conditions are averages over characters: with `w` a cube root of unity, a legal arrangement is counted by
//!
//! ```text
//! (1 + w^twist + w^(2 twist)) / 3 * (1 + sign of the corners * sign of the edges) / 2.
//! ```
//!
//! For one character, each corner c and position p have a weight, the sum of the character over the allowed twists: a
//! matrix of eight rows and columns. The sum over all arrangements is its permanent, or its determinant with the sign
//! of the permutation. The two characters of the twist other than the trivial one are conjugate, so one is enough.
//!
//! Permanent and determinant are computed for four rows and each of the 70 sets of four columns, twice, and joined.
//!
//! Weights of the nontrivial character are Eisenstein integers `a + b w`. The pairs `(a, a + b)` are kept, and a product
//! takes three multiplications: with `R = a c`, `T = b d` and `K = (a + b)(c + d)`, it has the pair `(R - T, K - 3 T)`.
//! Twice the real part of the product is `3 R - K`.
//!
//! | value | largest magnitude |
//! |---|---|
//! | weight | 3; nontrivial 1 |
//! | two rows | 18; nontrivial 2, its components 4 |
//! | four rows | 1944; nontrivial 24, its components 48, intermediate sums 96 |
//! | eight rows | 264,539,520 |

use super::slot_distances::ALL_PLACES;
use super::subsets::{IS_ODD, PAIR, PAIRS, QUADS, SPLIT_SIGN, SPLITS, complement};
use super::vectors::{BLOCK, Vectors};

/// The number of sets of flips that are counted side by side.
pub(super) const LANES: usize = BLOCK;

/// The allowed places of each corner, by lane.
pub(super) type Places = [[u32; LANES]; 8];

/// The number of legal arrangements of the corners: half of 8! * 3^7.
pub(super) const ALL_WAYS: u64 = 44_089_920;

/// A value for each lane.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Lanes(pub(super) [i16; LANES]);

impl Lanes {
    const ZERO: Lanes = Lanes([0; LANES]);

    #[inline(always)]
    fn times(&self, other: &Lanes) -> Lanes {
        let mut lanes = Lanes::ZERO;
        for i in 0..LANES {
            lanes.0[i] = self.0[i].wrapping_mul(other.0[i]);
        }
        lanes
    }

    #[inline(always)]
    fn plus(&self, other: &Lanes) -> Lanes {
        let mut lanes = Lanes::ZERO;
        for i in 0..LANES {
            lanes.0[i] = self.0[i].wrapping_add(other.0[i]);
        }
        lanes
    }

    #[inline(always)]
    fn minus(&self, other: &Lanes) -> Lanes {
        let mut lanes = Lanes::ZERO;
        for i in 0..LANES {
            lanes.0[i] = self.0[i].wrapping_sub(other.0[i]);
        }
        lanes
    }
}

/// The components of a value: that of the trivial character; `a`, `b` and `a + b` of the nontrivial one.
type Value = [Lanes; 4];

/// Memory for the values of 32 sets of flips.
pub(super) struct Scratch([FourCorners; 2]);

impl Scratch {
    pub(super) fn new() -> Box<Scratch> {
        Box::new(Scratch([FourCorners::ZERO; 2]))
    }
}

/// The values of four corners, for 32 sets of flips.
pub(super) struct FourCorners {
    /// The weights by corner and position.
    weights: [[Value; 8]; 4],
    /// The values of the first two and the last two corners, by pair of positions.
    pairs: [[Value; PAIRS]; 2],
    /// The values of all four, by set of positions. Component b is not computed.
    pub(super) quads: [Value; QUADS],
}

/// A sum of numbers of legal arrangements over sets of flips, for edges of one parity.
///
/// Sets of flips are sorted by the number of corners without constraints, which saves work: such a corner has weights 0 for
/// the nontrivial character, and two equal rows make the determinant zero. They are counted once a block is full.
pub(super) struct CornerWays<'a, V> {
    vectors: V,
    scratch: &'a mut Scratch,
    /// The parity of the edges as a sign.
    sign: i64,
    /// The sets of flips with no, one and several corners without constraints.
    waiting: [Waiting; 3],
    /// Six times the number of arrangements.
    sum: i64,
}

/// Sets of flips that do not fill a block yet.
struct Waiting {
    places: Places,
    len: usize,
}

impl<V: Vectors> CornerWays<'_, V> {
    /// Returns an empty sum. `is_odd` is the parity of the permutation of the edges.
    #[inline(always)]
    pub(super) fn new(vectors: V, is_odd: bool, scratch: &mut Scratch) -> CornerWays<'_, V> {
        const NONE: Waiting = Waiting { places: [[0; LANES]; 8], len: 0 };
        CornerWays { vectors, scratch, sign: if is_odd { -1 } else { 1 }, waiting: [NONE; 3], sum: 0 }
    }

    /// Adds the arrangements in which every corner has an allowed place, for each lane.
    #[inline(always)]
    pub(super) fn add(&mut self, places: &Places) {
        let (mut whole, mut is_empty) = ([0u32; LANES], [0u32; LANES]);
        for places in places {
            for i in 0..LANES {
                whole[i] += u32::from(places[i] == ALL_PLACES);
                is_empty[i] |= u32::from(places[i] == 0);
            }
        }
        for lane in 0..LANES {
            if is_empty[lane] != 0 {
                continue;
            }
            if whole[lane] == 8 {
                self.sum += 6 * ALL_WAYS as i64;
                continue;
            }
            let kind = whole[lane].min(2) as usize;
            let waiting = &mut self.waiting[kind];
            let at = waiting.len;
            for (waiting, places) in waiting.places.iter_mut().zip(places) {
                waiting[at] = places[lane];
            }
            waiting.len += 1;
            if waiting.len == LANES {
                self.flush(kind);
            }
        }
    }

    /// Returns the number of arrangements of all added lanes.
    #[inline(always)]
    pub(super) fn total(mut self) -> u64 {
        for kind in 0..3 {
            let Waiting { places, len } = &mut self.waiting[kind];
            if *len > 0 {
                // A lane without allowed places adds nothing.
                places.iter_mut().for_each(|places| places[*len..].fill(0));
                self.flush(kind);
            }
        }
        debug_assert!(self.sum >= 0 && self.sum % 6 == 0, "characters average to a number");
        self.sum as u64 / 6
    }

    /// Counts the block of a kind.
    #[inline(always)]
    fn flush(&mut self, kind: usize) {
        for (four, places) in self.scratch.0.iter_mut().zip(self.waiting[kind].places.chunks_exact(4)) {
            four.weigh(places);
        }
        self.waiting[kind].len = 0;
        let (vectors, scratch, sign) = (self.vectors, &mut *self.scratch, self.sign);
        self.sum += match kind {
            0 => ways::<4, false, V>(vectors, scratch) + sign * ways::<4, true, V>(vectors, scratch),
            1 => ways::<1, false, V>(vectors, scratch) + sign * ways::<1, true, V>(vectors, scratch),
            _ => ways::<1, false, V>(vectors, scratch),
        };
    }
}

impl FourCorners {
    pub(super) const ZERO: FourCorners = {
        const VALUE: Value = [Lanes::ZERO; 4];
        FourCorners { weights: [[VALUE; 8]; 4], pairs: [[VALUE; PAIRS]; 2], quads: [VALUE; QUADS] }
    };

    /// Computes the weights: the sums of `1` and of `w^twist` over the allowed twists; `1 + w + w^2` is 0.
    #[inline(always)]
    pub(super) fn weigh(&mut self, places: &[[u32; LANES]]) {
        for (places, weights) in places.iter().zip(&mut self.weights) {
            for (p, [number, a, b, sum]) in weights.iter_mut().enumerate() {
                for (i, places) in places.iter().enumerate() {
                    let twists = (places >> (3 * p)) as i16;
                    let (x, y, z) = (twists & 1, twists >> 1 & 1, twists >> 2 & 1);
                    number.0[i] = x + y + z;
                    a.0[i] = x - z;
                    b.0[i] = y - z;
                    sum.0[i] = x + y - 2 * z;
                }
            }
        }
    }

    /// Computes the first `N` components of the permanents, or with `SIGNED` the determinants, of the weights.
    #[inline(always)]
    pub(super) fn fill<const N: usize, const SIGNED: bool>(&mut self) {
        for (pairs, rows) in self.pairs.iter_mut().zip(self.weights.chunks_exact(2)) {
            fill_pairs::<N, SIGNED>(&rows[0], &rows[1], pairs);
        }
        fill_quads::<N, SIGNED>(&self.pairs[0], &self.pairs[1], &mut self.quads);
    }
}

/// Returns the sum over all lanes of the permanent, or with `SIGNED` the determinant, of the weights for the first `N`
/// components: for the trivial character, and for the two others.
#[inline(always)]
fn ways<const N: usize, const SIGNED: bool, V: Vectors>(vectors: V, scratch: &mut Scratch) -> i64 {
    scratch.0.iter_mut().for_each(FourCorners::fill::<N, SIGNED>);
    let mut total = joined::<SIGNED, V>(vectors, scratch, 0);
    if N > 1 {
        // Twice the real part of the product.
        total += 3 * joined::<SIGNED, V>(vectors, scratch, 1) - joined::<SIGNED, V>(vectors, scratch, 3);
    }
    total
}

/// Computes the permanents, or determinants, of two rows over pairs of positions.
#[inline(always)]
fn fill_pairs<const N: usize, const SIGNED: bool>(
    first: &[Value; 8],
    second: &[Value; 8],
    pairs: &mut [Value; PAIRS],
) {
    for (pair, [p, q]) in pairs.iter_mut().zip(PAIR) {
        let mut products = [Lanes::ZERO; 4];
        for c in 0..N {
            let (even, odd) = (first[p][c].times(&second[q][c]), first[q][c].times(&second[p][c]));
            products[c] = if SIGNED { even.minus(&odd) } else { even.plus(&odd) };
        }
        store::<N, true>(&products, pair);
    }
}

/// Computes the permanents, or determinants, of four rows over sets of four positions, given those of two and two rows.
#[inline(always)]
fn fill_quads<const N: usize, const SIGNED: bool>(
    first: &[Value; PAIRS],
    second: &[Value; PAIRS],
    quads: &mut [Value; QUADS],
) {
    for (quad, splits) in quads.iter_mut().zip(&SPLITS) {
        let mut sums = [Lanes::ZERO; 4];
        for i in 0..6 {
            let (a, b) = (&first[usize::from(splits[i])], &second[usize::from(splits[5 - i])]);
            for c in 0..N {
                let product = a[c].times(&b[c]);
                sums[c] = if SIGNED && SPLIT_SIGN[i] < 0 {
                    sums[c].minus(&product)
                } else {
                    sums[c].plus(&product)
                };
            }
        }
        store::<N, false>(&sums, quad);
    }
}

/// Stores a value, given the sums of the products of its components.
#[inline(always)]
fn store<const N: usize, const WITH_B: bool>([one, r, t, k]: &Value, value: &mut Value) {
    value[0] = *one;
    if N > 1 {
        value[1] = r.minus(t);
        value[3] = k.minus(&t.plus(t).plus(t));
        if WITH_B {
            value[2] = value[3].minus(&value[1]);
        }
    }
}

/// Returns the sum over all lanes and splits of the eight positions of the products of one component.
#[inline(always)]
fn joined<const SIGNED: bool, V: Vectors>(
    vectors: V,
    Scratch([first, last]): &Scratch,
    component: usize,
) -> i64 {
    // Two lanes share a sum: it is at most 2 * 70 * 1944^2.
    let mut sum = vectors.zero();
    for (i, is_odd) in IS_ODD.into_iter().enumerate() {
        let (a, b) = (&first.quads[i][component], &last.quads[complement(i)][component]);
        sum = vectors.add_products(sum, &a.0, &b.0, SIGNED && is_odd);
    }
    vectors.total_wide(sum)
}

#[cfg(test)]
mod tests {
    use super::super::vectors::Portable;
    use super::*;
    use crate::random_for_tests::random;

    fn count(places: &Places, is_odd: bool) -> u64 {
        let mut scratch = Scratch::new();
        let mut ways = CornerWays::new(Portable, is_odd, &mut scratch);
        ways.add(places);
        ways.total()
    }

    /// Counts the arrangements one corner after the other.
    fn enumerated(places: &[u32; 8], is_odd: bool) -> u64 {
        fn place(c: usize, places: &[u32; 8], taken: u8, twist: usize, is_odd: bool) -> u64 {
            if c == 8 {
                return u64::from(twist.is_multiple_of(3) && !is_odd);
            }
            let free = (0..24).filter(|place| taken >> (place / 3) & 1 == 0 && places[c] >> place & 1 == 1);
            free.map(|at| {
                // The taken positions above this one are inversions.
                let is_odd = is_odd ^ ((u32::from(taken) >> (at / 3)).count_ones() % 2 == 1);
                place(c + 1, places, taken | 1 << (at / 3), twist + at % 3, is_odd)
            })
            .sum()
        }
        place(0, places, 0, 0, is_odd)
    }

    #[test]
    fn counts_equal_enumerated_arrangements() {
        let mut random = random(11);
        for round in 0..6 {
            // Between one and four of eight places are allowed.
            let places: Places = std::array::from_fn(|_| {
                std::array::from_fn(|_| match round % 3 {
                    0 => random() & random() & ALL_PLACES,
                    1 => random() & ALL_PLACES,
                    _ => random() & random() & random() & ALL_PLACES,
                })
            });
            for is_odd in [false, true] {
                let lane = |i: usize| enumerated(&places.each_ref().map(|lanes| lanes[i]), is_odd);
                assert_eq!(count(&places, is_odd), (0..LANES).map(lane).sum::<u64>());
            }
        }
    }

    #[test]
    fn corners_without_constraints_have_all_arrangements() {
        let mut places = [[ALL_PLACES; LANES]; 8];
        assert_eq!(count(&places, true), LANES as u64 * ALL_WAYS);
        // One of 24 places of one corner.
        places[3] = [1; LANES];
        assert_eq!(count(&places, true), LANES as u64 * ALL_WAYS / 24);
        places[4] = [1 << 5; LANES];
        assert_eq!(count(&places, false), LANES as u64 * ALL_WAYS / 24 / 21);
        places[4] = [1 << 2; LANES];
        assert_eq!(count(&places, false), 0);
    }
}
