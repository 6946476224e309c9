//! The fields of a row, separated by a character: a tab, a comma or a semicolon.

use std::borrow::Cow;

use super::item::RowError;
use crate::format::first_of;

/// The message about a quoted field without an end.
pub const NEVER_CLOSED: &str = "'\"' is never closed; add the missing '\"'";

/// The rule for quoted fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotes {
    /// A field that begins with a quote ends with one (RFC 4180).
    Always,
    /// The rule of csTimer: only a field with a separator or a line end is quoted. A quote at the beginning of
    /// another field is part of its text.
    WhereNeeded,
    /// The rule of Twisty Timer and Cubic Timer: a quoted field ends with a quote before a separator or the end of the row. Quotes in
    /// it stand as they are, or behind a backslash.
    Loose,
}

/// The format of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The character between fields.
    pub separator: char,
    /// The rule for quoted fields.
    pub quotes: Quotes,
}

/// A field without its quotes.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    /// The text of the cell.
    pub text: Cow<'a, str>,
    /// The byte offset of the text in the row.
    pub start: usize,
}

/// An iterator over the fields of a row. A quoted field may contain separators, line ends and doubled quotes.
pub struct Fields<'a> {
    row: &'a str,
    dialect: Dialect,
    next: Option<usize>,
}

impl Dialect {
    /// Returns the dialect with this separator and the quotes of RFC 4180.
    pub const fn separated_by(separator: char) -> Dialect {
        Dialect { separator, quotes: Quotes::Always }
    }

    /// Returns the fields of a row.
    pub fn fields(self, row: &str) -> Fields<'_> {
        Fields { row, dialect: self, next: Some(0) }
    }

    /// Returns the trimmed texts of all fields of a row.
    ///
    /// # Errors
    /// If the row has an invalid quotation mark.
    pub fn titles(self, row: &str) -> Result<Vec<String>, RowError> {
        self.fields(row).map(|field| Ok(field?.text.trim().to_string())).collect()
    }

    /// Returns whether a quoted field of the row is not closed, so that it continues in the next line.
    pub fn is_open(self, row: &str) -> bool {
        let is_open =
            |field: Result<Field<'_>, RowError>| field.is_err_and(|fault| fault.message == NEVER_CLOSED);
        row.contains('"') && self.fields(row).any(is_open)
    }

    /// Returns the error about the quoted field that is not closed.
    pub fn never_closed(self, row: &str) -> RowError {
        self.fields(row).find_map(Result::err).unwrap_or_else(|| row_error(row, 0, NEVER_CLOSED))
    }

    /// Returns the separator as error messages show it.
    fn separator_name(self) -> String {
        if self.separator == '\t' { "a tab".into() } else { format!("'{}'", self.separator) }
    }
}

impl<'a> Fields<'a> {
    /// Returns the length of the unquoted field at the start of `rest`.
    fn unquoted_length(&self, rest: &str) -> usize {
        rest.find(self.dialect.separator).unwrap_or(rest.len())
    }

    /// Returns the byte offset of the quote that ends a field whose quotes are not doubled.
    fn loose_quote(&self, quoted: &str) -> Option<usize> {
        let ends = |at: &usize| {
            let after = &quoted[at + 1..];
            (after.is_empty() || after.starts_with(self.dialect.separator)) && !quoted[..*at].ends_with('\\')
        };
        quoted.match_indices('"').map(|(at, _)| at).find(ends)
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<Field<'a>, RowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.next.take()?;
        let rest = &self.row[start..];
        let is_end = |after: &str| after.is_empty() || after.starts_with(self.dialect.separator);
        let quoted = rest.strip_prefix('"').filter(|quoted| match self.dialect.quotes {
            Quotes::Always | Quotes::Loose => true,
            Quotes::WhereNeeded => closing_quote(quoted).is_some_and(|close| {
                let needs_quotes = quoted[..close].contains([self.dialect.separator, '\n']);
                needs_quotes && is_end(&quoted[close + 1..])
            }),
        });
        let (text, start, end) = match quoted {
            None => {
                let length = self.unquoted_length(rest);
                (Cow::from(&rest[..length]), start, start + length)
            }
            Some(quoted) => {
                let close = match self.dialect.quotes {
                    Quotes::Loose => self.loose_quote(quoted),
                    _ => closing_quote(quoted),
                };
                let Some(close) = close else {
                    return Some(Err(row_error(self.row, start, NEVER_CLOSED)));
                };
                let end = start + 1 + close + 1;
                if !is_end(&self.row[end..]) {
                    let message = format!(
                        "there is more after the closing '\"'; expected {} or the end of the row",
                        self.dialect.separator_name()
                    );
                    return Some(Err(row_error(self.row, end, message)));
                }
                let text = unquoted(&quoted[..close]);
                let is_escaped = self.dialect.quotes == Quotes::Loose && text.contains('\\');
                (if is_escaped { text.replace("\\\"", "\"").into() } else { text }, start + 1, end)
            }
        };
        self.next = (end < self.row.len()).then_some(end + 1);
        Some(Ok(Field { text, start }))
    }
}

/// Returns the byte offset of the closing quote in `quoted`, which begins after the opening one.
pub fn closing_quote(quoted: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let quote = at + quoted[at..].find('"')?;
        if !quoted[quote + 1..].starts_with('"') {
            return Some(quote);
        }
        at = quote + 2;
    }
}

/// Returns the text between quotes, in which two quotes stand for one.
pub fn unquoted(text: &str) -> Cow<'_, str> {
    if text.contains('"') { text.replace("\"\"", "\"").into() } else { text.into() }
}

/// Returns the line of a byte in a row, from 0, and the number of characters before it in that line.
pub fn place(row: &str, byte: usize) -> (u64, usize) {
    let before = &row[..row.floor_char_boundary(byte)];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() as u64, before[line_start..].chars().count())
}

/// Returns an error at this byte of a row.
pub fn row_error(row: &str, byte: usize, message: impl Into<String>) -> RowError {
    let (line, column) = place(row, byte);
    RowError { line, column, message: message.into() }
}

/// Returns the trimmed text of a field, and its byte offset in the row.
pub fn trimmed<'f>(field: &'f Field<'_>) -> (&'f str, usize) {
    let text = field.text.trim_start();
    (text.trim_end(), field.start + field.text.len() - text.len())
}

/// Formats titles for an error message: quoted, shortened and without control characters.
pub fn quoted_list<T: AsRef<str>>(titles: &[T]) -> String {
    const MANY: usize = 16;
    let title =
        |title: &T| format!("'{}'", title.as_ref().chars().take(40).collect::<String>().escape_debug());
    first_of(&titles.iter().map(title).collect::<Vec<_>>(), MANY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(row: &str, quotes: Quotes) -> Result<Vec<String>, String> {
        let dialect = Dialect { separator: ';', quotes };
        dialect.fields(row).map(|field| field.map(|f| f.text.into_owned()).map_err(|f| f.message)).collect()
    }

    #[test]
    fn quoted_field_may_contain_separators_quotes_and_line_ends() {
        let wanted = Ok(vec!["a;b".into(), "say \"x\"".into(), "two\nlines".into(), String::new()]);
        assert_eq!(texts("\"a;b\";\"say \"\"x\"\"\";\"two\nlines\";", Quotes::Always), wanted);
        assert!(Dialect::separated_by(';').is_open("a;\"b") && !Dialect::separated_by(';').is_open("a;b\""));
        assert!(texts("\"a\"b;c", Quotes::Always).unwrap_err().contains("expected ';' or the end"));
    }

    #[test]
    fn quotes_within_a_loose_field_are_literal_or_escaped() {
        let read = |row| texts(row, Quotes::Loose).unwrap();
        assert_eq!(read(r#""333";"said "hi" to me";"R""#), ["333", "said \"hi\" to me", "R"]);
        assert_eq!(read(r#""333";"said \"hi\"";"R""#), ["333", "said \"hi\"", "R"]);
        assert_eq!(read("333;a;R U"), ["333", "a", "R U"]);
        assert!(Dialect { separator: ';', quotes: Quotes::Loose }.is_open("\"a\";\"b"));
    }

    #[test]
    fn cstimer_quotes_are_literal_unless_needed() {
        let read = |row| texts(row, Quotes::WhereNeeded).unwrap();
        assert_eq!(read("1;\"nice\";R"), ["1", "\"nice\"", "R"]);
        assert_eq!(read("1;\"ni;ce\";R"), ["1", "ni;ce", "R"]);
        assert_eq!(read("1;\"a\nb\"\"\";R"), ["1", "a\nb\"", "R"]);
        assert_eq!(read("1;\"nice;R"), ["1", "\"nice", "R"]);
        assert_eq!(read("1;;R;"), ["1", "", "R", ""]);
    }
}
