//! The number of scrambles of each length as a Parquet file.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};

use super::arrow::columns;
use super::parts::LENGTHS;
use super::table::{Object, Table, flatten};
use crate::rows::parquet::{PREFIX, to_vec};
use crate::run::program;

/// Renders the tables of lengths as one Parquet file. Its columns are the group, if rows are grouped, the keys of the
/// tables, of which `moves` is a number, and the count. The provenance is in the metadata.
///
/// # Panics
/// Panics if there are no tables of lengths.
pub fn lengths(parts: &[Table], provenance: &Object) -> Vec<u8> {
    let tables: Vec<&Table> = parts.iter().filter(|part| part.name == LENGTHS).collect();
    let groups = tables.iter().flat_map(|part| part.rows.iter().filter_map(|_| part.group.as_deref()));
    let groups: ArrayRef = Arc::new(StringArray::from_iter_values(groups));
    let group = (!groups.is_empty()).then(|| ("group".to_string(), groups));
    let batch = RecordBatch::try_from_iter(group.into_iter().chain(columns(&tables)));
    let batch = batch.expect("the columns have the same length");
    let entries = flatten(provenance).into_iter().map(|(name, text)| (format!("{PREFIX}{name}"), text));
    to_vec(&batch, &program(), entries.collect()).expect("writing to memory does not fail")
}
