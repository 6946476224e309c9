//! The analysis of the items of an input on several threads, whose results reach a sink in the order of the input; and the
//! filter of given scrambles by the condition of `--where`.
//!
//! The filter computes the lengths that the condition compares, earliest stages first, and stops as soon as they decide it.

use std::collections::{BTreeMap, HashMap};
use std::task::{Poll, ready};

use cubiform_answers::analysis::report::Report;
use cubiform_answers::analysis::{Analyses, AnalyzeQuestion};
use cubiform_answers::engines::Engines;
use cubiform_answers::input::{BadLine, Input, Item};
use cubiform_answers::links::{LinkPolicy, Links};
use cubiform_answers::parts::{RowSink, SkippedLine};
use cubiform_answers::pipeline::{self, Done, Next, Pull};
use cubiform_answers::run::{Position, Selection, Shard};
use cubiform_answers::scramble::{Scramble, id_of};
use cubiform_cube::goal::condition::{Condition, Length};
use cubiform_cube::{Color, Cube, Frame};
use cubiform_solvers::cfop::{Analysis, AnalyzeError, Analyzer, Request};
use cubiform_threads::{CancelToken, Threads};

use crate::args::Analyze;
use crate::failure::{Failure, say};
use crate::interrupt;
use crate::progress::Scrambles;

/// The maximum number of scrambles in flight for each thread. It is large, so that a slow scramble does not block
/// others.
const ITEMS_PER_THREAD: usize = 256;

/// An analysis to be done.
pub(super) struct Work<'a> {
    pub(super) question: &'a AnalyzeQuestion,
    pub(super) analyzer: &'a Analyzer,
    pub(super) filter: Option<&'a Filter>,
    pub(super) shard: Shard,
    pub(super) links: LinkPolicy,
    pub(super) threads: &'a Threads,
    /// Whether unreadable lines are skipped.
    pub(super) skips: bool,
}

/// The numbers of items of a run, including those of earlier processes.
pub(super) struct Counts {
    /// The number of all items.
    pub(super) items: u64,
    /// The number of skipped lines.
    pub(super) skipped: u64,
    /// The number of scrambles that do not satisfy the condition.
    pub(super) left_out: u64,
    /// The number of lengths of this process that the search gave up.
    pub(super) given_up: u64,
}

/// The result of an item that is not an error.
enum Outcome {
    /// A report, and the number of bytes of input read up to the item.
    Done(Box<Report>, u64),
    /// An unreadable line, with its id if that is known.
    Bad(BadLine, Option<String>),
    /// A scramble that does not satisfy the condition, and the number of bytes of input read up to the item.
    LeftOut(u64),
    Note(String),
}

impl Work<'_> {
    /// Analyses the items that `sink` needs, and ends it.
    ///
    /// # Errors
    /// If the input or a table cannot be read, writing fails, or the run is interrupted.
    pub(super) fn run(
        self,
        input: Input,
        mut sink: Box<dyn RowSink<Report, Failure> + '_>,
        mut progress: Scrambles,
    ) -> Result<Counts, Failure> {
        let Work { question, threads, shard, .. } = &self;
        let wanted = sink.wanted();
        let (skipped_before, left_out_before) = sink.earlier();
        let done = wanted.after.items;
        let mut counts =
            Counts { items: done, skipped: skipped_before, left_out: left_out_before, given_up: 0 };
        let input = Selection::new(input, *shard, wanted);
        let stop = interrupt::REQUESTED.child();
        let links = Links::new(self.links, threads, &stop);
        let analyses = Analyses::new((*question).clone(), links);
        type Key = (usize, Scramble, u64, Position);
        type Resolved = (Result<Outcome, Failure>, Position);
        let serve = |pull: Pull<'_, (Item, Position)>, done: Done<'_, Resolved>| {
            let source = |may_wait| {
                loop {
                    let Some((number, (item, position))) = ready!(pull(may_wait)) else {
                        return Poll::Ready(None);
                    };
                    match self.read(item, &stop) {
                        Ok((scramble, bytes)) => {
                            let cube = scramble.cube;
                            return Poll::Ready(Some(((number, scramble, bytes, position), cube)));
                        }
                        Err(outcome) => done(number, (outcome, position)),
                    }
                }
            };
            let analyzed = |(number, scramble, bytes, position): Key,
                            analysis: Result<Analysis, AnalyzeError>| {
                let report = |analysis| analyses.report(shard.row(position.items), scramble, analysis);
                let outcome = analysis.map(|analysis| Outcome::Done(Box::new(report(analysis)), bytes));
                done(number, (outcome.map_err(Failure::from), position));
            };
            self.analyzer.analyze_many(&question.request, threads, &stop, &source, &analyzed);
        };
        sink.begin()?;
        let take = |next: Next<Resolved>| {
            // A reader of the output sees each row at once.
            let Next::Result((outcome, position)) = next else { return sink.idle() };
            // Items of the earlier run, whose part is written again, are counted already.
            let is_new = position.items > done;
            match outcome? {
                Outcome::Done(report, bytes) => {
                    sink.row(&report, &report.scramble.id, position)?;
                    counts.given_up += report.given_up();
                    progress.step(bytes);
                }
                Outcome::LeftOut(bytes) => {
                    sink.leave_out(position)?;
                    counts.left_out += u64::from(is_new);
                    progress.step(bytes);
                }
                Outcome::Bad(bad, id) if self.skips || !is_new => {
                    sink.skip(SkippedLine::new(shard.row(position.items), id, &bad), position)?;
                    counts.skipped += u64::from(is_new);
                    progress.suspend(|| say(format_args!("skipped: {bad}")));
                }
                Outcome::Bad(bad, _) => return Err(Failure::Message(bad.to_string())),
                Outcome::Note(note) => {
                    progress.suspend(|| say(note));
                    return Ok(());
                }
            }
            counts.items += u64::from(is_new);
            Ok(())
        };
        let ended = pipeline::run(input, threads.count() * ITEMS_PER_THREAD, &stop, serve, take);
        progress.finish();
        sink.end(interrupt::or(ended))?;
        Ok(counts)
    }

    /// Reads the scramble of an item, which has to satisfy the condition. Returns it with the number of bytes of input
    /// read up to the item.
    fn read(&self, item: Item, stop: &CancelToken) -> Result<(Scramble, u64), Result<Outcome, Failure>> {
        let (scramble, bytes) = match item {
            Item::Line(line) => match Scramble::read(&line) {
                Ok(scramble) => (scramble, line.bytes),
                Err(bad) => return Err(Ok(Outcome::Bad(bad, Some(id_of(&line))))),
            },
            Item::State(id, cube, number) => (Scramble::from_state(id, cube), number),
            Item::Bad(bad) => return Err(Ok(Outcome::Bad(bad, None))),
            Item::Note(note) => return Err(Ok(Outcome::Note(note))),
            Item::Failed(error) => return Err(Err(error.into())),
        };
        match self.filter.map_or(Ok(true), |filter| filter.matches(&scramble.cube, stop)) {
            Ok(true) => Ok((scramble, bytes)),
            Ok(false) => Err(Ok(Outcome::LeftOut(bytes))),
            Err(e) => Err(Err(e.into())),
        }
    }
}

/// A condition on scrambles, and the analyzers that decide it.
pub(super) struct Filter {
    condition: Condition,
    steps: Vec<StageLengths>,
}

/// A stage whose lengths the condition compares, and its analyzer.
struct StageLengths {
    /// The index of the goal in [`Variant::NAMED`](cubiform_cube::goal::Variant::NAMED), and the index of the stage in the goal.
    goal_stage: (usize, usize),
    analyzer: Analyzer,
    request: Request,
}

impl Filter {
    /// Builds the filter and opens its tables. Returns `None` if the arguments have no condition, or if it applies to
    /// random states. `scrambles` is the estimated number of scrambles.
    pub(super) fn open(
        args: &Analyze,
        scrambles: Option<u64>,
        engines: &Engines,
    ) -> Result<Option<Filter>, Failure> {
        let Some(condition) = args.condition.as_ref().filter(|_| args.random.is_none()) else {
            return Ok(None);
        };
        // By stage and goal, so that the earliest stages come first.
        let mut wanted: BTreeMap<(usize, usize), Vec<Color>> = BTreeMap::new();
        for length in condition.lengths() {
            wanted.entry((length.stage, length.goal)).or_default().extend(&length.colors);
        }
        let step = |((stage, goal), wanted): ((usize, usize), Vec<Color>)| {
            let analyzer = engines.stage_analyzer((goal, stage), scrambles, &interrupt::REQUESTED)?;
            let colors = Color::COLUMNS.into_iter().filter(|color| wanted.contains(color));
            let request = Request { frames: Frame::bottoms(colors), solutions: 0, only_best: true, slack: 0 };
            Ok(StageLengths { goal_stage: (goal, stage), analyzer, request })
        };
        let steps = wanted.into_iter().map(step).collect::<Result<_, Failure>>()?;
        Ok(Some(Filter { condition: condition.clone(), steps }))
    }

    /// Returns whether a cube satisfies the condition.
    ///
    /// # Errors
    /// If a table is damaged, or `stop` is set.
    pub(super) fn matches(&self, cube: &Cube, stop: &CancelToken) -> Result<bool, AnalyzeError> {
        let mut known: HashMap<(usize, usize, Frame), u8> = HashMap::new();
        for stage in &self.steps {
            let analysis = stage.analyzer.analyze_until(cube, &stage.request, stop)?;
            // The analyzer uses all moves, so that every stage is solvable.
            let lengths = analysis.iter().flatten().filter_map(|result| result.length.ok());
            for (frame, length) in stage.request.frames.iter().zip(lengths) {
                known.insert((stage.goal_stage.0, stage.goal_stage.1, *frame), length);
            }
            let length = |length: &Length| {
                let of =
                    |color: &Color| known.get(&(length.goal, length.stage, Frame::Bottom(*color))).copied();
                length.colors.iter().map(of).collect::<Option<Vec<u8>>>()?.into_iter().min()
            };
            if let Some(holds) = self.condition.decide(&length) {
                return Ok(holds);
            }
        }
        unreachable!("all lengths of the condition are known")
    }
}
