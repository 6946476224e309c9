//! The rows of a batch as an Arrow IPC stream.

use std::io;

use cubiform_answers::analysis::arrow::ArrowStream;
use cubiform_answers::analysis::report::Report;

use crate::batch::{ARROW, BadRow, RowWriter};
use crate::routes::analyze::Asked;

/// A writer of record batches.
pub(crate) struct ArrowRows(ArrowStream);

impl ArrowRows {
    /// Begins a stream with the lengths that are asked for.
    pub(crate) fn new(asked: &Asked, carried: &[String]) -> io::Result<ArrowRows> {
        ArrowStream::new(asked.columns(), carried).map(ArrowRows)
    }
}

impl RowWriter for ArrowRows {
    type Row = Report;

    fn media_type(&self) -> &'static str {
        ARROW
    }

    fn row(&mut self, row: Result<Report, BadRow>, out: &mut Vec<u8>) -> io::Result<()> {
        match row {
            Ok(report) => self.0.report(&report)?,
            Err(bad) => self.0.unreadable(bad.id(), bad.error())?,
        }
        self.0.take(out);
        Ok(())
    }

    fn end(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        self.0.finish()?;
        self.0.take(out);
        Ok(())
    }
}
