//! Texts of figures: fonts, estimated widths and line breaks.

use super::palette::{INK, MUTED, Paint};
use crate::wrap::lines;

/// A size, colour and weight of text.
#[derive(Clone, Copy)]
pub(super) struct Font {
    pub(super) size: f64,
    pub(super) paint: Paint,
    pub(super) is_bold: bool,
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
pub(super) fn shorten(text: &str, size: f64, room: i32) -> String {
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
