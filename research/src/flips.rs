//! Counts the orientations of the twelve edges, at given positions, in which all six crosses are at least some number
//! of moves away.
//!
//! Each edge belongs to two crosses, those of its two faces. The edges therefore form three sets of four,
//! and their flips form three 4-bit words:
//!
//! | word | edges between | seen by the crosses of |
//! |------|---------------|------------------------|
//! | x | U/D and F/B | U, D, F, B |
//! | y | U/D and L/R | U, D, L, R |
//! | z | F/B and L/R | F, B, L, R |
//!
//! Let A(x, y) hold if the crosses of U and D are both at least d moves away, B(x, z) if those of F and B are, and C(y,
//! z) if those of R and L are. The number of orientations is the number of triples with
//!
//! ```text
//! A(x, y) and B(x, z) and C(y, z), and an even number of flips in x, y and z together.
//! ```
//!
//! A set of values of z is a lane of 16 bits. B has sixteen lanes, indexed by x, and C sixteen, indexed by y. A has 256
//! lanes, each either empty or the set of all z of the right parity. The number of orientations is the number of bits,
//! summed over x and y, in
//!
//! ```text
//! A[x][y] & B[x] & C[y].
//! ```
//!
//! A is computed once for many B and C.

use cubiform_cube::Face;

/// The number of thresholds counted together: distances of at least 1 to 8.
pub(crate) const LEVELS: usize = 8;

/// The sets of flips in which one cross is at least 1, 2, ... 8 moves away, by threshold. Each entry has four 16-bit
/// lanes, selected by the flips of two of the cross's edges. A lane is the set of words in which the flips of the other
/// two edges are allowed.
pub(crate) type FlipSets = [u64; LEVELS];

/// The sets of a cross without constraints.
pub(crate) const ALL_FLIPS: FlipSets = [u64::MAX; LEVELS];

/// The edges of a cross and their bits in the words x, y, z. The flips of the first two edges select a lane; the last
/// two edges have these bits in the words of the lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CrossEdges {
    pub(crate) edges: [usize; 4],
    bits: [u32; 2],
}

impl CrossEdges {
    /// Returns the edges of the cross of a face.
    ///
    /// Edges are numbered UR 0, UF 1, UL 2, UB 3, DR 4, DF 5, DL 6, DB 7, FR 8, FL 9, BL 10, BR 11.
    ///
    /// | word | bit 0 | bit 1 | bit 2 | bit 3 |
    /// |------|-------|-------|-------|-------|
    /// | x | UB | DB | UF | DF |
    /// | y | UL | DL | UR | DR |
    /// | z | FR | FL | BR | BL |
    pub(crate) const fn new(face: Face) -> CrossEdges {
        match face {
            Face::U => CrossEdges { edges: [3, 1, 2, 0], bits: [0, 2] },
            Face::D => CrossEdges { edges: [7, 5, 6, 4], bits: [1, 3] },
            Face::F => CrossEdges { edges: [1, 5, 8, 9], bits: [0, 1] },
            Face::B => CrossEdges { edges: [3, 7, 11, 10], bits: [2, 3] },
            Face::R => CrossEdges { edges: [0, 4, 8, 11], bits: [0, 2] },
            Face::L => CrossEdges { edges: [2, 6, 9, 10], bits: [1, 3] },
        }
    }

    /// Returns the flip sets, given the distance for each of the 16 flips of the edges (bit i is the flip of edge i).
    pub(crate) fn flip_sets(self, distance: impl Fn(usize) -> u8) -> FlipSets {
        let mut sets = [0; LEVELS];
        for flips in 0..16 {
            let lane = flips & 3;
            let others = [flips >> 2 & 1, flips >> 3 & 1];
            let agrees =
                |word: &usize| self.bits.iter().zip(others).all(|(bit, flip)| word >> bit & 1 == flip);
            let bits = (0..16).filter(agrees).fold(0u64, |bits, word| bits | 1 << word);
            let distance = usize::from(distance(flips));
            for level in &mut sets[..distance.min(LEVELS)] {
                *level |= bits << (16 * lane);
            }
        }
        sets
    }
}

/// The word with a 1 in each of four lanes.
const LANES: u64 = 0x0001_0001_0001_0001;

/// The sets of words z of even parity and of odd parity.
const PARITIES: [u64; 2] = [0x9669, 0x6996];

/// Spreads four bits to four lanes: lane i is full if bit i is set.
const SPREAD: [u64; 16] = {
    let mut spread = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut lane = 0;
        while lane < 4 {
            if bits >> lane & 1 == 1 {
                spread[bits] |= 0xffff << (16 * lane);
            }
            lane += 1;
        }
        bits += 1;
    }
    spread
};

/// For each parity of x, the sets of z of the right parity, in sixteen lanes indexed by y.
const EVEN: [[u64; 4]; 2] = {
    let mut even = [[0; 4]; 2];
    let mut i = 0;
    while i < 32 {
        let (x, y) = (i / 16, i % 16);
        let odd = (x + (y as u32).count_ones() as usize) % 2;
        even[x][y / 4] |= PARITIES[odd] << (16 * (y % 4));
        i += 1;
    }
    even
};

/// The sets A: by threshold and x, sixteen lanes indexed by y, four to a word.
pub(crate) struct UpDownSets {
    lanes: [[[u64; 4]; 16]; LEVELS],
    /// By threshold, whether any lane is not empty.
    is_nonempty: [bool; LEVELS],
}

impl UpDownSets {
    pub(crate) const EMPTY: UpDownSets =
        UpDownSets { lanes: [[[0; 4]; 16]; LEVELS], is_nonempty: [false; LEVELS] };

    /// Computes the sets from the flip sets of the crosses of U and D.
    #[inline(always)]
    pub(crate) fn set(&mut self, up: &FlipSets, down: &FlipSets) {
        for level in 0..LEVELS {
            let mut any = 0;
            for x in 0..16usize {
                let (u, d) = ((x & 1) | (x >> 1 & 2), (x >> 1 & 1) | (x >> 2 & 2));
                let y = (up[level] >> (16 * u)) & (down[level] >> (16 * d)) & 0xffff;
                any |= y;
                let even = &EVEN[x.count_ones() as usize & 1];
                for (i, lanes) in self.lanes[level][x].iter_mut().enumerate() {
                    *lanes = SPREAD[(y >> (4 * i)) as usize & 15] & even[i];
                }
            }
            self.is_nonempty[level] = any != 0;
        }
    }

    /// Returns, for each threshold, the number of orientations in these sets and in the flip sets of the crosses of F,
    /// B, R and L.
    #[inline(always)]
    pub(crate) fn count(&self, [f, b, r, l]: [&FlipSets; 4]) -> [u64; LEVELS] {
        let mut counts = [0; LEVELS];
        for (level, count) in counts.iter_mut().enumerate() {
            if !self.is_nonempty[level] || [f, b, r, l].iter().any(|allowed| allowed[level] == 0) {
                // Sets shrink with the threshold: all further counts are 0.
                break;
            }
            // Lane `lane` of `fixed` intersected with each lane of `moving`.
            let lanes =
                |fixed: u64, lane: usize, moving: u64| ((fixed >> (16 * lane) & 0xffff) * LANES) & moving;
            let by_x: [u64; 4] = std::array::from_fn(|i| lanes(f[level], i, b[level]));
            let by_y: [u64; 4] = std::array::from_fn(|i| lanes(r[level], i, l[level]));
            let mut sums = [0; 4];
            for (x, a) in self.lanes[level].iter().enumerate() {
                let z = (by_x[x / 4] >> (16 * (x % 4)) & 0xffff) * LANES;
                for i in 0..4 {
                    sums[i] += u64::from((a[i] & z & by_y[i]).count_ones());
                }
            }
            *count = sums.iter().sum();
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_for_tests::random;
    use cubiform_cube::piece::EDGE_FACES;

    #[test]
    fn cross_edges_lie_on_their_face_and_agree_on_word_bits() {
        let words = [[3, 7, 1, 5], [2, 6, 0, 4], [8, 9, 11, 10]];
        for face in Face::ALL {
            let CrossEdges { edges, bits } = CrossEdges::new(face);
            assert!(edges.iter().all(|edge| EDGE_FACES[*edge].contains(&face)));
            for (edge, bit) in edges[2..].iter().zip(bits) {
                assert!(words.iter().any(|word| word[bit as usize] == *edge), "{face}");
            }
        }
    }

    /// Random flip sets for the six crosses, against all 2^11 orientations one by one.
    #[test]
    fn counts_match_enumerating_orientations() {
        let mut random = random(1);
        let mut random = move || random() as usize;
        for round in 0..200 {
            let bound = 4 + round % 6;
            let distances: [[u8; 16]; 6] =
                std::array::from_fn(|_| std::array::from_fn(|_| 8.min(2 + random() % bound) as u8));
            let allowed: [FlipSets; 6] = std::array::from_fn(|face| {
                CrossEdges::new(Face::from_index(face)).flip_sets(|flips| distances[face][flips])
            });
            let mut expected = [0; LEVELS];
            for flips in (0..1usize << 12).filter(|flips| flips.count_ones() % 2 == 0) {
                let distance = |face: usize| {
                    let edges = CrossEdges::new(Face::from_index(face)).edges;
                    let own = (0..4).fold(0, |own, i| own | (flips >> edges[i] & 1) << i);
                    usize::from(distances[face][own])
                };
                let least = (0..6).map(distance).min().unwrap();
                expected[..least].iter_mut().for_each(|count| *count += 1);
            }
            let mut up_down = UpDownSets::EMPTY;
            let [u, r, f, d, l, b] = &allowed;
            up_down.set(u, d);
            assert_eq!(up_down.count([f, b, r, l]), expected);
        }
    }
}
