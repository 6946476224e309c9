//! The interface of kinds whose open tables have a type of their own.

use crate::table_bytes::TableBytes;
use crate::table_kind::TableKind;

/// A kind of table with a type for its open tables.
pub trait OpenTable: TableKind + Sized {
    /// The open table.
    type Table;

    /// Returns the table with these codes, which have [`payload`](TableKind::payload) bytes. They match their checksum,
    /// unless the table is large and mapped: then a damaged file can have any codes.
    fn table(&self, bytes: TableBytes) -> Self::Table;
}
