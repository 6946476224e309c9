//! Histograms of bars in text: `stats --histogram`.

use cubiform_stats::distribution::known;
use cubiform_stats::{Histogram, Lengths, Sample, Subset};

use crate::format::{grouped, scrambles};
use crate::stats::labels::{Labels, main_sets, set_name};

/// The columns of a histogram where no terminal says how many there are.
pub(crate) const WIDTH: usize = 80;

/// The stages whose histograms are wanted, separated by commas, by their names or `all`.
///
/// # Errors
/// The first name that is not a stage, with those that are.
pub(crate) fn stages(asked: &str, labels: &Labels) -> Result<Vec<usize>, String> {
    let mut found = Vec::new();
    for name in asked.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        if name.eq_ignore_ascii_case("all") {
            found.extend(0..labels.all().len());
            continue;
        }
        found.push(labels.find(name).ok_or_else(|| {
            format!(
                "--histogram: '{name}' is not a stage of this analysis; there are {}",
                labels.all().join(", ")
            )
        })?);
    }
    if found.is_empty() {
        return Err(format!("--histogram: no stage is named; there are {}", labels.all().join(", ")));
    }
    let mut stages = Vec::new();
    found.into_iter().for_each(|place| {
        if !stages.contains(&place) {
            stages.push(place);
        }
    });
    Ok(stages)
}

/// Returns the histograms of a stage, of `sets` or else of its main ones, `width` columns wide.
pub(crate) fn draw(
    sample: &Sample,
    place: usize,
    labels: &Labels,
    sets: Option<&[Subset]>,
    width: usize,
) -> String {
    let stage = &sample.stages()[place];
    let main = main_sets(stage.colors());
    let sets = sets.unwrap_or(&main);
    sets.iter().filter_map(|set| of_set(stage, labels.get(stage.name()), *set, width)).collect()
}

/// The histogram of a set.
fn of_set(stage: &Lengths, label: &str, set: Subset, width: usize) -> Option<String> {
    let histogram = stage.histogram(set)?;
    let exact = known(stage.name(), set);
    let mut text = format!("\n{label}, {}: {}\n\n", set_name(set), scrambles(histogram.total()));
    let counts: Vec<String> = histogram.counts().iter().map(|count| grouped(*count)).collect();
    let room = counts.iter().map(String::len).max().unwrap_or(0).max("scrambles".len());
    let of_exact = if exact.is_some() { "     exact" } else { "" };
    text += &format!("moves  {:>room$}     share{of_exact}\n", "scrambles");
    let before = "moves  ".len() + room + "  100.00 %".len() + of_exact.len() + 2;
    let bar = width.saturating_sub(before).max(10);
    let most = histogram.shares().fold(0.0, f64::max);
    for (moves, share) in histogram.shares().enumerate().skip(histogram.least()) {
        let exact = exact.as_ref().map(|exact| exact.shares().nth(moves).unwrap_or(0.0));
        let exact = exact.map(|share| format!("  {:>8}", percent(share))).unwrap_or_default();
        let line = format!(
            "{moves:>5}  {:>room$}  {:>8}{exact}  {}",
            counts[moves],
            percent(share),
            blocks(share / most, bar)
        );
        text += line.trim_end();
        text.push('\n');
    }
    text += &summary(&histogram);
    Some(text)
}

/// The mean and the standard deviation, under a histogram.
fn summary(histogram: &Histogram) -> String {
    let sd = histogram.sample_deviation().map(|sd| format!(", sd {sd:.2}")).unwrap_or_default();
    format!("mean {:.2}{sd}\n", histogram.mean())
}

/// A share for people, in eight characters at most.
fn percent(share: f64) -> String {
    match 100.0 * share {
        tiny if tiny > 0.0 && tiny < 0.005 => "<0.01 %".into(),
        percent => format!("{percent:.2} %"),
    }
}

/// A bar of this part of `width` columns, in eighths of a column; a part of more than nothing is seen.
fn blocks(part: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (part * width as f64 * 8.0).round() as usize;
    let eighths = if part > 0.0 { eighths.max(1) } else { eighths };
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_shares() {
        assert_eq!(blocks(1.0, 4), "████");
        assert_eq!(blocks(0.5, 4), "██");
        assert_eq!(blocks(0.53, 4), "██▏");
        assert_eq!(blocks(1e-9, 4), "▏");
        assert_eq!(blocks(0.0, 4), "");
    }

    #[test]
    fn stages_are_named_as_people_or_columns_call_them() {
        let labels = Labels::of(["cross", "xcross", "xxxxcross"].into_iter());
        assert_eq!(stages("F2L,cross,xxxxcross", &labels).unwrap(), [2, 0]);
        assert_eq!(stages("all", &labels).unwrap(), [0, 1, 2]);
        let message = stages("oll", &labels).unwrap_err();
        assert_eq!(
            message,
            "--histogram: 'oll' is not a stage of this analysis; there are cross, xcross, f2l"
        );
        assert!(stages(",", &labels).is_err());
    }
}
