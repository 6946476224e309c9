//! Tables with a header, numbered lists, comments and links as input; carried columns; `--where` on an input.

use std::fs;

use crate::common::{TABLES, analyze, analyze_input, run};

const CROSS: [&str; 6] = ["-s", "cross", "-c", "W", "-f", "csv"];

/// Returns the output for this standard input.
#[track_caller]
fn table(input: &str, more: &[&str]) -> String {
    analyze_input(&[&CROSS[..], more].concat(), input).success()
}

#[test]
fn rows_after_an_unclosed_quote_are_read() {
    let input = "id,scramble,note\n1,R U,\"oops\n2,F2,x\n3,L B,y\n";
    let said = analyze_input(&[&CROSS[..], &["--on-error", "skip"]].concat(), input);
    assert_eq!(said.out, "id,cross_z2\n2,1\n3,2\n");
    assert!(said.failure(1).contains("1 of 3 lines could not be read"));
}

#[test]
fn tables_with_every_separator_are_read() {
    for input in [
        "date,scramble,time\n2024,R U,1\n2025,F2,2\n",
        "date\tscramble\ttime\n2024\tR U\t1\n2025\tF2\t2\n",
        "\u{feff}sep=;\r\nDate;\"Scramble\";Time\r\n2024;\"R U\";1\r\n\r\n2025;F2;2",
    ] {
        let found = table(input, &["--carry", "date"]);
        assert!(
            found.eq_ignore_ascii_case("id,date,cross_z2\n2,2024,2\n3,2025,1\n")
                || found.contains("\n3,2024,2\n5,2025,1\n"),
            "{found}"
        );
    }
    assert_eq!(table("id,when,moves\n7,May,R U\n", &["--column", "moves"]), "id,cross_z2\n7,2\n");
    assert_eq!(
        table("id,scramble,when\n7,\"[R, U]\",May\n", &["--carry", "all"]),
        "id,when,cross_z2\n7,May,4\n"
    );
    // JSON Lines output has a member of this name itself.
    assert_eq!(table("goal,id,cube\nx,7,R U\n", &["--carry", "goal"]), "id,goal_input,cross_z2\n7,x,2\n");
    assert_eq!(table("1\tR U\n2\tF2\n", &[]), "id,cross_z2\n1,2\n2,1\n");
}

#[test]
fn invalid_tables_are_refused() {
    for (input, more, message) in [
        (
            "a,b,c\n1,R,2\n",
            &["--column", "x"][..],
            "<stdin>:1: --column: the header has no column 'x'; it has 'a', 'b', 'c'",
        ),
        ("a,scramble,c\n1,R\n", &[], "<stdin>:2:4: the row has 2 columns; the header has 3"),
        ("a,scramble,c\n1,R Q,2\n", &[], "<stdin>:2:5: 'Q' is not a move"),
        ("a,scramble,c\n1,\"R,2\n", &[], "<stdin>:2:3: '\"' is never closed"),
        ("scramble,cube\nR,U\n", &["--column", "alg"], "<stdin>:1: --column: the header has no column 'alg'"),
        ("a,scramble,b\n1,R,2\n", &["--carry", "d"], "--carry: no column 'd'; the input has 'a', 'b'"),
    ] {
        let said = analyze_input(&[&CROSS[..], more].concat(), input).failure(1);
        assert!(said.starts_with(&format!("error: {message}")), "{input:?}: {said}");
    }
}

#[test]
fn numbered_lists_comments_and_links_are_read() {
    let input = "# my scrambles\n1. R U\n2) F2\n\n// more\n#5,R2\nhttps://alg.cubing.net/?setup=R_U-&alg=U_R-\n\
                 x,https://alpha.twizzle.net/edit/?alg=R%20U2\n4. 12.34   R U D   @2024-01-02 03:04:05\n";
    assert_eq!(table(input, &[]), "id,cross_z2\n1,2\n2,1\n#5,1\n7,2\nx,2\n4,2\n");
    let said = analyze_input(&CROSS, "R U\nhttps://alg.cubing.net/?alg=R_Q\n").failure(1);
    assert!(
        said.contains("<stdin>:2:1: the moves of the link are \"R Q\", column 3: 'Q' is not a move"),
        "{said}"
    );
    let object = analyze(&["https://alg.cubing.net/?setup=R_U-", "-s", "cross", "-f", "jsonl"]).success();
    assert!(object.starts_with("{\"id\":\"1\",\"scramble\":\"R U'\","), "{object}");
}

#[test]
fn columns_are_carried_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.csv");
    fs::write(&input, "id,scramble,day,time_ms\na,R U,Monday,9870\nb,F2,,\n").unwrap();
    let path = input.to_str().unwrap();
    let carry = ["--carry", "day,time_ms", "-s", "cross", "-c", "W", "-i", path];
    let csv = analyze(&[&carry[..], &["-f", "csv"]].concat()).success();
    assert_eq!(csv, "id,day,time_ms,cross_z2\na,Monday,9870,2\nb,,,1\n");
    let lines = analyze(&[&carry[..], &["-f", "jsonl"]].concat()).success();
    assert!(
        lines.starts_with("{\"id\":\"a\",\"day\":\"Monday\",\"time_ms\":9870,\"scramble\":\"R U\","),
        "{lines}"
    );
    assert!(lines.contains("\n{\"id\":\"b\",\"scramble\":\"F2\","), "{lines}");
    let shown = analyze(&carry).success();
    assert!(shown.starts_with("a  Monday  9.87 s  R U\n"), "{shown}");

    // `stats` reads all of these, and Parquet has checksums of carried columns.
    let counts = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        run(&["stats", path.to_str().unwrap(), "-f", "csv"]).success()
    };
    let parquet = folder.path().join("a.parquet");
    analyze(&[&carry[..], &["-f", "parquet", "-o", parquet.to_str().unwrap()]].concat()).success();
    let of_parquet = run(&["stats", parquet.to_str().unwrap(), "-f", "csv"]).success();
    let measures = |text: &str| {
        text.lines().filter(|line| !line.contains("provenance")).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(measures(&counts("a.csv", &csv)), measures(&of_parquet));
    assert_eq!(measures(&counts("a.jsonl", &lines)), measures(&of_parquet));
}

#[test]
fn runs_in_parts_resume_and_merge_with_carried_columns() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let input = at("in.csv");
    let rows: String =
        (1..=9).map(|i| format!("{i},R{} U,day{i}\n", if i % 2 == 0 { "2" } else { "" })).collect();
    fs::write(&input, format!("id,scramble,day\n{rows}")).unwrap();
    for format in ["csv", "jsonl", "parquet"] {
        let of = |name: &str| format!("{}/", at(&format!("{name}-{format}")));
        let analyze_to = |out: &str, more: &[&str]| {
            let arguments = ["-i", &input, "-s", "cross", "-c", "W", "-f", format, "-o", out];
            analyze(&[&arguments[..], more].concat())
        };
        let (whole, merged) = (of("whole"), of("merged"));
        analyze_to(&whole, &["--carry", "day"]).success();
        for shard in ["1/2", "2/2"] {
            analyze_to(&of(&shard[..1]), &["--carry", "day", "--shard", shard]).success();
        }
        let merge = run(&["merge", &merged, &of("1"), &of("2")]);
        assert_eq!(merge.code, Some(0), "{merge:?}");
        let part = |out: &str| fs::read(format!("{out}part-00000.{format}")).unwrap();
        if format != "parquet" {
            assert_eq!(part(&merged), part(&whole), "{format}");
        }
        let stats = |out: &str| {
            run(&["stats", out, "-f", "csv"]).success().lines().take(20).map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(stats(&merged), stats(&whole));

        let said = analyze_to(&whole, &["--resume"]).failure(1);
        assert!(said.contains("it was started with --carry day, not none"), "{said}");
        let other = of("other");
        analyze_to(&other, &["--shard", "2/2"]).success();
        let said = run(&["merge", &of("x"), &of("1"), &other]).failure(1);
        assert!(said.contains("do not belong to the same run: their carried columns differ"), "{said}");

        fs::write(format!("{whole}part-00000.{format}"), "damaged").unwrap();
        let said = analyze_to(&whole, &["--carry", "day", "--resume"]);
        assert!(said.code == Some(0) && said.err.contains(" is restored"), "{said:?}");
    }
}

#[test]
fn where_drops_scrambles_of_the_input() {
    let list = "R U\nR2\nF D\nU\nR U F D\n";
    let filter = ["--where", "cross[W] >= 1 && !(cross[Y] == 1)"];
    let all = analyze_input(&["-s", "cross", "-c", "WY", "-f", "csv"], list).success();
    let wanted: Vec<&str> = all
        .lines()
        .skip(1)
        .filter(|row| {
            let cells: Vec<u8> = row.split(',').skip(1).map(|cell| cell.parse().unwrap()).collect();
            cells[1] >= 1 && cells[0] != 1
        })
        .collect();
    assert!(!wanted.is_empty() && wanted.len() < 5, "{all}");
    let said = analyze_input(&[&["-s", "cross", "-c", "WY", "-f", "csv"], &filter[..]].concat(), list);
    assert_eq!(said.out.lines().skip(1).collect::<Vec<_>>(), wanted);
    let note = format!("{} of 5 scrambles satisfy cross[W] >= 1 && !(cross[Y] == 1)\n", wanted.len());
    assert_eq!((said.code, said.err), (Some(0), note));
    // The condition may use lengths that are not in the output. Rows keep their numbers.
    let said = analyze_input(&[&["-s", "cross", "-c", "R", "-f", "jsonl"], &filter[..]].concat(), list);
    let rows: Vec<String> =
        said.out.lines().map(|line| line.rsplit_once("\"row\":").unwrap().1.to_string()).collect();
    let ids: Vec<String> = wanted.iter().map(|row| format!("{}}}", row.split(',').next().unwrap())).collect();
    assert_eq!(rows, ids);
}

#[test]
fn where_applies_to_parts_shards_and_restored_parts() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| format!("{}/", folder.path().join(name).to_str().unwrap());
    let input = folder.path().join("in.txt");
    let sample =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/wca-scrambles-20.csv")).unwrap();
    let lines: Vec<&str> = sample.lines().collect();
    fs::write(&input, lines[..12].join("\n") + "\n").unwrap();
    let run_of = |out: &str, more: &[&str]| {
        let arguments = [
            "-i",
            input.to_str().unwrap(),
            "-s",
            "cross",
            "-c",
            "W",
            "-f",
            "jsonl",
            "--where",
            "cross[W] <= 6",
        ];
        analyze(&[&arguments[..], &["-o", out], more].concat())
    };
    let rows = |out: &str| {
        let text = fs::read_dir(out).unwrap().map(|entry| entry.unwrap().path());
        let mut parts: Vec<_> = text.filter(|path| path.extension().is_some_and(|e| e == "jsonl")).collect();
        parts.sort();
        parts.iter().map(|path| fs::read_to_string(path).unwrap()).collect::<String>()
    };
    assert_eq!(run_of(&at("grown"), &["--part-rows", "2"]).code, Some(0));
    fs::write(&input, &sample).unwrap();
    let said = run_of(&at("grown"), &["--part-rows", "2", "--resume"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let said = run_of(&at("whole"), &[]);
    assert!(said.err.contains(" of 20 scrambles satisfy cross[W] <= 6"), "{said:?}");
    assert_eq!(rows(&at("grown")), rows(&at("whole")));
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(format!("{}_manifest.json", at("whole"))).unwrap()).unwrap();
    assert_eq!(manifest["run"]["where"], "cross[W] <= 6");
    let left_out = manifest["left_out"].as_u64().unwrap();
    assert!(left_out > 0 && left_out + manifest["rows"].as_u64().unwrap() == 20, "{manifest}");

    for shard in ["1/2", "2/2"] {
        assert_eq!(run_of(&at(&shard[..1]), &["--shard", shard]).code, Some(0));
    }
    let both = rows(&at("1")) + &rows(&at("2"));
    let number =
        |line: &&str| line.rsplit_once("\"row\":").unwrap().1.trim_end_matches('}').parse::<u64>().unwrap();
    let mut shards: Vec<&str> = both.lines().collect();
    shards.sort_by_key(number);
    assert_eq!(shards, rows(&at("whole")).lines().collect::<Vec<_>>());
    let said = run(&["merge", &at("merged"), &at("1"), &at("2")]).failure(1);
    assert!(said.contains("has only the scrambles that satisfy --where, which cannot be merged"), "{said}");

    fs::write(format!("{}part-00001.jsonl", at("grown")), "damaged").unwrap();
    let said = run_of(&at("grown"), &["--resume"]);
    assert!(said.code == Some(0) && said.err.contains(" is restored"), "{said:?}");
    assert_eq!(rows(&at("grown")), rows(&at("whole")));
    let said = analyze(&[
        "-i",
        input.to_str().unwrap(),
        "-s",
        "cross",
        "-c",
        "W",
        "-f",
        "jsonl",
        "-o",
        &at("whole"),
        "--resume",
    ]);
    assert!(said.failure(1).contains("it was started with --where \"cross[W] <= 6\", not no condition"));
    assert!(fs::metadata(TABLES).is_ok());
}
