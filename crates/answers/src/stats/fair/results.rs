//! The results of the tests, and the sentence that sums them up.

use cubiform_stats::fairness::{Assessment, LEVEL, POWER, Repeats, SampleTests, Statistic, Test};

use super::repeats;
use crate::format::{grouped, probability, scrambles};
use crate::stats::labels::{Labels, set_name};

/// The corrected probability up to which the sentence leaves no doubt.
const CERTAIN: f64 = 0.001;

/// A group of scrambles. The whole sample has empty names.
pub struct Group {
    /// The column, such as `event`.
    pub by: String,
    /// The value in the column.
    pub name: String,
    /// The number of scrambles.
    pub scrambles: u64,
}

/// The results of the tests.
pub struct FairnessResults {
    /// The tested groups, in the order of the assessment; the first is the whole sample.
    pub groups: Vec<Group>,
    /// The groups with too few scrambles.
    pub small: Vec<Group>,
    /// The repeated states.
    pub repeats: Repeats,
    /// The tests.
    pub assessment: Assessment,
    /// The seed of the permutations.
    pub seed: u64,
}

impl FairnessResults {
    /// Returns the number of scrambles in the whole sample.
    pub fn scrambles(&self) -> u64 {
        self.groups[0].scrambles
    }

    /// Returns the groups with their tests.
    pub fn tested(&self) -> impl Iterator<Item = (&Group, &SampleTests)> {
        self.groups.iter().zip(&self.assessment.samples)
    }

    /// Returns the smallest corrected probability.
    pub fn smallest_corrected(&self) -> Option<f64> {
        self.assessment.smallest().map(|(_, test)| test.probability.corrected)
    }

    /// Returns the result in a word: whether there is a significant test, unless repeated states make the tests invalid.
    pub fn verdict(&self) -> &'static str {
        let is_fair = self.smallest_corrected().is_none_or(|p| p > LEVEL);
        match self.repeats.count {
            1.. => "repeated",
            _ if is_fair => "consistent",
            _ => "inconsistent",
        }
    }

    /// Returns the result in a sentence.
    pub fn sentence(&self, labels: &Labels) -> String {
        repeats::sentence(&self.repeats).unwrap_or_else(|| self.sentence_of_tests(labels))
    }

    fn sentence_of_tests(&self, labels: &Labels) -> String {
        let Some((i, test)) = self.assessment.smallest() else {
            return "no test is possible: all lengths are equal".into();
        };
        let verdict = match test.probability.corrected {
            p if p > LEVEL => "no sign against uniformly random states",
            p if p > CERTAIN => "a sign against uniformly random states",
            _ => "these are not uniformly random states",
        };
        let corrected = probability(test.probability.corrected);
        let group = match &self.groups[i] {
            Group { by, .. } if by.is_empty() => String::new(),
            Group { by, name, .. } => format!(", {by} {name}"),
        };
        let tests = match self.assessment.tests {
            1 => "the p of the only test is".into(),
            tests => format!("the smallest corrected p of {} tests is", grouped(tests as u64)),
        };
        format!("{verdict}: {tests} {corrected} ({}{group})", test_name(&test, labels))
    }

    /// Returns the power of the tests in a sentence.
    pub fn power(&self, labels: &Labels) -> Option<String> {
        let tests = self.assessment.reference()?;
        let [single, corrected] = self.assessment.shift(self.scrambles())?;
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

/// Returns the statistic and the colours that were tested, such as `mean of the cross, white`.
pub fn test_name(test: &Test<'_>, labels: &Labels) -> String {
    let stage = labels.get(test.stage);
    match test.statistic {
        Statistic::Mean(set) => format!("mean of the {stage}, {}", set_name(set)),
        Statistic::Distribution(set) => format!("distribution of the {stage}, {}", set_name(set)),
        Statistic::Symmetry => format!("symmetry of the {stage}"),
    }
}
