//! Bar charts of histograms, and the axes that figures share.

use cubiform_stats::{Histogram, wilson};

use super::chart::{self, ChartSpec, Figure, MEDIUM, Mark, SMALLEST, Scale, Shape, Side, join_pairs};
use super::palette::{INK, MUTED};

/// Formats a share as a percentage.
pub(crate) fn percent(share: f64) -> String {
    match 100.0 * share {
        tiny if tiny > 0.0 && tiny < 0.005 => "<0.01 %".into(),
        percent => format!("{percent:.2} %"),
    }
}

/// Formats the mean and its standard error with `digits` decimals: `5.813 ± 0.018`.
pub(crate) fn format_mean(histogram: &Histogram, digits: usize) -> String {
    match histogram.standard_error() {
        Some(error) => format!("{:.digits$} ± {error:.digits$}", histogram.mean()),
        None => format!("{:.digits$}", histogram.mean()),
    }
}

/// A histogram of a chart.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) histogram: Histogram,
    /// The exact distribution of the sampled population, if it is known.
    pub(crate) exact: Option<Histogram>,
}

impl Series {
    /// Returns the share of scrambles for each number of moves, from 0 on.
    pub(crate) fn shares(&self) -> Vec<f64> {
        self.histogram.shares().collect()
    }

    /// Returns the 95 % Wilson interval of each share, for 0 to `max` moves. Lengths that do not occur have an
    /// interval too.
    fn intervals(&self, max: usize) -> Vec<[f64; 2]> {
        let counts = self.histogram.counts();
        let count = |moves: usize| counts.get(moves).copied().unwrap_or(0);
        (0..=max).map(|moves| wilson(count(moves), self.histogram.total())).collect()
    }

    /// Describes the histogram in words and numbers.
    fn describe(&self) -> String {
        let shares = self.shares();
        let min = self.histogram.min();
        let pairs = (min..shares.len()).map(|moves| (format!("{moves} moves"), percent(shares[moves])));
        let exact = self.exact.as_ref().map(|exact| format!("; exact mean {:.6}", exact.mean()));
        let (name, mean) = (&self.name, format_mean(&self.histogram, 4));
        format!("{name}: {}; mean {mean}{}.", join_pairs(pairs), exact.unwrap_or_default())
    }
}

/// Describes several series in words and numbers.
pub(crate) fn describe(series: &[Series]) -> String {
    series.iter().map(Series::describe).collect::<Vec<_>>().join(" ")
}

/// The title of an axis of moves of the 3x3x3.
pub(crate) const HTM: &str = "moves (half turn metric)";

/// The title of the axis of bar heights.
pub(crate) const SHARE: &str = "share of scrambles";

/// Returns the axis of numbers of moves, with `margin` on both sides.
pub(crate) fn moves_scale(title: &'static str, min: usize, max: usize, margin: f64) -> Scale {
    let (min, max) = (min as f64, max as f64);
    // A chart of a few bins gets a wider margin, so that the bars stay narrow.
    let margin = margin.max((4.0 - (max - min)) / 2.0);
    Scale { title, range: min - margin..max + margin, ticks: integer_ticks(min, max), has_grid_lines: false }
}

/// Returns a tick at each whole number.
pub(crate) fn integer_ticks(min: f64, max: f64) -> Vec<(f64, String)> {
    (min as usize..=max as usize).map(|number| (number as f64, number.to_string())).collect()
}

/// Returns the axis of shares, in per cent, up to `max_share` times `room`; the factor leaves space for labels above.
pub(crate) fn share_scale(title: &'static str, max_share: f64, room: f64) -> Scale {
    let (ticks, end) = chart::ticks(100.0 * max_share);
    let ticks = ticks.into_iter().map(|tick| (tick, format!("{tick} %"))).collect();
    Scale { title, range: 0.0..end.max(100.0 * max_share * room), ticks, has_grid_lines: true }
}

/// Returns the minimum and the maximum length of some histograms.
pub(crate) fn extent<'a>(histograms: impl Iterator<Item = &'a Histogram>) -> (usize, usize) {
    histograms.fold((usize::MAX, 0), |(min, max), h| (min.min(h.min()), max.max(h.max())))
}

/// Returns the caption of a bar chart.
fn caption(series: &[Series]) -> String {
    let exact = match series.iter().any(|series| series.exact.is_some()) {
        true => " Black ticks are the exact shares over all states of the cube.",
        false => "",
    };
    format!("Bars are shares of the scrambles; whiskers are 95 % confidence intervals (Wilson score).{exact}")
}

/// Draws bars side by side, with the exact shares where they are known. `moves` is the title of the axis of moves.
pub(crate) fn bars(
    name: &'static str,
    title: String,
    subtitle: String,
    moves: &'static str,
    series: &[Series],
) -> Figure {
    let (min, max) = extent(series.iter().map(|series| &series.histogram));
    // Include lengths that a small sample lacks if their exact share is visible.
    let exact_histograms = series.iter().filter_map(|series| series.exact.as_ref());
    let visible =
        exact_histograms.flat_map(|exact| exact.shares().enumerate().filter(|(_, share)| *share >= 0.005));
    let (min, max) = visible.fold((min, max), |(min, max), (moves, _)| (min.min(moves), max.max(moves)));
    let shares: Vec<Vec<f64>> = series.iter().map(Series::shares).collect();
    let exact_shares = series.iter().filter_map(|series| series.exact.as_ref()).flat_map(Histogram::shares);
    let intervals: Vec<Vec<[f64; 2]>> = series.iter().map(|series| series.intervals(max)).collect();
    let highs = intervals.iter().flatten().map(|[_, high]| *high);
    let max_share = shares.iter().flatten().copied().chain(exact_shares).chain(highs).fold(0.0, f64::max);
    let mut legend: Vec<(String, Mark)> = match series {
        [_] => Vec::new(),
        several => several.iter().enumerate().map(|(i, s)| (s.name.clone(), Mark::bar(i))).collect(),
    };
    let exact = Mark { paint: INK, shape: Shape::Tick };
    if series.iter().any(|series| series.exact.is_some()) {
        if series.len() == 1 {
            legend.push(("this sample".into(), Mark::bar(0)));
        }
        legend.push(("exact".into(), exact));
    }
    let width = 0.84 / series.len() as f64;
    let (bins, series_count) = (max - min + 1, series.len());
    let spec = ChartSpec {
        name,
        title,
        subtitle,
        caption: caption(series),
        legend,
        x: moves_scale(moves, min, max, 0.5),
        y: share_scale(SHARE, max_share, 1.08),
    };
    chart::draw(spec, describe(series), |plot| {
        for (i, (series, shares)) in series.iter().zip(&shares).enumerate() {
            for (moves, [low, high]) in intervals[i].iter().copied().enumerate().skip(min) {
                let share = shares.get(moves).copied().unwrap_or(0.0);
                let left = moves as f64 - 0.42 + width * i as f64;
                plot.bar(left..left + width, 100.0 * share, Mark::of(i).paint);
                let middle = left + width / 2.0;
                let exact_share = series.exact.as_ref().map(|exact| exact.shares().nth(moves).unwrap_or(0.0));
                if let Some(exact_share) = exact_share.filter(|exact_share| *exact_share > 0.0) {
                    let points = [
                        (left + 0.1 * width, 100.0 * exact_share),
                        (left + 0.9 * width, 100.0 * exact_share),
                    ];
                    plot.line(&points, INK, 4);
                }
                if share > 0.0 || exact_share.is_some_and(|exact_share| exact_share >= 0.005) {
                    plot.whisker(middle, [100.0 * low, 100.0 * high], MUTED);
                }
                let label = match series_count {
                    1 => percent(share),
                    _ if share > 0.0 && share < 0.000_5 => "<0.1".into(),
                    _ => format!("{:.1}", 100.0 * share),
                };
                if share > 0.0 && bins * series_count <= 30 {
                    let top = 100.0 * high.max(exact_share.unwrap_or(0.0));
                    let size = if series_count == 1 { MEDIUM } else { SMALLEST };
                    plot.text((middle, top), Side::Above, 8, &label, size, INK);
                }
            }
        }
    })
}
