//! The reader of an analysis in memory.

use std::vec;

use super::{AnalysisRow, Rows};
use crate::Error;
use crate::rows::Columns;

/// The rows of an analysis, and their number so far.
pub(super) struct MemoryRows {
    name: String,
    rows: vec::IntoIter<AnalysisRow>,
    number: usize,
}

impl MemoryRows {
    pub(super) fn new(name: &str, rows: Vec<AnalysisRow>) -> MemoryRows {
        MemoryRows { name: name.into(), rows: rows.into_iter(), number: 0 }
    }
}

impl Rows for MemoryRows {
    fn read(&mut self, _: &Columns, row: &mut AnalysisRow) -> Result<bool, Error> {
        let Some(next) = self.rows.next() else { return Ok(false) };
        *row = next;
        self.number += 1;
        Ok(true)
    }

    fn place(&self) -> String {
        format!("{}: row {}", self.name, self.number)
    }
}
