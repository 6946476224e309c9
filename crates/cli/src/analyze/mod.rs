//! `cubiform analyze`: computes lengths and solutions of the stages for each scramble, in the order of the input.
//!
//! The analyzer distributes the work among threads. This module reads the scrambles and writes the results, to a single output
//! or to a folder of parts.

mod work;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use cubiform_answers::Error;
use cubiform_answers::analysis::AnalyzeQuestion;
use cubiform_answers::analysis::report::Report;
use cubiform_answers::draws::drawn_states;
use cubiform_answers::format::grouped;
use cubiform_answers::goals::Goals;
use cubiform_answers::input::{FileState, Input, Item, Options};
use cubiform_answers::links::LinkPolicy;
use cubiform_answers::parts::{
    Event, Host, MANIFEST_NAME, PartsOptions, PartsWriter, RowSink, describe_file,
};
use cubiform_answers::puzzle::Puzzle;
use cubiform_answers::rows::RowWriter;
use cubiform_answers::run::{InputSource, Position, Run, UsedTable};
use cubiform_answers::scramble::{self, Scramble};
use cubiform_answers::solvers::Solvers as _;
use cubiform_cube::cube_text::CubeText;
use cubiform_cube::{Algorithm, Color};
use cubiform_solvers::cfop;

use crate::args::{Analyze, Format, OnError};
use crate::engines::RunSolvers;
use crate::failure::{Failure, say};
use crate::interrupt::{self, REQUESTED};
use crate::output::{Output, check_folder};
use crate::progress::Scrambles;
use crate::render::{self, NOT_TO_A_TERMINAL, Style};
use crate::table_checks;
use crate::terminal::Terminal;

use work::{Counts, Filter, Work};

/// Runs the command.
pub(crate) fn run(args: &Analyze) -> Result<(), Failure> {
    let question = args.question()?;
    let in_parts = args.output.as_ref().filter(|path| is_folder(path));
    check(args, &question, in_parts.is_some())?;
    // Errors in input files are found before the tables are built.
    let solvers =
        RunSolvers { explains_draws: args.explain, ..RunSolvers::open(&args.machine, args.profile)? };
    let engines = &solvers.engines;
    let mut input = input(args, &solvers)?;
    let records_sources = args.format == Format::Parquet || in_parts.is_some();
    let sources = if records_sources { sources(args)? } else { Vec::new() };
    input.expect(sources.iter().map(file_state));
    let settings = run_settings(args, &question, sources, &input);
    let style = Style {
        terminal: Terminal::of_output(args.output.as_ref()),
        ids: args.scrambles.len() != 1,
        solutions: question.solutions() > 0,
        slack: question.request.slack > 0,
        links: question.links,
    };
    let rows = |run: &Run| render::renderer(args.format, &question.goals, style, run);
    let stdin = PathBuf::from("-");
    let is_stdin = args.random.is_none() && args.scrambles.is_empty() && args.input.is_empty();
    let inputs = args.input.iter().chain(is_stdin.then_some(&stdin));
    // Errors of the output are found before the tables are built.
    let host = Command { continue_with: "continue with --resume" };
    let mut output = None;
    let mut sink: Option<Box<dyn RowSink<Report, Failure> + '_>> = None;
    if let Some(folder) = in_parts {
        check_folder(folder, inputs)?;
        let (run, resume, part_rows) = (settings.clone(), args.resume, args.part_rows);
        let options =
            PartsOptions { run, resume, merged_from: None, part_rows, rows: Box::new(rows), host: &host };
        sink = Some(Box::new(PartsWriter::open(folder, options)?));
    } else {
        output = Some(Output::to(args.output.as_deref(), inputs)?);
    }
    let shows_progress = !output.as_ref().is_some_and(Output::is_terminal);
    let scrambles = input.estimate().map(|scrambles| args.shard.share(scrambles));
    let moves = question.moves.map(|moves| moves.0);
    let analyzer = engines.analyzer(&question.goals, moves, scrambles, &REQUESTED)?;
    let filter = Filter::open(args, scrambles, engines)?;
    let threads = args.machine.threads();
    if let Some(output) = output {
        // A single output names the tables that were used.
        let rows = rows(&Run { tables: used_tables(), ..settings });
        sink = Some(Box::new(Single { output, rows }));
    }
    let links = match (question.links, Terminal::of_output(args.output.as_ref()).hyperlinks) {
        (true, _) => LinkPolicy::All,
        (false, true) if args.format == Format::Table => LinkPolicy::OfMoves,
        _ => LinkPolicy::None,
    };
    let work = Work {
        question: &question,
        analyzer: &analyzer,
        filter: filter.as_ref(),
        shard: args.shard,
        links,
        threads,
        skips: args.on_error == OnError::Skip,
    };
    let progress = Scrambles::new(input.total, shows_progress);
    let counts = work.run(input, sink.expect("there is an output"), progress)?;
    report(args, &counts)
}

/// Prints what the user should know of a run that has ended.
///
/// # Errors
/// If lines were skipped.
fn report(args: &Analyze, counts: &Counts) -> Result<(), Failure> {
    let Counts { items, skipped, left_out, given_up } = *counts;
    if let Some(condition) = args.condition.as_ref().filter(|_| args.random.is_none()) {
        let (of, matching) = (grouped(items - skipped), grouped(items - skipped - left_out));
        say(format_args!("{matching} of {of} scrambles satisfy {condition}"));
    }
    if skipped > 0 {
        let list = match args.output.as_ref().filter(|path| is_folder(path)) {
            Some(folder) => format!("; see \"skipped\" in {}", folder.join(MANIFEST_NAME).display()),
            None => String::new(),
        };
        say(format_args!("{skipped} of {items} lines could not be read{list}"));
        return Err(Failure::Reported);
    }
    if given_up > 0 {
        say(format_args!(
            "{given_up} lengths are unknown, because the search stopped at its limit of {} nodes: the table shows a lower \
             bound (>9 means more than 9 moves), CSV and JSON leave them out",
            grouped(cfop::MAX_NODES_WITHIN)
        ));
    }
    if items == 0 {
        say("the input has no scrambles");
    }
    Ok(())
}

/// Checks that the options for output can be combined.
fn check(args: &Analyze, question: &AnalyzeQuestion, in_parts: bool) -> Result<(), Failure> {
    let has_solutions = question.request.solutions > 0;
    let to_terminal = args.output.is_none() && io::stdout().is_terminal();
    Err(Failure::usage(match args.format {
        Format::Csv if has_solutions => {
            "--solutions cannot be written as CSV; use --format table or --format jsonl"
        }
        Format::Parquet if has_solutions => "--solutions cannot be written as Parquet; use --format jsonl",
        Format::Parquet if question.moves.is_some() => {
            "--moves cannot be used with Parquet, which has no value for impossible stages; use --format csv or jsonl"
        }
        Format::Parquet if to_terminal => NOT_TO_A_TERMINAL,
        Format::Json if in_parts => "parts cannot contain a JSON array; use --format jsonl",
        Format::Table if in_parts => {
            "parts cannot contain the table format; use --format parquet, csv or jsonl, or an --output without \
             a final slash"
        }
        _ if args.resume && !in_parts => {
            "--resume requires a folder of parts; name it with a final slash, as in --output DIR/"
        }
        _ => return Ok(()),
    }))
}

/// Describes the sources of the scrambles. Reads each file once for its hash.
fn sources(args: &Analyze) -> Result<Vec<InputSource>, Failure> {
    if let Some(count) = args.random {
        let condition = args.condition.as_ref().map(ToString::to_string);
        return Ok(vec![InputSource::Random { count, seed: args.seed(), condition }]);
    }
    if !args.input.is_empty() {
        return Ok(args.input.iter().map(|path| describe_file(path)).collect::<Result<_, _>>()?);
    }
    Ok(vec![match args.scrambles.len() {
        0 => InputSource::Stream("-".into()),
        count => InputSource::Arguments(count),
    }])
}

/// Returns the recorded state of a file; `None` for other sources.
pub(crate) fn file_state(source: &InputSource) -> Option<FileState> {
    let InputSource::File { bytes, xxh3, .. } = source else { return None };
    Some(FileState { bytes: *bytes, xxh3: Some(*xxh3) })
}

/// Returns the settings of the run, as they are recorded with the results.
fn run_settings(args: &Analyze, question: &AnalyzeQuestion, sources: Vec<InputSource>, input: &Input) -> Run {
    let run = Run::of_input(question, input);
    Run {
        format: args.format.extension().into(),
        shard: args.shard.to_string(),
        input: sources,
        events: args.events.as_ref().map(|events| events.0.join(",")).or(run.events),
        // Random states have their condition in their source.
        condition: args.condition.as_ref().filter(|_| args.random.is_none()).map(ToString::to_string),
        ..run
    }
}

/// Returns whether an output path means a folder of parts: it ends in a path separator.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// Opens the input that the arguments name.
fn input(args: &Analyze, solvers: &RunSolvers) -> Result<Input, Failure> {
    let options = || Options {
        events: args.events.clone(),
        column: args.column.clone(),
        carry: args.carry.clone().unwrap_or_default(),
        pipe_reader: Some(interrupt::reader),
        ..Options::default()
    };
    if let Some(count) = args.random {
        if let Some(condition) = &args.condition {
            let draw = solvers.draw(condition, args.seed())?;
            return Ok(drawn_states(draw, condition, count, args.seed()));
        }
        return Ok(Input::from_random(count, args.seed()));
    }
    if !args.input.is_empty() {
        return Ok(Input::from_files(&args.input, options())?);
    }
    if args.scrambles.is_empty() {
        if io::stdin().is_terminal() {
            return Err(Failure::usage("no scramble; give one in quotes, or a file with --input"));
        }
        return Ok(Input::from_files(&[PathBuf::from("-")], options())?);
    }
    let is_move = |text: &String| Algorithm::parse(text).is_ok_and(|algorithm| algorithm.turns().len() == 1);
    if args.scrambles.len() > 1 && args.scrambles.iter().all(is_move) {
        let joined = args.scrambles.join(" ");
        return Err(Failure::usage(format!(
            "these are scrambles of one move each; did you mean \"{joined}\", in quotes?"
        )));
    }
    if let Some(hint) = without_commas(args) {
        return Err(Failure::usage(hint));
    }
    if let Some(joined) = scramble::without_quotes(&args.scrambles) {
        return Err(Failure::usage(format!(
            "these are the parts of one cube; did you mean \"{joined}\", in quotes?"
        )));
    }
    scramble::wide_moves_note(&args.scrambles, Puzzle::Three).iter().for_each(say);
    if args.on_error == OnError::Stop {
        for item in Input::from_arguments(&args.scrambles) {
            let Item::Line(line) = item else { continue };
            Scramble::read(&line).map_err(|bad| Failure::Message(bad.to_string()))?;
        }
    }
    Ok(Input::from_arguments(&args.scrambles))
}

/// Returns a hint if an argument in the place of a scramble is the second value of an option: `-c white yellow`.
fn without_commas(args: &Analyze) -> Option<String> {
    let text = args.scrambles.iter().find(|text| CubeText::parse(text).is_err())?;
    let argument = text.escape_debug();
    let question = args.question().ok()?;
    let (what, before) = if Color::list(text).is_ok() {
        let all = question.request.frames;
        let named = all.iter().filter(|_| all.len() < Color::COLUMNS.len());
        ("colour", named.map(|frame| frame.name().to_string() + ",").collect())
    } else {
        Goals::new(&question.goals.list(), text).ok()?;
        let stages = args.request.stages.as_deref().filter(|stages| *stages != "all");
        ("stage", stages.map_or_else(String::new, |stages| format!("{stages},")))
    };
    let option = if what == "stage" { "--stages" } else { "--colors" };
    Some(format!(
        "'{argument}' is a {what} where a scramble is expected; separate {what}s with commas: {option} {before}{argument}"
    ))
}

/// A single output, and the writer of its rows.
struct Single {
    output: Output,
    rows: Box<dyn RowWriter<Report>>,
}

impl RowSink<Report, Failure> for Single {
    fn begin(&mut self) -> Result<(), Failure> {
        self.rows.write_header(&mut self.output).map_err(|e| self.output.failure(&e))
    }

    fn row(&mut self, row: &Report, _: &str, _: Position) -> Result<(), Failure> {
        self.rows.write_row(row, &mut self.output).map_err(|e| self.output.failure(&e))
    }

    fn idle(&mut self) -> Result<(), Failure> {
        std::io::Write::flush(&mut self.output).map_err(|e| self.output.failure(&e))
    }

    fn end(mut self: Box<Self>, ended: Result<(), Failure>) -> Result<(), Failure> {
        if ended.is_ok() {
            self.rows.write_end(&mut self.output).map_err(|e| self.output.failure(&e))?;
            return self.output.finish();
        }
        let hint = self.output.is_file() && matches!(ended, Err(Failure::Interrupted));
        let ended = self.output.end(ended);
        if hint {
            say("a run with --output DIR/ keeps its rows, and --resume continues it");
        }
        ended
    }
}

/// The command, with its advice for continuing a run that ends early.
pub(crate) struct Command {
    pub(crate) continue_with: &'static str,
}

impl Host for Command {
    fn tables(&self) -> Vec<UsedTable> {
        used_tables()
    }

    fn verify_tables(&self) -> Result<(), Error> {
        // The run ends with the message about the table.
        table_checks::wait_for_all().map_err(|_| Error::cancelled())
    }

    fn show(&self, event: &Event<'_>) {
        match event {
            Event::Kept { .. } => say(format_args!("{event}: {}", self.continue_with)),
            Event::Lost(error) => {
                if let Failure::Message(message) = Failure::from((*error).clone()) {
                    say(format_args!("error: {message}"));
                }
            }
            event => say(event),
        }
    }

    fn is_stopped(&self) -> bool {
        interrupt::requested()
    }
}

/// Returns the table files that this process uses, by name.
fn used_tables() -> Vec<UsedTable> {
    table_checks::identities().into_iter().map(UsedTable::from).collect()
}
