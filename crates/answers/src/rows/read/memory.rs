//! The reader of an analysis that is no file: rows in memory, or of another reader.

use std::mem;

use super::{AnalysisRow, Rows};
use crate::Error;
use crate::rows::Columns;

/// The rows of an analysis, and their number so far.
pub(super) struct MemoryRows<I> {
    name: String,
    rows: I,
    number: usize,
}

impl<I> MemoryRows<I> {
    pub(super) fn new(name: &str, rows: I) -> MemoryRows<I> {
        MemoryRows { name: name.into(), rows, number: 0 }
    }
}

impl<I: Iterator<Item = Result<AnalysisRow, Error>>> Rows for MemoryRows<I> {
    fn read(&mut self, _: &Columns, row: &mut AnalysisRow) -> Result<bool, Error> {
        let Some(next) = self.rows.next() else { return Ok(false) };
        *row = AnalysisRow { carried_names: mem::take(&mut row.carried_names), ..next? };
        self.number += 1;
        Ok(true)
    }

    fn place(&self) -> String {
        format!("{}: row {}", self.name, self.number)
    }
}
