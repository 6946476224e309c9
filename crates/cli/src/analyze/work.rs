//! The analysis of the items of an input on several threads, whose results reach a sink in the order of the input.

use std::task::{Poll, ready};

use cubiform_answers::analysis::Analyses;
use cubiform_answers::analysis::AnalyzeQuestion;
use cubiform_answers::analysis::report::Report;
use cubiform_answers::input::{BadLine, Input, Item};
use cubiform_answers::links::{LinkPolicy, Links};
use cubiform_answers::parts::{RowSink, SkippedLine};
use cubiform_answers::pipeline::{self, Done, Next, Pull};
use cubiform_answers::run::{Position, Selection, Shard};
use cubiform_answers::scramble::{Scramble, id_of};
use cubiform_solvers::cfop::{Analysis, AnalyzeError, Analyzer};
use cubiform_threads::{CancelToken, Threads};

use super::filter::Filter;
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
