//! `cubiform stats --fair`: whether the scrambles may be uniformly random states, as text.

use cubiform_answers::format::{decimal, grouped, probability, scrambles, shortened};
use cubiform_answers::stats::StatsOptions;
use cubiform_answers::stats::fair::{FairnessResults, Group, MAX_ID, STAGES, test_name};
use cubiform_answers::stats::labels::{Labels, set_name};
use cubiform_stats::fairness::{MIN_SCRAMBLES, Repeat, Repeats, SampleTests, Settings};

use crate::args::{Stats, StatsFormat};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::stats::read::{Files, FirstFile, failed};
use crate::stats::show::{self, skipped_lines};
use crate::text_layout::{align_before_text, align_columns};

/// Runs the command.
pub(super) fn run(
    args: &Stats,
    options: &StatsOptions,
    settings: &Settings,
    first: FirstFile,
    output: Output,
) -> Result<(), Failure> {
    if args.format == StatsFormat::Parquet {
        let message = "--fair cannot be written as Parquet; use --format csv or jsonl";
        return Err(Failure::usage(message));
    }
    let files = Files { partial: args.partial, stages: Some(STAGES), first: first.once() };
    let mut samples = files.open(&args.files)?;
    let results = FairnessResults::read(&mut samples, options, settings, &interrupt::REQUESTED);
    let results = results.map_err(failed)?;
    let labels = Labels::of(&samples);
    if args.format == StatsFormat::Table {
        let text = all(&results, &labels, samples.skipped(), args.details);
        return output.finish_with(text.as_bytes());
    }
    let document = results.document(&labels);
    let heading = show::heading(&document.counts, samples.skipped());
    let provenance = || samples.provenance().map(Some).map_err(failed);
    output.finish_with(&show::render(&document, heading, &labels, args.format, provenance)?)
}

/// The line after the tables, which names further options.
const OPTIONS_HINT: &str = "more: --details, --by COLUMN, --sets all, --format csv|json";

/// Returns the text: the result, the tests of the whole sample, the smallest probability of each group, and with
/// `details` all tests of all groups.
fn all(results: &FairnessResults, labels: &Labels, skipped: u64, details: bool) -> String {
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
    text += &format!("\n{}", repeats_text(&results.repeats));
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

/// The number of repeated states that the text names.
const SHOWN: usize = 5;

/// Returns the lines about the assumption: what is known of repeated states, and the first of them.
fn repeats_text(repeats: &Repeats) -> String {
    let known = match (repeats.rows - repeats.known, repeats.count) {
        (0, 0) => "no state stands twice in the list".to_string(),
        (0, _) => "these states are repeated".to_string(),
        _ if repeats.known == 0 => "repeated states cannot be found without scrambles (give the file of \
                                                 scrambles, or its analysis as Parquet or JSON lines)"
            .to_string(),
        (_, count) => {
            let repeated = if count == 0 { "no state stands twice" } else { "these states are repeated" };
            format!("{repeated} among the {} rows with a scramble", grouped(repeats.known))
        }
    };
    let mut rows = vec![["scramble", "row", "first row"].map(String::from).to_vec()];
    let row =
        |repeat: &Repeat| vec![shortened(&repeat.id, MAX_ID), grouped(repeat.row), grouped(repeat.earlier)];
    rows.extend(repeats.first.iter().take(SHOWN).map(row));
    let more = match repeats.count.saturating_sub(SHOWN as u64) {
        0 => String::new(),
        more => format!("and {} more\n", grouped(more)),
    };
    let known = format!("assumption: the scrambles are independent; {known}\n");
    if repeats.count > 0 { format!("{known}\n{}{more}", align_columns(&rows, 1)) } else { known }
}

#[cfg(test)]
mod tests {
    use cubiform_cube::Algorithm;

    use super::*;

    fn repeats(rows: &[(&str, Option<&str>)]) -> Repeats {
        let mut repeats = Repeats::default();
        for (id, moves) in rows {
            repeats.add(id, moves.map(|moves| Algorithm::parse(moves).unwrap().cube()).as_ref());
        }
        repeats
    }

    #[test]
    fn repeated_states_are_listed_with_their_rows() {
        let found =
            repeats(&[("a", Some("R U2")), ("b", None), ("c", Some("R U U")), ("d", Some("R U' U'"))]);
        let text = repeats_text(&found);
        assert!(text.contains("these states are repeated among the 3 rows with a scramble\n"), "{text}");
        assert!(text.ends_with("c           3          1\nd           4          1\n"), "{text}");
    }

    #[test]
    fn lists_without_repeats_or_scrambles_have_a_sentence() {
        let none = repeats(&[("a", None), ("a", None)]);
        assert!(repeats_text(&none).contains("repeated states cannot be found without scrambles"));
        let different = repeats(&[("a", Some("R")), ("a", Some("U"))]);
        assert_eq!(
            repeats_text(&different),
            "assumption: the scrambles are independent; no state stands twice in the list\n"
        );
    }
}
