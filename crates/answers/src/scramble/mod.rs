//! The scramble or state of a line of input: its id, its text as given, and the cube. All commands use this module to
//! read cubes.

pub mod fields;
pub mod json_line;
pub mod line_fields;
pub mod link_text;

use cubiform_cube::cube_text::{CubeOrMask, CubeText, Form};
use cubiform_cube::fault::Faulty;
use cubiform_cube::goal::Mask;
use cubiform_cube::notation::{ParseErrorKind, has_several_lines};
use cubiform_cube::puzzle::{PuzzleText, PuzzleTextError};
use cubiform_cube::two::Cube2;
use cubiform_cube::{Algorithm, Cube, Symmetry, facelets};

use self::link_text::Link;
use crate::Error;
use crate::format::shortened;
use crate::input::item::{BadLine, Content, Line, SourceLocation};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::scramble::fields::{FieldError, Fields};

/// A scramble, or a state without a known scramble.
#[derive(Clone, Debug)]
pub struct Scramble {
    /// The given id, or else the number of the line or argument.
    pub id: String,
    /// The text that shows it.
    pub text: ScrambleText,
    /// The state, relative to the centres.
    pub cube: Cube,
    /// The rotation of the whole cube after the wide moves and rotations of the scramble.
    pub turned: Symmetry,
    /// The values of the carried columns, in the order of the columns of the run.
    pub carried: Vec<Option<String>>,
}

/// The text that shows a state.
#[derive(Clone, Debug)]
pub enum ScrambleText {
    /// The moves of the scramble, as given.
    Moves(String),
    /// The facelets, or the pieces in Reid's notation, as given, without a scramble.
    State(String),
}

impl ScrambleText {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        match self {
            ScrambleText::Moves(text) | ScrambleText::State(text) => text,
        }
    }

    /// Returns the moves, if it is a scramble.
    pub fn moves(&self) -> Option<&str> {
        match self {
            ScrambleText::Moves(text) => Some(text),
            ScrambleText::State(_) => None,
        }
    }
}

impl Scramble {
    /// Reads a cube in any form from an argument, a line (`id,cube`, a cube alone, a JSON object) or a cell of a table.
    ///
    /// # Errors
    /// If the line has no cube; the error names the place.
    pub fn read(line: &Line) -> Result<Scramble, BadLine> {
        let (id, text, state) = read_line(line, Puzzle::Three, |text| {
            let state = CubeText::parse(text)?;
            Ok((state.form, state))
        })?;
        let carried = line.carried.clone();
        Ok(Scramble { id, text, cube: state.cube, turned: state.rotation, carried })
    }

    /// Reads a cube as [`read`](Scramble::read) does, or a mask. The scramble of a mask has a cube that shows it.
    ///
    /// # Errors
    /// If the line has neither; the error names the place.
    pub fn read_or_mask(line: &Line) -> Result<(Scramble, Option<Box<Mask>>), BadLine> {
        let (id, text, (cube, turned, mask)) = read_line(line, Puzzle::Three, |text| {
            Ok(match CubeOrMask::parse(text)? {
                CubeOrMask::Cube(read) => (read.form, (read.cube, read.rotation, None)),
                CubeOrMask::Mask(mask) => (Form::Facelets, (*mask.cube(), Symmetry::IDENTITY, Some(mask))),
            })
        })?;
        Ok((Scramble { id, text, cube, turned, carried: line.carried.clone() }, mask))
    }

    /// Returns the scramble with the state as the cube is then held.
    pub(crate) fn into_held(self) -> Scramble {
        Scramble { cube: self.cube.conjugate(self.turned), turned: Symmetry::IDENTITY, ..self }
    }

    /// Returns the value of the `i`th carried column.
    pub fn carried_value(&self, i: usize) -> Option<&str> {
        self.carried.get(i)?.as_deref()
    }

    /// Returns a state without a scramble.
    pub fn from_state(id: String, cube: Cube) -> Scramble {
        let text = ScrambleText::State(facelets::format(&cube));
        Scramble { id, text, cube, turned: Symmetry::IDENTITY, carried: Vec::new() }
    }
}

/// Returns the fields of a line.
fn fields_of(line: &Line) -> Result<Fields<'_>, FieldError> {
    match (&line.content, &line.place) {
        (Content::Text(text), SourceLocation::Argument(_)) => Fields::of_argument(text),
        (Content::Text(text), SourceLocation::Line(..) | SourceLocation::Solve(..)) => Fields::of_line(text),
        (Content::Cell { id, scramble, column }, _) => {
            Ok(Fields { id: Some(id.into()), ..Fields::of_cube(scramble.into(), *column) })
        }
    }
}

/// Returns the given id, or else the number of the line or argument.
fn id_or_number(id: Option<&str>, place: &SourceLocation) -> String {
    id.map_or_else(|| place.number().to_string(), str::to_string)
}

/// Returns the id of the cube in a line, even if the cube cannot be read.
pub fn id_of(line: &Line) -> String {
    let id = fields_of(line).ok().and_then(|fields| fields.id);
    id_or_number(id.as_deref(), &line.place)
}

/// Reads a line with a cube of `puzzle`, whose text `parse` parses. Returns the id, the text as given, and the result
/// of `parse`.
///
/// # Errors
/// If the line has no cube, a cube of another puzzle, or one that `parse` rejects; the error names the place.
pub fn read_line<T>(
    line: &Line,
    puzzle: Puzzle,
    parse: impl Fn(&str) -> Result<(Form, T), PuzzleTextError>,
) -> Result<(String, ScrambleText, T), BadLine> {
    let bad = |column: usize, message: String| BadLine {
        place: line.place.clone(),
        line: 1,
        column: column + 1,
        is_state: false,
        message,
        fault: Box::default(),
    };
    let fields = fields_of(line);
    let fields = fields.map_err(|(column, message)| bad(column, message))?;
    if let Some(event) = fields.event.as_deref().filter(|event| Puzzle::of_event(event) != Some(puzzle)) {
        let message =
            format!("this is a cube of the event {event:?}; expected a cube of the {}", puzzle.size());
        return Err(bad(fields.column, message));
    }
    if fields.cube.trim().is_empty() {
        let hint = "empty scramble; write the moves, or leave the line out";
        return Err(bad(fields.column, hint.into()));
    }
    let id = id_or_number(fields.id.as_deref(), &line.place);
    let link = link_text::is_meant(&fields.cube).then(|| link_text::read(&fields.cube, puzzle));
    let link = link.map(|link| link.and_then(Link::into_scramble)).transpose();
    let link = link.map_err(|message| bad(fields.column, message))?;
    let text = link.as_deref().unwrap_or(&fields.cube);
    match parse(text) {
        Ok((Form::Moves, read)) => Ok((id, ScrambleText::Moves(text.into()), read)),
        Ok((Form::Facelets | Form::Reid, read)) => Ok((id, ScrambleText::State(text.into()), read)),
        Err(PuzzleTextError::State { message, fault }) => {
            Err(BadLine { is_state: true, fault: Box::new(fault), ..bad(fields.column, message) })
        }
        Err(PuzzleTextError::Moves(error)) if link.is_some() => {
            let (quoted, column) = (text.escape_debug(), error.column);
            let message =
                format!("the moves of the link are \"{quoted}\", column {column}: {}", error.message());
            Err(BadLine { fault: Box::new(error.fault()), ..bad(fields.column, message) })
        }
        Err(PuzzleTextError::Moves(mut error)) => {
            // Convert places in the text to places in the line. An argument may have several lines.
            let (line, column) = fields.place(error.line, error.column);
            if let ParseErrorKind::WrongBracket { line, column, .. } = &mut error.kind {
                (*line, *column) = fields.place(*line, *column);
            }
            Err(BadLine { line, fault: Box::new(error.fault()), ..bad(column - 1, error.message()) })
        }
    }
}

/// Returns whether a text for one cube of `puzzle` is a list: several lines that are not one state together.
pub fn is_list(text: &str, puzzle: Puzzle) -> bool {
    let is_state = |text: &str| match puzzle {
        Puzzle::Two => Cube2::parse(text).is_ok_and(|parsed| parsed.moves.is_none()),
        Puzzle::Three | Puzzle::Four => Form::detect(text) != Form::Moves,
    };
    // A row of facelets has the form of facelets, but shows no cube.
    let is_cube = |text: &str| is_state(text) && (puzzle == Puzzle::Two || CubeText::parse(text).is_ok());
    let mut lines = text.split(['\n', '\r']);
    if json_line::is_meant(text) {
        return match json_line::fields(text) {
            Ok(fields) => is_list(&fields.cube, puzzle),
            Err(_) => lines.any(|line| json_line::fields(line).is_ok()),
        };
    }
    has_several_lines(text) && (!is_state(text) || lines.any(is_cube))
}

/// Joins arguments that are the parts of one cube given without quotes: groups of facelets, or pieces in Reid's
/// notation. Returns `None` for other arguments.
pub fn without_quotes(arguments: &[String]) -> Option<String> {
    let joined = arguments.join(" ");
    let is_part = |text: &String| Form::detect(text) == Form::Moves || CubeText::parse(text).is_err();
    let is_cut = arguments.len() > 1 && arguments.iter().all(is_part) && Form::detect(&joined) != Form::Moves;
    is_cut.then_some(joined)
}

/// Returns a note that lower-case letters are wide moves: of the 3x3x3, if all letters of an argument are lower-case, since face moves
/// may be meant; of the 4x4x4, if any is, since inner layers may be.
pub fn wide_moves_note(arguments: &[String], puzzle: Puzzle) -> Option<String> {
    let is_wide = |c: char| "urfdlb".contains(c);
    let is_meant = |text: &&String| {
        let mut letters = text.chars().filter(|c| c.is_alphabetic());
        match puzzle {
            Puzzle::Four => letters.any(is_wide) && !cubiform_cube::four::facelets::is_meant(text),
            _ => {
                letters.all(is_wide)
                    && Form::detect(text) == Form::Moves
                    && Algorithm::parse(text).is_ok_and(|algorithm| algorithm.turns().len() > 2)
            }
        }
    };
    let argument = shortened(arguments.iter().find(is_meant)?, 40);
    let advice = match puzzle {
        Puzzle::Four => "write 2R for the inner layer",
        _ => "write capitals for faces",
    };
    Some(format!("\"{argument}\": lower-case letters are wide moves (r is Rw); {advice}"))
}

/// Returns the line of the cube that a request for one cube names.
///
/// # Errors
/// If there is none, or its text is too long.
pub fn line(scramble: Option<String>, id: Option<String>, limits: &Limits) -> Result<Line, Error> {
    limits.texts([("scramble", scramble.as_deref())])?;
    let Some(scramble) = scramble else {
        let error = Error::usage("scramble", "no scramble").code("no-scramble").placed();
        return Err(error.hint("give one as 'scramble': its moves, 54 facelets, or Reid's notation"));
    };
    let content = match id {
        Some(id) => Content::Cell { id, scramble, column: 0 },
        None => Content::of_line(scramble),
    };
    Ok(Line::argument(1, content))
}

/// Returns the state after the scramble of a request for one cube, as the cube is then held: a scramble that rotates the whole cube
/// leaves a state whose moves, on either side, are named from where the cube is looked at.
///
/// # Errors
/// If there is none, or it cannot be read or is too long.
pub(crate) fn as_held(scramble: Option<String>, limits: &Limits) -> Result<Scramble, Error> {
    Ok(Scramble::read(&line(scramble, None, limits)?)?.into_held())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(String, String), String> {
        let content = Content::Text(text.into());
        let line =
            Line { place: SourceLocation::Line("f".into(), 7), content, bytes: 0, carried: Vec::new() };
        Scramble::read(&line).map(|s| (s.id, s.text.as_str().to_string())).map_err(|e| e.to_string())
    }

    #[test]
    fn lines_are_read_with_and_without_an_id() {
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
    fn errors_name_the_column_of_the_line() {
        for (line, start) in [
            ("a,R Q U", "f:7:5: 'Q' is not a move; expected "),
            ("é, \"R Q U\"", "f:7:7: 'Q' is not a move; expected "),
            ("R Q U", "f:7:3: 'Q' is not a move; "),
            ("a,[R)", "f:7:5: ')' does not close the '[' opened at line 1, column 3; "),
            ("a,", "f:7:3: empty scramble; "),
            (",R", "f:7:1: no id before the comma; "),
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
    fn argument_is_one_scramble() {
        let read = |text: &str| {
            let content = Content::Text(text.into());
            let line = Line { place: SourceLocation::Argument(2), content, bytes: 0, carried: Vec::new() };
            Scramble::read(&line).map(|s| s.id).map_err(|e| e.to_string())
        };
        assert_eq!(read("R U [F, D]").unwrap(), "2");
        assert!(read("a,R U").unwrap_err().starts_with("scramble 2, column 1: 'a' is not a move"));
        assert!(read("R\n Q").unwrap_err().starts_with("scramble 2, line 2, column 2: 'Q'"));
        assert!(read(" ").unwrap_err().starts_with("scramble 2, column 2: empty scramble"));
    }
    const FACELETS: &str = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";

    #[test]
    fn facelets_in_lines_are_read_as_states() {
        let groups =
            FACELETS.as_bytes().chunks(9).map(|face| std::str::from_utf8(face).unwrap()).collect::<Vec<_>>();
        for text in [FACELETS.to_string(), groups.join(" "), FACELETS.to_lowercase()] {
            for line in [text.clone(), format!("a,{text}"), format!("a, \"{text}\""), format!("{text} // R")]
            {
                let content = Content::Text(line.clone());
                let line_of = Line {
                    place: SourceLocation::Line("f".into(), 7),
                    content,
                    bytes: 0,
                    carried: Vec::new(),
                };
                let scramble = Scramble::read(&line_of).unwrap_or_else(|e| panic!("{line}: {e}"));
                assert!(scramble.text.moves().is_none(), "{line}");
                assert_eq!(facelets::format(&scramble.cube), FACELETS, "{line}");
            }
        }
    }

    #[test]
    fn errors_in_facelets_name_the_cube() {
        let read = |place: SourceLocation, text: &str| {
            let content = Content::Text(text.into());
            let line = Line { place, content, bytes: 0, carried: Vec::new() };
            Scramble::read(&line).map(|s| s.id).map_err(|e| e.to_string())
        };
        let short = &FACELETS[1..];
        let message = read(SourceLocation::Argument(2), short).unwrap_err();
        assert!(message.starts_with("cube 2: found 53 stickers instead of 54"), "{message}");
        let message = read(SourceLocation::Line("f".into(), 3), &format!("a, {short}")).unwrap_err();
        assert!(message.starts_with("f:3:4: found 53 stickers instead of 54"), "{message}");
        let message = read(SourceLocation::Argument(1), &format!("{}X{}", &FACELETS[..20], &FACELETS[21..]))
            .unwrap_err();
        assert!(message.starts_with("cube 1: 'X' at F3 (character 21) is not one of URFDLB"), "{message}");
    }

    #[test]
    fn json_lines_are_read_in_every_written_form() {
        let object = format!(r#"{{"facelets":"{FACELETS}"}}"#);
        for (line, id, text) in [
            (r#"{"id":"a","scramble":"R U"}"#, "a", "R U"),
            (r#" {"id":12,"goal":"std","scramble":"R U","stages":{"cross":{}}} "#, "12", "R U"),
            (r#"{"id":"a","input":"R U","solution":"U' R'","error":null}"#, "a", "R U"),
            (r#"{"id":null,"cube":"R U"}"#, "7", "R U"),
            (r#"{"id":"a","scramble":null,"facelets":null,"cube":"R\u2019 U"}"#, "a", "R’ U"),
            (r#"{"scramble":"R","event":"333bf","facelets":"F"}"#, "7", "R"),
            (&object, "7", FACELETS),
        ] {
            assert_eq!(read(line), Ok((id.into(), text.into())), "{line}");
        }
    }

    #[test]
    fn errors_in_json_name_the_column_of_the_line() {
        for (line, start) in [
            (r#"{"id":"a","scramble":"R Q"}"#, "f:7:25: 'Q' is not a move; "),
            (r#"{"id":"é","scramble":"R\u2019\nU Q"}"#, "f:7:34: 'Q' is not a move; "),
            (r#"{"scramble":"\ud83d\ude00"}"#, "f:7:14: '😀' is not a move; "),
            (r#"{"scramble":"\ud83d\ude00 R"}"#, "f:7:14: '😀' is not a move; "),
            (r#"{"scramble":"R \ud83d\ude00"}"#, "f:7:16: '😀' is not a move; "),
            (r#"{"scramble":"R //\ud83d\ude00\nQ"}"#, "f:7:32: 'Q' is not a move; "),
            (r#"{"scramble":"[R)"}"#, "f:7:16: ')' does not close the '[' opened at line 1, column 14; "),
            (r#"{"facelets":"UUF"#, "f:7:16: JSON: EOF while parsing a string"),
            (r#"{"id":"a","#, "f:7:10: JSON: EOF while parsing"),
            (r#"{"id":"a"}"#, "f:7:1: the object has no cube; "),
            (r#"{"scramble":12}"#, "f:7:13: 'scramble' is not a string; "),
            (r#"{"id":[],"scramble":"R"}"#, "f:7:7: 'id' is neither a string nor a number"),
            (r#"{"scramble":"R","scramble":"U"}"#, "f:7:26: JSON: duplicate field `scramble`"),
            (r#"{"scramble":"R","event":"444"}"#, "f:7:14: this is a cube of the event \"444\"; expected "),
            (r#"{"scramble":"R"} R"#, "f:7:18: JSON: trailing characters"),
            (r#"{R U}"#, "f:7:2: JSON: key must be a string"),
        ] {
            let message = read(line).unwrap_err();
            assert!(message.starts_with(start), "{line}: {message}");
        }
    }

    #[test]
    fn cube_without_quotes_is_recognised() {
        let cut =
            |text: &str| without_quotes(&text.split(' ').map(str::to_string).collect::<Vec<_>>()).is_some();
        assert!(cut("UUUUUUUUU RRRRRRRRR FFFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB"));
        assert!(cut("UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR"));
        assert!(!cut("R U F' L2") && !cut(FACELETS) && !cut(&format!("{FACELETS} {FACELETS}")));
    }
}
