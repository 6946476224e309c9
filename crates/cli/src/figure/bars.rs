//! Bar charts of histograms.

use std::ops::Range;

use cubiform_stats::distribution::StateCounts;

use super::axes::{Axis, SHARE};
use super::chart::{Frame, INTERVAL, PLOT_HEIGHT, Plot, Texts};
use super::palette::INK;
use super::series::{STANDARD_ERROR, Series, WILSON, describe, extent};
use super::svg::{Figure, Mark, SMALL, text_width};

/// A bar chart of one or several histograms, side by side, with the exact shares where they are known.
pub(crate) struct BarChart {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    /// The sentence of the caption that says what is shown.
    pub(crate) sentence: String,
    /// The title of the axis of moves.
    pub(crate) moves: &'static str,
    pub(crate) series: Vec<Series>,
}

/// The minimum exact share of a length that is drawn although the sample lacks it.
const VISIBLE: f64 = 0.005;

impl BarChart {
    /// Draws the chart.
    pub(crate) fn draw(self) -> Figure {
        let BarChart { title, subtitle, sentence, moves, series } = self;
        let exact = || series.iter().filter_map(|series| series.exact.as_ref());
        // The lengths of the samples, and others whose exact share is visible.
        let visible =
            exact().flat_map(|exact| exact.shares().enumerate()).filter(|(_, share)| *share >= VISIBLE);
        let (min, max) =
            visible.fold(extent(&series), |(min, max), (moves, _)| (min.min(moves), max.max(moves)));
        let highs = series.iter().flat_map(|series| (0..=max).map(|moves| series.interval(moves)[1]));
        let max_share = exact().flat_map(StateCounts::shares).chain(highs).fold(0.0, f64::max);
        let mut legend: Vec<(String, Mark)> =
            (0..).zip(&series).map(|(i, s)| (s.name.clone(), Mark::bar(i))).collect();
        legend.push((INTERVAL.into(), Mark::WHISKER));
        let mut ticks = "";
        if exact().next().is_some() {
            legend.push(("exact share, all states".into(), Mark::EXACT));
            ticks = " Ticks across the bars are the exact shares over all states of the cube.";
        }
        let caption = format!(
            "{sentence} Numbers above bars are shares in %. Whiskers {WILSON}{ticks} {STANDARD_ERROR}"
        );
        let frame = Frame {
            texts: Texts { title, subtitle, caption },
            description: describe(&series),
            legend,
            x: Axis::moves(moves, (min, max), 0.5),
            y: Axis::shares(SHARE, max_share, 1.1),
            height: PLOT_HEIGHT,
        };
        let width = 0.84 / series.len() as f64;
        frame.draw(|plot| {
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
    plot: &mut Plot,
    series: &Series,
    index: usize,
    moves: usize,
    x: Range<f64>,
    digits: Option<usize>,
) {
    let share = series.share(moves);
    let [low, high] = series.interval(moves).map(|share| 100.0 * share);
    let exact = series.exact.as_ref().and_then(|exact| exact.shares().nth(moves)).unwrap_or(0.0);
    let (width, middle) = (x.end - x.start, f64::midpoint(x.start, x.end));
    plot.bar(x.clone(), 100.0 * share, Mark::of_series(index).paint);
    if exact > 0.0 {
        plot.tick(x.start + 0.1 * width..x.end - 0.1 * width, 100.0 * exact);
    }
    if share > 0.0 || exact >= VISIBLE {
        plot.whisker(middle, [low, high], INK);
    }
    if let Some(digits) = digits.filter(|_| share > 0.0) {
        plot.label_above((middle, high.max(100.0 * exact)), &label(share, digits));
    }
}

/// Returns the number of decimals of the labels of bars that are `width` units wide; `None` if there is no room.
fn label_digits(series: &[Series], width: i32) -> Option<usize> {
    let max = series.iter().flat_map(|series| series.histogram.shares()).fold(0.0, f64::max);
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
    use cubiform_stats::Histogram;

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
