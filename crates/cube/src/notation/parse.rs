//! The parser of move notation: expands groups, commutators and conjugates into one flat sequence of turns.
//!
//! The parser needs neither a syntax tree nor recursion: the turns so far are in one vector, and a closing bracket
//! rewrites the end of it in place. Nesting therefore takes no stack, and the length limit holds at every step.

use crate::notation::token::{Token, TokenKind, Tokens};
use crate::notation::{Dialect, MAX_DEPTH, MAX_TURNS, ParseError, ParseErrorKind as Kind};

/// An open bracket and the group inside it.
struct OpenBracket<'a, T> {
    token: Token<'a, T>,
    bracket: char,
    /// The index of the first turn of the group.
    start: usize,
    /// The comma or colon, and the index of the first turn after it.
    separator: Option<(char, usize)>,
}

/// A turn and its place in the text. Turns of a repeated or inverted group have the place of the written turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedTurn<T> {
    pub(crate) turn: T,
    /// The line, from 1.
    pub(crate) line: usize,
    /// The column, from 1, in characters.
    pub(crate) column: usize,
}

/// Parses `text` into turns.
pub(crate) fn parse_turns<D: Dialect>(text: &str, dialect: &D) -> Result<Vec<D::Turn>, ParseError> {
    parse_placed(text, dialect).map(|turns| turns.into_iter().map(|placed| placed.turn).collect())
}

/// Parses `text` into turns with their places.
pub(crate) fn parse_placed<D: Dialect>(
    text: &str,
    dialect: &D,
) -> Result<Vec<PlacedTurn<D::Turn>>, ParseError> {
    let mut turns = Vec::new();
    let mut open_brackets: Vec<OpenBracket<'_, D::Turn>> = Vec::new();
    for token in Tokens::new(text, dialect) {
        let token = token?;
        apply_token::<D>(&token, &mut turns, &mut open_brackets).map_err(|kind| token.error::<D>(kind))?;
    }
    match open_brackets.pop() {
        Some(bracket) => Err(bracket.token.error::<D>(Kind::NeverClosed)),
        None => Ok(turns),
    }
}

/// Extends `turns` and `open_brackets` by one token.
fn apply_token<'a, D: Dialect>(
    token: &Token<'a, D::Turn>,
    turns: &mut Vec<PlacedTurn<D::Turn>>,
    open_brackets: &mut Vec<OpenBracket<'a, D::Turn>>,
) -> Result<(), Kind> {
    match token.kind {
        TokenKind::Turn(turn) => {
            check_room(turns, 1)?;
            turns.push(PlacedTurn { turn, line: token.line, column: token.column });
        }
        TokenKind::Nothing => {}
        TokenKind::Open(_) if open_brackets.len() == MAX_DEPTH => return Err(Kind::TooDeep),
        TokenKind::Open(bracket) => {
            open_brackets.push(OpenBracket { token: *token, bracket, start: turns.len(), separator: None });
        }
        TokenKind::Separator(separator) => {
            let group = open_brackets.last_mut().filter(|g| g.bracket == '[').ok_or(Kind::StraySeparator)?;
            if group.separator.is_some() {
                return Err(Kind::SecondSeparator);
            }
            if turns.len() == group.start {
                return Err(Kind::Empty);
            }
            group.separator = Some((separator, turns.len()));
        }
        TokenKind::Close(bracket, times, inverted) => {
            let OpenBracket { token: open, bracket: opened, start, separator } =
                open_brackets.pop().ok_or(Kind::NeverOpened)?;
            if (opened == '[') != (bracket == ']') {
                return Err(Kind::WrongBracket { open: opened, line: open.line, column: open.column });
            }
            if turns.len() == separator.map_or(start, |(_, middle)| middle) {
                return Err(Kind::Empty);
            }
            match separator {
                Some((separator, middle)) => {
                    let end = turns.len();
                    append_inverse::<D>(turns, start, middle)?;
                    if separator == ',' {
                        append_inverse::<D>(turns, middle, end)?;
                    }
                }
                None if bracket == ']' => return Err(Kind::MissingSeparator),
                None => {}
            }
            if inverted {
                turns[start..].reverse();
                turns[start..].iter_mut().for_each(|placed| placed.turn = D::inverse(placed.turn));
            }
            let length = turns.len() - start;
            check_room(turns, length.saturating_mul(times as usize - 1))?;
            for _ in 1..times {
                turns.extend_from_within(start..start + length);
            }
        }
    }
    Ok(())
}

/// Returns an error if `more` turns would exceed the limit. Called before the turns are added.
fn check_room<T>(turns: &[T], more: usize) -> Result<(), Kind> {
    if more > MAX_TURNS - turns.len() { Err(Kind::TooLong) } else { Ok(()) }
}

/// Appends the inverse of the turns in `from..to`.
fn append_inverse<D: Dialect>(
    turns: &mut Vec<PlacedTurn<D::Turn>>,
    from: usize,
    to: usize,
) -> Result<(), Kind> {
    check_room(turns, to - from)?;
    for i in (from..to).rev() {
        turns.push(PlacedTurn { turn: D::inverse(turns[i].turn), ..turns[i] });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Algorithm;

    #[test]
    fn lenient_input_displays_in_wca_notation() {
        for (text, strict) in [
            ("", ""),
            (" // nothing\n /* at\nall */ ", ""),
            ("RUR'U'", "R U R' U'"),
            ("R2' R'2 R3 R3' R'3 R1", "R2 R2 R' R R R"),
            ("R’ U‘ F′ D´ L` Bʼ", "R' U' F' D' L' B'"),
            ("r Rw 2Rw 2r rw Rw2' u'", "Rw Rw Rw Rw Rw Rw2 Uw'"),
            ("3Rw 3Lw 3u2 3Dw' 3Fw 3b", "x x' y2 y z z'"),
            ("M E2 S' X Y Z x2 y' z3", "M E2 S' x y z x2 y' z'"),
            ("(R U)2", "R U R U"),
            ("(R U2)'", "U2 R'"),
            ("(R U)'2F", "U' R' U' R' F"),
            ("[R, U]", "R U R' U'"),
            ("[R,U]'", "U R U' R'"),
            ("[R U : F]2", "R U F U' R' R U F U' R'"),
            ("[R: [U, F2]]", "R U F2 U' F2 R'"),
            ("R//c R\nU/* U\n */F2 // end", "R U F2"),
            ("R /* a // b */ U", "R U"),
            ("R\r\n\tU\u{a0}F", "R U F"),
            ("R'2Rw", "R2 Rw"),
            ("(R U)x3", "R U R U R U"),
            ("(R U)X2(F)*2[R, U]^2", "R U R U F F R U R' U' R U R' U'"),
            ("(R U)×2", "R U R U"),
            ("(R U)x2'", "U' R' U' R'"),
            ("(R U)'x2", "U' R' U' R'"),
            ("[R: U]x2 x3", "R U R' R U R' x'"),
            // Apart from the bracket or without a number, x is a rotation.
            ("(R U) x3", "R U x'"),
            ("(R U)x", "R U x"),
            ("(R U)x'", "R U x'"),
            ("(R U)2x2", "R U R U x2"),
            ("Rx3", "R x'"),
            // Pauses, arrows and timestamps stand between moves.
            ("R U . R' … U'", "R U R' U'"),
            ("↑ R U ↓R'⬆️ U'", "R U R' U'"),
            ("R\u{200b}U\u{feff} F", "R U F"),
            ("R@0 R'@150 U2 @1.5s F@1:02.5", "R R' U2 F"),
            // Primes of other keyboards.
            ("R\u{1fbf} U\u{7f4} F\u{55a} L\u{ff07} D\u{2b9} B‛", "R' U' F' L' D' B'"),
            // Rotations in brackets, and full turns.
            ("[f2] R [u] U [r'] F [l] B [d'] D [b2]", "z2 R y U x' F x' B y D z2"),
            ("y4 R F4 U5 D6' x7", "R U D2 x'"),
            ("[f: R] [r,U]", "Fw R Fw' Rw U Rw' U'"),
        ] {
            let parsed = Algorithm::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(parsed.to_string(), strict, "{text}");
        }
    }

    #[test]
    fn errors_name_the_token_its_place_and_a_hint() {
        const EXPECTED: &str =
            "expected U, R, F, D, L, B, wide as in Rw or r, M, E, S, x, y, z, or one of ( [ , : ] )";
        for (text, message) in [
            ("R U F R Q U", &format!("line 1, column 9: 'Q' is not a move; {EXPECTED}")[..]),
            ("R\n// é\n Ü", &format!("line 3, column 2: 'Ü' is not a move; {EXPECTED}")),
            ("R \u{0}", &format!(r"line 1, column 3: '\0' is not a move; {EXPECTED}")),
            ("Ri", "line 1, column 2: 'i' is not a move; write an apostrophe for the inverse, as in R'"),
            (
                "R2w",
                "line 1, column 3: 'w' is not a move; write w directly after the letter of a face, as in Rw2",
            ),
            ("m2", "line 1, column 1: 'm' is not a move; write middle layers in upper case: M, E, S"),
            (
                "(R) *2",
                "line 1, column 5: '*' is not a move; write the number of repetitions directly after the bracket, \
                 as in (R U)3 or (R U)x3",
            ),
            (
                "R^2",
                "line 1, column 2: '^' is not a move; write the number of repetitions directly after the bracket, \
                 as in (R U)3 or (R U)x3",
            ),
            ("(R)x0", "line 1, column 3: ')x0' does nothing; remove it, or write a number from 1"),
            (
                "R 2",
                "line 1, column 3: '2' is unexpected here; a number or apostrophe must directly follow a move or \
                 bracket, as in R2, R' or (R U)2",
            ),
            (
                "'R",
                "line 1, column 1: \"'\" is unexpected here; a number or apostrophe must directly follow a move or \
                 bracket, as in R2, R' or (R U)2",
            ),
            (
                "R2 2R",
                "line 1, column 4: '2R' has an invalid layer number; on a 3x3x3 only 2Rw (= Rw) and 3Rw (= x) are \
                 allowed",
            ),
            (
                "4Rw",
                "line 1, column 1: '4Rw' has an invalid layer number; on a 3x3x3 only 2Rw (= Rw) and 3Rw (= x) are \
                 allowed",
            ),
            (
                "2M",
                "line 1, column 1: '2M' has an invalid layer number; on a 3x3x3 only 2Rw (= Rw) and 3Rw (= x) are \
                 allowed",
            ),
            (
                "U F2'3",
                "line 1, column 3: \"F2'3\" has two numbers; keep one, as in F2, or put a space before the next move",
            ),
            (
                "R'’",
                "line 1, column 1: \"R'’\" has two apostrophes; write R' for the inverse or R2 for the half turn",
            ),
            (
                "R\"",
                "line 1, column 1: 'R\"' has two apostrophes; write R' for the inverse or R2 for the half turn",
            ),
            ("R0", "line 1, column 1: 'R0' does nothing; remove it, or write a number from 1"),
            ("(R)0", "line 1, column 3: ')0' does nothing; remove it, or write a number from 1"),
            ("R22", "line 1, column 1: 'R22' is two full turns or more; write R, R2 or R'"),
            (
                "[Rw]",
                "line 1, column 4: ']' closes square brackets without ',' or ':'; write [A, B] or [A: B], or (A) \
                 for a group",
            ),
            ("U [R, (U", "line 1, column 7: '(' is never closed; add the missing )"),
            ("U [R, U", "line 1, column 3: '[' is never closed; add the missing ]"),
            ("U /*/ R", "line 1, column 3: '/*' is never closed; add the missing */"),
            (
                "R)",
                "line 1, column 2: ')' has no opening bracket; remove it, or open a bracket where the group begins",
            ),
            (
                "\n(R]",
                "line 2, column 3: ']' does not close the '(' opened at line 2, column 1; write ) first",
            ),
            ("[R)", "line 1, column 3: ')' does not close the '[' opened at line 1, column 1; write ] first"),
            (
                "R: U",
                "line 1, column 2: ':' is outside square brackets; write [A, B] for A B A' B' and [A: B] for A B A'",
            ),
            (
                "[(R, U)]",
                "line 1, column 4: ',' is outside square brackets; write [A, B] for A B A' B' and [A: B] for A B A'",
            ),
            (
                "[R: U, D]",
                "line 1, column 6: ',' is a second separator in the same square brackets; put the inner commutator \
                 in its own brackets, as in [A: [B, C]]",
            ),
            (
                "[R]",
                "line 1, column 3: ']' closes square brackets without ',' or ':'; write [A, B] or [A: B], or (A) \
                 for a group",
            ),
            ("()", "line 1, column 2: ')' has no moves before it; add a move there, or remove the brackets"),
            (
                "[,R]",
                "line 1, column 2: ',' has no moves before it; add a move there, or remove the brackets",
            ),
            (
                "[R:]'",
                "line 1, column 4: \"]'\" has no moves before it; add a move there, or remove the brackets",
            ),
        ] {
            let error = Algorithm::parse(text).expect_err(text);
            assert_eq!(error.to_string(), message, "{text}");
        }
    }

    #[test]
    fn nesting_depth_and_length_are_limited() {
        let kind = |text: &str| Algorithm::parse(text).map(|a| a.turns().len()).map_err(|e| e.kind);
        let nested = |depth| format!("{}R{}", "(".repeat(depth), ")'".repeat(depth));
        assert_eq!(kind(&nested(MAX_DEPTH)), Ok(1));
        assert_eq!(kind(&nested(MAX_DEPTH + 1)), Err(Kind::TooDeep));
        assert_eq!(kind(&"(".repeat(1_000_000)), Err(Kind::TooDeep));
        assert_eq!(kind("((R)100)100"), Ok(MAX_TURNS));
        assert_eq!(kind("((R)100)100 U"), Err(Kind::TooLong));
        assert_eq!(kind("(R)99999999999999999999999999"), Err(Kind::TooLong));
        assert_eq!(kind("[(R)5000, U]"), Err(Kind::TooLong));
        assert_eq!(kind("((R)x100)^100"), Ok(MAX_TURNS));
        assert_eq!(kind("((R)x100)^100 U"), Err(Kind::TooLong));
        assert_eq!(kind("(R)*99999999999999999999999999"), Err(Kind::TooLong));
        let error = Algorithm::parse("((((R)99)99)99)99").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1, column 12: ')99' makes the algorithm longer than 10000 moves; use fewer repetitions, or split it"
        );
        assert_eq!(kind(&"R U ".repeat(MAX_TURNS)), Err(Kind::TooLong));
    }
}
