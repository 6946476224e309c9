//! Comparison of two goals on the same scrambles.

use crate::estimate::Moments;
use crate::sample::BySubset;
use crate::{Estimate, Histogram, Sample, Subset};

/// A sample of a goal that is compared with a first sample, of another goal.
///
/// Differences are taken within each scramble. They vary far less than the lengths of different scrambles, so the
/// difference of the means has a smaller standard error.
///
/// ```
/// use cubiform_cube::Color;
/// use cubiform_stats::{PairedSample, Sample, Subset};
///
/// let of = |stage: &str| Sample::new([(stage.to_string(), vec![Color::COLUMNS[1]])]);
/// let (mut std, mut pseudo) = (of("cross"), PairedSample::new(of("pseudo_cross"), [(0, 0)]));
/// for (cross, pseudo_cross) in [(6, 5), (5, 5)] {
///     pseudo.add(&[pseudo_cross], Some(std.add(&[cross])));
/// }
/// assert_eq!(pseudo.difference(0, &std, Subset::COMMON[0]).unwrap().mean, -0.5);
/// ```
#[derive(Clone, Debug)]
pub struct PairedSample {
    sample: Sample,
    /// For each pair of stages, their indices in the first sample and in this one, and the differences by set.
    pairs: Vec<((usize, usize), Vec<Moments>)>,
    /// The sets of colours of both samples.
    sets: Vec<Subset>,
    is_paired: bool,
}

impl PairedSample {
    /// Creates a comparison of an empty sample with a first one of the same sets of colours. `stages` are pairs of
    /// stages, given by their indices in the first sample and in this one.
    pub fn new(sample: Sample, stages: impl IntoIterator<Item = (usize, usize)>) -> PairedSample {
        let others = sample.sets().into_iter().filter(|set| !Subset::COMMON.contains(set));
        let sets: Vec<Subset> = Subset::COMMON.into_iter().chain(others).collect();
        let pair = |indices| (indices, vec![Moments::default(); sets.len()]);
        PairedSample { pairs: stages.into_iter().map(pair).collect(), sample, sets, is_paired: true }
    }

    /// Adds a scramble, given its lengths and the result of [`Sample::add`] for the same scramble of the first sample.
    /// Without the latter the samples are no longer compared within scrambles.
    ///
    /// # Panics
    /// If a sample has too few stages.
    pub fn add(&mut self, lengths: &[u8], first: Option<&[BySubset]>) {
        let own = self.sample.add(lengths);
        self.is_paired &= first.is_some();
        for ((i, k), moments) in &mut self.pairs {
            let of_both = first.into_iter().flat_map(|first| own[*k].iter().zip(&first[*i]));
            for (moments, values) in moments.iter_mut().zip(of_both) {
                if let (Some(own), Some(first)) = values {
                    moments.add(i64::from(*own) - i64::from(*first));
                }
            }
        }
    }

    /// Ends the comparison within scrambles: the samples have different ones.
    pub fn unpair(&mut self) {
        self.is_paired = false;
    }

    /// Returns whether the samples are compared within scrambles.
    pub fn is_paired(&self) -> bool {
        self.is_paired
    }

    /// Returns the sample.
    pub fn sample(&self) -> &Sample {
        &self.sample
    }

    /// Returns the index of the stage that is paired with the stage of the first sample at `place`.
    pub fn place(&self, place: usize) -> Option<usize> {
        self.pairs.iter().find(|((i, _), _)| *i == place).map(|((_, own), _)| *own)
    }

    /// Returns the histogram of the stage that is paired with the stage of the first sample at `place`.
    pub fn histogram(&self, place: usize, subset: Subset) -> Option<Histogram> {
        self.sample.stages()[self.place(place)?].histogram(subset)
    }

    /// Returns the mean minus that of the first sample, in its stage at `place`: within each scramble if the scrambles
    /// are the same. `None` if a sample lacks the stage or the colours.
    pub fn difference(&self, place: usize, first: &Sample, subset: Subset) -> Option<Estimate> {
        let own = self.histogram(place, subset)?;
        let first = first.stages()[place].histogram(subset)?;
        let within = || {
            let (_, moments) = self.pairs.iter().find(|((i, _), _)| *i == place)?;
            moments[self.sets.iter().position(|set| *set == subset)?].estimate(1.0)
        };
        let within = if self.is_paired { within() } else { None };
        Some(within.unwrap_or_else(|| own.mean_difference(&first)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::Color;

    #[test]
    fn paired_differences_are_within_a_scramble() {
        let [yellow, white, ..] = Color::COLUMNS;
        let one = Sample::new([("cross".into(), vec![yellow, white]), ("xcross".into(), vec![white])]);
        let mut other = Sample::new([("eo_xcross".into(), vec![white, yellow])]);
        let mut one = PairedSample::new(one, [(0, 1)]);
        for (a, b) in [([5, 5, 7], [9, 8]), ([6, 4, 8], [9, 9]), ([6, 6, 6], [9, 9])] {
            one.add(&a, Some(other.add(&b)));
        }
        let difference = |one: &PairedSample, set| one.difference(0, &other, set);
        let white = difference(&one, Subset::COMMON[0]).unwrap();
        // The differences are -2, -1, -3.
        assert_eq!((white.mean, white.standard_deviation), (-2.0, Some(1.0)));
        assert_eq!(difference(&one, Subset::COMMON[1]), None);
        // With a scramble that the other sample lacks, the means of the samples are compared.
        one.add(&[6, 6, 7], None);
        let white = difference(&one, Subset::COMMON[0]).unwrap();
        assert_eq!((white.mean, white.standard_deviation, one.is_paired), (-2.0, None, false));
    }
}
