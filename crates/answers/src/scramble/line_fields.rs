//! Reads the fields of a line: `id,cube`, a cube alone or a JSON object.

use std::borrow::Cow;

use cubiform_cube::Algorithm;

use crate::input::delimited::{NEVER_CLOSED, closing_quote, unquoted};
use crate::scramble::fields::{FieldError, Fields};
use crate::scramble::json_line;

impl<'a> Fields<'a> {
    /// Reads the fields of an argument, which is a cube alone or a JSON object.
    ///
    /// # Errors
    /// If the argument is meant as a JSON object and is none, or one without a cube.
    pub fn of_argument(text: &'a str) -> Result<Fields<'a>, FieldError> {
        if json_line::is_meant(text) {
            return json_line::fields(text);
        }
        Ok(Fields::of_cube(text.trim().into(), leading_whitespace(text)))
    }

    /// Reads the fields of a line of a file.
    ///
    /// # Errors
    /// If the line has an invalid quotation or JSON object, no id before the comma, or too many columns.
    pub fn of_line(line: &'a str) -> Result<Fields<'a>, FieldError> {
        if json_line::is_meant(line) {
            return json_line::fields(line);
        }
        split_columns(line)
    }
}

/// The titles of a column of cubes.
const TITLES: [&str; 8] = ["scramble", "scrambles", "cube", "cubes", "facelets", "state", "states", "input"];

/// Returns whether a text is the title of a column of cubes.
pub fn is_title(text: impl AsRef<str>) -> bool {
    TITLES.iter().any(|title| text.as_ref().trim().eq_ignore_ascii_case(title))
}

/// Returns whether a line is a header: its only or second column has the title of a column of cubes.
pub fn is_header(line: &str) -> bool {
    split_columns(line).is_ok_and(|fields| is_title(&fields.cube))
}

/// Returns whether a quoted field of the line is not closed, so that it continues in the next line (RFC 4180).
pub fn is_open(line: &str) -> bool {
    let is_row = line.contains('"') && !json_line::is_meant(line);
    is_row && split_columns(line).is_err_and(|(_, message)| message == NEVER_CLOSED)
}

/// Splits a line at the comma that separates its columns, or at its only tab if a number precedes it.
fn split_columns(line: &str) -> Result<Fields<'_>, FieldError> {
    if let Some((id, cube)) = line.split_once('\t').filter(|(id, cube)| is_id(id) && !cube.contains('\t')) {
        let column = id.chars().count() + 1 + leading_whitespace(cube);
        return Ok(Fields { id: Some(id.trim().into()), ..Fields::of_cube(cube.trim().into(), column) });
    }
    let (first, end) = parse_field(line, 0)?;
    let Some(rest) = line[end..].strip_prefix(',') else {
        return Ok(Fields::of_cube(first.text, first.column));
    };
    let (second, after) = parse_field(line, line.len() - rest.len())?;
    if after < line.len() {
        let column = line[..after].chars().count();
        return Err((
            column,
            "a third column begins here; write `id,scramble`, or a header that names the column of scrambles"
                .into(),
        ));
    }
    if first.text.is_empty() {
        return Err((0, "no id before the comma; write `id,scramble`".into()));
    }
    // `R U, F` is not the scramble F with the id `R U`.
    let is_moves = first.text.contains(' ') && Algorithm::parse(&first.text).is_ok();
    if is_moves {
        return Err((
            line[..end].chars().count(),
            "',' follows moves; write `id,scramble`, or leave the comma out".into(),
        ));
    }
    Ok(Fields { id: Some(first.text), ..Fields::of_cube(second.text, second.column) })
}

/// Returns whether the text before a tab is an id, that is, a number. Tabs may also separate moves.
fn is_id(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A field, trimmed and without quotes.
struct Field<'a> {
    text: Cow<'a, str>,
    /// The number of characters of the line before it.
    column: usize,
}

/// Parses the field at byte `start`. Returns it with the byte offset of its end: a comma, or the end of the line.
fn parse_field(line: &str, start: usize) -> Result<(Field<'_>, usize), FieldError> {
    let column = line[..start].chars().count() + leading_whitespace(&line[start..]);
    let text = line[start..].trim_start();
    let start = line.len() - text.len();
    let Some(quoted) = text.strip_prefix('"') else {
        let length = comma_position(text).unwrap_or(text.len());
        return Ok((Field { text: text[..length].trim_end().into(), column }, start + length));
    };
    // A quote in a quoted field is doubled.
    let close = closing_quote(quoted).ok_or((column, NEVER_CLOSED.to_string()))?;
    let rest = quoted[close + 1..].trim_start();
    if !rest.is_empty() && !rest.starts_with(',') {
        let column = line[..line.len() - rest.len()].chars().count();
        return Err((
            column,
            "there is more after the closing '\"'; expected ',' or the end of the line".into(),
        ));
    }
    let text = unquoted(&quoted[..close]);
    Ok((Field { text, column: column + 1 }, line.len() - rest.len()))
}

/// Returns the byte offset of the first comma outside brackets and comments.
fn comma_position(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if rest.starts_with("//") {
            return None;
        }
        if let Some(comment) = rest.strip_prefix("/*") {
            at += 4 + comment.find("*/")?;
            continue;
        }
        match c {
            ',' if depth == 0 => return Some(at),
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += c.len_utf8();
    }
    None
}

/// Returns the number of leading whitespace characters.
fn leading_whitespace(text: &str) -> usize {
    text.chars().take_while(|c| c.is_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_is_recognised_by_its_title() {
        for header in [
            "id,scramble",
            "ID, Scramble",
            "\"id\",\"scramble\"",
            "scramble",
            "Scrambles",
            "id,facelets",
            "Facelets",
            "id,cube",
            "id,input",
        ] {
            assert!(is_header(header), "{header}");
        }
        for line in ["R U", "1,R U", "id,", "id,scramble,date"] {
            assert!(!is_header(line), "{line}");
        }
    }
}
