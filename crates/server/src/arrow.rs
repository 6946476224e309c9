//! The rows of a batch as an Arrow IPC stream.

use std::io;

use cubiform_answers::analysis::report::Report;
use cubiform_answers::rows::Record;
use cubiform_answers::rows::arrow::ArrowStream;

use crate::batch::{ARROW, BadRow, RowWriter};

impl RowWriter for ArrowStream {
    type Row = Report;

    fn media_type(&self) -> &'static str {
        ARROW
    }

    fn row(&mut self, row: Result<Report, BadRow>, out: &mut Vec<u8>) -> io::Result<()> {
        match row {
            Ok(report) => self.write_row(&Record::from(&report), out),
            Err(bad) => self.write_row(&Record::unreadable(&bad.id, None, None, &bad.error), out),
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        self.write_end(out)
    }
}
