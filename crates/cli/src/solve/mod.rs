//! `cubiform solve`: solves cubes and prints the solutions in the order of the input.

mod by_hand;
mod puzzle;
mod render;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use cubiform_answers::solutions::options::SolveOptions;
use cubiform_answers::solutions::solve::{Engine, Solved, solve};
use cubiform_answers::{Error, ErrorKind};
use cubiform_cube::four::Cube4;
use cubiform_cube::two::Cube2;
use cubiform_cube::{Axis, Move};
use cubiform_human as human;
use cubiform_solvers::optimal::{Optimal, Portfolio, SolutionRequest};
use cubiform_solvers::solver::Solver;
use cubiform_solvers::subgroup::{MAX_STATES, Subgroup, SubgroupError};
use cubiform_solvers::thistlethwaite::Thistlethwaite;
use cubiform_solvers::two_phase::{Filters, InG1, TwoPhase};
use cubiform_tables::cosets::COSETS;
use cubiform_threads::{CancelToken, Threads};

use crate::args::{Method, OnError, Puzzle, Solve};
use crate::error::{Failure, say};
use crate::interrupt;
use crate::open_tables;
use crate::output::Output;
use crate::paths::Folder;
use crate::progress::{Scrambles, note};
use crate::solve::render::{Render, Row};
use crate::table_checks;
use cubiform_answers::generators::Generators;
use cubiform_answers::generators::MoveSet;
use cubiform_answers::input::{BadLine, Content, Input, Item, Line, Options, SourceLocation};
use cubiform_answers::pipeline::{self, Done, Next, Pull};
use cubiform_answers::scramble::{self, Scramble, Shown};

/// The maximum number of cubes in progress, per thread.
const PERMITS: usize = 64;

/// The maximum size of a group that is solved with its own tables even if a table of the optimal solver is built.
const SMALL_GROUP: u128 = 1_000_000_000;

/// The set of all moves.
const ALL_MOVES: u32 = (1 << Move::COUNT) - 1;

/// The result for an item of the input.
enum Outcome<S = Vec<Solved>> {
    /// The row of a cube, solved or not, and the number of bytes of input read so far.
    Row(Row<S>, u64),
    /// An unreadable line, and the row that represents it.
    Bad(BadLine, Row<S>),
    /// A message about the input.
    Note(String),
    /// A cube whose search was stopped.
    Stopped,
    /// An error that ends the run.
    Failed(Failure),
}

/// Runs the command.
pub(crate) fn run(args: &Solve) -> Result<(), Failure> {
    match args.puzzle {
        Puzzle::Three => {}
        Puzzle::Two => return puzzle::run::<Cube2>(args),
        Puzzle::Four => return puzzle::run::<Cube4>(args),
    }
    if args.four.has_options() {
        return Err(usage("--metric and --beam are for --puzzle 444"));
    }
    if args.phases && !args.method().has_phases() {
        return Err(usage("--phases: only two-phase and thistlethwaite have phases"));
    }
    let options = args.options();
    let solve = |engine: &Engine, stop: &CancelToken, item| outcome(&options, engine, stop, item);
    each(args, |cubes| solver(args, cubes), solve, &mut *render::renderer(args))
}

/// Solves each item of the input and renders the results in order. `engine` creates the solver, given an estimate of
/// the number of cubes.
fn each<E: Sync, S: Send>(
    args: &Solve,
    engine: impl FnOnce(Option<u64>) -> Result<E, Failure>,
    solve: impl Fn(&E, &CancelToken, Item) -> Outcome<S> + Sync,
    renderer: &mut dyn Render<S>,
) -> Result<(), Failure> {
    let input = input(args)?;
    let stdin = PathBuf::from("-");
    let is_stdin = args.cubes.is_empty() && args.input.is_empty();
    let inputs = args.input.iter().chain(is_stdin.then_some(&stdin));
    let mut output = Output::to(args.output.as_deref(), inputs)?;
    let threads = args.machine.threads();
    let engine = engine(input.estimate())?;
    let mut progress = Scrambles::new(input.total, !output.is_terminal());
    let stop = interrupt::token();
    let serve = |pull: Pull<'_, Item>, done: Done<'_, Outcome<S>>| {
        pipeline::each(threads, pull, done, |item| solve(&engine, &stop, item));
    };

    renderer.begin(&mut output).map_err(|e| output.failure(&e))?;
    let (mut done, mut failed) = (0u64, 0u64);
    let take = |next: Next<Outcome<S>>| {
        let (row, bytes) = match next {
            Next::Wait => return output.flush().map_err(|e| output.failure(&e)),
            Next::Result(Outcome::Row(row, bytes)) => (row, bytes),
            Next::Result(Outcome::Bad(bad, row)) if args.on_error == OnError::Skip => {
                progress.suspend(|| say(format_args!("skipped: {bad}")));
                (row, 0)
            }
            Next::Result(Outcome::Bad(bad, _)) => return Err(Failure::Message(bad.to_string())),
            Next::Result(Outcome::Note(note)) => {
                progress.suspend(|| say(note));
                return Ok(());
            }
            // No row, as if the cube had not been read.
            Next::Result(Outcome::Stopped) => return Ok(()),
            Next::Result(Outcome::Failed(failure)) => return Err(failure),
        };
        done += 1;
        failed += u64::from(row.solved.is_err());
        if let (Err(error), true) = (&row.solved, bytes > 0) {
            progress.suspend(|| say(format_args!("not solved: {}: {error}", row.place)));
        }
        renderer.row(&row, &mut output).map_err(|e| output.failure(&e))?;
        if bytes > 0 {
            progress.step(bytes);
        }
        Ok(())
    };
    let ended = pipeline::run(input, threads.count() * PERMITS, &stop, serve, take);
    progress.finish();
    let mut ended = interrupt::or(ended);
    if ended.is_ok() {
        ended = renderer.end(&mut output).map_err(|e| output.failure(&e));
    }
    output.end(ended)?;
    match (done, failed) {
        (0, _) => say("no cubes in the input"),
        (_, 0) => {}
        _ => {
            let s = if done == 1 { "" } else { "s" };
            say(format_args!("{failed} of {done} cube{s} not solved"));
            return Err(Failure::Reported);
        }
    }
    Ok(())
}

/// Creates an error about the arguments.
fn usage(message: impl Into<String>) -> Failure {
    Failure::usage("solve", message)
}

/// Converts the error of a request.
fn failed(error: Error) -> Failure {
    Failure::of("solve", error)
}

/// Returns the input that the arguments name.
fn input(args: &Solve) -> Result<Input, Failure> {
    if !args.cubes.is_empty() {
        if let Some(joined) = scramble::without_quotes(&args.cubes) {
            return Err(usage(format!(
                "these are the parts of one cube; did you mean \"{joined}\", in quotes?"
            )));
        }
        scramble::wide_moves_note(&args.cubes).iter().for_each(say);
        return Ok(Input::from_arguments(&args.cubes));
    }
    if !args.input.is_empty() {
        return Input::from_files(&args.input, Options::plain()).map_err(failed);
    }
    if io::stdin().is_terminal() {
        return Err(usage("no cube given; pass facelets or a scramble in quotes, or a file with --input"));
    }
    Input::from_files(&[PathBuf::from("-")], Options::plain()).map_err(failed)
}

/// Creates the solver for the method and the moves of the arguments.
fn solver(args: &Solve, cubes: Option<u64>) -> Result<Engine, Failure> {
    if args.method() != Method::Optimal && args.solutions.is_some() {
        return Err(usage("--solutions is only for --method optimal; the other methods find one solution"));
    }
    let method = args.method();
    let foreign = match method {
        Method::Cfop => false,
        Method::Beginner => args.cfop.has_search_options(),
        _ => args.cfop.has_options(),
    };
    if foreign {
        return Err(usage(
            "--colors and --explain are for --method cfop and beginner; --comfort, --rotationless and --effort are for \
             --method cfop",
        ));
    }
    let has_budget = args.time.is_some() || args.nodes.is_some();
    if method.is_by_hand() && (has_budget || args.moves.is_some() || args.inverse) {
        let hint = if method == Method::Cfop { "; use --effort to limit its search" } else { "" };
        let name = method.name();
        return Err(usage(format!(
            "--time, --nodes, --moves and --inverse are not for --method {name}{hint}"
        )));
    }
    match method {
        Method::Cfop => {}
        Method::Beginner => return Ok(Engine::Beginner),
        _ => return move_solver(args, cubes),
    }
    let solver = human::CfopSolver::new_until(&interrupt::REQUESTED).ok_or(Failure::Interrupted)?;
    Ok(Engine::Cfop(Arc::new(solver)))
}

/// Creates the solver of a method other than those of a person.
fn move_solver(args: &Solve, cubes: Option<u64>) -> Result<Engine, Failure> {
    let faces = args.only().map(Generators::faces);
    match (args.method(), args.only(), faces) {
        (Method::TwoPhase, None, _) => Ok(Engine::Faces(Box::new(two_phase(args)?))),
        (Method::TwoPhase, Some(_), faces) => match faces.flatten().and_then(axis_of) {
            Some(axis) => Ok(Engine::Faces(Box::new(InG1::new(two_phase(args)?, axis)))),
            None => Err(usage(
                "--moves: two-phase supports all moves, or the moves of its second phase: \
                 <U,D,R2,L2,F2,B2>, <R,L,U2,D2,F2,B2> or <F,B,U2,D2,R2,L2>; omit --method for other sets",
            )),
        },
        (Method::Optimal, None, _) => optimal(args, None, cubes).map(Engine::Faces),
        (Method::Optimal, Some(only), faces) => restricted_solver(args, only, faces.flatten(), cubes),
        (Method::Cfop | Method::Beginner, ..) => unreachable!("`solver` handles the methods of a person"),
        (Method::Thistlethwaite, None, _) => {
            let solver = Thistlethwaite::new_until(&interrupt::REQUESTED).ok_or(Failure::Interrupted)?;
            Ok(Engine::Faces(Box::new(solver)))
        }
        (Method::Thistlethwaite, Some(_), _) => {
            Err(usage("--moves: thistlethwaite has fixed moves in each phase; omit --method"))
        }
    }
}

/// Creates a solver that finds shortest solutions with a restricted move set: for small groups one with its own tables,
/// for other sets of face turns the optimal solver if one of its tables is built.
fn restricted_solver(
    args: &Solve,
    only: &Generators,
    faces: Option<MoveSet>,
    cubes: Option<u64>,
) -> Result<Engine, Failure> {
    let states = Subgroup::states(&only.turns());
    let is_small = states <= SMALL_GROUP && args.method.is_none() && !args.up_to_symmetry;
    if let Some(faces) = faces.filter(|_| !is_small) {
        let is_second_phase = args.solutions.unwrap_or(1) == 1 && axis_of(faces).is_some();
        if is_second_phase || has_table(args)? || states > MAX_STATES || args.up_to_symmetry {
            return optimal(args, Some(faces), cubes).map(Engine::Faces);
        }
    }
    if args.time.is_some() || args.nodes.is_some() {
        return Err(usage("--time and --nodes do not apply to shortest solutions with --moves"));
    }
    if args.up_to_symmetry {
        return Err(usage("--up-to-symmetry supports face turns only"));
    }
    note(format_args!("preparing the tables of the moves {only}, which are not kept"));
    match Subgroup::new(&only.turns(), &interrupt::REQUESTED) {
        Ok(mut solver) => {
            solver.set_solutions(args.solutions.unwrap_or(1));
            Ok(Engine::Subgroup(Box::new(solver)))
        }
        Err(SubgroupError::Cancelled) => Err(Failure::Interrupted),
        Err(error) => Err(usage(format!("--moves {only}: {error}"))),
    }
}

/// Returns whether a table of the optimal solver is built.
fn has_table(args: &Solve) -> Result<bool, Failure> {
    let folder = Folder::find(args.machine.tables.as_deref())?;
    let store = folder.store(args.machine.threads());
    Ok(COSETS.iter().any(|entry| !store.must_build(entry)))
}

/// Creates the two-phase solver with the pruning tables that are built.
fn two_phase(args: &Solve) -> Result<TwoPhase, Failure> {
    let folder = Folder::find(args.machine.tables.as_deref())?;
    let store = folder.store(args.machine.threads());
    let filters = Filters::open(&store).map_err(|e| Failure::store(&e, &folder))?;
    TwoPhase::with_filters(filters, args.machine.threads(), &interrupt::REQUESTED).ok_or(Failure::Interrupted)
}

/// Creates the optimal solver with the largest of its tables that is built. `only` restricts the moves.
fn optimal(args: &Solve, only: Option<MoveSet>, cubes: Option<u64>) -> Result<Box<dyn Solver>, Failure> {
    if args.time.is_some() || args.nodes.is_some() {
        return Err(usage("--time and --nodes do not apply to optimal solutions; use --method two-phase"));
    }
    let wanted =
        SolutionRequest { solutions: args.solutions.unwrap_or(1), up_to_symmetry: args.up_to_symmetry };
    if let (1, Some(axis)) = (wanted.solutions, only.and_then(axis_of)) {
        // Phase 2 finds optimal solutions with these moves faster, since its tables are for exactly this move set.
        return Ok(Box::new(InG1::new(two_phase(args)?, axis)));
    }
    let folder = Folder::find(args.machine.tables.as_deref())?;
    let store = folder.store(args.machine.threads());
    for entry in COSETS.iter().rev() {
        if let Some(table) = open_tables::open_coset_table(entry, &store, cubes, &folder)? {
            let single = Threads::single();
            let threads = if args.cubes.len() == 1 { args.machine.threads() } else { &single };
            let has_upper_bounds = only.is_none() && wanted.solutions <= 1;
            let two_phase = has_upper_bounds.then(|| two_phase(args)).transpose()?;
            let check = table_checks::long_search_check();
            let moves = only.map_or(ALL_MOVES, |only| only.0);
            let optimal = Optimal::within(Arc::new(table), moves)
                .map_err(|e| usage(format!("--moves: {e}")))?
                .checking_tables(check);
            return Ok(Box::new(Portfolio::new(optimal, two_phase, threads, wanted)));
        }
    }
    Err(Failure::Message(format!(
        "{} a table, but none is built\n  build one with: {}",
        if args.method.is_some() {
            "--method optimal needs"
        } else {
            "shortest solutions with these moves need"
        },
        folder.command("tables build optimal-medium")
    )))
}

/// Returns the axis whose second phase has exactly these moves.
fn axis_of(set: MoveSet) -> Option<Axis> {
    Axis::ALL.into_iter().find(|axis| set == in_g1(*axis))
}

/// Returns the moves of the second phase along an axis: all turns of the faces on the axis, and half turns of the
/// others.
fn in_g1(axis: Axis) -> MoveSet {
    let own = Move::all().filter(|m| m.face().axis() == axis || m.quarters() == 2);
    MoveSet(Move::set(own))
}

/// Reads and solves an item of the input.
fn outcome(options: &SolveOptions, engine: &Engine, stop: &CancelToken, item: Item) -> Outcome {
    read(item, Scramble::read, |scramble| {
        let solved = solve(options, engine, stop, &scramble);
        (scramble.id, scramble.shown, solved)
    })
}

/// Parses an item with `reader` and solves it with `solve`, which returns the id, the notation and the solution.
fn read<T, S>(
    item: Item,
    reader: impl Fn(&Line) -> Result<T, BadLine>,
    solve: impl FnOnce(T) -> (String, Shown, Result<S, Error>),
) -> Outcome<S> {
    let line = match item {
        Item::Line(line) => line,
        Item::Bad(bad) => {
            let row = Row::bad(&bad, String::new());
            return Outcome::Bad(bad, row);
        }
        Item::Note(note) => return Outcome::Note(note),
        Item::Failed(error) => return Outcome::Failed(Failure::of("solve", error)),
        Item::State(..) => unreachable!("the input of solve has no random states"),
    };
    match reader(&line) {
        Ok(cube) => {
            let (id, shown, solved) = solve(cube);
            let place = match &line.place {
                SourceLocation::Argument(number) => format!("cube {number}"),
                SourceLocation::Line(file, number) => format!("{file}:{number}"),
                SourceLocation::Solve(file, session, number) => {
                    format!("{file}: session {session}, solve {number}")
                }
            };
            let solved = match solved {
                Ok(solved) => Ok(solved),
                Err(error) if error.kind == ErrorKind::Cancelled => return Outcome::Stopped,
                Err(error) if error.kind == ErrorKind::Table => {
                    table_checks::report_contradiction(&error.message);
                    Err(error.message.clone())
                }
                Err(error) => Err(error.text(|_| None)),
            };
            Outcome::Row(Row { id, input: shown.text().to_string(), place, solved }, line.bytes)
        }
        Err(bad) => {
            let (Content::Text(text) | Content::Cell { scramble: text, .. }) = line.content;
            let row = Row::bad(&bad, text);
            Outcome::Bad(bad, row)
        }
    }
}
