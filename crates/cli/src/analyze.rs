//! `cubiform analyze`: scrambles in, lengths and solutions of the stages out, in the order of the input.
//!
//! The analyzer keeps all threads busy, with many scrambles or with the parts of one; here is what comes before and
//! after it.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cubiform_cube::Algorithm;
use cubiform_solvers::cfop::{Analysis, AnalyzeError, Analyzer, Request, Source};

use crate::args::{Analyze, Format, OnError};
use crate::choice;
use crate::draws;
use crate::failure::{Failure, say};
use crate::input::{BadLine, Input, Item};
use crate::interrupt;
use crate::loading::{self, Need};
use crate::output::Output;
use crate::paths::Folder;
use crate::pipeline::{self, Done, Next, Pull, Pulled};
use crate::progress::Scrambles;
use crate::render::{self, Render, Style};
use crate::report::{Report, report};
use crate::scramble::Scramble;

/// How many scrambles may be under way for each thread: enough that one slow one holds up none.
const PERMITS: usize = 256;

/// What has become of an item of the input.
enum Outcome {
    /// It was analyzed; so many bytes of input had been read with it.
    Done(Box<Report>, u64),
    Bad(BadLine),
    Note(String),
    Failed(Failure),
}

/// Runs the command.
pub(crate) fn run(args: &Analyze) -> Result<(), Failure> {
    let goal = &args.goal;
    let stages =
        choice::stages(&args.stages, goal).map_err(|message| usage(format!("--stages: {message}")))?;
    if args.solutions > 0 && args.format == Format::Csv {
        return Err(usage("CSV has no place for --solutions; use --format table or --format jsonl"));
    }
    // All that can be wrong with files is found before the tables are built.
    let folder = Folder::find(args.machine.tables.as_deref())?;
    let input = input(args, &folder)?;
    let output = match &args.output {
        Some(path) => Output::file(path)?,
        None => Output::stdout(),
    };
    let need = Need {
        command: "analyze",
        goal,
        stages: &stages,
        profile: args.profile,
        scrambles: input.estimate(),
        threads: args.machine.threads(),
    };
    let tables = loading::tables(&need, &folder)?;
    let analyzer = Analyzer::new(goal, &stages, &tables);
    let style = Style {
        bold: output.is_terminal() && wants_color(),
        ids: args.scrambles.len() != 1,
        solutions: args.solutions > 0,
    };
    let names = analyzer.stages().collect();
    let renderer = render::renderer(args.format, goal, names, args.colors.0.clone(), style);
    analyze(args, &analyzer, &folder, input, renderer, output)
}

fn usage(message: impl Into<String>) -> Failure {
    Failure::usage("analyze", message)
}

/// The scrambles that the arguments name.
fn input(args: &Analyze, folder: &Folder) -> Result<Input, Failure> {
    let events = args.events.as_ref();
    if let Some(count) = args.random {
        if let Some(condition) = &args.condition {
            return draws::input(args, condition, count, folder);
        }
        return Ok(Input::from_random(count, args.seed.unwrap_or(1)));
    }
    if !args.input.is_empty() {
        return Input::from_files(&args.input, events);
    }
    if args.scrambles.is_empty() {
        if io::stdin().is_terminal() {
            return Err(usage("no scramble; give one in quotes, or a file with --input"));
        }
        return Input::from_files(&[PathBuf::from("-")], events);
    }
    let is_move = |text: &String| Algorithm::parse(text).is_ok_and(|algorithm| algorithm.turns().len() == 1);
    if args.scrambles.len() > 1 && args.scrambles.iter().all(is_move) {
        let whole = args.scrambles.join(" ");
        return Err(usage(format!(
            "these are scrambles of one move each; did you mean \"{whole}\", in quotes?"
        )));
    }
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

/// The environment's say about colours, <https://no-color.org>.
fn wants_color() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Analyzes all of the input.
fn analyze(
    args: &Analyze,
    analyzer: &Analyzer,
    folder: &Folder,
    input: Input,
    mut renderer: Box<dyn Render>,
    mut output: Output,
) -> Result<(), Failure> {
    let threads = args.machine.threads();
    let mut progress = Scrambles::new(input.total, !output.is_terminal());
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::also_set(&stop);
    let colors = &args.colors.0;
    let request = Request { colors: colors.clone(), solutions: args.solutions, only_best: true };
    let serve = |pull: Pull<'_, Item>, done: Done<'_, Outcome>| {
        let source = |may_wait| {
            loop {
                let (number, item) = match pull(may_wait) {
                    Pulled::Item(number, item) => (number, item),
                    Pulled::NoneYet => return Source::NoneYet,
                    Pulled::Over => return Source::Over,
                };
                match read(item) {
                    Ok((scramble, bytes)) => {
                        let cube = scramble.cube;
                        return Source::Cube((number, scramble, bytes), cube);
                    }
                    Err(outcome) => done(number, outcome),
                }
            }
        };
        let analyzed = |(number, scramble, bytes), analysis: Result<Analysis, AnalyzeError>| {
            let outcome = match analysis {
                Ok(analysis) => {
                    Outcome::Done(Box::new(report(analyzer.stages(), colors, scramble, analysis)), bytes)
                }
                Err(e) => Outcome::Failed(Failure::analyze(&e, folder)),
            };
            done(number, outcome);
        };
        analyzer.analyze_many(&request, threads, &stop, &source, &analyzed);
    };

    renderer.begin(&mut output).map_err(|e| output.failure(&e))?;
    let (mut done, mut skipped) = (0u64, 0u64);
    let take = |next: Next<Outcome>| match next {
        // Whoever reads the output sees a row as soon as it is there.
        Next::Wait => io::Write::flush(&mut output).map_err(|e| output.failure(&e)),
        Next::Result(Outcome::Done(report, bytes)) => {
            renderer.row(&report, &mut output).map_err(|e| output.failure(&e))?;
            done += 1;
            progress.step(bytes);
            Ok(())
        }
        Next::Result(Outcome::Bad(bad)) if args.on_error == OnError::Skip => {
            skipped += 1;
            progress.suspend(|| say(format_args!("skipped: {bad}")));
            Ok(())
        }
        Next::Result(Outcome::Bad(bad)) => Err(Failure::Message(bad.to_string())),
        Next::Result(Outcome::Note(note)) => {
            progress.suspend(|| say(note));
            Ok(())
        }
        Next::Result(Outcome::Failed(failure)) => Err(failure),
    };
    let ended = pipeline::run(input, threads * PERMITS, &stop, serve, take);
    progress.finish();
    match ended {
        _ if interrupt::requested() => Err(Failure::Interrupted),
        Err(failure) => {
            // Rows that came before are good; a file would look complete, so there is none.
            if args.output.is_none() {
                let _ = output.finish();
            }
            Err(failure)
        }
        Ok(()) => {
            output.finish()?;
            if skipped > 0 {
                say(format_args!("{skipped} of {} lines could not be read", done + skipped));
                return Err(Failure::Reported);
            }
            if done == 0 {
                say("there were no scrambles in the input");
            }
            Ok(())
        }
    }
}

/// The scramble of an item, and the bytes of input that had been read with it.
fn read(item: Item) -> Result<(Scramble, u64), Outcome> {
    match item {
        Item::Line(line) => {
            Scramble::read(&line).map(|scramble| (scramble, line.bytes)).map_err(Outcome::Bad)
        }
        Item::State(id, cube, number) => Ok((Scramble::of_state(id, cube), number)),
        Item::Bad(bad) => Err(Outcome::Bad(bad)),
        Item::Note(note) => Err(Outcome::Note(note)),
        Item::Failed(message) => Err(Outcome::Failed(Failure::Message(message))),
    }
}
