//! Where solves come from: arguments, files, links and standard input; each parsed, with the place of its moves.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;

use cubiform_cube::Algorithm;
use cubiform_cube::cube_text::CubeText;

use super::reconstruction::{Part, Reconstruction, reconstructions, records};
use crate::args;
use crate::args::Puzzle;
use crate::error::{Failure, about_file};
use crate::input::{Content, Line, Place};
use crate::interruptible::Interruptible;
use crate::lines::LONGEST;
use crate::link_text;
use crate::scramble::Scramble;

/// The longest file of solves, in bytes.
const LONGEST_FILE: usize = 64 << 20;

/// A solve to review.
#[derive(Debug)]
pub(super) struct Solve {
    /// What it is called.
    pub(super) title: Option<String>,
    pub(super) scramble: Scramble,
    pub(super) algorithm: Algorithm,
    /// The time, in seconds.
    pub(super) time: Option<f64>,
    /// The line and the column of each move in its source.
    pub(super) places: Vec<(usize, usize)>,
    /// The name of the file, if it is from one.
    pub(super) file: Option<Arc<str>>,
    /// The line of the file where it begins, from 1.
    pub(super) line: usize,
}

/// A text with reconstructions.
struct Source {
    text: String,
    /// The name of a file or of standard input; `None` for an argument.
    name: Option<Arc<str>>,
}

fn usage(message: impl Into<String>) -> Failure {
    Failure::usage("review", message)
}

/// How to give a solution.
const HOW: &str = "give its moves in quotes, the name of a file, or text on standard input";

impl Source {
    fn argument(text: &str) -> Source {
        Source { text: text.to_string(), name: None }
    }

    /// Reads standard input, of at most `longest` bytes.
    fn stdin(longest: usize) -> Result<Source, Failure> {
        let mut text = Vec::new();
        let read = Interruptible::new(io::stdin())
            .and_then(|stdin| stdin.take(longest as u64 + 1).read_to_end(&mut text));
        read.map_err(|e| Failure::Message(format!("cannot read standard input: {e}")))?;
        Source::of_bytes(text, "standard input", "<stdin>", longest)
    }

    fn file(path: &Path) -> Result<Source, Failure> {
        let mut text = Vec::new();
        let file = File::open(path).map_err(|e| about_file(path, "open", &e))?;
        let read = file.take(LONGEST_FILE as u64 + 1).read_to_end(&mut text);
        read.map_err(|e| about_file(path, "read", &e))?;
        let name = path.display().to_string();
        Source::of_bytes(text, &name, &name, LONGEST_FILE)
    }

    fn of_bytes(text: Vec<u8>, called: &str, name: &str, longest: usize) -> Result<Source, Failure> {
        if text.len() > longest {
            let size =
                if longest == LONGEST { "a mebibyte; give one solution on it" } else { "64 MiB; split it" };
            return Err(Failure::Message(format!("{called} is longer than {size}")));
        }
        let text = match &text[..] {
            // Windows editors write UTF-16 with a mark.
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
                return Err(Failure::Message(format!("{called} is UTF-16 text; save it as UTF-8")));
            }
            _ => String::from_utf8(text)
                .map_err(|_| Failure::Message(format!("{called} is not UTF-8 text")))?,
        };
        Ok(Source { text, name: Some(name.into()) })
    }

    /// A fault at a place of the text: of the arguments, or of a file.
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

    /// All solves of the text, each with its scramble.
    fn solves(&self) -> Result<Vec<Solve>, Failure> {
        let read = records(&self.text).unwrap_or_else(|| reconstructions(&self.text, false));
        let all = read.map_err(|(line, message)| self.fault(line, None, &message))?;
        let what = self
            .name
            .as_deref()
            .map_or("the argument", |name| if self.is_stdin() { "standard input" } else { name });
        if all.is_empty() {
            return Err(self.empty(&format!("{what} has no solve: no moves were found")));
        }
        all.into_iter().map(|one| self.solve(one)).collect()
    }

    fn empty(&self, message: &str) -> Failure {
        let message = format!("{message}; {HOW}");
        if self.name.is_none() { usage(message) } else { Failure::Message(message) }
    }

    /// The solve of a reconstruction that has its scramble.
    fn solve(&self, one: Reconstruction) -> Result<Solve, Failure> {
        let Some(part) = &one.scramble else {
            let message = "there is no scramble: write `Scramble: ...` before the moves, or give the scramble as the first \
                           argument: cubiform review \"SCRAMBLE\" FILE";
            return Err(self.fault(one.line, None, message));
        };
        let scramble = self.scramble(part, one.line)?;
        self.with_scramble(scramble, one)
    }

    fn scramble(&self, part: &Part, line: usize) -> Result<Scramble, Failure> {
        let blanks = part.text.chars().take_while(|c| c.is_whitespace()).count();
        let place = Place::Argument(1);
        let read = Scramble::read(&Line {
            content: Content::Text(part.text.trim().into()),
            place,
            bytes: 0,
            carried: Vec::new(),
        });
        read.map_err(|bad| {
            let what = if bad.is_state { "the cube" } else { "the scramble" };
            if part.is_of_link {
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

    /// The solve of a reconstruction after a scramble.
    fn with_scramble(&self, scramble: Scramble, one: Reconstruction) -> Result<Solve, Failure> {
        let part = &one.solution;
        let (algorithm, places) = Algorithm::parse_with_places(&part.text).map_err(|mut error| {
            if part.is_of_link {
                let (line, column, message) = (error.line, error.column, error.message());
                return self.fault(
                    one.line,
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
                Some(_) => self.fault(one.line, None, &format!("the solution is empty; {HOW}")),
            });
        }
        let offset = if part.is_of_link { 0 } else { part.line - 1 };
        let places = places.into_iter().map(|(line, column)| (line + offset, column)).collect();
        let file = self.name.clone();
        Ok(Solve { title: one.title, scramble, algorithm, time: one.time, places, file, line: one.line })
    }

    /// The one solve of the text after a scramble that is known.
    fn after(&self, scramble: Scramble) -> Result<Solve, Failure> {
        let all =
            reconstructions(&self.text, true).map_err(|(line, message)| self.fault(line, None, &message))?;
        if all.len() > 1 {
            let message = format!(
                "there are {} solves in the text; to review each with its own scramble, leave the scramble out",
                all.len()
            );
            return Err(self.fault(all[1].line, None, &message));
        }
        let Some(one) = all.into_iter().next() else {
            // Words that are not moves are told with their place.
            return match Algorithm::parse(&self.text) {
                Err(error) => Err(self.fault(error.line, Some(error.column), &error.message())),
                Ok(_) if self.is_stdin() => {
                    Err(self.empty("the solution is empty: standard input has no moves"))
                }
                Ok(_) => Err(self.empty("the solution is empty")),
            };
        };
        if let Some(part) = &one.scramble {
            let own = self.scramble(part, one.line)?;
            if own.cube != scramble.cube {
                let message = "the scramble here is another than that of the argument; leave one of them out";
                return Err(self.fault(part.line, None, message));
            }
        }
        self.with_scramble(scramble, one)
    }
}

/// Whether an argument that is neither moves nor a file looks like the name of a file.
fn looks_like_a_file(text: &str) -> bool {
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
                    if path == Path::new("-") { Source::stdin(LONGEST_FILE)? } else { Source::file(path)? };
                all.extend(source.solves()?);
            }
            all
        }
        (None, _) => {
            needs_stdin(
                "no solve; give a scramble and a solution in quotes, or the name of a file that has both",
            )?;
            Source::stdin(LONGEST_FILE)?.solves()?
        }
        (Some(first), second) => of_arguments(first, second.as_deref())?,
    };
    if let Some(time) = args.time {
        match &mut all[..] {
            [one] => one.time = Some(time),
            all => return Err(usage(format!("--time is for one solve, and there are {}", all.len()))),
        }
    }
    Ok(all)
}

/// Fails if nobody has redirected standard input.
fn needs_stdin(message: &str) -> Result<(), Failure> {
    if io::stdin().is_terminal() { Err(usage(message)) } else { Ok(()) }
}

/// The solves of a first argument and perhaps a second.
fn of_arguments(first: &str, second: Option<&str>) -> Result<Vec<Solve>, Failure> {
    if CubeText::parse(first).is_err() {
        if Path::new(first).is_file() {
            return of_files(first, second);
        }
        if first != "-" && looks_like_a_file(first) {
            return Err(usage(format!(
                "there is no file '{first}', and it is not a scramble; write the moves of a scramble in quotes"
            )));
        }
        let source = Source::argument(first);
        let is_whole =
            link_text::is_meant(first) || first.contains('\n') || first.to_lowercase().contains("scramble");
        if is_whole && second.is_none() {
            return source.solves();
        }
        if first == "-" && second.is_none() {
            return Source::stdin(LONGEST_FILE)?.solves();
        }
    }
    let part = Part { text: first.to_string(), line: 1, is_of_link: false };
    let part = match link_text::is_meant(first).then(|| link_text::read(first, Puzzle::Three)) {
        None => part,
        Some(Err(message)) => return Err(usage(format!("the scramble: {message}"))),
        Some(Ok(link)) => Part { text: link.setup.or(link.algorithm).unwrap_or_default(), ..part },
    };
    let scramble = Source::argument(first).scramble(&part, 1)?;
    let source = match second {
        None | Some("-") => {
            needs_stdin(&format!("no solution; {HOW}"))?;
            Source::stdin(LONGEST)?
        }
        Some(text) if Algorithm::parse(text).is_ok() => Source::argument(text),
        Some(text) if Path::new(text).is_file() => Source::file(Path::new(text))?,
        Some(text) if looks_like_a_file(text) => {
            return Err(usage(format!(
                "the solution: there is no file '{text}'; write the name of a file that exists, the moves in quotes, or \
                 redirect standard input: < {text}"
            )));
        }
        Some(text) => Source::argument(text),
    };
    Ok(vec![source.after(scramble)?])
}

/// The solves of files given as arguments.
fn of_files(first: &str, second: Option<&str>) -> Result<Vec<Solve>, Failure> {
    let mut all = Source::file(Path::new(first))?.solves()?;
    match second {
        None => {}
        Some(second) if Path::new(second).is_file() => all.extend(Source::file(Path::new(second))?.solves()?),
        Some(_) => {
            return Err(usage(format!(
                "{first} is a file with scramble and solution; what follows must be a file, too (or name files with -i)"
            )));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_told_from_moves() {
        for text in ["full2.txt", "solves/a", "a.csv", "R.txt"] {
            assert!(looks_like_a_file(text), "{text}");
        }
        for text in ["R U . R'", "R.", "R U2", "https://alg.cubing.net/?alg=R", ".5"] {
            assert!(!looks_like_a_file(text), "{text}");
        }
    }
}
