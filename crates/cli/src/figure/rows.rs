//! Charts of means, one below the other, in groups with headings.

use std::ops::Range;

use super::bars::INTERVAL;
use super::chart::{self, ChartSpec, Scale};
use super::marks::{Mark, Shape};
use super::palette::{GRID, INK, MUTED};
use super::plot::Side;
use super::svg::{Figure, WIDTH};
use super::text::{SMALL, text_width};
use cubiform_stats::Estimate;

/// A mean, with the other measures of its distribution where they are drawn.
#[derive(Clone)]
pub(crate) struct Row {
    pub(crate) label: String,
    pub(crate) mark: Mark,
    pub(crate) estimate: Estimate,
    pub(crate) spread: Option<Spread>,
}

/// The measures of a distribution besides its mean.
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    pub(crate) min: f64,
    pub(crate) max: f64,
    pub(crate) median: f64,
    pub(crate) mode: f64,
}

/// Rows with a heading; a blank heading takes no room.
pub(crate) struct Group {
    pub(crate) heading: String,
    pub(crate) rows: Vec<Row>,
}

/// A chart of rows.
pub(crate) struct RowChart {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    pub(crate) caption: String,
    pub(crate) axis: &'static str,
    pub(crate) groups: Vec<Group>,
    /// Whether the rows are differences, which are drawn from 0 and have a sign.
    pub(crate) is_difference: bool,
}

/// The heights of a line: of headings, of rows, and of rows with a spread.
const HEADING: u32 = 62;
const PLAIN: u32 = 54;
const SPREAD: u32 = 76;

/// The marks of the median and of the mode, and of the range.
const MEDIAN: Mark = Mark { paint: INK, shape: Shape::Upright };
const MODE: Mark = Mark { paint: INK, shape: Shape::Down };
const RANGE: Mark = Mark { paint: MUTED, shape: Shape::Level };

impl Row {
    /// Returns the 95 % interval of the mean.
    fn interval(&self) -> Option<[f64; 2]> {
        let mean = self.estimate.mean;
        self.estimate.half_width().map(|reach| [mean - reach, mean + reach])
    }

    /// Returns the values to which the row reaches.
    fn ends(&self) -> [f64; 2] {
        let [low, high] = self.interval().unwrap_or([self.estimate.mean; 2]);
        self.spread.map_or([low, high], |spread| [low.min(spread.min), high.max(spread.max)])
    }

    /// Formats the mean with its standard error.
    fn text(&self, has_sign: bool, digits: usize) -> String {
        let Estimate { mean, standard_error, .. } = self.estimate;
        let error = standard_error.map(|error| format!(" ± {error:.digits$}")).unwrap_or_default();
        if has_sign { format!("{mean:+.digits$}{error}") } else { format!("{mean:.digits$}{error}") }
    }

    fn describe(&self, has_sign: bool) -> String {
        let spread = self.spread.map(|Spread { min, max, median, mode }| {
            format!(", median {median}, mode {mode}, {min} to {max}")
        });
        format!("{} {}{}", self.label, self.text(has_sign, 3), spread.unwrap_or_default())
    }
}

impl RowChart {
    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.groups.iter().flat_map(|group| &group.rows)
    }

    fn has_spread(&self) -> bool {
        self.rows().any(|row| row.spread.is_some())
    }

    fn legend(&self) -> Vec<(String, Mark)> {
        let mean = if self.is_difference { "difference" } else { "mean" };
        let mut legend = vec![(mean.to_string(), Mark { paint: INK, shape: Shape::Circle })];
        legend.push((INTERVAL.into(), Mark::WHISKER));
        if self.has_spread() {
            legend.extend([
                ("median".into(), MEDIAN),
                ("mode".into(), MODE),
                ("minimum to maximum".into(), RANGE),
            ]);
        }
        legend
    }

    /// Returns the data in words and numbers.
    fn describe(&self) -> String {
        let of_group = |group: &Group| {
            let rows: Vec<String> = group.rows.iter().map(|row| row.describe(self.is_difference)).collect();
            let heading =
                if group.heading.is_empty() { String::new() } else { format!("{}: ", group.heading) };
            format!("{heading}{}.", rows.join("; "))
        };
        self.groups.iter().map(of_group).collect::<Vec<_>>().join(" ")
    }

    /// Returns the range of values, with room for the texts on the right, and the ticks.
    fn scale(&self) -> (Range<f64>, Vec<(f64, String)>) {
        let ends = self.rows().map(Row::ends);
        let (low, high) =
            ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), [l, h]| (low.min(l), high.max(h)));
        let ticks: Vec<f64> = match self.is_difference {
            true => {
                // At most seven ticks from end to end, so that their labels do not touch.
                let (steps, end) = chart::ticks((high.max(0.0) - low.min(0.0)).max(0.01));
                let all = steps.iter().skip(1).rev().map(|tick| -tick).chain(steps.iter().copied());
                let step = end / (steps.len() - 1) as f64;
                all.filter(|tick| *tick > low - step && *tick < high + step).collect()
            }
            false => {
                let (low, high) = (low.floor(), high.ceil());
                let step = (((high - low) / 12.0).ceil()).max(1.0);
                (0..).map(|i| low + f64::from(i) * step).take_while(|tick| *tick < high + step).collect()
            }
        };
        let (first, last) = (ticks[0].min(low), ticks[ticks.len() - 1].max(high));
        let digits = chart::tick_digits(&ticks);
        let label = |tick: f64| match self.is_difference && tick != 0.0 {
            true => format!("{tick:+.digits$}"),
            false => format!("{tick:.digits$}"),
        };
        // The texts may take up to a third of the width.
        let texts = self.rows().map(|row| text_width(&row.text(self.is_difference, 3), SMALL) + 40).max();
        let labels = self.rows().map(|row| text_width(&row.label, SMALL)).max();
        let width = f64::from((WIDTH as i32 - labels.unwrap_or(0) - 110).max(600));
        let room = f64::from(texts.unwrap_or(0)).min(0.6 * width);
        let margin = 0.02 * (last - first);
        let end = first - margin + (last - first + 2.0 * margin) * width / (width - room);
        (first - margin..end, ticks.into_iter().map(|tick| (tick, label(tick))).collect())
    }

    /// Draws the chart. Within a group the first row is at the top.
    pub(crate) fn draw(self) -> Figure {
        let row_height = if self.has_spread() { SPREAD } else { PLAIN };
        // The vertical axis counts units of the drawing from the bottom.
        let height_of = |group: &Group| {
            let heading = if group.heading.is_empty() { 0 } else { HEADING };
            heading + row_height * group.rows.len() as u32
        };
        let total: u32 = self.groups.iter().map(height_of).sum::<u32>() + 24;
        let mut y = f64::from(total) - 8.0;
        let (mut headings, mut places, mut ticks) = (Vec::new(), Vec::new(), Vec::new());
        for group in &self.groups {
            if !group.heading.is_empty() {
                headings.push((y, y - f64::from(HEADING) / 2.0, group.heading.clone()));
                y -= f64::from(HEADING);
            }
            for row in &group.rows {
                let middle = y - f64::from(row_height) / 2.0;
                ticks.push((middle, row.label.clone()));
                places.push((middle, row.clone()));
                y -= f64::from(row_height);
            }
        }
        let description = self.describe();
        let (range, x_ticks) = self.scale();
        let texts = self.rows().map(|row| row.ends()[1]).fold(x_ticks[x_ticks.len() - 1].0, f64::max);
        let (start, end) = (range.start, range.end);
        let is_difference = self.is_difference;
        let spec = ChartSpec {
            legend: self.legend(),
            x: Scale { title: self.axis, range, ticks: x_ticks, has_grid_lines: true },
            y: Scale { title: "", range: 0.0..f64::from(total), ticks, has_grid_lines: false },
            height: total + 122,
            title: self.title,
            subtitle: self.subtitle,
            caption: self.caption,
        };
        chart::draw(spec, description, |plot| {
            for (top, y, heading) in headings {
                plot.line(&[(start, top), (end, top)], GRID, 2);
                plot.heading((start, y), &heading);
            }
            if is_difference {
                plot.line(&[(0.0, 0.0), (0.0, f64::from(total))], MUTED, 3);
            }
            for (y, row) in places {
                let at = (row.estimate.mean, y);
                if let Some(Spread { min, max, median, mode }) = row.spread {
                    plot.whisker_across([min, max], y, MUTED, 2);
                    plot.mark_off((median, y), 24, MEDIAN, 9);
                    plot.mark_off((mode, y), -26, MODE, 8);
                }
                if let Some(interval) = row.interval() {
                    plot.whisker_across(interval, y, row.mark.paint, 4);
                }
                plot.mark(at, row.mark, if row.spread.is_some() { 11 } else { 8 });
                plot.text((texts, y), Side::Right, 26, &row.text(is_difference, 3), INK);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two standard errors would be too narrow for twenty scrambles.
    #[test]
    fn whiskers_are_intervals_of_student() {
        let estimate = cubiform_stats::Histogram::new([0, 0, 0, 0, 0, 10, 0, 10]).estimate();
        let row = Row { label: String::new(), mark: Mark::of(0), estimate, spread: None };
        // The standard error is 1/√19, the quantile for 19 degrees of freedom 2.093024.
        let [low, high] = row.interval().unwrap();
        assert!((low - 5.519_827).abs() < 1e-5 && (high - 6.480_173).abs() < 1e-5, "{low} {high}");
        assert_eq!(row.ends(), [low, high]);
    }
}
