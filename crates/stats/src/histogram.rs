//! A histogram: how many states there are at each distance, with its mean, deviation, median and shares.

/// Numbers of states by distance in moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// The histogram of these counts, that of distance 0 first; zeros at the end are dropped.
    ///
    /// # Panics
    /// If there are no states at all.
    pub fn new(counts: impl Into<Vec<u64>>) -> Histogram {
        let mut counts = counts.into();
        let last = counts.iter().rposition(|count| *count > 0).expect("a histogram of some states");
        counts.truncate(last + 1);
        Histogram { counts }
    }

    /// The counts by distance; the last is not zero.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// All states.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The sum over all states of the distance to this power: exact, so that no digit of what is made of it is lost.
    fn moment(&self, power: u32) -> u128 {
        let terms = self.counts.iter().zip(0u128..);
        terms.map(|(count, distance)| u128::from(*count) * distance.pow(power)).sum()
    }

    /// The mean distance.
    pub fn mean(&self) -> f64 {
        self.moment(1) as f64 / self.total() as f64
    }

    /// The standard deviation, of all states and not of a sample of them.
    pub fn standard_deviation(&self) -> f64 {
        let total = u128::from(self.total());
        let variance = total * self.moment(2) - self.moment(1).pow(2);
        (variance as f64).sqrt() / total as f64
    }

    /// The median: half way between two distances if just half of the states are at most at the first.
    pub fn median(&self) -> f64 {
        let total = self.total();
        let reaches = |least: u64| {
            let mut sum = 0;
            let at_least = |count: &u64| {
                sum += count;
                sum >= least
            };
            self.counts.iter().position(at_least).expect("all states together are enough")
        };
        // The states in order, counted from one: the middle one, or the two next to the middle.
        (reaches(total.div_ceil(2)) + reaches(total / 2 + 1)) as f64 / 2.0
    }

    /// The part of all states that is at each distance.
    pub fn shares(&self) -> impl Iterator<Item = f64> {
        let total = self.total() as f64;
        self.counts.iter().map(move |count| *count as f64 / total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_small_histogram() {
        let histogram = Histogram::new([1, 0, 2, 1, 0]);
        assert_eq!((histogram.counts(), histogram.total()), (&[1, 0, 2, 1][..], 4));
        assert_eq!((histogram.mean(), histogram.median()), (1.75, 2.0));
        assert!((histogram.standard_deviation() - 1.1875f64.sqrt()).abs() < 1e-12);
        assert_eq!(histogram.shares().collect::<Vec<_>>(), [0.25, 0.0, 0.5, 0.25]);
    }

    #[test]
    fn the_median_may_lie_between() {
        for (counts, median) in
            [(&[2, 0, 2][..], 1.0), (&[2, 1], 0.0), (&[1, 2], 1.0), (&[7], 0.0), (&[0, 3], 1.0)]
        {
            assert_eq!(Histogram::new(counts).median(), median, "{counts:?}");
        }
    }

    #[test]
    fn large_counts_lose_no_digit() {
        let histogram = Histogram::new([1 << 60, 1 << 60]);
        assert_eq!((histogram.mean(), histogram.standard_deviation()), (0.5, 0.5));
    }
}
