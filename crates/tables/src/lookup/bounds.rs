//! Lower bounds of one state: its exact distance in every probe of a search.
//!
//! Tables store distances mod 3, so the distances of a child follow from those of its parent and the codes that were
//! read.

use crate::goal::code::{CodeSet, NO_PROGRESS, next_distance};
use crate::goal::code_address::CodeAddresses;
use crate::lookup::coset_lane::CosetLane;
#[cfg(target_arch = "x86_64")]
use crate::lookup::simd::Avx2;

/// The maximum number of probes of a search.
pub(crate) const MAX_PROBES: usize = 16;

/// The look-ups for the children of one node, by probe and lane.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProbeBatch {
    /// The addresses.
    pub addresses: [CodeAddresses; MAX_PROBES],
    /// The words read.
    pub words: [[u32; 32]; MAX_PROBES],
}

/// The child whose bounds are computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    /// The move that leads to it, below 32; one of [`UD_MOVES`](crate::goal::ud_coset::UD_MOVES) if `unread` is not
    /// empty.
    pub move_index: usize,
    /// Its [lane](crate::lookup::lanes), below 32.
    pub lane: usize,
    /// The probes, as a bit mask, that did not look it up because its code lies in the word of its parent.
    pub unread: u16,
}

/// The distances of a state in every probe, with the table words that hold its codes.
///
/// Entries beyond the probes of the search have distance 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    /// The words of the state, which also hold the codes of its children by turns of U and D. Meaningless if it is in
    /// no coset.
    pub(crate) words: [u32; MAX_PROBES],
    /// The distances, below 32.
    pub(crate) distances: [u8; MAX_PROBES],
    /// The positions of the state in its words.
    pub(crate) coset_lanes: [CosetLane; MAX_PROBES],
    /// The sum of the distances.
    pub(crate) sum: u16,
    /// The probes whose code is [`NO_PROGRESS`], as a bit mask.
    pub(crate) no_progress: u16,
    /// The first probe with the largest distance.
    pub(crate) largest: u8,
}

impl Bounds {
    /// Creates the bounds of a state from distances below 32 alone: in no coset, without no-progress codes.
    ///
    /// # Panics
    /// If there are more than [`MAX_PROBES`].
    pub(crate) fn from_distances(distances: &[u8]) -> Bounds {
        let mut all = [0; MAX_PROBES];
        all[..distances.len()].copy_from_slice(distances);
        let largest = distances.iter().max();
        Bounds {
            distances: all,
            sum: distances.iter().map(|distance| u16::from(*distance)).sum(),
            largest: distances.iter().position(|d| Some(d) == largest).unwrap_or(0) as u8,
            ..Bounds::default()
        }
    }

    /// Returns the lower bound: the largest distance.
    #[inline(always)]
    pub(crate) fn lower_bound(&self) -> u8 {
        self.distance(self.largest.into())
    }

    /// Returns the distance in a probe below [`MAX_PROBES`].
    #[inline(always)]
    pub(crate) fn distance(&self, probe: usize) -> u8 {
        self.distances[probe % MAX_PROBES]
    }

    /// Returns the probes whose distance is at least `least`, below 128, as a bit mask. For 0 all [`MAX_PROBES`] bits
    /// are set.
    #[inline(always)]
    pub(crate) fn at_least(&self, least: u8) -> u32 {
        #[cfg(target_arch = "x86_64")]
        {
            crate::lookup::simd::at_least(&self.distances, least)
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            self.at_least_scalar(least)
        }
    }

    /// The scalar path of [`at_least`](Self::at_least), eight distances at a time.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn at_least_scalar(&self, least: u8) -> u32 {
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let spread = u64::from(least) * (HIGH >> 7);
        let (low, high) = self.distances.split_at(MAX_PROBES / 2);
        let of_half = |half: &[u8]| {
            let half = u64::from_le_bytes(half.try_into().expect("half of sixteen"));
            // The high bit of a byte stays set unless the subtraction borrows from it; the product moves that of byte i
            // to bit 56 + i.
            let stays = (((half | HIGH) - spread) & HIGH) >> 7;
            (stays.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
        };
        of_half(low) | of_half(high) << (MAX_PROBES / 2)
    }

    /// Returns the members of `moves`, a subset of [`UD_MOVES`](crate::goal::ud_coset::UD_MOVES), that lead to states
    /// whose codes in the table of `probe` are in `admitted`. The state must be in a coset.
    #[inline(always)]
    pub(crate) fn moves_into(&self, probe: usize, moves: u32, admitted: CodeSet) -> u32 {
        self.coset_lanes[probe % MAX_PROBES].moves_into(moves, self.words[probe % MAX_PROBES], admitted)
    }

    /// Computes the bounds of a child of `parent` in the first `probes` probes, from the words in `look_ups` or, for
    /// unread probes, from the parent's words.
    ///
    /// Distances of a child differ by at most one from the parent's. A damaged table may contradict that; the result is
    /// then some distance below 32.
    #[inline(always)]
    pub(crate) fn become_child(
        &mut self,
        parent: &Bounds,
        probes: usize,
        child: Child,
        look_ups: &ProbeBatch,
    ) {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::chosen() {
            return avx2.become_child(self, parent, probes, child, look_ups);
        }
        self.become_child_scalar(parent, probes, child, look_ups);
    }

    /// The scalar path of [`become_child`](Self::become_child).
    pub(crate) fn become_child_scalar(
        &mut self,
        parent: &Bounds,
        probes: usize,
        Child { move_index, lane, unread }: Child,
        look_ups: &ProbeBatch,
    ) {
        // Collected in registers: a read that spans several recent byte stores would stall (no store forwarding).
        let (mut distances, mut sum, mut no_progress) = (0, 0, 0);
        let (mut largest, mut first) = (0, 0);
        for probe in (0..probes.min(MAX_PROBES)).rev() {
            let (word, coset_lane) = if unread >> probe & 1 == 1 {
                (parent.words[probe], parent.coset_lanes[probe].after(move_index))
            } else {
                (look_ups.words[probe][lane & 31], look_ups.addresses[probe].get(lane).lane)
            };
            (self.words[probe], self.coset_lanes[probe]) = (word, coset_lane);
            let code = coset_lane.code(word);
            let distance = next_distance(parent.distances[probe], code);
            distances = distances << 8 | u128::from(distance);
            sum += u16::from(distance);
            no_progress = no_progress << 1 | u16::from(code == NO_PROGRESS);
            if distance >= largest {
                (largest, first) = (distance, probe as u8);
            }
        }
        self.distances = distances.to_le_bytes();
        (self.sum, self.no_progress, self.largest) = (sum, no_progress, first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `count` pseudo-random numbers.
    fn random(count: usize) -> impl Iterator<Item = u32> {
        (1..=count as u32).map(|i| i.wrapping_mul(0x9e37_79b9).rotate_left(i % 31) ^ i << 7)
    }

    fn bounds(numbers: &mut impl Iterator<Item = u32>, probes: usize) -> Bounds {
        let distances: Vec<u8> = numbers.by_ref().take(probes).map(|n| 1 + (n >> 11) as u8 % 30).collect();
        let mut own = Bounds::from_distances(&distances);
        own.words = std::array::from_fn(|_| numbers.next().unwrap());
        own.coset_lanes = std::array::from_fn(|_| CosetLane((numbers.next().unwrap() >> 9) as u8));
        own
    }

    #[test]
    fn lower_bound_is_the_largest_distance_and_at_least_selects_probes() {
        let mut numbers = random(100_000);
        for probes in (1..=MAX_PROBES).cycle().take(1000) {
            let own = bounds(&mut numbers, probes);
            let distances = &own.distances[..probes];
            assert_eq!(own.lower_bound(), *distances.iter().max().unwrap());
            assert!(distances[..usize::from(own.largest)].iter().all(|d| *d < own.lower_bound()));
            assert_eq!((own.at_least(0), own.at_least_scalar(0)), (0xffff, 0xffff));
            for least in 1..33 {
                let plain = (0..probes)
                    .filter(|probe| distances[*probe] >= least)
                    .map(|probe| 1 << probe)
                    .sum::<u32>();
                assert_eq!(own.at_least(least), plain);
                assert_eq!(own.at_least_scalar(least), plain);
            }
        }
    }

    #[test]
    fn child_distances_follow_from_parent_distances_and_codes() {
        let mut numbers = random(2_000_000);
        let mut look_ups = ProbeBatch::default();
        let mut no_progress_seen = 0;
        for probes in (1..=MAX_PROBES).cycle().take(600) {
            let parent = bounds(&mut numbers, probes);
            for probe in 0..probes {
                for lane in 0..32 {
                    look_ups.words[probe][lane] = numbers.next().unwrap();
                    look_ups.addresses[probe].coset_lanes[lane] = numbers.next().unwrap() >> 13 & 0xff;
                }
            }
            for unread in [0, u16::MAX, (numbers.next().unwrap() >> 8) as u16] {
                let child =
                    Child { move_index: [0, 1, 2, 9, 10, 11][probes % 6], lane: probes * 7 % 18, unread };
                // The former content is overwritten.
                let mut own = bounds(&mut numbers, MAX_PROBES);
                own.become_child_scalar(&parent, probes, child, &look_ups);
                let mut no_progress = 0;
                for probe in 0..probes {
                    let (word, coset_lane) = match unread >> probe & 1 {
                        0 => (
                            look_ups.words[probe][child.lane],
                            look_ups.addresses[probe].get(child.lane).lane,
                        ),
                        _ => (parent.words[probe], parent.coset_lanes[probe].after(child.move_index)),
                    };
                    assert_eq!((own.words[probe], own.coset_lanes[probe]), (word, coset_lane));
                    assert_eq!(
                        own.distance(probe),
                        next_distance(parent.distance(probe), coset_lane.code(word))
                    );
                    no_progress |= u16::from(coset_lane.code(word) == NO_PROGRESS) << probe;
                }
                assert_eq!(own.no_progress, no_progress);
                no_progress_seen += u32::from(no_progress != 0);
                let plain = Bounds::from_distances(&own.distances[..probes]);
                assert_eq!(own.distances, plain.distances);
                assert_eq!(
                    (own.sum, own.largest, own.lower_bound()),
                    (plain.sum, plain.largest, plain.lower_bound())
                );
                #[cfg(target_arch = "x86_64")]
                if let Some(avx2) = Avx2::detect() {
                    let mut also = bounds(&mut numbers, MAX_PROBES);
                    avx2.become_child(&mut also, &parent, probes, child, &look_ups);
                    assert_eq!(also.words[..probes], own.words[..probes]);
                    assert_eq!(also.coset_lanes[..probes], own.coset_lanes[..probes]);
                    assert_eq!(also.distances, own.distances);
                    assert_eq!(
                        (also.sum, also.no_progress, also.largest),
                        (own.sum, own.no_progress, own.largest)
                    );
                }
            }
        }
        assert!(no_progress_seen > 100);
    }
}
