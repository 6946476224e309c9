//! The results as tables for programs and documents.

use cubiform_stats::ExactComparison;
use cubiform_stats::fairness::{LEVEL, Probability, Repeat};

use super::found::{Found, test_name};
use super::repeats::{MAX_ID, known_count};
use crate::stats::labels::Labels;
use crate::stats::show::{Table, Value};
use cubiform_answers::format::shortened;

/// Returns all tables.
pub(super) fn all(found: &Found, labels: &Labels) -> Vec<Table> {
    let parts = [result(found, labels), repeats(found), groups(found, labels), exact(found), symmetry(found)];
    parts.into_iter().filter(|part| !part.rows.is_empty()).collect()
}

fn result(found: &Found, labels: &Labels) -> Table {
    let of_tests = ["verdict", "sentence", "repeats", "tests", "smallest_corrected_p", "level"];
    let of_power = ["shift", "corrected_shift", "max_permutations", "seed"];
    let measures = of_tests.into_iter().chain(of_power);
    let mut part = Table::new("fair", "may these be uniformly random states?", &[], measures);
    let [shift, corrected] =
        found.assessment.shift(found.scrambles()).map_or([None; 2], |shift| shift.map(Some));
    let row = [
        Value::Text(found.verdict().into()),
        Value::Text(found.sentence(labels)),
        known_count(&found.repeats).map_or(Value::None, Value::Count),
        Value::Count(found.assessment.tests as u64),
        found.smallest_corrected().map_or(Value::None, Value::Probability),
        Value::Real(LEVEL),
        shift.into(),
        corrected.into(),
        Value::Count(found.assessment.permutations.into()),
        Value::Count(found.seed),
    ];
    part.add([], row);
    part
}

fn repeats(found: &Found) -> Table {
    let title = "scrambles that repeat an earlier state";
    let mut part = Table::new("fair_repeats", title, &["row"], ["id", "first_row"]);
    for Repeat { id, row, earlier } in found.repeats.first() {
        part.add([row], [Value::Text(shortened(id, MAX_ID)), Value::Count(*earlier)]);
    }
    part
}

fn groups(found: &Found, labels: &Labels) -> Table {
    let title = "the smallest p of each group; p is empty for groups with too few scrambles";
    let measures = ["scrambles", "smallest_p", "corrected_p", "test"];
    let mut part = Table::new("fair_groups", title, &["by", "group"], measures);
    let tested = found.tested().skip(1).map(|(group, tests)| (group, tests.smallest()));
    for (group, test) in tested.chain(found.small.iter().map(|group| (group, None))) {
        let test = test.map_or(Value::NONE, |test| {
            let [p, corrected] = values(test.probability);
            [p, corrected, Value::Text(test_name(&test, labels))]
        });
        part.add([&group.by, &group.name], [Value::Count(group.scrambles)].into_iter().chain(test));
    }
    part
}

fn exact(found: &Found) -> Table {
    let title = "against the exact distributions over all states";
    let of_mean = ["mean", "exact_mean", "exact_sd", "z", "mean_p", "mean_corrected_p"];
    let of_fit = ["chi_square", "degrees", "distribution_p", "distribution_corrected_p"];
    let measures = of_mean.into_iter().chain(of_fit);
    let mut part = Table::new("fair_exact", title, &["by", "group", "stage", "colors"], measures);
    for (group, tests) in found.tested() {
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

fn symmetry(found: &Found) -> Table {
    let title = "symmetry of the six colours: permutation test";
    let measures = ["chi_square", "permutations", "as_extreme", "p", "corrected_p"];
    let mut part = Table::new("fair_symmetry", title, &["by", "group", "stage"], measures);
    for (group, tests) in found.tested() {
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
