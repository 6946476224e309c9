//! `cubiform review`: reviews solves stage by stage, with the optimal length of each stage and the best
//! continuations. The solves come from arguments, files, links and standard input.

pub(crate) mod report;
mod summary;

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use cubiform_answers::Error;
use cubiform_answers::format::counted;
use cubiform_answers::input::display_name;
use cubiform_answers::input::lines::MAX_LINE_BYTES;
use cubiform_answers::limits::Limits;
use cubiform_answers::operation::{Context, Operation as _};
use cubiform_answers::review::{
    MethodChoice, ReviewQuestion, ReviewRequest, SOLUTION_HINT, Sides, Solve, SolveRecord, Source, Summary,
    json,
};
use cubiform_answers::scramble::link_text;
use cubiform_cube::Algorithm;
use cubiform_cube::cube_text::CubeText;

use crate::args::{self, OnError, ReviewFormat};
use crate::engines::RunSolvers;
use crate::failure::{Failure, file_error, say};
use crate::interrupt::{self, Interruptible};
use crate::json::{document, line};
use crate::output::print;
use crate::terminal::Terminal;

/// Runs the command.
pub(crate) fn run(args: &args::Review) -> Result<(), Failure> {
    let method = choice(args.method.as_deref())?;
    let all = entries(args, method.sides())?;
    let (count, mut entries) = (all.len(), Vec::new());
    for entry in all {
        match entry {
            Entry::Unreadable(error) if args.on_error == OnError::Skip => {
                say(format_args!("skipped: {error}"));
            }
            Entry::Unreadable(error) => return Err(error.into()),
            entry => entries.push(entry),
        }
    }
    let skipped = count - entries.len();
    reviews(args, &method, entries)?;
    if skipped > 0 {
        say(format_args!("{skipped} of {} could not be read", counted(count, "solve")));
        return Err(Failure::Reported);
    }
    Ok(())
}

/// Reviews the solves that were read.
fn reviews(args: &args::Review, method: &MethodChoice, entries: Vec<Entry>) -> Result<(), Failure> {
    let is_reviewed = |entry: &Entry| matches!(entry, Entry::Reviewed(_));
    if !args.summary && entries.iter().any(is_reviewed) {
        return Err(Failure::usage("these are reviews, not solves; summarise them with --summary"));
    }
    if args.summary && args.links {
        return Err(Failure::usage("--links has no effect with --summary"));
    }
    let advises_auto = matches!(method, MethodChoice::Cfop);
    let solves = entries.iter().filter(|entry| !is_reviewed(entry)).count() as u64;
    let solvers = (solves > 0).then(|| RunSolvers::open(&args.machine, args.profile)).transpose()?;
    let review = |solve: Solve| {
        let solvers = solvers.as_ref().expect("the solvers are open if there are solves");
        let question = args.request.of_solves(vec![solve], &Limits::NONE);
        let easiest = !args.summary && !matches!(args.format, ReviewFormat::Table);
        let question = ReviewQuestion { easiest, together: solves, method: method.clone(), ..question };
        let answer = ReviewRequest::answer(question, &Context::new(solvers))?;
        answer.solves.into_iter().next().ok_or_else(|| Error::message("a review is missing"))
    };
    if args.summary {
        let records = entries.into_iter().map(|entry| match entry {
            Entry::Solve(solve) => Ok(SolveRecord::from(&review(*solve)?)),
            Entry::Reviewed(record) => Ok(record),
            Entry::Unreadable(error) => Err(error.into()),
        });
        let summary = Summary::of_records(&records.collect::<Result<Vec<_>, Failure>>()?);
        return match args.format {
            ReviewFormat::Table => print(summary::table(&summary, Terminal::of_stdout()).as_bytes()),
            ReviewFormat::Json => print(document(&summary)?.as_bytes()),
            ReviewFormat::Jsonl => print(line(&summary)?.as_bytes()),
        };
    }
    let terminal = Terminal::of_stdout();
    let many = entries.len() > 1;
    let mut all = Vec::new();
    for (i, entry) in entries.into_iter().enumerate() {
        let Entry::Solve(solve) = entry else { continue };
        let reviewed = review(*solve)?;
        match args.format {
            ReviewFormat::Table => {
                let heading = if i == 0 { "" } else { "\n" };
                let text =
                    report::table(&reviewed, terminal, args.links, advises_auto, many.then_some(i + 1));
                print(format!("{heading}{text}").as_bytes())?;
            }
            ReviewFormat::Jsonl => print(line(&json::object(&reviewed))?.as_bytes())?,
            ReviewFormat::Json => {}
        }
        all.push(reviewed);
    }
    match (args.format, &all[..]) {
        (ReviewFormat::Json, [one]) => print(document(&json::object(one))?.as_bytes()),
        (ReviewFormat::Json, all) => print(document(&json::several(all))?.as_bytes()),
        (ReviewFormat::Table, all) if many => {
            print(format!("\n{}", summary::table(&Summary::of(all), terminal)).as_bytes())
        }
        _ => Ok(()),
    }
}

/// Returns the choice of a method by its name or its file.
fn choice(method: Option<&str>) -> Result<MethodChoice, Error> {
    let Some(name) = method else { return Ok(MethodChoice::Cfop) };
    let of_goals =
        || Ok(MethodChoice::of(crate::methods::method(name).map_err(|error| error.about("method"))?));
    MethodChoice::named(name).map_or_else(of_goals, Ok)
}

/// The maximum size of a file of solves, in bytes.
const MAX_FILE_BYTES: usize = 64 << 20;

/// A solve to review, or one whose review was read.
enum Entry {
    Solve(Box<Solve>),
    Reviewed(SolveRecord),
    /// A solve that cannot be read.
    Unreadable(Error),
}

/// Reads standard input, up to `max_bytes` bytes.
fn stdin(max_bytes: usize) -> Result<Source, Failure> {
    let mut text = Vec::new();
    let read = Interruptible::new(io::stdin())
        .and_then(|stdin| stdin.take(max_bytes as u64 + 1).read_to_end(&mut text));
    read.map_err(|e| Failure::Message(format!("cannot read standard input: {e}")))?;
    text_of(text, "standard input", max_bytes).map(Source::stdin)
}

/// Reads the solves or the reviews of a file; - is standard input.
fn entries_of_file(path: &Path, sides: Sides) -> Result<Vec<Entry>, Failure> {
    let source = if path == Path::new("-") { stdin(MAX_FILE_BYTES)? } else { file(path)? };
    entries_of(&source, &display_name(path), sides)
}

fn file(path: &Path) -> Result<Source, Failure> {
    let mut text = Vec::new();
    let file = interrupt::open(path).map_err(|e| file_error(path, "open", &e))?;
    let read = file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut text);
    read.map_err(|e| file_error(path, "read", &e))?;
    let name = path.display().to_string();
    text_of(text, &name, MAX_FILE_BYTES).map(|text| Source::file(text, &name))
}

/// Returns the text of a source, which must be UTF-8 of at most `max_bytes` bytes.
fn text_of(text: Vec<u8>, name: &str, max_bytes: usize) -> Result<String, Failure> {
    if text.len() > max_bytes {
        let is_line = max_bytes == MAX_LINE_BYTES;
        let size = if is_line { "a mebibyte; give a single solution" } else { "64 MiB; split it" };
        return Err(Failure::Message(format!("{name} is longer than {size}")));
    }
    match &text[..] {
        // Windows editors write UTF-16 with a byte order mark.
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            Err(Failure::Message(format!("{name} is UTF-16 text; save it as UTF-8")))
        }
        _ => String::from_utf8(text).map_err(|_| Failure::Message(format!("{name} is not UTF-8 text"))),
    }
}

/// Returns all solves of a source, or all reviews if it has the JSON lines of `review --format jsonl`.
fn entries_of(source: &Source, name: &str, sides: Sides) -> Result<Vec<Entry>, Failure> {
    if let Some(records) = reviews_of(&source.text, name)? {
        return Ok(records.into_iter().map(Entry::Reviewed).collect());
    }
    let entry = |solve: Result<Solve, Error>| match solve {
        Ok(solve) => Entry::Solve(Box::new(solve)),
        Err(error) => Entry::Unreadable(error),
    };
    Ok(source.each(sides)?.into_iter().map(entry).collect())
}

/// Returns the reviews of a text, or `None` if its first line is not one.
fn reviews_of(text: &str, name: &str) -> Result<Option<Vec<SolveRecord>>, Failure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).peekable();
    if lines.peek().is_none_or(|(_, line)| SolveRecord::read(line).is_none()) {
        return Ok(None);
    }
    let read = |(number, line): (usize, &str)| {
        let record = SolveRecord::read(line).unwrap_or_else(|| Err("not a review, unlike line 1".into()));
        record.map_err(|message| Failure::Message(format!("{name}:{number}: {message}")))
    };
    lines.map(read).collect::<Result<_, _>>().map(Some)
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

/// Returns the solves and reviews that the arguments name.
fn entries(args: &args::Review, sides: Sides) -> Result<Vec<Entry>, Failure> {
    let mut all = match (&args.scramble, &args.solution) {
        _ if !args.input.is_empty() => {
            let files = args.input.iter().map(|path| entries_of_file(path, sides));
            files.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect()
        }
        (None, _) => {
            let ways = "give a scramble and a solution in quotes, or the name of a file that has both";
            needs_stdin(&format!("no solve; {ways}"))?;
            entries_of_file(Path::new("-"), sides)?
        }
        (Some(first), second) => entries_of_arguments(first, second.as_deref(), sides)?,
    };
    if let Some(time) = args.request.time {
        match &mut all[..] {
            [Entry::Solve(solve)] => solve.time = Some(time),
            all => {
                return Err(Failure::usage(format!(
                    "--time applies to a single solve, but there are {}",
                    all.len()
                )));
            }
        }
    }
    Ok(all)
}

/// Returns whether an argument names a file or a pipe, such as that of a process substitution.
fn is_file(argument: &str) -> bool {
    fs::metadata(argument).is_ok_and(|metadata| !metadata.is_dir())
}

/// Checks that standard input is redirected.
fn needs_stdin(message: &str) -> Result<(), Failure> {
    if io::stdin().is_terminal() { Err(Failure::usage(message)) } else { Ok(()) }
}

/// Returns the solves or reviews of one argument or two.
fn entries_of_arguments(first: &str, second: Option<&str>, sides: Sides) -> Result<Vec<Entry>, Failure> {
    if CubeText::parse(first).is_err() {
        if is_file(first) {
            return entries_of_files(first, second, sides);
        }
        if first != "-" && looks_like_file_name(first) {
            return Err(Failure::usage(format!(
                "'{first}' is neither a file nor a scramble; write the moves of a scramble in quotes"
            )));
        }
        let source = Source::argument(first);
        let has_scramble_and_solution =
            link_text::is_meant(first) || first.contains('\n') || first.to_lowercase().contains("scramble");
        if has_scramble_and_solution && second.is_none() {
            return entries_of(&source, "the argument", sides);
        }
        if first == "-" && second.is_none() {
            return entries_of_file(Path::new("-"), sides);
        }
    }
    let scramble = Source::argument(first).as_scramble()?;
    let source = match second {
        None | Some("-") => {
            needs_stdin(&format!("no solution; {SOLUTION_HINT}"))?;
            stdin(MAX_LINE_BYTES)?
        }
        Some(text) if Algorithm::parse(text).is_ok() => Source::argument(text),
        Some(text) if is_file(text) => file(Path::new(text))?,
        Some(text) if looks_like_file_name(text) => {
            return Err(Failure::usage(format!(
                "the solution: file '{text}' does not exist; give an existing file, the moves in quotes, or redirect \
                 standard input: < {text}"
            )));
        }
        Some(text) => Source::argument(text),
    };
    Ok(vec![Entry::Solve(Box::new(source.after(scramble, sides)?))])
}

/// Returns the solves or reviews of files given as arguments.
fn entries_of_files(first: &str, second: Option<&str>, sides: Sides) -> Result<Vec<Entry>, Failure> {
    let mut all = entries_of_file(Path::new(first), sides)?;
    match second {
        None => {}
        Some(second) if is_file(second) => all.extend(entries_of_file(Path::new(second), sides)?),
        Some(_) => {
            return Err(Failure::usage(format!(
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
