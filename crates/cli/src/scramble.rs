//! A line becomes a scramble: its id, its moves as written, and the cube that they make. A state may have none, or be
//! told by its facelets or its pieces.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use cubiform_cube::notation::{ParseError, ParseErrorKind};
use cubiform_cube::{Algorithm, Color, Cube, Face, Symmetry, facelets, reid};

use crate::input::{BadLine, Content, Line, Place};

/// A scramble.
#[derive(Clone, Debug)]
pub(crate) struct Scramble {
    /// Its id: the one given, or the number of its line or argument.
    pub(crate) id: String,
    /// What shows it.
    pub(crate) shown: Shown,
    /// The state, relative to the centres.
    pub(crate) cube: Cube,
    /// How wide moves and rotations in the scramble have left the whole cube turned.
    pub(crate) turned: Symmetry,
}

/// What shows a state to people.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// The moves that make it, as given.
    Moves(String),
    /// Its facelets or pieces: no scramble was given.
    Facelets(String),
}

impl Shown {
    /// As text.
    pub(crate) fn text(&self) -> &str {
        match self {
            Shown::Moves(text) | Shown::Facelets(text) => text,
        }
    }
}

/// The id of the scramble in a line: the one given, or the number of the line or argument that stands for it.
pub(crate) fn id_of(line: &Line) -> Cow<'_, str> {
    match (&line.content, &line.place) {
        (Content::Cell { id, .. }, _) => id.into(),
        (Content::Text(_), Place::Argument(number)) => number.to_string().into(),
        (Content::Text(text), Place::Line(_, number)) => {
            let given = fields(text).ok().and_then(|fields| fields.id);
            given.unwrap_or_else(|| number.to_string().into())
        }
    }
}

/// The two fields of a line.
struct Fields<'a> {
    id: Option<Cow<'a, str>>,
    scramble: Cow<'a, str>,
    /// Characters before the scramble.
    column: usize,
}

/// What is wrong with a line, and after how many characters.
type Fault = (usize, String);

impl Scramble {
    /// Reads `id,scramble` or a scramble alone from a line of a file, a scramble from an argument.
    pub(crate) fn read(line: &Line) -> Result<Scramble, BadLine> {
        read_form(line, |_| None, resolved).map(Scramble::of)
    }

    /// Reads the same, or `id,cube` or a cube alone, by its facelets or in Reid's notation.
    pub(crate) fn read_cube(line: &Line) -> Result<Scramble, BadLine> {
        let state = |text: &str| Some(state(text)?.map(|cube| (cube, Symmetry::IDENTITY)));
        read_form(line, state, resolved).map(Scramble::of)
    }

    fn of((id, shown, (cube, turned)): (String, Shown, Resolved)) -> Scramble {
        Scramble { id, shown, cube, turned }
    }

    /// A state that no scramble led to.
    pub(crate) fn of_state(id: String, cube: Cube) -> Scramble {
        let shown = Shown::Facelets(facelets::format(&cube));
        Scramble { id, shown, cube, turned: Symmetry::IDENTITY }
    }
}

/// A cube, and how the whole of it was left turned.
type Resolved = (Cube, Symmetry);

/// What moves make.
fn resolved(text: &str) -> Result<Resolved, ParseError> {
    let (moves, turned) = Algorithm::parse(text)?.resolve();
    Ok((Cube::from_moves(&moves), turned))
}

/// Reads a line whose text is a state, if `state` takes it for one, or else moves: its id, what it shows, and what is made
/// of that.
pub(crate) fn read_form<T>(
    line: &Line,
    state: impl Fn(&str) -> Option<Result<T, String>>,
    moves: impl Fn(&str) -> Result<T, ParseError>,
) -> Result<(String, Shown, T), BadLine> {
    let bad = |(column, message): Fault| BadLine {
        place: line.place.clone(),
        line: 1,
        column: column + 1,
        message,
    };
    let (fields, number) = match (&line.content, &line.place) {
        (Content::Text(text), Place::Argument(number)) => {
            (Fields { id: None, scramble: text.trim().into(), column: leading(text) }, *number as u64)
        }
        (Content::Text(text), Place::Line(_, number)) => (fields(text).map_err(bad)?, *number),
        (Content::Cell { id, scramble, column }, _) => {
            (Fields { id: Some(id.into()), scramble: scramble.into(), column: *column }, 0)
        }
    };
    if fields.scramble.trim().is_empty() {
        let hint = "there is no scramble here; write the moves, or leave the line out";
        return Err(bad((fields.column, hint.into())));
    }
    let id = fields.id.as_ref().map_or_else(|| number.to_string(), ToString::to_string);
    if let Some(state) = state(&fields.scramble) {
        let cube = state.map_err(|message| bad((fields.column, message)))?;
        let shown = Shown::Facelets(fields.scramble.into_owned());
        return Ok((id, shown, cube));
    }
    let cube = moves(&fields.scramble).map_err(|mut error| {
        // Places are told as those of the whole line. A scramble given as an argument may be of several.
        let shift = |line: usize, column: &mut usize| *column += if line == 1 { fields.column } else { 0 };
        shift(error.line, &mut error.column);
        if let ParseErrorKind::WrongBracket { line, column, .. } = &mut error.kind {
            shift(*line, column);
        }
        BadLine {
            place: line.place.clone(),
            line: error.line,
            column: error.column,
            message: error.message(),
        }
    })?;
    Ok((id, Shown::Moves(fields.scramble.into_owned()), cube))
}

/// A state, or what is wrong with the text that should be one.
type State = Result<Cube, String>;

/// The state that a text is, if its form is that of facelets or of Reid's notation.
///
/// Facelets are as many letters as there are stickers, or about as many that are no moves, without a space; Reid's
/// notation is about twenty words of two or three letters.
fn state(text: &str) -> Option<State> {
    if are_facelets(text, facelets::COUNT, 40..=70) {
        return Some(facelets::parse(text).map_err(|e| e.to_string()));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_piece = |word: &&str| {
        (2..=3).contains(&word.chars().count()) && word.chars().all(|c| Face::from_letter(c).is_some())
    };
    let is_reid =
        (18..=22).contains(&words.len()) && words.iter().filter(|word| is_piece(word)).count() >= 15;
    is_reid.then(|| reid::parse(text).map_err(|e| e.to_string()))
}

/// Whether the form of a text is that of `count` facelets: as many letters, or about as many that are no moves.
pub(crate) fn are_facelets(text: &str, count: usize, about: RangeInclusive<usize>) -> bool {
    let is_sticker = |c: char| Face::from_letter(c).is_some() || Color::from_name(&c.to_string()).is_some();
    let letters = text.chars().count();
    let all_stickers = || text.chars().all(|c| is_sticker(c.to_ascii_uppercase()));
    letters == count && !text.contains(|c: char| c.is_whitespace() || "'2()[]".contains(c))
        || about.contains(&letters) && all_stickers()
}

/// The state that a text describes, in any form.
pub(crate) fn cube(text: &str) -> Result<Cube, String> {
    let text = text.trim();
    let moves = || Algorithm::parse(text).map(|algorithm| algorithm.cube()).map_err(|e| e.to_string());
    state(text).unwrap_or_else(moves)
}

/// Whether a line is a header: its only or second column is called scramble, or cube.
pub(crate) fn is_header(line: &str) -> bool {
    let is_title = |text: &str| {
        ["scramble", "scrambles", "cube", "cubes"].iter().any(|title| text.trim().eq_ignore_ascii_case(title))
    };
    fields(line).is_ok_and(|fields| is_title(&fields.scramble))
}

/// Cuts a line at its comma, if it has one that separates columns.
fn fields(line: &str) -> Result<Fields<'_>, Fault> {
    let (first, end) = field(line, 0)?;
    let Some(rest) = line[end..].strip_prefix(',') else {
        return Ok(Fields { id: None, scramble: first.text, column: first.column });
    };
    let (second, after) = field(line, line.len() - rest.len())?;
    if after < line.len() {
        let column = line[..after].chars().count();
        return Err((column, "a third column begins here; write `id,scramble`".into()));
    }
    if first.text.is_empty() {
        return Err((0, "there is no id before the comma; write `id,scramble`".into()));
    }
    // `R U, F` is not the scramble F of the id `R U`.
    let is_moves = first.text.contains(' ') && Algorithm::parse(&first.text).is_ok();
    if is_moves {
        return Err((
            line[..end].chars().count(),
            "',' follows moves; write `id,scramble`, or leave the comma out".into(),
        ));
    }
    Ok(Fields { id: Some(first.text), scramble: second.text, column: second.column })
}

/// A field without its quotes and the white space around it.
struct Field<'a> {
    text: Cow<'a, str>,
    /// Characters of the line before it.
    column: usize,
}

/// The field that begins at byte `start`, and the byte where it ends: that of a comma, or the line's end.
fn field(line: &str, start: usize) -> Result<(Field<'_>, usize), Fault> {
    let column = line[..start].chars().count() + leading(&line[start..]);
    let text = line[start..].trim_start();
    let start = line.len() - text.len();
    let Some(quoted) = text.strip_prefix('"') else {
        let length = separator(text).unwrap_or(text.len());
        return Ok((Field { text: text[..length].trim_end().into(), column }, start + length));
    };
    // A quote within quotes is written twice.
    let mut at = 0;
    let close = loop {
        match quoted[at..].find('"') {
            None => return Err((column, "'\"' is never closed; add the missing '\"'".into())),
            Some(i) if quoted[at + i + 1..].starts_with('"') => at += i + 2,
            Some(i) => break at + i,
        }
    };
    let rest = quoted[close + 1..].trim_start();
    if !rest.is_empty() && !rest.starts_with(',') {
        let column = line[..line.len() - rest.len()].chars().count();
        return Err((
            column,
            "there is more after the closing '\"'; expected ',' or the end of the line".into(),
        ));
    }
    let text = match &quoted[..close] {
        text if text.contains('"') => text.replace("\"\"", "\"").into(),
        text => text.into(),
    };
    Ok((Field { text, column: column + 1 }, line.len() - rest.len()))
}

/// The first comma that separates columns: not one of a commutator or a comment.
fn separator(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if rest.starts_with("//") {
            return None;
        }
        if let Some(comment) = rest.strip_prefix("/*") {
            at += 4 + comment.find("*/")?;
            continue;
        }
        match c {
            ',' if depth == 0 => return Some(at),
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += c.len_utf8();
    }
    None
}

/// How many characters of white space a text begins with.
fn leading(text: &str) -> usize {
    text.chars().take_while(|c| c.is_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(String, String), String> {
        let content = Content::Text(text.into());
        let line = Line { place: Place::Line("f".into(), 7), content, bytes: 0 };
        Scramble::read(&line).map(|s| (s.id, s.shown.text().to_string())).map_err(|e| e.to_string())
    }

    #[test]
    fn lines_with_and_without_an_id() {
        for (line, id, text) in [
            ("R U", "7", "R U"),
            ("  R U ", "7", "R U"),
            ("a1,R U", "a1", "R U"),
            (" a1 , R U ", "a1", "R U"),
            ("R2,U", "R2", "U"),
            ("[R, U] F", "7", "[R, U] F"),
            ("([R, U] F)2, U", "", ""),
            ("a,[R, U]", "a", "[R, U]"),
            ("R U // a, b", "7", "R U // a, b"),
            ("R /* a, b */ U", "7", "R /* a, b */ U"),
            ("\"a, b\",\"R U'\"", "a, b", "R U'"),
            ("\"say \"\"a\"\"\" , R", "say \"a\"", "R"),
            ("\"R U\"", "7", "R U"),
        ] {
            match read(line) {
                Ok(found) => assert_eq!(found, (id.into(), text.into()), "{line}"),
                Err(e) => assert!(id.is_empty(), "{line}: {e}"),
            }
        }
    }

    #[test]
    fn faults_are_told_with_their_place_in_the_line() {
        for (line, start) in [
            ("a,R Q U", "f:7:5: 'Q' is not a move; expected "),
            ("é, \"R Q U\"", "f:7:7: 'Q' is not a move; expected "),
            ("R Q U", "f:7:3: 'Q' is not a move; "),
            ("a,[R)", "f:7:5: ')' does not close the '[' opened at line 1, column 3; "),
            ("a,", "f:7:3: there is no scramble here; "),
            (",R", "f:7:1: there is no id before the comma; "),
            ("R U, F", "f:7:4: ',' follows moves; "),
            ("a,R U,2020", "f:7:6: a third column begins here; "),
            ("a,\"R U", "f:7:3: '\"' is never closed; "),
            ("\"a\"b,R U", "f:7:4: there is more after the closing '\"'; "),
        ] {
            let message = read(line).unwrap_err();
            assert!(message.starts_with(start), "{line}: {message}");
        }
    }

    #[test]
    fn headers() {
        for header in ["id,scramble", "ID, Scramble", "\"id\",\"scramble\"", "scramble", "Scrambles"] {
            assert!(is_header(header), "{header}");
        }
        for line in ["R U", "1,R U", "id,", "id,scramble,date"] {
            assert!(!is_header(line), "{line}");
        }
    }

    #[test]
    fn arguments_are_scrambles_as_a_whole() {
        let read = |text: &str| {
            let content = Content::Text(text.into());
            let line = Line { place: Place::Argument(2), content, bytes: 0 };
            Scramble::read(&line).map(|s| s.id).map_err(|e| e.to_string())
        };
        assert_eq!(read("R U [F, D]").unwrap(), "2");
        assert!(read("a,R U").unwrap_err().starts_with("scramble 2, column 1: 'a' is not a move"));
        assert!(read("R\n Q").unwrap_err().starts_with("scramble 2, line 2, column 2: 'Q'"));
        assert!(read(" ").unwrap_err().starts_with("scramble 2, column 2: there is no scramble"));
    }
}
