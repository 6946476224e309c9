//! The results of the tests, and the sentence that sums them up.

use cubiform_stats::Subset;
use cubiform_stats::fairness::{
    Assessment, ExactTests, LEVEL, POWER, Probability, SampleTests, detectable_shift,
};

use super::repeats::Repeats;
use crate::stats::labels::{Labels, set_name};
use crate::stats::show::probability;
use cubiform_answers::format::{grouped, scrambles};

/// The corrected probability up to which the sentence leaves no doubt.
const CERTAIN: f64 = 0.001;

/// A group of scrambles. The whole sample has empty names.
pub(super) struct Group {
    /// The column, such as `event`.
    pub(super) by: String,
    /// The value in the column.
    pub(super) name: String,
    pub(super) scrambles: u64,
}

/// The results of the tests.
pub(super) struct Found {
    /// The tested groups, in the order of the assessment; the first is the whole sample.
    pub(super) groups: Vec<Group>,
    /// The groups with too few scrambles.
    pub(super) small: Vec<Group>,
    pub(super) repeats: Repeats,
    pub(super) assessment: Assessment,
    pub(super) seed: u64,
}

/// A test, for texts.
pub(super) struct Named {
    /// The statistic and the colours that were tested, such as `mean of the cross, white`.
    pub(super) name: String,
    pub(super) probability: Probability,
}

impl Found {
    /// Returns the number of scrambles in the whole sample.
    pub(super) fn scrambles(&self) -> u64 {
        self.groups[0].scrambles
    }

    /// Returns the groups with their tests.
    pub(super) fn tested(&self) -> impl Iterator<Item = (&Group, &SampleTests)> {
        self.groups.iter().zip(&self.assessment.samples)
    }

    /// Returns the test with the smallest probability of all groups, and its group.
    fn smallest(&self, labels: &Labels) -> Option<(&Group, Named)> {
        let all = self.tested().filter_map(|(group, tests)| Some((group, smallest(tests, labels)?)));
        all.min_by(|(_, a), (_, b)| a.probability.p.total_cmp(&b.probability.p))
    }

    /// Returns the smallest corrected probability.
    pub(super) fn smallest_corrected(&self, labels: &Labels) -> Option<f64> {
        self.smallest(labels).map(|(_, test)| test.probability.corrected)
    }

    /// Returns the result in a word: whether there is a significant test, unless repeated states make the tests invalid.
    pub(super) fn verdict(&self, labels: &Labels) -> &'static str {
        let is_fair = self.smallest_corrected(labels).is_none_or(|p| p > LEVEL);
        match self.repeats.count() {
            Some(1..) => "repeated",
            _ if is_fair => "consistent",
            _ => "inconsistent",
        }
    }

    /// Returns the result in a sentence.
    pub(super) fn sentence(&self, labels: &Labels) -> String {
        self.repeats.sentence().unwrap_or_else(|| self.sentence_of_tests(labels))
    }

    fn sentence_of_tests(&self, labels: &Labels) -> String {
        let Some((group, test)) = self.smallest(labels) else {
            return "no test is possible: all lengths are equal".into();
        };
        let verdict = match test.probability.corrected {
            p if p > LEVEL => "no sign against uniformly random states",
            p if p > CERTAIN => "a sign against uniformly random states",
            _ => "these are not uniformly random states",
        };
        let corrected = probability(test.probability.corrected);
        let group = match &group.by[..] {
            "" => String::new(),
            by => format!(", {by} {}", group.name),
        };
        let tests = match self.assessment.tests {
            1 => "the p of the only test is".into(),
            tests => format!("the smallest corrected p of {} tests is", grouped(tests as u64)),
        };
        format!("{verdict}: {tests} {corrected} ({}{group})", test.name)
    }

    /// Returns the tests of the whole sample by which [`shift`](Self::shift) is shown: those of the first stage with an
    /// exact distribution, for white if it is among the sets.
    fn shown(&self) -> Option<&ExactTests> {
        let exact = &self.assessment.samples[0].exact;
        exact.iter().find(|tests| tests.set == Subset::WHITE).or(exact.first())
    }

    /// Returns the shift of the mean that the whole sample would reveal, without and with the correction.
    pub(super) fn shift(&self) -> Option<[f64; 2]> {
        let [_, deviation] = self.shown()?.exact;
        Some([1, self.assessment.tests].map(|tests| detectable_shift(deviation, self.scrambles(), tests)))
    }

    /// Returns the power of the tests in a sentence.
    pub(super) fn power(&self, labels: &Labels) -> Option<String> {
        let tests = self.shown()?;
        let [single, corrected] = self.shift()?;
        Some(format!(
            "power: {} reveal a shift of {single:.3} moves in the mean {} ({}) with a probability of {:.0} % at a \
             level of {:.0} %; {corrected:.3} moves after the correction",
            scrambles(self.scrambles()),
            labels.get(&tests.stage),
            set_name(tests.set),
            100.0 * POWER,
            100.0 * LEVEL,
        ))
    }
}

/// Returns the test of a sample with the smallest probability.
pub(super) fn smallest(tests: &SampleTests, labels: &Labels) -> Option<Named> {
    let of_exact = tests.exact.iter().flat_map(|tests| {
        let of_set = |kind: &str, probability| Named {
            name: format!("{kind} of the {}, {}", labels.get(&tests.stage), set_name(tests.set)),
            probability,
        };
        let of_fit = tests.of_distribution.as_ref().map(|(_, p)| of_set("distribution", *p));
        std::iter::once(of_set("mean", tests.of_mean)).chain(of_fit)
    });
    let of_symmetry = tests.symmetry.iter().map(|result| Named {
        name: format!("symmetry of the {}", labels.get(&result.stage)),
        probability: result.probability,
    });
    of_exact.chain(of_symmetry).min_by(|a, b| a.probability.p.total_cmp(&b.probability.p))
}
