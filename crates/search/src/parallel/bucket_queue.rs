//! A priority queue with one bucket per key.

/// A priority queue: the smallest key first, and of equal keys the last pushed first.
///
/// The entries of a key lie side by side. Push and pop take a few steps as long as there are at most some hundreds of
/// different keys.
pub(crate) struct BucketQueue<T> {
    /// The entries by key, in descending order of keys.
    buckets: Vec<(i64, Vec<T>)>,
    count: usize,
}

impl<T> BucketQueue<T> {
    pub(crate) fn new() -> BucketQueue<T> {
        BucketQueue { buckets: Vec::new(), count: 0 }
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Adds an entry.
    #[inline]
    pub(crate) fn push(&mut self, key: i64, item: T) {
        let at = self.buckets.partition_point(|(other, _)| *other > key);
        match self.buckets.get_mut(at) {
            Some((other, items)) if *other == key => items.push(item),
            _ => self.buckets.insert(at, (key, vec![item])),
        }
        self.count += 1;
    }

    /// Removes and returns the entry with the smallest key.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        let (_, items) = self.buckets.last_mut()?;
        let item = items.pop();
        if items.is_empty() {
            self.buckets.pop();
        }
        self.count -= 1;
        item
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
    }
}
