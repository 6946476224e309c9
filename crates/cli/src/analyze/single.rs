//! The rows of an analysis in a single output: standard output, or a file that appears only once it is complete.

use cubiform_answers::analysis::report::Report;
use cubiform_answers::parts::RowSink;
use cubiform_answers::rows::RowWriter;
use cubiform_answers::run::Position;

use crate::failure::{Failure, say};
use crate::output::Output;

/// A single output, and the writer of its rows.
pub(super) struct Single {
    pub(super) output: Output,
    pub(super) rows: Box<dyn RowWriter<Report>>,
}

impl RowSink<Report, Failure> for Single {
    fn begin(&mut self) -> Result<(), Failure> {
        self.rows.write_header(&mut self.output).map_err(|e| self.output.failure(&e))
    }

    fn row(&mut self, row: &Report, _: &str, _: Position) -> Result<(), Failure> {
        self.rows.write_row(row, &mut self.output).map_err(|e| self.output.failure(&e))
    }

    fn idle(&mut self) -> Result<(), Failure> {
        std::io::Write::flush(&mut self.output).map_err(|e| self.output.failure(&e))
    }

    fn end(mut self: Box<Self>, ended: Result<(), Failure>) -> Result<(), Failure> {
        if ended.is_ok() {
            self.rows.write_end(&mut self.output).map_err(|e| self.output.failure(&e))?;
            return self.output.finish();
        }
        let hint = self.output.is_file() && matches!(ended, Err(Failure::Interrupted));
        let ended = self.output.end(ended);
        if hint {
            say("a run with --output DIR/ keeps its rows, and --resume continues it");
        }
        ended
    }
}
