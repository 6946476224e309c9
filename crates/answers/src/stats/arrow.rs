//! Tables of measures as a record batch of Arrow.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, StringArray};

use cubiform_stats::{MEASURES, Measure};

use super::table::{Table, Value};

/// The name of the key column of lengths.
const MOVES: &str = "moves";

/// Returns the columns of tables with the same keys and measures: the keys, of which `moves` is a number, and the measures,
/// which are some of [`MEASURES`] or counts.
///
/// # Panics
/// Panics if there are no tables.
pub fn columns(tables: &[&Table]) -> Vec<(String, ArrayRef)> {
    let rows = || tables.iter().flat_map(|table| &table.rows);
    let first = tables.first().expect("there is a table");
    let keys = first.keys.iter().enumerate().map(|(i, name)| {
        let keys = rows().map(|(keys, _)| &keys[i][..]);
        // Solutions of the beginner's method have more moves than 8 bits hold.
        let number = |key: &str| key.parse::<i64>().expect("a length is a number");
        let column: ArrayRef = match *name {
            MOVES => Arc::new(Int64Array::from_iter_values(keys.map(number))),
            _ => Arc::new(StringArray::from_iter_values(keys)),
        };
        (name.to_string(), column)
    });
    let measures = first.measures().enumerate().map(|(i, name)| {
        let values = rows().map(|(_, values)| &values[i]);
        let column: ArrayRef = match MEASURES.into_iter().find(|(known, _)| *known == name) {
            None | Some((_, Measure::Count(_))) => Arc::new(values.map(Value::count).collect::<Int64Array>()),
            Some(_) => Arc::new(values.map(Value::real).collect::<Float64Array>()),
        };
        (name.to_string(), column)
    });
    keys.chain(measures).collect()
}
