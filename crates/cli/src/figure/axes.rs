//! The axes of charts: their ranges, ticks and labels.

use std::ops::Range;

use super::svg::{Point, SMALL, text_width};

/// An axis.
pub(crate) struct Axis {
    pub(crate) title: &'static str,
    pub(crate) range: Range<f64>,
    /// The positions of the ticks and their labels.
    pub(crate) ticks: Vec<(f64, String)>,
    /// Whether each tick has a grid line through the chart.
    pub(crate) has_grid_lines: bool,
}

/// The title of an axis of moves of the 3x3x3.
pub(crate) const HTM: &str = "moves (half turn metric)";

/// The title of an axis of means.
pub(crate) const MEAN: &str = "mean moves (half turn metric)";

/// The title of the axis of shares.
pub(crate) const SHARE: &str = "share of scrambles";

impl Axis {
    /// Returns the axis of numbers of moves, with `margin` on both sides.
    pub(crate) fn moves(title: &'static str, (min, max): (usize, usize), margin: f64) -> Axis {
        let ticks = (min..=max).map(|moves| (moves as f64, moves.to_string())).collect();
        let (min, max) = (min as f64, max as f64);
        // A chart of a few bins gets a wider margin, so that the bars stay narrow.
        let margin = margin.max((4.0 - (max - min)) / 2.0);
        Axis { title, range: min - margin..max + margin, ticks, has_grid_lines: false }
    }

    /// Returns the axis of shares, in per cent, up to `max_share` times `room`; the factor leaves space for labels
    /// above.
    pub(crate) fn shares(title: &'static str, max_share: f64, room: f64) -> Axis {
        let (ticks, end) = ticks(100.0 * max_share);
        let ticks = ticks.into_iter().map(|tick| (tick, format!("{tick} %"))).collect();
        Axis { title, range: 0.0..end.max(100.0 * max_share * room), ticks, has_grid_lines: true }
    }

    /// Returns the place of a value between the places of the ends of the range.
    pub(super) fn place(&self, value: f64, (start, end): Point) -> i32 {
        let part = (value - self.range.start) / (self.range.end - self.range.start);
        start + (part * f64::from(end - start)).round() as i32
    }

    /// Returns the width of the axis with its labels, if it is the vertical one.
    pub(super) fn label_width(&self) -> i32 {
        let title = if self.title.is_empty() { 0 } else { 56 };
        let labels = self.ticks.iter().map(|(_, label)| text_width(label, SMALL)).max().unwrap_or(0);
        title + labels + 24
    }

    /// Returns the height of the axis with its labels, if it is the horizontal one.
    pub(super) fn label_height(&self) -> i32 {
        if self.title.is_empty() { 66 } else { 122 }
    }
}

/// Returns at most eight ticks from 0 to at least `max`, and the last of them.
pub(crate) fn ticks(max: f64) -> (Vec<f64>, f64) {
    let max = max.max(1e-6);
    let power = 10f64.powf((max / 7.0).log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].map(|m| m * power).into_iter().find(|step| max / step <= 7.0);
    let step = step.unwrap_or(10.0 * power);
    let count = (max / step).ceil() as usize;
    let ticks: Vec<f64> = (0..=count).map(|i| i as f64 * step).collect();
    (ticks, count as f64 * step)
}

/// Labels these ticks with the decimals that they need, up to three, and with a sign if `has_sign` and not 0.
pub(crate) fn labelled(ticks: Vec<f64>, has_sign: bool) -> Vec<(f64, String)> {
    let is_exact = |digits: &usize| {
        let scale = 10f64.powi(*digits as i32);
        ticks.iter().all(|tick| (tick * scale - (tick * scale).round()).abs() < 1e-6)
    };
    let digits = (0..3).find(is_exact).unwrap_or(3);
    let label = |tick: f64| match has_sign && tick != 0.0 {
        true => format!("{tick:+.digits$}"),
        false => format!("{tick:.digits$}"),
    };
    ticks.into_iter().map(|tick| (tick, label(tick))).collect()
}

/// Returns the ticks from the negative of the last to the last of these ticks, which start at 0.
pub(crate) fn on_both_sides(ticks: &[f64]) -> Vec<f64> {
    ticks.iter().skip(1).rev().map(|tick| -tick).chain(ticks.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_at_most_eight() {
        for (max, last, count) in [
            (0.0, 1e-6, 6),
            (0.7, 0.7, 8),
            (1.0, 1.0, 6),
            (55.4, 60.0, 7),
            (100.0, 100.0, 6),
            (82.9, 100.0, 6),
        ] {
            let (ticks, end) = ticks(max);
            assert!((end - last).abs() < 1e-9, "{max}: {end}");
            assert_eq!(ticks.len(), count, "{max}");
        }
    }

    #[test]
    fn tick_labels_have_the_decimals_they_need() {
        let label = |max| labelled(ticks(max).0, false)[1].1.clone();
        assert_eq!([70.0, 7.0, 1.5, 0.02].map(label), ["10", "1", "0.25", "0.005"]);
        let signed = labelled(on_both_sides(&[0.0, 1.0]), true);
        assert_eq!(signed.iter().map(|(_, label)| &label[..]).collect::<Vec<_>>(), ["-1", "0", "+1"]);
    }
}
