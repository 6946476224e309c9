//! Two goals on the same scrambles: how much more one takes than the other, scramble by scramble.

use crate::estimate::Moments;
use crate::sample::BySubset;
use crate::{Estimate, Subset};

/// The lengths of some stages of one goal less those of another, within each scramble: these differ far less than the
/// lengths of different scrambles do.
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
/// assert_eq!(paired.less(0, Subset::COMMON[0]).unwrap().mean, -0.5);
/// ```
#[derive(Clone, Debug)]
pub struct Paired {
    /// The indices of the stages in each goal, and by set the differences.
    pairs: Vec<((usize, usize), Vec<Moments>)>,
    /// The sets of both samples.
    sets: Vec<Subset>,
}

impl Paired {
    /// No scrambles yet, for these pairs of stages: their indices in the one and in the other, both samples with the
    /// [common](Subset::COMMON) sets of colours.
    pub fn new(stages: impl IntoIterator<Item = (usize, usize)>) -> Paired {
        Paired::with_sets(stages, &Subset::COMMON)
    }

    /// The same for samples with these sets of colours.
    pub fn with_sets(stages: impl IntoIterator<Item = (usize, usize)>, sets: &[Subset]) -> Paired {
        let others = sets.iter().filter(|set| !Subset::COMMON.contains(set));
        let sets: Vec<Subset> = Subset::COMMON.iter().chain(others).copied().collect();
        let pair = |indices| (indices, vec![Moments::default(); sets.len()]);
        Paired { pairs: stages.into_iter().map(pair).collect(), sets }
    }

    /// A scramble more: what [`crate::Sample::add`] told of it in the one and in the other.
    ///
    /// # Panics
    /// If there are too few stages.
    pub fn add(&mut self, one: &[BySubset], other: &[BySubset]) {
        for ((i, k), moments) in &mut self.pairs {
            for ((moments, one), other) in moments.iter_mut().zip(&one[*i]).zip(&other[*k]) {
                if let (Some(one), Some(other)) = (one, other) {
                    moments.add(i64::from(*one) - i64::from(*other));
                }
            }
        }
    }

    /// The one less the other, for the pair of this place and a subset; `None` if no scramble has both.
    ///
    /// # Panics
    /// If there are no so many pairs.
    pub fn less(&self, pair: usize, subset: Subset) -> Option<Estimate> {
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
        let white = paired.less(0, Subset::COMMON[0]).unwrap();
        // -2, -1, -3.
        assert_eq!((white.mean, white.standard_deviation), (-2.0, Some(1.0)));
        assert_eq!(paired.less(0, Subset::COMMON[1]), None);
    }
}
