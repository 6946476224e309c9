//! Formatting for people: numbers, sets of colours and texts from the input.

use std::fmt;

use cubiform_cube::{Axis, Color, Face};

/// Returns the names of colours as a list, white and yellow first: `white, yellow or red`, or `any colour` for all six.
pub fn color_names(colors: &[Color]) -> String {
    // White first, as in the other tables.
    let names: Vec<_> = white_first(colors.iter().copied()).into_iter().map(Color::name).collect();
    match &names[..] {
        all if all.len() == Color::COLUMNS.len() => "any colour".into(),
        [one] => (*one).to_string(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
        [] => String::new(),
    }
}

/// Returns the colours with white first and yellow next.
pub(crate) fn white_first(colors: impl IntoIterator<Item = Color>) -> Vec<Color> {
    let mut colors: Vec<Color> = colors.into_iter().collect();
    colors.sort_by_key(|color| (color.face().axis() != Axis::Y, color.face() != Face::U));
    colors
}

/// Formats a number with commas between groups of three digits.
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number with `digits` decimals. A negative number that rounds to zero has no sign: `0.00`, not `-0.00`.
///
/// ```
/// use cubiform_answers::format::decimal;
///
/// assert_eq!([-0.001, -0.006, 1.5].map(|number| decimal(number, 2)), ["0.00", "-0.01", "1.50"]);
/// ```
pub fn decimal(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    if is_zero(&text) { text.trim_start_matches('-').into() } else { text }
}

/// Formats a number with its sign, `+` or `-`, and `digits` decimals. A number that rounds to zero has no sign.
///
/// ```
/// use cubiform_answers::format::signed_decimal;
///
/// assert_eq!([-0.001, 0.001, 0.25].map(|number| signed_decimal(number, 2)), ["0.00", "0.00", "+0.25"]);
/// ```
pub fn signed_decimal(number: f64, digits: usize) -> String {
    let text = format!("{number:+.digits$}");
    if is_zero(&text) { text.trim_start_matches(['+', '-']).into() } else { text }
}

/// Formats a mean with its standard error, if there is one: `5.65 ± 0.18`.
pub fn with_error(mean: f64, error: Option<f64>, digits: usize) -> String {
    let error = error.map(|error| format!(" ± {error:.digits$}"));
    format!("{mean:.digits$}{}", error.unwrap_or_default())
}

/// Formats the probability of a test: `0.312`, or `2e-5` if it is less than 0.001.
pub fn probability(p: f64) -> String {
    match p {
        p if p >= 0.001 => format!("{p:.3}"),
        0.0 => "<1e-300".into(),
        p => format!("{p:.0e}"),
    }
}

/// Formats a share from 0 to 1 as a percentage of at most eight characters: `31.25 %`, or `<0.01 %`.
pub fn percent(share: f64) -> String {
    match 100.0 * share {
        tiny if tiny > 0.0 && tiny < 0.005 => "<0.01 %".into(),
        percent => format!("{percent:.2} %"),
    }
}

/// Returns whether the text of a finite number has no digit but 0.
fn is_zero(text: &str) -> bool {
    text.contains('0') && !text.contains(|c: char| matches!(c, '1'..='9'))
}

/// Formats a number with its noun: `1 move`, `25 moves`.
pub fn counted<N: fmt::Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// Formats a number of scrambles: `1 scramble`, `2,000 scrambles`.
pub fn scrambles(count: u64) -> String {
    format!("{} scramble{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// Returns untrusted text in printable form: cut after `max_chars` characters, and with control characters and
/// characters that XML forbids replaced.
pub fn shortened(text: &str, max_chars: usize) -> String {
    let is_forbidden = |c: char| c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    let visible = |c: char| if is_forbidden(c) { char::REPLACEMENT_CHARACTER } else { c };
    let mut start: String = text.chars().take(max_chars).map(visible).collect();
    if text.chars().nth(max_chars).is_some() {
        start.push('…');
    }
    start
}

/// Lists the first `most` of these names and counts the rest: `a, b and 3 more`.
pub(crate) fn first_of<T: AsRef<str>>(names: &[T], most: usize) -> String {
    let first: Vec<&str> = names.iter().take(most).map(AsRef::as_ref).collect();
    match names.len().saturating_sub(most) {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grouped_separates_groups_of_three_digits() {
        for (number, text) in
            [(0u64, "0"), (999, "999"), (1000, "1,000"), (980_995_276_800, "980,995,276,800")]
        {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn numbers_that_round_to_zero_have_no_sign() {
        let numbers = [-0.004, -0.0, 0.0, 0.004, -0.006, -10.0, 10.0, f64::NEG_INFINITY];
        let plain = ["0.00", "0.00", "0.00", "0.00", "-0.01", "-10.00", "10.00", "-inf"];
        assert_eq!(numbers.map(|number| decimal(number, 2)), plain);
        let signed = ["0.00", "0.00", "0.00", "0.00", "-0.01", "-10.00", "+10.00", "-inf"];
        assert_eq!(numbers.map(|number| signed_decimal(number, 2)), signed);
        assert_eq!((decimal(-0.4, 0).as_str(), signed_decimal(-0.4, 0).as_str()), ("0", "0"));
    }

    #[test]
    fn color_names_are_joined_with_commas_and_or() {
        let words = |letters| color_names(&Color::list(letters).unwrap());
        assert_eq!(words("W"), "white");
        assert_eq!(words("WY"), "white or yellow");
        assert_eq!(words("WRY"), "white, yellow or red");
        assert_eq!(words("all"), "any colour");
    }
}
