//! The CSV of an analysis: a header and a record for each row.

use std::borrow::Cow;
use std::io::{self, Write};

use ::csv::WriterBuilder;

use super::RowWriter;
use super::columns::Columns;
use crate::analysis::record::{Cell, Record};

/// A writer of CSV.
pub struct Csv(pub Columns);

impl<R> RowWriter<R> for Csv
where
    for<'a> Record<'a>: From<&'a R>,
{
    fn write_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_record(self.0.list.iter().map(|column| &column.name[..]), out)
    }

    fn write_row(&mut self, row: &R, out: &mut dyn Write) -> io::Result<()> {
        // A missing value is empty.
        let text = |cell| match cell {
            Cell::Text(text) => Cow::Borrowed(text),
            Cell::Number(number) => Cow::Owned(number.to_string()),
            Cell::Length(length) => Cow::Owned(length.to_string()),
            Cell::Null | Cell::Solutions(_) => Cow::Borrowed(""),
        };
        write_record(self.0.cells(&Record::from(row)).map(text), out)
    }
}

/// Writes a record.
fn write_record(cells: impl Iterator<Item = impl AsRef<str>>, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = WriterBuilder::new().buffer_capacity(1 << 10).from_writer(out);
    cells.into_iter().try_for_each(|cell| writer.write_field(cell.as_ref()))?;
    writer.write_record(None::<&[u8]>)?;
    writer.flush()
}
