//! Cuts the text of an algorithm into tokens that know where they stand; numbers and apostrophes belong to
//! the move or bracket that they follow.

use crate::face::{Axis, Face};
use crate::notation::algorithm::{Base, Turn};
use crate::notation::error::{ParseError, ParseErrorKind};

/// A piece of the text, and what it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) what: What,
    /// As written.
    pub(super) text: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Turn(Turn),
    /// `(` or `[`.
    Open(char),
    /// `)` or `]`, how many times (at least once), and whether undone.
    Close(char, u32, bool),
    /// `,` or `:`.
    Separator(char),
}

impl Token<'_> {
    pub(super) fn error(&self, kind: ParseErrorKind) -> ParseError {
        error((self.line, self.column), self.text, kind)
    }
}

fn error((line, column): (usize, usize), text: &str, kind: ParseErrorKind) -> ParseError {
    ParseError { line, column, token: text.chars().take(24).collect(), kind }
}

const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | 'ʼ' | '′' | '´' | '`')
}

const fn is_double_apostrophe(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '″')
}

/// The tokens of a text, in order.
pub(super) struct Tokens<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens { text, offset: 0, line: 1, column: 1 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Steps over the next character if it is one of those.
    fn eat(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let c = self.peek().filter(|c| wanted(*c))?;
        self.offset += c.len_utf8();
        (self.line, self.column) = if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        Some(c)
    }

    /// Steps over white space and comments.
    fn skip_blank(&mut self) -> Result<(), ParseError> {
        loop {
            let rest = self.rest();
            if rest.starts_with("//") {
                while self.eat(|c| c != '\n').is_some() {}
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let Some(length) = comment.find("*/") else {
                    return Err(error((self.line, self.column), "/*", ParseErrorKind::NeverClosed));
                };
                let end = self.offset + length + 4;
                while self.offset < end {
                    self.eat(|_| true);
                }
            } else if self.eat(char::is_whitespace).is_none() {
                return Ok(());
            }
        }
    }

    /// A number, if one stands here; one beyond `u32` is as good as the largest.
    fn number(&mut self) -> Option<u32> {
        let mut number = None;
        while let Some(c) = self.eat(|c| c.is_ascii_digit()) {
            number = Some(number.unwrap_or(0u32).saturating_mul(10).saturating_add(c as u32 - '0' as u32));
        }
        number
    }

    /// A number and an apostrophe in any order: how many times (1 if it is not said) and whether undone.
    ///
    /// All that looks like a suffix is read before it is judged, so that an error can show the whole token.
    fn suffix(&mut self) -> Result<(u32, bool), ParseErrorKind> {
        let (mut number, mut numbers, mut apostrophes) = (1, 0, 0);
        loop {
            if let Some(n) = self.number() {
                (number, numbers) = (n, numbers + 1);
            } else if self.eat(is_apostrophe).is_some() {
                apostrophes += 1;
            } else if self.eat(is_double_apostrophe).is_some() {
                apostrophes += 2;
            } else {
                break;
            }
        }
        match (numbers, apostrophes, number) {
            (2.., ..) => Err(ParseErrorKind::TwoNumbers),
            (_, 2.., _) => Err(ParseErrorKind::TwoApostrophes),
            (_, _, 0) => Err(ParseErrorKind::ZeroTimes),
            _ => Ok((number, apostrophes == 1)),
        }
    }

    /// A layer count if there is one, a letter, a `w` if there is one, and a suffix.
    fn turn(&mut self) -> Result<Turn, ParseErrorKind> {
        let layers = self.number();
        let Some(letter) = self.eat(|c| c.is_ascii_alphabetic()) else { return Err(self.stray_suffix()) };
        let face = Face::from_letter(letter.to_ascii_uppercase());
        let wide = face.is_some() && (self.eat(|c| c == 'w').is_some() || letter.is_ascii_lowercase());
        let base = match (letter, face, layers) {
            (_, Some(face), None) if !wide => Base::Face(face),
            (_, Some(face), None | Some(2)) if wide => Base::Wide(face),
            (_, Some(face), Some(3)) if wide => match face.axis() {
                Axis::X => Base::X,
                Axis::Y => Base::Y,
                Axis::Z => Base::Z,
            },
            ('M', _, None) => Base::M,
            ('E', _, None) => Base::E,
            ('S', _, None) => Base::S,
            ('x' | 'X', _, None) => Base::X,
            ('y' | 'Y', _, None) => Base::Y,
            ('z' | 'Z', _, None) => Base::Z,
            (_, Some(_), _) | ('M' | 'E' | 'S' | 'x'..='z' | 'X'..='Z', ..) => {
                return Err(ParseErrorKind::LayerCount);
            }
            _ => return Err(ParseErrorKind::NotAMove),
        };
        let (number, inverse) = self.suffix()?;
        // 3Lw runs against x.
        let against = face.is_some_and(|face| face != base.direction());
        let quarters = if number < 4 { number as i32 } else { 0 };
        let turn = Turn::new(base, if against != inverse { -quarters } else { quarters });
        turn.ok_or(ParseErrorKind::TooManyQuarters)
    }

    fn stray_suffix(&mut self) -> ParseErrorKind {
        // Whatever is wrong with the suffix itself, that it stands alone is the first thing to say.
        let _ = self.suffix();
        ParseErrorKind::StraySuffix
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(error) = self.skip_blank() {
            return Some(Err(error));
        }
        let (start, line, column) = (self.offset, self.line, self.column);
        let what = match self.peek()? {
            c if c.is_ascii_alphanumeric() => self.turn().map(What::Turn),
            c if is_apostrophe(c) || is_double_apostrophe(c) => Err(self.stray_suffix()),
            c => {
                self.eat(|_| true);
                match c {
                    '(' | '[' => Ok(What::Open(c)),
                    ')' | ']' => self.suffix().map(|(times, undone)| What::Close(c, times, undone)),
                    ',' | ':' => Ok(What::Separator(c)),
                    _ => Err(ParseErrorKind::NotAMove),
                }
            }
        };
        let text = &self.text[start..self.offset];
        Some(match what {
            Ok(what) => Ok(Token { what, text, line, column }),
            Err(kind) => Err(error((line, column), text, kind)),
        })
    }
}
