//! Moves on both sides of a scramble, as fewest-moves solvers write them: `R U (F2 D) L` or `R U ^(F2 D) L`.

use super::ParseError;
use super::algorithm::Algorithm;
use super::token::is_modifier;
use crate::moves::Move;

/// Moves on the normal scramble and moves on the inverse scramble (NISS).
///
/// In the text, a pair of round brackets outside all other brackets has moves on the inverse, with or without a `^` in front.
/// A group with a number or an apostrophe behind it, such as `(R U)2`, is repeated or inverted as in any other text.
///
/// ```
/// use cubiform_cube::Moves;
/// use cubiform_cube::notation::Niss;
///
/// let niss = Niss::parse("R U // EO\n(F2 D) // DR\n L")?;
/// assert_eq!((niss.normal.to_string(), niss.inverse.to_string()), ("R U L".into(), "F2 D".into()));
/// // The inverse moves come last, in reverse and inverted.
/// assert_eq!(Moves(&niss.moves()).to_string(), "R U L D' F2");
/// # Ok::<(), cubiform_cube::notation::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Niss {
    /// The moves on the normal scramble.
    pub normal: Algorithm,
    /// The moves on the inverse scramble.
    pub inverse: Algorithm,
    /// For each turn of both, in the order of the text, whether it is on the inverse scramble.
    order: Vec<bool>,
}

impl Niss {
    /// Parses moves on both sides.
    ///
    /// # Errors
    /// As [`Algorithm::parse`]; the error has the place in the whole text.
    pub fn parse(text: &str) -> Result<Niss, ParseError> {
        let chars: Vec<char> = text.chars().collect();
        // Each side is the text with blanks in place of the other side, so that places stay as they are.
        let (mut normal, mut inverse) = (chars.clone(), vec![' '; chars.len()]);
        let mut i = 0;
        while i < chars.len() {
            let end = group_end(&chars, i);
            let is_marked = i > 0 && chars[i - 1] == '^';
            if chars[i] == '(' && end == chars.len() && is_marked {
                // The error is the bracket that is never closed.
                normal[i - 1] = ' ';
            } else if chars[i] == '(' && end < chars.len() && (is_marked || !is_repeated(&chars[end + 1..])) {
                normal[i - usize::from(is_marked)..=end].fill(' ');
                inverse[i + 1..end].copy_from_slice(&chars[i + 1..end]);
            }
            i = end + 1;
        }
        // Line breaks keep the numbers of the lines.
        for (i, c) in chars.iter().enumerate().filter(|(_, c)| matches!(c, '\n' | '\r')) {
            (normal[i], inverse[i]) = (*c, *c);
        }
        let [normal, inverse] = [normal, inverse].map(String::from_iter);
        let (normal, normal_places) = Algorithm::parse_with_places(&normal)?;
        let (inverse, inverse_places) = Algorithm::parse_with_places(&inverse)?;
        // In a group that is inverted, moves come after moves that the text has behind them.
        let latest = |places: Vec<(usize, usize)>, is_inverse| {
            let places = places.into_iter().scan((0, 0), |latest, place| {
                *latest = place.max(*latest);
                Some(*latest)
            });
            places.map(move |place| (place, is_inverse)).collect::<Vec<_>>()
        };
        let mut order = [latest(normal_places, false), latest(inverse_places, true)].concat();
        order.sort_by_key(|(place, _)| *place);
        Ok(Niss { normal, inverse, order: order.into_iter().map(|(_, is_inverse)| is_inverse).collect() })
    }

    /// Returns the moves in the order of the text, each with whether it is on the inverse scramble. Rotations are resolved on
    /// either side; a turn of two layers is two moves.
    ///
    /// ```
    /// use cubiform_cube::notation::Niss;
    ///
    /// let moves = Niss::parse("R (U F') D").unwrap().in_order();
    /// let text: Vec<String> = moves.iter().map(|(m, is_inverse)| format!("{m} {is_inverse}")).collect();
    /// assert_eq!(text, ["R false", "U true", "F' true", "D false"]);
    /// ```
    pub fn in_order(&self) -> Vec<(Move, bool)> {
        let mut sides = [&self.normal, &self.inverse].map(|side| side.resolve_each().0.into_iter());
        let next = |is_inverse: bool| {
            let moves = sides[usize::from(is_inverse)].next().expect("each turn has a place");
            moves.into_iter().flatten().map(move |m| (m, is_inverse))
        };
        self.order.iter().copied().flat_map(next).collect()
    }

    /// Returns the moves as one sequence after the normal scramble: the normal moves, then the inverse of the inverse moves.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = self.normal.resolve().0;
        moves.extend(self.inverse.resolve().0.iter().rev().map(|m| m.inverse()));
        moves
    }
}

/// Returns whether the characters after a group repeat or invert it.
fn is_repeated(after: &[char]) -> bool {
    let is_bracket = |c: char| matches!(c, '(' | ')' | '[' | ']' | ',' | ':');
    match after {
        ['x' | 'X' | '×' | '*' | '^', c, ..] => c.is_ascii_digit(),
        [c, ..] => is_modifier(*c) && !is_bracket(*c),
        [] => false,
    }
}

/// Returns the index of the last character of the bracket group or the comment that begins at `start`; `start` itself for other characters,
/// and the length of the text if the group is not closed.
fn group_end(chars: &[char], start: usize) -> usize {
    let is_line = |i: usize| chars[i..].starts_with(&['/', '/']);
    let (mut i, mut depth) = (start, 0usize);
    while i < chars.len() {
        if is_line(i) {
            i += chars[i..].iter().take_while(|c| !matches!(c, '\n' | '\r')).count() - 1;
        } else if chars[i..].starts_with(&['/', '*']) {
            let close = (i + 2..chars.len()).find(|end| chars[*end..].starts_with(&['*', '/']));
            i = close.map_or(chars.len(), |close| close + 1);
        }
        match chars.get(i) {
            Some('(' | '[') => depth += 1,
            Some(')' | ']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return i;
        }
        i += 1;
    }
    chars.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_outside_others_hold_inverse_moves() {
        for (text, normal, inverse) in [
            ("", "", ""),
            ("R U", "R U", ""),
            ("(R U)", "", "R U"),
            ("R (U F) D (L)", "R D", "U F L"),
            ("R ^(U F) D^(L)", "R D", "U F L"),
            ("(R U)2 (F)' (D)x2 (L)^2 ^(B)", "R U R U F' D D L L", "B"),
            ("[R: (U)] ((F))2 (D)(L)", "R U R' F F", "D L"),
            ("((F D)2 [R, U])", "", "F D F D R U R' U'"),
            ("R // (U\n(F // ) D\nL) /* ( */ B", "R B", "F L"),
            ("x (x U) U", "x U", "x U"),
        ] {
            let niss = Niss::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(
                (niss.normal.to_string(), niss.inverse.to_string()),
                (normal.into(), inverse.into()),
                "{text}"
            );
        }
    }

    #[test]
    fn moves_are_in_the_order_of_the_text() {
        let in_order = |text: &str| {
            let side =
                |(m, is_inverse): (Move, bool)| if is_inverse { format!("({m})") } else { m.to_string() };
            Niss::parse(text).unwrap().in_order().into_iter().map(side).collect::<Vec<_>>().join(" ")
        };
        for (text, wanted) in [
            ("R (U F)\nD // (x)\n(L) B2", "R (U) (F) D (L) B2"),
            // A group that is inverted or repeated keeps its own order.
            ("(R U)' (F) D", "U' R' (F) D"),
            ("(R U)2 (F)", "R U R U (F)"),
            // Rotations turn the moves after them on their own side.
            ("x U (U) (y F) F", "F (U) (R) D"),
            ("(M) R", "(L') (R) R"),
        ] {
            assert_eq!(in_order(text), wanted, "{text}");
        }
    }

    #[test]
    fn errors_have_their_places_in_the_whole_text() {
        for (text, place) in [
            ("R (U Q)", (1, 6)),
            ("R (U)\n(F) Q", (2, 5)),
            ("R (U", (1, 3)),
            ("R ^(U", (1, 4)),
            ("R)", (1, 2)),
            ("R ^ (U)", (1, 3)),
            ("(R /*", (1, 4)),
        ] {
            let error = Niss::parse(text).expect_err(text);
            assert_eq!((error.line, error.column), place, "{text}: {error}");
        }
        // Nothing is on the inverse.
        assert_eq!(Niss::parse("()"), Ok(Niss::default()));
    }
}
