//! A writer of SVG elements and the finished figure; fonts, estimated widths and line breaks of its texts; the colours and
//! shapes of the marks of series and legends.

use std::fmt::Write as _;

use super::palette::{INK, MUTED, PAPER, Paint, SERIES};
use crate::text_layout::lines;

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
    fn shape(&mut self, data: &str, (x, y): Point, scale: f64, paint: Paint) {
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

/// A size, colour and weight of text.
#[derive(Clone, Copy)]
pub(super) struct Font {
    pub(super) size: f64,
    pub(super) paint: Paint,
    is_bold: bool,
}

/// The smallest font size, in units of the drawing.
pub(super) const SMALL: f64 = 38.0;

/// The fonts of titles, of names within the data, of headings, of other primary text and of secondary text.
pub(super) const TITLE: Font = Font { size: 48.0, paint: INK, is_bold: true };
pub(super) const NAME: Font = Font { size: 42.0, ..TITLE };
pub(super) const HEADING: Font = Font { size: SMALL, ..TITLE };
pub(super) const LABEL: Font = Font { is_bold: false, ..HEADING };
pub(super) const NOTE: Font = Font { paint: MUTED, ..LABEL };

/// The distance from the middle of small letters to the line on which they stand.
pub(super) const HALF: i32 = 13;

/// Returns an upper bound on the width of a text in common fonts. The font of the viewer is not known.
pub(super) fn text_width(text: &str, size: f64) -> i32 {
    (text.chars().count() as f64 * char_width(size)) as i32
}

/// Returns an upper bound on the mean width of a character.
fn char_width(size: f64) -> f64 {
    0.58 * size
}

/// Breaks a text into lines that fit `room`, between words where possible.
pub(super) fn wrap(text: &str, size: f64, room: i32) -> Vec<String> {
    let most = (f64::from(room) / char_width(size)).max(1.0) as usize;
    let pieces = |word: &str| -> Vec<String> {
        word.chars().collect::<Vec<_>>().chunks(most).map(String::from_iter).collect()
    };
    lines(text.split_whitespace().flat_map(pieces), " ", most)
}

/// Shortens a text to one line that fits `room`.
fn shorten(text: &str, size: f64, room: i32) -> String {
    let most = (f64::from(room) / char_width(size)).max(1.0) as usize;
    cubiform_answers::format::shortened(text, if text.chars().count() <= most { most } else { most - 1 })
}

/// The opacity of bands.
pub(super) const BAND_OPACITY: f64 = 0.22;

/// The outline of a mark: the data of a path for a radius of 10 around the origin, whose outer two units the margin
/// covers.
type Shape = &'static str;

const CIRCLE: Shape = "M-12,0a12,12 0 1 1 24,0a12,12 0 1 1 -24,0z";
const SQUARE: Shape = "M-12,-12h24v24h-24z";
const DIAMOND: Shape = "M0,-16L16,0 0,16 -16,0z";
const UP: Shape = "M0,-16L16,12 -16,12z";
const DOWN: Shape = "M0,16L16,-12 -16,-12z";
const PLUS: Shape = "M-6,-13h12v7h7v12h-7v7h-12v-7h-7v-12h7z";
const BAR: Shape = "M-14,-14h28v28h-28z";
const TICK: Shape = "M-14,-4h28v8h-28z";
const UPRIGHT: Shape = "M-4,-12h8v24h-8z";
const LEVEL: Shape = "M-16,-4h32v8h-32z";
const I_BEAM: Shape = "M-9,-13h18v6h-6v14h6v6h-18v-6h6v-14h-6z";

/// The colour and shape of a series.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(super) paint: Paint,
    /// The shape; `None` for a pale area.
    shape: Option<Shape>,
}

impl Mark {
    /// The legend's mark of an exact value.
    pub(super) const EXACT: Mark = Mark::new(INK, TICK);
    /// The legend's mark of an interval drawn as a whisker.
    pub(super) const WHISKER: Mark = Mark::new(INK, I_BEAM);
    /// The legend's mark of an interval drawn as a band.
    pub(super) const BAND: Mark = Mark { paint: MUTED, shape: None };
    /// The legend's mark of the means of several series.
    pub(super) const MEAN: Mark = Mark::new(INK, CIRCLE);
    pub(super) const MEDIAN: Mark = Mark::new(INK, UPRIGHT);
    pub(super) const MODE: Mark = Mark::new(INK, DOWN);
    /// The legend's mark of a range.
    pub(super) const RANGE: Mark = Mark::new(MUTED, LEVEL);

    const fn new(paint: Paint, shape: Shape) -> Mark {
        Mark { paint, shape: Some(shape) }
    }

    /// Returns the mark of the series at `index`.
    pub(crate) fn of_series(index: usize) -> Mark {
        const SHAPES: [Shape; 6] = [CIRCLE, SQUARE, UP, DIAMOND, PLUS, DOWN];
        Mark::new(SERIES[index % SERIES.len()], SHAPES[index % SHAPES.len()])
    }

    /// Returns the bar of the series at `index`.
    pub(super) fn bar(index: usize) -> Mark {
        Mark::new(Mark::of_series(index).paint, BAR)
    }

    /// Draws the mark around a point, with radius `r`.
    pub(super) fn draw(self, svg: &mut Svg, (x, y): Point, r: i32) {
        match self.shape {
            Some(shape) => svg.shape(shape, (x, y), f64::from(r) / 10.0, self.paint),
            None => svg.rect([x - r - 6, y - r, x + r + 6, y + r], self.paint, BAND_OPACITY),
        }
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

    #[test]
    fn wrap_breaks_between_words_and_within_long_ones() {
        // Ten characters fit.
        let room = text_width("0123456789", 100.0) + 1;
        assert_eq!(wrap("one two three four", 100.0, room), ["one two", "three four"]);
        assert_eq!(wrap("0123456789abc de", 100.0, room), ["0123456789", "abc de"]);
        assert_eq!(wrap("", 100.0, room), [""; 0]);
        assert_eq!(shorten("0123456789", 100.0, room), "0123456789");
        assert_eq!(shorten("0123456789a", 100.0, room), "012345678…");
    }
}
