//! The rows of an analysis: their columns, and a writer and a reader for each format.

#[cfg(feature = "arrow")]
pub mod arrow;
mod columns;
mod csv;
mod json;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod read;

use std::io::{self, Write};

use crate::analysis::report::Report;

pub use crate::analysis::record::{Cell, Record};
pub use columns::{Column, ColumnKind, Columns};
pub use csv::Csv;
pub use json::{JsonDocument, JsonLines};

/// A writer of rows in one format.
pub trait RowWriter<R: ?Sized = Report> {
    /// Writes the header.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn write_header(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes a row: the results of one scramble.
    ///
    /// # Errors
    /// If the output cannot be written, or if the format has no value for a result.
    fn write_row(&mut self, row: &R, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the end of the output.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn write_end(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
