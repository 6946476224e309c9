//! The frame of a chart, its title, legend and axes, around the data, and the drawing of the data in the units of the axes.

use std::ops::Range;

use super::axes::Axis;
use super::palette::{GRID, INK, MUTED, PAPER, Paint};
use super::svg::{
    Anchor, BAND_OPACITY, FOOT, Figure, HALF, HEADING, LABEL, LEFT, Mark, NAME, NOTE, Point, RIGHT, SMALL,
    Svg, TITLE, WIDTH, path, text_width, wrap,
};

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

/// A rectangle: left, top, right, bottom.
type Edges = [i32; 4];

/// A chart that is being drawn.
pub(super) struct Plot {
    svg: Svg,
    x: Axis,
    y: Axis,
    /// The area of the data.
    area: Edges,
    /// The boxes of names drawn so far, which further names must not cover.
    names: Vec<Edges>,
}

impl Plot {
    /// Draws the axes around `area`.
    pub(super) fn new(svg: Svg, x: Axis, y: Axis, area: Edges) -> Plot {
        let [left, top, right, bottom] = area;
        let mut plot = Plot { svg, x, y, area, names: Vec::new() };
        let Plot { svg, x, y, .. } = &mut plot;
        let ticks_of_x: Vec<(i32, &String)> =
            x.ticks.iter().map(|(value, label)| (x.place(*value, (left, right)), label)).collect();
        let ticks_of_y: Vec<(i32, &String)> =
            y.ticks.iter().map(|(value, label)| (y.place(*value, (bottom, top)), label)).collect();
        for (at, _) in ticks_of_x.iter().filter(|_| x.has_grid_lines) {
            svg.line(&format!("M{at},{bottom}V{top}"), GRID, 2);
        }
        for (at, _) in ticks_of_y.iter().filter(|_| y.has_grid_lines) {
            svg.line(&format!("M{left},{at}H{right}"), GRID, 2);
        }
        svg.line(&format!("M{left},{top}V{bottom}H{right}"), MUTED, 2);
        for (at, label) in ticks_of_x {
            svg.line(&format!("M{at},{bottom}v12"), MUTED, 2);
            svg.text((at, bottom + 50), Anchor::Middle, NOTE, label);
        }
        for (at, label) in ticks_of_y {
            svg.line(&format!("M{left},{at}h-10"), MUTED, 2);
            svg.text((left - 18, at + HALF), Anchor::End, NOTE, label);
        }
        if !x.title.is_empty() {
            svg.text((i32::midpoint(left, right), bottom + 106), Anchor::Middle, LABEL, x.title);
        }
        if !y.title.is_empty() {
            svg.upright_text((54, i32::midpoint(top, bottom)), LABEL, y.title);
        }
        plot
    }

    /// Returns the elements drawn.
    pub(super) fn finish(self) -> Svg {
        self.svg
    }

    fn at(&self, x: f64, y: f64) -> Point {
        let [left, top, right, bottom] = self.area;
        (self.x.place(x, (left, right)), self.y.place(y, (bottom, top)))
    }

    fn all_at(&self, points: &[(f64, f64)]) -> Vec<Point> {
        points.iter().map(|(x, y)| self.at(*x, *y)).collect()
    }

    /// Returns the width of a part of the horizontal axis, in units of the drawing.
    pub(super) fn width_of(&self, part: f64) -> i32 {
        self.at(part, 0.0).0 - self.at(0.0, 0.0).0
    }

    /// Draws a bar from 0 to `height`, with a gap to its neighbours.
    pub(super) fn bar(&mut self, x: Range<f64>, height: f64, paint: Paint) {
        let ((left, top), (right, bottom)) = (self.at(x.start, height), self.at(x.end, 0.0));
        // A positive value is visible even if it is tiny.
        let top = if height > 0.0 { top.min(bottom - 3) } else { bottom };
        self.svg.rect([left + 2, top, right - 2, bottom], paint, 1.0);
    }

    /// Draws a line through points.
    pub(super) fn line(&mut self, points: &[(f64, f64)], paint: Paint, width: i32) {
        let points = self.all_at(points);
        self.svg.line(&path(&points), paint, width);
    }

    /// Draws the translucent area between a line and 0.
    pub(super) fn area(&mut self, points: &[(f64, f64)], paint: Paint) {
        let points = self.all_at(points);
        self.svg.area(&points, paint, 0.16);
    }

    /// Draws a pale rectangle behind the data.
    pub(super) fn band(&mut self, x: Range<f64>, [low, high]: [f64; 2], paint: Paint) {
        let ((left, top), (right, bottom)) = (self.at(x.start, high), self.at(x.end, low));
        self.svg.rect([left, top, right, bottom], paint, BAND_OPACITY);
    }

    /// Draws lines with a margin of paper, so that they differ from a bar behind them.
    fn outlined(&mut self, data: &str, paint: Paint, width: i32) {
        self.svg.line(data, PAPER, width + 8);
        self.svg.line(data, paint, width);
    }

    /// Draws an exact value as a level line across a bar.
    pub(super) fn tick(&mut self, x: Range<f64>, y: f64) {
        let points = self.all_at(&[(x.start, y), (x.end, y)]);
        self.outlined(&path(&points), INK, 6);
    }

    /// Draws an interval at `x` as an upright line with caps.
    pub(super) fn whisker(&mut self, x: f64, [low, high]: [f64; 2], paint: Paint) {
        let ((x, bottom), (_, top)) = (self.at(x, low), self.at(x, high));
        let left = x - 8;
        self.outlined(&format!("M{left},{bottom}h16M{x},{bottom}V{top}M{left},{top}h16"), paint, 3);
    }

    /// Draws an interval at height `y` as a level line with caps.
    pub(super) fn whisker_across(&mut self, [low, high]: [f64; 2], y: f64, paint: Paint, width: i32) {
        let ((left, y), (right, _)) = (self.at(low, y), self.at(high, y));
        let top = y - 13;
        self.outlined(&format!("M{left},{top}v26M{left},{y}H{right}M{right},{top}v26"), paint, width);
    }

    /// Draws a mark `down` units below a point, with radius `r`.
    pub(super) fn mark(&mut self, (x, y): (f64, f64), down: i32, mark: Mark, r: i32) {
        let (x, y) = self.at(x, y);
        mark.draw(&mut self.svg, (x, y + down), r);
    }

    /// Writes a label above a point.
    pub(super) fn label_above(&mut self, (x, y): (f64, f64), text: &str) {
        let (x, y) = self.at(x, y);
        self.svg.text((x, y - 20), Anchor::Middle, LABEL, text);
    }

    /// Writes a label to the right of a point.
    pub(super) fn label_beside(&mut self, (x, y): (f64, f64), text: &str) {
        let (x, y) = self.at(x, y);
        self.svg.text((x + 26, y + HALF), Anchor::Start, LABEL, text);
    }

    /// Writes a heading to the right of a point.
    pub(super) fn heading(&mut self, (x, y): (f64, f64), text: &str) {
        let (x, y) = self.at(x, y);
        self.svg.text((x + 14, y + HALF), Anchor::Start, HEADING, text);
    }

    /// Writes a name and a note under it above the point at `x`, moved up until they cover neither another name nor the
    /// bars, one unit wide, with these `tops`.
    pub(super) fn name_above(&mut self, x: f64, tops: &[(f64, f64)], name: &str, note: &str) {
        let (x, lowest) = self.at(x, 0.0);
        let half = text_width(name, NAME.size).max(text_width(note, SMALL)) / 2;
        let reach = half + self.width_of(0.5);
        let near = self.all_at(tops).into_iter().filter(|(top, _)| (top - x).abs() < reach);
        let y = near.map(|(_, y)| y).min().unwrap_or(lowest);
        let edges = |bottom: i32| [x - half, bottom - 90, x + half, bottom];
        let is_free = |bottom: &i32| {
            let [left, top, right, bottom] = edges(*bottom);
            self.names
                .iter()
                .all(|other| right < other[0] || other[2] < left || bottom < other[1] || other[3] < top)
        };
        let bottom = (0..y - 18).rev().step_by(12).find(is_free).unwrap_or(0);
        self.names.push(edges(bottom));
        self.svg.text((x, bottom - 52), Anchor::Middle, NAME, name);
        self.svg.text((x, bottom - 10), Anchor::Middle, NOTE, note);
    }

    /// Writes names to the right of points with equal x, the highest first, moved apart where they would overlap. Each
    /// name is preceded by the mark of its series.
    pub(super) fn names_beside(&mut self, mut names: Vec<((f64, f64), String, Mark)>) {
        names.sort_by(|(a, ..), (b, ..)| b.1.total_cmp(&a.1));
        let mut free = i32::MIN;
        for ((x, y), name, mark) in names {
            let (x, y) = self.at(x, y);
            let y = y.max(free);
            mark.draw(&mut self.svg, (x + 40, y), 12);
            self.svg.text((x + 64, y + HALF), Anchor::Start, LABEL, &name);
            free = y + 46;
        }
    }
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
