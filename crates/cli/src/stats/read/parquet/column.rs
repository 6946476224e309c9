//! A column of a Parquet row group, decoded in batches.

use std::borrow::Cow;

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;

use crate::checksum::ColumnHash;

/// A column of one of the types that an analysis uses.
pub(super) enum Column {
    Text(Decoded<ByteArrayType>),
    LongNumber(Decoded<Int64Type>),
    Number(Decoded<Int32Type>),
}

/// A batch of a column's values, and the hash of all values decoded so far.
pub(super) struct Decoded<T: DataType> {
    reader: ColumnReaderImpl<T>,
    values: Vec<T::T>,
    /// For each row of the batch, 1 if it has a value and 0 for a null; empty for a required column.
    levels: Vec<i16>,
    /// For each row of an optional column, the index of its value.
    places: Vec<Option<usize>>,
    is_optional: bool,
    hash: ColumnHash,
}

impl<T: DataType> Decoded<T> {
    fn new(reader: ColumnReaderImpl<T>, is_optional: bool) -> Decoded<T> {
        let (values, levels, places) = (Vec::new(), Vec::new(), Vec::new());
        Decoded { reader, values, levels, places, is_optional, hash: ColumnHash::default() }
    }

    /// Decodes the next `rows` rows.
    fn read(&mut self, rows: usize) -> Result<(), ParquetError> {
        self.values.clear();
        self.levels.clear();
        let mut read = 0;
        while read < rows {
            let levels = self.is_optional.then_some(&mut self.levels);
            let (records, ..) = self.reader.read_records(rows - read, levels, None, &mut self.values)?;
            if records == 0 {
                return Err(general("a column has fewer rows than its row group"));
            }
            read += records;
        }
        let mut next = 0;
        self.places.clear();
        self.places.extend(self.levels.iter().map(|level| {
            let place = (*level > 0).then_some(next);
            next += usize::from(*level > 0);
            place
        }));
        let wanted = if self.is_optional { next } else { rows };
        let is_whole = self.values.len() == wanted && self.places.len() == self.levels.len();
        if is_whole { Ok(()) } else { Err(general("a column has fewer values than its row group")) }
    }

    /// Returns the values of the batch by row; `None` for a null.
    fn by_row(&self) -> impl Iterator<Item = Option<&T::T>> {
        self.places.iter().map(|place| place.map(|place| &self.values[place]))
    }

    /// Returns the value of a row of the batch.
    fn get(&self, row: usize) -> Option<&T::T> {
        if self.is_optional { self.values.get(self.places[row]?) } else { self.values.get(row) }
    }
}

impl Column {
    pub(super) fn new(reader: ColumnReader, is_optional: bool) -> Result<Column, ParquetError> {
        Ok(match reader {
            ColumnReader::ByteArrayColumnReader(reader) => Column::Text(Decoded::new(reader, is_optional)),
            ColumnReader::Int64ColumnReader(reader) => Column::LongNumber(Decoded::new(reader, is_optional)),
            ColumnReader::Int32ColumnReader(reader) => Column::Number(Decoded::new(reader, is_optional)),
            _ => return Err(general("a column has changed its type")),
        })
    }

    /// Decodes the next `rows` rows and adds them to the hash.
    pub(super) fn read(&mut self, rows: usize) -> Result<(), ParquetError> {
        match self {
            Column::Text(column) => {
                column.read(rows)?;
                let mut hash = std::mem::take(&mut column.hash);
                match column.is_optional {
                    true => hash.optional_texts(column.by_row().map(|text| text.map(ByteArray::data))),
                    false => hash.texts(&column.values),
                }
                column.hash = hash;
            }
            Column::LongNumber(column) => {
                column.read(rows)?;
                let mut hash = std::mem::take(&mut column.hash);
                match column.is_optional {
                    true => hash.optional_numbers(column.by_row().map(|number| number.copied())),
                    false => hash.long_numbers(&column.values),
                }
                column.hash = hash;
            }
            Column::Number(column) => {
                column.read(rows)?;
                column.hash.numbers(&column.values);
            }
        }
        Ok(())
    }

    /// Returns the hash of all values decoded so far.
    pub(super) fn digest(&self) -> u64 {
        match self {
            Column::Text(column) => column.hash.digest(),
            Column::LongNumber(column) => column.hash.digest(),
            Column::Number(column) => column.hash.digest(),
        }
    }

    /// Returns the number of rows in the batch.
    pub(super) fn rows(&self) -> usize {
        match self {
            Column::Text(column) if column.is_optional => column.places.len(),
            Column::Text(column) => column.values.len(),
            Column::LongNumber(column) if column.is_optional => column.places.len(),
            Column::LongNumber(column) => column.values.len(),
            Column::Number(column) => column.values.len(),
        }
    }

    /// Returns the value of a row of the batch as text; `None` for a null.
    pub(super) fn text(&self, row: usize) -> Option<Cow<'_, str>> {
        match self {
            Column::Text(column) => {
                column.get(row).map(|text: &ByteArray| String::from_utf8_lossy(text.data()))
            }
            Column::LongNumber(column) => column.get(row).map(|number| number.to_string().into()),
            Column::Number(column) => column.get(row).map(|number| number.to_string().into()),
        }
    }

    /// Returns the value of a row of the batch if the column has 32-bit numbers.
    pub(super) fn number(&self, row: usize) -> Option<i32> {
        match self {
            Column::Number(column) => column.get(row).copied(),
            _ => None,
        }
    }
}

pub(super) fn general(message: impl Into<String>) -> ParquetError {
    ParquetError::General(message.into())
}
