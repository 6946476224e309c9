//! A writer of SVG elements, and the finished figure.

use std::fmt::Write as _;

use super::palette::{PAPER, Paint};
use super::text::{Font, NOTE, SMALL, shorten};

/// The width of the drawing. All lengths are whole numbers of this unit, which is a quarter of a pixel on a screen of
/// 400 pixels, the smallest for which figures are laid out.
pub(super) const WIDTH: i32 = 1600;

/// The width in CSS pixels at which a file is displayed.
const DISPLAY_WIDTH: i32 = 640;

/// The left and the right edge of texts.
pub(super) const LEFT: i32 = 40;
pub(super) const RIGHT: i32 = WIDTH - 40;

/// The height of the line at the foot.
pub(super) const FOOT: i32 = 64;

/// A position in the drawing, in units from the left and from the top.
pub(super) type Point = (i32, i32);

/// The side of its position on which a text stands.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// SVG elements, in the order in which they are drawn.
#[derive(Debug, Default)]
pub(super) struct Svg(String);

impl Svg {
    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        // A String takes all that is written to it.
        let _ = writeln!(self.0, "{element}");
    }

    /// Draws a rectangle between these left, top, right and bottom edges.
    pub(super) fn rect(&mut self, [left, top, right, bottom]: [i32; 4], paint: Paint, opacity: f64) {
        let (width, height, paint) = (right - left, bottom - top, paint.fill(None));
        self.push(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" {paint} opacity=\"{opacity}\"/>"
        ));
    }

    /// Draws the area within a closed line.
    pub(super) fn area(&mut self, points: &[Point], paint: Paint, opacity: f64) {
        let (data, paint) = (path(points), paint.fill(None));
        self.push(format_args!("<path d=\"{data}z\" {paint} opacity=\"{opacity}\"/>"));
    }

    /// Draws lines of this width.
    pub(super) fn line(&mut self, data: &str, paint: Paint, width: i32) {
        let paint = paint.stroke();
        self.push(format_args!("<path d=\"{data}\" {paint} stroke-width=\"{width}\"/>"));
    }

    /// Draws a shape of radius 10, enlarged `scale` times around a point, with a margin of paper.
    pub(super) fn shape(&mut self, data: &str, (x, y): Point, scale: f64, paint: Paint) {
        let paint = paint.fill(Some(PAPER));
        self.push(format_args!(
            "<path transform=\"translate({x} {y}) scale({scale})\" d=\"{data}\" {paint} stroke-width=\"4\"/>"
        ));
    }

    /// Writes a text that stands on the line at `y`.
    pub(super) fn text(&mut self, (x, y): Point, anchor: Anchor, font: Font, text: &str) {
        self.write(&format!("x=\"{x}\" y=\"{y}\""), anchor, font, text);
    }

    /// Writes a text upwards, centred at a point, on the right of which it stands.
    pub(super) fn upright_text(&mut self, (x, y): Point, font: Font, text: &str) {
        let place = format!("x=\"{x}\" y=\"{y}\" transform=\"rotate(-90 {x} {y})\"");
        self.write(&place, Anchor::Middle, font, text);
    }

    fn write(&mut self, place: &str, anchor: Anchor, Font { size, paint, is_bold }: Font, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
        let (paint, text) = (paint.fill(None), escape(text));
        self.push(format_args!("<text {place}{anchor} font-size=\"{size}\"{weight} {paint}>{text}</text>"));
    }
}

/// Returns the data of a path through points.
pub(super) fn path(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
    format!("M{}", points.join(" "))
}

fn escape(text: &str) -> String {
    maud::html!((text)).into_string()
}

/// A picture with its texts.
#[derive(Debug)]
pub(crate) struct Figure {
    /// The file name without its extension.
    pub(crate) name: String,
    pub(crate) title: String,
    /// Sentences that say what is shown and explain the marks.
    pub(crate) caption: String,
    /// The data in words and numbers, for readers who cannot see the picture.
    pub(crate) description: String,
    /// The line at the foot: the program, the question and the files.
    pub(crate) foot: String,
    /// The height of the drawing.
    pub(super) height: i32,
    pub(super) svg: Svg,
}

/// The start of the SVG element of every figure.
pub(crate) const SVG_START: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" role=\"img\"";

impl Figure {
    /// Returns the name of the figure's file.
    pub(crate) fn file_name(&self) -> String {
        format!("{}.svg", self.name)
    }

    /// Returns the figure as an SVG file. It has no style sheet, so that it looks the same wherever it is placed.
    pub(crate) fn file(&self) -> String {
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", self.element())
    }

    /// Returns the figure as an element of a page, whose style sheet may replace the colours.
    pub(crate) fn element(&self) -> String {
        let Figure { name, title, caption, description, foot, height, svg } = self;
        let display_height = height * DISPLAY_WIDTH / WIDTH;
        let description = escape(format!("{caption} {description} {foot}").trim_end());
        let title = escape(title);
        let mut line = Svg::default();
        // Most letters of the foot are narrow.
        line.text((LEFT, height - 22), Anchor::Start, NOTE, &shorten(foot, 0.88 * SMALL, RIGHT - LEFT));
        format!(
            "{SVG_START} width=\"{DISPLAY_WIDTH}\" height=\"{display_height}\" viewBox=\"0 0 {WIDTH} {height}\" \
             font-family=\"system-ui, sans-serif\" aria-labelledby=\"{name}-title {name}-description\">\
             <title id=\"{name}-title\">{title}</title><desc id=\"{name}-description\">{description}</desc>\n\
             {}{}</svg>",
            svg.0, line.0
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text of nine pixels can be read on a phone.
    #[test]
    fn smallest_text_has_nine_pixels_on_a_screen_of_400() {
        assert!(SMALL * 400.0 / f64::from(WIDTH) >= 9.0);
    }
}
