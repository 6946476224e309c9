//! Numbered lines: `1. R U`, `1) R U`, and the lines of csTimer's time list, `1. 12.34   R U   @2024-01-02 10:00:00`.

use super::time::{self, Time};

/// A numbered line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NumberedLine<'a> {
    /// The number, as written.
    pub id: &'a str,
    /// The time, if any.
    pub time: Option<Time>,
    /// The comment of the solve.
    pub comment: Option<&'a str>,
    /// The text of the cube, between the comment and the date.
    pub cube: &'a str,
    /// The number of characters before the cube.
    pub column: usize,
    /// The date of the solve, as csTimer writes it.
    pub date: Option<&'a str>,
}

/// The separator of the parts of a line in csTimer's time list.
const GAP: &str = "   ";

/// Splits a line after its leading number. Returns `None` if it has none.
pub(super) fn leading_number(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line[digits..].strip_prefix(['.', ')'])?;
    let is_number = (1..=9).contains(&digits) && !rest.starts_with(|c: char| c.is_ascii_digit());
    is_number.then(|| (&line[..digits], rest))
}

/// Returns whether a line is the first line of a solve.
pub(super) fn begins_timed_solve(line: &str) -> bool {
    has_open_comment(line) || read(line).is_some_and(|numbered| numbered.time.is_some())
}

/// Returns whether this line of csTimer's time list has a comment that ends in a later line.
pub(super) fn has_open_comment(line: &str) -> bool {
    let timed = leading_number(line).and_then(|(_, rest)| leading_time(rest.trim_start()));
    timed.is_some_and(|(_, _, after)| after.starts_with('[') && leading_comment(after).is_none())
}

/// Parses a numbered line.
pub(super) fn read(line: &str) -> Option<NumberedLine<'_>> {
    let (id, rest) = leading_number(line)?;
    let mut numbered = NumberedLine { id, time: None, comment: None, cube: rest, column: 0, date: None };
    if let Some((time, trimmed, after)) = leading_time(rest.trim_start()) {
        let (text, after) = match leading_comment(after) {
            Some((text, after)) => (Some(text), after),
            None => (None, after),
        };
        let after = if trimmed { after.strip_prefix(')')? } else { after };
        if !after.is_empty() && !after.starts_with(char::is_whitespace) {
            return None;
        }
        numbered = NumberedLine { time: Some(time), comment: text, cube: after, ..numbered };
        if let Some((cube, date)) = numbered.cube.rsplit_once(&format!("{GAP}@")) {
            (numbered.cube, numbered.date) = (cube, Some(date.trim()));
        }
    }
    let before = numbered.cube.len() - numbered.cube.trim_start().len();
    let byte = numbered.cube.as_ptr() as usize - line.as_ptr() as usize + before;
    numbered.column = line[..byte].chars().count();
    numbered.cube = numbered.cube.trim();
    Some(numbered)
}

/// Returns a line of csTimer's time list that was copied without its number, `12.34[comment]   R U`, with blanks for time, comment
/// and date, so that columns do not change. Returns `None` for other lines.
pub(super) fn without_time(line: &str) -> Option<String> {
    let blanks = |text: &str| " ".repeat(text.chars().count());
    let start = line.trim_start();
    let (_, trimmed, after) = leading_time(start)?;
    let after = leading_comment(after).map_or(after, |(_, after)| after);
    let after = if trimmed { after.strip_prefix(')')? } else { after };
    // Fewer blanks may stand between two columns.
    if !after.starts_with(GAP) {
        return None;
    }
    let (cube, date) = match after.rsplit_once(&format!("{GAP}@")) {
        Some((cube, _)) => (cube, &after[cube.len()..]),
        None => (after, ""),
    };
    Some(blanks(&line[..line.len() - after.len()]) + cube + &blanks(date))
}

/// Parses a leading time. Returns it with the rest of the text, and whether it is in brackets, as csTimer marks times
/// that an average leaves out.
fn leading_time(text: &str) -> Option<(Time, bool, &str)> {
    let (inner, trimmed) = match text.strip_prefix('(') {
        Some(inner) => (inner, true),
        None => (text, false),
    };
    let (time, after) = time::parse_prefix(inner)?;
    // The phases: `=1.23+4.56`.
    let phases = match after.strip_prefix('=') {
        Some(phases) => 1 + phases.bytes().take_while(|b| b.is_ascii_digit() || b".:+".contains(b)).count(),
        None => 0,
    };
    Some((time, trimmed, &after[phases..]))
}

/// Splits a text after its leading comment in brackets, which may contain brackets.
fn leading_comment(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('[')?;
    let is_end = |at: &usize| {
        let after = inner[at + 1..].trim_start_matches(')');
        after.is_empty() || after.starts_with(GAP) || after.trim().is_empty()
    };
    let close = inner.match_indices(']').map(|(at, _)| at).find(is_end)?;
    Some((&inner[..close], &inner[close + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Option<(&str, Option<u64>, &str, usize)> {
        let read = read(line)?;
        Some((read.id, read.time.and_then(|time| time.milliseconds), read.cube, read.column))
    }

    #[test]
    fn number_ends_with_point_or_bracket() {
        assert_eq!(parts("1. R U"), Some(("1", None, "R U", 3)));
        assert_eq!(parts(" 12)R U2 "), Some(("12", None, "R U2", 4)));
        assert_eq!(parts("3. (R U)2 [F, D]"), Some(("3", None, "(R U)2 [F, D]", 3)));
        for line in ["R U", "1 R U", "1.5 R", "1,R U", "2R U", ". R", "12.34 R"] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn time_without_a_number_is_blanked() {
        let blanked =
            |line: &str| without_time(line).map(|text| (text.trim().to_string(), text.find(['R', 'U'])));
        let read = |cube: &str, column: usize| Some((cube.to_string(), Some(column)));
        assert_eq!(blanked("12.34[good]   R U F2"), read("R U F2", 14));
        assert_eq!(blanked("12.34   U R"), read("U R", 8));
        assert_eq!(blanked("(1:02.345[so so])   U R   @2024-01-02 03:04:05"), read("U R", 20));
        for line in ["R U", "12.34 R", "12   R U", "12.34,R U", "12.34", ""] {
            assert_eq!(blanked(line), None, "{line}");
        }
    }

    #[test]
    fn time_list_line_has_time_comment_and_date() {
        assert_eq!(parts("1. 12.34   R U "), Some(("1", Some(12_340), "R U", 11)));
        assert_eq!(parts("2. (1:02.345)   R U"), Some(("2", Some(62_345), "R U", 16)));
        assert_eq!(parts("3. (DNF(9.87))   R U"), Some(("3", Some(9_870), "R U", 17)));
        assert_eq!(parts("4. 14.00+=5.00+7.00   R U"), Some(("4", Some(14_000), "R U", 22)));
        assert_eq!(parts("5. 14.00 "), Some(("5", Some(14_000), "", 9)));
        let line = "6. (9.99[new [PB]!])   R U'   @2024-01-02 03:04:05";
        let solve = read(line).unwrap();
        assert_eq!((solve.comment, solve.cube), (Some("new [PB]!"), "R U'"));
        assert_eq!(solve.date, Some("2024-01-02 03:04:05"));
        assert!(
            has_open_comment("7. 9.99[two")
                && !has_open_comment("7. 9.99[two]   R")
                && !has_open_comment("7. R U")
        );
    }
}
