//! An error in a row, with its place in the row.

/// An error in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// The line, counted from the first line of the row, from 0.
    pub line: u64,
    /// The number of characters before the error in that line.
    pub column: usize,
    /// The message.
    pub message: String,
}
