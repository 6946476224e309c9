//! The operation `solve`: solutions of a cube.

use super::answer::{engine, read};
use super::json::SolutionObject;
use super::request::{SolveQuestion, SolveRequest};
use super::row::Row;
use crate::input::{BadRow, Line, Options};
use crate::limits::Limits;
use crate::operation::batch::{Batch, row};
use crate::operation::{Context, Door, Methods, Operation};
use crate::scramble::{id_of, line};
use crate::{Error, ErrorKind};

impl Operation for SolveRequest {
    const DOOR: Door = Door {
        name: "solve",
        path: "/v1/solve",
        tag: "solve",
        summary: "Solve a cube",
        about: "The solutions as the array of `cubiform solve --format json`; one, unless several optimal ones are asked for. A cube\n\
            that has no solution within the limits has an object with `error`. Optimal solutions are offered if the server is\n\
            started with `--allow-optimal`.",
        answer: "The solutions",
        is_list: true,
        methods: Methods::Batches,
        ..Door::NEW
    };

    type Question = (SolveQuestion, Line);
    type Answer = SolvedCube;
    type Document = SolutionObject<'static>;

    fn check(self, limits: &Limits) -> Result<(SolveQuestion, Line), Error> {
        let mut question = self.question(limits)?;
        let request = &mut question.request;
        let line = line(request.scramble.take(), request.id.take(), limits)?;
        read(question.request.puzzle, &line)?;
        Ok((question, line))
    }

    fn is_quick((question, _): &(SolveQuestion, Line)) -> bool {
        question.is_quick()
    }

    fn answer((question, line): (SolveQuestion, Line), context: &Context<'_>) -> Result<SolvedCube, Error> {
        let engine = engine(&question, context.solvers)?;
        let limits = question.limits(context.cpu, context.time, context.cancel());
        let row = engine.answer(&question, &line, &limits)?;
        match row.solved {
            Err(error) if error.kind != ErrorKind::Unanswerable => Err(error),
            solved => Ok(SolvedCube { question, row: Row { solved, ..row } }),
        }
    }

    fn answer_each(self, batch: Batch<'_>, limits: &Limits, context: &Context<'_>) -> Result<(), Error> {
        let question = self.question(limits)?;
        let engine = engine(&question, context.solvers)?;
        let limits = question.limits(None, None, context.cancel());
        batch.read(Options::plain())?.each(context, |line, _, sink| {
            match engine.answer(&question, &line, &limits) {
                Ok(solved) => match &solved.solved {
                    Err(error) if error.kind != ErrorKind::Unanswerable => Err(error.clone()),
                    _ => solved.objects(&question).iter().try_for_each(|object| row(object, sink)),
                },
                Err(bad) => row(&BadRow::new(&bad, Some(id_of(&line))), sink),
            }
        })
    }
}

/// The solutions of a cube, or the reason why there are none.
pub struct SolvedCube {
    question: SolveQuestion,
    row: Row,
}

impl serde::Serialize for SolvedCube {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.row.objects(&self.question).serialize(serializer)
    }
}
