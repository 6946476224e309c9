//! The number of scrambles of each length as a Parquet file: `--format parquet` of `stats` and `lengths`.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use ::parquet::file::metadata::KeyValue;

use crate::checksum;
use crate::error::Failure;
use crate::render::parquet::NOT_TO_A_TERMINAL;
use crate::render::parquet::table::{self, Cell, Column};
use crate::stats::show::{Object, Table, Value, flatten};

/// The name of the tables of lengths.
pub(crate) const LENGTHS: &str = "histogram";

/// The name of the column of lengths.
const MOVES: &str = "moves";

/// Checks that Parquet is not written to a terminal, given the file that the user named.
pub(crate) fn check_output(command: &'static str, file: Option<&Path>) -> Result<(), Failure> {
    if file.is_none() && io::stdout().is_terminal() {
        return Err(Failure::usage(command, NOT_TO_A_TERMINAL));
    }
    Ok(())
}

/// Renders the tables of lengths as one Parquet file. Its columns are the group, if rows are grouped, the keys of the
/// tables, of which `moves` is a number, and the count. The provenance is in the metadata.
pub(crate) fn lengths(parts: &[Table], provenance: &Object) -> Vec<u8> {
    let tables = || parts.iter().filter(|part| part.name == LENGTHS);
    let first = tables().next().expect("there are lengths");
    let is_grouped = first.group().is_some();
    let keys =
        first.keys.iter().map(|key| if *key == MOVES { Column::number(key) } else { Column::text(key) });
    let columns = is_grouped.then(|| Column::text("group")).into_iter().chain(keys);
    let columns = columns.chain(first.measures().map(|name| Column::number(&name)));
    let entries = flatten(provenance).into_iter();
    let entries = entries.map(|(name, text)| KeyValue::new(format!("{}{name}", checksum::PREFIX), text));
    let program = format!("cubiform {}", env!("CARGO_PKG_VERSION"));
    let mut table = table::Table::new(columns.collect(), &program, entries.collect());
    let mut bytes = Vec::new();
    let written = table.begin(&mut bytes).and_then(|()| {
        for part in tables() {
            for (keys, values) in &part.rows {
                let group = part.group().map(Cell::Text);
                let keys = part.keys.iter().zip(keys).map(|(name, text)| match *name {
                    // Solutions of the beginner's method have more moves than 8 bits hold.
                    MOVES => Cell::Number(text.parse().expect("a length is a number")),
                    _ => Cell::Text(text),
                });
                let counts = values.iter().map(|value| match value {
                    Value::Count(count) => Cell::Number(i64::try_from(*count).expect("a count has 63 bits")),
                    _ => unreachable!("lengths are counted"),
                });
                table.row(group.into_iter().chain(keys).chain(counts), &mut bytes)?;
            }
        }
        table.end(&mut bytes)
    });
    written.expect("writing to memory does not fail");
    bytes
}
