//! The number of scrambles of each length as a Parquet file.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};

use super::parts::LENGTHS;
use super::table::{Object, Table, Value, flatten};
use crate::rows::parquet::{PREFIX, to_vec};
use crate::run::program;

/// The name of the column of lengths.
const MOVES: &str = "moves";

/// Renders the tables of lengths as one Parquet file. Its columns are the group, if rows are grouped, the keys of the
/// tables, of which `moves` is a number, and the count. The provenance is in the metadata.
///
/// # Panics
/// Panics if there are no tables of lengths.
pub fn lengths(parts: &[Table], provenance: &Object) -> Vec<u8> {
    let tables: Vec<&Table> = parts.iter().filter(|part| part.name == LENGTHS).collect();
    let rows = || tables.iter().flat_map(|part| part.rows.iter().map(|row| (*part, row)));
    let first = tables.first().expect("there are lengths");
    let groups = rows().filter_map(|(part, _)| part.group());
    let group = first.group().map(|_| ("group".to_string(), texts(groups)));
    let keys = first.keys.iter().enumerate().map(|(i, name)| {
        let keys = rows().map(|(_, (keys, _))| &keys[i][..]);
        // Solutions of the beginner's method have more moves than 8 bits hold.
        let number = |key: &str| key.parse().expect("a length is a number");
        (name.to_string(), if *name == MOVES { numbers(keys.map(number)) } else { texts(keys) })
    });
    let measures = first.measures().enumerate().map(|(i, name)| {
        let counts = rows().map(|(_, (_, values))| match values[i] {
            Value::Count(count) => i64::try_from(count).expect("a count has 63 bits"),
            _ => unreachable!("lengths are counted"),
        });
        (name.to_string(), numbers(counts))
    });
    let columns: Vec<(String, ArrayRef)> = group.into_iter().chain(keys).chain(measures).collect();
    let batch = RecordBatch::try_from_iter(columns).expect("the columns have the same length");
    let entries = flatten(provenance).into_iter().map(|(name, text)| (format!("{PREFIX}{name}"), text));
    to_vec(&batch, &program(), entries.collect()).expect("writing to memory does not fail")
}

fn texts<'a>(values: impl Iterator<Item = &'a str>) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(values))
}

fn numbers(values: impl Iterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values))
}
