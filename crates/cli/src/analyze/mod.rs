//! `cubiform analyze`: computes lengths and solutions of the stages for each scramble, in the order of the input.
//!
//! The analyzer distributes the work among threads. This module reads the scrambles and writes the results.

mod filter;
mod host;
mod single;
mod temporary;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use cubiform_answers::Error;
use cubiform_cube::cube_text::CubeText;
use cubiform_cube::{Algorithm, Color};
use cubiform_solvers::cfop::{self, Analysis, AnalyzeError, Analyzer, Request};
use cubiform_threads::CancelToken;

use crate::arg_values;
use crate::args::{Analyze, Format, OnError};
use crate::draws;
use crate::error::{Failure, say};
use crate::interrupt;
use crate::interruptible;
use crate::open_tables::{self, TableRequest};
use crate::output::{Output, check_folder};
use crate::paths::Folder;
use crate::progress::Scrambles;
use crate::render::{self, NOT_TO_A_TERMINAL, Style};
use crate::terminal::Terminal;
use cubiform_answers::analysis::columns::{Layout, Naming};
use cubiform_answers::analysis::report::{Report, RunSettings};
use cubiform_answers::format::{self, grouped};
use cubiform_answers::goals::{GoalStages, Goals};
use cubiform_answers::input::wca;
use cubiform_answers::input::{BadLine, FileState, Input, Item, Options};
use cubiform_answers::links::{self, Links};
use cubiform_answers::parts::{
    MANIFEST_NAME, PartsOptions, PartsWriter, Repair, RowSink, SkippedLine, describe_file,
};
use cubiform_answers::pipeline::{self, Done, Next, Pull, Pulled};
use cubiform_answers::run::{InputSource, Position, Run, Selection, WantedItems, program};
use cubiform_answers::scramble::{self, Scramble, id_of};

pub(crate) use host::Command;
pub(crate) use temporary::{TemporaryAnalysis, analyze_file};

use filter::Filter;
use host::used_tables;
use single::Single;

/// The maximum number of scrambles in flight for each thread. It is large, so that a slow scramble does not block
/// others.
const ITEMS_PER_THREAD: usize = 256;

/// The result of an item of the input.
enum Outcome {
    /// A report, and the number of bytes of input read up to the item.
    Done(Box<Report>, u64),
    /// An unreadable line, with its id if that is known.
    Bad(BadLine, Option<String>),
    /// A scramble that does not satisfy the condition, and the number of bytes of input read up to the item.
    LeftOut(u64),
    Note(String),
    Failed(Failure),
}

/// Runs the command.
pub(crate) fn run(args: &Analyze) -> Result<(), Failure> {
    let goals = Goals::new(&args.goal, &args.stages).map_err(failed)?;
    let in_parts = args.output.as_ref().filter(|path| is_folder(path));
    check(args, in_parts.is_some())?;
    // Errors in input files are found before the tables are built.
    let folder = Folder::find(args.machine.tables.as_deref())?;
    let mut input = input(args, &folder)?;
    let records_sources = args.format == Format::Parquet || in_parts.is_some();
    let sources = if records_sources { sources(args)? } else { Vec::new() };
    input.expect(sources.iter().map(file_state));
    let settings = run_settings(args, &goals, sources, &input);
    let style = Style {
        terminal: Terminal::of_output(args.output.as_ref()),
        ids: args.scrambles.len() != 1,
        solutions: args.solutions > 0,
        slack: args.slack > 0,
        links: args.links,
    };
    let rows = |run: &Run| render::renderer(args.format, &goals, style, run);
    let stdin = PathBuf::from("-");
    let is_stdin = args.random.is_none() && args.scrambles.is_empty() && args.input.is_empty();
    let inputs = args.input.iter().chain(is_stdin.then_some(&stdin));
    // Errors of the output are found before the tables are built.
    let host = Command { continue_with: "continue with --resume" };
    let mut output = None;
    let mut sink: Option<Box<dyn RowSink<Report, Failure> + '_>> = None;
    if let Some(folder) = in_parts {
        check_folder(folder, inputs)?;
        if args.repair {
            let Some(repair) = Repair::open(folder, &settings, Box::new(rows), &host)? else { return Ok(()) };
            sink = Some(Box::new(repair));
        } else {
            let (run, resume, part_rows) = (settings.clone(), args.resume, args.part_rows);
            let options =
                PartsOptions { run, resume, merged_from: None, part_rows, rows: Box::new(rows), host: &host };
            sink = Some(Box::new(PartsWriter::open(folder, options)?));
        }
    } else {
        output = Some(Output::to(args.output.as_deref(), inputs)?.quiet(args.quiet));
    }
    let shows_progress = !output.as_ref().is_some_and(Output::is_terminal);
    let scrambles = input.estimate().map(|scrambles| args.shard.share(scrambles));
    let mut needs = Vec::new();
    for GoalStages { goal, stages } in goals.each() {
        let threads = args.machine.threads();
        needs.push(TableRequest {
            command: "analyze",
            goal,
            stages,
            profile: args.profile,
            scrambles,
            threads,
        });
    }
    let mut analyzer = open_tables::analyzer_of_goals(&needs.iter().collect::<Vec<_>>(), &folder)?;
    if let Some(moves) = args.only() {
        analyzer = analyzer.within(moves.0).map_err(Failure::build)?;
    }
    let filter = Filter::open(args, scrambles, &folder)?;
    if let Some(output) = output {
        // A single output names the tables that were used.
        let rows = rows(&Run { tables: used_tables(), ..settings });
        sink = Some(Box::new(Single { output, rows }));
    }
    let sink = sink.expect("there is an output");
    let progress = Scrambles::new(input.total, shows_progress);
    analyze(args, &goals, &analyzer, filter.as_ref(), input, sink, progress)
}

/// Checks that the options for output can be combined.
fn check(args: &Analyze, in_parts: bool) -> Result<(), Failure> {
    let to_terminal = args.output.is_none() && io::stdout().is_terminal();
    Err(usage(match args.format {
        Format::Csv if args.solutions > 0 => {
            "--solutions cannot be written as CSV; use --format table or --format jsonl"
        }
        Format::Parquet if args.solutions > 0 => {
            "--solutions cannot be written as Parquet; use --format jsonl"
        }
        Format::Parquet if args.only().is_some() => {
            "--moves cannot be used with Parquet, which has no value for impossible stages; use --format csv or jsonl"
        }
        Format::Parquet if to_terminal => NOT_TO_A_TERMINAL,
        Format::Table | Format::Json if args.layout == Layout::Long => {
            "--layout long requires --format csv, jsonl or parquet"
        }
        Format::Jsonl if args.layout == Layout::Long && args.solutions > 0 => {
            "--layout long cannot be used with --solutions; leave one of them out"
        }
        Format::Table | Format::Jsonl | Format::Json if args.columns != Naming::Rotation => {
            "--columns requires --format csv or parquet; the other formats always name colours"
        }
        Format::Json if in_parts => "parts cannot contain a JSON array; use --format jsonl",
        Format::Table if in_parts => {
            "parts cannot contain the table format; use --format parquet, csv or jsonl, or an --output without \
             a final slash"
        }
        _ if args.resume && !in_parts => {
            "--resume requires a folder of parts; name it with a final slash, as in --output DIR/"
        }
        _ if args.repair && !in_parts => {
            "--repair requires a folder of parts; name it with a final slash, as in --output DIR/"
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
fn file_state(source: &InputSource) -> Option<FileState> {
    let InputSource::File { bytes, xxh3, .. } = source else { return None };
    Some(FileState { bytes: *bytes, xxh3: Some(*xxh3) })
}

/// Returns the settings of the run, as they are recorded with the results.
fn run_settings(args: &Analyze, goals: &Goals, sources: Vec<InputSource>, input: &Input) -> Run {
    let credit = input.credit.clone();
    // The default events, if the input is a table of the WCA.
    let events = args.events.as_ref().map(|events| events.0.join(","));
    let events = events.or_else(|| credit.is_some().then(|| wca::EVENTS.join(",")));
    Run {
        program: program(),
        goal: goals.names(),
        stages: goals.stage_names().iter().map(ToString::to_string).collect(),
        colors: args.colors().iter().map(|color| color.letter()).collect(),
        metric: "HTM".into(),
        moves: args.only().map(|moves| moves.to_string()),
        solutions: args.solutions,
        slack: args.slack,
        format: args.format.extension().into(),
        columns: args.columns,
        layout: args.layout,
        shard: args.shard.to_string(),
        input: sources,
        events,
        credit,
        carried: input.carried(),
        // Random states have their condition in their source.
        condition: args.condition.as_ref().filter(|_| args.random.is_none()).map(ToString::to_string),
        tables: Vec::new(),
    }
}

/// Returns whether an output path means a folder of parts: it ends in a path separator.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

fn usage(message: impl Into<String>) -> Failure {
    Failure::usage("analyze", message)
}

/// Converts the error of a request.
fn failed(error: Error) -> Failure {
    Failure::of("analyze", error)
}

/// Opens the input that the arguments name.
fn input(args: &Analyze, folder: &Folder) -> Result<Input, Failure> {
    let options = || Options {
        events: args.events.clone(),
        column: args.column.clone(),
        carry: args.carry.clone().unwrap_or_default(),
        pipe_reader: Some(interruptible::reader),
        ..Options::default()
    };
    if let Some(count) = args.random {
        if let Some(condition) = &args.condition {
            let asked = draws::DrawRequest {
                command: "analyze",
                condition,
                count,
                seed: args.seed(),
                explain: args.explain,
                profile: args.profile,
                machine: &args.machine,
            };
            return draws::input(&asked, folder);
        }
        return Ok(Input::from_random(count, args.seed()));
    }
    if !args.input.is_empty() {
        return Input::from_files(&args.input, options()).map_err(failed);
    }
    if args.scrambles.is_empty() {
        if io::stdin().is_terminal() {
            return Err(usage("no scramble; give one in quotes, or a file with --input"));
        }
        return Input::from_files(&[PathBuf::from("-")], options()).map_err(failed);
    }
    let is_move = |text: &String| Algorithm::parse(text).is_ok_and(|algorithm| algorithm.turns().len() == 1);
    if args.scrambles.len() > 1 && args.scrambles.iter().all(is_move) {
        let joined = args.scrambles.join(" ");
        return Err(usage(format!(
            "these are scrambles of one move each; did you mean \"{joined}\", in quotes?"
        )));
    }
    if let Some(hint) = without_commas(args) {
        return Err(usage(hint));
    }
    if let Some(joined) = scramble::without_quotes(&args.scrambles) {
        return Err(usage(format!("these are the parts of one cube; did you mean \"{joined}\", in quotes?")));
    }
    scramble::wide_moves_note(&args.scrambles).iter().for_each(say);
    let input = Input::from_arguments(&args.scrambles);
    if args.on_error == OnError::Stop {
        let lines = Input::from_arguments(&args.scrambles);
        for item in lines {
            if let Item::Line(line) = item {
                Scramble::read(&line).map_err(|bad| Failure::Message(bad.to_string()))?;
            }
        }
    }
    Ok(input)
}

/// Returns a hint if an argument in the place of a scramble is the second value of an option: `-c white yellow`.
fn without_commas(args: &Analyze) -> Option<String> {
    let text = args.scrambles.iter().find(|text| CubeText::parse(text).is_err())?;
    let shown = text.escape_debug();
    if arg_values::parse_colors(text).is_ok() {
        let colors: Vec<&str> = args.colors().iter().map(|color| color.name()).collect();
        let colors =
            if colors.len() == Color::COLUMNS.len() { String::new() } else { colors.join(",") + "," };
        return Some(format!(
            "'{shown}' is a colour where a scramble is expected; separate colours with commas: --colors {colors}{shown}"
        ));
    }
    Goals::new(&args.goal, text).ok()?;
    let stages = if args.stages == "all" { String::new() } else { format!("{},", args.stages) };
    Some(format!(
        "'{shown}' is a stage where a scramble is expected; separate stages with commas: --stages {stages}{shown}"
    ))
}

/// Analyses the input and writes the results.
fn analyze(
    args: &Analyze,
    goals: &Goals,
    analyzer: &Analyzer,
    filter: Option<&Filter>,
    input: Input,
    mut sink: Box<dyn RowSink<Report, Failure> + '_>,
    mut progress: Scrambles,
) -> Result<(), Failure> {
    let threads = args.machine.threads();
    let wanted = sink.wanted();
    let (skipped_before, left_out_before) = sink.earlier();
    let done_before = if let WantedItems::After(done_before) = &wanted { done_before.items } else { 0 };
    let skips = args.on_error == OnError::Skip || sink.is_repair();
    let input = Selection::new(input, args.shard, wanted);
    let stop = interrupt::token();
    let request = Request {
        colors: args.colors().to_vec(),
        solutions: args.solutions,
        slack: args.slack,
        only_best: args.only_best(),
    };
    let wanted_links = match (args.links, Terminal::of_output(args.output.as_ref()).has_links()) {
        (true, _) => links::LinkPolicy::All,
        (false, true) if args.format == Format::Table => links::LinkPolicy::OfMoves,
        _ => links::LinkPolicy::None,
    };
    let links = Links::new(wanted_links, threads, &stop);
    let (stages, goal_of_stages) = (goals.stage_names(), goals.goal_of_stages());
    let frame =
        RunSettings { stages: &stages, goals: &goal_of_stages, colors: &request.colors, links: &links };
    let serve = |pull: Pull<'_, (Item, Position)>, done: Done<'_, (Outcome, Position)>| {
        let source = |may_wait| {
            loop {
                let (number, item, position) = match pull(may_wait) {
                    Pulled::Item(number, (item, position)) => (number, item, position),
                    Pulled::NoneYet => return cfop::Source::NoneYet,
                    Pulled::Over => return cfop::Source::Over,
                };
                match read_scramble(item).and_then(|read| apply_filter(filter, read, &stop)) {
                    Ok((scramble, bytes)) => {
                        let cube = scramble.cube;
                        return cfop::Source::Cube((number, scramble, bytes, position), cube);
                    }
                    Err(outcome) => done(number, (outcome, position)),
                }
            }
        };
        let analyzed = |taken: (usize, Scramble, u64, Position), analysis: Result<Analysis, AnalyzeError>| {
            let (number, scramble, bytes, position) = taken;
            let row = args.shard.row(position.items);
            let outcome = match analysis {
                Ok(analysis) => Outcome::Done(Box::new(frame.report(row, scramble, analysis)), bytes),
                Err(e) => Outcome::Failed(Failure::analyze(&e)),
            };
            done(number, (outcome, position));
        };
        analyzer.analyze_many(&request, threads, &stop, &source, &analyzed);
    };

    sink.begin()?;
    let (mut done, mut skipped, mut given_up, mut left_out) = (0u64, 0u64, 0u64, 0u64);
    let take = |next: Next<(Outcome, Position)>| match next {
        // A reader of the output sees each row at once.
        Next::Wait => sink.idle(),
        Next::Result((Outcome::Done(report, bytes), position)) => {
            sink.row(&report, &report.scramble.id, position)?;
            given_up += report.given_up();
            done += 1;
            progress.step(bytes);
            Ok(())
        }
        Next::Result((Outcome::LeftOut(bytes), position)) => {
            sink.leave_out(position)?;
            left_out += 1;
            progress.step(bytes);
            Ok(())
        }
        Next::Result((Outcome::Bad(bad, id), position)) if skips => {
            sink.skip(SkippedLine::new(args.shard.row(position.items), id, &bad), position)?;
            skipped += 1;
            progress.suspend(|| say(format_args!("skipped: {bad}")));
            Ok(())
        }
        Next::Result((Outcome::Bad(bad, _), _)) => Err(Failure::Message(bad.to_string())),
        Next::Result((Outcome::Note(note), _)) => {
            progress.suspend(|| say(note));
            Ok(())
        }
        Next::Result((Outcome::Failed(failure), _)) => Err(failure),
    };
    let ended = pipeline::run(input, threads.count() * ITEMS_PER_THREAD, &stop, serve, take);
    progress.finish();
    let ended = interrupt::or(ended);
    let items = done_before + done + skipped + left_out;
    // In a repair, the manifest lists the skipped lines already.
    let all_skipped = if sink.is_repair() { 0 } else { skipped_before + skipped };
    left_out += left_out_before;
    sink.end(ended)?;
    if let Some(condition) = args.condition.as_ref().filter(|_| filter.is_some()) {
        let of = grouped(items - all_skipped);
        say(format_args!(
            "{} of {of} scrambles satisfy {condition}",
            grouped(items - all_skipped - left_out)
        ));
    }
    if all_skipped > 0 {
        let listed = match args.output.as_ref().filter(|path| is_folder(path)) {
            Some(folder) => format!("; see \"skipped\" in {}", folder.join(MANIFEST_NAME).display()),
            None => String::new(),
        };
        say(format_args!("{all_skipped} of {items} lines could not be read{listed}"));
        return Err(Failure::Reported);
    }
    if given_up > 0 {
        say(format_args!(
            "{given_up} lengths are unknown, because the search stopped at its limit of {} nodes: the table shows a lower \
             bound (>9 means more than 9 moves), CSV and JSON leave them out",
            format::grouped(cfop::MAX_NODES_WITHIN)
        ));
    }
    if items == 0 {
        say("the input has no scrambles");
    }
    Ok(())
}

/// Returns the scramble if it satisfies the condition, or if there is no condition.
fn apply_filter(
    filter: Option<&Filter>,
    (scramble, bytes): (Scramble, u64),
    stop: &CancelToken,
) -> Result<(Scramble, u64), Outcome> {
    match filter.map_or(Ok(true), |filter| filter.matches(&scramble.cube, stop)) {
        Ok(true) => Ok((scramble, bytes)),
        Ok(false) => Err(Outcome::LeftOut(bytes)),
        Err(e) => Err(Outcome::Failed(Failure::analyze(&e))),
    }
}

/// Reads the scramble of an item. Returns it with the number of bytes of input read up to the item.
fn read_scramble(item: Item) -> Result<(Scramble, u64), Outcome> {
    match item {
        Item::Line(line) => Scramble::read(&line)
            .map(|scramble| (scramble, line.bytes))
            .map_err(|bad| Outcome::Bad(bad, Some(id_of(&line)))),
        Item::State(id, cube, number) => Ok((Scramble::from_state(id, cube), number)),
        Item::Bad(bad) => Err(Outcome::Bad(bad, None)),
        Item::Note(note) => Err(Outcome::Note(note)),
        Item::Failed(error) => Err(Outcome::Failed(failed(error))),
    }
}
