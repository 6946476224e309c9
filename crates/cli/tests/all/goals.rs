//! `--goal`: named and custom goals, and the attributes of their solutions.

use crate::common::{TABLES, analyze, build_tables, run};
use cubiform_cube::goal::{Choice, Slot, Target, Variant, expression};
use cubiform_cube::{Algorithm, Color, Cube, Face, Move, Symmetry};
use serde_json::{Value, json};

const GOLD_SCRAMBLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../solvers/fixtures/gold-scrambles.txt");

/// Returns the known lengths of a goal, without the comments.
fn gold(goal: &str) -> Vec<String> {
    let path = format!("{}/../solvers/fixtures/gold-{goal}.csv", env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::read_to_string(path).unwrap();
    file.lines().filter(|line| !line.starts_with('#')).map(str::to_string).collect()
}

const A: &str = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";
const B: &str = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'";

#[test]
fn csv_of_named_goals_equals_the_start_of_the_gold_files() {
    for goal in Variant::all() {
        // The first two stages; of goals without a cross the first, since their tables are filled on each run.
        let last = usize::from(goal.stages[0].label == "cross");
        let stages = format!("..{}", goal.stages[last].label);
        let table =
            analyze(&["-i", GOLD_SCRAMBLES, "-f", "csv", "-s", &stages, "--goal", &goal.name]).success();
        let gold = gold(&goal.name);
        assert_eq!(gold[0].split(',').count(), 1 + 6 * goal.stages.len());
        let begins = |line: &String| line.split(',').take(7 + 6 * last).collect::<Vec<_>>().join(",");
        assert_eq!(
            table.lines().collect::<Vec<_>>(),
            gold.iter().map(begins).collect::<Vec<_>>(),
            "{}",
            goal.name
        );
    }
}

#[test]
fn csv_header_of_a_goal_combines_stages_and_suffixes() {
    let header = |goal: &str, stages: &str| {
        let table = analyze(&["R", "-f", "csv", "-c", "YB", "--goal", goal, "-s", stages]).success();
        table.lines().next().unwrap().to_string()
    };
    assert_eq!(header("STD", "f2l"), "id,xxxxcross_z0,xxxxcross_x1");
    assert_eq!(header("pair", "cross"), "id,cross_pair_z0,cross_pair_x1");
    assert_eq!(
        header("pair", "xcross_pair,cross"),
        "id,cross_pair_z0,cross_pair_x1,xcross_pair_z0,xcross_pair_x1"
    );
    assert_eq!(header("rf+CROSS", "all"), "id,FR + cross_z0,FR + cross_x1");
    // The same goal, written differently.
    assert_eq!(header("rf+CROSS", "cross + FR"), "id,FR + cross_z0,FR + cross_x1");
}

#[test]
fn table_names_the_goal() {
    assert_eq!(
        analyze(&[B, "--goal", "pair", "-s", "..xcross", "-n", "1"]).success(),
        "\
D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'
             white  yellow  orange  red  green  blue  best
pair cross      6       6       6    6      5*    5*   5  green blue
pair xcross     8       7       6*   8      8     6*   6  orange blue

         moves  colour  rotation  solution
pair cross   5  green   x'        D2 L' B R L2       pair FR (white-red) ready
pair cross   5  blue    x         U D' L2 B L'       pair FL (yellow-orange) ready
pair xcross  6  orange  z'        B' D' L' F' L' D2  BR (blue-yellow) · pair FL (green-white) ready
pair xcross  6  blue    x         L F' D2 R' D B'    BL (white-orange) · pair FL (yellow-orange) ready
"
    );
    assert_eq!(
        analyze(&[B, "--goal", "pseudo", "-s", "xcross", "-n", "1", "-c", "OB"]).success(),
        "\
D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'
               orange  blue  best
pseudo xcross      5*    5*   5  orange blue

           moves  colour  rotation  solution
pseudo xcross  5  orange  z'        B' U' F' R' F'  corner BR, edge FL · D layer off by D'
pseudo xcross  5  blue    x         U' D F' D2 L    corner BL, edge BL
"
    );
}

#[test]
fn table_of_a_custom_goal_has_the_goal_on_its_own_line() {
    assert_eq!(
        analyze(&[B, "--goal", "2X2X2 lbd", "-n", "1", "-c", "WO"]).success(),
        "\
D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'
goal: 2x2x2 DBL
          white  orange  best
goal         5*      5*   5  white orange

      moves  colour  slots            rotation  solution
goal      5  white   BL (blue-red)    z2        L2 U2 B U B2
goal      5  orange  BL (blue-white)  z'        F' B R' B2 D
"
    );
}

/// A block, a line or an orientation without a place has the minimum over its places, and solutions name the place.
#[test]
fn goal_without_a_place_takes_the_shortest_of_its_places() {
    const S: &str = "R' U2 F2 D' L2 B2 D' F2 U' R2 D2 L' B R2 F' D' U2 R' F D L2";
    let row = |goal: &str| {
        let csv = analyze(&[S, "--goal", goal, "-f", "csv"]).success();
        csv.lines().nth(1).unwrap().split(',').skip(1).map(|n| n.parse().unwrap()).collect::<Vec<u8>>()
    };
    for (goal, places) in [
        ("1x2x3", &["BL + FL + DL", "FR + BR + DR", "FL + FR + DF", "BL + BR + DB"][..]),
        ("2x2x2", &["BL + DB + DL", "FL + DF + DL", "FR + DF + DR", "BR + DB + DR"]),
        ("eoline", &["eo F/B + DF + DB", "eo L/R + DL + DR"]),
        ("any eo", &["eo F/B", "eo L/R", "eo U/D"]),
    ] {
        let places: Vec<Vec<u8>> = places.iter().map(|place| row(place)).collect();
        let shortest: Vec<u8> = (0..6).map(|i| places.iter().map(|row| row[i]).min().unwrap()).collect();
        assert_eq!(row(goal), shortest, "{goal}");
    }
    let solutions = |goal: &str, color: &str| analyze(&[S, "--goal", goal, "-c", color, "-n", "1"]).success();
    let last = |text: String| text.lines().last().unwrap().to_string();
    assert_eq!(last(solutions("2x2x2", "W")), "goal      5  white   z2        B U' L2 F D  2x2x2 DFR");
    assert_eq!(last(solutions("eoline", "W")), "goal      4  white   z2        R U' B' R  EO L/R");
    assert_eq!(last(solutions("1x2x3", "W")), "goal      6  white   z2        F L' B2 U2 L B'  1x2x3 DL");
    assert_eq!(
        last(solutions("2x2x2 + any slot", "W")),
        "goal      7  white   z2        B U' B2 L2 F B2 D  2x2x2 DFR · BL (blue-red)"
    );
    let json = analyze(&[S, "--goal", "line", "-c", "W", "-n", "1", "-f", "jsonl"]).success();
    let row: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(row["solutions"][0]["placements"], json!(["line F/B"]));
}

#[test]
fn custom_goals_are_written_in_every_format_and_read_by_stats() {
    let dir = tempfile::tempdir().unwrap();
    for goal in ["2x2x2", "1x2x3 DL + DF", "any eo"] {
        let read = |format: &str| {
            let file = dir.path().join(format!("analysis.{format}"));
            let file = file.to_str().unwrap();
            analyze(&["-i", GOLD_SCRAMBLES, "--goal", goal, "-f", format, "-o", file]).success();
            let stats = run(&["stats", file, "-f", "csv"]).success();
            // Everything except the provenance of the files.
            let lines = stats.lines().filter(|line| !line.starts_with("provenance,"));
            lines.map(|line| line.to_string() + "\n").collect::<String>()
        };
        let stats = read("csv");
        assert!(stats.contains(&format!("\nsummary,,{goal},,W,,min,")), "{stats}");
        assert_eq!(read("jsonl"), stats, "{goal}");
        assert_eq!(read("parquet"), stats, "{goal}");
    }
}

#[test]
fn equal_moves_are_listed_once_with_all_their_credits() {
    // The pair at FR has been taken out, so every set of the other slots is solved and the pair is ready.
    let table = analyze(&["R U R'", "--goal", "pair", "-c", "Y", "-n", "all", "-s", "xcross"]).success();
    let last = table.lines().last().unwrap();
    assert_eq!(
        last,
        "pair xcross  0  yellow            (none needed)  all but FR (green-red) · pair FR (green-red) ready"
    );
    let json = analyze(&["R U R'", "--goal", "pair", "-c", "Y", "-n", "all", "-s", "xcross", "-f", "jsonl"]);
    let row: Value = serde_json::from_str(&json.success()).unwrap();
    // Each of three slots is solved, with each of the three others solved or ready.
    assert_eq!(row["solutions"].as_array().unwrap().len(), 9);
    let table = analyze(&["R", "-c", "Y", "-n", "all", "-s", "xcross"]).success();
    assert!(table.ends_with("\nxcross    1  yellow  all              R'\n"), "{table}");
}

#[test]
fn custom_goals_are_not_wrapped_in_pipes() {
    let goal = "DF + DR + DB + DL + FR edge + FL edge + BR edge + BL edge + DFR + DLF + DBL + DRB";
    let table = analyze(&[B, "--goal", goal, "-c", "Y"]).success();
    assert!(
        table.contains("\ngoal: DF + DR + DB + DL + FR edge + ") && table.contains(" + DRB\n"),
        "{table}"
    );
}

#[test]
fn json_names_the_pieces_that_a_solution_solves() {
    let solution = |goal: &str, stage: &str| -> Value {
        let arguments = [B, "--goal", goal, "-s", stage, "-c", "O", "-n", "1", "-f", "jsonl"];
        let row: Value = serde_json::from_str(&analyze(&arguments).success()).unwrap();
        row["solutions"][0].clone()
    };
    assert_eq!(
        solution("pair", "xcross"),
        json!({
            "stage": "xcross_pair", "color": "orange", "length": 6, "rotation": "z'", "slots": ["BR"],
            "slot_colors": {"FL": "green-white", "BR": "blue-yellow"}, "ready": {"corner": "FL", "edge": "FL"}, "moves": "B' D' L' F' L' D2",
        })
    );
    assert_eq!(
        solution("pseudo", "xcross"),
        json!({
            "stage": "pseudo_xcross", "color": "orange", "length": 5, "rotation": "z'", "corners": ["BR"],
            "edges": ["FL"], "slot_colors": {"FL": "green-white", "BR": "blue-yellow"}, "offset": "D'", "moves": "B' U' F' R' F'",
        })
    );
    assert_eq!(
        solution("eo", "cross"),
        json!({
            "stage": "eo_cross", "color": "orange", "length": 7, "rotation": "z'", "slots": [], "slot_colors": {}, "eo": "L/R",
            "moves": "U B' D2 B' U' L' D'",
        })
    );
    let std = solution("std", "xcross");
    let fields: Vec<&String> = std.as_object().unwrap().keys().collect();
    assert_eq!(fields.len(), 7, "{std}");
    assert!(std["slots"].is_array());
}

/// Checks the attributes of a solution on the cube: the pieces it names, the offset layer, and the pair.
#[test]
fn pieces_named_in_json_are_solved_on_the_cube() {
    let goals = [
        expression::parse("cross + any slot + offset D").unwrap(),
        expression::parse("2x2x2 DBL + FR edge").unwrap(),
        expression::parse("2x2x2").unwrap(),
        expression::parse("1x2x3 + DF").unwrap(),
        expression::parse("line + FR edge").unwrap(),
        expression::parse("eoline").unwrap(),
        expression::parse("2x2x2 + any eo").unwrap(),
    ];
    for goal in goals.iter().chain(Variant::all()) {
        let stages = goal.stages.get(1).map_or("all".into(), |stage| format!("..{}", stage.label));
        // The second scramble rotates the whole cube.
        let scrambles = [A, "Rw U2 F D' Lw2 B y L2 U"];
        let arguments = ["--goal", &goal.name, "-s", &stages, "-n", "4", "-f", "jsonl"];
        let rows = analyze(&[&scrambles[..], &arguments].concat()).success();
        assert_eq!(rows.lines().count(), 2);
        for (scramble, row) in scrambles.into_iter().zip(rows.lines()) {
            let row: Value = serde_json::from_str(row).unwrap();
            assert_eq!(row["goal"], *goal.name);
            let solutions = row["solutions"].as_array().unwrap();
            assert!(!solutions.is_empty());
            solutions.iter().for_each(|solution| check_solution(goal, scramble, solution));
        }
    }
}

#[track_caller]
fn check_solution(goal: &Variant, scramble: &str, solution: &Value) {
    let text = |key: &str| solution[key].as_str().unwrap();
    let down = Symmetry::bring_down(Color::from_name(text("color")).unwrap());
    let all = format!("{scramble} {} {}", text("rotation"), text("moves"));
    let cube = Algorithm::parse(&all).unwrap().cube().conjugate(down);
    let slots = |key: &str| -> Vec<Slot> {
        let names = solution[key].as_array().unwrap_or_else(|| panic!("{key}: {solution}"));
        names.iter().map(|name| slot(name.as_str().unwrap())).collect()
    };
    let (corners, edges) = match solution.get("slots") {
        Some(_) => (slots("slots"), slots("slots")),
        None => (slots("corners"), slots("edges")),
    };
    let stage = goal.stages.iter().find(|stage| stage.name == text("stage")).unwrap();
    let is_meant = |target: &&Target| {
        let ready = target.choice.ready.map(|r| json!({"corner": r.corner.name(), "edge": r.edge.name()}));
        let eo = target.oriented.map(|axis| json!(axis.name()));
        let placements: Vec<String> = target.choice.placements.iter().map(ToString::to_string).collect();
        let told = solution.get("placements").cloned().unwrap_or_else(|| json!([]));
        (&target.choice.corners, &target.choice.edges) == (&corners, &edges)
            && (ready.as_ref(), eo.as_ref()) == (solution.get("ready"), solution.get("eo"))
            && json!(placements) == told
    };
    let target = stage.choices.iter().find(is_meant).unwrap_or_else(|| panic!("{solution}"));
    assert!(target.is_met(&cube), "{solution}");
    // The edges of the cross, and the corners of the slots, are off by the offset of the solution.
    let quarters = solution.get("offset").map_or(0, |turn| {
        ["", "D", "D2", "D'"].iter().position(|name| turn == name).unwrap_or_else(|| panic!("{solution}"))
    });
    let off = Move::new(Face::D, quarters as i32).map_or(Cube::SOLVED, |m| Cube::SOLVED.turn(m));
    for edge in target.pieces.edges().filter(|edge| (4..8).contains(edge)) {
        assert_eq!(cube.edges()[edge], off.edges()[edge], "{solution}");
    }
    let slots = Choice { corners, edges, ..Choice::default() }.pieces();
    for corner in slots.corners() {
        assert_eq!(cube.corners()[corner], off.corners()[corner], "{solution}");
    }
    for edge in slots.edges() {
        assert_eq!(cube.edges()[edge], Cube::SOLVED.edges()[edge], "{solution}");
    }
}

fn slot(name: &str) -> Slot {
    Slot::ALL.into_iter().find(|slot| slot.name() == name).unwrap()
}

#[test]
fn custom_goals_equal_to_stages_have_the_same_lengths() {
    let numbers = |goal: &str, stage: &str| -> Vec<String> {
        let table = analyze(&["-i", GOLD_SCRAMBLES, "-f", "csv", "--goal", goal, "-s", stage]).success();
        table.lines().skip(1).map(String::from).collect()
    };
    for (own, goal, stage) in [
        ("cross", "std", "cross"),
        ("any slot + cross", "std", "xcross"),
        ("cross + offset D", "pseudo", "cross"),
        ("cross + eo", "eo", "cross"),
    ] {
        assert_eq!(numbers(own, "all"), numbers(goal, stage), "{own}");
    }
}

/// Goals without tables in the catalogue use tables filled in memory.
#[test]
fn lengths_of_custom_goals_are_exact() {
    for (goal, scramble) in [
        ("UF, UB, UR edges", "R U F2 D'"),
        ("line", "F D R"),
        ("DFR", "R2 U F"),
        ("FR + UF", "R U R'"),
        ("eo F/B + DF", "R F"),
        ("eoline", "F R D"),
        ("any eo", "F U2 F R"),
        ("2x2x2", "R U F' D"),
        ("fb", "F R U2 D"),
    ] {
        let table = analyze(&[scramble, "--goal", goal, "-c", "YW", "-f", "csv"]).success();
        let found: Vec<u8> =
            table.lines().nth(1).unwrap().split(',').skip(1).map(|n| n.parse().unwrap()).collect();
        let own = expression::parse(goal).unwrap();
        let expected = [Color::COLUMNS[0], Color::COLUMNS[1]].map(|color| {
            let held = Algorithm::parse(scramble).unwrap().cube().conjugate(Symmetry::bring_down(color));
            (0..).find(|depth| reaches(&own, &held, *depth)).unwrap()
        });
        assert_eq!(found, expected, "{goal}");
    }
}

/// Returns whether some sequence of `depth` moves reaches the goal, by brute force.
fn reaches(goal: &Variant, cube: &Cube, depth: u8) -> bool {
    goal.stages[0].is_met(cube) || depth > 0 && Move::all().any(|m| reaches(goal, &cube.turn(m), depth - 1))
}

#[test]
fn invalid_goals_are_refused() {
    for (arguments, message) in [
        (
            &["analyze", "R", "--goal", "cross + crss + FR"][..],
            "error: --goal, column 9: unknown goal term 'crss' (did you mean 'cross'?)\n  cross + crss + FR\n          ^\n",
        ),
        (
            &["bench", "--goal", "cross +"],
            "error: --goal, column 8: unexpected end of goal; expected a term, such as cross, FR or 2x2x2 DBL\n  \
             cross +\n         ^\n",
        ),
        (
            &["analyze", "R", "--goal", "std,eocros"],
            "error: --goal, column 5: unknown goal term 'eocros' (did you mean 'eocross'?)\n  std,eocros\n      ^\n",
        ),
        (
            &["analyze", "R", "--goal", "std,xcross"],
            "error: --stages: two goals have the stage 'xcross'; remove one ",
        ),
        (&["analyze", "R", "--goal", "oll"], "\n  named goals: std, pseudo, pair, pseudo_pair, eocross"),
        (
            &["analyze", "R", "--goal", "cross + FR", "-s", "xcross"],
            "error: --stages: goal 'cross + FR' has no stage 'xcross' (a single stage: omit ",
        ),
        (
            &["analyze", "R", "--goal", "pair", "-s", "f2l"],
            "error: --stages: goal 'pair' has no stage 'f2l' (its stages: cross, xcross, xxcross, xxxcross)\n",
        ),
        (
            &["analyze", "R", "--goal", "cross + slot edges + UF"],
            "error: --goal 'cross + slot edges + UF': the goal has too many pieces: at most eight edges and four corners ",
        ),
        (
            &["analyze", "R", "--goal", "2x2x3 + 2x2x3"],
            "error: --goal, column 9: '2x2x3' does not fit beside the other terms; blocks of one size may share pieces ",
        ),
        (
            &["distribution", "2x2x2"],
            "error: 2x2x2: the goal is the best of 4 choices whose pieces together have too many states to count; \
             only a single choice has an exact distribution\n  name a position, as in \"2x2x2 DFR\", or analyse random states ",
        ),
        (
            &["distribution", "any eo"],
            "\n  name an axis, as in \"cross + eo F/B\", or analyse random states for an estimate\n",
        ),
    ] {
        let said = run(arguments);
        assert_eq!(said.out, "");
        let err = said.failure(2);
        assert!(err.contains(message), "{arguments:?}: {err}");
        assert!(err.contains(&format!("Usage: cubiform {} ", arguments[0])), "{err}");
    }
}

#[test]
fn help_and_completions_name_the_goals() {
    let help = run(&["analyze", "--help"]).success();
    for text in ["2x2x2 DBL", "offset D"] {
        assert!(help.contains(text), "{text}: {help}");
    }
    for known in Variant::known() {
        assert!(help.contains(&format!("- {}: ", known.label)), "{}: {help}", known.label);
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell]).success();
        for known in Variant::known() {
            assert!(script.contains(known.label), "{shell}: {}", known.label);
        }
    }
    let labels: Vec<&str> = Variant::known().map(|known| known.label).collect();
    assert!(run(&["completions", "bash"]).success().contains(&format!("\"{}\"", labels.join(" "))));
}

#[test]
fn bench_measures_the_requested_goal() {
    build_tables();
    let bench = |goal: &str, format: &str| {
        run(&["bench", "--goal", goal, "-s", "all", "--count", "2", "-f", format, "--tables", TABLES])
            .success()
    };
    let said = bench("line", "table");
    assert!(said.contains("2 random states, goal line, "), "{said}");
    assert!(said.contains(" GB: for this goal\n"), "{said}");
    let measured: Value = serde_json::from_str(&bench("2x2x2 DBL", "json")).unwrap();
    assert_eq!((&measured["goal"], &measured["stages"]), (&json!("2x2x2 DBL"), &json!(["2x2x2 DBL"])));
}

/// Returns the two ends of a terminal: the one that receives what is printed, and the one to print on.
#[cfg(unix)]
fn terminal() -> (std::fs::File, std::fs::File) {
    use std::ffi::{CStr, OsStr};
    use std::os::fd::AsRawFd;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::OpenOptionsExt;

    let open = |path: &OsStr| {
        std::fs::File::options().read(true).write(true).custom_flags(libc::O_NOCTTY).open(path).unwrap()
    };
    let receiver = open("/dev/ptmx".as_ref());
    let descriptor = receiver.as_raw_fd();
    // SAFETY: the descriptor is open. No other thread of the tests calls `ptsname`, whose text lasts until its next call.
    let path = unsafe {
        assert_eq!((libc::grantpt(descriptor), libc::unlockpt(descriptor)), (0, 0));
        CStr::from_ptr(libc::ptsname(descriptor))
    };
    let printer = open(OsStr::from_bytes(path.to_bytes()));
    (receiver, printer)
}

/// Interrupts a command while it fills a table. Returns its exit code, its standard output and its standard error.
#[cfg(unix)]
fn interrupt_fill() -> (Option<i32>, String, String) {
    use std::io::Read;
    use std::process::{Command, Stdio};

    // Only a terminal shows the progress of a fill.
    let (mut receiver, printer) = terminal();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cubiform"));
    command.args(["analyze", "R", "--goal", "2x2x3 BL", "--threads", "1", "--tables", TABLES]);
    let mut child = command.stdout(Stdio::piped()).stderr(printer).spawn().unwrap();
    // The command holds the other end of the terminal, without which reading ends with the process.
    drop(command);
    let (mut said, mut block, mut is_interrupted) = (String::new(), [0; 4096], false);
    // On Linux the last read fails.
    while let Ok(length @ 1..) = receiver.read(&mut block) {
        said += &String::from_utf8_lossy(&block[..length]);
        if !is_interrupted && said.contains(": depth ") {
            crate::common::send_signal(child.id(), libc::SIGINT);
            is_interrupted = true;
        }
    }
    assert!(is_interrupted, "{said}");
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    (child.wait().unwrap().code(), out, said)
}

#[cfg(unix)]
#[test]
fn interruption_ends_the_fill_of_a_table() {
    build_tables();
    // A fast machine may have filled the table before the signal.
    let mut ended = (0..4).map(|_| interrupt_fill());
    let (code, out, said) = ended.find(|(code, ..)| *code != Some(0)).expect("one of them is interrupted");
    assert_eq!((code, &out[..]), (Some(130), ""), "{said}");
    assert!(said.ends_with("stopped\r\n"), "{said}");
}

const S: &str = "R' U2 F2 D' L2 B2 D' F2 U' R2 D2 L' B R2 F' D' U2 R' F D L2";

#[test]
fn several_goals_give_the_lengths_of_each_goal_in_every_format() {
    let alone = |goal: &str| {
        analyze(&["-i", GOLD_SCRAMBLES, "-f", "csv", "-s", "..xcross", "--goal", goal]).success()
    };
    let both =
        analyze(&["-i", GOLD_SCRAMBLES, "-f", "csv", "-s", "..xcross", "--goal", "std,eocross"]).success();
    let (std, eo) = (alone("std"), alone("eo"));
    for ((both, std), eo) in both.lines().zip(std.lines()).zip(eo.lines()) {
        assert_eq!(both, format!("{std},{}", eo.split_once(',').unwrap().1));
    }
    let row: Value = serde_json::from_str(
        &analyze(&[
            S,
            "--goal",
            "std,FR, BL edges,pseudo",
            "-s",
            "cross",
            "-n",
            "1",
            "-c",
            "W",
            "-f",
            "jsonl",
        ])
        .success(),
    )
    .unwrap();
    assert_eq!(row["goal"], json!(["std", "FR edge + BL edge", "pseudo"]));
    let stages: Vec<&str> =
        row["solutions"].as_array().unwrap().iter().map(|s| s["stage"].as_str().unwrap()).collect();
    assert_eq!(stages, ["cross", "FR edge + BL edge", "pseudo_cross"]);
    assert!(row["solutions"][0]["slots"].is_array() && row["solutions"][2]["offset"].is_string());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("both.parquet");
    let file = file.to_str().unwrap();
    analyze(&["-i", GOLD_SCRAMBLES, "-f", "parquet", "-s", "cross", "--goal", "std,eocross", "-o", file])
        .success();
    let stats = run(&["stats", file, "-f", "json"]).success();
    let stats: Value = serde_json::from_str(&stats).unwrap();
    assert!(stats.to_string().contains("\"goal\":[\"std\",\"eo\"]"), "{stats}");
}

#[test]
fn table_of_several_goals_has_a_column_per_goal() {
    assert_eq!(
        analyze(&[S, "--goal", "std,pseudo,eocross", "-c", "W", "-s", "..xcross"]).success(),
        "\
R' U2 F2 D' L2 B2 D' F2 U' R2 D2 L' B R2 F' D' U2 R' F D L2
white     std  pseudo  eocross
cross       5       5        6
xcross      7       6        8
"
    );
}

#[test]
fn solutions_are_for_the_named_colours_or_the_best() {
    let colors = |arguments: &[&str]| {
        let arguments = [&[S, "-s", "cross", "-n", "1", "-f", "jsonl"], arguments].concat();
        let row: Value = serde_json::from_str(&analyze(&arguments).success()).unwrap();
        let solutions = row["solutions"].as_array().unwrap();
        solutions.iter().map(|s| s["color"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(colors(&[]), ["white", "red"]);
    assert_eq!(colors(&["-c", "YWG"]), ["white", "yellow", "green"]);
    assert_eq!(colors(&["-c", "all"]), ["white", "yellow", "orange", "red", "green", "blue"]);
}

#[test]
fn longer_solutions_and_links_are_shown() {
    let table = analyze(&[S, "-c", "W", "-s", "cross", "-n", "1", "--slack", "1", "--links"]).success();
    let lines: Vec<&str> = table.lines().skip(4).collect();
    assert_eq!(lines[0], "      moves     colour  slots  rotation  solution");
    assert!(lines[1].starts_with("cross     5     white          z2        F' U' R2 F B'"), "{table}");
    assert!(
        lines[2]
            .trim()
            .starts_with("https://alpha.twizzle.net/edit/?alg=z2+F%27+U%27+R2+F+B%27&setup-alg=R%27+U2")
    );
    assert!(lines[3].starts_with("cross     6 +1  white "), "{table}");
    let json = analyze(&[S, "-c", "W", "-s", "cross", "-n", "2", "--slack", "2", "-f", "jsonl"]).success();
    let row: Value = serde_json::from_str(&json).unwrap();
    let over: Vec<u64> =
        row["solutions"].as_array().unwrap().iter().map(|s| s["over"].as_u64().unwrap()).collect();
    assert_eq!(over, [0, 1, 1, 2, 2]);
    // A state has no scramble, so its link has a setup of its own.
    let facelets = cubiform_cube::facelets::format(&Algorithm::parse("R U F").unwrap().cube());
    let json = analyze(&[&facelets, "-c", "W", "-s", "cross", "-n", "1", "--links", "-f", "jsonl"]).success();
    let row: Value = serde_json::from_str(&json).unwrap();
    assert!(row["solutions"][0]["twizzle"].as_str().unwrap().contains("&setup-alg="), "{row}");
}

/// Returns the solutions of white and red crosses in the order of effort.
fn easiest(arguments: &[&str]) -> Vec<Value> {
    let arguments = [&[S, "-s", "cross", "-c", "WR", "--order", "effort", "-f", "jsonl"], arguments].concat();
    let row: Value = serde_json::from_str(&analyze(&arguments).success()).unwrap();
    row["solutions"].as_array().unwrap().clone()
}

#[test]
fn solutions_in_the_order_of_effort_are_the_easiest_of_each_length() {
    let key = |s: &Value| (s["color"].to_string(), s["length"].as_u64().unwrap());
    let effort = |s: &Value| s["held"]["effort"].as_f64().unwrap();
    let all = easiest(&["-n", "all", "--slack", "1"]);
    for pair in all.windows(2).filter(|pair| key(&pair[0]) == key(&pair[1])) {
        assert!(effort(&pair[0]) <= effort(&pair[1]), "{pair:?}");
    }
    // The two easiest of each colour and length, also if more are found.
    let of_length = all.chunk_by(|a, b| key(a) == key(b));
    let two: Vec<Value> = of_length.flat_map(|chunk| chunk.iter().take(2).cloned()).collect();
    assert!(all.len() > two.len() && all.len() < 400, "{}", all.len());
    assert_eq!(easiest(&["-n", "2", "--slack", "1"]), two);
    let table = analyze(&[S, "-s", "cross", "-c", "R", "-n", "1", "--order", "effort"]).success();
    let held = &two.iter().find(|s| s["color"] == "red").unwrap()["held"];
    let line = format!("          by hand: {} {} (effort ", text(&held["rotation"]), text(&held["moves"]));
    assert!(table.contains(&line), "{table}");
}

#[test]
fn held_solutions_solve_the_stage_after_their_rotation() {
    let cross = |moves: String| {
        let row = analyze(&[&moves, "-s", "cross", "-f", "jsonl"]).success();
        serde_json::from_str::<Value>(&row).unwrap()["stages"]["cross"].clone()
    };
    for solution in easiest(&["-n", "2"]) {
        let held = &solution["held"];
        let after = cross(format!("{S} {} {}", text(&held["rotation"]), text(&held["moves"])));
        assert_eq!(after[text(&solution["color"])], 0, "{solution}");
    }
    // With restricted moves the rotation stays, since they apply after it.
    for solution in easiest(&["-n", "2", "--moves", "<R,U,F,L,D>"]) {
        let held = &solution["held"];
        assert_eq!((&held["rotation"], &held["moves"]), (&solution["rotation"], &solution["moves"]));
    }
    let error = analyze(&["R", "--goal", "dr", "-n", "1", "--order", "effort"]).failure(2);
    assert!(error.contains("its solutions have no order of effort"), "{error}");
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn lengths_beyond_the_maximum_are_missing() {
    let csv = analyze(&[S, "--moves", "<U,R,F>", "-s", "cross", "-f", "csv"]).success();
    assert!(csv.ends_with("\n1,,,,,,\n"), "{csv}");
    let json = analyze(&["R U F", "--moves", "<U,R,F>", "-s", "cross", "-c", "YW", "-n", "1", "-f", "jsonl"])
        .success();
    let row: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(row["stages"]["cross"], json!({"yellow": 2, "white": null}));
    assert_eq!(row["best"]["cross"], json!({"length": 2, "colors": ["yellow"]}));
    let said = analyze(&[S, "--moves", "<U,R,F>", "-f", "parquet", "-o", "x.parquet"]).failure(2);
    assert!(
        said.contains("--moves cannot be used with Parquet, which has no value for impossible stages"),
        "{said}"
    );
}

#[test]
fn comparisons_of_methods_have_limits() {
    for count in ["0", "1000001", "18446744073709551615"] {
        let said = run(&["methods", "compare", "Roux", "--count", count]).failure(2);
        assert!(said.contains("expected 1 to 1000000 states"), "{said}");
    }
    let said = run(&["methods", "compare", "/dev/zero"]).failure(1);
    assert!(said.contains("a method has at most 65536 bytes"), "{said}");
}
