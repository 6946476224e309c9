//! Classification of the lines of a reconstruction: moves, a scramble, a time, a link, or words.

use cubiform_cube::notation::timestamp_length;

use super::pieces::{self, MovesLine, moves_of};
use crate::input::time::{self, Time};
use crate::scramble::link_text;

/// A line whose comments are replaced by blanks, so that columns do not change.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The line number in the text, counted from 1.
    pub(super) number: usize,
    /// The text, with blanks for comments.
    pub(super) text: String,
    /// Whether the line has a comment.
    pub(super) has_comment: bool,
}

/// The kind of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LineKind {
    /// An empty line, or one with a comment only.
    Blank,
    /// Moves of the solution, and the timestamp behind the last of them.
    Moves(MovesLine, Option<Time>),
    /// A scramble after its label, with blanks for the label; empty if the scramble is on the next line.
    Scramble(String),
    /// A time.
    Time(Time),
    /// A link, as written.
    Link(String),
    /// A line that separates solves, such as `---`.
    Separator,
    /// A label alone, such as `F2L:`.
    Label,
    /// Words, with the time among them if there is one.
    Words(Option<Time>),
}

/// Splits a text into lines and replaces comments by blanks, and the punctuation of Chinese by that of notation. A comment that is not
/// closed is kept as text.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let text = without_entities(text.strip_prefix('\u{feff}').unwrap_or(text));
    let text = &text.replace('：', ":").replace('（', "(").replace('）', ")").replace('，', ",");
    let mut lines = Vec::new();
    let mut in_comment = false;
    // `/*` starts a comment only if a later `*/` closes it.
    let mut rest_has_end: Vec<bool> = text.lines().map(|line| line.contains("*/")).collect();
    for i in (0..rest_has_end.len().saturating_sub(1)).rev() {
        rest_has_end[i] |= rest_has_end[i + 1];
    }
    for (i, line) in text.lines().enumerate() {
        let closes_later = rest_has_end.get(i + 1).copied().unwrap_or(false);
        let (text, has_comment, still_in) = without_comments(line, in_comment, closes_later);
        in_comment = still_in;
        lines.push(Line { number: i + 1, text, has_comment });
    }
    lines
}

/// Replaces the HTML entities of characters that occur in moves. Blanks keep the columns, except for `&amp;`, which occurs
/// in links.
fn without_entities(text: &str) -> String {
    const ENTITIES: [(&str, &str); 10] = [
        ("&#39;", "'    "),
        ("&#039;", "'     "),
        ("&#x27;", "'     "),
        ("&apos;", "'     "),
        ("&prime;", "'      "),
        ("&rsquo;", "'      "),
        ("&#8217;", "'      "),
        ("&nbsp;", "      "),
        ("&quot;", "\"     "),
        ("&amp;", "&"),
    ];
    if !text.contains('&') {
        return text.into();
    }
    ENTITIES.iter().fold(text.to_string(), |text, (entity, meant)| text.replace(entity, meant))
}

/// Returns the line with blanks for its comments, whether it had one, and whether a comment continues after it.
fn without_comments(line: &str, mut in_comment: bool, closes_later: bool) -> (String, bool, bool) {
    let mut text = String::new();
    let mut has_comment = in_comment;
    let last_end = line.rfind("*/");
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        if in_comment {
            if rest.starts_with("*/") {
                text.push_str("  ");
                at += 2;
                in_comment = false;
                continue;
            }
            text.push(' ');
        } else if rest.starts_with("//") && !line[..at].ends_with(':') {
            has_comment = true;
            break;
        } else if rest.starts_with("/*") && (closes_later || last_end.is_some_and(|end| end >= at + 2)) {
            has_comment = true;
            in_comment = true;
            text.push_str("  ");
            at += 2;
            continue;
        } else {
            text.push(c);
        }
        at += c.len_utf8();
    }
    (text, has_comment, in_comment)
}

/// Returns the kind of a line.
pub(super) fn classify(line: &Line) -> LineKind {
    let text = &line.text;
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return LineKind::Blank;
    }
    if let Some(link) = link_in(trimmed) {
        return LineKind::Link(link.to_string());
    }
    if trimmed.chars().count() >= 3 && trimmed.chars().all(|c| "-=*_~#".contains(c)) {
        return LineKind::Separator;
    }
    if let Some(label) = scramble_label(text) {
        return LineKind::Scramble(pieces::without_notes(&with_blanks(text, label)));
    }
    if let Some(time) = standalone_time(trimmed) {
        return LineKind::Time(time);
    }
    let (name, rest) = text.split_once(':').unwrap_or_default();
    let name = name.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    if ["time", "result", "single"].contains(&&name[..])
        && let Some(time) = time::parse(rest.trim_matches(|c: char| c.is_whitespace() || c == '*'))
    {
        return LineKind::Time(time);
    }
    if ["solution", "reconstruction", "solve", "moves", "alg"].contains(&&name[..]) {
        // Its faults are reported.
        let text = with_blanks(text, text.len() - rest.len()).replace('*', " ");
        return LineKind::Moves(
            moves_of(&text, true).unwrap_or(MovesLine { text, doubts: Vec::new() }),
            None,
        );
    }
    if let Some(moves) = moves_of(&unquoted(text), line.has_comment) {
        return LineKind::Moves(moves, last_timestamp(text));
    }
    if let Some(time) = trimmed.starts_with('@').then(|| last_timestamp(text)).flatten() {
        return LineKind::Moves(MovesLine::default(), Some(time));
    }
    if let Some(time) = time_of_rate(trimmed) {
        return LineKind::Time(time);
    }
    if pieces::is_label(trimmed) {
        return LineKind::Label;
    }
    let words: Vec<&str> = trimmed.split_whitespace().collect();
    let is_rate = |i: usize| words.get(i + 1).is_some_and(|unit| is_unit(unit));
    LineKind::Words((0..words.len()).filter(|i| !is_rate(*i)).find_map(|i| time_in_words(words[i])))
}

/// Returns the text with blanks for quotation marks around the whole of it.
fn unquoted(text: &str) -> String {
    const MARKS: [(char, char); 4] = [('"', '"'), ('`', '`'), ('“', '”'), ('«', '»')];
    let inside = |(open, close): &(char, char)| {
        Some((text.trim().strip_prefix(*open)?.strip_suffix(*close)?, *open, *close))
    };
    match MARKS.iter().find_map(inside) {
        Some((inside, open, close)) => {
            text.replacen(open, " ", 1).replace(&format!("{inside}{close}"), &format!("{inside} "))
        }
        None => text.into(),
    }
}

/// Returns the first link in a line of text.
fn link_in(text: &str) -> Option<&str> {
    if link_text::is_meant(text) {
        return text.split_whitespace().next();
    }
    let start = text.find("https://").or_else(|| text.find("http://"))?;
    let end = |c: char| c.is_whitespace() || "\"')]>".contains(c);
    text[start..].split(end).next()
}

/// Returns the text with its first `bytes` bytes replaced by blanks.
fn with_blanks(text: &str, bytes: usize) -> String {
    " ".repeat(text[..bytes].chars().count()) + &text[bytes..]
}

/// Returns the length in bytes of a label such as `Scramble:`, `Scramble #2 -` or `Scramble` at the start of a line.
fn scramble_label(text: &str) -> Option<usize> {
    const WORD: &str = "scramble";
    let is_mark = |c: char| c.is_whitespace() || "*_#>-•|".contains(c);
    let start = text.len() - text.trim_start_matches(is_mark).len();
    let word = text.get(start..start + WORD.len())?;
    if !word.eq_ignore_ascii_case(WORD) {
        return None;
    }
    let rest = &text[start + WORD.len()..];
    // A longer word such as `scrambled` is not a label.
    if rest.chars().next().is_some_and(char::is_alphabetic) {
        return None;
    }
    let is_numbering = |c: char| c.is_ascii_digit() || c.is_whitespace() || "#()".contains(c);
    let after_number = rest.trim_start_matches(is_numbering);
    let after_mark = after_number.trim_start_matches(['*', '_', '|']).trim_start();
    let after_label = match after_mark.chars().next() {
        Some(c) if ":.-=–—".contains(c) => after_mark[c.len_utf8()..].trim_start_matches(is_mark),
        _ if after_mark.len() < after_number.len() => after_mark,
        _ => rest,
    };
    Some(text.len() - after_label.len())
}

/// Returns the timestamp behind the last move of a line, such as `@1.2s`; a whole number is in milliseconds, as in the recordings
/// of csTimer.
fn last_timestamp(text: &str) -> Option<Time> {
    let last = &text[text.rfind('@')?..];
    let (time, rest) = last.split_at(timestamp_length(last));
    let is_last = rest.chars().all(|c| c.is_whitespace() || ",.)".contains(c));
    time.strip_prefix('@').filter(|_| is_last).and_then(time::parse_timestamp)
}

/// Returns whether a word is a unit of moves, so that the number before it is not a time.
fn is_unit(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
    ["tps", "htm", "stm", "qtm", "etm", "moves", "turns"].contains(&&word[..])
}

/// Returns the time in a line that divides a number of moves by it: `34 HTM / 6.21 = 5.48 TPS`.
fn time_of_rate(text: &str) -> Option<Time> {
    let (moves, rate) = text.split_once('/')?;
    let (time, speed) = rate.split_once('=')?;
    let (count, unit) = moves.trim().split_once(char::is_whitespace)?;
    let is_count = count.parse::<u32>().is_ok() && is_unit(unit.trim());
    (is_count && speed.to_ascii_lowercase().contains("tps")).then(|| time::parse(time)).flatten()
}

/// Parses a time that is the whole text: `5.55`, `5.55s`, `1:02.33`, `DNF(5.55)`.
fn standalone_time(text: &str) -> Option<Time> {
    (text.contains(['.', ':', ',']) || text.starts_with("DNF")).then(|| time::parse(text)).flatten()
}

/// Parses a time among words, which must have two or three decimals.
fn time_in_words(word: &str) -> Option<Time> {
    let word = word.trim_matches(|c: char| "()[],;!-–*".contains(c));
    let decimals = word.trim_end_matches(['s', '+']).rsplit_once('.')?.1;
    [2, 3].contains(&decimals.len()).then(|| time::parse(word)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(text: &str) -> LineKind {
        classify(&lines(text)[0])
    }

    #[test]
    fn lines_are_classified() {
        let moves = |text: &str| LineKind::Moves(MovesLine { text: text.into(), doubts: Vec::new() }, None);
        let time = |milliseconds| Time { milliseconds: Some(milliseconds), penalty: None };
        for (line, expected) in [
            (" ", LineKind::Blank),
            ("// cross", LineKind::Blank),
            ("F R D // cross", moves("F R D ")),
            ("R U R’ U’", moves("R U R’ U’")),
            (
                "R U R' @1:02.50",
                LineKind::Moves(
                    MovesLine { text: "R U R' @1:02.50".into(), doubts: Vec::new() },
                    Some(time(62_500)),
                ),
            ),
            (
                "R@0 U@400",
                LineKind::Moves(MovesLine { text: "R@0 U@400".into(), doubts: Vec::new() }, Some(time(400))),
            ),
            ("@2.5s", LineKind::Moves(MovesLine::default(), Some(time(2500)))),
            ("1st pair: R U R'", moves("          R U R'")),
            ("`R U R'`", moves(" R U R' ")),
            ("Mats Valk (5.55)", LineKind::Words(Some(time(5550)))),
            ("R&#39; U&apos;&nbsp;F", moves("R'     U'           F")),
            (
                "https://alg.cubing.net/?setup=R&amp;alg=U",
                LineKind::Link("https://alg.cubing.net/?setup=R&alg=U".into()),
            ),
            ("Solution:", moves("         ")),
            ("1st pair:", LineKind::Label),
            ("Scramble: R U", LineKind::Scramble("          R U".into())),
            ("**Scramble:** R U", LineKind::Scramble("              R U".into())),
            ("**Scramble**: R U", LineKind::Scramble("              R U".into())),
            ("| Scramble | R U |", LineKind::Scramble("             R U |".into())),
            ("Scramble: R U (green in front)", LineKind::Scramble("          R U                 ".into())),
            ("scramble R U", LineKind::Scramble("         R U".into())),
            ("Scramble #2: R U", LineKind::Scramble("             R U".into())),
            ("Scramble - R2 U", LineKind::Scramble("           R2 U".into())),
            ("Scramble:", LineKind::Scramble("         ".into())),
            ("5.55", LineKind::Time(time(5550))),
            ("Time: 5.55s", LineKind::Time(time(5550))),
            ("**Time:** 5,55", LineKind::Time(time(5550))),
            ("1:02.33", LineKind::Time(time(62_330))),
            ("Mats Valk - 5.55 - Zonhoven Open 2013", LineKind::Words(Some(time(5550)))),
            ("Scrambled well", LineKind::Words(None)),
            ("45 HTM, 8.1 TPS", LineKind::Words(None)),
            ("34 HTM / 6.21 = 5.48 TPS", LineKind::Time(time(6210))),
            ("55 STM / 1:02.5s = 0.88 tps", LineKind::Time(time(62_500))),
            ("34 / 2 = 17", LineKind::Words(None)),
            ("2013.06.30", LineKind::Words(None)),
            ("----", LineKind::Separator),
            (
                "see https://alg.cubing.net/?alg=R_U here",
                LineKind::Link("https://alg.cubing.net/?alg=R_U".into()),
            ),
        ] {
            assert_eq!(kind_of(line), expected, "{line}");
        }
    }

    #[test]
    fn comments_across_lines_are_replaced_by_blanks() {
        let text: Vec<String> =
            lines("R /* a\n b */ U\nF // c */").into_iter().map(|line| line.text).collect();
        assert_eq!(text, ["R     ", "      U", "F "]);
        assert_eq!(lines("R /* U")[0].text, "R /* U");
    }
}
