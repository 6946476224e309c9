//! The test whether scrambles may be uniformly random states: its results, the sentence that sums them up, and their tables.

use cubiform_cube::Cube;
use cubiform_cube::cube_text::CubeText;
use cubiform_stats::ExactComparison;
use cubiform_stats::fairness::{
    Assessment, FairnessSample, LEVEL, MIN_SCRAMBLES, POWER, Probability, Repeat, Repeats, SETS, SampleTests,
    Settings, Statistic, Test, assess,
};
use cubiform_threads::CancelToken;

use super::StatsOptions;
use super::group::{GroupColumns, Groups};
use super::read::Analysis;
use super::table::{Document, Table, Value};
use crate::Error;
use crate::format::{grouped, probability, scrambles, shortened};
use crate::rows::read::AnalysisRow;
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
        sentence(&self.repeats).unwrap_or_else(|| self.sentence_of_tests(labels))
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

/// The stage to which files of scrambles are analysed. Its distribution is known for all sets of colours.
pub const STAGES: &str = "cross";

/// The code of a sample without stages that can be tested.
pub const NO_TESTS: &str = "no-tests";

impl FairnessResults {
    /// Reads a sample and tests it, with the groups of `options` or else those by event and by year.
    ///
    /// # Errors
    /// If the rows cannot be read, are too few, or no stage can be tested, or the work is cancelled.
    pub fn read(
        samples: &mut Analysis,
        options: &StatsOptions,
        settings: &Settings,
        cancel: &CancelToken,
    ) -> Result<FairnessResults, Error> {
        let groupings = match &options.by {
            Some(by) => vec![by.clone()],
            None => GroupColumns::event_and_year(samples.columns()),
        };
        groupings.iter().try_for_each(|by| samples.group_by(by.clone()))?;
        let mut whole = FairnessSample::new(samples.stages(), options.sets.as_deref().unwrap_or(&SETS));
        if !whole.has_tests() {
            return Err(Error::message(
                "no stage can be tested: the exact distribution is known for stages such as the cross and the xcross, and the \
                 symmetry is tested for stages with all six colours\n  analyse the scrambles with: cubiform analyze -i SCRAMBLES \
                 --stages cross --format csv",
            )
            .code(NO_TESTS));
        }
        let mut groups: Vec<Groups<FairnessSample>> =
            groupings.into_iter().map(|by| Groups::new(by, whole.clone())).collect();
        let mut repeats = Repeats::default();
        while let Some((row, of_row)) = samples.next_row()? {
            repeats.add(&row.id, state(row).as_ref());
            whole.add(&row.lengths);
            for (groups, group) in groups.iter_mut().zip(of_row) {
                groups.sample(group)?.add(&row.lengths);
            }
        }
        if whole.rows() < MIN_SCRAMBLES {
            return Err(Error::message(format!(
                "{} are too few for these tests; at least {MIN_SCRAMBLES} are needed",
                scrambles(whole.rows())
            )));
        }
        test(whole, groups, repeats, options, settings, cancel)
    }

    /// Returns the tables as a document.
    pub fn document(&self, labels: &Labels) -> Document {
        let row = (!self.repeats.first.is_empty()).then_some("row");
        Document {
            counts: vec![("scrambles", self.scrambles())],
            keys: ["by", "group", "stage", "colors"].into_iter().chain(row).collect(),
            parts: all(self, labels),
        }
    }
}

/// Tests the whole sample and the groups that have enough scrambles. A grouping with a single group is left out: its
/// tests would be those of the whole sample.
fn test(
    whole: FairnessSample,
    groups: Vec<Groups<FairnessSample>>,
    repeats: Repeats,
    options: &StatsOptions,
    settings: &Settings,
    cancel: &CancelToken,
) -> Result<FairnessResults, Error> {
    let mut names = vec![Group { by: String::new(), name: String::new(), scrambles: whole.rows() }];
    let mut small = Vec::new();
    let mut samples = vec![whole];
    for groups in groups {
        if options.by.is_none() && groups.is_without_values() {
            continue;
        }
        let by = groups.name();
        let groups = groups.finish()?;
        if groups.len() < 2 {
            continue;
        }
        for (name, sample) in groups {
            let group = Group { by: by.clone(), name, scrambles: sample.rows() };
            if sample.rows() < MIN_SCRAMBLES {
                small.push(group);
            } else {
                names.push(group);
                samples.push(sample);
            }
        }
    }
    let assessment = assess(&samples, settings, cancel).ok_or_else(Error::cancelled)?;
    Ok(FairnessResults { groups: names, small, repeats, assessment, seed: settings.seed })
}

/// The maximum number of characters of an id.
pub const MAX_ID: usize = 40;

/// Returns the state of a row, if it has a scramble or facelets that can be read.
fn state(row: &AnalysisRow) -> Option<Cube> {
    let text = row.cube.as_deref().filter(|text| !text.trim().is_empty())?;
    CubeText::parse(text).ok().map(|read| read.cube)
}

/// Returns the number of repeated states, or `None` if no state is known.
fn known_count(repeats: &Repeats) -> Option<u64> {
    (repeats.known > 0).then_some(repeats.count)
}

/// Returns the sentence that replaces the result of the tests if states are repeated.
fn sentence(repeats: &Repeats) -> Option<String> {
    let least = if repeats.is_thinned() { "at least " } else { "" };
    let (count, rows) = (grouped(repeats.count), grouped(repeats.rows));
    (repeats.count > 0).then(|| {
        format!(
            "no verdict: {least}{count} of {rows} scrambles repeat an earlier state, which independent random states \
             practically never do; remove the repeats"
        )
    })
}

/// Returns all tables.
fn all(results: &FairnessResults, labels: &Labels) -> Vec<Table> {
    let parts = [
        result(results, labels),
        repeats(results),
        groups(results, labels),
        exact(results),
        symmetry(results),
    ];
    parts.into_iter().filter(|part| !part.rows.is_empty()).collect()
}

fn result(results: &FairnessResults, labels: &Labels) -> Table {
    let of_tests = ["verdict", "sentence", "repeats", "tests", "smallest_corrected_p", "level"];
    let of_power = ["shift", "corrected_shift", "max_permutations", "seed"];
    let measures = of_tests.into_iter().chain(of_power);
    let mut part = Table::new("fair", "may these be uniformly random states?", &[], measures);
    let [shift, corrected] =
        results.assessment.shift(results.scrambles()).map_or([None; 2], |shift| shift.map(Some));
    let row = [
        Value::Text(results.verdict().into()),
        Value::Text(results.sentence(labels)),
        known_count(&results.repeats).map_or(Value::None, Value::Count),
        Value::Count(results.assessment.tests as u64),
        results.smallest_corrected().map_or(Value::None, Value::Probability),
        Value::Real(LEVEL),
        shift.into(),
        corrected.into(),
        Value::Count(results.assessment.permutations.into()),
        Value::Count(results.seed),
    ];
    part.add([], row);
    part
}

fn repeats(results: &FairnessResults) -> Table {
    let title = "scrambles that repeat an earlier state";
    let mut part = Table::new("fair_repeats", title, &["row"], ["id", "first_row"]);
    for Repeat { id, row, earlier } in &results.repeats.first {
        part.add([row], [Value::Text(shortened(id, MAX_ID)), Value::Count(*earlier)]);
    }
    part
}

fn groups(results: &FairnessResults, labels: &Labels) -> Table {
    let title = "the smallest p of each group; p is empty for groups with too few scrambles";
    let measures = ["scrambles", "smallest_p", "corrected_p", "test"];
    let mut part = Table::new("fair_groups", title, &["by", "group"], measures);
    let tested = results.tested().skip(1).map(|(group, tests)| (group, tests.smallest()));
    for (group, test) in tested.chain(results.small.iter().map(|group| (group, None))) {
        let test = test.map_or(Value::NONE, |test| {
            let [p, corrected] = values(test.probability);
            [p, corrected, Value::Text(test_name(&test, labels))]
        });
        part.add([&group.by, &group.name], [Value::Count(group.scrambles)].into_iter().chain(test));
    }
    part
}

fn exact(results: &FairnessResults) -> Table {
    let title = "against the exact distributions over all states";
    let of_mean = ["mean", "exact_mean", "exact_sd", "z", "mean_p", "mean_corrected_p"];
    let of_fit = ["chi_square", "degrees", "distribution_p", "distribution_corrected_p"];
    let measures = of_mean.into_iter().chain(of_fit);
    let mut part = Table::new("fair_exact", title, &["by", "group", "stage", "colors"], measures);
    for (group, tests) in results.tested() {
        for tests in &tests.exact {
            let ExactComparison { mean, exact_mean, exact_deviation, z, .. } = tests.comparison;
            let mut row: Vec<Value> = [mean, exact_mean, exact_deviation, z].map(Value::from).into();
            row.extend(values(tests.of_mean));
            match &tests.of_distribution {
                Some((test, probability)) => {
                    row.extend([test.statistic.into(), Value::Count(test.degrees.into())]);
                    row.extend(values(*probability));
                }
                None => row.extend([const { Value::None }; 4]),
            }
            part.add([&group.by, &group.name, &tests.stage, &tests.set], row);
        }
    }
    part
}

fn symmetry(results: &FairnessResults) -> Table {
    let title = "symmetry of the six colours: permutation test";
    let measures = ["chi_square", "permutations", "as_extreme", "p", "corrected_p"];
    let mut part = Table::new("fair_symmetry", title, &["by", "group", "stage"], measures);
    for (group, tests) in results.tested() {
        for result in &tests.symmetry {
            let test = &result.test;
            let counts = [test.permutations, test.as_extreme].map(|count| Value::Count(count.into()));
            let of_test = std::iter::once(test.statistic.into()).chain(counts);
            let row = of_test.chain(values(result.probability));
            part.add([&group.by, &group.name, &result.stage], row);
        }
    }
    part
}

/// Returns the cells of a probability and of the corrected one.
fn values(probability: Probability) -> [Value; 2] {
    [probability.p, probability.corrected].map(Value::Probability)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeats(rows: &[(&str, Option<&str>)]) -> Repeats {
        let mut repeats = Repeats::default();
        for (id, scramble) in rows {
            let row =
                AnalysisRow { id: (*id).into(), cube: scramble.map(Into::into), ..AnalysisRow::default() };
            repeats.add(id, state(&row).as_ref());
        }
        repeats
    }

    #[test]
    fn equal_states_are_found_in_every_notation() {
        let facelets =
            cubiform_cube::facelets::format(&cubiform_cube::Algorithm::parse("R U2").unwrap().cube());
        let found = repeats(&[
            ("a", Some("R U2")),
            ("b", Some("U2 R")),
            ("c", Some("R U U y")),
            ("d", None),
            ("e", Some(&facelets)),
            ("f", Some(" ")),
        ]);
        let named: Vec<(&str, u64, u64)> =
            found.first.iter().map(|repeat| (&repeat.id[..], repeat.row, repeat.earlier)).collect();
        assert_eq!((known_count(&found), named), (Some(2), vec![("c", 3, 1), ("e", 5, 1)]));
    }

    #[test]
    fn rows_without_scrambles_are_not_compared() {
        let none = repeats(&[("a", None), ("a", None)]);
        assert_eq!((known_count(&none), sentence(&none)), (None, None));
        let different = repeats(&[("a", Some("R")), ("a", Some("U"))]);
        assert_eq!((known_count(&different), sentence(&different)), (Some(0), None));
    }
}
