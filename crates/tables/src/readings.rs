//! Readings: what tables say of a state, in all views of a search at a time.

use crate::code::{BARREN, CodeSet, carried};
use crate::locator::Located;
use crate::spot::Spot;
#[cfg(target_arch = "x86_64")]
use crate::wide::Avx2;

/// The most views that a search may have.
pub const MAX_VIEWS: usize = 16;

/// What the views of a search look up for the children of a node, by view and lane: where they lie, and what was there.
#[derive(Clone, Debug, Default)]
pub struct LookUps {
    /// Where they lie.
    pub located: [Located; MAX_VIEWS],
    /// The words that were read there.
    pub words: [[u32; 32]; MAX_VIEWS],
}

/// A child of a node.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The move that leads to it, below 32; if a view has kept it, one of [`ORBIT_MOVES`](crate::orbit::ORBIT_MOVES).
    pub by: usize,
    /// Its [lane](crate::lanes), below 32.
    pub lane: usize,
    /// The views, a bit each, in which it lies in the word of its parent, a turn of U or D away: these have not looked it up.
    pub kept: u16,
}

/// What tables say of a state: its distance in each view, and what lies around it in the tables.
///
/// There is something in each of sixteen places; what is beyond the views of the search has distance 0.
#[derive(Clone, Debug, Default)]
pub struct Readings {
    /// The words that it lies in: what a turn of U or D leads to needs no look-up. Of no use if it is in no orbit.
    pub(crate) words: [u32; MAX_VIEWS],
    pub(crate) distances: [u8; MAX_VIEWS],
    /// Where in its words it is.
    pub(crate) spots: [Spot; MAX_VIEWS],
    /// The sum of the distances.
    pub(crate) sum: u16,
    /// The views in whose tables it is [barren](BARREN), a bit each.
    pub(crate) barren: u16,
    /// The first view with the largest distance.
    pub(crate) first: u8,
}

impl Readings {
    /// Those of which only distances are known, below 32 each: in no orbit, nor barren.
    ///
    /// # Panics
    /// If there are more than [`MAX_VIEWS`].
    pub fn of_distances(distances: &[u8]) -> Readings {
        let mut all = [0; MAX_VIEWS];
        all[..distances.len()].copy_from_slice(distances);
        let largest = distances.iter().max();
        Readings {
            distances: all,
            sum: distances.iter().map(|distance| u16::from(*distance)).sum(),
            first: distances.iter().position(|d| Some(d) == largest).unwrap_or(0) as u8,
            ..Readings::default()
        }
    }

    /// The largest of its distances.
    #[inline(always)]
    pub fn bound(&self) -> u8 {
        self.distance(self.first.into())
    }

    /// The first view with the largest: most children fail there.
    #[inline(always)]
    pub fn first(&self) -> u8 {
        self.first
    }

    /// Its distance in a view, below sixteen.
    #[inline(always)]
    pub fn distance(&self, view: usize) -> u8 {
        self.distances[view % MAX_VIEWS]
    }

    /// The sum of them all.
    #[inline(always)]
    pub fn sum(&self) -> u16 {
        self.sum
    }

    /// The views in which it is [barren](BARREN), a bit each.
    #[inline(always)]
    pub fn barren(&self) -> u16 {
        self.barren
    }

    /// The views in which its distance is `least` or more, a bit each; below 128. Of 0 it is all sixteen, whether there are
    /// so many views or not.
    #[inline(always)]
    pub fn at_least(&self, least: u8) -> u32 {
        #[cfg(target_arch = "x86_64")]
        {
            crate::wide::at_least(&self.distances, least)
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            self.at_least_by_words(least)
        }
    }

    /// The same without vectors, eight bytes of a word at a time.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn at_least_by_words(&self, least: u8) -> u32 {
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let spread = u64::from(least) * (HIGH >> 7);
        let (low, high) = self.distances.split_at(MAX_VIEWS / 2);
        let of_half = |half: &[u8]| {
            let half = u64::from_le_bytes(half.try_into().expect("half of sixteen"));
            // The high bit of a byte stays where nothing is borrowed from it; the product moves that of byte i to bit 56 + i.
            let stays = (((half | HIGH) - spread) & HIGH) >> 7;
            (stays.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
        };
        of_half(low) | of_half(high) << (MAX_VIEWS / 2)
    }

    /// Of `moves`, [turns of U and D](crate::orbit::ORBIT_MOVES), those that lead to states whose codes are among these in a
    /// view's table, of a state in an orbit.
    #[inline(always)]
    pub fn turns_to(&self, view: usize, moves: u32, admitted: CodeSet) -> u32 {
        self.spots[view % MAX_VIEWS].turns_to(moves, self.words[view % MAX_VIEWS], admitted)
    }

    /// Becomes those of a child of `parent`, in the first `views` views, [`MAX_VIEWS`] at most, each of which has looked it up
    /// or kept it. The parent's distances are below 32 and the child's are off by one at most: what becomes of others, as a
    /// damaged table may have, is some distance.
    #[inline(always)]
    pub fn become_child(&mut self, parent: &Readings, views: usize, child: Child, look_ups: &LookUps) {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::chosen() {
            return avx2.settle(self, parent, views, child, look_ups);
        }
        self.become_child_one_by_one(parent, views, child, look_ups);
    }

    /// The same, view by view.
    pub(crate) fn become_child_one_by_one(
        &mut self,
        parent: &Readings,
        views: usize,
        Child { by, lane, kept }: Child,
        look_ups: &LookUps,
    ) {
        // Put together in registers: what is written byte by byte cannot be read as a whole at once.
        let (mut distances, mut sum, mut barren) = (0, 0, 0);
        let (mut largest, mut first) = (0, 0);
        for view in (0..views.min(MAX_VIEWS)).rev() {
            let (word, spot) = if kept >> view & 1 == 1 {
                (parent.words[view], parent.spots[view].after(by))
            } else {
                (look_ups.words[view][lane & 31], look_ups.located[view].spot(lane))
            };
            (self.words[view], self.spots[view]) = (word, spot);
            let code = spot.code(word);
            let distance = carried(parent.distances[view], code);
            distances = distances << 8 | u128::from(distance);
            sum += u16::from(distance);
            barren = barren << 1 | u16::from(code == BARREN);
            if distance >= largest {
                (largest, first) = (distance, view as u8);
            }
        }
        self.distances = distances.to_le_bytes();
        (self.sum, self.barren, self.first) = (sum, barren, first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers without a pattern.
    fn random(count: usize) -> impl Iterator<Item = u32> {
        (1..=count as u32).map(|i| i.wrapping_mul(0x9e37_79b9).rotate_left(i % 31) ^ i << 7)
    }

    fn readings(numbers: &mut impl Iterator<Item = u32>, views: usize) -> Readings {
        let distances: Vec<u8> = numbers.by_ref().take(views).map(|n| 1 + (n >> 11) as u8 % 30).collect();
        let mut own = Readings::of_distances(&distances);
        own.words = std::array::from_fn(|_| numbers.next().unwrap());
        own.spots = std::array::from_fn(|_| Spot((numbers.next().unwrap() >> 9) as u8));
        own
    }

    #[test]
    fn the_largest_distance_is_that_of_the_first_view_with_it() {
        let mut numbers = random(100_000);
        for views in (1..=MAX_VIEWS).cycle().take(1000) {
            let own = readings(&mut numbers, views);
            let distances = &own.distances[..views];
            assert_eq!(own.bound(), *distances.iter().max().unwrap());
            assert!(distances[..usize::from(own.first())].iter().all(|d| *d < own.bound()));
            assert_eq!((own.at_least(0), own.at_least_by_words(0)), (0xffff, 0xffff));
            for least in 1..33 {
                let plain = (0..views).filter(|view| distances[*view] >= least).map(|view| 1 << view).sum();
                assert_eq!(own.at_least(least), plain);
                assert_eq!(own.at_least_by_words(least), plain);
            }
        }
    }

    #[test]
    fn a_child_has_the_distances_that_its_codes_tell() {
        let mut numbers = random(2_000_000);
        let mut look_ups = LookUps::default();
        let mut seen_barren = 0;
        for views in (1..=MAX_VIEWS).cycle().take(600) {
            let parent = readings(&mut numbers, views);
            for view in 0..views {
                for lane in 0..32 {
                    look_ups.words[view][lane] = numbers.next().unwrap();
                    look_ups.located[view].spots[lane] = numbers.next().unwrap() >> 13 & 0xff;
                }
            }
            for kept in [0, u16::MAX, (numbers.next().unwrap() >> 8) as u16] {
                let child = Child { by: [0, 1, 2, 9, 10, 11][views % 6], lane: views * 7 % 18, kept };
                // What was there before is of no account.
                let mut own = readings(&mut numbers, MAX_VIEWS);
                own.become_child_one_by_one(&parent, views, child, &look_ups);
                let mut barren = 0;
                for view in 0..views {
                    let (word, spot) = match kept >> view & 1 {
                        0 => (look_ups.words[view][child.lane], look_ups.located[view].spot(child.lane)),
                        _ => (parent.words[view], parent.spots[view].after(child.by)),
                    };
                    assert_eq!((own.words[view], own.spots[view]), (word, spot));
                    assert_eq!(own.distance(view), carried(parent.distance(view), spot.code(word)));
                    barren |= u16::from(spot.code(word) == BARREN) << view;
                }
                assert_eq!(own.barren(), barren);
                seen_barren += u32::from(barren != 0);
                let plain = Readings::of_distances(&own.distances[..views]);
                assert_eq!(own.distances, plain.distances);
                assert_eq!(
                    (own.sum(), own.first(), own.bound()),
                    (plain.sum(), plain.first(), plain.bound())
                );
                #[cfg(target_arch = "x86_64")]
                if let Some(avx2) = Avx2::detect() {
                    let mut also = readings(&mut numbers, MAX_VIEWS);
                    avx2.settle(&mut also, &parent, views, child, &look_ups);
                    assert_eq!(also.words[..views], own.words[..views]);
                    assert_eq!(also.spots[..views], own.spots[..views]);
                    assert_eq!(also.distances, own.distances);
                    assert_eq!((also.sum, also.barren, also.first), (own.sum, own.barren, own.first));
                }
            }
        }
        assert!(seen_barren > 100);
    }
}
