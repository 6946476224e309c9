//! The rows of a stream of record batches with a column of cubes.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::RecordBatchStreamReader;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use cubiform_answers::input::{BadLine, Content, Line};
use cubiform_answers::puzzle::Puzzle;
use cubiform_answers::scramble::{Scramble, id_of};

use crate::error::Failure;
use crate::one_cube;

/// The names of the columns that are read.
pub(crate) const ID: &str = "id";
pub(crate) const SCRAMBLE: &str = "scramble";

/// A batch of the input.
pub(crate) struct Chunk {
    pub(crate) batch: RecordBatch,
    ids: Option<ArrayRef>,
    scrambles: ArrayRef,
    /// The number of rows before it.
    before: u64,
}

/// A row of the input, or the error of the stream.
pub(crate) type RowResult = Result<(Arc<Chunk>, usize), Failure>;

/// A row whose cube cannot be read.
pub(crate) struct BadRow {
    pub(crate) id: String,
    pub(crate) text: Option<String>,
    /// The number of the row, from 1.
    pub(crate) row: u64,
    pub(crate) bad: Box<BadLine>,
}

impl From<BadRow> for Failure {
    fn from(row: BadRow) -> Failure {
        Failure::scramble(Some(row.row), &row.bad, row.text.as_deref())
    }
}

/// The rows of a stream of record batches.
pub(crate) struct Rows {
    input: RecordBatchStreamReader,
    chunk: Option<(Arc<Chunk>, usize)>,
    before: u64,
}

impl Rows {
    pub(crate) fn new(input: RecordBatchStreamReader) -> Rows {
        Rows { input, chunk: None, before: 0 }
    }
}

impl Iterator for Rows {
    type Item = RowResult;

    fn next(&mut self) -> Option<RowResult> {
        loop {
            if let Some((chunk, next)) = &mut self.chunk {
                if *next < chunk.batch.num_rows() {
                    *next += 1;
                    return Some(Ok((Arc::clone(chunk), *next - 1)));
                }
                self.before += chunk.batch.num_rows() as u64;
                self.chunk = None;
            }
            let batch = match self.input.next()? {
                Ok(batch) => batch,
                Err(error) => return Some(Err(Failure::message(error))),
            };
            let column = |name| batch.column_by_name(name).map(Arc::clone);
            let Some(scrambles) = column(SCRAMBLE) else {
                return Some(Err(Failure::internal("a record batch has no column of scrambles")));
            };
            let ids = column(ID).filter(|ids| *ids.data_type() == DataType::Utf8);
            let chunk = Chunk { ids, scrambles, before: self.before, batch };
            self.chunk = Some((Arc::new(chunk), 0));
        }
    }
}

impl Chunk {
    /// Returns the number of a row, from 1.
    pub(crate) fn row(&self, i: usize) -> u64 {
        self.before + i as u64 + 1
    }

    /// Returns a row as a line of input.
    pub(crate) fn line(&self, i: usize) -> Line {
        let id = self.ids.as_ref().filter(|ids| ids.is_valid(i)).map(|ids| ids.as_string::<i32>().value(i));
        let text = self.text(i).unwrap_or_default();
        let content = match id {
            Some(id) => Content::Cell { id: id.into(), scramble: text.into(), column: 0 },
            None => Content::Text(text.into()),
        };
        Line::argument(self.row(i) as usize, content)
    }

    /// Returns the text of the cube of a row, if there is one.
    fn text(&self, i: usize) -> Option<&str> {
        self.scrambles.is_valid(i).then(|| self.scrambles.as_string::<i32>().value(i))
    }

    /// Reads the scramble of a row.
    pub(crate) fn read(&self, i: usize) -> Result<Scramble, BadRow> {
        let line = self.line(i);
        let read = self.check(i, &line, Puzzle::Three).and_then(|()| Scramble::read(&line));
        read.map_err(|bad| self.bad(i, &line, bad))
    }

    /// Checks that the text of a row is not a list of cubes.
    pub(crate) fn check(&self, i: usize, line: &Line, puzzle: Puzzle) -> Result<(), BadLine> {
        one_cube::check(self.text(i).unwrap_or_default(), puzzle, &line.place)
    }

    /// Returns a row whose cube cannot be read.
    pub(crate) fn bad(&self, i: usize, line: &Line, bad: BadLine) -> BadRow {
        let text = self.text(i).map(Into::into);
        BadRow { id: id_of(line), text, row: self.row(i), bad: Box::new(bad) }
    }
}
