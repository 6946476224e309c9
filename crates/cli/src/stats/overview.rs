//! The first table of `stats`, which fits a screen: the main measures of each stage and colour set; and histograms as text, for
//! `stats --histogram`.

use cubiform_answers::format::{grouped, percent, scrambles, with_error};
use cubiform_answers::stats::labels::{Labels, goal_of, main_sets, set_name};
use cubiform_stats::distribution::{StateCounts, known};
use cubiform_stats::{Histogram, Lengths, Sample, Subset};

use crate::stats::show::skipped_lines;
use crate::text_layout::align_columns;

/// Returns the line with the number of scrambles and the meaning of the numbers.
pub(crate) fn heading(sample: &Sample, skipped: u64) -> String {
    let goal = goal_of(sample.stages().iter().map(|stage| &stage.name[..]));
    let goal = goal.map(|goal| format!(" (goal {goal})")).unwrap_or_default();
    let lines = skipped_lines(skipped);
    format!("{}{lines}: minimum number of moves to each stage{goal}\n", scrambles(sample.rows()))
}

/// Returns the table for `sets`, or for the main sets of each stage if `sets` is `None`.
pub(crate) fn table(sample: &Sample, labels: &Labels, sets: Option<&[Subset]>) -> String {
    let mut rows = Vec::new();
    let mut has_exact = false;
    for stage in sample.stages() {
        let main = main_sets(&stage.colors);
        let mut label = labels.get(&stage.name);
        for set in sets.unwrap_or(&main) {
            let Some(histogram) = stage.histogram(*set) else { continue };
            let exact = known(&stage.name, *set);
            has_exact |= exact.is_some();
            rows.push(row(label, *set, &histogram, exact.as_ref()));
            label = "";
        }
    }
    let head = ["stage", "colours", "n", "mean", "sd", "range", "mode", "exact mean"];
    rows.insert(0, head.map(String::from).into());
    let columns = head.len() - usize::from(!has_exact);
    rows.iter_mut().for_each(|row| row.truncate(columns));
    align_columns(&rows, 2)
}

/// Returns the cells of a colour set of a stage.
fn row(label: &str, set: Subset, histogram: &Histogram, exact: Option<&StateCounts>) -> Vec<String> {
    let mode = histogram.mode();
    // Multiplied first, so that a half is exact.
    let share = 100.0 * histogram.counts()[mode] as f64 / histogram.total() as f64;
    vec![
        label.into(),
        set_name(set),
        grouped(histogram.total()),
        format!("{:.2}", histogram.mean()),
        histogram.sample_deviation().map_or("-".into(), |sd| format!("{sd:.2}")),
        range(histogram),
        format!("{mode} ({share:.0} %)"),
        exact.map_or_else(String::new, |exact| format!("{:.2}", exact.mean())),
    ]
}

/// Formats the minimum and the maximum length: `4-7`.
fn range(histogram: &Histogram) -> String {
    match (histogram.min(), histogram.max()) {
        (min, max) if min == max => min.to_string(),
        (min, max) => format!("{min}-{max}"),
    }
}

/// Returns a table of means for each colour set, with a row per group and a column per stage.
pub(crate) fn comparison(
    by: &str,
    groups: &[(String, Sample)],
    labels: &Labels,
    sets: Option<&[Subset]>,
) -> String {
    let Some((_, first)) = groups.first() else { return String::new() };
    let main_sets = || first.stages().first().map(|stage| main_sets(&stage.colors)).unwrap_or_default();
    let shared = sets.map_or_else(main_sets, <[Subset]>::to_vec);
    let mut text = String::new();
    for set in shared {
        let mut head = vec![by.to_string(), "n".into()];
        head.extend(first.stages().iter().map(|stage| labels.get(&stage.name).to_string()));
        let mut rows = vec![head];
        for (group, sample) in groups {
            let mut row = vec![group.clone(), grouped(sample.rows())];
            row.extend(sample.stages().iter().map(|stage| match stage.histogram(set) {
                Some(histogram) => with_error(histogram.mean(), histogram.standard_error(), 2),
                None => "-".into(),
            }));
            rows.push(row);
        }
        text += &format!("\n{}: mean ± standard error\n\n{}", set_name(set), align_columns(&rows, 1));
    }
    text
}

/// The line after the first table, which names further options.
pub(crate) const OPTIONS_HINT: &str =
    "more: --details, --histogram STAGE, --sets all, --by COLUMN, --format csv|json";

/// The width in columns of a histogram that is not printed to a terminal.
pub(crate) const WIDTH: usize = 80;

/// Returns the histograms of a stage, at most `width` columns wide: one for each of `sets`, or for each of the
/// stage's main sets if `sets` is `None`.
pub(crate) fn histograms(
    sample: &Sample,
    place: usize,
    labels: &Labels,
    sets: Option<&[Subset]>,
    width: usize,
) -> String {
    let stage = &sample.stages()[place];
    let main = main_sets(&stage.colors);
    let sets = sets.unwrap_or(&main);
    sets.iter().filter_map(|set| set_histogram(stage, labels.get(&stage.name), *set, width)).collect()
}

/// Returns the histogram of one colour set, or `None` if the stage lacks the colours.
fn set_histogram(stage: &Lengths, label: &str, set: Subset, width: usize) -> Option<String> {
    let histogram = stage.histogram(set)?;
    let exact = known(&stage.name, set);
    let mut text = format!("\n{label}, {}: {}\n\n", set_name(set), scrambles(histogram.total()));
    let counts: Vec<String> = histogram.counts().iter().map(|count| grouped(*count)).collect();
    let count_width = counts.iter().map(String::len).max().unwrap_or(0).max("scrambles".len());
    let exact_head = if exact.is_some() { "     exact" } else { "" };
    text += &format!("moves  {:>count_width$}     share{exact_head}\n", "scrambles");
    let before = "moves  ".len() + count_width + "  100.00 %".len() + exact_head.len() + 2;
    let bar_width = width.saturating_sub(before).max(10);
    let max_share = histogram.shares().fold(0.0, f64::max);
    for (moves, share) in histogram.shares().enumerate().skip(histogram.min()) {
        let exact = exact.as_ref().map(|exact| exact.shares().nth(moves).unwrap_or(0.0));
        let exact = exact.map(|share| format!("  {:>8}", percent(share))).unwrap_or_default();
        let (count, bar) = (&counts[moves], bar(share / max_share, bar_width));
        let line = format!("{moves:>5}  {count:>count_width$}  {:>8}{exact}  {bar}", percent(share));
        text += line.trim_end();
        text.push('\n');
    }
    text += &summary(&histogram);
    Some(text)
}

/// Returns the line under a histogram, with the mean and the standard deviation.
fn summary(histogram: &Histogram) -> String {
    let sd = histogram.sample_deviation().map(|sd| format!(", sd {sd:.2}")).unwrap_or_default();
    format!("mean {:.2}{sd}\n", histogram.mean())
}

/// Returns a bar of length `part * width`, in steps of an eighth of a column. A positive part gives at least one
/// step.
fn bar(part: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (part * width as f64 * 8.0).round() as usize;
    let eighths = if part > 0.0 { eighths.max(1) } else { eighths };
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bar_length_is_proportional_to_the_share() {
        assert_eq!(bar(1.0, 4), "████");
        assert_eq!(bar(0.5, 4), "██");
        assert_eq!(bar(0.53, 4), "██▏");
        assert_eq!(bar(1e-9, 4), "▏");
        assert_eq!(bar(0.0, 4), "");
    }
}
