//! `cubiform review`: reviews solves stage by stage, with the optimal length of each stage and the best
//! continuations.

mod ending;
mod report;
mod source;
mod summary;

use cubiform_answers::Error;
use cubiform_answers::review::{ReviewedSolve, Solve, SolveRecord, Summary, json};
use cubiform_cube::goal::Variant;
use cubiform_human::{CfopSolver, Request};
use cubiform_solvers::cfop::Analyzer;

use crate::args::{self, ReviewFormat};
use crate::error::Failure;
use crate::interrupt;
use crate::json::{document, line};
use crate::open_tables::{self, TableRequest};
use crate::output::print;
use crate::paths::Folder;
use crate::terminal::Terminal;

use self::source::Entry;

fn failed(error: Error) -> Failure {
    Failure::of("review", error)
}

/// Runs the command.
pub(crate) fn run(args: &args::Review) -> Result<(), Failure> {
    let entries = source::entries(args)?;
    let is_reviewed = |entry: &Entry| matches!(entry, Entry::Reviewed(_));
    if !args.summary && entries.iter().any(is_reviewed) {
        return Err(Failure::usage("review", "these are reviews, not solves; summarise them with --summary"));
    }
    if args.summary && args.links {
        return Err(Failure::usage("review", "--links has no effect with --summary"));
    }
    let mut reviewer = Reviewer::new(args, entries.iter().filter(|entry| !is_reviewed(entry)).count());
    if args.summary {
        let records = entries.into_iter().map(|entry| match entry {
            Entry::Solve(solve) => Ok(SolveRecord::from(&reviewer.review(*solve)?)),
            Entry::Reviewed(record) => Ok(record),
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
        let reviewed = reviewer.review(*solve)?;
        match args.format {
            ReviewFormat::Table => {
                let heading = if i == 0 { "" } else { "\n" };
                let text = report::table(&reviewed, terminal, args.links, many.then_some(i + 1));
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

/// Reviews solves. The solver and the tables are opened for the first solve.
struct Reviewer<'a> {
    args: &'a args::Review,
    /// The number of solves.
    solves: usize,
    opened: Option<(CfopSolver, Option<Analyzer>)>,
}

impl<'a> Reviewer<'a> {
    fn new(args: &'a args::Review, solves: usize) -> Reviewer<'a> {
        Reviewer { args, solves, opened: None }
    }

    fn review(&mut self, solve: Solve) -> Result<ReviewedSolve, Failure> {
        if self.opened.is_none() {
            let folder = Folder::find(self.args.machine.tables.as_deref())?;
            let analyzer = match self.args.no_optimal {
                true => None,
                false => Some(analyzer(self.args, self.solves, &folder)?),
            };
            let solver = CfopSolver::new_until(&interrupt::REQUESTED).ok_or(Failure::Interrupted)?;
            self.opened = Some((solver, analyzer));
        }
        let (solver, analyzer) = self.opened.as_ref().expect("the solver was opened above");
        let request = Request { effort: self.args.effort.search_effort(), ..Request::default() };
        ReviewedSolve::new(solve, solver, analyzer.as_ref(), &request, &interrupt::REQUESTED).map_err(failed)
    }
}

/// Opens the analyzer that proves the optimal lengths of stages.
fn analyzer(args: &args::Review, solves: usize, folder: &Folder) -> Result<Analyzer, Failure> {
    let variant = Variant::std();
    let stages: Vec<usize> = (0..variant.stages.len()).collect();
    let need = TableRequest {
        command: "review",
        goal: &variant,
        stages: &stages,
        profile: args.profile,
        scrambles: Some(solves as u64),
        threads: args.machine.threads(),
    };
    open_tables::analyzer(&need, folder)
}
