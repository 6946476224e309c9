//! `cubiform review`: a person's solve taken apart, each stage held against the shortest and the whole against the best.

use std::fmt::Write;
use std::io::{self, IsTerminal, Read as _};
use std::path::Path;

use cubiform_cube::facelets;
use cubiform_cube::goal::Variant;
use cubiform_cube::notation::Algorithm;
use cubiform_solvers::cfop::Analyzer;
use cubiform_solvers::human::players::twizzle;
use cubiform_solvers::human::{Better, Request, Review, Solution, Solver, Step};

use crate::args::{self, ListFormat};
use crate::failure::{Failure, of_json};
use crate::input::{Content, Line, Place};
use crate::interrupt;
use crate::interruptible::Interruptible;
use crate::lines::LONGEST;
use crate::loading::{self, Need};
use crate::output::print;
use crate::paths::Folder;
use crate::scramble::{Scramble, Shown};

/// Runs the command.
pub(crate) fn run(args: &args::Review) -> Result<(), Failure> {
    let line = Line {
        content: Content::Text(args.scramble.clone()),
        place: Place::Argument(1),
        bytes: 0,
        carried: Vec::new(),
    };
    let scramble = Scramble::read(&line).map_err(|bad| {
        let what = if bad.is_state { "the cube" } else { "the scramble" };
        usage(format!("{what}: {}", bad.message))
    })?;
    let text = solution(args)?;
    let algorithm = Algorithm::parse(&text).map_err(|error| {
        usage(if Path::new(&text).is_file() {
            format!("the solution: {text} is a file; give its content on standard input: < {text}")
        } else {
            format!("the solution: {error}")
        })
    })?;

    let folder = Folder::find(args.machine.tables.as_deref())?;
    let analyzer = if args.no_least { None } else { Some(analyzer(args, &folder)?) };
    let solver = Solver::new_until(&interrupt::REQUESTED).ok_or(Failure::Interrupted)?;
    let request = Request { outlook: args.effort.outlook(), ..Request::default() };
    let review = solver.review(&scramble.cube, scramble.turned, &algorithm);
    let better: Vec<Better> = review
        .steps
        .iter()
        .map(|step| solver.better(&review, step, analyzer.as_ref(), &request, &interrupt::REQUESTED))
        .collect::<Result<_, _>>()
        .map_err(|e| Failure::analyze(&e))?;
    let report = Report { scramble: &scramble.shown, review: &review, better: &better };
    let text = match args.format {
        ListFormat::Table => report.table(),
        ListFormat::Json => report.json()?,
    };
    print(text.as_bytes())
}

/// What proves the fewest moves to a stage.
fn analyzer(args: &args::Review, folder: &Folder) -> Result<Analyzer, Failure> {
    let variant = Variant::std();
    let stages: Vec<usize> = (0..variant.stages.len()).collect();
    let need = Need {
        command: "review",
        goal: &variant,
        stages: &stages,
        profile: args.profile,
        scrambles: Some(1),
        threads: args.machine.threads(),
    };
    loading::analyzer(&need, folder)
}

fn usage(message: String) -> Failure {
    Failure::usage("review", message)
}

/// The text of the solution: the argument, or standard input.
fn solution(args: &args::Review) -> Result<String, Failure> {
    match args.solution.as_deref() {
        Some(text) if text != "-" => Ok(text.to_string()),
        None if io::stdin().is_terminal() => {
            Err(usage("no solution; give it in quotes, or on standard input".to_string()))
        }
        _ => {
            let mut text = Vec::new();
            let read = Interruptible::new(io::stdin())
                .and_then(|stdin| stdin.take(LONGEST as u64 + 1).read_to_end(&mut text));
            read.map_err(|e| Failure::Message(format!("cannot read standard input: {e}")))?;
            if text.len() > LONGEST {
                let message = "standard input is longer than a mebibyte; give one solution on it";
                return Err(Failure::Message(message.into()));
            }
            String::from_utf8(text).map_err(|_| Failure::Message("standard input is not UTF-8 text".into()))
        }
    }
}

/// A review with all that there is to say of it.
struct Report<'a> {
    scramble: &'a Shown,
    review: &'a Review,
    better: &'a [Better],
}

impl Report<'_> {
    /// The shortest whole solution known from the beginning of step `i` on, with the turns before it; after the last step
    /// what was done.
    fn whole(&self, i: usize) -> u32 {
        let before = if i == 0 { 0 } else { self.review.steps[i - 1].running.htm };
        self.better.get(i).map_or(before, |better| before + better.continuation.lengths().htm)
    }

    /// How much longer a step made the shortest whole solution.
    fn lost(&self, i: usize) -> u32 {
        self.whole(i + 1).saturating_sub(self.whole(i))
    }

    /// The step that lost most, if any did.
    fn worst(&self) -> Option<usize> {
        let steps = 0..self.better.len();
        steps.filter(|i| self.lost(*i) > 0).max_by_key(|i| (self.lost(*i), std::cmp::Reverse(*i)))
    }

    fn table(&self) -> String {
        let review = self.review;
        let mut text = format!("{}\n{} at the bottom\n\n", self.scramble.text(), review.color);
        let title = |step: &Step| step.title();
        let widest = |of: &dyn Fn(&Step) -> String, head: &str| {
            review.steps.iter().map(|step| of(step).chars().count()).max().unwrap_or(0).max(head.len())
        };
        let titles = widest(&title, "stage");
        let _ = writeln!(
            text,
            "{:titles$}  {:>4}  {:>5}  {:>5}  {:>4}  turns",
            "stage", "htm", "least", "total", "lost"
        );
        for (i, (step, better)) in review.steps.iter().zip(self.better).enumerate() {
            let least = match better.least {
                None => "?".to_string(),
                Some(least) => format!("{least}{}", if better.is_proven { "" } else { "~" }),
            };
            let lost = match self.lost(i) {
                0 => "-".to_string(),
                n => n.to_string(),
            };
            let line = format!(
                "{:titles$}  {:>4}  {least:>5}  {:>5}  {lost:>4}  {}",
                title(step),
                step.lengths.htm,
                step.running.htm,
                review.text(step),
            );
            let _ = writeln!(text, "{}", line.trim_end());
        }
        let total = review.lengths();
        let _ = writeln!(text, "\n{} HTM, {} STM, {} QTM", total.htm, total.stm, total.qtm);
        if !review.is_solved() {
            let _ = writeln!(text, "not solved at the end: {}", facelets::format(&review.end));
        }
        text.push_str(
            "least: the fewest moves to the end of the stage (~: by known algorithms); lost: how much longer the stage \
             made the shortest whole solution known\n",
        );
        if let Some(i) = self.worst() {
            let solution = &self.better[i].continuation;
            let _ = writeln!(
                text,
                "\nMost was lost at {}. From there, {} moves:\n",
                review.steps[i].title(),
                solution.lengths().htm
            );
            for line in lines(solution) {
                let _ = writeln!(text, "  {line}");
            }
            let _ = writeln!(text, "\n{}", self.link(i));
        }
        text
    }

    /// A link that opens the best continuation from the beginning of a step.
    fn link(&self, i: usize) -> String {
        let continuation = &self.better[i].continuation;
        let setup = match self.scramble.moves() {
            Some(scramble) => setup(self.review, i, scramble),
            None => continuation.setup(),
        };
        twizzle(&setup, &continuation.to_string())
    }

    fn json(&self) -> Result<String, Failure> {
        let steps = self.review.steps.iter().zip(self.better).enumerate().map(|(i, (step, better))| {
            let case = step.case.map(|case| case.to_string());
            serde_json::json!({
                "stage": step.title(),
                "case": case,
                "turns": self.review.text(step),
                "htm": step.lengths.htm,
                "stm": step.lengths.stm,
                "qtm": step.lengths.qtm,
                "total_htm": step.running.htm,
                "least_htm": better.least,
                "least_is_proven": better.is_proven,
                "lost_htm": self.lost(i),
                "state": facelets::format(&step.after),
                "best_continuation": better.continuation.to_string(),
                "best_continuation_htm": better.continuation.lengths().htm,
            })
        });
        let total = self.review.lengths();
        let review = serde_json::json!({
            "scramble": self.scramble.text(),
            "color": self.review.color.name(),
            "solved": self.review.is_solved(),
            "htm": total.htm,
            "stm": total.stm,
            "qtm": total.qtm,
            "stages": steps.collect::<Vec<_>>(),
        });
        let text = serde_json::to_string_pretty(&review).map_err(|e| Failure::Message(of_json(&e)))?;
        Ok(text + "\n")
    }
}

/// The turns of the scramble and those before a step, and then the rotation back to how the scramble leaves the cube.
fn setup(review: &Review, i: usize, scramble: &str) -> String {
    let before: Algorithm = review.turns[..review.steps[i].turns.start].iter().copied().collect();
    let (_, after) = before.resolve();
    let back = Algorithm::of_rotation(after.inverse()).expect("turns turn the cube by a rotation");
    let scramble = Algorithm::parse(scramble).unwrap_or_default();
    let parts = [scramble, before, back].map(|part| part.to_string());
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A solution for people: a line for each stage, with its turns and lengths.
pub(crate) fn lines(solution: &Solution) -> Vec<String> {
    let titles = solution.stages.iter().map(|stage| stage.title().chars().count()).max().unwrap_or(0);
    let inspection = solution.inspection_name();
    let mut lines = Vec::new();
    if !inspection.is_empty() {
        lines.push(format!("{:titles$}           {inspection}", "inspection"));
    }
    for stage in solution.stages.iter().filter(|stage| !stage.is_there_already()) {
        let (own, running) = (stage.lengths.htm, stage.running.htm);
        let line = format!("{:titles$}  {own:>2}  {running:>3}  {}", stage.title(), stage.text());
        lines.push(line.trim_end().to_string());
    }
    lines
}
