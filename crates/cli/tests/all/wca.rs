//! `cubiform analyze` on the WCA's results export, and on random states.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use crate::common::{RunOutput, analyze, analyze_input, run};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/");
const NEW: &str = "WCA_export_scrambles.tsv";
const OLD: &str = "WCA_export_Scrambles_v1.tsv";
const ZIP: &str = "WCA_export.tsv.zip";

const CREDIT: &str = "This information is based on competition results owned and maintained by the World Cube \
                      Association, published at https://worldcubeassociation.org/results";

/// The ids of all 3x3x3 scrambles of the fixtures.
const IDS: [&str; 10] = ["101", "102", "104", "105", "106", "107#1", "107#2", "107#3", "109", "110"];

/// Returns the cross lengths for each colour of the scrambles in a file.
fn cross(path: impl AsRef<Path>, more: &[&str]) -> RunOutput {
    let path = path.as_ref().to_str().expect("a path of this test");
    analyze(&[&["-i", path, "-s", "cross", "-f", "csv"], more].concat())
}

fn fixture(name: &str) -> String {
    fs::read_to_string(format!("{FIXTURES}{name}")).expect("the fixture is there")
}

/// Returns the first column below the header.
fn ids(table: &str) -> Vec<&str> {
    table.lines().skip(1).map(|row| row.split(',').next().unwrap_or_default()).collect()
}

/// Returns a file with the header `id`, `event_id`, `scramble` and these rows.
fn rows(rows: impl AsRef<[u8]>) -> Vec<u8> {
    [b"id\tevent_id\tscramble\n", rows.as_ref()].concat()
}

/// Returns the error about such a file without the attribution, and the ids of the rows before it.
#[track_caller]
fn complaint(input: Vec<u8>) -> (String, Vec<String>) {
    let said = analyze_input(&["-s", "cross", "-f", "csv"], input);
    let ids = ids(&said.out).into_iter().map(String::from).collect();
    let err = said.failure(1);
    (err.strip_prefix(&format!("{CREDIT}.\n")).unwrap_or(&err).to_string(), ids)
}

#[test]
fn both_versions_and_the_zip_file_have_the_same_scrambles() {
    let expected: Vec<String> = [(NEW, ""), (OLD, ""), (ZIP, " as of 2024-01-02")]
        .into_iter()
        .map(|(name, date)| {
            let said = cross(format!("{FIXTURES}{name}"), &["--carry", "none"]);
            assert_eq!(said.code, Some(0), "{said:?}");
            assert_eq!(said.err, format!("{CREDIT}{date}.\nskipped 2 rows of other events\n"));
            assert_eq!(ids(&said.out), IDS, "{name}");
            said.out
        })
        .collect();
    assert!(expected.iter().all(|table| *table == expected[0]));
    // Duplicates are kept.
    let values = |id: &str| {
        let row = expected[0].lines().find(|row| row.starts_with(&format!("{id},"))).expect("a row");
        row[id.len()..].to_string()
    };
    assert_eq!(values("101"), values("110"));
    assert_eq!(values("102"), ",6,6,6,5,7,5");
    let carried = cross(format!("{FIXTURES}{NEW}"), &[]).out;
    assert!(carried.starts_with("id,event,competition,round,cross_z0,"), "{carried}");
    assert!(carried.contains("\n102,333,Example2024,1,6,6,6,5,7,5\n"), "{carried}");
    let rest = cross(format!("{FIXTURES}{NEW}"), &["--carry", "group_id,scramble_num"]).out;
    assert!(
        rest.starts_with("id,group_id,scramble_num,cross_z0,") && rest.contains("\n102,A,1,6,"),
        "{rest}"
    );
}

#[test]
fn windows_line_ends_and_byte_order_mark_are_read() {
    let table = format!("\u{feff}{}", fixture(OLD).replace('\n', "\r\n"));
    let said = analyze_input(&["-s", "cross", "-f", "csv"], table);
    assert_eq!((said.code, ids(&said.out)), (Some(0), IDS.to_vec()), "{said:?}");
    let files = cross(format!("{FIXTURES}{NEW}"), &["-i", "-"]);
    assert_eq!(ids(&files.out), IDS, "an empty input adds nothing");
    assert_eq!(files.err.matches(CREDIT).count(), 1);
}

#[test]
fn columns_are_found_by_name_and_the_scrambles_are_shown_as_written() {
    let input = "scramble\tid\tnote\tevent_id\nR  U'\t9\tx\t333\n\nF\t9\t\t333oh\nR\t10\t\t222\n";
    let said = analyze_input(&["-s", "cross", "-f", "jsonl"], input);
    let rows: Vec<&str> = said.out.lines().collect();
    assert_eq!(rows.len(), 2, "{said:?}");
    assert!(rows[0].starts_with(r#"{"id":"9","event":"333","scramble":"R  U'","goal""#), "{rows:?}");
    assert!(rows[1].starts_with(r#"{"id":"9","event":"333oh","scramble":"F","goal""#), "{rows:?}");
    assert_eq!(said.err, format!("{CREDIT}.\nskipped 1 row of another event\n"));
}

#[test]
fn events_option_selects_events() {
    for (events, expected) in [
        ("333", &["101", "102", "110"][..]),
        ("333mbf,333oh", &["104", "107#1", "107#2", "107#3"]),
        (" 333ft, 333fm,333ft ", &["106", "109"]),
        ("333bf", &["105"]),
    ] {
        for name in [NEW, OLD, ZIP] {
            let said = cross(format!("{FIXTURES}{name}"), &["--events", events]);
            assert_eq!(ids(&said.out), expected, "{name} {events}: {said:?}");
        }
    }
    let said = cross(format!("{FIXTURES}{NEW}"), &["--events", "333mbf"]);
    assert!(said.err.ends_with("\nskipped 9 rows of other events\n"), "{said:?}");
}

#[test]
fn invalid_arguments_are_refused() {
    let six = "valid events: 333, 333oh, 333bf, 333fm, 333ft, 333mbf";
    for (arguments, message) in [
        (&["-i", "x", "--events", "444"][..], format!("'444' is not a 3x3x3 event; {six}")),
        (&["-i", "x", "--events", "all"], format!("'all' is not a 3x3x3 event; {six}")),
        (&["-i", "x", "--events", ","], format!("no event given; {six}")),
        (&["R U", "--events", "333"], "cannot be used with".into()),
        (&["R U", "--random", "3"], "cannot be used with".into()),
        (&["-i", "x", "--random", "3"], "cannot be used with".into()),
        (&["--random", "3", "--events", "333"], "cannot be used with".into()),
        (&["--random", "0"], "0 is not in 1..".into()),
        (&["--seed", "3"], "--random <N>".into()),
        (&["--random", "3", "--seed", "-1"], "unexpected argument '-1'".into()),
    ] {
        let said = run(&[&["analyze"], arguments].concat());
        assert_eq!(said.out, "");
        let err = said.failure(2);
        assert!(err.contains(&message) && err.contains("--help"), "{arguments:?}: {err}");
    }
    // An input that is not a table has no events to select.
    let said = analyze_input(&["-s", "cross", "--events", "333"], "\nR U\n");
    let message =
        "error: <stdin>:2: --events requires the WCA's table of scrambles, but this is another format\n";
    assert_eq!((said.out.as_str(), said.err.as_str(), said.code), ("", message, Some(1)));
}

/// Scrambles for blindfolded events rotate the cube at the end. Their lengths refer to the WCA orientation.
#[test]
fn wide_moves_and_rotations_at_the_end_do_not_change_lengths() {
    let input = "1\t333bf\tR U2 F L D' Rw2 Uw'\n2\t333bf\tR U2 F L D' L2 U'\n\
                 3\t333mbf\tR U F D' Fw Uw|R U F D' B R|L D2 B Rw'|L D2 B L'|L D2 B L' x y'\n";
    let said = analyze_input(&["-s", "..xcross", "-f", "csv"], rows(input));
    let values: Vec<&str> =
        said.out.lines().skip(1).map(|row| row.split_once(',').expect("columns").1).collect();
    assert_eq!(values.len(), 7, "{said:?}");
    assert_eq!((values[0], values[2]), (values[1], values[3]));
    assert_eq!((values[4], values[6]), (values[5], values[5]));
    assert!(values[0] != values[2] && values[2] != values[4]);
}

#[test]
fn invalid_scramble_is_reported_with_its_place() {
    for (input, start, before) in [
        ("1\t333\tR U\n2\t333\tR Q\n", "<stdin>:3:9: 'Q' is not a move; ", &["1"][..]),
        ("1\t333mbf\tR U|F Q\n", "<stdin>:2:16: 'Q' is not a move; ", &["1#1"]),
        ("1\t333mbf\t\"R U\nF2  Q\"\n", "<stdin>:3:5: 'Q' is not a move; ", &["1#1"]),
        ("1\t333\tR|U\n", "<stdin>:2:8: '|' is not a move; ", &[]),
        ("1\t333\t\n", "<stdin>:2:7: empty scramble; ", &[]),
        ("1\t333mbf\t |\n", "<stdin>:2:", &[]),
    ] {
        let (said, ids) = complaint(rows(input));
        assert!(said.starts_with(&format!("error: {start}")), "{input:?}: {said}");
        assert_eq!((said.lines().count(), ids), (1, before.iter().map(|id| id.to_string()).collect()));
    }
}

#[test]
fn invalid_rows_are_reported() {
    for (input, message, before) in [
        (
            "1\t333\tR\n2\t333\n3\t333\tF\n",
            "<stdin>:3:6: the row ends here with 2 columns; the header has 3",
            1,
        ),
        ("1\t333\tR\tU\n", "<stdin>:2:10: the row ends here with 4 columns; the header has 3", 0),
        (
            "1\t333\tR\n2\t33",
            "<stdin>:3:5: the row ends here with 2 columns; the header has 3, and the file without an end of the \
             line; if it was cut short, get it again",
            1,
        ),
        // Rows of other events are checked too.
        ("1\t444\n", "<stdin>:2:6: the row ends here with 2 columns; the header has 3", 0),
        ("\t333\tR\n", "<stdin>:2:1: the row has no id", 0),
        ("1\t333mbf\t\"R\nU\n2\t333\tF\n", "<stdin>:2:10: '\"' is never closed; add the missing '\"'", 0),
        ("1\t333mbf\t\"R\nU", "<stdin>:2:10: '\"' is never closed; add the missing '\"'", 0),
        (
            "1\t333mbf\t\"R\nU\" F\n",
            "<stdin>:3:3: there is more after the closing '\"'; expected a tab or the end of the row",
            0,
        ),
    ] {
        let (said, ids) = complaint(rows(input));
        assert_eq!((said, ids.len()), (format!("error: {message}\n"), before), "{input:?}");
    }
    let (said, _) = complaint(rows(b"1\t333\tR\n2\t444\tR \xe9\n"));
    assert_eq!(said, "error: <stdin>:3:9: byte 0xe9 is not UTF-8 text; save the file as UTF-8\n");
    let (said, _) = complaint(rows(b"1\t333mbf\t\"R\nU \xe9\"\n"));
    assert_eq!(said, "error: <stdin>:3:3: byte 0xe9 is not UTF-8 text; save the file as UTF-8\n");
}

#[test]
fn skipping_continues_with_the_next_row() {
    let input = "1\t333\tR\n2\t333\n3\t333mbf\t\"R\n4\t333\tF\n5\t333mbf\tR|Q|U\n6\t222\tR\n";
    let said = analyze_input(&["-s", "cross", "-f", "csv", "--on-error", "skip"], rows(input));
    assert_eq!(ids(&said.out), ["1", "4", "5#1", "5#3"]);
    let told: Vec<&str> = said.err.lines().map(|line| line.split("; ").next().unwrap_or_default()).collect();
    let expected = [
        &format!("{CREDIT}.")[..],
        "skipped: <stdin>:3:6: the row ends here with 2 columns",
        "skipped: <stdin>:4:10: '\"' is never closed",
        "skipped: <stdin>:6:12: 'Q' is not a move",
        "skipped 1 row of another event",
        "3 of 7 lines could not be read",
    ];
    assert_eq!((&told[..], said.code), (&expected[..], Some(1)));
}

#[test]
fn possibly_truncated_last_row_is_reported() {
    let said = analyze_input(&["-s", "cross", "-f", "csv"], rows("1\t333\tR U"));
    assert_eq!((said.code, ids(&said.out)), (Some(0), vec!["1"]));
    let note =
        "<stdin>:2: the last row has no line end; if the file is truncated, its scramble may be incomplete";
    assert_eq!(said.err, format!("{CREDIT}.\n{note}\n"));
    // If another column is the last, the scramble is complete.
    let said = analyze_input(&["-s", "cross", "-f", "csv"], "id\tscramble\tevent_id\n1\tR U\t333");
    assert_eq!((said.code, said.err), (Some(0), format!("{CREDIT}.\n")));
}

#[test]
fn headers_without_a_required_column_are_refused_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.tsv");
    fs::write(&path, "id\tpos\tevent_id\tcompetition_id\n1\t1\t333\tx\n").unwrap();
    let path = path.to_str().unwrap();
    // No table is built before the error.
    let said = run(&["analyze", "-i", path, "--tables", folder.path().join("tables").to_str().unwrap()]);
    let has = "it has 'id', 'pos', 'event_id', 'competition_id'";
    assert_eq!(said.failure(1), format!("error: {path}:1: the header lacks the column 'scramble'; {has}\n"));
    assert!(!folder.path().join("tables").exists());
    let (said, _) = complaint(b"id\tscramble\tround_type_id\nR\n".to_vec());
    let has = "it has 'id', 'scramble', 'round_type_id'";
    assert_eq!(
        said,
        format!("error: <stdin>:1: the header lacks the column 'event_id' (or 'eventId'); {has}\n")
    );
    let (said, _) = complaint(b"id\tscramble\tevent_id\tscramble\n".to_vec());
    assert_eq!(said, "error: <stdin>:1: the header has the column 'scramble' twice\n");
}

/// Returns a zip file of these files.
fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn zip_files_are_read_or_refused_by_their_contents() {
    let folder = tempfile::tempdir().unwrap();
    // The name of the zip file and folders in it do not matter.
    let path = folder.path().join("export");
    let (readme, table) = ("- Date: May  6, 2026\n", fixture(OLD));
    fs::write(&path, zip(&[("e/README.md", readme), ("e/WCA_export_Scrambles.tsv", &table)])).unwrap();
    let said = cross(&path, &[]);
    assert_eq!((said.code, ids(&said.out)), (Some(0), IDS.to_vec()), "{said:?}");
    assert!(said.err.starts_with(&format!("{CREDIT} as of May 6, 2026.\n")), "{said:?}");

    // Errors name their place in the table.
    fs::write(&path, zip(&[("WCA_export_scrambles.tsv", "id\tevent_id\tscramble\n1\t333\tR Q\n")])).unwrap();
    let place = format!("{}/WCA_export_scrambles.tsv", path.display());
    let said = cross(&path, &[]);
    assert!(said.err.contains(&format!("\nerror: {place}:2:9: 'Q' is not a move; ")), "{said:?}");
    fs::write(&path, zip(&[("WCA_export_scrambles.tsv", "R U\n")])).unwrap();
    let message = format!("error: {place}:1: not a header of the WCA's table of scrambles\n");
    assert_eq!(cross(&path, &[]).failure(1), message);

    fs::write(&path, zip(&[("WCA_export.sql", "INSERT"), ("README.md", "")])).unwrap();
    let message = format!(
        "error: cannot read {}: it contains no WCA_export_scrambles.tsv, but WCA_export.sql, README.md; use \
         the TSV form of the WCA's results export\n",
        path.display()
    );
    assert_eq!(cross(&path, &[]).failure(1), message);

    let said = analyze_input(&["-s", "cross"], fs::read(format!("{FIXTURES}{ZIP}")).unwrap());
    assert_eq!(
        said.failure(1),
        "error: <stdin>:1: this is a zip file, which can only be read as --input FILE\n"
    );
}

/// A zip file that is truncated or damaged at any place is either refused or read completely.
#[test]
fn damaged_zip_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.zip");
    let whole = fs::read(format!("{FIXTURES}{ZIP}")).unwrap();
    for length in [0, 1, 3, 4, 100, whole.len() / 2, whole.len() - 30, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        let said = cross(&path, &[]);
        let start = format!("error: cannot read {}: truncated or damaged zip file (", path.display());
        assert!(said.err.starts_with(&start) && said.err.lines().count() == 1, "{length}: {said:?}");
        assert_eq!((said.out.as_str(), said.code), ("", Some(1)));
    }
    // Inside the packed table, which is the last data before the central directory.
    let directory = whole.windows(4).position(|bytes| bytes == b"PK\x01\x02").expect("a directory");
    let good = cross(format!("{FIXTURES}{ZIP}"), &[]).out;
    for back in [20, 100, 200] {
        let mut damaged = whole.clone();
        damaged[directory - back] ^= 0x10;
        fs::write(&path, &damaged).unwrap();
        let said = cross(&path, &[]);
        assert_eq!(said.code, Some(1), "{back}: {said:?}");
        assert!(said.err.contains("the zip file is damaged ("), "{back}: {said:?}");
        assert_ne!(said.out, good);
    }
}

#[test]
fn random_states_depend_only_on_the_seed() {
    let csv = |more: &[&str]| analyze(&[&["-s", "cross", "-f", "csv"], more].concat()).success();
    let three = csv(&["--random", "3", "--seed", "7"]);
    assert_eq!(ids(&three), ["random-7-1", "random-7-2", "random-7-3"]);
    assert_eq!(three.lines().nth(1), Some("random-7-1,5,5,5,6,7,6"));
    // The same seed gives the same states, and fewer states are a prefix of more.
    assert_eq!(csv(&["--random", "3", "--seed", "7", "--threads", "1"]), three);
    assert!(csv(&["--random", "5", "--seed", "7"]).starts_with(&three));
    assert_ne!(csv(&["--random", "3", "--seed", "8"])[2..], three[2..]);
    assert_eq!(csv(&["--random", "2"]), csv(&["--random", "2", "--seed", "1"]));

    // There is no scramble, so the state is printed.
    let facelets = "FDDFUBURDBUBLRFFLUFULRFBUFDRDRUDFBRRDULBLDLLFRLLRBDBBU";
    let arguments = ["--random", "1", "--seed", "7", "-s", "cross"];
    let object = analyze(&[&arguments[..], &["-f", "jsonl"]].concat()).success();
    let start = format!(r#"{{"id":"random-7-1","facelets":"{facelets}","goal":"std","#);
    assert!(object.starts_with(&start) && !object.contains("scramble"), "{object}");
    let table = analyze(&arguments).success();
    assert_eq!(table.lines().next(), Some(&format!("random-7-1  {facelets}")[..]));
}
