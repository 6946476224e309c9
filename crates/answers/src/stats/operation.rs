//! The operation `stats`: statistics of analysed scrambles.

use super::request::{StatsQuestion, StatsRequest};
use super::texts::{StatsAnswer, statistics};
use crate::Error;
use crate::limits::Limits;
use crate::operation::{Context, Door, Methods, Needs, Operation};

impl Operation for StatsRequest {
    const DOOR: Door = Door {
        name: "stats",
        path: "/v1/stats",
        tag: "stats",
        summary: "Summarise analysed scrambles",
        about: "The object of `cubiform stats --format json` for an analysis in CSV or JSON lines, or for scrambles, which are\n\
            analysed first: the number of scrambles, and a list of rows for each table of measures.",
        answer: "The statistics",
        methods: Methods::Post,
        needs: Needs::GoalTables,
        ..Door::NEW
    };

    type Question = StatsQuestion;
    type Answer = StatsAnswer;
    type Document = StatsAnswer;

    fn check(self, limits: &Limits) -> Result<StatsQuestion, Error> {
        self.question(limits)
    }

    fn is_quick(_: &StatsQuestion) -> bool {
        false
    }

    fn answer(question: StatsQuestion, context: &Context<'_>) -> Result<StatsAnswer, Error> {
        statistics(question, context)
    }
}
