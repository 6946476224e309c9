//! Tests of damaged Parquet files: a flipped bit is either refused or leaves the contents unchanged.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use cubiform_cube::{Color, Cube, Frame, random};
use cubiform_solvers::cfop::NoLength;
use parquet::column::writer::ColumnWriter;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde_json::{Value, json};

use super::AnalysisReader;
use crate::analysis::report::{Report, StageReport};
use crate::rows::RowWriter;
use crate::rows::parquet::{Parquet, checksum, entries};
use crate::run::Run;
use crate::scramble::{Scramble, ScrambleText};

/// Returns the settings of a run.
fn run(rows: usize, stages: &[Cow<'static, str>]) -> Run {
    let run = serde_json::from_value(json!({
        "program": "cubiform 0.1.0",
        "goal": "std",
        "stages": stages,
        "colors": "YWORGB",
        "metric": "HTM",
        "solutions": 0,
        "format": "parquet",
        "shard": "1/1",
        "input": [{"random": {"count": rows, "seed": 1}}],
        "events": null,
        "credit": "Whose scrambles these are",
    }));
    run.unwrap()
}

/// Returns a writer of the rows of a run.
fn writer(run: &Run) -> Parquet {
    let columns = run.row_columns().with_cubes("facelets");
    Parquet::new(columns, &run.program, entries(run))
}

/// Returns a file, by the bytes that a writer makes of these rows.
fn file_of(mut parquet: Parquet, rows: impl Iterator<Item = Report>) -> Vec<u8> {
    let mut bytes = Vec::new();
    RowWriter::<Report>::write_header(&mut parquet, &mut bytes).unwrap();
    rows.for_each(|row| parquet.write_row(&row, &mut bytes).unwrap());
    RowWriter::<Report>::write_end(&mut parquet, &mut bytes).unwrap();
    bytes
}

/// Returns an analysis of `rows` random states with plausible lengths, in Parquet.
fn written(rows: usize, stages: &[&'static str]) -> Vec<u8> {
    let stages: Vec<Cow<'static, str>> = stages.iter().map(|stage| Cow::Borrowed(*stage)).collect();
    let report = |(i, cube)| {
        let lengths = |stage: usize| -> Vec<(Frame, Result<u8, NoLength>)> {
            let colors = Color::COLUMNS.map(Frame::Bottom).into_iter().zip(0u8..);
            colors.map(|(color, k)| (color, Ok(4 + ((i as u8 ^ k) % 4) + stage as u8))).collect()
        };
        let stage = |(stage, name): (usize, &Cow<'static, str>)| StageReport {
            goal: 0,
            name: name.clone(),
            lengths: lengths(stage),
            solutions: Vec::new(),
        };
        let stages = stages.iter().enumerate().map(stage).collect();
        let scramble = Scramble::from_state(format!("random-1-{}", i + 1), cube);
        Report { scramble, row: i as u64 + 1, stages, nodes: 1 }
    };
    file_of(writer(&run(rows, &stages)), random::states(1).take(rows).enumerate().map(report))
}

/// Returns the rows of a file and the settings of its run. A file with other first bytes than those of Parquet is read
/// as text.
fn contents(path: &Path) -> Result<(Vec<String>, Value), String> {
    let (name, bytes) = (path.display().to_string(), fs::read(path).unwrap());
    let reader = match bytes.starts_with(b"PAR1") {
        true => AnalysisReader::open_parquet(&name, fs::File::open(path).unwrap(), |_| {}),
        false => AnalysisReader::open(&name, Box::new(io::Cursor::new(bytes))),
    };
    let mut reader = reader.map_err(|error| error.to_string())?;
    let mut rows = vec![format!("{:?}", reader.columns.stages)];
    while reader.advance().map_err(|error| error.to_string())? {
        let row = &reader.row;
        rows.push(format!("{} {:?} {:?}", row.id, row.cube, row.lengths));
    }
    Ok((rows, reader.settings.clone()))
}

/// XORs every byte of a file with each of its masks, one at a time. Returns how many of the changed files are
/// refused.
fn refused_flips(bytes: &[u8], masks: impl Fn(usize) -> Vec<u8>) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    fs::write(&path, bytes).unwrap();
    let undamaged = contents(&path).unwrap();
    let mut refused = 0;
    for place in 0..bytes.len() {
        for mask in masks(place) {
            let mut damaged = bytes.to_vec();
            damaged[place] ^= mask;
            fs::write(&path, &damaged).unwrap();
            match contents(&path) {
                Ok(read) => assert!(read == undamaged, "byte {place}, bits {mask:02x}: other contents"),
                Err(message) => {
                    assert!(message.starts_with(path.to_str().unwrap()), "{message}");
                    refused += 1;
                }
            }
        }
    }
    refused
}

#[test]
fn flipped_bit_is_refused_or_changes_no_content() {
    let bytes = written(20, &["cross", "xcross"]);
    let refused = refused_flips(&bytes, |place| vec![1 << (place % 8)]);
    assert!(refused > bytes.len() / 3, "{refused} of {}", bytes.len());
    let bits = |place| (0..8).filter(|bit| (place + bit) % 5 == 0).map(|bit| 1 << bit).collect();
    refused_flips(&written(3, &["cross"]), bits);
}

#[test]
#[ignore = "takes minutes"]
fn every_flipped_bit_is_refused_or_changes_no_content() {
    let bytes = written(3, &["cross"]);
    let refused = refused_flips(&bytes, |_| (0..8).map(|bit| 1 << bit).collect());
    assert!(refused > 8 * bytes.len() / 3, "{refused} of {}", 8 * bytes.len());
}

#[test]
fn damaged_file_does_not_panic() {
    let bytes = written(20, &["cross", "xcross"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let mut random = 5u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    for _ in 0..1500 {
        let mut damaged = bytes.clone();
        for _ in 0..=next(6) {
            if damaged.is_empty() {
                break;
            }
            let place = next(damaged.len());
            match next(4) {
                0 => damaged[place] = next(256) as u8,
                1 => drop(damaged.remove(place)),
                2 => damaged.truncate(place.max(1)),
                _ => damaged[place] ^= 1 << next(8),
            }
        }
        fs::write(&path, &damaged).unwrap();
        // With a different first byte the file is read as CSV.
        let _ = contents(&path);
    }
}

/// Returns a Parquet file of another writer with one row of texts and numbers, in the order of the schema.
fn foreign(schema: &str, writer: &str, entries: Vec<KeyValue>) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let properties = WriterProperties::builder()
        .set_created_by(writer.into())
        .set_key_value_metadata(Some(entries))
        .build();
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, schema, properties.into()).unwrap();
    let mut group = file.next_row_group().unwrap();
    while let Some(mut column) = group.next_column().unwrap() {
        let written = match column.untyped() {
            ColumnWriter::ByteArrayColumnWriter(writer) => writer.write_batch(&["a".into()], None, None),
            ColumnWriter::Int32ColumnWriter(writer) => writer.write_batch(&[5], None, None),
            ColumnWriter::Int64ColumnWriter(writer) => writer.write_batch(&[1 << 40], None, None),
            _ => panic!("no other types"),
        };
        assert_eq!(written.unwrap(), 1);
        column.close().unwrap();
    }
    group.close().unwrap();
    file.close().unwrap();
    bytes
}

#[test]
fn files_of_other_writers_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let read = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        contents(&path).map(|(rows, _)| rows[1].clone())
    };
    let id = "required binary id (STRING);";
    let cross = "required int32 cross_z0 (INTEGER(8, true));";
    let of = |columns: String| foreign(&format!("message analysis {{ {columns} }}"), "other 1.0", Vec::new());
    // Unsigned numbers and a file without checksums are accepted.
    assert_eq!(read(&of(format!("{id} {}", cross.replace("true", "false")))).unwrap(), "a None [5]");
    let row = "required int64 row (INTEGER(64, true));";
    assert_eq!(read(&of(format!("{id} {row} {cross}"))).unwrap(), "a None [5]");
    let scramble = "required binary scramble (STRING);";
    assert_eq!(read(&of(format!("{id} {scramble} {row} {cross}"))).unwrap(), "a Some(\"a\") [5]");
    let message = read(&of(format!("{id} {cross} {row}"))).unwrap_err();
    assert!(message.contains("column 3: 'row' is not a stage with a colour"), "{message}");
    let message = read(&of(format!("{id} {cross} required binary xcross_z0 (STRING);"))).unwrap_err();
    assert!(message.contains("column 3 ('xcross_z0') must be a required whole number"), "{message}");
    let message = read(&of(format!("{id} required int64 cross_z0;"))).unwrap_err();
    assert!(message.contains("cross_z0 (1099511627776) is not a number of moves"), "{message}");

    // Some programs keep the metadata when they rewrite the rows.
    let kept = |entries: &[(&str, &str)]| {
        let entry = |(key, value): &(&str, &str)| KeyValue::new(key.to_string(), value.to_string());
        entries.iter().map(entry).collect::<Vec<_>>()
    };
    let hash = "00000000000000ff";
    let both = kept(&[("cubiform.xxh3", hash), ("cubiform.xxh3.metadata", hash)]);
    let schema = format!("message analysis {{ {id} {cross} }}");
    assert_eq!(read(&foreign(&schema, "other 1.0", both.clone())).unwrap(), "a None [5]");
    for (entries, why) in [
        (both, "its metadata does not match its checksum"),
        (kept(&[("cubiform.xxh3", hash)]), "one of its checksum entries is missing"),
        (kept(&[("cubiform.xxh3", "5"), ("cubiform.xxh3.metadata", hash)]), "cannot be read"),
    ] {
        let message = read(&foreign(&schema, "cubiform 0.1.0", entries)).unwrap_err();
        assert!(message.contains(why), "{message}");
    }
    let named = schema.replace("analysis", checksum::SCHEMA);
    let message = read(&foreign(&named, "cubiform 0.1.0", Vec::new())).unwrap_err();
    assert!(message.contains("its metadata has no checksums"), "{message}");
}

#[test]
fn long_texts_start_a_new_row_group() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let row = |i: usize| {
        let scramble = Scramble::from_state(i.to_string(), Cube::SOLVED);
        let scramble = Scramble { text: ScrambleText::Moves(" ".repeat(1 << 20)), ..scramble };
        let stages = vec![StageReport {
            goal: 0,
            name: "cross".into(),
            lengths: vec![(Frame::Bottom(Color::COLUMNS[0]), Ok(0))],
            solutions: vec![],
        }];
        Report { scramble, row: i as u64 + 1, stages, nodes: 1 }
    };
    let run = Run { colors: "Y".into(), ..run(65, &["cross".into()]) };
    fs::write(&path, file_of(writer(&run), (0..65).map(row))).unwrap();
    let file = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    assert_eq!(file.num_row_groups(), 2);
    assert_eq!(contents(&path).unwrap().0.len(), 1 + 65);
}

#[test]
fn changed_metadata_text_does_not_match_its_checksum() {
    let bytes = written(20, &["cross"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    fs::write(&path, &bytes).unwrap();
    let file = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    let entries = file.metadata().file_metadata().key_value_metadata().unwrap();
    let entry = |key: &str| entries.iter().find(|entry| entry.key == key).unwrap().value.clone().unwrap();
    assert_eq!((entry("cubiform.xxh3").len(), entry("cubiform.xxh3.metadata").len()), (16, 16));
    assert!(entry("ARROW:schema").starts_with("/////"));
    // This metadata text is not parsed by any decoder.
    let place = bytes.windows(5).rposition(|bytes| bytes == b"Whose").unwrap();
    let mut damaged = bytes;
    damaged[place] = b'w';
    fs::write(&path, &damaged).unwrap();
    let message = contents(&path).unwrap_err();
    assert!(message.contains("is damaged: its metadata does not match its checksum"), "{message}");
}
