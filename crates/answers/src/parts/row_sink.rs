//! The destination of the rows of a run.

use super::SkippedLine;
use crate::run::{Position, WantedItems};

/// A destination of the rows `R` of a run, in the order of the input. `E` is the error of the front end.
///
/// Each row, skipped line and left out scramble comes with the position after it.
pub trait RowSink<R, E> {
    /// Returns the items of the input that the sink needs.
    fn wanted(&self) -> WantedItems {
        WantedItems::default()
    }

    /// Returns the number of lines that earlier processes of the run skipped, and of the scrambles that they left out.
    fn earlier(&self) -> (u64, u64) {
        (0, 0)
    }

    /// Writes what precedes the rows.
    ///
    /// # Errors
    /// If writing fails.
    fn begin(&mut self) -> Result<(), E> {
        Ok(())
    }

    /// Writes the row with this id.
    ///
    /// # Errors
    /// If writing fails.
    fn row(&mut self, row: &R, id: &str, position: Position) -> Result<(), E>;

    /// Skips an unreadable line.
    ///
    /// # Errors
    /// If writing fails.
    fn skip(&mut self, _line: SkippedLine, _position: Position) -> Result<(), E> {
        Ok(())
    }

    /// Leaves out a scramble that does not satisfy the condition of the run.
    ///
    /// # Errors
    /// If writing fails.
    fn leave_out(&mut self, _position: Position) -> Result<(), E> {
        Ok(())
    }

    /// Writes what should not wait for the next row. Called while there is none.
    ///
    /// # Errors
    /// If writing fails.
    fn idle(&mut self) -> Result<(), E> {
        Ok(())
    }

    /// Ends the output with the result of the run, and returns the result of both.
    ///
    /// # Errors
    /// If the run failed, or writing fails.
    fn end(self: Box<Self>, ended: Result<(), E>) -> Result<(), E>;
}
