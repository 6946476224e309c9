//! `cubiform review`: a person's solve taken apart, each stage held against the shortest and the whole against the best.

use std::fmt::Write;
use std::io::{self, IsTerminal, Read as _};

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
use crate::loading::{self, Need};
use crate::output::print;
use crate::paths::Folder;
use crate::scramble::Scramble;

/// Runs the command.
pub(crate) fn run(args: &args::Review) -> Result<(), Failure> {
    let line = Line { content: Content::Text(args.scramble.clone()), place: Place::Argument(1), bytes: 0 };
    let scramble = Scramble::read(&line).map_err(|bad| usage(format!("the scramble: {}", bad.message)))?;
    let text = solution(args)?;
    let algorithm = Algorithm::parse(&text).map_err(|error| usage(format!("the solution: {error}")))?;
    // Turns are read in the frame in which the scramble leaves the cube: its rotation goes before them.
    let turned = scramble.turned.rotation_name().unwrap_or_default();
    let turned = Algorithm::parse(&turned).map_err(|error| Failure::Message(error.to_string()))?;
    let algorithm = turned.turns().iter().chain(algorithm.turns()).copied().collect();
    let cube = scramble.cube;

    let folder = Folder::find(args.machine.tables.as_deref())?;
    let analyzer = if args.no_least { None } else { Some(analyzer(args, &folder)?) };
    let solver = Solver::new_until(&interrupt::REQUESTED).ok_or(Failure::Interrupted)?;
    let request = Request { outlook: args.effort.outlook(), ..Request::default() };
    let review = solver.review(&cube, &algorithm);
    let better: Vec<Better> = review
        .steps
        .iter()
        .map(|step| solver.better(&review, step, analyzer.as_ref(), &request, &interrupt::REQUESTED))
        .collect::<Result<_, _>>()
        .map_err(|e| Failure::analyze(&e, &folder))?;
    let report = Report { scramble: &args.scramble, review: &review, better: &better };
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
            let mut text = String::new();
            let read = Interruptible::new(io::stdin()).and_then(|mut stdin| stdin.read_to_string(&mut text));
            read.map_err(|e| Failure::Message(format!("cannot read standard input: {e}")))?;
            Ok(text)
        }
    }
}

/// A review with all that there is to say of it.
struct Report<'a> {
    scramble: &'a str,
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
        let mut text = format!("{}\n{} at the bottom\n\n", self.scramble, review.color);
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
        let setup = setup(self.review, i, self.scramble);
        twizzle(&setup, &self.better[i].continuation.to_string())
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
            "scramble": self.scramble,
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

/// The turns of the scramble and those before a step, and then the rotation back to how the cube is held for scrambling.
fn setup(review: &Review, i: usize, scramble: &str) -> String {
    let before = &review.turns[..review.steps[i].turns.start];
    let scramble = Algorithm::parse(scramble).unwrap_or_default();
    // What the scramble leaves turned has been put before the turns: it is there twice, and is taken back once.
    let (_, own) = scramble.resolve();
    let (_, after) = before.iter().copied().collect::<Algorithm>().resolve();
    let parts = [
        scramble.to_string(),
        own.inverse().rotation_name().unwrap_or_default(),
        before.iter().copied().collect::<Algorithm>().to_string(),
        after.inverse().rotation_name().unwrap_or_default(),
    ];
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
