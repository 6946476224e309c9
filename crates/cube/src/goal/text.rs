//! What the small languages of this crate share: tokens that know where they stand, faults with their place, and
//! guesses at what a misspelt word was meant to be.

use std::fmt;

use crate::notation::quoted;

/// A fault in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError<K> {
    /// The column of the token's first character, from 1, in characters.
    pub column: usize,
    /// The token as written, cut off after 24 characters; empty where the text ends too early.
    pub token: String,
    /// What is wrong with it.
    pub kind: K,
}

/// What can be wrong with a token of some language; displayed as a predicate of which the token is the subject.
pub trait TextErrorKind: fmt::Display {
    /// What a whole text of the language is called.
    const LANGUAGE: &'static str;

    /// What to write instead, without a full stop.
    fn hint(&self) -> String;

    /// The fault and the hint in one sentence about a token, which is given in quotes.
    fn sentence(&self, token: &str) -> String {
        format!("{token} {self}; {}", self.hint())
    }
}

impl<K: TextErrorKind> TextError<K> {
    /// What is wrong and what to do, without the place: for callers that tell the place in their own way.
    pub fn message(&self) -> String {
        if self.token.is_empty() {
            return format!("the {} ends too early; {}", K::LANGUAGE, self.kind.hint());
        }
        self.kind.sentence(&quoted(&self.token))
    }
}

impl<K: TextErrorKind> fmt::Display for TextError<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message())
    }
}

impl<K: TextErrorKind + fmt::Debug> std::error::Error for TextError<K> {}

/// A piece of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    /// As written; empty at the end of the text.
    pub(super) text: &'a str,
    /// Where it begins, in bytes.
    pub(super) offset: usize,
    /// Where it begins, in characters, from 1.
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

/// Whether words are made of it.
fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The tokens of a text, taken one by one.
pub(super) struct Tokens<'a> {
    /// All of them; the last is the empty end.
    all: Vec<Token<'a>>,
    next: usize,
}

impl<'a> Tokens<'a> {
    /// Those of a text of a language in which these marks take several characters.
    pub(super) fn new(text: &'a str, long_marks: &[&str]) -> Tokens<'a> {
        Tokens { all: tokenize(text, long_marks), next: 0 }
    }

    /// The next token.
    pub(super) fn peek(&self) -> Token<'a> {
        self.all[self.next]
    }

    /// The next token, behind which it steps; there is nothing behind the end.
    pub(super) fn take(&mut self) -> Token<'a> {
        let token = self.peek();
        self.next = (self.next + 1).min(self.all.len() - 1);
        token
    }

    /// The next token, taken if it is one of these words.
    pub(super) fn take_if(&mut self, wanted: &[&str]) -> Option<Token<'a>> {
        let token = self.peek();
        wanted.iter().any(|word| token.is(word)).then(|| self.take())
    }

    /// The token before the next, of which there must have been one.
    pub(super) fn previous(&self) -> Token<'a> {
        self.all[self.next - 1]
    }
}

/// Words, which are runs of letters, digits and underscores, those `marks` that take several characters, and single
/// other characters; the last is the empty end.
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

/// The word that `text` begins, or of which it is a slip; the first of those that are as near.
pub(super) fn nearest_word<W: AsRef<str>>(text: &str, words: impl IntoIterator<Item = W>) -> Option<W> {
    let text: Vec<char> = text.to_ascii_lowercase().chars().take(40).collect();
    let max_edits = if text.len() <= 4 { 1 } else { 2 };
    let measured = words.into_iter().map(|word| {
        let letters: Vec<char> = word.as_ref().chars().collect();
        (edit_distance(&text, &letters), letters.starts_with(&text), word)
    });
    let near = measured.filter(|(edits, begins, _)| text.len() > 1 && (*begins || *edits <= max_edits));
    near.min_by_key(|(edits, ..)| *edits).map(|(.., word)| word)
}

/// How many characters must be added, left out, replaced or exchanged with their neighbours to make `b` of `a`.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    // Three rows of the table of distances between beginnings of the two.
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
