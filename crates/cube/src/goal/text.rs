//! Shared parts of the goal and condition languages: tokens with positions, errors with positions, and suggestions for
//! misspelt words.

use std::fmt;

use crate::notation::quoted;

/// An error in a text, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError<K> {
    /// The column of the token's first character, in characters, from 1.
    pub column: usize,
    /// The token as written, truncated to 24 characters. Empty at the end of the text.
    pub token: String,
    /// The kind of error.
    pub kind: K,
}

/// A kind of error in a language. Displayed as a predicate whose subject is the token.
pub trait TextErrorKind: fmt::Display {
    /// The name of a whole text of the language, such as `goal`.
    const LANGUAGE: &'static str;

    /// Returns the suggested correction, without a full stop.
    fn hint(&self) -> String;

    /// Returns a stable short name, for programs and translations.
    fn code(&self) -> &'static str;

    /// Returns the error about `token`, which is passed in quotes, without the hint.
    fn problem(&self, token: &str) -> String;
}

impl<K: TextErrorKind> TextError<K> {
    /// Returns the error without the position and the hint.
    pub fn problem(&self) -> String {
        match &self.token[..] {
            "" => format!("unexpected end of {}", K::LANGUAGE),
            token => self.kind.problem(&quoted(token)),
        }
    }

    /// Returns the suggested correction, without a full stop.
    pub fn hint(&self) -> String {
        self.kind.hint()
    }

    /// Returns the error and the hint without the position, for callers that report the position themselves.
    pub fn message(&self) -> String {
        let (problem, hint) = (self.problem(), self.hint());
        match hint.ends_with('?') {
            true => format!("{problem} ({hint})"),
            false => format!("{problem}; {hint}"),
        }
    }
}

impl<K: TextErrorKind> fmt::Display for TextError<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message())
    }
}

impl<K: TextErrorKind + fmt::Debug> std::error::Error for TextError<K> {}

/// A token of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    /// The token as written; empty at the end of the text.
    pub(super) text: &'a str,
    /// The byte offset of the first character.
    pub(super) offset: usize,
    /// The column of the first character, in characters, from 1.
    pub(super) column: usize,
}

impl Token<'_> {
    pub(super) fn error<K>(&self, kind: K) -> TextError<K> {
        TextError { column: self.column, token: self.text.chars().take(24).collect(), kind }
    }

    pub(super) fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    pub(super) fn is_word(&self) -> bool {
        self.text.starts_with(is_word_char)
    }

    pub(super) fn is_number(&self) -> bool {
        !self.text.is_empty() && self.text.chars().all(|c| c.is_ascii_digit())
    }

    pub(super) fn end(&self) -> usize {
        self.offset + self.text.len()
    }
}

/// Returns whether `c` can be part of a word.
fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The tokens of two characters, all of conditions.
pub(super) const TWO_CHARACTER_TOKENS: [&str; 6] = ["==", "!=", "<=", ">=", "&&", "||"];

/// The tokens of a text, read from front to back.
pub(super) struct Tokens<'a> {
    /// All tokens, ended by the empty token of the end of the text.
    all: Vec<Token<'a>>,
    next: usize,
}

impl<'a> Tokens<'a> {
    /// Splits a text into tokens. `long_marks` are the punctuation tokens of two characters.
    pub(super) fn new(text: &'a str, long_marks: &[&str]) -> Tokens<'a> {
        Tokens { all: tokenize(text, long_marks), next: 0 }
    }

    /// Returns the next token without consuming it.
    pub(super) fn peek(&self) -> Token<'a> {
        self.all[self.next]
    }

    /// Returns the token after the next one without consuming either.
    pub(super) fn peek_second(&self) -> Token<'a> {
        self.all[(self.next + 1).min(self.all.len() - 1)]
    }

    /// Consumes and returns the next token. The end of the text is returned repeatedly.
    pub(super) fn take(&mut self) -> Token<'a> {
        let token = self.peek();
        self.next = (self.next + 1).min(self.all.len() - 1);
        token
    }

    /// Consumes and returns the next token if it is one of these words, ignoring case.
    pub(super) fn take_if(&mut self, wanted: &[&str]) -> Option<Token<'a>> {
        let token = self.peek();
        wanted.iter().any(|word| token.is(word)).then(|| self.take())
    }

    /// Returns the token consumed last.
    ///
    /// # Panics
    /// If no token has been consumed.
    pub(super) fn previous(&self) -> Token<'a> {
        self.all[self.next - 1]
    }
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Letters, digits and underscores that begin with a letter or are not a number.
    Word,
    /// Digits.
    Number,
    /// Punctuation.
    Mark,
}

/// The place of a token in a text, for an editor that colours goals and conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenSpan {
    /// The column of the first character, in characters, from 1.
    pub column: usize,
    /// The number of characters.
    pub length: usize,
    /// The kind of token.
    pub kind: TokenKind,
}

/// Returns the tokens of a goal or a condition, whether or not it is valid.
///
/// ```
/// use cubiform_cube::goal::{TokenKind, token_spans};
///
/// let spans = token_spans("cross <= 3");
/// let columns: Vec<_> = spans.iter().map(|span| (span.column, span.length, span.kind)).collect();
/// assert_eq!(columns, [(1, 5, TokenKind::Word), (7, 2, TokenKind::Mark), (10, 1, TokenKind::Number)]);
/// ```
pub fn token_spans(text: &str) -> Vec<TokenSpan> {
    let tokens = tokenize(text, &TWO_CHARACTER_TOKENS);
    let span = |token: Token<'_>| TokenSpan {
        column: token.column,
        length: token.text.chars().count(),
        kind: match token {
            token if token.is_number() => TokenKind::Number,
            token if token.is_word() => TokenKind::Word,
            _ => TokenKind::Mark,
        },
    };
    tokens.into_iter().filter(|token| !token.text.is_empty()).map(span).collect()
}

/// Splits a text into words (runs of letters, digits and underscores), the punctuation in `long_marks`, and single
/// other characters. The last token is the empty end of the text.
fn tokenize<'a>(text: &'a str, long_marks: &[&str]) -> Vec<Token<'a>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut last_column = 0;
    for (column, (offset, c)) in (1..).zip(text.char_indices()) {
        last_column = column;
        let end = offset + c.len_utf8();
        match tokens.last_mut() {
            _ if c.is_whitespace() => {}
            Some(last)
                if last.end() == offset
                    && (is_word_char(c) && last.is_word()
                        || long_marks.contains(&&text[last.offset..end])) =>
            {
                last.text = &text[last.offset..end];
            }
            _ => tokens.push(Token { text: &text[offset..end], offset, column }),
        }
    }
    tokens.push(Token { text: "", offset: text.len(), column: last_column + 1 });
    tokens
}

/// Returns the word that starts with `text` or is within one edit of it (two if `text` has more than four characters).
/// The closest word wins, and the first of equally close ones.
pub fn nearest_word<W: AsRef<str>>(text: &str, words: impl IntoIterator<Item = W>) -> Option<W> {
    let text: Vec<char> = text.to_ascii_lowercase().chars().take(40).collect();
    let max_edits = if text.len() <= 4 { 1 } else { 2 };
    let measured = words.into_iter().map(|word| {
        let letters: Vec<char> = word.as_ref().chars().collect();
        (edit_distance(&text, &letters), letters.starts_with(&text), word)
    });
    let near = measured.filter(|(edits, begins, _)| text.len() > 1 && (*begins || *edits <= max_edits));
    near.min_by_key(|(edits, ..)| *edits).map(|(.., word)| word)
}

/// Returns the number of insertions, deletions, replacements and exchanges of neighbours that turn `a` into `b`
/// (optimal string alignment distance).
fn edit_distance(a: &[char], b: &[char]) -> usize {
    // Three rows of the table of distances between prefixes.
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let mut least = (above[j] + 1).min(row[j - 1] + 1);
            least = least.min(above[j - 1] + usize::from(a[i - 1] != b[j - 1]));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}
