//! The sources of solves: arguments, files, links and standard input. Each solve is parsed, with the places of its
//! moves.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;

use cubiform_cube::Algorithm;
use cubiform_cube::cube_text::CubeText;

use super::reconstruction::{Reconstruction, TextPart, reconstructions, records};
use crate::args;
use crate::args::Puzzle;
use crate::error::{Failure, file_error};
use crate::interruptible::Interruptible;
use cubiform_answers::input::lines::MAX_LINE_BYTES;
use cubiform_answers::input::{Content, Line, SourceLocation};
use cubiform_answers::scramble::Scramble;
use cubiform_answers::scramble::link_text;

/// The maximum size of a file of solves, in bytes.
const MAX_FILE_BYTES: usize = 64 << 20;

/// A solve to review.
#[derive(Debug)]
pub(super) struct Solve {
    /// The title, if there is one.
    pub(super) title: Option<String>,
    pub(super) scramble: Scramble,
    pub(super) algorithm: Algorithm,
    /// The time, in seconds.
    pub(super) time: Option<f64>,
    /// The line and column of each move in its source.
    pub(super) places: Vec<(usize, usize)>,
    /// The name of the file, if the solve is from one.
    pub(super) file: Option<Arc<str>>,
    /// The first line of the solve in its file, counted from 1.
    pub(super) line: usize,
}

/// A text with reconstructions.
struct Source {
    text: String,
    /// The name of the file or of standard input; `None` for an argument.
    name: Option<Arc<str>>,
}

fn usage(message: impl Into<String>) -> Failure {
    Failure::usage("review", message)
}

/// The advice on how to give a solution.
const SOLUTION_HINT: &str = "give its moves in quotes, the name of a file, or text on standard input";

impl Source {
    fn argument(text: &str) -> Source {
        Source { text: text.to_string(), name: None }
    }

    /// Reads standard input, up to `max_bytes` bytes.
    fn stdin(max_bytes: usize) -> Result<Source, Failure> {
        let mut text = Vec::new();
        let read = Interruptible::new(io::stdin())
            .and_then(|stdin| stdin.take(max_bytes as u64 + 1).read_to_end(&mut text));
        read.map_err(|e| Failure::Message(format!("cannot read standard input: {e}")))?;
        Source::from_bytes(text, "standard input", "<stdin>", max_bytes)
    }

    fn file(path: &Path) -> Result<Source, Failure> {
        let mut text = Vec::new();
        let file = File::open(path).map_err(|e| file_error(path, "open", &e))?;
        let read = file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut text);
        read.map_err(|e| file_error(path, "read", &e))?;
        let name = path.display().to_string();
        Source::from_bytes(text, &name, &name, MAX_FILE_BYTES)
    }

    fn from_bytes(
        text: Vec<u8>,
        display_name: &str,
        name: &str,
        max_bytes: usize,
    ) -> Result<Source, Failure> {
        if text.len() > max_bytes {
            let size = if max_bytes == MAX_LINE_BYTES {
                "a mebibyte; give a single solution"
            } else {
                "64 MiB; split it"
            };
            return Err(Failure::Message(format!("{display_name} is longer than {size}")));
        }
        let text = match &text[..] {
            // Windows editors write UTF-16 with a byte order mark.
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
                return Err(Failure::Message(format!("{display_name} is UTF-16 text; save it as UTF-8")));
            }
            _ => String::from_utf8(text)
                .map_err(|_| Failure::Message(format!("{display_name} is not UTF-8 text")))?,
        };
        Ok(Source { text, name: Some(name.into()) })
    }

    /// Returns an error at a place of the text, which is an argument or a file.
    fn fault(&self, line: usize, column: Option<usize>, message: &str) -> Failure {
        match (&self.name, column) {
            (None, None) => usage(message),
            (None, Some(column)) => usage(format!("the solution: line {line}, column {column}: {message}")),
            (Some(name), None) => Failure::Message(format!("{name}:{line}: {message}")),
            (Some(name), Some(column)) => Failure::Message(format!("{name}:{line}:{column}: {message}")),
        }
    }

    fn is_stdin(&self) -> bool {
        self.name.as_deref() == Some("<stdin>")
    }

    /// Returns all solves of the text. Each must have its own scramble.
    fn solves(&self) -> Result<Vec<Solve>, Failure> {
        let read = records(&self.text).unwrap_or_else(|| reconstructions(&self.text, false));
        let all = read.map_err(|(line, message)| self.fault(line, None, &message))?;
        let what = self
            .name
            .as_deref()
            .map_or("the argument", |name| if self.is_stdin() { "standard input" } else { name });
        if all.is_empty() {
            return Err(self.empty(&format!("{what} has no solve: no moves found")));
        }
        all.into_iter().map(|reconstruction| self.solve(reconstruction)).collect()
    }

    fn empty(&self, message: &str) -> Failure {
        let message = format!("{message}; {SOLUTION_HINT}");
        if self.name.is_none() { usage(message) } else { Failure::Message(message) }
    }

    /// Builds the solve of a reconstruction that has its scramble.
    fn solve(&self, reconstruction: Reconstruction) -> Result<Solve, Failure> {
        let Some(part) = &reconstruction.scramble else {
            let message = "no scramble; write `Scramble: ...` before the moves, or give the scramble as the first argument: \
                           cubiform review \"SCRAMBLE\" FILE";
            return Err(self.fault(reconstruction.line, None, message));
        };
        let scramble = self.scramble(part, reconstruction.line)?;
        self.with_scramble(scramble, reconstruction)
    }

    fn scramble(&self, part: &TextPart, line: usize) -> Result<Scramble, Failure> {
        let blanks = part.text.chars().take_while(|c| c.is_whitespace()).count();
        let place = SourceLocation::Argument(1);
        let read = Scramble::read(&Line {
            content: Content::Text(part.text.trim().into()),
            place,
            bytes: 0,
            carried: Vec::new(),
        });
        read.map_err(|bad| {
            let what = if bad.is_state { "the cube" } else { "the scramble" };
            if part.is_from_link {
                return self.fault(line, None, &format!("{what}, column {}: {}", bad.column, bad.message));
            }
            let column = bad.column + if bad.line == 1 { blanks } else { 0 };
            match &self.name {
                None => usage(format!("{what}: {}", bad.message)),
                Some(_) => {
                    self.fault(part.line + bad.line - 1, Some(column), &format!("{what}: {}", bad.message))
                }
            }
        })
    }

    /// Builds the solve of a reconstruction, with the scramble given.
    fn with_scramble(&self, scramble: Scramble, reconstruction: Reconstruction) -> Result<Solve, Failure> {
        let part = &reconstruction.solution;
        let (algorithm, places) = Algorithm::parse_with_places(&part.text).map_err(|mut error| {
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
            self.fault(error.line + part.line - 1, Some(error.column), &error.message())
        })?;
        if algorithm.turns().is_empty() {
            return Err(match &self.name {
                None => self.empty("the solution is empty"),
                Some(_) => {
                    self.fault(reconstruction.line, None, &format!("the solution is empty; {SOLUTION_HINT}"))
                }
            });
        }
        let offset = if part.is_from_link { 0 } else { part.line - 1 };
        let places = places.into_iter().map(|(line, column)| (line + offset, column)).collect();
        let file = self.name.clone();
        Ok(Solve {
            title: reconstruction.title,
            scramble,
            algorithm,
            time: reconstruction.time,
            places,
            file,
            line: reconstruction.line,
        })
    }

    /// Returns the only solve of the text, with the scramble given.
    fn after(&self, scramble: Scramble) -> Result<Solve, Failure> {
        let all =
            reconstructions(&self.text, true).map_err(|(line, message)| self.fault(line, None, &message))?;
        if all.len() > 1 {
            let message = format!(
                "the text has {} solves; to review each with its own scramble, omit the scramble argument",
                all.len()
            );
            return Err(self.fault(all[1].line, None, &message));
        }
        let Some(reconstruction) = all.into_iter().next() else {
            // The error for words that are not moves includes their place.
            return match Algorithm::parse(&self.text) {
                Err(error) => Err(self.fault(error.line, Some(error.column), &error.message())),
                Ok(_) if self.is_stdin() => {
                    Err(self.empty("the solution is empty: standard input has no moves"))
                }
                Ok(_) => Err(self.empty("the solution is empty")),
            };
        };
        if let Some(part) = &reconstruction.scramble {
            let own = self.scramble(part, reconstruction.line)?;
            if own.cube != scramble.cube {
                let message = "this scramble differs from the one given as an argument; omit one of them";
                return Err(self.fault(part.line, None, message));
            }
        }
        self.with_scramble(scramble, reconstruction)
    }
}

/// Returns whether an argument that is neither moves nor an existing file looks like a file name.
fn looks_like_file_name(text: &str) -> bool {
    let has_extension = text.rsplit_once('.').is_some_and(|(name, extension)| {
        !name.is_empty()
            && (1..=5).contains(&extension.len())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
    });
    !text.contains(char::is_whitespace)
        && !link_text::is_meant(text)
        && (has_extension || text.contains(['/', '\\']))
}

/// Returns the solves that the arguments name.
pub(super) fn solves(args: &args::Review) -> Result<Vec<Solve>, Failure> {
    let mut all = match (&args.scramble, &args.solution) {
        _ if !args.input.is_empty() => {
            let mut all = Vec::new();
            for path in &args.input {
                let source =
                    if path == Path::new("-") { Source::stdin(MAX_FILE_BYTES)? } else { Source::file(path)? };
                all.extend(source.solves()?);
            }
            all
        }
        (None, _) => {
            needs_stdin(
                "no solve; give a scramble and a solution in quotes, or the name of a file that has both",
            )?;
            Source::stdin(MAX_FILE_BYTES)?.solves()?
        }
        (Some(first), second) => solves_of_arguments(first, second.as_deref())?,
    };
    if let Some(time) = args.time {
        match &mut all[..] {
            [solve] => solve.time = Some(time),
            all => {
                return Err(usage(format!("--time applies to a single solve, but there are {}", all.len())));
            }
        }
    }
    Ok(all)
}

/// Checks that standard input is redirected.
fn needs_stdin(message: &str) -> Result<(), Failure> {
    if io::stdin().is_terminal() { Err(usage(message)) } else { Ok(()) }
}

/// Returns the solves of one argument or two.
fn solves_of_arguments(first: &str, second: Option<&str>) -> Result<Vec<Solve>, Failure> {
    if CubeText::parse(first).is_err() {
        if Path::new(first).is_file() {
            return solves_of_files(first, second);
        }
        if first != "-" && looks_like_file_name(first) {
            return Err(usage(format!(
                "'{first}' is neither a file nor a scramble; write the moves of a scramble in quotes"
            )));
        }
        let source = Source::argument(first);
        let has_scramble_and_solution =
            link_text::is_meant(first) || first.contains('\n') || first.to_lowercase().contains("scramble");
        if has_scramble_and_solution && second.is_none() {
            return source.solves();
        }
        if first == "-" && second.is_none() {
            return Source::stdin(MAX_FILE_BYTES)?.solves();
        }
    }
    let part = TextPart { text: first.to_string(), line: 1, is_from_link: false };
    let part = match link_text::is_meant(first).then(|| link_text::read(first, Puzzle::Three)) {
        None => part,
        Some(Err(message)) => return Err(usage(format!("the scramble: {message}"))),
        Some(Ok(link)) => TextPart { text: link.setup.or(link.algorithm).unwrap_or_default(), ..part },
    };
    let scramble = Source::argument(first).scramble(&part, 1)?;
    let source = match second {
        None | Some("-") => {
            needs_stdin(&format!("no solution; {SOLUTION_HINT}"))?;
            Source::stdin(MAX_LINE_BYTES)?
        }
        Some(text) if Algorithm::parse(text).is_ok() => Source::argument(text),
        Some(text) if Path::new(text).is_file() => Source::file(Path::new(text))?,
        Some(text) if looks_like_file_name(text) => {
            return Err(usage(format!(
                "the solution: file '{text}' does not exist; give an existing file, the moves in quotes, or redirect \
                 standard input: < {text}"
            )));
        }
        Some(text) => Source::argument(text),
    };
    Ok(vec![source.after(scramble)?])
}

/// Returns the solves of files given as arguments.
fn solves_of_files(first: &str, second: Option<&str>) -> Result<Vec<Solve>, Failure> {
    let mut all = Source::file(Path::new(first))?.solves()?;
    match second {
        None => {}
        Some(second) if Path::new(second).is_file() => all.extend(Source::file(Path::new(second))?.solves()?),
        Some(_) => {
            return Err(usage(format!(
                "{first} is a file with scramble and solution; the next argument must be a file too (or use -i)"
            )));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_distinguished_from_moves() {
        for text in ["full2.txt", "solves/a", "a.csv", "R.txt"] {
            assert!(looks_like_file_name(text), "{text}");
        }
        for text in ["R U . R'", "R.", "R U2", "https://alg.cubing.net/?alg=R", ".5"] {
            assert!(!looks_like_file_name(text), "{text}");
        }
    }
}
