//! Statistics of samples of scrambles: histograms for each stage and set of colours, and differences within a scramble.
//! Scrambles are added one by one and are not kept.

use std::ops::Range;
use std::sync::Arc;

use cubiform_cube::Color;

use crate::estimate::Moments;
use crate::{ChiSquare, Estimate, Histogram, Subset};

/// The lengths of one scramble in a stage, by the sets of the sample. `None` if the stage lacks a colour of the set.
pub type BySubset = Vec<Option<u8>>;

/// The sets of colours of a sample.
#[derive(Debug)]
struct SampleSets {
    /// [`Subset::COMMON`], which gains and symmetry tests need, then the other requested sets, then the sets of all
    /// colours of each stage.
    all: Vec<Subset>,
    /// The indices in `all` of the requested sets, in the requested order.
    requested: Vec<usize>,
}

impl SampleSets {
    fn new(requested: &[Subset], stages: &[(String, Vec<Color>)]) -> SampleSets {
        let mut all: Vec<Subset> = Subset::COMMON.into();
        let of_stages = stages.iter().filter(|(_, colors)| !colors.is_empty());
        let of_stages = of_stages.map(|(_, colors)| Subset::from_colors(colors));
        for set in requested.iter().copied().chain(of_stages) {
            if !all.contains(&set) {
                all.push(set);
            }
        }
        let place = |set: &Subset| all.iter().position(|known| known == set);
        SampleSets { requested: requested.iter().filter_map(place).collect(), all }
    }
}

/// The lengths of one stage in a sample, in moves.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// The name of the stage.
    pub name: String,
    /// The bottom colours for which the stage has lengths.
    pub colors: Vec<Color>,
    sets: Arc<SampleSets>,
    /// The number of scrambles of each length, by set. Empty if the stage lacks a colour of the set.
    counts: Vec<Vec<u64>>,
    /// The differences between the length and that of the previous stage, by set.
    steps: Vec<Moments>,
    /// Differences of averages: colours minus pairs of opposite colours, in sixths of a move; these pairs minus sets of
    /// two pairs, in thirds; sets of two pairs minus all six colours, in thirds.
    gains: [Moments; 3],
    /// Differences of averages: colours minus pairs of opposite colours, minus sets of two pairs, and minus all six
    /// colours, in sixths of a move.
    saved: [Moments; 3],
}

/// Moves gained by a choice among more bottom colours. Differences are taken within a scramble, where they vary far
/// less than the lengths do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// The mean lengths of one colour, of a pair of opposite colours, and of two such pairs, each averaged over its
    /// sets, and the mean length of all six colours.
    pub means: [f64; 4],
    /// The differences between consecutive means.
    pub gains: [Estimate; 3],
    /// The differences between the first mean and each of the others.
    pub saved: [Estimate; 3],
}

/// The units of [`Lengths::gains`]: numbers per move.
const GAIN_DIVISORS: [f64; 3] = [6.0, 3.0, 3.0];

/// The unit of [`Lengths::saved`]: numbers per move.
const SAVED_DIVISOR: f64 = 6.0;

impl Lengths {
    fn new(name: String, colors: Vec<Color>, sets: &Arc<SampleSets>) -> Lengths {
        let count = sets.all.len();
        Lengths {
            name,
            colors,
            sets: Arc::clone(sets),
            counts: vec![Vec::new(); count],
            steps: vec![Moments::default(); count],
            gains: [Moments::default(); 3],
            saved: [Moments::default(); 3],
        }
    }

    /// Returns the histogram of each requested set for whose colours the stage has lengths. An empty sample has none.
    pub fn histograms(&self) -> impl Iterator<Item = (Subset, Histogram)> {
        let sets = self.sets.requested.iter().map(|i| (self.sets.all[*i], &self.counts[*i]));
        sets.filter(|(_, counts)| !counts.is_empty()).map(|(s, counts)| (s, Histogram::new(&counts[..])))
    }

    /// Returns the histogram of a set that is requested, [common](Subset::COMMON), or the set of all colours of a
    /// stage.
    pub fn histogram(&self, subset: Subset) -> Option<Histogram> {
        let place = self.sets.all.iter().position(|set| *set == subset)?;
        let counts = &self.counts[place];
        (!counts.is_empty()).then(|| Histogram::new(&counts[..]))
    }

    /// Returns the length minus that of the previous stage, by requested set. The first stage has none.
    pub fn steps(&self) -> impl Iterator<Item = (Subset, Estimate)> {
        let sets = self.sets.requested.iter().map(|i| (self.sets.all[*i], &self.steps[*i]));
        sets.filter_map(|(subset, moments)| Some((subset, moments.estimate(1.0)?)))
    }

    /// Returns the mean length for the set with this index.
    fn mean(&self, index: usize) -> f64 {
        Histogram::new(&self.counts[index][..]).mean()
    }

    /// Returns the gains of more bottom colours, or `None` unless all six colours are present.
    pub fn gains(&self) -> Option<Gains> {
        let [single, dual, quad] = [0, 1, 2].map(|i| self.gains[i].estimate(GAIN_DIVISORS[i]));
        let [by_dual, by_quad, by_all] = self.saved.map(|saved| saved.estimate(SAVED_DIVISOR));
        let average =
            |range: Range<usize>| range.clone().map(|i| self.mean(i)).sum::<f64>() / range.len() as f64;
        Some(Gains {
            gains: [single?, dual?, quad?],
            saved: [by_dual?, by_quad?, by_all?],
            means: [
                average(Subset::SINGLE),
                average(Subset::DUAL),
                average(Subset::QUAD),
                self.mean(Subset::HEX),
            ],
        })
    }

    /// Returns the ranges of the means of the six colours and of the three pairs of opposite colours, or `None` unless
    /// all six colours are present.
    pub fn spreads(&self) -> Option<[f64; 2]> {
        self.has_all_colors().then(|| {
            [Subset::SINGLE, Subset::DUAL].map(|range| {
                let means = range.map(|i| self.mean(i));
                let (least, greatest) = means
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), m| (least.min(m), most.max(m)));
                greatest - least
            })
        })
    }

    /// Tests whether the lengths of the six colours may have the same distribution, as the symmetry of the cube
    /// requires for random states.
    ///
    /// The test assumes independent samples. The lengths of one scramble are slightly dependent, so the probability is
    /// approximate. `None` unless all six colours are present and there are enough scrambles.
    pub fn symmetry(&self) -> Option<ChiSquare> {
        if !self.has_all_colors() {
            return None;
        }
        let colors: Vec<&[u64]> = self.counts[Subset::SINGLE].iter().map(|counts| &counts[..]).collect();
        ChiSquare::from_histograms(&colors)
    }

    /// Tests the three pairs of opposite colours like [`symmetry`](Self::symmetry) tests the colours, with the shorter
    /// length of each pair.
    pub fn symmetry_of_pairs(&self) -> Option<ChiSquare> {
        if !self.has_all_colors() {
            return None;
        }
        let pairs: Vec<&[u64]> = self.counts[Subset::DUAL].iter().map(|counts| &counts[..]).collect();
        ChiSquare::from_histograms(&pairs)
    }

    fn has_all_colors(&self) -> bool {
        !self.counts[Subset::HEX].is_empty()
    }

    /// Counts the lengths of a scramble and writes them to `values`, by set.
    fn add(&mut self, lengths: &[u8], values: &mut BySubset) {
        let mut by_color = [None; 6];
        for (color, length) in self.colors.iter().zip(lengths) {
            by_color[Color::COLUMNS.iter().position(|c| c == color).expect("all colours are in COLUMNS")] =
                Some(*length);
        }
        values.clear();
        values.extend(self.sets.all.iter().map(|set| {
            // `None` compares less than any length, so the minimum is `None` if a colour is missing.
            set.columns().map(|i| by_color[i]).min().flatten()
        }));
        for (counts, value) in self.counts.iter_mut().zip(values.iter()) {
            let Some(value) = value.map(usize::from) else { continue };
            if counts.len() <= value {
                counts.resize(value + 1, 0);
            }
            counts[value] += 1;
        }
        if let Some(all) = values[Subset::HEX] {
            let sum =
                |range: Range<usize>| values[range].iter().flatten().map(|v| i64::from(*v)).sum::<i64>();
            let (single, dual, quad) = (sum(Subset::SINGLE), sum(Subset::DUAL), sum(Subset::QUAD));
            let gains = [single - 2 * dual, dual - quad, quad - 3 * i64::from(all)];
            self.gains.iter_mut().zip(gains).for_each(|(moments, gain)| moments.add(gain));
            let saved = [single - 2 * dual, single - 2 * quad, single - 6 * i64::from(all)];
            self.saved.iter_mut().zip(saved).for_each(|(moments, saved)| moments.add(saved));
        }
    }
}

/// A sample of scrambles: the lengths of their stages.
///
/// ```
/// use cubiform_cube::Color;
/// use cubiform_stats::Sample;
///
/// let [yellow, white, ..] = Color::COLUMNS;
/// let mut sample = Sample::new([("cross".to_string(), vec![yellow, white])]);
/// sample.add(&[6, 5]);
/// sample.add(&[4, 7]);
/// let means = sample.stages()[0].histograms().map(|(subset, h)| format!("{subset} {}", h.mean()));
/// assert_eq!(means.collect::<Vec<_>>(), ["W 6", "Y 5", "WY 4.5"]);
/// ```
#[derive(Clone, Debug)]
pub struct Sample {
    stages: Vec<Lengths>,
    rows: u64,
    /// The lengths of the scramble added last, by stage.
    last_row: Vec<BySubset>,
}

impl Sample {
    /// Creates an empty sample of these stages, each with the distinct colours for which lengths will be added. Its
    /// sets of colours are the [common](Subset::COMMON) ones.
    pub fn new(stages: impl IntoIterator<Item = (String, Vec<Color>)>) -> Sample {
        Sample::with_sets(stages, &Subset::COMMON)
    }

    /// Creates an empty sample with these sets of colours, in this order; see [`new`](Self::new).
    pub fn with_sets(stages: impl IntoIterator<Item = (String, Vec<Color>)>, sets: &[Subset]) -> Sample {
        let stages: Vec<(String, Vec<Color>)> = stages.into_iter().collect();
        let sets = Arc::new(SampleSets::new(sets, &stages));
        let stages: Vec<Lengths> =
            stages.into_iter().map(|(name, colors)| Lengths::new(name, colors, &sets)).collect();
        Sample { last_row: vec![vec![None; sets.all.len()]; stages.len()], stages, rows: 0 }
    }

    /// Adds a scramble, given its lengths by stage and within a stage by colour. Returns its lengths by stage and set.
    ///
    /// # Panics
    /// If the number of lengths differs from the number of colours of all stages.
    pub fn add(&mut self, lengths: &[u8]) -> &[BySubset] {
        let mut rest = lengths;
        for (k, stage) in self.stages.iter_mut().enumerate() {
            let (of_stage, after) = rest.split_at(stage.colors.len());
            let (before, values) = self.last_row.split_at_mut(k);
            stage.add(of_stage, &mut values[0]);
            if let Some(before) = before.last() {
                for ((moments, value), before) in stage.steps.iter_mut().zip(&values[0]).zip(before) {
                    if let (Some(value), Some(before)) = (value, before) {
                        moments.add(i64::from(*value) - i64::from(*before));
                    }
                }
            }
            rest = after;
        }
        assert!(rest.is_empty(), "{} excess lengths", rest.len());
        self.rows += 1;
        &self.last_row
    }

    /// Returns the requested sets of colours.
    pub fn sets(&self) -> Vec<Subset> {
        let sets = self.stages.first().map(|stage| &stage.sets);
        sets.map_or_else(Vec::new, |sets| sets.requested.iter().map(|i| sets.all[*i]).collect())
    }

    /// Returns the number of scrambles.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the lengths by stage.
    pub fn stages(&self) -> &[Lengths] {
        &self.stages
    }

    /// Returns the differences of the means from those of `other`, an independent sample, for each stage and set that
    /// both have.
    pub fn differences<'a>(&'a self, other: &'a Sample) -> impl Iterator<Item = Difference<'a>> {
        let pairs = self.stages.iter().filter_map(|stage| {
            let same = other.stages.iter().find(|other| other.name == stage.name)?;
            Some((stage, same))
        });
        pairs.flat_map(|(stage, other)| {
            stage.histograms().filter_map(move |(subset, a)| {
                let b = other.histogram(subset)?;
                let Estimate { mean: difference, standard_error, .. } = a.mean_difference(&b);
                let means = [a.mean(), b.mean()];
                Some(Difference { stage: &stage.name, subset, means, difference, standard_error })
            })
        })
    }
}

/// The difference between the means of two samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference<'a> {
    /// The name of the stage.
    pub stage: &'a str,
    /// The set of colours.
    pub subset: Subset,
    /// The means of the first and of the second sample.
    pub means: [f64; 2],
    /// The first mean minus the second.
    pub difference: f64,
    /// The standard error of the difference. `None` if a sample has a single scramble.
    pub standard_error: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two stages of six colours: yellow, white, orange, red, green, blue.
    fn sample() -> Sample {
        let stage = |name: &str| (name.to_string(), Color::COLUMNS.to_vec());
        let mut sample = Sample::new([stage("cross"), stage("xcross")]);
        sample.add(&[5, 6, 7, 6, 5, 4, 7, 7, 8, 8, 6, 6]);
        sample.add(&[6, 6, 6, 6, 6, 6, 8, 8, 7, 8, 8, 9]);
        sample
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    }

    #[test]
    fn subset_lengths_are_minima_over_their_colors() {
        let sample = sample();
        let of_first = |stage: &Lengths| {
            let text = |(subset, h): (Subset, Histogram)| format!("{subset}:{}-{}", h.min(), h.max());
            stage.histograms().map(text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(sample.rows(), 2);
        assert_eq!(
            of_first(&sample.stages()[0]),
            "W:6-6 Y:5-6 O:6-7 R:6-6 G:5-6 B:4-6 WY:5-6 OR:6-6 BG:4-6 ORWY:5-6 BGWY:4-6 BGOR:4-6 BGORWY:4-6"
        );
    }

    #[test]
    fn only_requested_sets_are_returned() {
        let stage = |name: &str| (name.to_string(), Color::COLUMNS.to_vec());
        let [yellow, white, orange, _, green, _] = Color::COLUMNS;
        let sets = [
            Subset::from_colors(&[white, green]),
            Subset::from_colors(&[yellow, white, orange]),
            Subset::EVERY_COLOR,
        ];
        let mut sample = Sample::with_sets([stage("cross"), stage("xcross")], &sets);
        sample.add(&[5, 6, 7, 6, 5, 4, 7, 7, 8, 8, 6, 6]);
        sample.add(&[6, 6, 6, 6, 6, 6, 8, 8, 7, 8, 8, 9]);
        let [cross, xcross] = sample.stages() else { panic!("two stages") };
        let means: Vec<(String, f64)> = cross.histograms().map(|(s, h)| (s.to_string(), h.mean())).collect();
        assert_eq!(means, [("GW".into(), 5.5), ("OWY".into(), 5.5), ("BGORWY".into(), 5.0)]);
        let steps: Vec<f64> = xcross.steps().map(|(_, step)| step.mean).collect();
        assert_eq!(steps, [1.5, 1.5, 1.5]);
        assert_eq!((sample.sets(), cross.gains().is_some()), (sets.to_vec(), true));
        assert_eq!(cross.histogram(Subset::WHITE).unwrap().mean(), 6.0);
    }

    #[test]
    fn steps_are_differences_within_a_row() {
        let sample = sample();
        assert_eq!(sample.stages()[0].steps().count(), 0);
        let steps: Vec<(Subset, Estimate)> = sample.stages()[1].steps().collect();
        // White: 1 and 2; all colours: 2 and 1.
        for i in [0, Subset::HEX] {
            assert_eq!(steps[i].0, Subset::COMMON[i]);
            close(steps[i].1.mean, 1.5);
            close(steps[i].1.standard_deviation.unwrap(), 0.5f64.sqrt());
        }
    }

    #[test]
    fn gains_are_differences_within_a_row() {
        let gains = sample().stages()[0].gains().unwrap();
        // Colours 33/6 and 6, opposite pairs 15/3 and 6, two pairs 13/3 and 6, all 4 and 6.
        for (mean, known) in gains.means.into_iter().zip([11.5, 11.0, 31.0 / 3.0, 10.0]) {
            close(mean, known / 2.0);
        }
        for (i, gain) in gains.gains.iter().enumerate() {
            close(gain.mean, gains.means[i] - gains.means[i + 1]);
        }
        for (i, saved) in gains.saved.iter().enumerate() {
            close(saved.mean, gains.means[0] - gains.means[i + 1]);
        }
        close(gains.gains[0].standard_deviation.unwrap(), 0.125f64.sqrt());
        assert_eq!(gains.saved[0], gains.gains[0]);
        // All colours save 1.5 moves and none.
        close(gains.saved[2].standard_deviation.unwrap(), 1.125f64.sqrt());
        close(sample().stages()[0].spreads().unwrap()[0], 1.5);
        close(sample().stages()[0].spreads().unwrap()[1], 1.0);
    }

    #[test]
    fn statistics_of_all_colors_are_none_when_a_color_is_missing() {
        let [yellow, white, ..] = Color::COLUMNS;
        let mut sample =
            Sample::new([("cross".into(), vec![yellow]), ("xcross".into(), vec![white, yellow])]);
        assert_eq!(sample.stages()[0].histograms().count(), 0);
        sample.add(&[5, 7, 8]);
        let [cross, xcross] = sample.stages() else { panic!("two stages") };
        assert_eq!(cross.histograms().map(|(s, _)| s.to_string()).collect::<Vec<_>>(), ["Y"]);
        let steps: Vec<_> = xcross.steps().map(|(s, e)| (s.to_string(), e.mean)).collect();
        assert_eq!(steps, [("Y".to_string(), 3.0)]);
        assert_eq!((xcross.gains(), xcross.symmetry(), xcross.spreads()), (None, None, None));
    }

    #[test]
    fn symmetry_test_detects_unequal_colors() {
        let mut sample = Sample::new([("cross".into(), Color::COLUMNS.to_vec())]);
        for i in 0..60 {
            sample.add(&[5 + i % 2; 6]);
        }
        let test = sample.stages()[0].symmetry().unwrap();
        assert_eq!((test.statistic, test.degrees, test.p), (0.0, 5, 1.0));
        for _ in 0..60 {
            sample.add(&[5, 6, 6, 6, 6, 6]);
        }
        assert!(sample.stages()[0].symmetry().unwrap().p < 1e-9);
    }

    #[test]
    fn samples_are_compared_on_common_stages_and_sets() {
        let [yellow, white, ..] = Color::COLUMNS;
        let mut other = Sample::new([("xcross".into(), vec![yellow, white]), ("f2l".into(), vec![white])]);
        other.add(&[9, 8, 13]);
        let sample = sample();
        let differences: Vec<Difference<'_>> = sample.differences(&other).collect();
        let names: Vec<String> = differences.iter().map(|d| format!("{} {}", d.stage, d.subset)).collect();
        assert_eq!(names, ["xcross W", "xcross Y", "xcross WY"]);
        assert_eq!((differences[0].means, differences[0].difference), ([7.5, 8.0], -0.5));
        assert_eq!(differences[0].standard_error, None);
    }
}
