//! The results as tables for programs and documents.

use cubiform_stats::ExactComparison;
use cubiform_stats::fairness::{LEVEL, Probability, Repeat};

use super::repeats::{MAX_ID, known_count};
use super::results::{FairnessResults, test_name};
use crate::format::shortened;
use crate::stats::labels::Labels;
use crate::stats::table::{Table, Value};

/// Returns all tables.
pub(super) fn all(results: &FairnessResults, labels: &Labels) -> Vec<Table> {
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
