//! Histograms as text: `stats --histogram`.

use cubiform_stats::distribution::known;
use cubiform_stats::{Histogram, Lengths, Sample, Subset};

use cubiform_answers::format::{grouped, percent, scrambles};
use cubiform_answers::stats::labels::{Labels, main_sets, set_name};

/// The width in columns of a histogram that is not printed to a terminal.
pub(crate) const WIDTH: usize = 80;

/// Returns the histograms of a stage, at most `width` columns wide: one for each of `sets`, or for each of the
/// stage's main sets if `sets` is `None`.
pub(crate) fn draw(
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
