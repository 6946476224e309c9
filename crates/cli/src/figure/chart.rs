//! Drawing of a chart as SVG: title, legend, axes and marks. The caller supplies the data.

use std::fmt::Write as _;
use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, VPos};

use super::marks::{Mark, NEVER_FAILS, Root};
use super::palette::{GRID, INK, MUTED, PAPER, Paint};
use super::plot::Plot;
use super::svg::{FOOT, Figure, LEFT, RIGHT, WIDTH};
use super::text::{LARGE, SMALL, style, text_width, wrap};

/// The usual height of the plot with its axes.
pub(crate) const PLOT_HEIGHT: u32 = 820;

/// The heights of the lines of titles, of subtitles and of legends.
const TITLE_LINE: i32 = 60;
const SUBTITLE_LINE: i32 = 48;
const LEGEND_LINE: i32 = 52;

/// The texts and axes of a chart.
pub(crate) struct ChartSpec {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    /// Sentences that say what is shown and explain the marks.
    pub(crate) caption: String,
    /// The name and mark of each series and of each other kind of mark; empty if all are labelled in the chart.
    pub(crate) legend: Vec<(String, Mark)>,
    pub(crate) x: Scale,
    pub(crate) y: Scale,
    /// The height of the plot with its axes.
    pub(crate) height: u32,
}

/// An axis.
pub(crate) struct Scale {
    pub(crate) title: &'static str,
    pub(crate) range: Range<f64>,
    /// The positions of the ticks and their labels.
    pub(crate) ticks: Vec<(f64, String)>,
    /// Whether each tick has a grid line through the chart.
    pub(crate) has_grid_lines: bool,
}

impl Scale {
    /// Returns the width of the vertical axis with its labels.
    fn label_width(&self) -> i32 {
        let title = if self.title.is_empty() { 0 } else { 56 };
        let labels = self.ticks.iter().map(|(_, label)| text_width(label, SMALL)).max().unwrap_or(0);
        title + labels + 24
    }
}

/// A scale that implements the traits of the drawing library.
#[derive(Clone)]
pub(super) struct Axis {
    scale: RangedCoordf64,
    ticks: Vec<(f64, String)>,
}

impl Axis {
    fn new(scale: &Scale) -> Axis {
        Axis { scale: scale.range.clone().into(), ticks: scale.ticks.clone() }
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.scale.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let ticks = self.ticks.iter().map(|(value, _)| *value);
        // There are no minor ticks.
        if hint.weight().allow_light_points() { Vec::new() } else { ticks.collect() }
    }

    fn range(&self) -> Range<f64> {
        self.scale.range()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        self.ticks.iter().find(|(tick, _)| tick == value).map_or_else(String::new, |(_, label)| label.clone())
    }
}

/// Draws a figure: `spec` around the data, and `data` into the plot.
pub(crate) fn draw(spec: ChartSpec, description: String, data: impl FnOnce(&mut Plot<'_>)) -> Figure {
    // Bold letters are wider.
    let title = wrap(&spec.title, 1.07 * LARGE, RIGHT - LEFT);
    let subtitle = wrap(&spec.subtitle, SMALL, RIGHT - LEFT);
    let legend = legend_places(&spec.legend);
    let title_bottom = 26 + TITLE_LINE * title.len() as i32;
    let subtitle_bottom = title_bottom + SUBTITLE_LINE * subtitle.len() as i32;
    let legend_lines = legend.last().map_or(0, |(_, line)| line + 1);
    // The label of the highest tick reaches above the plot.
    let top = subtitle_bottom + 36 + LEGEND_LINE * legend_lines;
    let height = top.unsigned_abs() + spec.height + FOOT;
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        root.fill(&PAPER.rgb()).expect(NEVER_FAILS);
        let write_lines =
            |lines: &[String], top: i32, step: i32, size: f64, paint: Paint, font: FontStyle| {
                for (line, y) in lines.iter().zip((top..).step_by(step.unsigned_abs() as usize)) {
                    write(&root, line, (LEFT, y), style(size, paint, HPos::Left, VPos::Top, font));
                }
            };
        write_lines(&title, 26, TITLE_LINE, LARGE, INK, FontStyle::Bold);
        write_lines(&subtitle, title_bottom, SUBTITLE_LINE, SMALL, MUTED, FontStyle::Normal);
        for ((name, mark), (x, line)) in spec.legend.iter().zip(&legend) {
            let y = subtitle_bottom + 30 + LEGEND_LINE * line;
            mark.draw(&root, (x + 16, y), 13);
            write(
                &root,
                name,
                (x + LEGEND_TEXT, y),
                style(SMALL, INK, HPos::Left, VPos::Center, FontStyle::Normal),
            );
        }
        let mut chart = ChartBuilder::on(&root)
            .margin_top(top)
            .margin_right(50)
            .margin_left(24)
            .margin_bottom(FOOT)
            .x_label_area_size(if spec.x.title.is_empty() { 66 } else { 122 })
            .y_label_area_size(spec.y.label_width())
            .build_cartesian_2d(Axis::new(&spec.x), Axis::new(&spec.y))
            .expect(NEVER_FAILS);
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(spec.x.title)
            .y_desc(spec.y.title)
            // A tick mark at 0 must not cover the label under it.
            .set_tick_mark_size(LabelAreaPosition::Bottom, 14)
            .axis_style(MUTED.rgb().stroke_width(2))
            .bold_line_style(GRID.rgb().stroke_width(2))
            .light_line_style(TRANSPARENT)
            .label_style(style(SMALL, MUTED, HPos::Left, VPos::Top, FontStyle::Normal))
            .axis_desc_style(style(SMALL, INK, HPos::Left, VPos::Top, FontStyle::Normal));
        if !spec.x.has_grid_lines {
            mesh.disable_x_mesh();
        }
        if !spec.y.has_grid_lines {
            mesh.disable_y_mesh();
        }
        mesh.draw().expect(NEVER_FAILS);
        let area = chart.plotting_area().clone();
        drop(chart);
        let mut plot = Plot::new(root, area);
        data(&mut plot);
        plot.finish();
    }
    // `Figure` writes its own `svg` element, with a title and a description.
    let inner = text.split_once('>').map_or("", |(_, rest)| rest).trim();
    let elements = inner.strip_suffix("</svg>").unwrap_or(inner).trim().to_string() + "\n";
    let ChartSpec { title, caption, .. } = spec;
    Figure { name: String::new(), title, caption, description, foot: String::new(), height, elements }
}

/// Writes a text.
pub(super) fn write(root: &Root<'_>, text: &str, at: (i32, i32), style: TextStyle<'static>) {
    root.draw(&Text::new(text.to_string(), at, style)).expect(NEVER_FAILS);
}

/// The distance from the left edge of a legend's entry to its text.
const LEGEND_TEXT: i32 = 46;

/// Returns the left edge and the line of each entry of a legend.
fn legend_places(entries: &[(String, Mark)]) -> Vec<(i32, i32)> {
    let (mut x, mut line) = (LEFT, 0);
    let mut places = Vec::new();
    for (name, _) in entries {
        let width = LEGEND_TEXT + text_width(name, SMALL);
        if x > LEFT && x + width > RIGHT {
            (x, line) = (LEFT, line + 1);
        }
        places.push((x, line));
        x += width + 36;
    }
    places
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

/// Returns the number of decimals that the labels of these ticks need, up to three.
pub(crate) fn tick_digits(ticks: &[f64]) -> usize {
    let is_exact = |digits: &usize| {
        let scale = 10f64.powi(*digits as i32);
        ticks.iter().all(|tick| (tick * scale - (tick * scale).round()).abs() < 1e-6)
    };
    (0..3).find(is_exact).unwrap_or(3)
}

/// Joins pairs to a text: `4: 5.16 %, 5: 24.40 %`.
pub(crate) fn join_pairs(pairs: impl Iterator<Item = (String, String)>) -> String {
    let mut text = String::new();
    for (key, value) in pairs {
        let comma = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{comma}{key}: {value}");
    }
    text
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
        let digits = |max| tick_digits(&ticks(max).0);
        assert_eq!([70.0, 7.0, 1.5, 0.02].map(digits), [0, 0, 2, 3]);
    }

    #[test]
    fn legend_entries_continue_on_further_lines() {
        let entry = |name: &str| (name.to_string(), Mark::of(0));
        let places = legend_places(&[entry(&"a".repeat(40)), entry(&"b".repeat(30)), entry("c")]);
        assert_eq!((places[0], places[1]), ((LEFT, 0), (LEFT, 1)));
        assert_eq!(places[2].1, 1);
    }
}
