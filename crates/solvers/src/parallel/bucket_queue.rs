//! A queue of what waits for its turn, the nearest first.

/// Things that wait. Of those that are as near the last to come is the first to go.
///
/// All lie in one list, in which places that fall free are used again, and each names the one to go after it; so one that
/// comes or goes costs a few look-ups, as long as there are no more than hundreds of different distances.
pub(crate) struct BucketQueue<T> {
    entries: Vec<Entry<T>>,
    /// The last place to fall free; each free one names the one before.
    free: Option<u32>,
    /// The nearest last.
    buckets: Vec<Bucket>,
    count: usize,
}

struct Entry<T> {
    item: T,
    next: Option<u32>,
}

/// All that are as near.
struct Bucket {
    key: i64,
    /// The first to go.
    first: u32,
}

impl<T: Clone> BucketQueue<T> {
    pub(crate) fn new() -> BucketQueue<T> {
        BucketQueue { entries: Vec::new(), free: None, buckets: Vec::new(), count: 0 }
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Has one more wait.
    ///
    /// # Panics
    /// If there are 2^32 already.
    #[inline]
    pub(crate) fn push(&mut self, remoteness: i64, thing: T) {
        // What comes is mostly about as near as what went last.
        let farther = self.buckets.iter().rposition(|level| level.key >= remoteness);
        let level = farther.filter(|i| self.buckets[*i].key == remoteness);
        let place = Entry { item: thing, next: level.map(|i| self.buckets[i].first) };
        let first = match self.free {
            Some(free) => {
                let at = &mut self.entries[free as usize];
                self.free = at.next;
                *at = place;
                free
            }
            None => {
                self.entries.push(place);
                u32::try_from(self.entries.len() - 1).expect("fewer than 2^32 wait")
            }
        };
        match level {
            Some(i) => self.buckets[i].first = first,
            None => self.buckets.insert(farther.map_or(0, |i| i + 1), Bucket { key: remoteness, first }),
        }
        self.count += 1;
    }

    /// The nearest, which waits no longer.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        let nearest = self.buckets.last_mut()?;
        let place = nearest.first;
        let Entry { item: thing, next } = &mut self.entries[place as usize];
        let thing = thing.clone();
        match std::mem::replace(next, self.free) {
            Some(next) => nearest.first = next,
            None => drop(self.buckets.pop()),
        }
        self.free = Some(place);
        self.count -= 1;
        Some(thing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_goes_first_and_of_those_as_near_the_last_to_come() {
        let mut waiting = BucketQueue::new();
        let mut plain: Vec<(i64, u32)> = Vec::new();
        let mut random = 1u64;
        for i in 0..20_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // More come than go, then more go than come.
            if (random >> 33) % 8 < if i < 10_000 { 5 } else { 2 } {
                let remoteness = (random >> 40) as i64 % 50 - 25;
                waiting.push(remoteness, i);
                plain.push((remoteness, i));
            } else {
                let nearest = (0..plain.len()).min_by_key(|k| (plain[*k].0, std::cmp::Reverse(*k)));
                assert_eq!(waiting.pop(), nearest.map(|k| plain.remove(k).1));
            }
            assert_eq!(waiting.len(), plain.len());
        }
        assert!(waiting.entries.len() < 5000, "places are used again");
    }
}
