//! Bar charts of histograms, and the axes that figures share.

use std::ops::Range;

use cubiform_answers::format::percent;
use cubiform_stats::distribution::StateCounts;
use cubiform_stats::{Histogram, wilson};

use super::chart::{self, ChartSpec, PLOT_HEIGHT, Scale, join_pairs};
use super::marks::Mark;
use super::palette::INK;
use super::plot::{Plot, Side};
use super::svg::Figure;
use super::text::{SMALL, text_width};

/// Formats the mean and its standard error with `digits` decimals, or with as many more as the error needs for a digit that is
/// not zero: `5.81 ± 0.02`, `5.813 ± 0.002`.
pub(crate) fn format_mean(histogram: &Histogram, digits: usize) -> String {
    match histogram.standard_error() {
        Some(error) => {
            let needed = if error > 0.0 { (-error.log10()).ceil().clamp(0.0, 6.0) as usize } else { 0 };
            let digits = digits.max(needed);
            format!("{:.digits$} ± {error:.digits$}", histogram.mean())
        }
        None => format!("{:.digits$}", histogram.mean()),
    }
}

/// A histogram of a chart.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) histogram: Histogram,
    /// The exact distribution of the sampled population, if it is known.
    pub(crate) exact: Option<StateCounts>,
}

impl Series {
    /// Returns the share of scrambles for each number of moves, from 0 on.
    pub(crate) fn shares(&self) -> Vec<f64> {
        self.histogram.shares().collect()
    }

    /// Returns the 95 % Wilson interval of each share, for 0 to `max` moves. Lengths that do not occur have an
    /// interval too.
    pub(crate) fn intervals(&self, max: usize) -> Vec<[f64; 2]> {
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

/// A bar chart of one or several histograms.
pub(crate) struct BarChart {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    /// The sentence of the caption that says what is shown.
    pub(crate) shown: String,
    /// The title of the axis of moves.
    pub(crate) moves: &'static str,
    pub(crate) series: Vec<Series>,
}

/// The name of whiskers in legends.
pub(crate) const INTERVAL: &str = "95 % interval";

/// The sentence of captions about intervals of shares.
pub(crate) const WILSON: &str = "are 95 % confidence intervals (Wilson score) of the shares.";

/// The end of sentences of captions about intervals of means.
pub(crate) const STUDENT: &str = "are 95 % confidence intervals (Student's t)";

/// The sentence of captions about standard errors.
pub(crate) const STANDARD_ERROR: &str = "± is the standard error of a mean, sd/√n.";

/// The minimum exact share of a length that is drawn although the sample lacks it.
const VISIBLE: f64 = 0.005;

impl BarChart {
    /// Returns the caption.
    fn caption(&self) -> String {
        let exact = match self.series.iter().any(|series| series.exact.is_some()) {
            true => " Ticks across the bars are the exact shares over all states of the cube.",
            false => "",
        };
        let shown = &self.shown;
        format!("{shown} Numbers above bars are shares in %. Whiskers {WILSON}{exact} {STANDARD_ERROR}")
    }

    /// Returns the names and marks of the legend.
    fn legend(&self) -> Vec<(String, Mark)> {
        let bars = self.series.iter().enumerate().map(|(i, series)| (series.name.clone(), Mark::bar(i)));
        let mut legend: Vec<(String, Mark)> = bars.collect();
        legend.push((INTERVAL.into(), Mark::WHISKER));
        if self.series.iter().any(|series| series.exact.is_some()) {
            legend.push(("exact share, all states".into(), Mark::EXACT));
        }
        legend
    }

    /// Returns the minimum and the maximum length drawn: those of the samples, and others whose exact share is visible.
    fn extent(&self) -> (usize, usize) {
        let (min, max) = extent(self.series.iter().map(|series| &series.histogram));
        let exact = self.series.iter().filter_map(|series| series.exact.as_ref());
        let visible =
            exact.flat_map(|exact| exact.shares().enumerate().filter(|(_, share)| *share >= VISIBLE));
        visible.fold((min, max), |(min, max), (moves, _)| (min.min(moves), max.max(moves)))
    }

    /// Draws the bars side by side, with the exact shares where they are known.
    pub(crate) fn draw(self) -> Figure {
        let (min, max) = self.extent();
        let exact_shares =
            self.series.iter().filter_map(|series| series.exact.as_ref()).flat_map(StateCounts::shares);
        let highs = self.series.iter().flat_map(|series| series.intervals(max)).map(|[_, high]| high);
        let max_share = exact_shares.chain(highs).fold(0.0, f64::max);
        let spec = ChartSpec {
            caption: self.caption(),
            legend: self.legend(),
            x: moves_scale(self.moves, min, max, 0.5),
            y: share_scale(SHARE, max_share, 1.1),
            height: PLOT_HEIGHT,
            title: self.title,
            subtitle: self.subtitle,
        };
        let series = self.series;
        let width = 0.84 / series.len() as f64;
        chart::draw(spec, describe(&series), |plot| {
            let digits = label_digits(&series, plot.width_of(width));
            for (i, series) in series.iter().enumerate() {
                for moves in min..=max {
                    let left = moves as f64 - 0.42 + width * i as f64;
                    draw_bar(plot, series, i, moves, left..left + width, digits);
                }
            }
        })
    }
}

/// Draws the bar of the series at `index` for one number of moves, with its interval, its exact share and its label.
fn draw_bar(
    plot: &Plot<'_>,
    series: &Series,
    index: usize,
    moves: usize,
    x: Range<f64>,
    digits: Option<usize>,
) {
    let share = series.shares().get(moves).copied().unwrap_or(0.0);
    let [low, high] = series.intervals(moves)[moves];
    let exact = series.exact.as_ref().map(|exact| exact.shares().nth(moves).unwrap_or(0.0));
    let width = x.end - x.start;
    plot.bar(x.clone(), 100.0 * share, Mark::of(index).paint);
    if let Some(exact) = exact.filter(|exact| *exact > 0.0) {
        plot.tick(x.start + 0.1 * width..x.end - 0.1 * width, 100.0 * exact);
    }
    let middle = (x.start + x.end) / 2.0;
    if share > 0.0 || exact.is_some_and(|exact| exact >= VISIBLE) {
        plot.whisker(middle, [100.0 * low, 100.0 * high], INK);
    }
    if let Some(digits) = digits.filter(|_| share > 0.0) {
        let top = 100.0 * high.max(exact.unwrap_or(0.0));
        plot.text((middle, top), Side::Above, 12, &label(share, digits), INK);
    }
}

/// Returns the number of decimals of the labels of bars that are `width` units wide; `None` if there is no room.
fn label_digits(series: &[Series], width: i32) -> Option<usize> {
    let max = series.iter().flat_map(Series::shares).fold(0.0, f64::max);
    // Small shares have small bars around them, so that their labels may be wider than a bar.
    [1, 0].into_iter().find(|digits| text_width(&label(max, *digits), SMALL) <= width)
}

/// Formats a positive share in per cent without a sign. A share that would be rounded to 0 is `<0.1`.
fn label(share: f64, digits: usize) -> String {
    let least = 10f64.powi(-(digits as i32));
    match 100.0 * share {
        small if small < least / 2.0 => format!("<{least}"),
        percent => format!("{percent:.digits$}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_digits_for_their_errors() {
        let of = |scale: u64| format_mean(&Histogram::new([0, scale, 3 * scale]), 2);
        // The deviation is about 0.43.
        assert_eq!([1, 100, 10_000].map(of), ["1.75 ± 0.25", "1.75 ± 0.02", "1.750 ± 0.002"]);
    }

    #[test]
    fn labels_of_small_shares_are_not_zero() {
        assert_eq!([0.000_04, 0.000_6, 0.2468].map(|share| label(share, 1)), ["<0.1", "0.1", "24.7"]);
        assert_eq!([0.000_04, 0.006, 0.2468].map(|share| label(share, 0)), ["<1", "1", "25"]);
    }

    #[test]
    fn narrow_bars_have_shorter_labels_or_none() {
        let histogram = Histogram::new([0, 3, 1]);
        let series = [Series { name: String::new(), histogram, exact: None }];
        assert_eq!([100, 60, 20].map(|width| label_digits(&series, width)), [Some(1), Some(0), None]);
    }
}
