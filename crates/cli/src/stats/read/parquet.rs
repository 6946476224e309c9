//! Rows of Parquet: columns with the names of CSV, taken a row group at a time.

use std::borrow::Cow;
use std::fs::File;

use parquet::basic::Type;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::failure::Failure;
use crate::stats::read::columns::{Columns, shown};
use crate::stats::read::{REMEDY, Row};

/// A file in Parquet.
pub(super) struct Rows {
    /// How to call the file in messages.
    name: String,
    file: SerializedFileReader<File>,
    columns: Columns,
    /// Whether a column that shows the scrambles is there, after the ids.
    has_scrambles: bool,
    /// The index of the column that numbers the rows of the whole input, if there is one.
    row_column: Option<usize>,
    /// Row groups that have been read.
    groups: usize,
    /// The columns of the last of them.
    texts: Vec<Vec<ByteArray>>,
    numbers: Vec<Vec<i32>>,
    /// The row at which it is, in the row group and in the file; rows of a file are counted from 1.
    index: usize,
    row: u64,
    lengths: Vec<u8>,
}

impl Rows {
    pub(super) fn open(name: String, file: File) -> Result<Rows, Failure> {
        let damaged =
            |e: ParquetError| Failure::Message(format!("{name}: this is no whole file of Parquet: {e}"));
        let file = SerializedFileReader::new(file).map_err(damaged)?;
        let schema = file.metadata().file_metadata().schema_descr_ptr();
        let refused = |message: String| Failure::Message(format!("{name}: {message}"));
        let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
        if names.first() != Some(&"id") {
            let found = names.first().map(|name| shown(name.as_bytes())).unwrap_or_default();
            return Err(refused(format!(
                "this is no analysis: its first column is {found}, not 'id'\n  {REMEDY}"
            )));
        }
        let has_scrambles = names.get(1).is_some_and(|name| ["scramble", "facelets"].contains(name));
        let texts = 1 + usize::from(has_scrambles);
        let row_column = (names.get(texts) == Some(&"row")).then_some(texts);
        for (number, column) in (1..).zip(schema.columns()) {
            let (wanted, what) = if row_column == Some(number - 1) {
                (Type::INT64, "a number of 64 bits")
            } else if number <= texts {
                (Type::BYTE_ARRAY, "text")
            } else {
                (Type::INT32, "a number of at most 32 bits")
            };
            if column.physical_type() != wanted || column.max_def_level() > 0 {
                let name = shown(column.name().as_bytes());
                return Err(refused(format!(
                    "column {number} ({name}) should be {what} that is always there"
                )));
            }
        }
        let before = texts + usize::from(row_column.is_some());
        let numbered = (1..).zip(&names).skip(before).map(|(number, name)| (number, name.as_bytes()));
        let columns = Columns::named(numbered).map_err(refused)?;
        Ok(Rows {
            name,
            file,
            columns,
            has_scrambles,
            row_column,
            groups: 0,
            texts: Vec::new(),
            numbers: Vec::new(),
            index: 0,
            row: 0,
            lengths: Vec::new(),
        })
    }

    /// Reads the next row group that has rows, if there is one.
    fn next_group(&mut self) -> Result<bool, ParquetError> {
        loop {
            if self.groups == self.file.num_row_groups() {
                return Ok(false);
            }
            let group = self.file.get_row_group(self.groups)?;
            self.groups += 1;
            let rows = usize::try_from(group.metadata().num_rows())
                .map_err(|_| ParquetError::General("a row group has less than no rows".into()))?;
            self.texts.clear();
            self.numbers.clear();
            for column in (0..group.num_columns()).filter(|column| Some(*column) != self.row_column) {
                match group.get_column_reader(column)? {
                    ColumnReader::ByteArrayColumnReader(reader) => self.texts.push(all(reader, rows)?),
                    ColumnReader::Int32ColumnReader(reader) => self.numbers.push(all(reader, rows)?),
                    _ => return Err(ParquetError::General("a column has changed its type".into())),
                }
            }
            self.index = 0;
            if rows > 0 {
                return Ok(true);
            }
        }
    }

    fn text(&self, column: usize) -> Cow<'_, str> {
        String::from_utf8_lossy(self.texts[column][self.index].data())
    }
}

/// The values of a column of a row group.
fn all<T: DataType>(mut reader: ColumnReaderImpl<T>, rows: usize) -> Result<Vec<T::T>, ParquetError> {
    let mut values = Vec::new();
    while values.len() < rows {
        let (records, ..) = reader.read_records(rows - values.len(), None, None, &mut values)?;
        if records == 0 {
            return Err(ParquetError::General(format!("a column has {} rows, not {rows}", values.len())));
        }
    }
    Ok(values)
}

impl super::Rows for Rows {
    fn columns(&self) -> &Columns {
        &self.columns
    }

    fn advance(&mut self) -> Result<bool, Failure> {
        self.index += 1;
        if self.texts.first().is_none_or(|ids| self.index >= ids.len()) {
            let read = self.next_group();
            if !read.map_err(|e| Failure::Message(format!("cannot read {}: {e}", self.name)))? {
                return Ok(false);
            }
        }
        self.row += 1;
        self.lengths.clear();
        for (i, column) in self.numbers.iter().enumerate() {
            let length = column[self.index];
            let read = u8::try_from(length);
            let bad = |_| self.bad(&format!("{} ({length}) is no number of moves", self.columns.name(i)));
            self.lengths.push(read.map_err(bad)?);
        }
        Ok(true)
    }

    fn row(&self) -> Row<'_> {
        let scramble = self.has_scrambles.then(|| self.text(1));
        Row { id: self.text(0), scramble, lengths: &self.lengths }
    }

    fn credit(&self) -> Option<String> {
        let entries = self.file.metadata().file_metadata().key_value_metadata()?;
        entries.iter().find(|entry| entry.key == "cubiform.credit")?.value.clone()
    }

    fn bad(&self, message: &str) -> Failure {
        match self.row {
            0 => Failure::Message(format!("{}: {message}", self.name)),
            row => Failure::Message(format!("{}: row {row}: {message}", self.name)),
        }
    }
}
