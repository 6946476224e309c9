//! The error of a request as data: whose fault it is, which parameter and place it concerns, what is wrong, and how to
//! fix it. No message names a flag or a line of a terminal: front ends add what their users know.

use std::fmt;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::Path;

use cubiform_cube::fault::{Fault, Faulty};
use cubiform_cube::goal::{TextError, TextErrorKind};
use cubiform_cube::notation::ParseError;
use cubiform_solvers::cfop::AnalyzeError;

use crate::pipeline::PipelineError;

/// Whose fault an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Parts of the request contradict each other, cannot be read, or name something that does not exist.
    Usage,
    /// The request cannot be answered: its input is unreadable, or it has no answer.
    Unanswerable,
    /// A table contradicts itself or the cube.
    Table,
    /// The computation was stopped.
    Cancelled,
}

/// A place in the text of a parameter. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line; `None` in a text of one line.
    pub line: Option<usize>,
    /// The column.
    pub column: Option<usize>,
    /// The number of characters from there that are wrong; 0 at the end of the text.
    pub length: Option<usize>,
}

/// A way to fix an error, and where it stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// After the message and a semicolon.
    Clause(String),
    /// After the message, in parentheses.
    Aside(String),
    /// In a line of its own.
    Line(String),
}

impl Hint {
    /// Returns the text.
    pub fn text(&self) -> &str {
        match self {
            Hint::Clause(text) | Hint::Aside(text) | Hint::Line(text) => text,
        }
    }
}

/// The reason why a request has no answer. Its members are those of [`ErrorFields`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<ErrorFields>);

/// The members of an [`Error`]. In `message` and `hints` a parameter of the request stands in backticks, so that a front
/// end can write it as its users do: `--stages` for the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorFields {
    /// Whose fault it is.
    pub kind: ErrorKind,
    /// A stable short name, for programs and translations: `unknown-goal-term`.
    pub code: &'static str,
    /// The parameter of the request that is wrong.
    pub parameter: Option<&'static str>,
    /// The place in the text of the parameter.
    pub place: Place,
    /// The problem, without the parameter, the place and the hint.
    pub message: String,
    /// Whether the message itself names the parameter and the place, as far as users need them.
    pub is_placed: bool,
    /// How to fix it; the first one is the most specific.
    pub hints: Vec<Hint>,
    /// The text with a mark below the place, for a terminal.
    pub excerpt: Option<String>,
    /// The parts of the message that depend on the request, for translations.
    pub values: Vec<(&'static str, String)>,
}

impl Deref for Error {
    type Target = ErrorFields;

    fn deref(&self) -> &ErrorFields {
        &self.0
    }
}

impl DerefMut for Error {
    fn deref_mut(&mut self) -> &mut ErrorFields {
        &mut self.0
    }
}

impl Error {
    /// The code of parameters that do not go together.
    pub const CONTRADICTION: &str = "contradiction";
    /// The code of a number out of its range.
    pub const OUT_OF_RANGE: &str = "out-of-range";
    /// The code of a text or a list that is longer than a front end takes.
    pub const TOO_LONG: &str = "too-long";

    /// The code of a table that can be neither opened nor built.
    pub const UNUSABLE_TABLE: &str = "unusable-table";
    /// The code of an answer that takes more than a front end allows.
    pub const TOO_EXPENSIVE: &str = "too-expensive";
    /// The code of a count that takes hours, whose result is not stored.
    pub const TAKES_HOURS: &str = "takes-hours";

    /// Creates an error. A text of the form `problem; remedy` becomes a message and a hint, as does one with the remedy in a
    /// line of its own.
    fn new(kind: ErrorKind, code: &'static str, text: &str) -> Error {
        let (message, hint) = match remedy_start(text) {
            None => (text, None),
            Some(end) if text[end..].starts_with(';') => {
                (&text[..end], Some(Hint::Clause(text[end + 2..].into())))
            }
            Some(end) => (&text[..end], Some(Hint::Line(text[end..].trim_start().into()))),
        };
        Error(Box::new(ErrorFields {
            kind,
            code,
            parameter: None,
            place: Place::default(),
            message: message.into(),
            is_placed: false,
            hints: hint.into_iter().collect(),
            excerpt: None,
            values: Vec::new(),
        }))
    }

    /// Creates the error of a parameter, or of a request whose parts contradict each other.
    pub fn usage(parameter: impl Into<Option<&'static str>>, message: impl ToString) -> Error {
        let mut error = Error::new(ErrorKind::Usage, "invalid-value", &message.to_string());
        error.parameter = parameter.into();
        error
    }

    /// Creates the error of a request that has no answer.
    pub fn message(message: impl ToString) -> Error {
        Error::new(ErrorKind::Unanswerable, "unanswerable", &message.to_string())
    }

    /// Creates the error of a table that contradicts itself.
    pub fn table(message: impl ToString) -> Error {
        Error::new(ErrorKind::Table, "damaged-table", "").with_message(message.to_string())
    }

    /// Creates the error of a computation that was stopped.
    pub fn cancelled() -> Error {
        Error::new(ErrorKind::Cancelled, "cancelled", "stopped")
    }

    /// Creates an error about an operation on a file: `cannot {what} {path}`, with the message of the system.
    pub fn file(path: &Path, what: &str, error: &io::Error) -> Error {
        // A path may contain a semicolon.
        Error::message("").with_message(format!("cannot {what} {}: {error}", path.display()))
    }

    /// Creates the error of the text of a goal or a condition. `error` is one of the part of `text` that begins after
    /// `before` characters.
    pub fn in_text<K: TextErrorKind>(
        parameter: &'static str,
        text: &str,
        before: usize,
        error: &TextError<K>,
    ) -> Error {
        let (column, hint) = (before + error.column, error.hint());
        let created = Error::usage(parameter, error.problem()).code(error.kind.code());
        let mut created = created.at(None, column).value("token", &error.token);
        created.place.length = Some(error.token.chars().count());
        created.excerpt = Some(with_caret(text, column));
        let hint = if hint.ends_with('?') { Hint::Aside(hint) } else { Hint::Clause(hint) };
        created.hints.push(hint);
        created
    }

    /// Creates the error of moves in the text of a parameter.
    pub fn in_moves(parameter: &'static str, error: &ParseError) -> Error {
        let created = Error::usage(parameter, error.problem()).code("invalid-moves").hint(error.hint());
        created.at(error.line, error.column).reason(error.fault())
    }

    /// Returns the error as one of this parameter.
    pub fn about(mut self, parameter: &'static str) -> Error {
        self.parameter = Some(parameter);
        self
    }

    /// Returns the error with another message.
    pub fn with_message(mut self, message: String) -> Error {
        self.message = message;
        self
    }

    /// Returns the error with this code.
    pub fn code(mut self, code: &'static str) -> Error {
        self.code = code;
        self
    }

    /// Returns the error with a line, if its text may have several, and a column, both from 1.
    pub fn at(mut self, line: impl Into<Option<usize>>, column: usize) -> Error {
        self.place = Place { line: line.into(), column: Some(column), ..self.place };
        self
    }

    /// Returns the error, whose message names the parameter and the place itself.
    pub fn placed(mut self) -> Error {
        self.is_placed = true;
        self
    }

    /// Returns the error with a hint after a semicolon.
    pub fn hint(mut self, hint: impl Into<String>) -> Error {
        self.hints.push(Hint::Clause(hint.into()));
        self
    }

    /// Returns the error with a hint in parentheses.
    pub fn aside(mut self, hint: impl Into<String>) -> Error {
        self.hints.push(Hint::Aside(hint.into()));
        self
    }

    /// Returns the error with a hint in a line of its own.
    pub fn hint_line(mut self, hint: impl Into<String>) -> Error {
        self.hints.push(Hint::Line(hint.into()));
        self
    }

    /// Returns the error with a part of its message.
    pub fn value(mut self, name: &'static str, value: impl ToString) -> Error {
        self.values.push((name, value.to_string()));
        self
    }

    /// Returns the error with the reason why a text is no cube, whose code becomes the value `reason`.
    pub fn reason(mut self, fault: Fault) -> Error {
        self.values.extend(fault.by_name());
        self
    }

    /// Returns the text for a person: parameter and place, message, hints, and in lines of their own the excerpt and the
    /// hints that are lines. `name` returns the way in which users write a parameter, or `None` for a word that is none.
    pub fn text(&self, name: impl Fn(&str) -> Option<String>) -> String {
        let mut text = self.label(&name) + &named(&self.message, &name);
        let mut lines = self.excerpt.iter().map(|excerpt| format!("\n{excerpt}")).collect::<String>();
        for hint in &self.hints {
            match hint {
                Hint::Clause(hint) => text += &format!("; {}", named(hint, &name)),
                Hint::Aside(hint) => text += &format!(" ({})", named(hint, &name)),
                Hint::Line(hint) => lines += &format!("\n  {}", named(hint, &name)),
            }
        }
        text + &lines
    }

    /// Returns the parameter and the place, as they stand before the message.
    fn label(&self, name: impl Fn(&str) -> Option<String>) -> String {
        if self.is_placed {
            return String::new();
        }
        let column = self.place.column.map(|column| format!("column {column}"));
        let line = self.place.line.map(|line| format!("line {line}"));
        let place: Vec<String> = line.into_iter().chain(column).collect();
        let between = if place.len() == 1 { ", " } else { ": " };
        match (self.parameter.and_then(name), &place[..]) {
            (None, []) => String::new(),
            (None, place) => format!("{}: ", place.join(", ")),
            (Some(name), []) => format!("{name}: "),
            (Some(name), place) => format!("{name}{between}{}: ", place.join(", ")),
        }
    }
}

/// Returns the index of the first semicolon or line end outside of quotes that a remedy follows.
fn remedy_start(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    for (i, c) in text.char_indices() {
        match (quote, c) {
            // An apostrophe within a word is no quote.
            (None, '"' | '\'') if !before.is_alphanumeric() => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, ';' | '\n') if text[i + 1..].starts_with(' ') => return Some(i),
            _ => {}
        }
        before = c;
    }
    None
}

/// Replaces the words in backticks for which `name` has another form, as in the message of an error or in the help text of
/// a parameter.
pub fn named(text: &str, name: impl Fn(&str) -> Option<String>) -> String {
    let mut replaced = String::new();
    let mut rest = text;
    while let Some((before, word, after)) = in_backticks(rest) {
        replaced += before;
        match name(word) {
            Some(name) => {
                replaced += &name;
                rest = after;
            }
            None => {
                replaced += "`";
                rest = &rest[before.len() + 1..];
            }
        }
    }
    replaced + rest
}

/// Returns the text before the first backtick, the word up to the second one, and the rest.
fn in_backticks(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (word, after) = rest.split_once('`')?;
    Some((before, word, after))
}

impl fmt::Display for Error {
    /// Writes the text in one line, with the parameter as it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = |word: &str| self.parameter.filter(|parameter| *parameter == word).map(str::to_string);
        let mut one_line = self.clone();
        one_line.excerpt = None;
        for hint in &mut one_line.hints {
            if let Hint::Line(text) = hint {
                *hint = Hint::Clause(std::mem::take(text));
            }
        }
        f.write_str(&one_line.text(own))
    }
}

impl std::error::Error for Error {}

impl From<AnalyzeError> for Error {
    fn from(error: AnalyzeError) -> Error {
        match error {
            AnalyzeError::Cancelled => Error::cancelled(),
            contradiction => Error::table(contradiction),
        }
    }
}

impl From<PipelineError> for Error {
    fn from(error: PipelineError) -> Error {
        Error::message("").with_message(error.to_string())
    }
}

/// Returns `text`, or the part around `column` if it is long, with a caret under that column. Columns count characters
/// from 1.
fn with_caret(text: &str, column: usize) -> String {
    const BEFORE: usize = 50;
    const AFTER: usize = 25;
    let from = (column - 1).saturating_sub(BEFORE);
    // Each character is replaced by one character, so that columns stay aligned and no control character reaches the
    // terminal.
    let shown = text.chars().skip(from).take(column - 1 - from + AFTER);
    let shown: String = shown
        .map(|c| match c {
            c if c.is_whitespace() => ' ',
            c if c.is_control() => '\u{fffd}',
            c => c,
        })
        .collect();
    format!("  {}\n  {:>width$}", shown.trim_end(), "^", width = column - from)
}

/// Returns the message of a JSON error without its position, which callers print in front of it.
pub fn json_error_message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.rsplit_once(" at line ").map_or(message.clone(), |(reason, _)| reason.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names the parameters as the command does.
    fn flag(word: &str) -> Option<String> {
        ["goal", "stages", "alg"].contains(&word).then(|| format!("--{word}"))
    }

    #[test]
    fn text_has_the_parameter_the_place_and_the_hints() {
        let error = |parameter: Option<&'static str>| Error::usage(parameter, "'Q' is wrong");
        for (error, text) in [
            (error(None), "'Q' is wrong"),
            (error(Some("goal")), "--goal: 'Q' is wrong"),
            (error(Some("goal")).at(None, 9), "--goal, column 9: 'Q' is wrong"),
            (error(Some("alg")).at(2, 9), "--alg: line 2, column 9: 'Q' is wrong"),
            (error(None).at(2, 9), "line 2, column 9: 'Q' is wrong"),
            (error(Some("elsewhere")).at(None, 9), "column 9: 'Q' is wrong"),
            (error(Some("goal")).placed().at(None, 9), "'Q' is wrong"),
            (error(None).hint("omit `stages` or `x`"), "'Q' is wrong; omit --stages or `x`"),
            (error(None).aside("why?").hint_line("so"), "'Q' is wrong (why?)\n  so"),
            (Error::usage("alg", "`alg` has `one").placed(), "--alg has `one"),
        ] {
            assert_eq!(error.text(flag), text);
        }
        for (text, message, hint) in [
            ("no id; write 'a; b'", "no id", Some("write 'a; b'")),
            ("the event \"x; y\"", "the event \"x; y\"", None),
            ("it's bad; mend it", "it's bad", Some("mend it")),
            ("none;", "none;", None),
            ("bad\n  mend it", "bad", Some("mend it")),
        ] {
            let error = Error::message(text);
            assert_eq!((&error.message[..], error.hints.first().map(Hint::text)), (message, hint));
            assert_eq!(error.text(|_| None), text);
        }
        let error = error(Some("goal")).hint_line("omit `goal`, or `stages`");
        assert_eq!(error.to_string(), "goal: 'Q' is wrong; omit goal, or `stages`");
    }
}
