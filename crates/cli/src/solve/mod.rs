//! `cubiform solve`: solves cubes and prints the solutions in the order of the input.

mod writer;

use std::io::{self, IsTerminal, Write as _};
use std::path::PathBuf;

use cubiform_answers::format::counted;
use cubiform_answers::input::{Input, Item, Options};
use cubiform_answers::limits::Limits;
use cubiform_answers::puzzle::Puzzle;
use cubiform_answers::solutions::SolveRequest;
use cubiform_answers::solutions::read;
use cubiform_answers::solutions::{Event, answer, engine};
use cubiform_answers::{ErrorKind, scramble};

use crate::args::{OnError, Profiles, Solve};
use crate::failure::{Failure, say};
use crate::output::Output;
use crate::progress::Scrambles;
use crate::solvers::RunSolvers;
use crate::{interrupt, table_checks};

/// Runs the command.
pub(crate) fn run(args: &Solve) -> Result<(), Failure> {
    let alone = args.cubes.first().filter(|_| args.cubes.len() == 1).cloned();
    let question = SolveRequest { scramble: alone, ..args.request.clone() }.question(&Limits::NONE)?;
    let puzzle = question.request.puzzle;
    if puzzle != Puzzle::default() && args.on_error == OnError::Stop {
        // Errors in arguments are reported before the tables are opened.
        for item in Input::from_arguments(&args.cubes) {
            let Item::Line(line) = item else { continue };
            read(puzzle, &line).map_err(|bad| Failure::Message(bad.to_string()))?;
        }
    }
    let input = input(args, puzzle)?;
    let stdin = PathBuf::from("-");
    let is_stdin = args.cubes.is_empty() && args.input.is_empty();
    let mut output = Output::to(args.output.as_deref(), args.input.iter().chain(is_stdin.then_some(&stdin)))?;
    let machine = &args.machine;
    let solvers = RunSolvers {
        cubes: input.estimate(),
        takes_all_threads: args.cubes.len() == 1,
        ..RunSolvers::open(machine, Profiles::Auto)?
    };
    let engine = engine(&question, &solvers)?;
    let mut progress = Scrambles::new(input.total, !output.is_terminal());
    let mut writer = writer::Writer::new(args, &question);
    writer.begin(&mut output).map_err(|e| output.failure(&e))?;
    let (mut done, mut failed) = (0u64, 0u64);
    let sink = |event: Event| {
        let (row, bytes) = match event {
            Event::Row(row, place, bytes) => {
                if let Err(error) = &row.solved {
                    if error.kind == ErrorKind::Table {
                        table_checks::report_contradiction(&error.message);
                    }
                    if bytes > 0 {
                        let (place, error) = (place.named("cube"), error.text(|_| None));
                        progress.suspend(|| say(format_args!("not solved: {place}: {error}")));
                    }
                }
                (row, bytes)
            }
            Event::BadLine(bad, row) if args.on_error == OnError::Skip => {
                progress.suspend(|| say(format_args!("skipped: {bad}")));
                (row, 0)
            }
            Event::BadLine(bad, _) => return Err(Failure::Message(bad.to_string())),
            Event::Note(note) => {
                progress.suspend(|| say(note));
                return Ok(());
            }
            Event::Failed(error) => return Err(error.into()),
            Event::Idle => return output.flush().map_err(|e| output.failure(&e)),
        };
        done += 1;
        failed += u64::from(row.solved.is_err());
        writer.row(&row, &mut output).map_err(|e| output.failure(&e))?;
        if bytes > 0 {
            progress.step(bytes);
        }
        Ok(())
    };
    let ended = answer(&question, &engine, (input, machine.threads()), &interrupt::REQUESTED.child(), sink);
    progress.finish();
    let ended = interrupt::or(ended);
    let ended = ended.and_then(|()| writer.end(&mut output).map_err(|e| output.failure(&e)));
    output.end(ended)?;
    if done == 0 {
        say("no cubes in the input");
    }
    if failed > 0 {
        say(format_args!("{failed} of {} not solved", counted(done, "cube")));
        return Err(Failure::Reported);
    }
    Ok(())
}

/// Returns the input that the arguments name.
fn input(args: &Solve, puzzle: Puzzle) -> Result<Input, Failure> {
    let usage = |message: String| Err(Failure::Usage(message));
    if !args.cubes.is_empty() {
        if let Some(joined) = scramble::without_quotes(&args.cubes) {
            return usage(format!("these are the parts of one cube; did you mean \"{joined}\", in quotes?"));
        }
        scramble::wide_moves_note(&args.cubes, puzzle).iter().for_each(say);
        return Ok(Input::from_arguments(&args.cubes));
    }
    if !args.input.is_empty() {
        return Ok(Input::from_files(&args.input, Options::plain())?);
    }
    if io::stdin().is_terminal() {
        return usage("no cube given; pass facelets or a scramble in quotes, or a file with --input".into());
    }
    Ok(Input::from_files(&[PathBuf::from("-")], Options::plain())?)
}
