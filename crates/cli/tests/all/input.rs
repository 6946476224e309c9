//! The input of `cubiform analyze`, and the errors for invalid input.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::common::{TABLES, analyze, analyze_input, build_tables, run};

const CROSS: [&str; 6] = ["-s", "cross", "-c", "W", "-f", "csv"];

/// Returns the ids and cross lengths for this standard input.
#[track_caller]
fn rows(input: impl Into<Vec<u8>>) -> Vec<String> {
    let table = analyze_input(&CROSS, input).success();
    assert!(table.starts_with("id,cross_z2\n"), "{table}");
    table.lines().skip(1).map(String::from).collect()
}

/// Returns the error for this standard input, and the number of rows printed before it.
#[track_caller]
fn complaint(input: impl Into<Vec<u8>>) -> (String, usize) {
    let said = analyze_input(&CROSS, input);
    let rows = said.out.lines().count();
    (said.failure(1), rows.saturating_sub(1))
}

#[test]
fn lines_with_and_without_ids_headers_and_blank_lines_are_read() {
    assert_eq!(rows("a,R\nb,F2\n"), ["a,1", "b,1"]);
    assert_eq!(rows("id,scramble\na,R\n"), ["a,1"]);
    assert_eq!(rows("\n\nScramble\nR\n\nU2 R U2\n"), ["4,1", "6,3"]);
    assert_eq!(rows("// comment\nR // a, b\n[R, U]\n"), ["2,1", "3,4"]);
    assert_eq!(rows("\u{feff}id,scramble\r\na,R\r\n\r\nb,R2"), ["a,1", "b,1"]);
    assert_eq!(rows("\"a\",\"R U\"\n\"b\" , F\n"), ["a,2", "b,1"]);
}

#[test]
fn lone_carriage_returns_end_lines_in_every_format() {
    assert_eq!(rows("R U F\rL2 D\rB\r"), ["1,2", "2,2", "3,1"]);
    assert_eq!(rows("id,scramble\ra,R // note\rb,R F\r"), ["a,1", "b,2"]);
    assert_eq!(rows("id;scramble;by\ra;R;me\rb;R F;you"), ["a,1", "b,2"]);
    assert_eq!(rows("{\"id\":1,\"scramble\":\"R\"}\r{\"id\":2,\"scramble\":\"R F\"}\r"), ["1,1", "2,2"]);
    // A comment ends with its line inside a string, too.
    assert_eq!(rows(r#"{"id":1,"scramble":"R // one\rF"}"#), ["1,2"]);
    let (said, before) = complaint("R\r\rF Q\r");
    assert!(said.starts_with("error: <stdin>:3:3: 'Q' is not a move") && before == 1, "{said}");
}

#[test]
fn quoted_fields_may_contain_line_ends() {
    assert_eq!(rows("id,scramble\n\"a\nb\",R\nc,R F\n"), ["\"a", "b\",1", "c,2"]);
    assert_eq!(rows("\"a\r\nb\" , \"R\nF\"\nc,R\n"), ["\"a", "b\",2", "c,1"]);
    assert_eq!(rows("\"R\nF\"\nR\n"), ["1,2", "3,1"]);
    let (said, _) = complaint("\"a\nb\",R Q\n");
    assert!(said.starts_with("error: <stdin>:2:6: 'Q' is not a move"), "{said}");
    // An open quote does not take the lines after it.
    let mut arguments = CROSS.to_vec();
    arguments.extend(["--on-error", "skip"]);
    let said = analyze_input(&arguments, "a,\"R\nb,F\nc,R\n");
    assert_eq!(said.out, "id,cross_z2\nb,1\nc,1\n");
    assert!(said.err.starts_with("skipped: <stdin>:1:3: '\"' is never closed"), "{said:?}");
}

#[test]
fn empty_input_is_reported() {
    let said = analyze_input(&CROSS, "");
    // Empty input is not an error, but it is probably a mistake.
    assert_eq!(said.code, Some(0));
    assert_eq!(said.err, "the input has no scrambles\n");
}

#[test]
fn files_are_read_in_order_and_dash_is_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one.csv"), folder.path().join("two.txt"));
    fs::write(&one, "id,scramble\na,R").unwrap();
    fs::write(&two, "R2\n").unwrap();
    let (one, two) = (one.to_str().unwrap(), two.to_str().unwrap());
    let mut arguments = CROSS.to_vec();
    arguments.extend(["-i", one, "-i", "-", "-i", two]);
    let table = analyze_input(&arguments, "Scramble\nx,B\n").success();
    assert_eq!(table, "id,cross_z2\na,1\nx,1\n1,1\n");
}

#[test]
fn invalid_line_stops_the_run_before_its_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.csv");
    fs::write(&path, "id,scramble\na,R\nb,R U Q\nc,F\n").unwrap();
    let path = path.to_str().unwrap();
    let mut arguments = CROSS.to_vec();
    arguments.extend(["-i", path]);
    let said = analyze(&arguments);
    assert_eq!(said.out, "id,cross_z2\na,1\n");
    let expected = format!(
        "error: {path}:3:7: 'Q' is not a move; expected U, R, F, D, L, B, wide as in Rw or r, M, E, S, x, y, \
         z, or one of ( [ , : ] )\n"
    );
    assert_eq!(said.failure(1), expected);
}

#[test]
fn errors_in_lines_name_column_and_reason() {
    for (input, message, rows) in [
        ("R\n,F\n", "<stdin>:2:1: no id before the comma; ", 1),
        ("R\na,\n", "<stdin>:2:3: empty scramble; ", 1),
        ("a,R,2020\n", "<stdin>:1:4: a third column begins here; ", 0),
        ("R U, F\n", "<stdin>:1:4: ',' follows moves; ", 0),
        ("a,(R U\n", "<stdin>:1:3: '(' is never closed; add the missing )", 0),
        ("a,\"R U\n", "<stdin>:1:3: '\"' is never closed; ", 0),
    ] {
        let (said, before) = complaint(input);
        assert!(said.starts_with(&format!("error: {message}")), "{input:?}: {said}");
        assert_eq!((said.lines().count(), before), (1, rows), "{input:?}: {said}");
    }
}

#[test]
fn bytes_that_are_not_text_are_reported_with_their_place() {
    let (said, rows) = complaint(b"R\n1,R\xff U\n".to_vec());
    assert_eq!(said, "error: <stdin>:2:4: byte 0xff is not UTF-8 text; save the file as UTF-8\n");
    assert_eq!(rows, 1);
    let (said, _) = complaint(b"\xff\xfeR\0".to_vec());
    assert_eq!(said, "error: <stdin>:1:1: this looks like UTF-16; save the file as UTF-8\n");
    let (said, _) = complaint(vec![0; 4096]);
    assert!(said.starts_with(r"error: <stdin>:1:1: '\0' is not a move"), "{said}");
    let (said, _) = complaint("R ".repeat(1 << 20));
    assert!(said.starts_with("error: <stdin>:1:1: the line is longer than a mebibyte"), "{said}");
    let (said, _) = complaint("R ".repeat(20_000));
    assert!(said.contains("'R' makes the algorithm longer than 10000 moves"), "{said}");
}

#[test]
fn skipping_reports_every_invalid_line_and_continues() {
    let mut arguments = CROSS.to_vec();
    arguments.extend(["--on-error", "skip"]);
    let mut input = b"a,R\nb,Q\n".to_vec();
    input.extend_from_slice(b"c,\xff\n");
    input.extend_from_slice("R ".repeat(1 << 20).as_bytes());
    input.extend_from_slice(b"\nd,R2\n");
    let said = analyze_input(&arguments, input);
    assert_eq!(said.out, "id,cross_z2\na,1\nd,1\n");
    let lines: Vec<&str> = said.err.lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0].starts_with("skipped: <stdin>:2:3: 'Q' is not a move"), "{lines:?}");
    assert!(lines[1].starts_with("skipped: <stdin>:3:3: byte 0xff"), "{lines:?}");
    assert!(lines[2].starts_with("skipped: <stdin>:4:1: the line is longer"), "{lines:?}");
    assert_eq!(lines[3], "3 of 5 lines could not be read");
    assert_eq!(said.code, Some(1));
}

#[test]
fn invalid_scramble_arguments_are_named_by_number() {
    let said = analyze(&["R U", "R2 F Q", "-s", "cross"]);
    assert_eq!(said.out, "");
    let message = said.failure(1);
    assert!(message.starts_with("error: scramble 2, column 6: 'Q' is not a move; "), "{message}");
    let said = analyze(&["R U", "", "R F", "-s", "cross", "-f", "csv", "-c", "W", "--on-error", "skip"]);
    assert_eq!(said.out, "id,cross_z2\n1,2\n3,2\n");
    assert!(said.err.starts_with("skipped: scramble 2, column 1: empty scramble"), "{said:?}");
    assert_eq!(said.code, Some(1));
}

#[test]
fn unreadable_files_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.txt");
    let good = folder.path().join("good.txt");
    fs::write(&good, "R\n").unwrap();
    let said = analyze(&["-i", good.to_str().unwrap(), "-i", missing.to_str().unwrap()]);
    assert_eq!(said.out, "", "nothing is begun");
    let message = said.failure(1);
    assert!(message.starts_with(&format!("error: cannot read {}: ", missing.display())), "{message}");
    let message = analyze(&["-i", folder.path().to_str().unwrap()]).failure(1);
    assert_eq!(message, format!("error: cannot read {}: it is a folder\n", folder.path().display()));
}

#[test]
fn invalid_arguments_are_refused() {
    for (arguments, message) in [
        (
            &["analyze", "R", "--goal", "oll"][..],
            "error: --goal, column 1: unknown goal term 'oll'; write terms such as ",
        ),
        (
            &["analyze", "R", "-s", "oll"],
            "--stages: goal 'std' has no stage 'oll' (its stages: cross, xcross, ",
        ),
        (&["analyze", "R", "-c", "grey"], "'grey' is not a colour; use letters of WYORGB"),
        (&["analyze", "R", "-f", "xml"], "[possible values: table, csv, json, jsonl, parquet]"),
        (
            &["analyze", "R", "-f", "csv", "-n", "1"],
            "--solutions cannot be written as CSV; use --format table or ",
        ),
        (&["analyze", "R", "-n", "-1"], "unexpected argument '-1'"),
        (&["analyze", "R", "-n", "few"], "expected a number such as 3, or all"),
        (&["analyze", "R", "--threads", "0"], "0 is not in 1..=1024"),
        (&["analyze", "R", "-i", "x"], "'[SCRAMBLE]...' cannot be used with '--input <FILE>'"),
        (&["analyze", "-c", "white", "yellow"], "separate colours with commas: --colors white,yellow"),
        (&["analyze", "-s", "cross", "xcross", "R U"], "separate stages with commas: --stages cross,xcross"),
        (&["analyze", "R", "U", "R'"], "did you mean \"R U R'\", in quotes?"),
        (&["tables", "build", "cros"], "unknown table; valid tables: cross, cross-slot"),
        (&["tables", "remove"], "required arguments were not provided"),
        (&["tables", "remove", "cross", "--all"], "cannot be used with"),
        (&["analyze", "R", "-s", "xcros"], "has no stage 'xcros' (did you mean 'xcross'? its stages: "),
        (
            &["scramble", "--where", "xcros == 9"],
            "error: --where, column 1: unknown stage 'xcros' (did you mean ",
        ),
        (
            &["analyze", "R", "--goal", "eo F/B + DR"],
            "error: --goal, column 10: 'DR' stands for domino reduction, which cannot be combined; write DR edge",
        ),
        (
            &["distribution", "cross + htr"],
            "column 9: 'htr' stands for half-turn reduction, which cannot be combined",
        ),
        (
            &["analyze", "R", "--goal", "dr,cross"],
            "a goal on axes and other goals cannot be analysed together",
        ),
        (&["analyze", "R", "--goal", "dr", "-c", "W"], "--colors: a goal on axes has no bottom colours"),
        (&["bench", "--goal", "dr"], "only goals over bottom colours are measured"),
        (&["distribution", "eoline"], "name an axis, as in \"eoline F/B\", or analyse random states"),
        (&["frobnicate"], "unrecognized subcommand 'frobnicate'"),
        (&["inverse"], "unrecognized subcommand 'inverse'; 'cubiform --help' lists the commands\n\nUsage: "),
        (&["analyse"], "a similar subcommand exists: 'analyze'"),
    ] {
        let said = run(arguments);
        assert_eq!(said.out, "");
        let err = said.failure(2);
        assert!(err.contains(message), "{arguments:?}: {err}");
        assert!(err.contains("--help"), "{arguments:?}: {err}");
    }
}

#[test]
fn links_show_one_solution_by_default() {
    let said = analyze(&["R U", "-s", "cross", "-c", "W", "--links"]).success();
    assert_eq!(said.matches("https://").count(), 1, "{said}");
    assert_eq!(said, analyze(&["R U", "-s", "cross", "-c", "W", "--links", "-n", "1"]).success());
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    assert_eq!(run(&["man", pages.to_str().unwrap()]).success(), "");
    let page = std::fs::read_to_string(pages.join("cubiform-tables-build.1")).unwrap();
    assert!(page.starts_with(".ie") && page.contains("Build tables"), "{page}");
    let refused = run(&["man", pages.join("cubiform.1/x").to_str().unwrap()]).failure(1);
    assert!(refused.contains("cannot write manual pages to"), "{refused}");
}

#[test]
fn help_and_version_are_printed() {
    let said = run(&[]);
    assert!(said.err.contains("Usage: cubiform [OPTIONS] <COMMAND>") && said.code == Some(2), "{said:?}");
    let help = run(&["analyze", "--help"]).success();
    assert!(help.starts_with("Examples, with more at the end:\n  cubiform analyze \"R2"), "{help}");
    assert!(help.contains("Exit codes: 0 done, 1 failed"));
    let version = concat!("cubiform ", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(&["-V"]).success(), format!("{version}\n"));
    let long = run(&["--version"]).success();
    assert!(long.starts_with(&format!("{version} (")) && long.contains(std::env::consts::ARCH), "{long}");
    assert!(run(&["completions", "bash"]).success().contains("--on-error"));
}

/// A program that sends a scramble may wait for its row before it sends the next.
#[test]
fn rows_are_printed_as_soon_as_they_are_known() {
    build_tables();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cubiform"))
        .args(["analyze", "--tables", TABLES, "-i", "-"])
        .args(CROSS)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    // The first line could be a header that names columns to carry.
    writeln!(input, "// scrambles").unwrap();
    writeln!(input, "x,R").unwrap();
    assert_eq!(output.next().unwrap(), "id,cross_z2");
    assert_eq!(output.next().unwrap(), "x,1");
    for (line, row) in [("a,R", "a,1"), ("b,R F", "b,2"), ("U", "5,1")] {
        writeln!(input, "{line}").unwrap();
        assert_eq!(output.next().unwrap(), row);
    }
    drop(input);
    assert_eq!(output.next(), None);
    assert!(child.wait().unwrap().success());
}

#[test]
fn committed_sample_is_readable() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/wca-scrambles-20.csv");
    let table = analyze(&["-i", sample, "-s", "..xcross", "-f", "csv"]).success();
    assert_eq!(table.lines().count(), 21);
    assert!(table.lines().nth(1).unwrap().starts_with("22001,6,6,6,5,7,5,7,7,8,7,9,7"));
}
