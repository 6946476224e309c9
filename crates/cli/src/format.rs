//! Numbers, sets of colours and texts from elsewhere as people read them.

use cubiform_cube::{Axis, Color, Face};

/// `white or yellow below`.
pub(crate) fn color_names(colors: &[Color]) -> String {
    // White first, as in the other tables for people.
    let order = |color: &&Color| (color.face().axis() != Axis::Y, color.face() != Face::U);
    let mut colors: Vec<&Color> = colors.iter().collect();
    colors.sort_by_key(order);
    let names: Vec<_> = colors.iter().map(|color| color.name()).collect();
    match &names[..] {
        all if all.len() == Color::COLUMNS.len() => "any colour below".into(),
        [one] => format!("{one} below"),
        [others @ .., last] => format!("{} or {last} below", others.join(", ")),
        [] => String::new(),
    }
}

/// A number with a comma between each three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 scramble`, `2,000 scrambles`.
pub(crate) fn scrambles(count: u64) -> String {
    format!("{} scramble{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// A text from elsewhere as it is shown: of this many characters at most, and without those that would move a
/// terminal's cursor or that no document may have.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let is_hidden = |c: char| c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    let visible = |c: char| if is_hidden(c) { char::REPLACEMENT_CHARACTER } else { c };
    let mut shown: String = text.chars().take(most).map(visible).collect();
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arg_values;

    #[test]
    fn numbers_are_grouped_by_three() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (980_995_276_800, "980,995,276,800")]
        {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn colours_in_words() {
        let words = |letters| color_names(&arg_values::parse_colors(letters).unwrap().0);
        assert_eq!(words("W"), "white below");
        assert_eq!(words("WY"), "white or yellow below");
        assert_eq!(words("WRY"), "white, yellow or red below");
        assert_eq!(words("all"), "any colour below");
    }
}
