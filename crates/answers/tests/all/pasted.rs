//! Tests of reading what people paste: each kind of text and file that users of other programs reported, in many forms.
//! The kinds have the numbers of [docs/testing.md](../../../../docs/testing.md).

use std::io::Cursor;

use cubiform_answers::attempt::AttemptRequest;
use cubiform_answers::cases::by_algorithm;
use cubiform_answers::input::{Content, Input, Item, Options};
use cubiform_answers::insert::InsertRequest;
use cubiform_answers::limits::Limits;
use cubiform_answers::operation::Operation as _;
use cubiform_answers::puzzle::Puzzle;
use cubiform_answers::review::{Sides, Solve, parse_time, read, read_scramble};
use cubiform_answers::scramble::wide_moves_note;
use cubiform_cube::{Algorithm, Cube};

const SCRAMBLE: &str = "D2 U' R2 U F2 D2 U' R2 U' B' L2 R' B' D2 U B2 L' D' R2";

/// A solve of it, by lines.
const LINES: [&str; 7] = [
    "x y'",
    "F R D L F",
    "U R U' R' d R' U R",
    "y U2' R' U' R",
    "U L U' L' d R U' R'",
    "y' U' R U R' U R U' R'",
    "R2' U' R' U' R U R U R U' R U2'",
];

/// Reads the only solve of a text after the scramble.
fn solve(text: &str) -> Solve {
    let all = read(Some(read_scramble(SCRAMBLE).unwrap()), text, Sides::Scramble);
    let mut all = all.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

fn clean() -> Algorithm {
    Algorithm::parse(&LINES.join("\n")).unwrap()
}

/// Checks that a text has the moves of the solve.
#[track_caller]
fn has_the_moves(text: &str) {
    assert_eq!(solve(text).algorithm.to_string(), clean().to_string(), "{text}");
}

/// Returns the solve with a text put to line `i` by `write`.
fn with(i: usize, write: impl Fn(&str) -> String) -> String {
    let lines = LINES.iter().enumerate().map(|(k, line)| if k == i { write(line) } else { line.to_string() });
    lines.collect::<Vec<_>>().join("\n")
}

/// Kinds 3 and 4.
#[test]
fn notes_and_labels_of_any_words_are_no_moves() {
    const NOTES: [&str; 42] = [
        "LSE", "FB", "SB", "F2L1", "F2L", "Ub", "Ua", "DR", "DFL", "BL", "UF", "LL", "LS", "EO", "U", "R",
        "D L", "F R B", "2nd block", "U perm", "Y perm", "FR pair", "BL slot", "1st pair", "F2L 2", "OLL",
        "OLL 27", "PLL skip", "green-red", "blau-rot", "paire 3", "5/12", "12 moves", "x-cross",
        "Ecke + Kante", "RED", "BLUE", "S U F", "pseudo slot, D off", "✓", "顶层", "U2?",
    ];
    for note in NOTES {
        for i in 0..LINES.len() {
            has_the_moves(&with(i, |line| format!("{line} ({note})")));
            has_the_moves(&with(i, |line| {
                format!("{line} [{note}]").replace("[U]", "[-]").replace("[R]", "[-]")
            }));
            has_the_moves(&with(i, |line| format!("{note}: {line}")));
            has_the_moves(&with(i, |line| format!("{note}：{line}（{note}）")));
            has_the_moves(&with(i, |line| format!("**{note}:** {line}")));
            has_the_moves(&with(i, |line| format!("{note}:\n{line}")));
            has_the_moves(&with(i, |line| format!("{line} // ({note}")));
        }
        let told = solve(&with(2, |line| format!("{line} ({note})"))).readings;
        let could_be = Algorithm::parse(note).is_ok_and(|moves| !moves.turns().is_empty());
        assert_eq!(
            told.iter().any(|one| !one.is_moves && one.text == format!("({note})")),
            could_be,
            "{note}"
        );
    }
    // Words behind the moves, without brackets.
    for note in [
        "first pair", "- 2nd pair", "<- OLL", "# PLL", "=> F2L done", "F2L", "LSE", "-- pair 3 (green)",
        "= 8 moves",
    ] {
        for i in 1..LINES.len() {
            has_the_moves(&with(i, |line| format!("{line} {note}")));
        }
    }
    // Lines around the moves.
    for line in [
        "F2L", "LSE", "FB", "OLL", "U perm", "first pair", "F2L pairs:", "- - -", "•", "(OLL)", "> nice",
        "1st & 2nd pair",
    ] {
        has_the_moves(&with(3, |moves| format!("{line}\n{moves}")));
        has_the_moves(&with(3, |moves| format!("\n{line}\n\n{moves}")));
    }
    // Marks of lists and tables.
    for write in
        ["1. {}", "2) {}", "- {}", "* {}", "| pair | {} |", "> {}", "`{}`", "\"{}\"", "{},", "{};", "#3 {}"]
    {
        has_the_moves(&with(3, |line| write.replace("{}", line)));
    }
    // Brackets around moves.
    for write in ["({})", "[{}]", "({}) (AUF)", "y ({})"] {
        let line = with(4, |line| write.replace("{}", line).replace("y (", "y y' ("));
        assert_eq!(solve(&line).algorithm.resolve().0, clean().resolve().0, "{line}");
    }
}

/// Faults of moves are no notes.
#[test]
fn faults_among_moves_are_reported_with_their_place() {
    for (text, place) in [
        ("R U Q R'", (1, 5)),
        ("Ri U R", (1, 2)),
        ("R U\nF (R U Q)", (2, 8)),
        ("R U2 F R'' U", (1, 8)),
        ("R U: F R", (1, 4)),
        ("R (U F", (1, 3)),
    ] {
        let error = read(Some(read_scramble(SCRAMBLE).unwrap()), text, Sides::Scramble).unwrap_err();
        assert!(
            error.to_string().contains(&format!("line {}, column {}", place.0, place.1)),
            "{text}: {error}"
        );
    }
}

/// Kinds 10 and 16: what stands between moves, everywhere.
#[test]
fn pauses_arrows_timestamps_and_primes_are_read_wherever_moves_are() {
    for text in [
        "R U R' . U' R U R'",
        "R U R' ... U' R U R'",
        "R U R' … U' R U R'",
        "R U R'. U' R U R'",
        ". R U R' U' R U R' .",
        "↑ R U R' ↓ U' R U R'",
        "R U R' ⬆️ U' R U R'",
        "R U R' → U' R U R'",
        "R\u{200b} U R' U' R U R'",
        "R U R' U'\u{feff} R U R'",
        "R\u{1fbf}' U R' U' R U R'",
        "R U R\u{7f4} U\u{55a} R U R\u{ff07}",
        "R U R\u{2b9} U' R U R\u{2032}",
        "R@0 U@120 R'@240 U'@300 R@410 U@500 R'@650",
        "R @0.1s U R' U' R U R' @1:02.5",
        "R U R' U' F4 R U R'",
        "R U5 R' U' R U R7",
        "R U R' U' y4 R U R'",
        "[u] [u'] R U R' U' R U R'",
    ] {
        let text = text.replace("R\u{1fbf}' U", "R U");
        let plain = Algorithm::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(plain.resolve().0, Algorithm::parse("R U R' U' R U R'").unwrap().resolve().0, "{text}");
        assert!(by_algorithm(&text).is_ok(), "{text}");
        assert_eq!(read_scramble(&text).unwrap().cube, plain.cube(), "{text}");
        let attempt = |solution: &str| {
            let request = AttemptRequest { scramble: Some("R U F".into()), solution: solution.into() };
            let solve = request.check(&Limits::NONE).unwrap_or_else(|error| panic!("{solution}: {error}"));
            (solve.algorithm, solve.sides)
        };
        assert_eq!(attempt(&text), attempt("R U R' U' R U R'"), "{text}");
    }
    let link = "https://alpha.twizzle.net/edit/?setup-alg=R+U&alg=U%27+.+R%27+...";
    assert_eq!(read(None, link, Sides::Scramble).unwrap()[0].algorithm.to_string(), "U' R'");
}

/// Kind 16: attempts and skeletons with the words of a reconstruction.
#[test]
fn attempts_and_skeletons_are_read_as_reconstructions_are() {
    let attempt = |scramble: &str, solution: &str| {
        let request = AttemptRequest { scramble: Some(scramble.into()), solution: solution.into() };
        request.check(&Limits::NONE).map(|solve| (solve.scramble.cube, solve.algorithm, solve.sides))
    };
    let wanted = attempt("R U F D", "F' U (R B) L2").unwrap();
    for text in [
        "EO: F' U\nDR: (R B)\nHTR: L2",
        "F' U (EO)\n(R B) (DR)\nL2 (HTR)",
        "F' U // EO\n(R B) // DR\nL2 // 3/5",
        "1. F' U\n2. (R B)\n3. L2",
        "EO F/B: F' U (R B) L2",
        "**EO:** F' U\n**DR:** (R B)\n**rest:** L2",
        "F' U . (R B) ... L2",
        "F' U (EO-4e4c)\n(R B)\nL2",
        "eo: F' U\n(R B) dr\nL2 finish",
        "F' U ^(R B) L2 (2e2e)",
        "- F' U\n- (R B)\n- L2",
    ] {
        assert_eq!(
            attempt("R U F D", text).unwrap_or_else(|error| panic!("{text}: {error}")),
            wanted,
            "{text}"
        );
    }
    // A scramble that rotates the cube: moves are named as it is then held.
    for (scramble, solution, plain) in [
        ("R U y", "F", ("F U", "F")),
        ("R U x2", "F (D)", ("R D", "F (D)")),
        ("z2 L D", "F", ("L D", "F")),
        ("Rw", "F", ("L", "F")),
    ] {
        assert_eq!(attempt(scramble, solution).unwrap(), attempt(plain.0, plain.1).unwrap(), "{scramble}");
    }
    let insert = |skeleton: &str| {
        let request = InsertRequest {
            scramble: Some("R U R' U' F".into()),
            skeleton: skeleton.into(),
            ..Default::default()
        };
        request.check(&Limits::NONE).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(insert("F'"), insert("skeleton: F' (4c)"));
    assert!(insert("F' Q U").unwrap_err().contains("column 4"));
}

/// Kind 11.
#[test]
fn recordings_of_smart_cubes_have_milliseconds() {
    for (text, seconds) in [
        ("R@0 R@150 U@400", Some(0.4)),
        ("R2 @198 U2 @300", Some(0.3)),
        ("R@0 U@12345", Some(12.345)),
        ("R@0ms U@900ms", Some(0.9)),
        ("R@0.5s U@1.25s", Some(1.25)),
        ("R@0 U@0", None),
        ("R@0 U@1:02.50", Some(62.5)),
        ("R @5s U @7s", Some(7.0)),
        ("R@0\nU@120 // cross\nF@990", Some(0.99)),
        ("R@0 U@1e3", None),
        ("R@100 U", None),
    ] {
        let solve = read(Some(read_scramble("R U F").unwrap()), text, Sides::Scramble);
        match solve {
            Ok(solves) => assert_eq!(solves[0].time, seconds, "{text}"),
            Err(_) => assert!(text.contains("1e3"), "{text}"),
        }
    }
}

/// Kind 12.
#[test]
fn times_of_a_table_are_read_as_those_of_timers() {
    for (time, seconds, penalty) in [
        ("12.34", Some(12.34), None),
        ("DNF", None, Some("DNF")),
        ("DNF(12.34)", Some(12.34), Some("DNF")),
        ("12.34+", Some(12.34), Some("+2")),
        ("14.34 (+2)", Some(14.34), Some("+2")),
        ("\"12,34\"", Some(12.34), None),
        ("1:02:03.4", Some(3723.4), None),
        ("12.345", Some(12.345), None),
        ("12", Some(12.0), None),
        ("12.34s", Some(12.34), None),
        ("(12.34)", Some(12.34), None),
        ("DNS", None, Some("DNS")),
        ("", None, None),
    ] {
        let text = format!("scramble,solution,time\nR U,U' R',{time}\n");
        let solves = read(None, &text, Sides::Scramble).unwrap_or_else(|error| panic!("{time}: {error}"));
        assert_eq!((solves[0].time, solves[0].penalty.as_deref()), (seconds, penalty), "{time}");
    }
    let error =
        read(None, "scramble,solution,time\nR U,U' R',soon\n", Sides::Scramble).unwrap_err().to_string();
    assert!(error.contains("'soon' is not a time"), "{error}");
    assert_eq!((parse_time("1:02.5"), parse_time("DNF"), parse_time("")), (Some(62.5), None, None));
}

/// Kind 16: the labels of scrambles.
#[test]
fn scrambles_are_found_behind_their_labels() {
    let solution = LINES.join("\n");
    for label in [
        "Scramble: ", "**Scramble:** ", "**Scramble**: ", "Scramble - ", "scramble ", "Scramble #3: ",
        "Scramble (1): ", "# Scramble: ", "> Scramble: ", "Scramble:\n", "SCRAMBLE = ", "Scramble – ",
        "- Scramble: ", "", "Mischung: ", "打乱: ",
    ] {
        let text = format!("{label}{SCRAMBLE}\n\n{solution}");
        let solves = read(None, &text, Sides::Scramble).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((solves.len(), solves[0].algorithm.to_string()), (1, clean().to_string()), "{text}");
        assert_eq!(solves[0].scramble.cube, read_scramble(SCRAMBLE).unwrap().cube, "{text}");
    }
}

/// Reads a file: its ids and scrambles with the carried columns, and its notes and errors.
fn file(text: &str) -> (Vec<String>, Vec<String>) {
    let reader = Box::new(Cursor::new(text.as_bytes().to_vec()));
    let mut input = match Input::from_reader("file", reader, Options::default()) {
        Ok(input) => input,
        Err(error) => return (Vec::new(), vec![error.to_string()]),
    };
    let (mut lines, mut notes) = (Vec::new(), Vec::new());
    for item in &mut input {
        match item {
            Item::Line(line) => {
                let cube = match line.content {
                    Content::Cell { scramble, .. } => scramble,
                    Content::Text(text) => text,
                };
                let carried = line.carried.iter().map(|cell| cell.as_deref().unwrap_or("-"));
                lines.push(std::iter::once(&cube[..]).chain(carried).collect::<Vec<_>>().join(" | "));
            }
            Item::Note(note) => notes.push(note),
            Item::Bad(bad) => notes.push(bad.to_string()),
            Item::Failed(error) => notes.push(error.to_string()),
            Item::State(..) => unreachable!("a file has no random states"),
        }
    }
    (lines, notes)
}

/// Kind 5: csTimer's properties as its importer takes them.
#[test]
fn sessions_are_named_whatever_form_the_properties_have() {
    use serde_json::{Value, json};
    let sessions = json!({"1": {"name": "main", "opt": {}}, "2": {"name": 2, "opt": {"scrType": "222so"}}});
    let own = json!({"1": {"name": "main", "scrType": "333"}, "2": {"name": "x", "scrType": "pyrso"}});
    let old = json!({"1": {"name": "main", "scr": "333oh"}, "2": {"name": "x", "scr": "444wca"}});
    let text = |value: &Value| Value::String(value.to_string());
    let mut tried = 0;
    for data in [sessions, own, old] {
        for data in [text(&data), data] {
            let properties = json!({"sessionData": data, "useMilli": true});
            for properties in [text(&properties), properties] {
                let solves = json!([[[0, 12340], "R U F", "", 1_600_000_000]]);
                for (one, two) in [(solves.clone(), solves.clone()), (text(&solves), text(&solves))] {
                    let file_text =
                        json!({"session1": one, "session2": two, "properties": properties}).to_string();
                    let (lines, notes) = file(&file_text);
                    assert_eq!(lines, ["R U F | main | 2020-09-13T12:26:40Z | 12340 | -"], "{file_text}");
                    assert!(
                        notes.len() == 1 && notes[0].starts_with("skipped 1 solve of another puzzle ("),
                        "{notes:?}"
                    );
                    tried += 1;
                }
            }
        }
    }
    assert_eq!(tried, 24);
}

/// Kinds 6, 7 and 16: the tables of timers, with their penalties, dates and other puzzles.
#[test]
fn tables_of_timers_are_read_and_other_puzzles_skipped() {
    let twisty = "Puzzle,Category,Time(millis),Date(millis),Scramble,Penalty,Comment";
    let cubic =
        "\"Puzzle\";\"Category\";\"Time(millis)\";\"Date(millis)\";\"Scramble\";\"Penalty\";\"Comment\"";
    let plain = "Puzzle;Category;Time(millis);Date(millis);Scramble;Penalty;Comment";
    let wanted = "R U F | OH | 2020-09-13T12:26:40Z | 14340";
    for header in [twisty, cubic, plain] {
        for (row, penalty) in [
            (r#""333";"OH";"14340";"1600000000000";"R U F";"0";"""#, "-"),
            (r#""333";"OH";"14340";"1600000000000";"R U F";"1";"null""#, "+2"),
            (r#""333";"OH";"14340";"1600000000000";"R U F";"2";"a "quoted" word; and more""#, "DNF"),
            (r#""333";"OH";"14340";"1600000000000";"R U F";"0";"said \"hi\"""#, "-"),
            ("\"333\";\"OH\";\"14340\";\"1600000000000\";\"R U F\";\"0\";\"two\nlines\"", "-"),
            ("333;OH;14340;1600000000000;R U F;0;", "-"),
            ("333oh;OH;14340;1600000000000;R U F;1;x", "+2"),
        ] {
            let (lines, notes) = file(&format!("{header}\n{row}\n"));
            assert_eq!((lines, notes), (vec![format!("{wanted} | {penalty}")], vec![]), "{header}\n{row}");
        }
        for puzzle in ["222", "444", "777", "pyra", "skewb", "mega", "clock", "sq1", "444bld", "fto"] {
            let row = format!("\"{puzzle}\";\"OH\";\"14340\";\"1600000000000\";\"R U F\";\"0\";\"\"");
            let (lines, notes) = file(&format!("{header}\n{row}\n{row}\n"));
            assert_eq!(
                (lines.len(), &notes[..]),
                (0, &[format!("skipped 2 solves of other puzzles ({puzzle})")][..])
            );
        }
    }
    for (text, lines) in [
        (
            "\"12.34\";\"R U F\";\"2023-11-14T23:13:20.000+01:00\"\n\"1:02.34\";\"F\";\"2023-11-14T22:13:20.000Z\";\"DNF\"\n",
            vec!["R U F | 2023-11-14T23:13:20+01:00 | 12340 | -", "F | 2023-11-14T22:13:20Z | 62340 | DNF"],
        ),
        (
            "\"1h 2:03.45\";\"R U F\";\"2023-11-14T22:13:20.000Z\";\"\"\n",
            vec!["R U F | 2023-11-14T22:13:20Z | 3723450 | -"],
        ),
        (
            "Time,Comment,Scramble,Date\n12.34,\"\",R U2 F',2023-11-14 22:13:20 +0000\n15.2,\"a \"\"good\"\" one\",(1,0)/ (-3,0)/,2023-11-14 22:14:20 +0000\n",
            vec!["R U2 F' | 2023-11-14T22:13:20Z | 12340 | -"],
        ),
        (
            "cubetype,solvetype,time,date,steps,plustwo,blind,scrambleType,scramble,comment\n3x3x3,\"Default\",12.345,Nov 14 2023 - 22:13:20,,y,n,,\"R U2 F'\",nice, really\nSquare-1,\"OH\",DNF,Nov 14 2023 - 22:14:20,,n,n,,\"(1,0) / (3,-3) /\",\n",
            vec!["R U2 F' | Default | - | 12345 | +2"],
        ),
        (
            "solve_id,date,total_time,scramble,solution,turns\n101,2026-01-08T10:32:50.222Z,27167,B2 L2 U,x2 D B',2\n",
            vec!["B2 L2 U | 2026-01-08T10:32:50Z | 27167"],
        ),
        (
            "id,date,dnf,time,one_turn_away_two_second_penalty,timer_time,description,session_name,scramble\naa-1,2025-11-17 14:50:40 UTC,false,29715,true,27715,,Main,L D B\nab,2025-11-17 14:50:40 UTC,true,29715,false,27715,\"x, y\",Main,L D\n",
            vec![
                "L D B | Main | 2025-11-17T14:50:40Z | 29715 | +2",
                "L D | Main | 2025-11-17T14:50:40Z | 29715 | DNF",
            ],
        ),
        (
            "2\tNov 14, 2023 10:14:20 PM\t00:11.000\t+2\tF D\n1\tNov 14, 2023 10:13:20 PM\t01:02.500\tDNF\tB L\n",
            vec!["F D | - | 13000 | +2", "B L | - | 62500 | DNF"],
        ),
    ] {
        assert_eq!(file(text).0, lines, "{text}{:?}", file(text).1);
    }
    // A row of Prisma's history that lost its scramble is an error of its own.
    let (lines, notes) = file("2\tNov 14, 2023\t00:11.000\t\tF D\n1\tNov 14, 2023\t01:02.500\tDNF\n");
    assert_eq!((lines.len(), notes.len()), (1, 1), "{notes:?}");
    assert!(notes[0].contains("the row has 4 columns; Prisma's header has 5"), "{notes:?}");
    // Any table with a column that names a puzzle.
    for title in ["puzzle", "Event", "event_id", "Puzzle Type", "cubetype", "Category", "discipline", "Type"]
    {
        for (name, kept) in [
            ("333", 1),
            ("3x3x3", 1),
            ("333oh", 1),
            ("222", 0),
            ("2x2x2", 0),
            ("Pyraminx", 0),
            ("Square-1", 0),
            ("4x4", 0),
            ("Euro 2024", 1),
        ] {
            assert_eq!(
                file(&format!("id,scramble,{title}\n1,R U F,{name}\n")).0.len(),
                kept,
                "{title} {name}"
            );
        }
    }
}

/// Kind 16: exports that are not read are named.
#[test]
fn exports_that_are_not_read_are_named() {
    for (text, name) in [
        ("{\"sessions\":[{\"id\":\"s1\"}],\"solves\":[]}", "CubeDesk"),
        ("{\n  \"timer\": {\"sessionMap\": {}}}", "CubeDesk"),
        ("{\"puzzles\":[{\"name\":\"3x3x3\"}]}", "Block Keeper"),
        ("SQLite format 3\0", "DCTimer"),
        ("Session: main\n12.34, 11.00+\n", "ZYX Timer"),
        ("[{\"solve_id\":1}]", "acubemy"),
        ("[{\"id\":\"c\",\"name\":\"GAN\",\"category\":\"3x3\",\"solves\":{}}]", "Nexus Timer"),
        ("{\"event\":{\"id\":\"333\"},\"timerStart\":1}\n", "Speedcuber Timer"),
        ("Generated By ChaoTimer\n", "ChaoTimer"),
    ] {
        let (lines, notes) = file(text);
        assert!(
            lines.is_empty() && notes.len() == 1 && notes[0].contains(&format!("an export of {name}")),
            "{notes:?}"
        );
    }
}

/// Kind 9.
#[test]
fn an_algorithm_of_no_case_is_refused_for_its_true_reason() {
    for text in ["U", "U2", "U'", "U2 y", "y U", "U U", "R", "D'", "F2", "L R L'"] {
        let error = by_algorithm(text).unwrap_err().to_string();
        assert!(error.contains("it only turns a layer"), "{text}: {error}");
    }
    for (text, why) in [
        ("R R'", "leaves the solved cube solved"),
        ("R F", "preserves neither"),
        ("R U F2", "preserves neither"),
    ] {
        assert!(by_algorithm(text).unwrap_err().to_string().contains(why), "{text}");
    }
}

/// Kind 14.
#[test]
fn small_letters_are_told_to_be_wide() {
    let told = |text: &str, puzzle| wide_moves_note(&[text.to_string()], puzzle).is_some();
    for text in ["r2 B2 U2 l", "R U r", "r", "u2 f", "Rw r", "R l'", "d", "b2 R", "f F", "R2 U2 f2"] {
        assert!(told(text, Puzzle::Four), "{text}");
    }
    for text in ["R U F", "Rw U2", "2R", "M", "x y"] {
        assert!(!told(text, Puzzle::Four), "{text}");
    }
    assert!(told("r u f", Puzzle::Three) && !told("r U f", Puzzle::Three));
}

#[test]
fn a_reading_that_solves_the_cube_wins() {
    // The same bracket is moves in one solve and a note in the other.
    let scramble = || Some(read_scramble("R U").unwrap());
    for (text, moves) in [
        ("U' (R')", "U' R'"),
        ("U' R' (R')", "U' R'"),
        ("U' R' F2L", "U' R'"),
        ("F2L\nU' R'", "U' R'"),
        ("U' R' (U)", "U' R'"),
    ] {
        let solves = read(scramble(), text, Sides::Scramble).unwrap();
        assert_eq!(solves[0].algorithm.to_string(), moves, "{text}");
        assert_eq!(
            Cube::from_moves(&Algorithm::parse(&format!("R U {moves}")).unwrap().resolve().0),
            Cube::SOLVED
        );
    }
    // A fault may be the move that is missing.
    assert!(read(scramble(), "U' Q", Sides::Scramble).unwrap_err().to_string().contains("'Q' is not a move"));
    // If neither solves it, letters with apostrophes or spaces are moves and names are notes.
    for (text, moves) in [("F (R U R')", "F R U R'"), ("F (LSE)", "F"), ("F (F2L)", "F"), ("F (U)", "F U")] {
        assert_eq!(
            read(scramble(), text, Sides::Scramble).unwrap()[0].algorithm.to_string(),
            moves,
            "{text}"
        );
    }
}

/// Texts of fragments of all kinds, in any order: readers return, whatever comes.
fn read_fragments(seeds: std::ops::Range<u64>) {
    const FRAGMENTS: [&str; 64] = [
        "R",
        "U'",
        "F2",
        "r",
        "M'",
        "x",
        "y4",
        "Rw2",
        "2R",
        "R22",
        "Q",
        "Ri",
        "LSE",
        "F2L",
        "(",
        ")",
        "[",
        "]",
        "{",
        "<",
        "(R U)",
        "(LSE)",
        "[R, U]",
        "[f2]",
        ":",
        ": ",
        "; ",
        ",",
        ".",
        "…",
        "↑",
        "@150",
        "@1.5s",
        "@",
        "//",
        "/*",
        "*/",
        "\n",
        "\n\n",
        "\r\n",
        "---\n",
        "\"",
        "`",
        "**",
        "Scramble: ",
        "Time: 5.55",
        "DNF(12.34)",
        "12,34",
        "1:02:03.4",
        "pair",
        "é",
        "顶层",
        "\u{200b}",
        "\u{feff}",
        "'",
        "’",
        "2",
        "^(",
        "https://alg.cubing.net/?alg=R_U-&setup=F",
        "scramble,solution,time\n",
        "No.;Time;Comment;Scramble;Date;P.1\n",
        "Puzzle,Category,Time(millis),Date(millis),Scramble,Penalty,Comment\n",
        "{\"session1\":[[[0,1],\"R\"]]}",
        " ",
    ];
    for seed in seeds {
        let mut generator = cubiform_cube::random::generator(seed);
        let mut below = |n: usize| cubiform_cube::random::below(&mut generator, n as u64) as usize;
        let text: String = (0..1 + below(40)).map(|_| FRAGMENTS[below(FRAGMENTS.len())]).collect();
        let _ = read(None, &text, Sides::Scramble);
        let _ = read(Some(read_scramble("R U F").unwrap()), &text, Sides::Scramble);
        let request = AttemptRequest { scramble: Some("R U".into()), solution: text.clone() };
        let _ = request.check(&Limits::NONE);
        let _ = file(&text);
        let _ = by_algorithm(&text);
    }
}

#[test]
fn texts_of_any_fragments_are_answered() {
    read_fragments(0..2_000);
}

#[test]
#[ignore = "ten minutes; `cargo xtask full` runs it"]
fn texts_of_any_fragments_are_answered_for_ten_minutes() {
    let start = std::time::Instant::now();
    let mut done = 0;
    while start.elapsed().as_secs() < 600 {
        read_fragments(done..done + 1_000);
        done += 1_000;
    }
    println!("{done} texts");
}
