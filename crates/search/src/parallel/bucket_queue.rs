//! A priority queue with one bucket per key.

/// A priority queue: the smallest key first, and of equal keys the last pushed first.
///
/// All entries lie in one list with reused places; the entries of a bucket are linked. Push and pop take a few steps as
/// long as there are at most some hundreds of different keys.
pub(crate) struct BucketQueue<T> {
    entries: Vec<Entry<T>>,
    /// The last free index; each free index links to the one before.
    free: Option<u32>,
    /// The buckets in descending order of keys.
    buckets: Vec<Bucket>,
    count: usize,
}

struct Entry<T> {
    item: T,
    next: Option<u32>,
}

/// The entries of one key.
struct Bucket {
    key: i64,
    /// The first to be popped.
    first: u32,
}

impl<T: Clone> BucketQueue<T> {
    pub(crate) fn new() -> BucketQueue<T> {
        BucketQueue { entries: Vec::new(), free: None, buckets: Vec::new(), count: 0 }
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Adds an entry.
    ///
    /// # Panics
    /// If there are 2^32 entries already.
    #[inline]
    pub(crate) fn push(&mut self, key: i64, item: T) {
        let larger = self.buckets.partition_point(|bucket| bucket.key >= key).checked_sub(1);
        let bucket = larger.filter(|i| self.buckets[*i].key == key);
        let index = Entry { item, next: bucket.map(|i| self.buckets[i].first) };
        let first = match self.free {
            Some(free) => {
                let at = &mut self.entries[free as usize];
                self.free = at.next;
                *at = index;
                free
            }
            None => {
                self.entries.push(index);
                u32::try_from(self.entries.len() - 1).expect("fewer than 2^32 entries")
            }
        };
        match bucket {
            Some(i) => self.buckets[i].first = first,
            None => self.buckets.insert(larger.map_or(0, |i| i + 1), Bucket { key, first }),
        }
        self.count += 1;
    }

    /// Removes and returns the entry with the smallest key.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        let smallest = self.buckets.last_mut()?;
        let index = smallest.first;
        let Entry { item, next } = &mut self.entries[index as usize];
        let item = item.clone();
        match std::mem::replace(next, self.free) {
            Some(next) => smallest.first = next,
            None => drop(self.buckets.pop()),
        }
        self.free = Some(index);
        self.count -= 1;
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pop_returns_smallest_key_and_last_pushed_of_equal_keys() {
        let mut queue = BucketQueue::new();
        let mut plain: Vec<(i64, u32)> = Vec::new();
        let mut random = 1u64;
        for i in 0..20_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // First more are pushed than popped, then the reverse.
            if (random >> 33) % 8 < if i < 10_000 { 5 } else { 2 } {
                let key = (random >> 40) as i64 % 50 - 25;
                queue.push(key, i);
                plain.push((key, i));
            } else {
                let smallest = (0..plain.len()).min_by_key(|k| (plain[*k].0, std::cmp::Reverse(*k)));
                assert_eq!(queue.pop(), smallest.map(|k| plain.remove(k).1));
            }
            assert_eq!(queue.len(), plain.len());
        }
        assert!(queue.entries.len() < 5000, "places are reused");
    }
}
