//! Comparison of two goals on the same scrambles.

use crate::estimate::Moments;
use crate::sample::BySubset;
use crate::{Estimate, Subset};

/// Differences between the lengths of two goals, taken within each scramble. They vary far less than the lengths of
/// different scrambles, so the difference of the means has a smaller standard error.
///
/// ```
/// use cubiform_cube::Color;
/// use cubiform_stats::{Paired, Sample, Subset};
///
/// let of = |stage: &str| Sample::new([(stage.to_string(), vec![Color::COLUMNS[1]])]);
/// let (mut std, mut pseudo) = (of("cross"), of("pseudo_cross"));
/// let mut paired = Paired::new([(0, 0)]);
/// for (cross, pseudo_cross) in [(6, 5), (5, 5)] {
///     paired.add(pseudo.add(&[pseudo_cross]), std.add(&[cross]));
/// }
/// assert_eq!(paired.difference(0, Subset::COMMON[0]).unwrap().mean, -0.5);
/// ```
#[derive(Clone, Debug)]
pub struct Paired {
    /// For each pair, the indices of its stages in the two samples, and the differences by set.
    pairs: Vec<((usize, usize), Vec<Moments>)>,
    /// The sets of colours of both samples.
    sets: Vec<Subset>,
}

impl Paired {
    /// Creates an empty comparison of these pairs of stages, given by their indices in the first and in the second
    /// sample. Both samples must have the [common](Subset::COMMON) sets of colours.
    pub fn new(stages: impl IntoIterator<Item = (usize, usize)>) -> Paired {
        Paired::with_sets(stages, &Subset::COMMON)
    }

    /// Creates an empty comparison for samples with these sets of colours; see [`new`](Self::new).
    pub fn with_sets(stages: impl IntoIterator<Item = (usize, usize)>, sets: &[Subset]) -> Paired {
        let others = sets.iter().filter(|set| !Subset::COMMON.contains(set));
        let sets: Vec<Subset> = Subset::COMMON.iter().chain(others).copied().collect();
        let pair = |indices| (indices, vec![Moments::default(); sets.len()]);
        Paired { pairs: stages.into_iter().map(pair).collect(), sets }
    }

    /// Adds a scramble, given the results of [`crate::Sample::add`] for the first and for the second sample.
    ///
    /// # Panics
    /// If a sample has too few stages.
    pub fn add(&mut self, one: &[BySubset], other: &[BySubset]) {
        for ((i, k), moments) in &mut self.pairs {
            for ((moments, one), other) in moments.iter_mut().zip(&one[*i]).zip(&other[*k]) {
                if let (Some(one), Some(other)) = (one, other) {
                    moments.add(i64::from(*one) - i64::from(*other));
                }
            }
        }
    }

    /// Returns the estimate of the first length minus the second, for a pair of stages by index and a set of colours.
    /// `None` if no scramble has both lengths.
    ///
    /// # Panics
    /// If there is no pair with this index.
    pub fn difference(&self, pair: usize, subset: Subset) -> Option<Estimate> {
        let index = self.sets.iter().position(|s| *s == subset)?;
        self.pairs[pair].1[index].estimate(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sample;
    use cubiform_cube::Color;

    #[test]
    fn paired_differences_are_within_a_scramble() {
        let [yellow, white, ..] = Color::COLUMNS;
        let mut one = Sample::new([("cross".into(), vec![yellow, white]), ("xcross".into(), vec![white])]);
        let mut other = Sample::new([("eo_xcross".into(), vec![white, yellow])]);
        let mut paired = Paired::new([(1, 0)]);
        for (a, b) in [([5, 5, 7], [9, 8]), ([6, 4, 8], [9, 9]), ([6, 6, 6], [9, 9])] {
            paired.add(one.add(&a), other.add(&b));
        }
        let white = paired.difference(0, Subset::COMMON[0]).unwrap();
        // The differences are -2, -1, -3.
        assert_eq!((white.mean, white.standard_deviation), (-2.0, Some(1.0)));
        assert_eq!(paired.difference(0, Subset::COMMON[1]), None);
    }
}
