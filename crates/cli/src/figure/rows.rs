//! Charts of means, one below the other, in groups with headings.

use cubiform_answers::format::with_error;
use cubiform_stats::Estimate;

use super::axes::{Axis, labelled, on_both_sides, ticks};
use super::chart::{Frame, INTERVAL, Texts};
use super::palette::{GRID, MUTED};
use super::svg::{Figure, Mark, SMALL, WIDTH, text_width};

/// A mean, with the other measures of its distribution where they are drawn.
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

/// Rows with a heading.
pub(crate) struct Group {
    pub(crate) heading: String,
    pub(crate) rows: Vec<Row>,
}

/// A chart of rows. Within a group the first row is at the top.
pub(crate) struct RowChart {
    pub(crate) texts: Texts,
    /// The title of the axis.
    pub(crate) axis: &'static str,
    pub(crate) groups: Vec<Group>,
    /// Whether the rows are differences, which are drawn from 0 and have a sign.
    pub(crate) is_difference: bool,
}

/// The heights of headings, of rows, and of rows with a spread.
const HEADING: f64 = 62.0;
const PLAIN: f64 = 54.0;
const SPREAD: f64 = 76.0;

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
    fn text(&self, has_sign: bool) -> String {
        let Estimate { mean, standard_error, .. } = self.estimate;
        let sign = if has_sign && mean.is_sign_positive() { "+" } else { "" };
        format!("{sign}{}", with_error(mean, standard_error, 3))
    }

    fn describe(&self, has_sign: bool) -> String {
        let spread = self.spread.map(|Spread { min, max, median, mode }| {
            format!(", median {median}, mode {mode}, {min} to {max}")
        });
        format!("{} {}{}", self.label, self.text(has_sign), spread.unwrap_or_default())
    }
}

impl RowChart {
    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.groups.iter().flat_map(|group| &group.rows)
    }

    /// Returns the data in words and numbers.
    fn describe(&self) -> String {
        let of_group = |group: &Group| {
            let rows: Vec<String> = group.rows.iter().map(|row| row.describe(self.is_difference)).collect();
            format!("{}: {}.", group.heading, rows.join("; "))
        };
        self.groups.iter().map(of_group).collect::<Vec<_>>().join(" ")
    }

    /// Returns the horizontal axis, with room for the texts on the right.
    fn values(&self) -> Axis {
        let ends = self.rows().map(Row::ends);
        let (low, high) =
            ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), [l, h]| (low.min(l), high.max(h)));
        let ticks: Vec<f64> = match self.is_difference {
            true => {
                // At most seven ticks from end to end, so that their labels do not touch.
                let (steps, _) = ticks((high.max(0.0) - low.min(0.0)).max(0.01));
                let step = steps[1];
                let is_near = |tick: &f64| *tick > low - step && *tick < high + step;
                on_both_sides(&steps).into_iter().filter(is_near).collect()
            }
            false => {
                let (low, high) = (low.floor(), high.ceil());
                let step = (((high - low) / 12.0).ceil()).max(1.0);
                (0..).map(|i| low + f64::from(i) * step).take_while(|tick| *tick < high + step).collect()
            }
        };
        let (first, last) = (ticks[0].min(low), ticks[ticks.len() - 1].max(high));
        // The texts may take up to three fifths of the width.
        let widest = |texts: &mut dyn Iterator<Item = i32>| texts.max().unwrap_or(0);
        let labels = widest(&mut self.rows().map(|row| text_width(&row.label, SMALL)));
        let texts = widest(&mut self.rows().map(|row| text_width(&row.text(self.is_difference), SMALL)));
        let width = f64::from((WIDTH - labels - 110).max(600));
        let room = f64::from(texts + 40).min(0.6 * width);
        let margin = 0.02 * (last - first);
        let start = first - margin;
        let end = start + (last - first + 2.0 * margin) * width / (width - room);
        let ticks = labelled(ticks, self.is_difference);
        Axis { title: self.axis, range: start..end, ticks, has_grid_lines: true }
    }

    /// Draws the chart.
    pub(crate) fn draw(self) -> Figure {
        let mean = if self.is_difference { "difference" } else { "mean" };
        let mut legend = vec![(mean.to_string(), Mark::MEAN), (INTERVAL.into(), Mark::WHISKER)];
        let mut height = PLAIN;
        if self.rows().any(|row| row.spread.is_some()) {
            height = SPREAD;
            let marks = [("median", Mark::MEDIAN), ("mode", Mark::MODE), ("minimum to maximum", Mark::RANGE)];
            legend.extend(marks.map(|(name, mark)| (name.into(), mark)));
        }
        // The vertical axis has the units of the drawing, from the top.
        let (mut y, mut headings, mut rows) = (8.0, Vec::new(), Vec::new());
        for group in &self.groups {
            headings.push((y, &group.heading));
            y += HEADING;
            for row in &group.rows {
                rows.push((y + height / 2.0, row));
                y += height;
            }
        }
        let bottom = y + 16.0;
        let x = self.values();
        let (start, end) = (x.range.start, x.range.end);
        let last_tick = x.ticks[x.ticks.len() - 1].0;
        let texts = rows.iter().map(|(_, row)| row.ends()[1]).fold(last_tick, f64::max);
        let labels = rows.iter().map(|(y, row)| (*y, row.label.clone())).collect();
        let frame = Frame {
            description: self.describe(),
            legend,
            x,
            y: Axis { title: "", range: bottom..0.0, ticks: labels, has_grid_lines: false },
            height: bottom as i32 + 122,
            texts: self.texts,
        };
        frame.draw(|plot| {
            for (y, heading) in headings {
                plot.line(&[(start, y), (end, y)], GRID, 2);
                plot.heading((start, y + HEADING / 2.0), heading);
            }
            if self.is_difference && start <= 0.0 && 0.0 <= end {
                plot.line(&[(0.0, 0.0), (0.0, bottom)], MUTED, 3);
            }
            for (y, row) in rows {
                let at = (row.estimate.mean, y);
                if let Some(Spread { min, max, median, mode }) = row.spread {
                    plot.whisker_across([min, max], y, MUTED, 2);
                    plot.mark((median, y), 24, Mark::MEDIAN, 9);
                    plot.mark((mode, y), -26, Mark::MODE, 8);
                }
                if let Some(interval) = row.interval() {
                    plot.whisker_across(interval, y, row.mark.paint, 4);
                }
                plot.mark(at, 0, row.mark, if row.spread.is_some() { 11 } else { 8 });
                plot.label_beside((texts, y), &row.text(self.is_difference));
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
        let row = Row { label: String::new(), mark: Mark::of_series(0), estimate, spread: None };
        // The standard error is 1/√19, the quantile for 19 degrees of freedom 2.093024.
        let [low, high] = row.interval().unwrap();
        assert!((low - 5.519_827).abs() < 1e-5 && (high - 6.480_173).abs() < 1e-5, "{low} {high}");
        assert_eq!(row.ends(), [low, high]);
    }
}
