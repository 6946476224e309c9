//! Texts of figures: sizes, estimated widths and line breaks.

use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, IntoFont, TextStyle};

use super::palette::Paint;

/// Font sizes, in units of the drawing. No text is smaller than [`SMALL`].
pub(crate) const LARGE: f64 = 48.0;
pub(crate) const MEDIUM: f64 = 42.0;
pub(crate) const SMALL: f64 = 38.0;

/// The font families.
pub(crate) const FAMILY: &str = "system-ui, sans-serif";

/// Returns a style at this size.
pub(crate) fn style(size: f64, paint: Paint, h: HPos, v: VPos, font: FontStyle) -> TextStyle<'static> {
    // The backend divides the font size by this factor.
    let size = size * 1.24;
    let mut style = TextStyle::from((FAMILY, size, font).into_font()).pos(Pos::new(h, v));
    style.color = paint.rgb().to_backend_color();
    style
}

/// Returns an upper bound on the width of a text in common fonts. The font of the viewer is not known.
pub(crate) fn text_width(text: &str, size: f64) -> i32 {
    (text.chars().count() as f64 * char_width(size)) as i32
}

/// Returns an upper bound on the mean width of a character.
fn char_width(size: f64) -> f64 {
    0.58 * size
}

/// Breaks a text into lines that fit `room`, between words where possible.
pub(crate) fn wrap(text: &str, size: f64, room: i32) -> Vec<String> {
    let most = (f64::from(room) / char_width(size)).max(1.0) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(most) {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + piece.len() <= most => {
                    line.push(' ');
                    line.extend(piece);
                }
                _ => lines.push(piece.iter().collect()),
            }
        }
    }
    lines
}

/// Shortens a text to one line that fits `room`.
pub(crate) fn shorten(text: &str, size: f64, room: i32) -> String {
    let most = (f64::from(room) / char_width(size)).max(1.0) as usize;
    cubiform_answers::format::shortened(text, if text.chars().count() <= most { most } else { most - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

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
