//! The Arrow schema of a Parquet file, from which readers such as pyarrow take the metadata of columns.
//!
//! The schema is the entry `ARROW:schema` of the key-value metadata: an encapsulated IPC message in base64. The message
//! consists of `0xFFFFFFFF`, its length, a flatbuffer, and zeros up to a multiple of 8. The constants in this module
//! come from `Message.fbs` and `Schema.fbs` of the Arrow format.

use parquet::basic::Type;
use parquet::file::metadata::KeyValue;
use parquet::schema::types::SchemaDescriptor;

/// The key of the entry.
pub(super) const KEY: &str = "ARROW:schema";

/// A value of a flatbuffer.
enum Item {
    /// A table: its fields by number. The last field must be present.
    Table(Vec<Field>),
    /// A vector of tables.
    Vector(Vec<Item>),
    Text(String),
}

/// A field of a table.
enum Field {
    /// A missing field, which has the default of its type.
    Absent,
    Byte(u8),
    Short(i16),
    Int(i32),
    Item(Item),
}

/// Encodes the schema of a file. `entries` are its metadata, and `metadata` returns the metadata of a column. Readers
/// such as pyarrow show these entries instead of the metadata of the Parquet file.
pub(super) fn encoded(
    schema: &SchemaDescriptor,
    entries: &[KeyValue],
    metadata: impl Fn(&str) -> Vec<(&'static str, String)>,
) -> String {
    let fields = schema.columns().iter().map(|column| {
        // Members of the union `Type`: 2 is Int, with bit width and sign; 5 is Utf8.
        let (type_id, type_fields) = match column.physical_type() {
            Type::INT32 => (2, vec![Field::Int(8), Field::Byte(1)]),
            Type::INT64 => (2, vec![Field::Int(64), Field::Byte(1)]),
            _ => (5, vec![]),
        };
        let entries = metadata(column.name())
            .into_iter()
            .map(|(key, value)| key_value(key, &value))
            .collect::<Vec<_>>();
        let mut field = vec![
            Field::Item(Item::Text(column.name().into())),
            // Field `nullable`, which is false by default.
            if column.max_def_level() > 0 { Field::Byte(1) } else { Field::Absent },
            Field::Byte(type_id),
            Field::Item(Item::Table(type_fields)),
            Field::Absent, // dictionary
            Field::Item(Item::Vector(Vec::new())),
        ];
        if !entries.is_empty() {
            field.push(Field::Item(Item::Vector(entries)));
        }
        Item::Table(field)
    });
    let fields = Item::Vector(fields.collect());
    // Endianness: little-endian, the default. Version 4 is V5. Header type 1 is Schema.
    let entries =
        entries.iter().map(|entry| key_value(&entry.key, entry.value.as_deref().unwrap_or_default()));
    let entries = Item::Vector(entries.collect());
    let schema = Item::Table(vec![Field::Absent, Field::Item(fields), Field::Item(entries)]);
    let message = Item::Table(vec![Field::Short(4), Field::Byte(1), Field::Item(schema)]);
    let mut bytes = vec![0; 4];
    let root = append(&message, &mut bytes);
    set_offset(&mut bytes, 0, root);
    pad(&mut bytes, 8);
    let length = bytes.len() as u32;
    base64(&[&[0xff; 4], &length.to_le_bytes()[..], &bytes].concat())
}

/// Returns an entry of metadata.
fn key_value(key: &str, value: &str) -> Item {
    Item::Table([key, value].map(|text| Field::Item(Item::Text(text.into()))).into())
}

/// Appends a value and then all values that it refers to. Returns its offset.
fn append(item: &Item, bytes: &mut Vec<u8>) -> usize {
    let mut references: Vec<(usize, &Item)> = Vec::new();
    pad(bytes, 4);
    let begin = match item {
        Item::Text(text) => {
            let begin = bytes.len();
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
            bytes.push(0);
            begin
        }
        Item::Vector(items) => {
            let begin = bytes.len();
            bytes.extend((items.len() as u32).to_le_bytes());
            for item in items {
                references.push((bytes.len(), item));
                bytes.extend([0; 4]);
            }
            begin
        }
        Item::Table(fields) => {
            // The vtable comes first: its length, the length of the table, and the offset of each field in the table.
            let vtable = bytes.len();
            bytes.resize(vtable + 4 + 2 * fields.len(), 0);
            pad(bytes, 4);
            let begin = bytes.len();
            bytes.extend(((begin - vtable) as i32).to_le_bytes());
            for (number, field) in fields.iter().enumerate() {
                let (size, value): (usize, i32) = match field {
                    Field::Absent => continue,
                    Field::Byte(value) => (1, i32::from(*value)),
                    Field::Short(value) => (2, i32::from(*value)),
                    Field::Int(value) => (4, *value),
                    Field::Item(_) => (4, 0),
                };
                pad(bytes, size);
                let place = bytes.len();
                if let Field::Item(item) = field {
                    references.push((place, item));
                }
                bytes.extend(&value.to_le_bytes()[..size]);
                set_u16(bytes, vtable + 4 + 2 * number, place - begin);
            }
            let length = bytes.len() - begin;
            set_u16(bytes, vtable, 4 + 2 * fields.len());
            set_u16(bytes, vtable + 2, length);
            begin
        }
    };
    for (place, item) in references {
        let target = append(item, bytes);
        set_offset(bytes, place, target);
    }
    begin
}

/// Appends zeros up to a multiple of `size`.
fn pad(bytes: &mut Vec<u8>, size: usize) {
    bytes.resize(bytes.len().next_multiple_of(size), 0);
}

/// Writes a 16-bit number at `place`.
fn set_u16(bytes: &mut [u8], place: usize, value: usize) {
    let value = u16::try_from(value).expect("tables are small");
    bytes[place..place + 2].copy_from_slice(&value.to_le_bytes());
}

/// Writes the offset of `target` relative to `place` at `place`.
fn set_offset(bytes: &mut [u8], place: usize, target: usize) {
    bytes[place..place + 4].copy_from_slice(&((target - place) as u32).to_le_bytes());
}

/// Encodes base64 with padding (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let four = |three: &[u8]| {
        let bits = [0, 1, 2].map(|i| u32::from(three.get(i).copied().unwrap_or(0)));
        let bits = bits[0] << 16 | bits[1] << 8 | bits[2];
        let digit = |i: usize| char::from(DIGITS[(bits >> (18 - 6 * i)) as usize & 63]);
        let is_data = |i: usize| i <= three.len();
        [0, 1, 2, 3].map(|i| if is_data(i) { digit(i) } else { '=' })
    };
    bytes.chunks(3).flat_map(four).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use parquet::schema::parser::parse_message_type;

    #[test]
    fn base64_matches_rfc_4648() {
        for (text, expected) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }

    /// The expected text was checked with `pyarrow.ipc.read_schema(base64.b64decode(text))`.
    #[test]
    fn schema_matches_text_that_pyarrow_read() {
        let schema = "message analysis { required binary id (STRING); required int64 row; \
                      required int32 cross_z2 (INTEGER(8, true)); }";
        let schema = SchemaDescriptor::new(Arc::new(parse_message_type(schema).unwrap()));
        let metadata = |name: &str| match name {
            "cross_z2" => vec![("color", "white".to_string())],
            _ => vec![],
        };
        assert_eq!(encoded(&schema, &[KeyValue::new("goal".into(), "std".to_string())], metadata), EXPECTED);
    }

    const EXPECTED: &str = "/////3gBAAAQAAAACgAMAAQABgAIAAAADAAAAAQAAQAQAAAACgAMAAAABAAIAAAADAAAAAgAAAAYAQAAAwAAABwAAABQAAAAlAAAABAAFAAEAAAACAAMAAAAEAAQAAAAEAAAAAUAAAAUAAAAFAAAAAIAAABpZAAABAAEAAQAAAAAAAAAEAAUAAQAAAAIAAwAAAAQABAAAAAQAAAAAgAAABgAAAAgAAAAAwAAAHJvdwAIAAkABAAIAAgAAABAAAAAAQAAAAAAAAASABgABAAAAAgADAAAABAAFAAAABQAAAAUAAAAAgAAACQAAAAsAAAALAAAAAgAAABjcm9zc196MgAAAAAIAAkABAAIAAgAAAAIAAAAAQAAAAAAAAABAAAADAAAAAgADAAEAAgACAAAAAgAAAAQAAAABQAAAGNvbG9yAAAABQAAAHdoaXRlAAAAAQAAAAwAAAAIAAwABAAIAAgAAAAIAAAAEAAAAAQAAABnb2FsAAAAAAMAAABzdGQA";
}
