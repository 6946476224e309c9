//! The frame of a chart, its title, legend and axes, around the data.

use super::axes::Axis;
use super::marks::Mark;
use super::palette::PAPER;
use super::plot::Plot;
use super::svg::{Anchor, FOOT, Figure, LEFT, RIGHT, Svg, WIDTH};
use super::text::{HALF, LABEL, NOTE, SMALL, TITLE, text_width, wrap};

/// The usual height of the plot with its axes.
pub(super) const PLOT_HEIGHT: i32 = 820;

/// The heights of the lines of titles, of subtitles and of legends.
const TITLE_LINE: i32 = 60;
const SUBTITLE_LINE: i32 = 48;
const LEGEND_LINE: i32 = 52;

/// The distance from the left edge of a legend's entry to its text.
const LEGEND_TEXT: i32 = 46;

/// The name of whiskers and bands in legends.
pub(super) const INTERVAL: &str = "95 % interval";

/// The texts above a chart and beside it.
pub(crate) struct Texts {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    /// Sentences that say what is shown and explain the marks.
    pub(crate) caption: String,
}

/// The texts and axes of a chart.
pub(super) struct Frame {
    pub(super) texts: Texts,
    /// The data in words and numbers.
    pub(super) description: String,
    /// The name and mark of each series and of each other kind of mark that is not labelled in the chart.
    pub(super) legend: Vec<(String, Mark)>,
    pub(super) x: Axis,
    pub(super) y: Axis,
    /// The height of the plot with its axes.
    pub(super) height: i32,
}

impl Frame {
    /// Draws a figure: the frame, and `data` into the plot.
    pub(super) fn draw(self, data: impl FnOnce(&mut Plot)) -> Figure {
        let Frame { texts: Texts { title, subtitle, caption }, description, legend, x, y, height } = self;
        let mut svg = Svg::default();
        // Bold letters are wider.
        let titles = wrap(&title, 1.07 * TITLE.size, RIGHT - LEFT);
        let subtitles = wrap(&subtitle, SMALL, RIGHT - LEFT);
        let places = legend_places(&legend);
        let legend_lines = places.last().map_or(0, |(_, line)| line + 1);
        let subtitle_top = 26 + TITLE_LINE * titles.len() as i32;
        let legend_top = subtitle_top + SUBTITLE_LINE * subtitles.len() as i32;
        // The label of the highest tick reaches above the plot.
        let top = legend_top + 36 + LEGEND_LINE * legend_lines;
        let bottom = top + height;
        svg.rect([0, 0, WIDTH, bottom + FOOT], PAPER, 1.0);
        for (line, y) in titles.iter().zip((70..).step_by(TITLE_LINE as usize)) {
            svg.text((LEFT, y), Anchor::Start, TITLE, line);
        }
        for (line, y) in subtitles.iter().zip((subtitle_top + 33..).step_by(SUBTITLE_LINE as usize)) {
            svg.text((LEFT, y), Anchor::Start, NOTE, line);
        }
        for ((name, mark), (x, line)) in legend.iter().zip(places) {
            let y = legend_top + 30 + LEGEND_LINE * line;
            mark.draw(&mut svg, (x + 16, y), 13);
            svg.text((x + LEGEND_TEXT, y + HALF), Anchor::Start, LABEL, name);
        }
        let area = [24 + y.label_width(), top, WIDTH - 50, bottom - x.label_height()];
        let mut plot = Plot::new(svg, x, y, area);
        data(&mut plot);
        let svg = plot.finish();
        let (name, foot, height) = (String::new(), String::new(), bottom + FOOT);
        Figure { name, title, caption, description, foot, height, svg }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legend_entries_continue_on_further_lines() {
        let entry = |name: &str| (name.to_string(), Mark::of_series(0));
        let places = legend_places(&[entry(&"a".repeat(40)), entry(&"b".repeat(30)), entry("c")]);
        assert_eq!((places[0], places[1]), ((LEFT, 0), (LEFT, 1)));
        assert_eq!(places[2].1, 1);
    }
}
