//! Sums over the arrangements of one colour's cross edges, for the best slot of two opposite colours.
//!
//! Given the positions of the slot edges, a set of four positions for the cross edges and a number of moves k, a *lane*
//! is one of the 384 arrangements of the cross edges on the set (24 permutations with 16 flips). In each lane, each slot
//! has a set of corner places at least k moves away, for both flips of its edge. The permanents and determinants of the
//! four corners over sets of four positions are sums of products of those of two and two corners (see
//! [`subsets`](super::subsets)), so their sum over all lanes is a sum of dot products:
//!
//! ```text
//! sum over splits of the set into A and B: first[flips of slots 0 and 1][A] . second[flips of slots 2 and 3][B].
//! ```
//!
//! The terms of the first two corners are computed once for each of four flips, and so are those of the last two.
//! Lanes with even and with odd flips are summed separately. Lanes whose slots are all at least k moves away in any case
//! are only counted; lanes with a slot that never is are dropped.

use cubiform_cube::Face;
#[cfg(target_arch = "x86_64")]
use cubiform_tables::machine::InstructionSet;

use super::slot_distances::{ALL_PLACES, SlotDistances, SlotView};
use super::subsets::{PAIR, PAIRS, QUAD, QUADS, SPLIT_SIGN, SPLITS, free_positions, is_odd};
#[cfg(target_arch = "x86_64")]
use super::vectors::{Avx2, Avx512};
use super::vectors::{BLOCK, Block, Portable, Vectors};
use super::{SLOT_EDGES, SLOTS_OF_DOWN, SLOTS_OF_UP};
use crate::flips::CrossEdges;
use crate::placement_classes::placements;

/// The number of permanents of four corners without constraints: 4! * 3^4.
const ALL_WAYS: i32 = 1944;

/// The slots of one of two opposite colours.
pub(super) struct Side<'a> {
    distances: &'a SlotDistances,
    edges: [usize; 4],
    views: [SlotView; 4],
    /// The arrangements of four edges on four positions in ascending order, and whether they are odd.
    orders: Vec<([u8; 4], bool)>,
}

/// The sums over all arrangements of the cross edges on one set of positions. Twists are summed by characters: of each
/// value, there is the trivial character, and for the nontrivial one, `a + b w`, the components a and a + b.
pub(super) struct SideSums(Box<[Sums; 2]>);

/// The sums of unsigned and of signed arrangements, by the flips of the slot edges, component and set of positions.
type Sums = [[[[i32; QUADS]; 3]; 16]; 2];

impl SideSums {
    /// Returns the sums by the set of positions of the corners, given the parity of the flips of the cross edges, whether
    /// each arrangement counts with the sign of its permutation of corners and edges, and the flips of the slot edges.
    pub(super) fn at(&self, flips: usize, is_signed: bool, slot_flips: usize) -> &[[i32; QUADS]; 3] {
        &self.0[flips][usize::from(is_signed)][slot_flips]
    }
}

/// One arrangement of the cross edges.
struct Lane {
    /// The places of each slot's corner, by the flip of the slot's edge.
    places: [[u32; 2]; 4],
    is_odd: bool,
}

/// The components of a value: the trivial character; `a`, `b` and `a + b` of the nontrivial one.
const COMPONENTS: usize = 4;

impl Side<'_> {
    pub(super) fn new(distances: &SlotDistances, face: Face) -> Side<'_> {
        let slots = if face == Face::U { SLOTS_OF_UP } else { SLOTS_OF_DOWN };
        let mut edges = CrossEdges::new(face).edges;
        edges.sort_unstable();
        let orders = placements(4, 4).into_iter().map(|order| (order, is_odd(&order))).collect();
        Side { distances, edges, views: slots.map(|(corner, _)| SlotView::new(corner, face)), orders }
    }

    /// Keeps one of the 24 arrangements on a set of positions, and returns it.
    #[cfg(test)]
    pub(super) fn keep_order(&mut self, order: usize) -> [u8; 4] {
        self.orders = vec![self.orders[order]];
        self.orders[0].0
    }

    /// Returns the sums for each set of four of the eight positions that the slot edges leave free. The sums are undefined
    /// if the count was cancelled.
    pub(super) fn sums(&self, slots: [u8; 4], k: usize, is_cancelled: &dyn Fn() -> bool) -> Vec<SideSums> {
        let free = free_positions(slots);
        let of = |set: &u8| {
            let mut sums = SideSums(Box::new([[[[[0; QUADS]; 3]; 16]; 2]; 2]));
            if is_cancelled() {
                return sums;
            }
            let own: Vec<u8> = (0..8).filter(|i| set >> i & 1 == 1).map(|i| free[i]).collect();
            for (sums, lanes) in sums.0.iter_mut().zip(self.lanes(&own, slots, k)) {
                let (whole, lanes) = lanes;
                add(&lanes, sums);
                for slot_flips in &mut sums[0] {
                    slot_flips[0].iter_mut().for_each(|sum| *sum += whole * ALL_WAYS);
                }
            }
            sums
        };
        QUAD.iter().map(of).collect()
    }

    /// Returns the lanes by the parity of their flips: the number of those without constraints, and those with
    /// constraints.
    fn lanes(&self, own: &[u8], slots: [u8; 4], k: usize) -> [(i32, Vec<Lane>); 2] {
        let mut lanes = [(0, Vec::new()), (0, Vec::new())];
        let mut positions = [0; 12];
        SLOT_EDGES.iter().zip(slots).for_each(|(edge, position)| positions[*edge] = position);
        for (order, is_odd) in &self.orders {
            for (edge, at) in self.edges.iter().zip(order) {
                positions[*edge] = own[usize::from(*at)];
            }
            let far = self.views.each_ref().map(|view| self.distances.far(k, view, &positions));
            for flips in 0..16usize {
                // Bit e of the word is the flip of edge e.
                let word = (0..4).fold(0, |word, i| word | (flips >> i & 1) << self.edges[i]);
                let places: [[u32; 2]; 4] = std::array::from_fn(|slot| {
                    [0, 1].map(|flip| far[slot][self.views[slot].index(word | flip << SLOT_EDGES[slot])])
                });
                let (whole, lanes) = &mut lanes[flips.count_ones() as usize % 2];
                if places.as_flattened().iter().all(|places| *places == ALL_PLACES) {
                    *whole += 1;
                } else if places.iter().all(|places| *places != [0; 2]) {
                    lanes.push(Lane { places, is_odd: *is_odd });
                }
            }
        }
        lanes
    }
}

/// Adds the sums over these lanes, with the widest vector instructions available.
fn add(lanes: &[Lane], sums: &mut Sums) {
    #[cfg(target_arch = "x86_64")]
    {
        match InstructionSet::chosen() {
            // SAFETY: the chosen instruction set is available and includes these features.
            InstructionSet::Avx512 => return unsafe { add_avx512(lanes, sums) },
            // SAFETY: as above.
            InstructionSet::Avx2 => return unsafe { add_avx2(lanes, sums) },
            InstructionSet::Scalar => {}
        }
    }
    add_with(Portable, lanes, sums);
}

/// `add_with`, compiled for vectors of 256 bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_avx2(lanes: &[Lane], sums: &mut Sums) {
    // SAFETY: this function has the features of the products.
    add_with(unsafe { Avx2::new() }, lanes, sums);
}

/// `add_with`, compiled for vectors of 512 bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
fn add_avx512(lanes: &[Lane], sums: &mut Sums) {
    // SAFETY: this function has the features of the products.
    add_with(unsafe { Avx512::new() }, lanes, sums);
}

#[inline(always)]
fn add_with<V: Vectors>(vectors: V, lanes: &[Lane], sums: &mut Sums) {
    if lanes.is_empty() {
        return;
    }
    let blocks = lanes.len().div_ceil(BLOCK);
    let mut first = vec![[0; BLOCK]; COMPONENTS * 4 * PAIRS * blocks];
    let mut second = first.clone();
    let [permanents, determinants] = sums;
    fill::<false>(&mut first, lanes, [0, 1], false);
    fill::<false>(&mut second, lanes, [2, 3], false);
    add_signed::<false, V>(vectors, &first, &second, blocks, permanents);
    fill::<true>(&mut first, lanes, [0, 1], true);
    fill::<true>(&mut second, lanes, [2, 3], false);
    add_signed::<true, V>(vectors, &first, &second, blocks, determinants);
}

/// Adds the permanents, or with `SIGNED` the determinants.
#[inline(always)]
fn add_signed<const SIGNED: bool, V: Vectors>(
    vectors: V,
    first: &[Block],
    second: &[Block],
    blocks: usize,
    sums: &mut [[[i32; QUADS]; 3]; 16],
) {
    for component in 0..COMPONENTS {
        for quad in 0..QUADS {
            let tile = tile::<SIGNED, V>(vectors, first, second, blocks, component, quad);
            for (slot_flips, sums) in sums.iter_mut().enumerate() {
                let sum = tile[slot_flips % 4][slot_flips / 4];
                // The products of the components a, b and a + b are R, T and K of `corner_ways`.
                match component {
                    0 => sums[0][quad] += sum,
                    1 => sums[1][quad] += sum,
                    2 => {
                        sums[1][quad] -= sum;
                        sums[2][quad] -= 3 * sum;
                    }
                    _ => sums[2][quad] += sum,
                }
            }
        }
    }
}

/// Returns the index of the first block of a component of two slots.
#[inline(always)]
const fn row(component: usize, flips: usize, pair: usize, blocks: usize) -> usize {
    ((component * 4 + flips) * PAIRS + pair) * blocks
}

/// Fills in the components of the values of two slots over pairs of positions: permanents, or with `SIGNED` determinants,
/// multiplied by the sign of the permutation of the cross edges if `with_order`.
#[inline(always)]
fn fill<const SIGNED: bool>(rows: &mut [Block], lanes: &[Lane], slots: [usize; 2], with_order: bool) {
    let blocks = lanes.len().div_ceil(BLOCK);
    for (block, lanes) in lanes.chunks(BLOCK).enumerate() {
        let mut values = [[[[[0i16; BLOCK]; 8]; COMPONENTS]; 2]; 2];
        for (slot, values) in slots.into_iter().zip(&mut values) {
            for (flip, values) in values.iter_mut().enumerate() {
                weigh(lanes, slot, flip, values);
            }
        }
        let mut sign = [1i16; BLOCK];
        for (sign, lane) in sign.iter_mut().zip(lanes) {
            *sign = if with_order && lane.is_odd { -1 } else { 1 };
        }
        for flips in 0..4 {
            let (one, other) = (&values[0][flips % 2], &values[1][flips / 2]);
            for (pair, [p, q]) in PAIR.into_iter().enumerate() {
                let mut products = [[0i16; BLOCK]; COMPONENTS];
                for component in 0..COMPONENTS {
                    let ([a, b], [c, d]) = (
                        [&one[component][p], &one[component][q]],
                        [&other[component][p], &other[component][q]],
                    );
                    for lane in 0..BLOCK {
                        let (even, odd) = (a[lane].wrapping_mul(d[lane]), b[lane].wrapping_mul(c[lane]));
                        let value = if SIGNED { even.wrapping_sub(odd) } else { even.wrapping_add(odd) };
                        products[component][lane] = value.wrapping_mul(sign[lane]);
                    }
                }
                let [one, r, t, k] = &products;
                let (mut a, mut b, mut sum) = ([0; BLOCK], [0; BLOCK], [0; BLOCK]);
                for lane in 0..BLOCK {
                    a[lane] = r[lane].wrapping_sub(t[lane]);
                    sum[lane] = k[lane].wrapping_sub(t[lane].wrapping_mul(3));
                    b[lane] = sum[lane].wrapping_sub(a[lane]);
                }
                rows[row(0, flips, pair, blocks) + block] = *one;
                rows[row(1, flips, pair, blocks) + block] = a;
                rows[row(2, flips, pair, blocks) + block] = b;
                rows[row(3, flips, pair, blocks) + block] = sum;
            }
        }
    }
}

/// Computes the components of the weights of a slot's corner by position. Lanes beyond the last have weights 0.
#[inline(always)]
fn weigh(lanes: &[Lane], slot: usize, flip: usize, weights: &mut [[Block; 8]; COMPONENTS]) {
    let mut places = [0u32; BLOCK];
    places.iter_mut().zip(lanes).for_each(|(places, lane)| *places = lane.places[slot][flip]);
    let [number, a, b, sum] = weights;
    for p in 0..8 {
        for (lane, places) in places.iter().enumerate() {
            let twists = (places >> (3 * p)) as i16;
            let (x, y, z) = (twists & 1, twists >> 1 & 1, twists >> 2 & 1);
            number[p][lane] = x + y + z;
            a[p][lane] = x - z;
            b[p][lane] = y - z;
            sum[p][lane] = x + y - 2 * z;
        }
    }
}

/// Returns the sums over all lanes and splits of a set of positions of the products of two rows, by the flips of the
/// first two and of the last two slots. A product has at most 18 * 18, so the sums fit.
#[inline(always)]
fn tile<const SIGNED: bool, V: Vectors>(
    vectors: V,
    first: &[Block],
    second: &[Block],
    blocks: usize,
    component: usize,
    quad: usize,
) -> [[i32; 4]; 4] {
    let mut sums = [[vectors.zero(); 4]; 4];
    for i in 0..6 {
        let a = row(component, 0, usize::from(SPLITS[quad][i]), blocks);
        let b = row(component, 0, usize::from(SPLITS[quad][5 - i]), blocks);
        let step = PAIRS * blocks;
        let (a, b) = (&first[a..a + 3 * step + blocks], &second[b..b + 3 * step + blocks]);
        for block in 0..blocks {
            for f in 0..4 {
                for g in 0..4 {
                    let (a, b) = (&a[f * step + block], &b[g * step + block]);
                    sums[f][g] = vectors.add_products(sums[f][g], a, b, SIGNED && SPLIT_SIGN[i] < 0);
                }
            }
        }
    }
    let mut totals = [[0; 4]; 4];
    for f in 0..4 {
        for g in 0..4 {
            totals[f][g] = vectors.total(sums[f][g]);
        }
    }
    totals
}
