//! The operation `scramble`: random-state scrambles.

use super::request::{ScrambleQuestion, ScrambleRequest};
use super::row::Row;
use super::tasks::{rows, tasks};
use crate::Error;
use crate::limits::Limits;
use crate::operation::{Context, Door, Needs, Operation};

/// The maximum number of scrambles that are quick.
const QUICK_SCRAMBLES: u64 = 10;

impl Operation for ScrambleRequest {
    const DOOR: Door = Door {
        name: "scramble",
        path: "/v1/scramble",
        tag: "scramble",
        summary: "Make scrambles",
        about: "Scrambles of uniformly random states, or of those that satisfy a condition or show a case: the array of\n\
            `cubiform scramble --format json`.",
        answer: "The scrambles",
        is_list: true,
        needs: Needs::GoalTables,
        ..Door::NEW
    };

    type Question = ScrambleQuestion;
    type Answer = Vec<Row>;
    type Document = Row;

    fn check(self, limits: &Limits) -> Result<ScrambleQuestion, Error> {
        self.question(limits)
    }

    fn is_quick(question: &ScrambleQuestion) -> bool {
        let needs_tables = question.condition.is_some() || question.event.puzzle().needs_tables();
        !needs_tables && question.count <= QUICK_SCRAMBLES
    }

    fn draws_under_condition(question: &ScrambleQuestion) -> bool {
        question.condition.is_some()
    }

    fn answer(question: ScrambleQuestion, context: &Context<'_>) -> Result<Vec<Row>, Error> {
        let tasks = tasks(&question, context.solvers, context.cancel())?;
        rows(tasks, context.threads(), context.cancel())
    }
}
