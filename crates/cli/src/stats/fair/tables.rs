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
    let mut part = Table::new(
        "fair",
        "may these be uniformly random states?",
        &[],
        &[
            "verdict",
            "sentence",
            "repeats",
            "tests",
            "smallest_corrected_p",
            "level",
            "shift",
            "corrected_shift",
            "max_permutations",
            "seed",
        ],
    );
    let [shift, corrected] =
        found.assessment.shift(found.scrambles()).map_or([None; 2], |shift| shift.map(Some));
    let row = vec![
        Value::Text(found.verdict().into()),
        Value::Text(found.sentence(labels)),
        known_count(&found.repeats).map_or(Value::None, Value::Count),
        found.assessment.tests.into(),
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
    let mut part =
        Table::new("fair_repeats", "scrambles that repeat an earlier state", &["row"], &["id", "first_row"]);
    for Repeat { id, row, earlier } in found.repeats.first() {
        part.add([row.to_string()], vec![Value::Text(shortened(id, MAX_ID)), Value::Count(*earlier)]);
    }
    part
}

fn groups(found: &Found, labels: &Labels) -> Table {
    let mut part = Table::new(
        "fair_groups",
        "the smallest p of each group; p is empty for groups with too few scrambles",
        &["by", "group"],
        &["scrambles", "smallest_p", "corrected_p", "test"],
    );
    for (group, tests) in found.tested().skip(1) {
        let keys = [group.by.clone(), group.name.clone()];
        let test = match tests.smallest() {
            Some(test) => {
                let [p, corrected] = values(test.probability);
                [p, corrected, Value::Text(test_name(&test, labels))]
            }
            None => [const { Value::None }; 3],
        };
        part.add(keys, [Value::Count(group.scrambles)].into_iter().chain(test).collect());
    }
    for group in &found.small {
        let mut row = vec![Value::Count(group.scrambles)];
        row.extend([const { Value::None }; 3]);
        part.add([group.by.clone(), group.name.clone()], row);
    }
    part
}

fn exact(found: &Found) -> Table {
    let mut part = Table::new(
        "fair_exact",
        "against the exact distributions over all states",
        &["by", "group", "stage", "colors"],
        &[
            "mean",
            "exact_mean",
            "exact_sd",
            "z",
            "mean_p",
            "mean_corrected_p",
            "chi_square",
            "degrees",
            "distribution_p",
            "distribution_corrected_p",
        ],
    );
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
            let keys = [group.by.clone(), group.name.clone(), tests.stage.clone(), tests.set.to_string()];
            part.add(keys, row);
        }
    }
    part
}

fn symmetry(found: &Found) -> Table {
    let mut part = Table::new(
        "fair_symmetry",
        "symmetry of the six colours: permutation test",
        &["by", "group", "stage"],
        &["chi_square", "permutations", "as_extreme", "p", "corrected_p"],
    );
    for (group, tests) in found.tested() {
        for result in &tests.symmetry {
            let test = &result.test;
            let mut row = vec![
                test.statistic.into(),
                Value::Count(test.permutations.into()),
                Value::Count(test.as_extreme.into()),
            ];
            row.extend(values(result.probability));
            part.add([group.by.clone(), group.name.clone(), result.stage.clone()], row);
        }
    }
    part
}

/// Returns the cells of a probability and of the corrected one.
fn values(probability: Probability) -> [Value; 2] {
    [probability.p, probability.corrected].map(Value::Probability)
}
