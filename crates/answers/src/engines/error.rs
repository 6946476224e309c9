//! The reasons why a solver or an analyzer cannot be opened, as data: each front end words the remedy.

use cubiform_cube::four::Metric;
use cubiform_solvers::cfop::BuildError;
use cubiform_store::{StoreError, TableKind};
use cubiform_tables::four::StageEntry;

use crate::Error;

/// The reason why a solver or an analyzer cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A table cannot be opened, built or filled, or the goals cannot be analysed.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// No table of the optimal solver is built.
    #[error(
        "optimal solutions need one of the tables optimal-small, optimal-medium and optimal-large, but none is built"
    )]
    NoOptimalTable,
    /// A table of the 4x4x4 is not built.
    #[error("{}", missing_four(*metric, table))]
    NoFourTable {
        /// The metric.
        metric: Metric,
        /// The name of the table.
        table: &'static str,
    },
}

impl EngineError {
    /// The error that the opening was stopped.
    pub(super) const CANCELLED: EngineError = EngineError::Build(BuildError::Cancelled);

    /// Returns whether the opening was stopped.
    pub fn is_cancelled(&self) -> bool {
        matches!(
            self,
            EngineError::Build(BuildError::Cancelled | BuildError::Store(StoreError::Cancelled { .. }))
        )
    }
}

impl From<StoreError> for EngineError {
    fn from(error: StoreError) -> EngineError {
        EngineError::Build(BuildError::Store(error))
    }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Error {
        let created = Error::message(error.to_string());
        match error {
            error if error.is_cancelled() => Error::cancelled(),
            EngineError::Build(BuildError::TooLarge { .. }) => Error::usage("goal", created.message.clone()),
            EngineError::Build(BuildError::Moves(_)) => Error::usage("moves", created.message.clone()),
            EngineError::Build(BuildError::NotBuilt { table, .. }) => created
                .code("table-not-built")
                .value("table", table)
                .hint(format!("build it with: cubiform tables build {table}")),
            EngineError::Build(BuildError::NotFilled { goal }) => {
                created.code("table-not-filled").value("goal", goal)
            }
            EngineError::NoOptimalTable => created
                .code("table-not-built")
                .value("table", "optimal-small")
                .hint("build one with: cubiform tables build optimal-small"),
            EngineError::NoFourTable { metric, table } => created
                .code("table-not-built")
                .value("table", table)
                .hint(format!("build them with: cubiform tables build {}", four_set(metric))),
            EngineError::Build(BuildError::Store(_)) => created.code(Error::UNUSABLE_TABLE),
            EngineError::Build(_) => created,
        }
    }
}

/// Returns the message about a table of the 4x4x4 that is not built.
fn missing_four(metric: Metric, table: &str) -> String {
    let needed = || cubiform_tables::kinds().filter(|kind| kind.set() == Some(four_set(metric)));
    let (count, bytes) = (needed().count(), needed().map(TableKind::payload).sum::<u64>());
    let (name, megabytes) = (metric.name().to_uppercase(), bytes / 1_000_000);
    format!("the 4x4x4 in {name} needs {count} tables ({megabytes} MB), and {table} is not built")
}

/// Returns the name under which all tables of the 4x4x4 in a metric are built together.
pub fn four_set(metric: Metric) -> &'static str {
    StageEntry::for_metric(metric)[0].set().expect("stages have a set")
}
