//! The results for people.

use cubiform_answers::format::{decimal, grouped, probability, scrambles};
use cubiform_answers::stats::fair::{FairnessResults, Group, test_name};
use cubiform_answers::stats::labels::{Labels, set_name};
use cubiform_stats::fairness::{MIN_SCRAMBLES, SampleTests};

use super::repeats;
use crate::stats::show::skipped_lines;
use crate::text_table::{align_before_text, align_columns};

/// The line after the tables, which names further options.
const OPTIONS_HINT: &str = "more: --details, --by COLUMN, --sets all, --format csv|json";

/// Returns the text: the result, the tests of the whole sample, the smallest probability of each group, and with
/// `details` all tests of all groups.
pub(super) fn all(results: &FairnessResults, labels: &Labels, skipped: u64, details: bool) -> String {
    let count = scrambles(results.scrambles());
    let lines = skipped_lines(skipped);
    let mut text =
        format!("{count}{lines}: may they be uniformly random states?\n\n{}\n", results.sentence(labels));
    for (group, tests) in results.tested().filter(|(group, _)| details || group.by.is_empty()) {
        if !group.by.is_empty() {
            text += &format!("\n== {} {}: {} ==\n", group.by, group.name, scrambles(group.scrambles));
        }
        text += &exact(tests, labels);
        text += &symmetry(tests, labels, results.seed);
    }
    text += &groups(results, labels);
    text += &format!("\n{}", repeats::text(&results.repeats));
    if let Some(power) = results.power(labels) {
        text += &format!("\n{power}\n");
    }
    if !details {
        text += &format!("\n{OPTIONS_HINT}\n");
    }
    text
}

fn exact(tests: &SampleTests, labels: &Labels) -> String {
    if tests.exact.is_empty() {
        return String::new();
    }
    let head = ["stage", "colours", "mean", "exact mean", "z", "p", "chi-square", "df", "p", "corrected p"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let mut before = "";
    for tests in &tests.exact {
        let stage = labels.get(&tests.stage);
        let shown = if stage == before { "" } else { stage };
        before = stage;
        let mut corrected = tests.of_mean.corrected;
        let fit = match &tests.of_distribution {
            Some((test, of_fit)) => {
                corrected = corrected.min(of_fit.corrected);
                [format!("{:.2}", test.statistic), test.degrees.to_string(), probability(of_fit.p)]
            }
            None => ["-".into(), "-".into(), "-".into()],
        };
        let mut row: Vec<String> = vec![shown.into(), set_name(tests.set)];
        row.extend([format!("{:.3}", tests.comparison.mean), format!("{:.3}", tests.comparison.exact_mean)]);
        row.extend([decimal(tests.comparison.z, 2), probability(tests.of_mean.p)]);
        row.extend(fit);
        row.push(probability(corrected));
        rows.push(row);
    }
    format!("\nmean and distribution against those of all states\n\n{}", align_columns(&rows, 2))
}

fn symmetry(tests: &SampleTests, labels: &Labels, seed: u64) -> String {
    if tests.symmetry.is_empty() {
        return String::new();
    }
    let head = ["stage", "chi-square", "permutations", "as extreme", "p", "corrected p"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for result in &tests.symmetry {
        let test = &result.test;
        rows.push(vec![
            labels.get(&result.stage).into(),
            format!("{:.2}", test.statistic),
            grouped(test.permutations),
            grouped(test.as_extreme),
            probability(result.probability.p),
            probability(result.probability.corrected),
        ]);
    }
    let title = format!("symmetry of the six colours: random symmetries of the cube, seed {seed}");
    format!("\n{title}\n\n{}", align_columns(&rows, 1))
}

fn groups(results: &FairnessResults, labels: &Labels) -> String {
    let mut text = String::new();
    let mut columns: Vec<&str> = results.groups.iter().skip(1).map(|group| &group.by[..]).collect();
    columns.dedup();
    for column in columns {
        let mut rows = vec![[column, "n", "smallest p", "corrected p", "test"].map(String::from).to_vec()];
        for (group, tests) in results.tested().filter(|(group, _)| group.by == column) {
            let mut row = vec![group.name.clone(), grouped(group.scrambles)];
            match tests.smallest() {
                Some(test) => {
                    row.extend([test.probability.p, test.probability.corrected].map(probability));
                    row.push(test_name(&test, labels));
                }
                None => row.extend(["-", "-", "-"].map(String::from)),
            }
            rows.push(row);
        }
        let table = align_before_text(&rows, 1, usize::MAX);
        text += &format!("\nby {column}: the smallest p of each group\n\n{table}");
    }
    if !results.small.is_empty() {
        let name = |group: &Group| format!("{} {} ({})", group.by, group.name, grouped(group.scrambles));
        let names: Vec<String> = results.small.iter().map(name).collect();
        text += &format!("\nnot tested, with fewer than {MIN_SCRAMBLES} scrambles: {}\n", names.join(", "));
    }
    text
}
