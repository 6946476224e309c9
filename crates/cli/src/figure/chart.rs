//! Drawing of a chart as SVG: title, legend, axes and marks. The caller supplies the data.

use std::fmt::Write as _;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, TextStyle};

use super::palette::{GRID, INK, MUTED, PAPER, Paint, SERIES, dark_style};

/// The drawing size in pixels. Figures are displayed at half of it, so that marks can lie on half pixels.
const WIDTH: u32 = 1600;
const HEIGHT: u32 = 940;

/// The left and the right edge of titles and legends.
const LEFT: i32 = 60;
const RIGHT: i32 = WIDTH as i32 - 40;

/// Font sizes.
const LARGE: f64 = 36.0;
pub(crate) const MEDIUM: f64 = 28.0;
pub(crate) const SMALL: f64 = 24.0;
pub(crate) const SMALLEST: f64 = 21.0;

/// The panic message of drawing, which cannot fail because the picture is kept in memory.
const NEVER_FAILS: &str = "drawing to memory does not fail";

type Root<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A picture with its texts.
#[derive(Debug)]
pub(crate) struct Figure {
    /// The file name without its extension.
    pub(crate) name: &'static str,
    pub(crate) title: String,
    /// Sentences that explain the marks.
    pub(crate) caption: String,
    /// The data in words and numbers, for readers who cannot see the picture.
    pub(crate) description: String,
    /// The SVG elements of the picture.
    elements: String,
}

/// The start of the SVG element of every figure.
pub(crate) const SVG_START: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" role=\"img\"";

impl Figure {
    /// Returns the figure as an SVG file with its own style sheet.
    pub(crate) fn file(&self) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n",
            self.svg(&format!("<style>{}</style>", dark_style()))
        )
    }

    /// Returns the figure as an element of a page that has the style sheet.
    pub(crate) fn element(&self) -> String {
        self.svg("")
    }

    fn svg(&self, style: &str) -> String {
        let Figure { name, title, caption, description, elements } = self;
        let (width, height) = (WIDTH / 2, HEIGHT / 2);
        let description = format!("{caption} {description}");
        let [title, description] = [title, &description].map(|text| maud::html!((text)).into_string());
        format!(
            "{SVG_START} width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             aria-labelledby=\"{name}-title {name}-description\">\
             <title id=\"{name}-title\">{title}</title><desc id=\"{name}-description\">{description}</desc>\
             {style}\n{elements}</svg>"
        )
    }
}

/// The texts and axes of a chart.
pub(crate) struct ChartSpec {
    pub(crate) name: &'static str,
    pub(crate) title: String,
    pub(crate) subtitle: String,
    /// Sentences that explain the marks.
    pub(crate) caption: String,
    /// The name and mark of each series; empty if there is only one series or if the series are labelled in the
    /// chart.
    pub(crate) legend: Vec<(String, Mark)>,
    pub(crate) x: Scale,
    pub(crate) y: Scale,
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

/// A scale that implements the traits of the drawing library.
#[derive(Clone)]
struct Axis {
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

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Circle,
    Square,
    Diamond,
    Up,
    Down,
    Bar,
    Tick,
}

/// The colour and shape of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) paint: Paint,
    pub(crate) shape: Shape,
}

impl Mark {
    /// Returns the mark of the series at `index`.
    pub(crate) fn of(index: usize) -> Mark {
        let shapes = [Shape::Circle, Shape::Square, Shape::Up, Shape::Diamond, Shape::Down];
        Mark { paint: SERIES[index % SERIES.len()], shape: shapes[index % shapes.len()] }
    }

    /// Returns the bar of the series at `index`.
    pub(crate) fn bar(index: usize) -> Mark {
        Mark { shape: Shape::Bar, ..Mark::of(index) }
    }
}

/// The position of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Above,
    Left,
    Right,
}

/// The bounding box of a text: left, top, right, bottom.
type TextBox = [i32; 4];

/// A chart that is being drawn.
pub(crate) struct Plot<'a> {
    root: Root<'a>,
    area: DrawingArea<SVGBackend<'a>, Cartesian2d<Axis, Axis>>,
    /// The boxes of names drawn so far, which further names must not cover.
    names: Vec<TextBox>,
}

/// Draws a figure: `spec` around the data, and `data` into the plot.
pub(crate) fn draw(spec: ChartSpec, description: String, data: impl FnOnce(&mut Plot<'_>)) -> Figure {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (WIDTH, HEIGHT)).into_drawing_area();
        root.fill(&PAPER.rgb()).expect(NEVER_FAILS);
        let write_heading = |text: &str, y, size, paint, font| {
            let size = fitted_size(text, size);
            write(&root, text, (LEFT, y), style(size, paint, HPos::Left, VPos::Top, font));
        };
        write_heading(&spec.title, 30, LARGE, INK, FontStyle::Bold);
        write_heading(&spec.subtitle, 82, SMALL, MUTED, FontStyle::Normal);
        let top = legend(&root, &spec.legend);
        let mut chart = ChartBuilder::on(&root)
            .margin_top(top)
            .margin_right(60)
            .margin_left(30)
            .margin_bottom(20)
            .x_label_area_size(94)
            .y_label_area_size(130)
            .build_cartesian_2d(Axis::new(&spec.x), Axis::new(&spec.y))
            .expect(NEVER_FAILS);
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(spec.x.title)
            .y_desc(spec.y.title)
            // A tick mark at 0 must not cover the label under it.
            .set_tick_mark_size(LabelAreaPosition::Bottom, 14)
            .axis_style(MUTED.rgb())
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
        let mut plot = Plot { root, area, names: Vec::new() };
        data(&mut plot);
        plot.root.present().expect(NEVER_FAILS);
    }
    // `Figure` writes its own `svg` element, with a title and a description.
    let inner = text.split_once('>').map_or("", |(_, rest)| rest).trim();
    let elements = inner.strip_suffix("</svg>").unwrap_or(inner).trim().to_string() + "\n";
    Figure { name: spec.name, title: spec.title, caption: spec.caption, description, elements }
}

fn style(size: f64, paint: Paint, h: HPos, v: VPos, font: FontStyle) -> TextStyle<'static> {
    // The backend divides the font size by this factor.
    let size = size * 1.24;
    let mut style = TextStyle::from(("system-ui, sans-serif", size, font).into_font()).pos(Pos::new(h, v));
    style.color = paint.rgb().to_backend_color();
    style
}

fn write(root: &Root<'_>, text: &str, at: (i32, i32), style: TextStyle<'static>) {
    root.draw(&Text::new(text.to_string(), at, style)).expect(NEVER_FAILS);
}

/// Returns an upper bound on the width of a text in common fonts. The font of the viewer is not known.
fn text_width(text: &str, size: f64) -> i32 {
    (text.chars().count() as f64 * size * 0.58) as i32
}

/// Returns the largest size, up to `size`, at which a bold text fits its line.
fn fitted_size(text: &str, size: f64) -> f64 {
    let room = f64::from(RIGHT - LEFT) / (text.chars().count().max(1) as f64 * 0.7);
    size.min(room.floor())
}

/// Draws the legend on as many lines as it needs. Returns the y coordinate at which the chart may begin.
fn legend(root: &Root<'_>, series: &[(String, Mark)]) -> i32 {
    let (mut x, mut y) = (LEFT, 140);
    for (name, mark) in series {
        let width = 36 + text_width(name, SMALL);
        if x > LEFT && x + width > RIGHT {
            (x, y) = (LEFT, y + 40);
        }
        draw_mark(root, (x + 12, y), *mark, 11);
        write(root, name, (x + 36, y), style(SMALL, INK, HPos::Left, VPos::Center, FontStyle::Normal));
        x += width + 40;
    }
    if series.is_empty() { 130 } else { y + 40 }
}

/// Draws a mark with centre (`x`, `y`) and radius `r`.
fn draw_mark(root: &Root<'_>, (x, y): (i32, i32), mark: Mark, r: i32) {
    let paint = mark.paint.rgb().filled();
    let polygon = |points: &[(i32, i32)]| {
        root.draw(&Polygon::new(points.iter().map(|(dx, dy)| (x + dx, y + dy)).collect::<Vec<_>>(), paint))
    };
    match mark.shape {
        Shape::Circle => root.draw(&Circle::new((x, y), r, paint)),
        Shape::Square => polygon(&[(-r, -r), (r, -r), (r, r), (-r, r)]),
        Shape::Bar => polygon(&[(-r, -r), (r, -r), (r, r + 3), (-r, r + 3)]),
        Shape::Diamond => polygon(&[(0, -r - 3), (r + 3, 0), (0, r + 3), (-r - 3, 0)]),
        Shape::Up => polygon(&[(0, -r - 2), (r + 2, r), (-r - 2, r)]),
        Shape::Down => polygon(&[(0, r + 2), (r + 2, -r), (-r - 2, -r)]),
        Shape::Tick => polygon(&[(-r, -3), (r, -3), (r, 3), (-r, 3)]),
    }
    .expect(NEVER_FAILS);
}

impl Plot<'_> {
    fn at(&self, x: f64, y: f64) -> (i32, i32) {
        self.area.map_coordinate(&(x, y))
    }

    /// Draws a bar from 0 to `height`, with a gap to its neighbours.
    pub(crate) fn bar(&self, x: Range<f64>, height: f64, paint: Paint) {
        let (left, top) = self.at(x.start, height);
        let (right, bottom) = self.at(x.end, 0.0);
        // A positive value is visible even if it is tiny.
        let top = if height > 0.0 { top.min(bottom - 2) } else { bottom };
        let corners = [(left + 2, top), (right - 2, bottom)];
        self.root.draw(&Rectangle::new(corners, paint.rgb().filled())).expect(NEVER_FAILS);
    }

    /// Draws a line through points.
    pub(crate) fn line(&self, points: &[(f64, f64)], paint: Paint, width: u32) {
        let points: Vec<(i32, i32)> = points.iter().map(|(x, y)| self.at(*x, *y)).collect();
        self.root.draw(&PathElement::new(points, paint.rgb().stroke_width(width))).expect(NEVER_FAILS);
    }

    /// Draws a pale rectangle behind the data.
    pub(crate) fn band(&self, x: Range<f64>, y: Range<f64>) {
        let corners = [self.at(x.start, y.end), self.at(x.end, y.start)];
        self.root.draw(&Rectangle::new(corners, MUTED.rgb().mix(0.16).filled())).expect(NEVER_FAILS);
    }

    /// Draws an interval of values at `x` as a thin vertical line with caps.
    pub(crate) fn whisker(&self, x: f64, [low, high]: [f64; 2], paint: Paint) {
        const CAP: i32 = 7;
        let ((x, bottom), (_, top)) = (self.at(x, low), self.at(x, high));
        self.thin(&[(x - CAP, bottom), (x + CAP, bottom)], paint);
        self.thin(&[(x, bottom), (x, top)], paint);
        self.thin(&[(x - CAP, top), (x + CAP, top)], paint);
    }

    /// Draws an interval at height `y` as a thin horizontal line with caps.
    pub(crate) fn whisker_across(&self, [low, high]: [f64; 2], y: f64, paint: Paint) {
        const CAP: i32 = 9;
        let ((left, y), (right, _)) = (self.at(low, y), self.at(high, y));
        self.thin(&[(left, y - CAP), (left, y + CAP)], paint);
        self.thin(&[(left, y), (right, y)], paint);
        self.thin(&[(right, y - CAP), (right, y + CAP)], paint);
    }

    fn thin(&self, points: &[(i32, i32)], paint: Paint) {
        let line = PathElement::new(points.to_vec(), paint.rgb().stroke_width(2));
        self.root.draw(&line).expect(NEVER_FAILS);
    }

    /// Draws the translucent area between a line and 0.
    pub(crate) fn area(&self, points: &[(f64, f64)], paint: Paint) {
        let points: Vec<(i32, i32)> = points.iter().map(|(x, y)| self.at(*x, *y)).collect();
        self.root.draw(&Polygon::new(points, paint.rgb().mix(0.16).filled())).expect(NEVER_FAILS);
    }

    /// Draws a mark at a point, with radius `r` in pixels.
    pub(crate) fn mark(&self, (x, y): (f64, f64), mark: Mark, r: i32) {
        draw_mark(&self.root, self.at(x, y), mark, r);
    }

    /// Draws a text `distance` pixels from a point.
    pub(crate) fn text(
        &self,
        (x, y): (f64, f64),
        side: Side,
        distance: i32,
        text: &str,
        size: f64,
        paint: Paint,
    ) {
        let (x, y) = self.at(x, y);
        let (at, h, v) = match side {
            Side::Above => ((x, y - distance), HPos::Center, VPos::Bottom),
            Side::Left => ((x - distance, y), HPos::Right, VPos::Center),
            Side::Right => ((x + distance, y), HPos::Left, VPos::Center),
        };
        write(&self.root, text, at, style(size, paint, h, v, FontStyle::Normal));
    }

    /// Draws two lines of text above a point, moved up until they cover no other name.
    pub(crate) fn name(&mut self, (x, y): (f64, f64), lines: [&str; 2], paint: Paint) {
        let (x, y) = self.at(x, y);
        let half = lines.iter().map(|line| text_width(line, MEDIUM)).max().unwrap_or(0) / 2;
        let mut bottom = y - 18;
        let step = 12;
        let is_free = |bottom: i32, names: &[TextBox]| {
            let own = [x - half, bottom - 66, x + half, bottom];
            names
                .iter()
                .all(|other| own[2] < other[0] || other[2] < own[0] || own[3] < other[1] || other[3] < own[1])
        };
        while !is_free(bottom, &self.names) && bottom > 0 {
            bottom -= step;
        }
        self.names.push([x - half, bottom - 66, x + half, bottom]);
        let place = |line: &str, y, size, paint, font| {
            write(&self.root, line, (x, y), style(size, paint, HPos::Center, VPos::Bottom, font));
        };
        place(lines[0], bottom - 32, MEDIUM, paint, FontStyle::Bold);
        place(lines[1], bottom, SMALL, INK, FontStyle::Normal);
    }

    /// Draws names to the right of points with equal x, the highest first, moved apart where they would overlap.
    pub(crate) fn names_at_right(&self, names: &mut [((f64, f64), String, Paint)]) {
        const APART: i32 = 34;
        names.sort_by(|(a, ..), (b, ..)| b.1.total_cmp(&a.1));
        let mut places: Vec<((i32, i32), &str, Paint)> =
            names.iter().map(|((x, y), name, paint)| (self.at(*x, *y), &name[..], *paint)).collect();
        for i in 1..places.len() {
            places[i].0.1 = places[i].0.1.max(places[i - 1].0.1 + APART);
        }
        for ((x, y), name, paint) in places {
            write(
                &self.root,
                name,
                (x + 24, y),
                style(SMALL, paint, HPos::Left, VPos::Center, FontStyle::Bold),
            );
        }
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
}
