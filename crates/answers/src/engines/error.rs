//! The reasons why a solver or an analyzer cannot be opened, as data: each front end words the remedy.

use cubiform_cube::four::Metric;
use cubiform_solvers::cfop::BuildError;
use cubiform_store::StoreError;
use cubiform_tables::four::StageEntry;

use crate::Error;

/// The reason why a solver or an analyzer cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A table cannot be opened, built or filled, or the goals cannot be analysed.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// No table of the optimal solver is built.
    #[error("no table of the optimal solver is built")]
    NoOptimalTable,
    /// A table of the 4x4x4 is not built.
    #[error("the table {table} of the 4x4x4 is not built")]
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
        match error {
            error if error.is_cancelled() => Error::Cancelled,
            error => Error::Message(error.to_string()),
        }
    }
}

/// Returns the name under which all tables of the 4x4x4 in a metric are built together.
pub fn four_set(metric: Metric) -> &'static str {
    use cubiform_store::TableKind as _;
    StageEntry::of(metric)[0].set().expect("stages have a set")
}
