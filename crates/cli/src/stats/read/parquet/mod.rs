//! Rows of a Parquet file: columns named as in CSV, decoded in batches and verified by the checksums of the file.

mod column;

use std::borrow::Cow;
use std::fs::File;
use std::io;

use parquet::basic::{Compression, Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, RowGroupMetaData};
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::Value;

use self::column::Column;
use crate::checksum;
use crate::error::{Failure, say};
use crate::panics::catch_panic;
use crate::stats::read::columns::{Columns, is_almost_length, is_length, long_layout, quoted};
use crate::stats::read::{FORMAT_HINT, Row};
use cubiform_answers::format::shortened;

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
pub(super) struct Rows {
    /// The file name in messages.
    name: String,
    file: SerializedFileReader<File>,
    schema: Schema,
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
    /// The index of the current row in the batch, and its number in the file, counted from 1.
    index: usize,
    row: u64,
    lengths: Vec<u8>,
}

/// The columns of a file and their positions.
struct Schema {
    columns: Columns,
    /// The index of the first column of lengths.
    first: usize,
    /// The index of the column of scrambles or facelets, if there is one.
    scramble: Option<usize>,
    /// The indices of the carried columns.
    carried: Vec<usize>,
}

impl Rows {
    pub(super) fn open(name: String, file: File) -> Result<Rows, Failure> {
        let cannot = |e: io::Error| Failure::Message(format!("cannot read {name}: {e}"));
        let bytes = file.metadata().map_err(cannot)?.len();
        let damaged = |why: &dyn std::fmt::Display| {
            Failure::Message(format!("{name}: truncated or damaged Parquet file: {why}\n  {DAMAGE_HINT}"))
        };
        let file = catch_panic(|| SerializedFileReader::new(file))
            .ok_or_else(|| damaged(&"its metadata cannot be decoded"))?
            .map_err(|e| damaged(&without_prefix(e)))?;
        let schema = schema(&file).map_err(|message| Failure::Message(format!("{name}: {message}")))?;
        check_ranges(&file, bytes).map_err(|why| damaged(&why))?;
        if let Some(codec) = other_compression(&file) {
            let message = format!("{name}: unsupported compression {codec}; write the file with ZSTD");
            return Err(Failure::Message(message));
        }
        let mut rows = Rows {
            name,
            file,
            schema,
            hashes: None,
            rewritten_by: None,
            opened_groups: 0,
            rows_left: 0,
            columns: Vec::new(),
            index: 0,
            row: 0,
            lengths: Vec::new(),
        };
        rows.read_checksums().map_err(|why| rows.damaged(&why))?;
        Ok(rows)
    }

    /// Returns the key-value metadata.
    fn entries(&self) -> &[KeyValue] {
        self.file.metadata().file_metadata().key_value_metadata().map_or(&[], Vec::as_slice)
    }

    /// Returns the text of a metadata entry.
    fn entry(&self, key: &str) -> Option<&str> {
        self.entries().iter().find(|entry| entry.key == key)?.value.as_deref()
    }

    /// Reads the checksums and verifies the metadata.
    fn read_checksums(&mut self) -> Result<(), String> {
        let metadata_of_file = self.file.metadata().file_metadata();
        let writer = metadata_of_file.created_by().unwrap_or_default();
        let [values, metadata] = [checksum::VALUES, checksum::METADATA].map(|key| self.entry(key));
        let (values, metadata) = match (values, metadata) {
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
        if !writer.starts_with("cubiform ") {
            self.rewritten_by = Some(shortened(writer, 60));
        }
        let hash = checksum::metadata(metadata_of_file.schema_descr(), self.entries());
        let fits = known == [hash] && hashes.len() == self.file.num_row_groups();
        self.hashes = Some(hashes);
        if fits { Ok(()) } else { self.mismatch("its metadata does not match its checksum") }
    }

    /// Handles a checksum mismatch: an error, unless another program has rewritten the file and kept the original
    /// checksums.
    fn mismatch(&mut self, why: &str) -> Result<(), String> {
        let Some(program) = &self.rewritten_by else { return Err(why.into()) };
        say(format_args!(
            "{}: '{program}' rewrote this file and kept checksums that no longer match; ignoring them",
            self.name
        ));
        self.hashes = None;
        Ok(())
    }

    fn damaged(&self, why: &str) -> Failure {
        Failure::Message(format!("{} is damaged: {why}\n  {DAMAGE_HINT}", self.name))
    }

    /// Decodes the next batch of rows. Returns whether there was one.
    fn next_batch(&mut self) -> Result<bool, Failure> {
        while self.rows_left == 0 {
            self.end_group()?;
            if self.opened_groups == self.file.num_row_groups() {
                return Ok(false);
            }
            self.decode(Rows::open_group)?;
        }
        self.decode(Rows::decode_batch)?;
        self.index = 0;
        Ok(true)
    }

    /// Calls a decoder, which may fail or panic if the file is damaged.
    fn decode(&mut self, call: fn(&mut Rows) -> Result<(), ParquetError>) -> Result<(), Failure> {
        match catch_panic(|| call(self)) {
            Some(Ok(())) => Ok(()),
            Some(Err(ParquetError::External(error))) if is_system_error(&*error) => {
                Err(Failure::Message(format!("cannot read {}: {error}", self.name)))
            }
            Some(Err(error)) => Err(self.damaged(&without_prefix(error))),
            None => Err(self.damaged(&format!("row group {} cannot be decoded", self.opened_groups))),
        }
    }

    fn open_group(&mut self) -> Result<(), ParquetError> {
        let group = self.file.get_row_group(self.opened_groups)?;
        self.opened_groups += 1;
        self.rows_left = usize::try_from(group.metadata().num_rows())?;
        self.columns.clear();
        let schema = self.file.metadata().file_metadata().schema_descr_ptr();
        for (place, column) in schema.columns().iter().enumerate() {
            let reader = group.get_column_reader(place)?;
            self.columns.push(Column::new(reader, column.max_def_level() > 0)?);
        }
        Ok(())
    }

    fn decode_batch(&mut self) -> Result<(), ParquetError> {
        let rows = self.rows_left.min(BATCH_ROWS);
        self.columns.iter_mut().try_for_each(|column| column.read(rows))?;
        self.rows_left -= rows;
        Ok(())
    }

    /// Verifies the checksum of the row group that has just been decoded, if any.
    fn end_group(&mut self) -> Result<(), Failure> {
        let (Some(hashes), true) = (&self.hashes, self.opened_groups > 0) else { return Ok(()) };
        let columns: Vec<u64> = self.columns.iter().map(Column::digest).collect();
        if hashes[self.opened_groups - 1] == checksum::row_group(&columns) {
            return Ok(());
        }
        let why = format!("the values of row group {} do not match their checksum", self.opened_groups);
        self.mismatch(&why).map_err(|why| self.damaged(&why))
    }

    fn text(&self, column: usize) -> Cow<'_, str> {
        self.columns[column].text(self.index).unwrap_or_default()
    }
}

/// Reads the schema of a file: `id`, then carried columns with the scrambles or facelets and the row numbers among
/// them, then lengths.
fn schema(file: &SerializedFileReader<File>) -> Result<Schema, String> {
    let schema = file.metadata().file_metadata().schema_descr();
    let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
    if names.first() != Some(&"id") {
        let found = names.first().map(|name| quoted(name.as_bytes())).unwrap_or_default();
        return Err(format!("not an analysis: its first column is {found}, not 'id'\n  {FORMAT_HINT}"));
    }
    if let Some(message) = long_layout(names.iter().map(|name| name.as_bytes())) {
        return Err(message);
    }
    let is_length_column = |name: &&str| is_length(name.as_bytes()) || is_almost_length(name.as_bytes());
    let first = names.iter().skip(1).position(is_length_column).map_or(names.len(), |place| place + 1);
    let (mut scramble, mut carried, mut carried_names) = (None, Vec::new(), Vec::new());
    for (index, column) in schema.columns().iter().enumerate() {
        let (kind, levels) = (column.physical_type(), column.max_def_level());
        let (fits, what) = match column.name() {
            _ if index >= first => (kind == Type::INT32 && levels == 0, "a required 32-bit number"),
            "row" => (kind == Type::INT64 && levels == 0, "a required 64-bit number"),
            "id" => (kind == Type::BYTE_ARRAY && levels == 0, "required text"),
            "scramble" | "facelets" => {
                scramble = Some(index);
                (kind == Type::BYTE_ARRAY && levels == 0, "required text")
            }
            name => {
                carried.push(index);
                carried_names.push(name.to_string());
                let is_known = [Type::BYTE_ARRAY, Type::INT64].contains(&kind);
                (is_known && levels <= 1, "text or a 64-bit number")
            }
        };
        if !fits || column.max_rep_level() > 0 {
            let (number, name) = (index + 1, quoted(column.name().as_bytes()));
            return Err(format!("column {number} ({name}) must be {what}"));
        }
    }
    let lengths = (1..).zip(&names).skip(first).map(|(number, name)| (number, name.as_bytes()));
    let columns = Columns::from_names(lengths)?.with_carried(carried_names);
    Ok(Schema { columns, first, scramble, carried })
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
fn is_system_error(error: &(dyn std::error::Error + 'static)) -> bool {
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

impl super::Rows for Rows {
    fn columns(&self) -> &Columns {
        &self.schema.columns
    }

    fn advance(&mut self) -> Result<bool, Failure> {
        self.index += 1;
        let is_over = self.columns.first().is_none_or(|ids| self.index >= ids.rows());
        if is_over && !self.next_batch()? {
            return Ok(false);
        }
        self.row += 1;
        self.lengths.clear();
        for (i, column) in self.columns.iter().skip(self.schema.first).enumerate() {
            let length = column.number(self.index).unwrap_or(-1);
            let name = || self.schema.columns.name(i);
            let fault = |_| self.fault(&format!("{} ({length}) is not a number of moves", name()));
            let read = u8::try_from(length).map_err(fault)?;
            self.lengths.push(read);
        }
        Ok(true)
    }

    fn row(&self) -> Row<'_> {
        let scramble = self.schema.scramble.map(|place| self.text(place));
        Row { id: self.text(0), scramble, lengths: &self.lengths }
    }

    fn carried(&self, name: &str) -> Option<Cow<'_, str>> {
        let names = self.schema.columns.carried()?;
        let place = self.schema.carried[names.iter().position(|known| known == name)?];
        self.columns[place].text(self.index).filter(|text| !text.is_empty())
    }

    fn run(&self) -> Value {
        let entries = self.entries().iter().filter_map(|entry| {
            let key = entry.key.strip_prefix(checksum::PREFIX)?;
            let is_checksum = [checksum::VALUES, checksum::METADATA].contains(&&entry.key[..]);
            let text = entry.value.as_deref().filter(|_| !is_checksum)?;
            // Several goals are a JSON list.
            let is_list = key == "goal" && text.starts_with('[');
            let json = || serde_json::from_str(text).ok().filter(|_| is_list || !TEXT_ENTRIES.contains(&key));
            Some((key.to_string(), json().unwrap_or_else(|| Value::from(text))))
        });
        Value::Object(entries.collect())
    }

    fn fault(&self, message: &str) -> Failure {
        match self.row {
            0 => Failure::Message(format!("{}: {message}", self.name)),
            row => Failure::Message(format!("{}: row {row}: {message}", self.name)),
        }
    }
}
