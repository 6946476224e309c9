//! The pieces of a line of a reconstruction: moves, brackets, labels and other words; and which of them may be read either
//! way, so that the cube decides (`reading`).

use std::collections::HashMap;
use std::ops::Range;

use cubiform_cube::Algorithm;
use cubiform_cube::notation::{is_apostrophe, is_filler, timestamp_length};

/// A part of a line that may be moves or a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Doubt {
    /// Its columns, counted from 0 in characters.
    pub(super) columns: Range<usize>,
    /// Whether it is read as moves if the cube does not decide.
    pub(super) is_moves: bool,
}

/// A line of moves, with blanks in place of everything that is certainly neither a move nor a timestamp.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MovesLine {
    pub(super) text: String,
    pub(super) doubts: Vec<Doubt>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Moves, or a bracket that is certainly one of moves.
    Moves,
    /// Moves in round brackets, which may also be a note: `(U)`, `(F R)`.
    Bracket,
    /// A short word or bracket of letters that are moves, too: `F2L`, `(LSE)`.
    Weak,
    /// A word that looks like a move with a fault: `Ri`, `Q`.
    Typo,
    /// Other words.
    Words,
    /// A bracket with other words.
    Note,
    /// A colon that is not within a time or square brackets.
    Colon,
}

struct Piece {
    columns: Range<usize>,
    kind: Kind,
    /// The number of words.
    words: usize,
    /// The number of moves.
    moves: usize,
}

/// Returns the moves of a line, or `None` if it has words alone. Words are those of the writer: what decides is whether they
/// could be moves, how many of a line are, and the colon of a label.
pub(super) fn moves_of(text: &str, has_comment: bool) -> Option<MovesLine> {
    let chars = with_counts(text.chars().collect());
    let (pieces, transparent, timestamps) = pieces(&chars);
    let (first, has_label) = after_labels(&pieces);
    let rest = &pieces[first..];
    let count = |kinds: &[Kind]| rest.iter().filter(|piece| kinds.contains(&piece.kind)).count();
    let [moves, weak, typos] = [&[Kind::Moves, Kind::Bracket][..], &[Kind::Weak], &[Kind::Typo]].map(count);
    let has_words = count(&[Kind::Words]) > 0;
    let words = |wanted: &dyn Fn(Kind) -> bool| -> usize {
        rest.iter().filter(|piece| wanted(piece.kind)).map(|piece| piece.words).sum()
    };
    let is_good = |kind| matches!(kind, Kind::Moves | Kind::Bracket) || kind == Kind::Weak && !has_words;
    let (good, all) = (words(&is_good), words(&|kind| kind != Kind::Note));
    // A single letter before words is rather one of them, as in `U perm`.
    let is_before_words = |i: usize| {
        let is_move = rest[i].kind == Kind::Moves && rest[i].columns.len() == 1;
        is_move && rest.get(i + 1).is_some_and(|next| next.kind == Kind::Words)
    };
    let before_words = (0..rest.len()).filter(|i| is_before_words(*i)).count();
    let is_of_moves = good > 0 && (has_comment || has_label || 2 * good >= all && good > before_words);
    // Several words such as Ri for R' are reported rather than ignored.
    let is_of_typos = !has_words && typos + weak > 2;
    if !is_of_moves && !is_of_typos {
        return None;
    }
    // Among words of several moves, another one is moves, too.
    let is_joined = rest.iter().any(|piece| piece.kind == Kind::Moves && piece.moves > 1);
    let mut kept = vec![' '; chars.len()];
    for columns in timestamps {
        kept[columns.clone()].copy_from_slice(&chars[columns]);
    }
    let mut doubts = Vec::new();
    for (i, piece) in rest.iter().enumerate() {
        let columns = piece.columns.clone();
        let before = i.checked_sub(1).map(|i| rest[i].kind);
        let neighbours = [before, rest.get(i + 1).map(|piece| piece.kind)];
        let is_last = i + 1 == rest.len();
        let doubt = match piece.kind {
            Kind::Colon => (moves > 0).then_some(true).filter(|_| !has_words),
            Kind::Note => None,
            Kind::Words => (neighbours == [Some(Kind::Moves); 2] && piece.words == 1).then_some(true),
            Kind::Weak => {
                let is_in_bracket = "([^".contains(chars[columns.start]);
                Some(moves > 0 && !has_words && !is_in_bracket && (is_joined || !is_last))
            }
            Kind::Bracket => (is_last || piece.moves <= 2).then_some(true),
            Kind::Typo => (!neighbours.contains(&Some(Kind::Words))).then_some(true),
            Kind::Moves => is_before_words(i).then_some(true),
        };
        let is_kept = doubt.is_some() || matches!(piece.kind, Kind::Moves | Kind::Bracket);
        if is_kept {
            kept[columns.clone()].copy_from_slice(&chars[columns.clone()]);
        }
        // Moves before a colon may be a label as a whole.
        let start = if piece.kind == Kind::Colon { rest[0].columns.start } else { columns.start };
        doubts.extend(doubt.map(|is_moves| Doubt { columns: start..columns.end, is_moves }));
    }
    for column in transparent {
        kept[column] = ' ';
    }
    Some(MovesLine { text: kept.into_iter().collect(), doubts })
}

/// Returns a line with the number of times of a bracket behind it, as in `(R U)3`, where it is written apart: `(R U) x 3`. A rotation
/// has no number apart.
fn with_counts(mut chars: Vec<char>) -> Vec<char> {
    for close in closings(&chars).into_values().filter(|close| chars[*close] == ')').collect::<Vec<_>>() {
        let after = |from: usize, is_it: fn(char) -> bool| {
            from + chars[from..].iter().take_while(|c| is_it(**c)).count()
        };
        let times = after(close + 1, char::is_whitespace);
        let is_times = times > close + 1 && chars.get(times).is_some_and(|c| "xX×*".contains(*c));
        let count = if is_times { after(times + 1, char::is_whitespace) } else { continue };
        let end = after(count, |c| c.is_ascii_digit());
        if count == times + 1
            || end == count
            || chars.get(end).is_some_and(|c| !is_between(*c) && !")]".contains(*c))
        {
            continue;
        }
        let mut moved = chars[count..end].to_vec();
        moved.resize(end - close - 1, ' ');
        chars[close + 1..end].copy_from_slice(&moved);
    }
    chars
}

/// Returns whether a line is a label alone, such as `F2L:`.
pub(super) fn is_label(text: &str) -> bool {
    let pieces = pieces(&text.chars().collect::<Vec<_>>()).0;
    pieces.len() > 1 && after_labels(&pieces) == (pieces.len(), true)
}

/// Returns the text with blanks in place of brackets that are notes.
pub(super) fn without_notes(text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for piece in pieces(&chars).0 {
        if piece.kind == Kind::Note {
            chars[piece.columns].fill(' ');
        }
    }
    chars.into_iter().collect()
}

/// Returns the index of the first piece after the labels of a line, and whether it has one. Two moves or more before a colon
/// with moves behind it are none, but a conjugate without its brackets.
fn after_labels(pieces: &[Piece]) -> (usize, bool) {
    let (mut first, mut has_label) = (0, false);
    while let Some(colon) = pieces[first..].iter().position(|piece| piece.kind == Kind::Colon) {
        let is_move = |piece: &&Piece| matches!(piece.kind, Kind::Moves | Kind::Bracket);
        if pieces[first..first + colon].iter().filter(is_move).count() > 1 {
            break;
        }
        (first, has_label) = (first + colon + 1, true);
    }
    (first, has_label)
}

/// Returns the pieces of a line, the columns of square brackets around moves alone, which mean nothing, and those of timestamps.
fn pieces(chars: &[char]) -> (Vec<Piece>, Vec<usize>, Vec<Range<usize>>) {
    let (mut pieces, mut transparent, mut timestamps) = (Vec::new(), Vec::new(), Vec::new());
    let closings = closings(chars);
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i];
        let mut end = i + 1;
        let kind = match c {
            '@' => {
                let rest: String = chars[i..].iter().take(24).collect();
                let length = timestamp_length(&rest);
                timestamps.push(i..i + length);
                i += length.max(1);
                continue;
            }
            c if is_between(c) => {
                i += 1;
                continue;
            }
            ':' => Kind::Colon,
            '(' | '[' | '{' | '<' => match closings.get(&i) {
                None => Kind::Typo,
                Some(&close) => {
                    end = close + 1;
                    end +=
                        chars[end..].iter().take_while(|c| c.is_ascii_digit() || is_apostrophe(**c)).count();
                    let (kind, is_transparent) = bracket(&chars[i..end], end - close - 1);
                    if is_transparent {
                        transparent.extend([i, close]);
                    }
                    kind
                }
            },
            ')' | ']' => Kind::Typo,
            _ => {
                end = (i + 1..chars.len()).find(|at| ends_word(chars, *at)).unwrap_or(chars.len());
                let word = &chars[i..end];
                if !word.iter().any(|c| c.is_alphanumeric() || is_apostrophe(*c)) {
                    i = end;
                    continue;
                }
                word_kind(word)
            }
        };
        let text: String = chars[i..end].iter().collect();
        let inner = text.trim_matches(['[', ']']);
        let moves = [&text[..], inner].into_iter().find_map(|text| Algorithm::parse(text).ok());
        let moves = moves.map_or(0, |algorithm| algorithm.turns().len());
        let words = if kind == Kind::Typo { 1 } else { words_of(&text).count() };
        // The mark of moves on the inverse stays: `^(R U)`.
        let is_marked = c == '(' && i > 0 && chars[i - 1] == '^';
        pieces.push(Piece { columns: i - usize::from(is_marked)..end, kind, words, moves });
        i = end;
    }
    (pieces, transparent, timestamps)
}

/// Returns whether a character stands between words: white space, a pause, punctuation, or a sign of a mark-up.
fn is_between(c: char) -> bool {
    c.is_whitespace() || is_filler(c) || ",;|*_".contains(c)
}

/// Returns the words of a text, those in brackets apart.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| is_between(c) || "()[]:".contains(c)).filter(|word| !word.is_empty())
}

/// Returns whether a word ends before this character. A colon between digits is one of a time.
fn ends_word(chars: &[char], at: usize) -> bool {
    let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
    match chars[at] {
        ':' => !is_digit(at.checked_sub(1).map(|at| &chars[at])) || !is_digit(chars.get(at + 1)),
        '.' => !is_digit(chars.get(at + 1)),
        '*' => !is_digit(chars.get(at + 1)),
        '@' | '(' | '[' | '{' | '<' | ')' | ']' => true,
        c => is_between(c),
    }
}

/// Returns for each bracket that is opened the index of the one that closes it, by its own kind.
fn closings(chars: &[char]) -> HashMap<usize, usize> {
    let mut open: [Vec<usize>; 4] = Default::default();
    let mut closings = HashMap::new();
    for (i, c) in chars.iter().enumerate() {
        if let Some(kind) = "([{<".find(*c) {
            open[kind].push(i);
        } else if let Some(start) = ")]}>".find(*c).and_then(|kind| open[kind].pop()) {
            closings.insert(start, i);
        }
    }
    closings
}

fn is_moves(chars: &[char]) -> bool {
    let text: String = chars.iter().collect();
    Algorithm::parse(&text).is_ok_and(|algorithm| !algorithm.turns().is_empty())
}

/// Returns the kind of a bracket with a suffix of this length, and whether it is transparent: square brackets around moves alone
/// mean nothing.
fn bracket(chars: &[char], suffix: usize) -> (Kind, bool) {
    let inner = &chars[1..chars.len() - suffix - 1];
    let text: String = inner.iter().collect();
    let is_whole = is_moves(chars);
    let is_transparent = !is_whole && chars[0] == '[' && suffix == 0 && is_moves(inner);
    if is_transparent || is_whole && chars[0] == '(' && suffix == 0 {
        let is_name = !text.contains(' ') && is_weak(text.trim());
        return (if is_name { Kind::Weak } else { Kind::Bracket }, is_transparent);
    }
    if is_whole {
        return (Kind::Moves, false);
    }
    let kinds = || words_of(&text).map(|word| word_kind(&word.chars().collect::<Vec<_>>()));
    let is_fault = matches!(chars[0], '(' | '[')
        && kinds().any(|kind| kind == Kind::Moves)
        && kinds().all(|kind| matches!(kind, Kind::Moves | Kind::Weak | Kind::Typo));
    (if is_fault { Kind::Typo } else { Kind::Note }, false)
}

/// Returns the kind of a word without brackets.
fn word_kind(word: &[char]) -> Kind {
    let text: String = word.iter().collect();
    if Algorithm::parse(&text).is_ok() {
        return if is_weak(&text) { Kind::Weak } else { Kind::Moves };
    }
    // A move letter with a wrong ending, but not an abbreviation such as OLL or EO.
    let letters = || word.iter().filter(|c| c.is_alphabetic());
    let is_abbreviation = letters().count() > 1 && letters().all(|c| c.is_uppercase());
    let is_short = word.len() <= 3 && "URFDLBMESxyzurfdlb".contains(word[0]);
    let is_letter = word.len() == 1 && word[0].is_uppercase();
    let is_suffix = !word.iter().any(|c| c.is_alphabetic()) && word.iter().any(|c| is_apostrophe(*c));
    if is_short && !is_abbreviation || is_letter || is_suffix { Kind::Typo } else { Kind::Words }
}

/// Returns whether moves look as much like a name: two to five letters and digits without an apostrophe, as in `F2L`.
fn is_weak(text: &str) -> bool {
    (2..=5).contains(&text.len())
        && text.chars().all(|c| c.is_ascii_alphanumeric())
        && Algorithm::parse(text).is_ok_and(|algorithm| algorithm.turns().len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of a line of moves, with what is in doubt in `«»` if it is kept and in `‹›` if not.
    fn read(text: &str) -> Option<String> {
        let line = moves_of(text, false)?;
        let mut chars: Vec<String> = line.text.chars().map(String::from).collect();
        for Doubt { columns, is_moves } in line.doubts {
            let [open, close] = if is_moves { ["«", "»"] } else { ["‹", "›"] };
            chars[columns.start].insert_str(0, open);
            chars[columns.end - 1].push_str(close);
        }
        Some(chars.concat().split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn moves_are_told_from_the_words_around_them() {
        for (line, moves) in [
            // Labels, whatever words they have.
            ("1st pair: R U R'", "R U R'"),
            ("LSE: M' U M", "M' U M"),
            ("F2L1: U R U'", "U R U'"),
            ("F2L: U R U'", "U R U'"),
            ("**Cross**: F R D", "F R D"),
            ("U perm: M2 U M2", "M2 U M2"),
            ("OLL 27 (R U R'): R U", "R U"),
            ("Kreuz (weiß): F R D", "F R D"),
            ("2. Paar: rot-blau: U R", "U R"),
            // Notes in brackets.
            ("R U R' (2nd block)", "R U R'"),
            ("R U R' (U perm)", "R U R'"),
            ("R U R' (FR pair)", "R U R'"),
            ("R U R' (LSE)", "R U R' ‹(LSE)›"),
            ("R U (FB) R' (Ub)", "R U ‹(FB)› R' ‹(Ub)›"),
            ("R U R' [OLL 21] {x} <y>", "R U R'"),
            ("R U R' (5/12)", "R U R'"),
            ("(U) R U (F R) R' (R U R')", "«(U)» R U «(F R)» R' «(R U R')»"),
            ("(R U R' U')2 F", "(R U R' U')2 F"),
            ("(R U R' U') x 3 F", "(R U R' U')3 F"),
            ("(R U R' U') × 10", "(R U R' U')10"),
            ("(R U R' U') x F", "(R U R' U') x F"),
            ("[R U R'] U2", "R U R' U2"),
            ("R U' [F R]", "R U' « F R »"),
            ("RU R'U' F2L", "«RU» R'U' «F2L»"),
            ("[R, U] F", "[R, U] F"),
            ("[R: U] F", "[R: U] F"),
            ("R (U R')", "R «(U R')»"),
            ("R (x): U", "«R «(x)»:» U"),
            ("green-red pair, F2L 12: U R", "U R"),
            ("2nd: R U (with a trick) ", "R U"),
            // Words after, before and between.
            ("R U R' U' first pair", "R U R' U'"),
            ("R U' U perm", "R U' «U»"),
            ("R U R' F2L", "R U R' ‹F2L›"),
            ("R U R' - pair", "R U R'"),
            ("F2L", "‹F2L›"),
            ("1) R U R'", "R U R'"),
            ("- R U R', U2; F | D |", "R U R' U2 F D"),
            ("R U @120 R' . U'@1.5s", "R U @120 R' U'@1.5s"),
            ("R U R' done F", "R U R' «done» F"),
            ("R U R' EO", "R U R'"),
            // Faults stay, so that they are reported.
            ("R U Q R'", "R U «Q» R'"),
            ("Ri U R", "«Ri» U R"),
            ("R U (R U Q)", "R U «(R U Q)»"),
            ("R U: F R", "«R U:» F R"),
            ("Ri Ui Fi", "«Ri» «Ui» «Fi»"),
        ] {
            assert_eq!(read(line).as_deref(), Some(moves), "{line}");
        }
        for line in
            ["Mats Valk (5.55)", "U perm", "45 HTM, 8.1 TPS", "Scrambled well", "F2L: 12 moves", "2013.06.30"]
        {
            assert_eq!(read(line), None, "{line}");
        }
        assert!(is_label("F2L:") && is_label("1st pair (green):") && !is_label("R U") && !is_label(":"));
        assert_eq!(without_notes("R U (green in front) (F)"), "R U                  (F)");
    }
}
