//! Rows of a Parquet file: columns named as in CSV, decoded in batches and verified by the checksums of the file.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fs::File;
use std::io;

use parquet::basic::{Compression, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, RowGroupMetaData};
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::{Map, Value};

use super::header::{first_length, is_long_layout, quoted};
use super::panics::catch_panic;
use super::{AnalysisRow, ReaderParts, Rows, at, cannot_read, set};
use crate::Error;
use crate::format::shortened;
use crate::rows::parquet::checksum::{self, ColumnHash};
use crate::rows::{ColumnKind, Columns};

/// The number of rows decoded at a time, which bounds memory regardless of the file's row counts.
const BATCH_ROWS: usize = 4096;

/// The advice for a damaged file.
const DAMAGE_HINT: &str = "restore it from a copy, or analyse the scrambles again";

/// The metadata entries that are plain texts. All others are JSON.
const TEXT_ENTRIES: [&str; 11] = [
    "program", "goal", "colors", "metric", "format", "columns", "layout", "shard", "events", "where",
    "credit",
];

/// A Parquet file.
pub(super) struct ParquetRows {
    /// The file name in messages.
    name: String,
    file: SerializedFileReader<File>,
    /// Called with a note for the reader of the file.
    note: fn(&str),
    /// The checksums of the row groups, if the file has them.
    hashes: Option<Vec<u64>>,
    /// The program that wrote the file, if it is not cubiform and kept cubiform's checksums.
    rewritten_by: Option<String>,
    /// The number of row groups opened so far.
    opened_groups: usize,
    /// The number of rows of the current row group that are not decoded yet.
    rows_left: usize,
    /// The columns of the current row group.
    columns: Vec<Column>,
    /// The number of rows in the batch, the index of the next row in it, and the number of the last row in the file,
    /// counted from 1.
    batch: usize,
    next: usize,
    row: u64,
}

/// A column of a row group, decoded in batches.
struct Column {
    reader: ColumnReader,
    is_nullable: bool,
    /// The hash of all values decoded so far.
    hash: ColumnHash,
    values: Values,
}

/// The values of a batch.
enum Values {
    Text(Vec<Option<ByteArray>>),
    Number(Vec<Option<i64>>),
}

impl ParquetRows {
    pub(super) fn open(name: &str, file: File, note: fn(&str)) -> ReaderParts<ParquetRows> {
        let bytes = file.metadata().map_err(|e| cannot_read(name, &e))?.len();
        let damaged = |why: String| {
            Error::message(format!("{name}: truncated or damaged Parquet file: {why}")).hint_line(DAMAGE_HINT)
        };
        let file = catch_panic(|| SerializedFileReader::new(file))
            .ok_or_else(|| damaged("its metadata cannot be decoded".into()))?
            .map_err(|e| damaged(without_prefix(e)))?;
        let columns = columns(&file).map_err(|e| at(name, e))?;
        check_ranges(&file, bytes).map_err(|why| damaged(why.into()))?;
        if let Some(codec) = other_compression(&file) {
            let message = format!("unsupported compression {codec}; write the file with ZSTD");
            return Err(at(name, Error::message(message)));
        }
        let mut rows = ParquetRows {
            name: name.into(),
            file,
            note,
            hashes: None,
            rewritten_by: None,
            opened_groups: 0,
            rows_left: 0,
            columns: Vec::new(),
            batch: 0,
            next: 0,
            row: 0,
        };
        rows.read_checksums().map_err(|why| rows.damaged(&why))?;
        let settings = rows.settings();
        Ok((columns, settings, rows))
    }

    /// Returns the key-value metadata.
    fn entries(&self) -> &[KeyValue] {
        self.file.metadata().file_metadata().key_value_metadata().map_or(&[], Vec::as_slice)
    }

    /// Returns the text of a metadata entry.
    fn entry(&self, key: &str) -> Option<&str> {
        self.entries().iter().find(|entry| entry.key == key)?.value.as_deref()
    }

    /// Returns the settings of the run.
    fn settings(&self) -> Map<String, Value> {
        let entries = self.entries().iter().filter_map(|entry| {
            let key = entry.key.strip_prefix(checksum::PREFIX)?;
            let is_checksum = [checksum::VALUES, checksum::METADATA].contains(&&entry.key[..]);
            let text = entry.value.as_deref().filter(|_| !is_checksum)?;
            // Several goals are a JSON list.
            let is_list = key == "goal" && text.starts_with('[');
            let json = || serde_json::from_str(text).ok().filter(|_| is_list || !TEXT_ENTRIES.contains(&key));
            Some((key.to_string(), json().unwrap_or_else(|| Value::from(text))))
        });
        entries.collect()
    }

    /// Reads the checksums and verifies the metadata.
    fn read_checksums(&mut self) -> Result<(), String> {
        let metadata_of_file = self.file.metadata().file_metadata();
        let writer = metadata_of_file.created_by().unwrap_or_default();
        let (values, metadata) = match (self.entry(checksum::VALUES), self.entry(checksum::METADATA)) {
            (None, None) if metadata_of_file.schema_descr().name() == checksum::SCHEMA => {
                return Err("its metadata has no checksums".into());
            }
            (None, None) => return Ok(()),
            (Some(values), Some(metadata)) => (values, metadata),
            _ => return Err("one of its checksum entries is missing".into()),
        };
        let hashes =
            checksum::parse_hashes(values).ok_or("the checksums of its row groups cannot be read")?;
        let known = checksum::parse_hashes(metadata).ok_or("the checksum of its metadata cannot be read")?;
        let rewritten_by = (!writer.starts_with("cubiform ")).then(|| shortened(writer, 60));
        let hash = checksum::metadata(metadata_of_file.schema_descr(), self.entries());
        let fits = known == [hash] && hashes.len() == self.file.num_row_groups();
        (self.hashes, self.rewritten_by) = (Some(hashes), rewritten_by);
        if fits { Ok(()) } else { self.mismatch("its metadata does not match its checksum") }
    }

    /// Handles a checksum mismatch: an error, unless another program has rewritten the file and kept the original
    /// checksums.
    fn mismatch(&mut self, why: &str) -> Result<(), String> {
        let Some(program) = &self.rewritten_by else { return Err(why.into()) };
        (self.note)(&format!(
            "{}: '{program}' rewrote this file and kept checksums that no longer match; ignoring them",
            self.name
        ));
        self.hashes = None;
        Ok(())
    }

    fn damaged(&self, why: &str) -> Error {
        Error::message(format!("{} is damaged: {why}", self.name)).hint_line(DAMAGE_HINT)
    }

    /// Decodes the next batch of rows. Returns whether there was one.
    fn next_batch(&mut self) -> Result<bool, Error> {
        while self.rows_left == 0 {
            self.end_group()?;
            if self.opened_groups == self.file.num_row_groups() {
                return Ok(false);
            }
            self.decode(ParquetRows::open_group)?;
        }
        self.decode(ParquetRows::decode_batch)?;
        Ok(true)
    }

    /// Calls a decoder, which may fail or panic if the file is damaged.
    fn decode(&mut self, call: fn(&mut ParquetRows) -> Result<(), ParquetError>) -> Result<(), Error> {
        match catch_panic(|| call(self)) {
            Some(Ok(())) => Ok(()),
            Some(Err(ParquetError::External(error))) if is_system_error(&*error) => {
                Err(cannot_read(&self.name, &error))
            }
            Some(Err(error)) => Err(self.damaged(&without_prefix(error))),
            None => Err(self.damaged(&format!("row group {} cannot be decoded", self.opened_groups))),
        }
    }

    fn open_group(&mut self) -> Result<(), ParquetError> {
        let group = self.file.get_row_group(self.opened_groups)?;
        self.opened_groups += 1;
        self.rows_left = usize::try_from(group.metadata().num_rows())?;
        let schema = self.file.metadata().file_metadata().schema_descr_ptr();
        let column = |(place, column): (usize, &parquet::schema::types::ColumnDescPtr)| {
            let (reader, is_nullable) = (group.get_column_reader(place)?, column.max_def_level() > 0);
            let hash = ColumnHash::new(is_nullable);
            Ok(Column { reader, is_nullable, hash, values: Values::Number(Vec::new()) })
        };
        self.columns =
            schema.columns().iter().enumerate().map(column).collect::<Result<_, ParquetError>>()?;
        Ok(())
    }

    fn decode_batch(&mut self) -> Result<(), ParquetError> {
        (self.batch, self.next) = (self.rows_left.min(BATCH_ROWS), 0);
        self.columns.iter_mut().try_for_each(|column| column.read(self.batch))?;
        self.rows_left -= self.batch;
        Ok(())
    }

    /// Verifies the checksum of the row group that has just been decoded, if any.
    fn end_group(&mut self) -> Result<(), Error> {
        let columns: Vec<u64> = self.columns.drain(..).map(|column| column.hash.digest()).collect();
        let (Some(hashes), false) = (&self.hashes, columns.is_empty()) else { return Ok(()) };
        if hashes[self.opened_groups - 1] == checksum::row_group(&columns) {
            return Ok(());
        }
        let why = format!("the values of row group {} do not match their checksum", self.opened_groups);
        self.mismatch(&why).map_err(|why| self.damaged(&why))
    }
}

impl Rows for ParquetRows {
    fn read(&mut self, columns: &Columns, row: &mut AnalysisRow) -> Result<bool, Error> {
        if self.next >= self.batch && !self.next_batch()? {
            return Ok(false);
        }
        let place = self.next;
        self.next += 1;
        self.row += 1;
        for (column, decoded) in columns.list.iter().zip(&self.columns) {
            match column.kind {
                ColumnKind::Length(_) => {
                    let length = decoded.number(place).unwrap_or(-1);
                    row.lengths.push(u8::try_from(length).map_err(|_| {
                        let message = format!("{} ({length}) is not a number of moves", column.name);
                        at(&self.place(), Error::message(message))
                    })?);
                }
                ColumnKind::Id => {
                    row.id.clear();
                    row.id.push_str(&decoded.text(place).unwrap_or_default());
                }
                ColumnKind::Cube => set(&mut row.cube, decoded.text(place).as_deref()),
                ColumnKind::Carried(i) => row.set_carried(i, decoded.text(place).as_deref()),
                _ => {}
            }
        }
        Ok(true)
    }

    fn place(&self) -> String {
        match self.row {
            0 => self.name.clone(),
            row => format!("{}: row {row}", self.name),
        }
    }
}

impl Column {
    /// Decodes the next `rows` rows and adds them to the hash.
    fn read(&mut self, rows: usize) -> Result<(), ParquetError> {
        let Column { reader, is_nullable, hash, values } = self;
        *values = match reader {
            ColumnReader::ByteArrayColumnReader(reader) => {
                let texts = decode(reader, rows, *is_nullable)?;
                texts.iter().for_each(|text| hash.add_text(text.as_ref().map(ByteArray::data)));
                Values::Text(texts)
            }
            ColumnReader::Int64ColumnReader(reader) => {
                let numbers = decode(reader, rows, *is_nullable)?;
                numbers.iter().for_each(|number| hash.add(number.map(i64::to_le_bytes)));
                Values::Number(numbers)
            }
            ColumnReader::Int32ColumnReader(reader) => {
                let numbers = decode(reader, rows, *is_nullable)?;
                numbers.iter().for_each(|number| hash.add(number.map(i32::to_le_bytes)));
                Values::Number(numbers.into_iter().map(|number| number.map(i64::from)).collect())
            }
            _ => return Err(general("a column has changed its type")),
        };
        Ok(())
    }

    /// Returns the value of a row of the batch as text; `None` for a null.
    fn text(&self, row: usize) -> Option<Cow<'_, str>> {
        match &self.values {
            Values::Text(texts) => texts[row].as_ref().map(|text| String::from_utf8_lossy(text.data())),
            Values::Number(numbers) => numbers[row].map(|number| number.to_string().into()),
        }
    }

    /// Returns the value of a row of the batch if the column has numbers.
    fn number(&self, row: usize) -> Option<i64> {
        match &self.values {
            Values::Number(numbers) => numbers[row],
            Values::Text(_) => None,
        }
    }
}

/// Decodes the next `rows` rows of a column.
fn decode<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    rows: usize,
    is_nullable: bool,
) -> Result<Vec<Option<T::T>>, ParquetError> {
    let (mut values, mut levels, mut read) = (Vec::new(), Vec::new(), 0);
    while read < rows {
        let levels = is_nullable.then_some(&mut levels);
        let (records, ..) = reader.read_records(rows - read, levels, None, &mut values)?;
        if records == 0 {
            return Err(general("a column has fewer rows than its row group"));
        }
        read += records;
    }
    if !is_nullable {
        levels.resize(rows, 1);
    }
    let count = levels.iter().filter(|level| **level > 0).count();
    if (values.len(), levels.len()) != (count, rows) {
        return Err(general("a column has fewer values than its row group"));
    }
    let mut values = values.into_iter();
    Ok(levels.into_iter().map(|level| if level > 0 { values.next() } else { None }).collect())
}

/// Reads the columns of a file and checks their types.
fn columns(file: &SerializedFileReader<File>) -> Result<Columns, Error> {
    let schema = file.metadata().file_metadata().schema_descr();
    let names: Vec<String> = schema.columns().iter().map(|column| column.name().to_string()).collect();
    let first = first_length(&names);
    let has_types = names.first().is_some_and(|name| name == "id") && !is_long_layout(&names);
    for (index, column) in schema.columns().iter().enumerate().filter(|_| has_types) {
        let (kind, levels) = (column.physical_type(), column.max_def_level());
        let (fits, what) = match column.name() {
            // Files of earlier versions have 32-bit numbers.
            _ if index >= first => {
                ([Type::INT32, Type::INT64].contains(&kind) && levels == 0, "a required whole number")
            }
            "row" => (kind == Type::INT64 && levels == 0, "a required 64-bit number"),
            "id" | "scramble" | "facelets" => (kind == Type::BYTE_ARRAY && levels == 0, "required text"),
            _ => {
                let is_known = [Type::BYTE_ARRAY, Type::INT64].contains(&kind);
                (is_known && levels <= 1, "text or a 64-bit number")
            }
        };
        if !fits || column.max_rep_level() > 0 {
            let (number, name) = (index + 1, quoted(column.name()));
            return Err(Error::message(format!("column {number} ({name}) must be {what}")));
        }
    }
    Columns::from_names("an analysis", &names)
}

/// Checks that row counts agree and that columns lie within the file. The decoder relies on both.
fn check_ranges(file: &SerializedFileReader<File>, bytes: u64) -> Result<(), &'static str> {
    let columns = file.metadata().file_metadata().schema_descr().num_columns();
    let mut rows = 0i64;
    for group in file.metadata().row_groups() {
        if group.num_columns() != columns || group.num_rows() < 0 || !is_within(group, bytes) {
            return Err("a row group does not match its metadata");
        }
        rows = rows.checked_add(group.num_rows()).ok_or("it has too many rows")?;
    }
    if rows != file.metadata().file_metadata().num_rows() {
        return Err("the row counts of its row groups do not add up");
    }
    Ok(())
}

/// Returns the compression of a file if there is no decoder for it.
fn other_compression(file: &SerializedFileReader<File>) -> Option<String> {
    let columns = file.metadata().row_groups().iter().flat_map(RowGroupMetaData::columns);
    let mut codecs = columns.map(|column| column.compression());
    let is_known = |codec: &Compression| matches!(codec, Compression::UNCOMPRESSED | Compression::ZSTD(_));
    codecs.find(|codec| !is_known(codec)).map(|codec| codec.to_string())
}

/// Returns whether every column of a row group has all rows and lies within a file of `bytes` bytes.
fn is_within(group: &RowGroupMetaData, bytes: u64) -> bool {
    group.columns().iter().all(|column| {
        let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
        let end = start.checked_add(column.compressed_size()).and_then(|end| u64::try_from(end).ok());
        let is_there = start >= 4 && column.compressed_size() >= 0 && end.is_some_and(|end| end <= bytes);
        is_there && column.num_values() == group.num_rows()
    })
}

/// Returns whether an error comes from reading the file rather than from decompressing its contents.
fn is_system_error(error: &(dyn StdError + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.raw_os_error().is_some())
}

/// Returns the message of an error without the decoder's prefix.
fn without_prefix(error: ParquetError) -> String {
    match error {
        ParquetError::General(message) | ParquetError::EOF(message) => message,
        ParquetError::External(error) => error.to_string(),
        error => error.to_string(),
    }
}

fn general(message: &str) -> ParquetError {
    ParquetError::General(message.into())
}
