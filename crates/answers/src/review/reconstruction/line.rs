//! Classification of the lines of a reconstruction: moves, a scramble, a time, a link, or words.

use cubiform_cube::Algorithm;

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
    /// Moves of the solution, with blanks for all other text, and the last timestamp among them.
    Moves(String, Option<f64>),
    /// A scramble after its label, with blanks for the label; empty if the scramble is on the next line.
    Scramble(String),
    /// A time, in seconds.
    Time(f64),
    /// A link, as written.
    Link(String),
    /// A line that separates solves, such as `---`.
    Separator,
    /// Words, with the time among them if there is one.
    Words(Option<f64>),
}

/// Splits a text into lines and replaces comments and notes by blanks. A comment that is not closed is kept as text.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let text = &without_entities(text.strip_prefix('\u{feff}').unwrap_or(text));
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
        let line = Line { number: i + 1, text, has_comment };
        lines.push(without_note(&line).unwrap_or(line));
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

/// Returns a line of moves without the note in parentheses at its end, as in `R U R' (1st pair)`. Returns `None` if there is
/// none: parentheses may also group moves.
fn without_note(line: &Line) -> Option<Line> {
    const STAGES: [&str; 8] = ["F2L", "OLL", "PLL", "LL", "LS", "ELL", "CLL", "EO"];
    let text = line.text.trim_end();
    let open = text.strip_suffix(')')?.rfind('(')?;
    let (before, note) = (&text[..open], &text[open + 1..text.len() - 1]);
    let is_stage = note.split_whitespace().next().is_some_and(|word| STAGES.contains(&word));
    if !is_stage && (!note.contains(char::is_alphabetic) || looks_like_moves(note, false)) {
        return None;
    }
    let cut = Line { text: before.into(), has_comment: true, ..line.clone() };
    matches!(classify(&cut), LineKind::Moves(..) | LineKind::Scramble(_)).then_some(cut)
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
        return LineKind::Scramble(with_blanks(text, label));
    }
    if let Some(time) = standalone_time(trimmed) {
        return LineKind::Time(time);
    }
    let (moves, timestamp) = without_pauses(text);
    if is_moves(&moves) || (timestamp.is_some() && moves.trim().is_empty()) {
        return LineKind::Moves(moves, timestamp);
    }
    if let Some(colon) = label(&moves) {
        let name = moves[..colon].trim().to_lowercase();
        let rest = &moves[colon + 1..];
        let is_time = ["time", "result", "single"].contains(&&name[..]);
        let after_colon = text.find(':').map_or("", |colon| text[colon + 1..].trim());
        if let Some(time) = is_time.then(|| standalone_time(after_colon)).flatten() {
            return LineKind::Time(time);
        }
        let is_solution = ["solution", "reconstruction", "solve", "moves", "alg"].contains(&&name[..]);
        if is_solution || is_moves(rest) {
            return LineKind::Moves(with_blanks(&moves, colon + 1), timestamp);
        }
    }
    if looks_like_moves(&moves, line.has_comment) {
        return LineKind::Moves(moves, timestamp);
    }
    if let Some(time) = time_of_rate(trimmed) {
        return LineKind::Time(time);
    }
    let words: Vec<&str> = trimmed.split_whitespace().collect();
    let is_rate = |i: usize| words.get(i + 1).is_some_and(|unit| is_unit(unit));
    LineKind::Words((0..words.len()).filter(|i| !is_rate(*i)).find_map(|i| time_in_words(words[i])))
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
    let start = text.len() - text.trim_start().len();
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
    let after_label = match after_number.chars().next() {
        Some(c) if ":.-=–—".contains(c) => &after_number[c.len_utf8()..],
        _ => rest,
    };
    Some(text.len() - after_label.len())
}

/// Returns the byte index of the colon of a label before moves: a colon outside of brackets, after words that are not
/// moves.
fn label(text: &str) -> Option<usize> {
    let colon = text.find(':')?;
    let name = &text[..colon];
    // A name may have a part in parentheses, as in `OLL 27 (Sune)`, but not after a move.
    let is_closed = name.matches('(').count() == name.matches(')').count();
    let begins_with_move = || name.split_whitespace().next().is_some_and(is_moves);
    let may_have_brackets = !name.contains('(') || is_closed && !begins_with_move();
    let is_name =
        name.chars().any(char::is_alphabetic) && !name.contains('[') && may_have_brackets && !is_moves(name);
    is_name.then_some(colon)
}

/// Replaces pauses (`.`), timestamps (`@1.2s`) and zero-width characters by blanks. Returns the text, and the
/// timestamp if one follows the last move.
fn without_pauses(text: &str) -> (String, Option<f64>) {
    let mut timestamp = None;
    let mut blank = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '@' {
            let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
            if let Some(seconds) = parse_time(rest[1..length].trim_end_matches(',')) {
                timestamp = Some(seconds);
                blank.extend(rest[..length].chars().map(|_| ' '));
                rest = &rest[length..];
                continue;
            }
        }
        let is_hidden = matches!(c, '.' | '…' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}');
        if !is_hidden && !c.is_whitespace() {
            timestamp = None;
        }
        blank.push(if is_hidden { ' ' } else { c });
        rest = &rest[c.len_utf8()..];
    }
    (blank, timestamp)
}

/// Returns whether a text consists of moves only.
fn is_moves(text: &str) -> bool {
    Algorithm::parse(text).is_ok_and(|algorithm| !algorithm.turns().is_empty())
}

/// Returns whether an invalid text is meant as moves: at least half of its words are moves, or some are and a comment
/// follows.
fn looks_like_moves(text: &str, has_comment: bool) -> bool {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || "()[],:".contains(c)).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let moves = words.iter().filter(|word| is_moves(word)).count();
    // Words such as Ri for R' are reported as errors rather than ignored.
    let is_like_a_move =
        |word: &&&str| word.len() <= 3 && word.starts_with(|c| "URFDLBMESxyzurfdlb".contains(c));
    let like_moves = words.iter().filter(is_like_a_move).count();
    (moves > 0 && (has_comment || 2 * moves >= words.len())) || (words.len() > 2 && like_moves == words.len())
}

/// Returns whether a word is a unit of moves, so that the number before it is not a time.
fn is_unit(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
    ["tps", "htm", "stm", "qtm", "etm", "moves", "turns"].contains(&&word[..])
}

/// Returns the time in a line that divides a number of moves by it: `34 HTM / 6.21 = 5.48 TPS`.
fn time_of_rate(text: &str) -> Option<f64> {
    let (moves, rate) = text.split_once('/')?;
    let (time, speed) = rate.split_once('=')?;
    let (count, unit) = moves.trim().split_once(char::is_whitespace)?;
    let is_count = count.parse::<u32>().is_ok() && is_unit(unit.trim());
    (is_count && speed.to_ascii_lowercase().contains("tps")).then(|| parse_time(time)).flatten()
}

/// Parses a time that is the whole text: `5.55`, `5.55s`, `1:02.33`.
fn standalone_time(text: &str) -> Option<f64> {
    text.contains(['.', ':']).then(|| parse_time(text)).flatten()
}

/// Parses a time among words, which must have two or three decimals.
fn time_in_words(word: &str) -> Option<f64> {
    let word = word.trim_matches(|c: char| "()[],;!-–".contains(c));
    let decimals = word.trim_end_matches('s').rsplit_once('.')?.1;
    [2, 3].contains(&decimals.len()).then(|| parse_time(word)).flatten()
}

/// Parses a time in seconds, or in minutes and seconds.
pub fn parse_time(text: &str) -> Option<f64> {
    let text = text.trim();
    let text =
        ["seconds", "sec", "s"].iter().find_map(|unit| text.strip_suffix(unit)).unwrap_or(text).trim_end();
    let (minutes, seconds) = match text.split_once(':') {
        Some((minutes, seconds)) => (minutes.parse::<u32>().ok().filter(|n| *n < 1000)?, seconds),
        None => (0, text),
    };
    let is_number = !seconds.is_empty()
        && seconds.chars().all(|c| c.is_ascii_digit() || c == '.')
        && seconds.starts_with(|c: char| c.is_ascii_digit());
    let seconds: f64 = if is_number { seconds.parse().ok()? } else { return None };
    let all = f64::from(minutes) * 60.0 + seconds;
    (all > 0.0 && all < 100_000.0).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(text: &str) -> LineKind {
        classify(&lines(text)[0])
    }

    #[test]
    fn lines_are_classified() {
        let moves = |text: &str| LineKind::Moves(text.into(), None);
        for (line, expected) in [
            (" ", LineKind::Blank),
            ("// cross", LineKind::Blank),
            ("F R D // cross", moves("F R D ")),
            ("R U R’ U’", moves("R U R’ U’")),
            ("R U . R' .. U'", moves("R U   R'    U'")),
            ("R U @1.2s R' @1:02.50", LineKind::Moves("R U       R'         ".into(), Some(62.5))),
            ("@2.5s", LineKind::Moves("     ".into(), Some(2.5))),
            ("1st pair: R U R'", moves("          R U R'")),
            ("[R: U] F", moves("[R: U] F")),
            ("OLL 35 (Fish Salad): R U2", moves("                     R U2")),
            ("2nd pair (green-red): U R", moves("                      U R")),
            ("green-red pair, F2L 12: U R", moves("                        U R")),
            ("R U R' (1st pair)", moves("R U R' ")),
            ("R U R' (F2L)", moves("R U R' ")),
            ("2nd: R U (with a trick) ", moves("     R U ")),
            ("Scramble: R U (green in front)", LineKind::Scramble("          R U ".into())),
            ("R (U R')", moves("R (U R')")),
            ("R U (R U Q)", moves("R U (R U Q)")),
            ("R (x): U", moves("R (x): U")),
            ("Mats Valk (5.55)", LineKind::Words(Some(5.55))),
            ("R&#39; U&apos;&nbsp;F", moves("R'     U'           F")),
            (
                "https://alg.cubing.net/?setup=R&amp;alg=U",
                LineKind::Link("https://alg.cubing.net/?setup=R&alg=U".into()),
            ),
            ("Solution:", moves("         ")),
            ("Scramble: R U", LineKind::Scramble("          R U".into())),
            ("scramble R U", LineKind::Scramble("         R U".into())),
            ("Scramble #2: R U", LineKind::Scramble("             R U".into())),
            ("Scramble - R2 U", LineKind::Scramble("           R2 U".into())),
            ("Scramble:", LineKind::Scramble("         ".into())),
            ("5.55", LineKind::Time(5.55)),
            ("Time: 5.55s", LineKind::Time(5.55)),
            ("1:02.33", LineKind::Time(62.33)),
            ("Mats Valk - 5.55 - Zonhoven Open 2013", LineKind::Words(Some(5.55))),
            ("Scrambled well", LineKind::Words(None)),
            ("45 HTM, 8.1 TPS", LineKind::Words(None)),
            ("34 HTM / 6.21 = 5.48 TPS", LineKind::Time(6.21)),
            ("55 STM / 1:02.5s = 0.88 tps", LineKind::Time(62.5)),
            ("34 / 2 = 17", LineKind::Words(None)),
            ("2013.06.30", LineKind::Words(None)),
            ("----", LineKind::Separator),
            (
                "see https://alg.cubing.net/?alg=R_U here",
                LineKind::Link("https://alg.cubing.net/?alg=R_U".into()),
            ),
            // These are classified as moves, so that the error is reported.
            ("R U Q R'", moves("R U Q R'")),
            ("Ri U // cross", moves("Ri U ")),
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
