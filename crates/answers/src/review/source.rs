//! The sources of solves: texts with reconstructions, from arguments, files, standard input and requests. Each solve is
//! parsed, with the places of its moves.

use std::sync::Arc;

use cubiform_cube::fault::Faulty;
use cubiform_cube::notation::{Niss, ParseError, Turn, is_apostrophe, is_filler, timestamp_length};
use cubiform_cube::{Algorithm, Move};

use crate::Error;
use crate::input::lines::with_unix_ends;
use crate::input::time;
use crate::input::{Content, Line};
use crate::puzzle::Puzzle;
use crate::reconstruction::{Rank, Reading, Reconstruction, TextPart, rank, reconstructions, records};
use crate::scramble::{Scramble, link_text};

/// A solve to review.
#[derive(Clone, Debug)]
pub struct Solve {
    /// The title, if there is one.
    pub title: Option<String>,
    /// The scramble or the state before the solve.
    pub scramble: Scramble,
    /// The moves.
    pub algorithm: Algorithm,
    /// For each move whether it is on the inverse of the scramble; empty if the text is read as moves on the scramble alone.
    pub sides: Vec<bool>,
    /// The time, in seconds, including a penalty.
    pub time: Option<f64>,
    /// The penalty: `+2`, `DNF` or `DNS`.
    pub penalty: Option<String>,
    /// The parts of the text that could be moves or notes, as they were read.
    pub readings: Vec<Reading>,
    /// The line and column of each move in its source; empty if the text is read as moves on both sides of the scramble.
    pub places: Vec<(usize, usize)>,
    /// Each move that has a place as its source writes it: `d` for `Dw`. One of a bracket that is inverted is written as before the
    /// inversion.
    pub written: Vec<String>,
    /// The time of each move after the start, in milliseconds, where its source has a timestamp; empty as `places` is.
    pub times: Vec<Option<u64>>,
    /// The name of the file, if the solve is from one.
    pub file: Option<Arc<str>>,
    /// The first line of the solve in its file, counted from 1.
    pub line: usize,
}

impl Solve {
    /// Returns the moves as one sequence: those on the scramble, then the inverse of those on its inverse.
    pub(crate) fn moves(&self) -> Vec<Move> {
        as_one(&self.algorithm, &self.sides)
    }
}

/// Returns moves on these sides as one sequence.
fn as_one(algorithm: &Algorithm, sides: &[bool]) -> Vec<Move> {
    let moves = algorithm.resolve().0.into_iter().enumerate();
    let (inverse, normal): (Vec<_>, Vec<_>) = moves.partition(|(i, _)| sides.get(*i) == Some(&true));
    let inverse = inverse.into_iter().rev().map(|(_, m)| m.inverse());
    normal.into_iter().map(|(_, m)| m).chain(inverse).collect()
}

/// Moves, with their places if all are on the scramble, and with their sides if not.
type ParsedMoves = (Algorithm, Vec<(usize, usize)>, Vec<bool>);

/// Parses moves on the scramble alone, or on both sides.
fn parse(text: &str, are_both: bool) -> Result<ParsedMoves, ParseError> {
    if !are_both {
        let (moves, places) = Algorithm::parse_with_places(text)?;
        return Ok((moves, places, Vec::new()));
    }
    let moves = Niss::parse(text)?.in_order().into_iter();
    let (turns, sides): (Vec<_>, _) = moves.map(|(m, side)| (Turn::from(m), side)).unzip();
    Ok((turns.into_iter().collect(), Vec::new(), sides))
}

/// The sides of a scramble on which a text has moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// The scramble: round brackets group moves.
    Scramble,
    /// The scramble and its inverse: round brackets hold moves on the inverse.
    Both,
    /// Both if the text has a bracket after `^`, or solves the cube only so; else the scramble.
    Either,
}

/// Where a text with reconstructions comes from, which decides how its errors name places, and which advice they give.
#[derive(Clone, Debug)]
enum Origin {
    /// An argument of the command.
    Argument,
    /// The file with this name.
    File(Arc<str>),
    /// Standard input.
    Stdin,
    /// A request to a server, which has neither arguments nor files.
    Request,
}

/// A text with reconstructions.
#[derive(Clone, Debug)]
pub struct Source {
    /// The text.
    pub text: String,
    origin: Origin,
}

/// The advice on how to give a solution on the command line.
pub const SOLUTION_HINT: &str = "give its moves in quotes, the name of a file, or text on standard input";

/// Returns the moves at lines and columns, both from 1, as a text has them: from the letter, or the number before it, to the
/// last number or apostrophe after it; and their timestamps in milliseconds.
fn written_at(text: &str, places: &[(usize, usize)]) -> (Vec<String>, Vec<Option<u64>>) {
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let written = |(line, column): &(usize, usize)| {
        let rest = lines.get(line - 1).and_then(|line| line.get(column - 1..)).unwrap_or_default();
        let mut has_letter = false;
        let is_of_move = |c: &&char| match c {
            'w' | 'W' => true,
            c if c.is_ascii_alphabetic() => !std::mem::replace(&mut has_letter, true),
            c => c.is_ascii_digit() || is_apostrophe(**c),
        };
        let written: String = rest.iter().take_while(is_of_move).collect();
        let is_between = |c: &char| c.is_whitespace() || is_filler(*c) || *c == ')';
        let after: String =
            rest[written.chars().count()..].iter().skip_while(|c| is_between(c)).take(24).collect();
        let timestamp = after[..timestamp_length(&after)].strip_prefix('@').and_then(time::parse_timestamp);
        (written, timestamp.and_then(|time| time.milliseconds))
    };
    places.iter().map(written).unzip()
}

impl Source {
    /// Creates the source of an argument of the command. Its errors are usage errors, with advice for the command line.
    pub fn argument(text: impl Into<String>) -> Source {
        Source { text: with_unix_ends(text.into()), origin: Origin::Argument }
    }

    /// Creates the source of a file, whose name its errors begin with.
    pub fn file(text: String, name: &str) -> Source {
        Source { text: with_unix_ends(text), origin: Origin::File(name.into()) }
    }

    /// Creates the source of standard input.
    pub fn stdin(text: String) -> Source {
        Source { text: with_unix_ends(text), origin: Origin::Stdin }
    }

    /// Creates the source of a request that is not made on a command line. Its errors give no advice about arguments.
    pub fn request(text: impl Into<String>) -> Source {
        Source { text: with_unix_ends(text.into()), origin: Origin::Request }
    }

    /// Returns the name of the file, or `<stdin>`; `None` for an argument or a request.
    fn name(&self) -> Option<Arc<str>> {
        match &self.origin {
            Origin::Argument | Origin::Request => None,
            Origin::File(name) => Some(name.clone()),
            Origin::Stdin => Some("<stdin>".into()),
        }
    }

    /// Returns an error at a place of the text.
    fn fault(&self, line: usize, column: Option<usize>, message: &str) -> Error {
        match (self.name(), column) {
            (None, None) => self.failure(message.into()),
            (None, Some(column)) => {
                let error = Error::usage("solution", message).code("unreadable-solution");
                error.at(line, column)
            }
            (Some(name), None) => self.failure(format!("{name}:{line}: {message}")),
            (Some(name), Some(column)) => self.failure(format!("{name}:{line}:{column}: {message}")),
        }
    }

    /// Returns an error with this message: a usage error if the text is not a file.
    fn failure(&self, message: String) -> Error {
        match self.origin {
            Origin::Argument | Origin::Request => {
                Error::usage("solution", message).code("unreadable-solution").placed()
            }
            Origin::File(_) | Origin::Stdin => Error::message(message).code("unreadable-solution"),
        }
    }

    /// Returns the error with the advice on how to give a solution, if the text was named on the command line.
    fn with_hint(&self, error: Error) -> Error {
        match self.origin {
            Origin::Request => error,
            _ => error.hint(SOLUTION_HINT),
        }
    }

    /// Returns each solve of the text, or its error. Each must have its own scramble.
    ///
    /// # Errors
    /// If a link cannot be read, or there is no solve.
    pub fn each(&self, sides: Sides) -> Result<Vec<Result<Solve, Error>>, Error> {
        let fault = |(line, message): (usize, String)| self.fault(line, None, &message);
        let all = match records(&self.text) {
            Some(rows) => rows,
            None => reconstructions(&self.text, false).map_err(fault)?.into_iter().map(Ok).collect(),
        };
        let what = match &self.origin {
            Origin::Argument => "the argument",
            Origin::File(name) => name,
            Origin::Stdin => "standard input",
            Origin::Request => "the text",
        };
        if all.is_empty() {
            return Err(self.empty(&format!("{what} has no solve: no moves found")));
        }
        let read = |row: Result<Reconstruction, _>| self.solve(row.map_err(fault)?, sides);
        Ok(all.into_iter().map(read).collect())
    }

    fn empty(&self, message: &str) -> Error {
        self.with_hint(self.failure(message.into()).code("no-solution"))
    }

    /// Builds the solve of a reconstruction that has its scramble.
    fn solve(&self, reconstruction: Reconstruction, sides: Sides) -> Result<Solve, Error> {
        let Some(part) = &reconstruction.scramble else {
            let message = match self.origin {
                Origin::Request => {
                    "no scramble; write `Scramble: ...` before the moves, or give the scramble apart from the solution"
                }
                _ => {
                    "no scramble; write `Scramble: ...` before the moves, or give the scramble as the first argument: \
                     cubiform review \"SCRAMBLE\" FILE"
                }
            };
            return Err(self.fault(reconstruction.line, None, message).code("no-scramble"));
        };
        let scramble = self.scramble("solution", part, reconstruction.line)?;
        self.with_scramble(scramble, reconstruction, sides)
    }

    /// Reads the scramble in a part of the text, which is that of `parameter`. `line` is the line of the solve.
    fn scramble(&self, parameter: &'static str, part: &TextPart, line: usize) -> Result<Scramble, Error> {
        let blanks = part.text.chars().take_while(|c| c.is_whitespace()).count();
        let read = Scramble::read(&Line::argument(1, Content::Text(part.text.trim().into())));
        read.map_err(|bad| {
            let fault = (*bad.fault).clone();
            let what = if bad.is_state { "the cube" } else { "the scramble" };
            if part.is_from_link {
                let message = format!("{what}, column {}: {}", bad.column, bad.message);
                return self.fault(line, None, &message).about(parameter).reason(fault);
            }
            let column = bad.column + if bad.line == 1 { blanks } else { 0 };
            let error = match self.origin {
                Origin::Argument => self.failure(format!("{what}: {}", bad.message)).about(parameter),
                Origin::Request => {
                    let message = match parameter {
                        "scramble" => bad.message,
                        _ => format!("{what}: {}", bad.message),
                    };
                    let error = Error::usage(parameter, message).code("unreadable-cube");
                    error.at(part.line + bad.line - 1, column)
                }
                Origin::File(_) | Origin::Stdin => {
                    self.fault(part.line + bad.line - 1, Some(column), &format!("{what}: {}", bad.message))
                }
            };
            error.reason(fault)
        })
    }

    /// Builds the solve of a reconstruction, with the scramble given.
    fn with_scramble(
        &self,
        scramble: Scramble,
        reconstruction: Reconstruction,
        sides: Sides,
    ) -> Result<Solve, Error> {
        let part = &reconstruction.solution;
        let reading = |are_both: bool| {
            let scramble = if are_both { scramble.clone().into_held() } else { scramble.clone() };
            let rank = |text: &str| match parse(text, are_both) {
                Ok((moves, _, sides)) => rank(&scramble.cube, scramble.turned, &as_one(&moves, &sides)),
                Err(_) => Rank::Faulty,
            };
            let (text, readings) = part.choose(rank);
            (rank(&text), text, readings, scramble)
        };
        let are_both = match sides {
            Sides::Scramble => false,
            Sides::Both => true,
            Sides::Either if part.text.contains("^(") => true,
            Sides::Either => reading(false).0 < Rank::OneMoveOff && reading(true).0 == Rank::Solved,
        };
        let (_, text, readings, scramble) = reading(are_both);
        let (algorithm, places, sides) = parse(&text, are_both).map_err(|mut error| {
            if part.is_from_link {
                let (line, column, message) = (error.line, error.column, error.message());
                return self.fault(
                    reconstruction.line,
                    None,
                    &format!("the solution, line {line}, column {column}: {message}"),
                );
            }
            if let cubiform_cube::notation::ParseErrorKind::WrongBracket { line, .. } = &mut error.kind {
                *line += part.line - 1;
            }
            let fault = self.fault(error.line + part.line - 1, Some(error.column), &error.message());
            fault.reason(error.fault())
        })?;
        if algorithm.turns().is_empty() {
            let message = "the solution is empty";
            return Err(match self.name() {
                None => self.empty(message),
                Some(_) => self.with_hint(self.fault(reconstruction.line, None, message)),
            });
        }
        let (written, times) = written_at(&text, &places);
        let offset = if part.is_from_link { 0 } else { part.line - 1 };
        let places = places.into_iter().map(|(line, column)| (line + offset, column)).collect();
        let file = self.name();
        let time = reconstruction.time;
        Ok(Solve {
            title: reconstruction.title,
            scramble,
            algorithm,
            sides,
            time: time.as_ref().and_then(time::Time::seconds),
            penalty: time.and_then(|time| time.penalty),
            readings,
            places,
            written,
            times,
            file,
            line: reconstruction.line,
        })
    }

    /// Returns the only solve of the text, with the scramble given.
    ///
    /// # Errors
    /// If the text has no moves, several solves, another scramble, or cannot be read.
    pub fn after(&self, scramble: Scramble, sides: Sides) -> Result<Solve, Error> {
        let all =
            reconstructions(&self.text, true).map_err(|(line, message)| self.fault(line, None, &message))?;
        if all.len() > 1 {
            let message = format!(
                "the text has {} solves; to review each with its own scramble, omit the scramble{}",
                all.len(),
                if matches!(self.origin, Origin::Request) { "" } else { " argument" }
            );
            return Err(self.fault(all[1].line, None, &message).code("several-solves"));
        }
        let Some(reconstruction) = all.into_iter().next() else {
            // The error for words that are not moves includes their place.
            return match Algorithm::parse(&self.text) {
                Err(error) => {
                    let fault = self.fault(error.line, Some(error.column), &error.message());
                    Err(fault.reason(error.fault()))
                }
                Ok(_) if matches!(self.origin, Origin::Stdin) => {
                    Err(self.empty("the solution is empty: standard input has no moves"))
                }
                Ok(_) => Err(self.empty("the solution is empty")),
            };
        };
        if let Some(part) = &reconstruction.scramble {
            let own = self.scramble("solution", part, reconstruction.line)?;
            if own.cube != scramble.cube && own.into_held().cube != scramble.cube {
                let message = match self.origin {
                    Origin::Request => "this scramble differs from the one given apart; omit one of them",
                    _ => "this scramble differs from the one given as an argument; omit one of them",
                };
                return Err(self.fault(part.line, None, message));
            }
        }
        self.with_scramble(scramble, reconstruction, sides)
    }
}

impl Source {
    /// Reads the scramble that is given apart from the solution: the text of this source, as moves, facelets or a link.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn as_scramble(&self) -> Result<Scramble, Error> {
        let text = match link_text::is_meant(&self.text).then(|| link_text::read(&self.text, Puzzle::Three)) {
            None => self.text.clone(),
            Some(Err(message)) => return Err(Error::usage("scramble", message)),
            Some(Ok(link)) => link.setup.or(link.algorithm).unwrap_or_default(),
        };
        self.scramble("scramble", &TextPart::certain(text, 1, false), 1)
    }
}

/// Parses the time of a solve in seconds: `9.87`, `1:02.34`, `11.87+`. `None` if the text is none, or a DNF.
pub fn parse_time(text: &str) -> Option<f64> {
    time::parse(text).filter(|time| time.penalty.as_deref().is_none_or(|penalty| penalty == "+2"))?.seconds()
}

/// Reads the scramble of a request, which is given apart from the solution.
///
/// # Errors
/// If it cannot be read.
pub fn read_scramble(text: &str) -> Result<Scramble, Error> {
    Source::request(text).as_scramble()
}

/// Reads the solves of a request: those of `solution`, which brings a scramble for each, or its only solve after
/// `scramble`.
///
/// # Errors
/// If the text cannot be read, a solve has no scramble, or there is none.
pub fn read(scramble: Option<Scramble>, solution: &str, sides: Sides) -> Result<Vec<Solve>, Error> {
    let source = Source::request(solution);
    match scramble {
        None => source.each(sides)?.into_iter().collect(),
        Some(scramble) => Ok(vec![source.after(scramble, sides)?]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a request as a server does.
    fn read(scramble: Option<&str>, solution: &str) -> Result<Vec<Solve>, Error> {
        super::read(scramble.map(read_scramble).transpose()?, solution, Sides::Scramble)
    }

    #[test]
    fn requests_are_read_with_a_scramble_apart_or_in_the_text() {
        for (scramble, solution) in [
            (Some("R U"), "U' R' // all"),
            (None, "Scramble: R U\nTime: 3.5\nU' R' // all"),
            (None, "Scramble: R U\rU' // a comment ends with its line\rR'"),
            (None, "https://alg.cubing.net/?setup=R_U&alg=U-_R-"),
            (Some("https://alg.cubing.net/?setup=R_U&alg=U-_R-"), "U' R'"),
        ] {
            let [solve] = &read(scramble, solution).unwrap()[..] else { panic!("{solution}") };
            assert_eq!(solve.scramble.cube.apply(&solve.algorithm.resolve().0), cubiform_cube::Cube::SOLVED);
            assert_eq!(solve.file, None);
        }
    }

    #[test]
    fn errors_of_requests_name_places_and_no_arguments() {
        let message = |scramble, solution| read(scramble, solution).unwrap_err().to_string();
        assert_eq!(message(None, "").as_str(), "the text has no solve: no moves found");
        assert!(message(None, "U' R'").starts_with("no scramble; write"));
        assert!(message(Some("R Q"), "U").starts_with("scramble: line 1, column 3: 'Q' is not a move"));
        assert!(
            message(None, "Scramble: R Q\nU")
                .starts_with("solution: line 1, column 13: the scramble: 'Q' is")
        );
        assert!(message(Some("R"), "\nU Q").starts_with("solution: line 2, column 3: 'Q' is not a move"));
        assert_eq!(
            message(Some("R"), "Scramble: U\nU'"),
            "this scramble differs from the one given apart; omit one of them"
        );
        for (scramble, solution) in [(None, ""), (None, "U"), (Some("R"), ""), (Some("R"), "Scramble: U\nU'")]
        {
            let message = message(scramble, solution);
            assert!(!message.contains("argument") && !message.contains("standard input"), "{message}");
        }
    }
}
