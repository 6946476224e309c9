//! The tokens of move notation, with their places. A number or apostrophe belongs to the move or bracket directly
//! before it.

use std::borrow::Cow;

use crate::notation::{Dialect, ParseError, ParseErrorKind, TurnName};

/// The number of quarter turns from which a move is an error: two full turns.
const TOO_MANY_QUARTERS: u32 = 8;

/// A token, for a puzzle with turns of type `T`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a, T> {
    pub(super) kind: TokenKind<T>,
    /// The token as written.
    pub(super) text: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum TokenKind<T> {
    Turn(T),
    /// A full turn, which moves nothing.
    Nothing,
    /// An opening bracket: `(` or `[`.
    Open(char),
    /// A closing bracket (`)` or `]`), the number of repetitions (at least 1), and whether the group is inverted.
    Close(char, u32, bool),
    /// A separator: `,` or `:`.
    Separator(char),
}

impl<T> Token<'_, T> {
    pub(super) fn error<D: Dialect>(&self, kind: ParseErrorKind) -> ParseError {
        error::<D>((self.line, self.column), self.text, kind)
    }
}

fn error<D: Dialect>((line, column): (usize, usize), text: &str, kind: ParseErrorKind) -> ParseError {
    ParseError { line, column, token: text.chars().take(24).collect(), kind, hints: D::HINTS }
}

/// Returns whether a character stands for the apostrophe of an inverse: the ASCII one, primes, accents, and those of
/// keyboards of other languages.
pub const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '‛' | 'ʼ' | 'ʹ' | 'ʻ' | 'ˈ' | '′' | '‵' | '´' | '`')
        || matches!(
            c,
            '\u{55a}'
                | '\u{5f3}'
                | '\u{7f4}'
                | '\u{a78c}'
                | '\u{1fbd}'
                | '\u{1fbf}'
                | '\u{1ffd}'
                | '\u{ff07}'
        )
}

/// Returns whether a character among moves means no move: a pause, an arrow for a regrip, or one without width.
pub const fn is_filler(c: char) -> bool {
    let is_hidden =
        matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}');
    is_hidden
        || matches!(c, '.' | '…' | '\u{2190}'..='\u{21ff}' | '\u{27f0}'..='\u{27ff}' | '\u{2b00}'..='\u{2b11}')
}

/// Returns the length in bytes of the timestamp at the start of a text, as recordings of smart cubes have them behind
/// moves: `@1250`, `@1.25s`, `@1:02.5`; 0 if there is none.
pub fn timestamp_length(text: &str) -> usize {
    let Some(time) = text.strip_prefix('@') else { return 0 };
    let is_digit = |c: char| c.is_ascii_digit();
    let clock = time.find(|c| !is_digit(c) && !matches!(c, '.' | ':')).unwrap_or(time.len());
    if !time.starts_with(is_digit) {
        return 0;
    }
    let rest = &time[clock..];
    let unit = ["ms", "s"].into_iter().find(|unit| rest.starts_with(unit)).map_or(0, str::len);
    1 + clock + unit
}

const fn is_double_apostrophe(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '″')
}

const fn is_repetition_sign(c: char) -> bool {
    matches!(c, 'x' | 'X' | '×' | '*' | '^')
}

/// Returns whether a character is a suffix of moves or combines moves.
pub(crate) const fn is_modifier(c: char) -> bool {
    let is_sign = matches!(c, '(' | ')' | '[' | ']' | ',' | ':' | '×' | '*' | '^');
    c.is_ascii_digit() || is_apostrophe(c) || is_double_apostrophe(c) || is_sign
}

/// Returns the text with each comment replaced by a space. An unclosed comment is kept.
pub(crate) fn without_comments(text: &str) -> Cow<'_, str> {
    let (mut kept, mut rest) = (String::new(), text);
    let next = |rest: &str| {
        let is_start = |at: &usize| matches!(rest.as_bytes().get(at + 1), Some(b'/' | b'*'));
        rest.match_indices('/').map(|(at, _)| at).find(is_start)
    };
    while let Some(start) = next(rest) {
        let comment = &rest[start..];
        let end = match comment.strip_prefix("/*") {
            Some(inside) => inside.find("*/").map(|length| length + 4),
            None => Some(comment.find(['\n', '\r']).unwrap_or(comment.len())),
        };
        let Some(end) = end else { break };
        kept.push_str(&rest[..start]);
        kept.push(' ');
        rest = &comment[end..];
    }
    if kept.is_empty() && rest.len() == text.len() {
        return text.into();
    }
    kept.push_str(rest);
    kept.into()
}

/// Returns whether a character ends a line.
const fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns whether moves stand on more than one line. Line ends within comments and brackets do not count.
///
/// ```
/// use cubiform_cube::notation::has_several_lines;
///
/// assert!(has_several_lines("R U F\nD2 L B'"));
/// assert!(!has_several_lines("// a scramble\nR U F\n"));
/// ```
pub fn has_several_lines(text: &str) -> bool {
    let (mut depth, mut lines, mut is_blank) = (0_u32, 0, true);
    for c in without_comments(text).chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 && is_line_end(c) => is_blank = true,
            _ => {}
        }
        if is_blank && !c.is_whitespace() {
            (lines, is_blank) = (lines + 1, false);
        }
    }
    lines > 1
}

/// An iterator over the tokens of a text.
pub(super) struct Tokens<'a, D> {
    text: &'a str,
    dialect: &'a D,
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a, D: Dialect> Tokens<'a, D> {
    pub(super) fn new(text: &'a str, dialect: &'a D) -> Tokens<'a, D> {
        Tokens { text, dialect, offset: 0, line: 1, column: 1 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Consumes the next character if it satisfies `wanted`.
    fn take_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let c = self.peek().filter(|c| wanted(*c))?;
        self.offset += c.len_utf8();
        (self.line, self.column) = if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        Some(c)
    }

    /// Skips white space, comments, pauses, arrows and timestamps.
    fn skip_blank(&mut self) -> Result<(), ParseError> {
        loop {
            let rest = self.rest();
            if rest.starts_with("//") {
                while self.take_if(|c| !matches!(c, '\n' | '\r')).is_some() {}
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let Some(length) = comment.find("*/") else {
                    return Err(error::<D>((self.line, self.column), "/*", ParseErrorKind::NeverClosed));
                };
                let end = self.offset + length + 4;
                while self.offset < end {
                    self.take_if(|_| true);
                }
            } else if rest.starts_with('@') && timestamp_length(rest) > 0 {
                let end = self.offset + timestamp_length(rest);
                while self.offset < end {
                    self.take_if(|_| true);
                }
            } else if self.take_if(|c| c.is_whitespace() || is_filler(c)).is_none() {
                return Ok(());
            }
        }
    }

    /// Consumes a number, if there is one. Numbers beyond `u32` saturate.
    fn take_number(&mut self) -> Option<u32> {
        let mut number = None;
        while let Some(c) = self.take_if(|c| c.is_ascii_digit()) {
            number = Some(number.unwrap_or(0u32).saturating_mul(10).saturating_add(c as u32 - '0' as u32));
        }
        number
    }

    /// Consumes a repetition sign if it is directly followed by a number: `(R U)x3`, `(R U)*3`. Otherwise `x` is a
    /// rotation.
    fn skip_repetition_sign(&mut self) {
        let mut characters = self.rest().chars();
        let is_sign = characters.next().is_some_and(is_repetition_sign);
        if is_sign && characters.next().is_some_and(|c| c.is_ascii_digit()) {
            self.take_if(is_repetition_sign);
        }
    }

    /// Consumes a suffix: a number and an apostrophe in any order. Returns the number (default 1) and whether there is
    /// an apostrophe. The number of a group may have a repetition sign before it.
    ///
    /// Consumes all characters of the suffix before checking it, so that an error shows the whole token.
    fn take_suffix(&mut self, is_group: bool) -> Result<(u32, bool), ParseErrorKind> {
        let (mut number, mut numbers, mut apostrophes) = (1, 0, 0);
        loop {
            if is_group && numbers == 0 {
                self.skip_repetition_sign();
            }
            if let Some(n) = self.take_number() {
                (number, numbers) = (n, numbers + 1);
            } else if self.take_if(is_apostrophe).is_some() {
                apostrophes += 1;
            } else if self.take_if(is_double_apostrophe).is_some() {
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

    /// Consumes a turn: optional layer numbers, a letter, an optional `w`, and a suffix. Returns `None` for a full turn, which
    /// moves nothing: `y4`.
    fn take_turn(&mut self) -> Result<Option<D::Turn>, ParseErrorKind> {
        let first = self.take_number();
        let is_range = first.is_some() && self.take_if(|c| c == '-').is_some();
        let layers = (first, if is_range { self.take_number() } else { None });
        let Some(letter) = self.take_if(|c| c.is_ascii_alphabetic()) else {
            return Err(self.take_stray_suffix());
        };
        let name = TurnName { layers, letter, is_wide: false };
        let name =
            TurnName { is_wide: name.face().is_some() && self.take_if(|c| c == 'w').is_some(), ..name };
        if is_range && layers.1.is_none() {
            return Err(ParseErrorKind::LayerCount);
        }
        // Checks the name before the suffix; a name with one quarter turn is always a turn.
        self.dialect.turn(name, 1)?;
        self.take_quarters(name)
    }

    /// Consumes the suffix of a turn with this name.
    fn take_quarters(&mut self, name: TurnName) -> Result<Option<D::Turn>, ParseErrorKind> {
        let (number, is_inverted) = self.take_suffix(false)?;
        if number >= TOO_MANY_QUARTERS {
            return Err(ParseErrorKind::TooManyQuarters);
        }
        let quarters = (number % 4) as i32;
        self.dialect.turn(name, if is_inverted { -quarters } else { quarters })
    }

    /// Consumes the rest of a rotation in square brackets after the first one, as fewest-moves solvers write them: `[f2]` is
    /// `z2`, `[u]` is `y`. Consumes nothing if the brackets hold anything else.
    fn take_rotation(&mut self) -> Result<Option<TokenKind<D::Turn>>, ParseErrorKind> {
        let (letter, is_against) = match self.peek() {
            Some('r') => ('x', false),
            Some('l') => ('x', true),
            Some('u') => ('y', false),
            Some('d') => ('y', true),
            Some('f') => ('z', false),
            Some('b') => ('z', true),
            _ => return Ok(None),
        };
        let suffix = self.rest()[1..].trim_start_matches(|c: char| c.is_ascii_digit() || is_apostrophe(c));
        if !suffix.starts_with(']') {
            return Ok(None);
        }
        self.take_if(|_| true);
        let turn = self.take_quarters(TurnName { layers: (None, None), letter, is_wide: false })?;
        self.take_if(|c| c == ']');
        Ok(Some(turn.map_or(TokenKind::Nothing, |turn| {
            TokenKind::Turn(if is_against { D::inverse(turn) } else { turn })
        })))
    }

    fn take_stray_suffix(&mut self) -> ParseErrorKind {
        // An error in the suffix itself matters less than the missing move before it.
        let _ = self.take_suffix(false);
        ParseErrorKind::StraySuffix
    }
}

impl<'a, D: Dialect> Iterator for Tokens<'a, D> {
    type Item = Result<Token<'a, D::Turn>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(error) = self.skip_blank() {
            return Some(Err(error));
        }
        let (start, line, column) = (self.offset, self.line, self.column);
        let kind = match self.peek()? {
            c if c.is_ascii_alphanumeric() => {
                self.take_turn().map(|turn| turn.map_or(TokenKind::Nothing, TokenKind::Turn))
            }
            c if is_apostrophe(c) || is_double_apostrophe(c) => Err(self.take_stray_suffix()),
            c => {
                self.take_if(|_| true);
                match c {
                    '[' => self.take_rotation().map(|rotation| rotation.unwrap_or(TokenKind::Open(c))),
                    '(' => Ok(TokenKind::Open(c)),
                    ')' | ']' => {
                        self.take_suffix(true).map(|(times, inverted)| TokenKind::Close(c, times, inverted))
                    }
                    ',' | ':' => Ok(TokenKind::Separator(c)),
                    _ => Err(ParseErrorKind::NotAMove),
                }
            }
        };
        let text = &self.text[start..self.offset];
        Some(match kind {
            Ok(kind) => Ok(Token { kind, text, line, column }),
            Err(kind) => Err(error::<D>((line, column), text, kind)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_lines_have_moves_outside_comments_and_brackets() {
        for text in [
            "R\nU", "R\r\nU", "R\rU", "\n\nR U\n \n\nF", "R // a\nU // b", "R\u{2028}U", "(R\nU)2\nF",
            "R) U\nF",
        ] {
            assert!(has_several_lines(text), "{text:?}");
        }
        for text in [
            "", "R U", "\r\n R U \n\n", "R U\n// a\n", "R /* a\nb */ U", "(R U\nR' U')3", "[R U R',\nD]",
            "(R\nU",
        ] {
            assert!(!has_several_lines(text), "{text:?}");
        }
    }

    #[test]
    fn timestamps_end_where_a_move_may_follow() {
        for (text, length) in [
            ("@0", 2),
            ("@150 U", 4),
            ("@1.25s R", 6),
            ("@1:02.5", 7),
            ("@30ms,", 5),
            ("@", 0),
            ("@s", 0),
            ("@.5", 0),
            ("R@0", 0),
        ] {
            assert_eq!(timestamp_length(text), length, "{text}");
        }
    }

    #[test]
    fn without_comments_removes_closed_comments() {
        for (text, rest) in [
            ("R U", "R U"),
            ("R // U\nF", "R  \nF"),
            ("R // U\rF", "R  \rF"),
            ("R/* U // F */F /* */", "R F  "),
            ("// R /* U\nF", " \nF"),
            ("R /* U // F", "R /* U // F"),
            ("R // U\n/* F", "R  \n/* F"),
            ("R /*/ U", "R /*/ U"),
        ] {
            assert_eq!(without_comments(text), rest, "{text}");
        }
    }
}
