//! `cubiform serve`: the answers over HTTP are those of the command, and its limits hold.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use crate::common::server::TestServer;
use crate::common::wait::{wait_for, wait_until};
use arrow_array::{Array, Int64Array, StringArray};
use cubiform_cube::goal::Variant;
use serde_json::{Value, json};

/// Returns a server that the tests that run at the same time share. Only the tables of cross and xcross are there.
fn server() -> Arc<TestServer> {
    static SHARED: Mutex<Weak<TestServer>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    shared.upgrade().unwrap_or_else(|| {
        let server = Arc::new(TestServer::start(&["--goals", "cross"]));
        *shared = Arc::downgrade(&server);
        server
    })
}

const SCRAMBLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/wca-scrambles-20.csv");

/// A response.
struct Response {
    status: u16,
    media: String,
    headers: BTreeMap<String, String>,
    body: Vec<u8>,
}

impl Response {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&self.body)))
    }

    fn lines(&self) -> Vec<Value> {
        let text = std::str::from_utf8(&self.body).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Returns the problem of a request that failed with this status.
    #[track_caller]
    fn problem(&self, status: u16) -> Value {
        let problem = self.json();
        assert_eq!((self.status, &self.media[..]), (status, "application/problem+json"), "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        problem
    }
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    config.timeout_global(Some(Duration::from_secs(60))).build().into()
}

fn read(response: ureq::http::Response<ureq::Body>) -> Response {
    let (parts, body) = response.into_parts();
    let text = |value: &ureq::http::HeaderValue| value.to_str().unwrap_or_default().to_string();
    let headers: BTreeMap<String, String> =
        parts.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
    let mut bytes = Vec::new();
    body.into_reader().read_to_end(&mut bytes).unwrap();
    let media = headers.get("content-type").cloned().unwrap_or_default();
    Response { status: parts.status.as_u16(), media, headers, body: bytes }
}

/// Asks for a page with a query.
fn get_from(server: &TestServer, path: &str, query: &[(&str, &str)]) -> Response {
    let request = agent().get(format!("http://{}{path}", server.address));
    read(request.query_pairs(query.iter().copied()).call().unwrap())
}

fn get(path: &str, query: &[(&str, &str)]) -> Response {
    get_from(&server(), path, query)
}

/// Sends a body with a query.
fn post(path: &str, query: &[(&str, &str)], headers: &[(&str, &str)], body: &[u8]) -> Response {
    let server = server();
    let mut request =
        agent().post(format!("http://{}{path}", server.address)).query_pairs(query.iter().copied());
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    read(request.send(body).unwrap())
}

/// Returns the scrambles of the fixture, without their ids.
fn lines() -> Vec<String> {
    let text = std::fs::read_to_string(SCRAMBLES).unwrap();
    text.lines().skip(1).map(|line| line.split_once(',').unwrap().1.to_string()).collect()
}

/// Runs the command with the tables of the server, and returns its output as JSON values.
#[track_caller]
fn command(arguments: &[&str]) -> Vec<Value> {
    let said = crate::common::cubiform()
        .args(arguments)
        .env("CUBIFORM_TABLES", crate::common::TABLES)
        .output()
        .unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let text = String::from_utf8(said.stdout).unwrap();
    match serde_json::from_str(&text) {
        Ok(Value::Array(all)) => all,
        Ok(one) => vec![one],
        Err(_) => text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
    }
}

/// Returns values without the time that they took.
fn timeless(mut values: Vec<Value>) -> Vec<Value> {
    for value in &mut values {
        if let Value::Object(object) = value {
            object.remove("cpu_ms");
        }
    }
    values
}

#[test]
fn single_analyses_equal_those_of_the_command() {
    let _held = server();
    for line in &lines()[..5] {
        for (query, options) in [
            (&[("stages", "cross,xcross")][..], &["--stages", "cross,xcross"][..]),
            (
                &[
                    ("stages", "cross"),
                    ("solutions", "3"),
                    ("slack", "1"),
                    ("colors", "WG"),
                    ("links", "true"),
                ],
                &["--stages", "cross", "-n", "3", "--slack", "1", "--colors", "WG", "--links"],
            ),
            (
                &[("stages", "cross"), ("solutions", "2"), ("order", "effort"), ("colors", "WG")],
                &["--stages", "cross", "-n", "2", "--order", "effort", "--colors", "WG"],
            ),
            (&[("goal", "cross"), ("moves", "<R,U,F,L>")], &["--goal", "cross", "--moves", "<R,U,F,L>"]),
        ] {
            let mut query = query.to_vec();
            query.push(("scramble", line));
            let found = get("/v1/analyze", &query);
            assert_eq!((found.status, &found.media[..]), (200, "application/json"), "{}", found.json());
            let mut arguments = vec!["analyze", line, "--format", "json"];
            arguments.extend(options);
            assert_eq!(vec![found.json()], command(&arguments), "{query:?}");
        }
    }
}

#[test]
fn facelets_and_reids_notation_are_cubes_too() {
    let _held = server();
    let facelets = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";
    let of =
        |cube: &str| get("/v1/analyze", &[("scramble", cube), ("stages", "cross")]).json()["stages"].clone();
    assert_eq!(of(facelets), of("R"));
    let reid = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";
    assert_eq!(of(reid)["cross"]["white"], 0);
}

#[test]
fn batches_equal_those_of_the_command_in_every_format() {
    let _held = server();
    let text = std::fs::read(SCRAMBLES).unwrap();
    let expected = command(&["analyze", "-i", SCRAMBLES, "--stages", "cross,xcross", "--format", "jsonl"]);
    let query = [("stages", "cross,xcross")];
    let of_csv = post("/v1/analyze", &query, &[("content-type", "text/csv")], &text);
    assert_eq!((of_csv.status, &of_csv.media[..]), (200, "application/x-ndjson"));
    assert_eq!(of_csv.lines(), expected);
    let lines = lines();
    let of_text =
        post("/v1/analyze", &query, &[("content-type", "text/plain")], lines.join("\n").as_bytes()).lines();
    let objects = lines.iter().zip(&expected).map(|(line, row)| json!({"id": row["id"], "scramble": line}));
    let objects: Vec<Value> = objects.collect();
    let ndjson: String = objects.iter().map(|object| format!("{object}\n")).collect();
    let media = [("content-type", "application/x-ndjson")];
    assert_eq!(post("/v1/analyze", &query, &media, ndjson.as_bytes()).lines(), expected);
    let body = json!({"scrambles": objects, "stages": "cross,xcross"}).to_string();
    let media = [("content-type", "application/json")];
    assert_eq!(post("/v1/analyze", &[], &media, body.as_bytes()).lines(), expected);
    for (i, (row, expected)) in of_text.iter().zip(&expected).enumerate() {
        assert_eq!((&row["id"], &row["stages"]), (&json!((i + 1).to_string()), &expected["stages"]));
    }
    assert_eq!(of_text.len(), expected.len());
}

#[test]
fn arrow_batches_have_the_lengths_of_the_command() {
    let _held = server();
    let body = "R U F\n\nR Q\nF2 D\n";
    let headers = [("content-type", "text/plain"), ("accept", "application/vnd.apache.arrow.stream")];
    let found = post("/v1/analyze", &[("stages", "cross"), ("colors", "WY")], &headers, body.as_bytes());
    assert_eq!((found.status, &found.media[..]), (200, "application/vnd.apache.arrow.stream"));
    let reader = arrow_ipc::reader::StreamReader::try_new(&found.body[..], None).unwrap();
    let names: Vec<String> = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["id", "scramble", "row", "cross_z0", "cross_z2", "error"]);
    let batches: Vec<_> = reader.map(Result::unwrap).collect();
    assert_eq!(batches.len(), 1);
    let lengths = batches[0].column(4).as_any().downcast_ref::<Int64Array>().unwrap();
    let errors = batches[0].column(5).as_any().downcast_ref::<StringArray>().unwrap();
    let expected =
        command(&["analyze", "R U F", "F2 D", "--stages", "cross", "-c", "W", "--format", "jsonl"]);
    let white = |row: &Value| row["stages"]["cross"]["white"].as_i64().unwrap();
    assert_eq!((lengths.value(0), lengths.value(2)), (white(&expected[0]), white(&expected[1])));
    assert!(lengths.is_null(1) && errors.value(1).starts_with("body:3:3: 'Q' is not a move"));
}

#[test]
fn solutions_equal_those_of_the_command() {
    let _held = server();
    let scramble = "R U2 F' L D B2";
    for (query, options) in [
        (&[][..], &[][..]),
        (
            &[("method", "cfop"), ("colors", "all"), ("explain", "true")],
            &["--method", "cfop", "--colors", "all", "--explain"],
        ),
        (&[("method", "beginner"), ("colors", "WY")], &["--method", "beginner", "--colors", "WY"]),
        (&[("method", "thistlethwaite"), ("phases", "true")], &["--method", "thistlethwaite", "--phases"]),
        (&[("inverse", "true"), ("links", "true")], &["--inverse", "--links"]),
        (&[("to", "R2 L2"), ("max_length", "24")], &["--to", "R2 L2", "--max-length", "24"]),
        (&[("puzzle", "222")], &["--puzzle", "222"]),
    ] {
        let cube = if query.iter().any(|(name, _)| *name == "puzzle") { "R U' F2 R" } else { scramble };
        let mut query = query.to_vec();
        query.push(("scramble", cube));
        let found = get("/v1/solve", &query);
        assert_eq!(found.status, 200, "{query:?}: {}", found.json());
        let mut arguments = vec!["solve", cube, "--format", "json"];
        arguments.extend(options);
        let Value::Array(found) = found.json() else { panic!("solutions are an array") };
        assert_eq!(timeless(found), timeless(command(&arguments)), "{query:?}");
    }
    let lines = "R U\nx Q\nF2 L\n";
    let rows = post("/v1/solve", &[], &[("content-type", "text/plain")], lines.as_bytes()).lines();
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[0]["solution"], &rows[2]["solution"]), (&json!("U' R'"), &json!("L' F2")));
    assert_eq!((&rows[1]["line"], &rows[1]["column"]), (&json!(2), &json!(3)));
    get("/v1/solve", &[("scramble", "R U"), ("method", "optimal")]).problem(422);
    get("/v1/solve", &[("scramble", "R U"), ("puzzle", "444")]).problem(422);
}

#[test]
fn scrambles_equal_those_of_the_command() {
    let _held = server();
    for (query, options) in [
        (&[("count", "3")][..], &["-n", "3"][..]),
        (&[("event", "333bf")], &["--event", "333bf"]),
        (&[("event", "222"), ("count", "2")], &["--event", "222", "-n", "2"]),
        (&[("where", "cross[W] <= 4"), ("count", "2")], &["--where", "cross[W] <= 4", "-n", "2"]),
        (&[("case", "OLL 27"), ("count", "2")], &["--case", "OLL 27", "-n", "2"]),
    ] {
        let mut query = query.to_vec();
        query.push(("seed", "7"));
        let found = get("/v1/scramble", &query);
        let mut arguments = vec!["scramble", "--seed", "7", "--format", "json"];
        arguments.extend(options);
        assert_eq!(found.json(), Value::Array(command(&arguments)), "{query:?}");
    }
    let one = |_| get("/v1/scramble", &[]).json()[0]["scramble"].clone();
    assert_ne!(one(()), one(()));
}

#[test]
fn reviews_cases_distributions_and_tables_equal_those_of_the_command() {
    let _held = server();
    let (scramble, solution) = ("R U2 F' L D B2", "B2 D' L' F U2 R'");
    let body =
        json!({"scramble": scramble, "solution": solution, "time": 3.5, "no_optimal": true}).to_string();
    let reviewed = post("/v1/review", &[], &[("content-type", "application/json")], body.as_bytes());
    let expected =
        command(&["review", scramble, solution, "--time", "3.5", "--no-optimal", "--format", "json"]);
    assert_eq!(vec![reviewed.json()], expected);
    for (query, arguments) in [
        (
            &[("set", "oll"), ("group", "fish")][..],
            &["cases", "list", "oll", "--group", "fish", "--format", "json"][..],
        ),
        (&[("set", "pll"), ("case", "Gc,T")], &["cases", "show", "pll", "Gc", "T", "--format", "json"]),
        (&[("alg", "R U R' U R U2 R'")], &["cases", "find", "--alg", "R U R' U R U2 R'", "--format", "json"]),
    ] {
        assert_eq!(get("/v1/cases", query).json(), Value::Array(command(arguments)), "{query:?}");
    }
    let set = get("/v1/cases/set", &[("from", "f2l + eo"), ("to", "f2l + oll")]).json();
    let arguments = ["cases", "make", "--from", "f2l + eo", "--to", "f2l + oll", "--format", "json"];
    assert_eq!(vec![set], command(&arguments));
    for goal in ["cross", "cross + FR", "phase-1", "xcross"] {
        let found = get("/v1/distribution", &[("goal", goal)]).json();
        assert_eq!(vec![found], command(&["distribution", goal, "--format", "json"]), "{goal}");
    }
    // Stored, since the count takes minutes.
    let opposite = get("/v1/distribution", &[("goal", "xcross"), ("colors", "WY")]).json();
    assert_eq!(opposite["distances"][10]["states"], 20_230_604);
    let six = get("/v1/distribution", &[("goal", "xcross"), ("colors", "all")]).json();
    assert_eq!(six["distances"][10]["states"], 438);
    // Five colours would take hours to count.
    get("/v1/distribution", &[("goal", "xcross"), ("colors", "WYROG")]).problem(422);
    let mut expected = command(&["tables", "list", "--format", "json"]);
    for table in &mut expected {
        table.as_object_mut().unwrap().remove("path");
    }
    assert_eq!(get("/v1/tables", &[]).json(), Value::Array(expected));
}

#[test]
fn statistics_equal_those_of_the_command() {
    let _held = server();
    let folder = tempfile::tempdir().unwrap();
    let analysis = fs::read_to_string(SCRAMBLES.replace("wca-scrambles-20", "analysis-20")).unwrap();
    let scrambles = command(&["scramble", "-n", "30", "--seed", "1", "--format", "json"]);
    let scrambles: String =
        scrambles.iter().map(|row| format!("{}\n", row["scramble"].as_str().unwrap())).collect();
    let other = analysis.lines().take(9).map(|line| format!("{line}\n")).collect::<String>();
    let other = other.replace("\n2", "\nother-2");
    let file = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name).to_str().unwrap().to_string()
    };
    let [input, lines, against] =
        [file("input", &analysis), file("lines", &scrambles), file("against", &other)];
    let stats = |request: Value| {
        let json = [("content-type", "application/json")];
        post("/v1/stats", &[], &json, request.to_string().as_bytes())
    };
    for (request, options) in [
        (json!({"input": &analysis, "name": "input"}), vec![&input[..]]),
        (
            json!({"input": &analysis, "sets": "W,CN", "against": other}),
            vec![&input, "--sets", "W,CN", "--against", &against],
        ),
        (
            json!({"input": &scrambles, "name": "lines", "fair": true, "permutations": 99}),
            vec![&lines, "--fair", "--permutations", "99"],
        ),
    ] {
        let mut found = stats(request).json();
        let mut arguments = vec!["stats", "--format", "json"];
        arguments.extend(options);
        let mut expected = command(&arguments);
        // The server has further tables open.
        for document in std::iter::once(&mut found).chain(&mut expected) {
            if let Some(run) = document["provenance"]["files"][0]["run"].as_object_mut() {
                run.remove("tables");
            }
        }
        assert_eq!(vec![found], expected, "{arguments:?}");
    }
    let rows = (0..=100_000).map(|i| format!("{i},5\n")).collect::<String>();
    stats(json!({"input": format!("id,cross_white\n{rows}")})).problem(413);
    stats(json!({"input": "R Q\n"})).problem(422);
    stats(json!({"input": &analysis, "by": "day"})).problem(422);
}

#[test]
fn checks_find_tokens_and_errors() {
    let _held = server();
    let found = get("/v1/goals/check", &[("goal", "cross + crss")]).json();
    assert_eq!((&found["valid"], &found["error"]["column"]), (&json!(false), &json!(9)));
    assert_eq!(found["tokens"][2], json!({"column": 9, "length": 4, "kind": "word"}));
    let body = json!({"condition": "cross[W] <= 3"}).to_string();
    let found = post("/v1/goals/check", &[], &[("content-type", "application/json")], body.as_bytes()).json();
    assert_eq!((&found["valid"], &found["stages"][0]["name"]), (&json!(true), &json!("cross")));
    get("/v1/goals/check", &[]).problem(400);
}

#[test]
fn unreadable_requests_are_problems_with_positions() {
    let _held = server();
    for (scramble, line, column, part) in [
        ("R Q U", 1, 3, "'Q' is not a move"),
        ("R U\nF 3x", 2, 3, "'3x' has an invalid layer number"),
        ("Ri", 1, 2, ""),
        ("R U''", 1, 3, "has two apostrophes"),
        ("(R U R' U'", 1, 1, ""),
        ("(R U)999999999", 1, 5, "longer than 10000 moves"),
        ("R \u{7}U", 1, 3, "\\u{7}"),
        ("", 1, 1, "empty scramble"),
        ("UUUU", 1, 1, ""),
    ] {
        let found = get("/v1/analyze", &[("scramble", scramble), ("stages", "cross")]);
        if scramble == "UUUU" {
            assert_eq!(found.status, 200, "four turns of U");
            continue;
        }
        let problem = found.problem(400);
        let position = &problem["position"];
        assert_eq!(
            (&position["parameter"], &position["line"], &position["column"]),
            (&json!("scramble"), &json!(line), &json!(column)),
            "{scramble:?}: {problem}"
        );
        assert!(problem["detail"].as_str().unwrap().contains(part), "{scramble:?}: {problem}");
        // The words of the command.
        let said = crate::common::run(&["analyze", scramble, "--tables", crate::common::TABLES]);
        let place = format!("scramble: line {line}, column {column}: ");
        let words = problem["detail"].as_str().unwrap().strip_prefix(&place);
        assert!(said.err.contains(words.unwrap()), "{problem}\n{}", said.err);
        assert!(said.err.contains(problem["hint"].as_str().unwrap()), "{problem}");
        assert_eq!(
            (&problem["code"], &problem["parameter"]),
            (&json!("unreadable-cube"), &json!("scramble"))
        );
    }
    for (query, parameter, column) in
        [(&[("goal", "cross + crss")][..], "goal", 9), (&[("goal", "eocros")], "goal", 1)]
    {
        let mut query = query.to_vec();
        query.push(("scramble", "R"));
        let problem = get("/v1/analyze", &query).problem(400);
        assert_eq!(problem["position"], json!({"parameter": parameter, "line": 1, "column": column}));
    }
    let problem = get("/v1/scramble", &[("where", "cross[W] == 8 && xcros[Y] == 10")]).problem(400);
    assert_eq!(problem["position"]["column"], 18);
    let problem = get("/v1/scramble", &[("where", "cross > 8")]).problem(422);
    assert!(problem["detail"].as_str().unwrap().contains("a cross takes at most 8 moves"));
    for (query, part) in [
        (&[("stages", "oll")][..], "goal 'std' has no stage 'oll'"),
        (&[("colors", "grey")], "'grey' is not a colour"),
        (&[("moves", "<R,Q>")], "'Q' is not a face turn"),
        (&[("solutions", "101")], "at most 100"),
        (&[("slack", "5")], "slack: expected 0 to 4"),
        (&[("slack", "-1")], "the query: "),
        (&[("scrambel", "R")], "unknown field `scrambel`"),
    ] {
        let mut query = query.to_vec();
        query.push(("scramble", "R"));
        let problem = get("/v1/analyze", &query).problem(400);
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(part) && !detail.contains("--"), "{problem}");
    }
    let facelets = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBD";
    let problem = get("/v1/solve", &[("scramble", facelets)]).problem(400);
    assert!(problem["detail"].as_str().unwrap().contains("10 D stickers"), "{problem}");
    let problem =
        post("/v1/analyze", &[], &[("content-type", "application/json")], b"{\"scramble\": ").problem(400);
    assert_eq!(problem["position"]["parameter"], "body");
    post("/v1/analyze", &[], &[("content-type", "image/png")], b"x").problem(415);
    get("/v1/nothing", &[]).problem(404);
    post("/v1/tables", &[], &[("content-type", "application/json")], b"{}").problem(405);
    let long = "R ".repeat(10_000);
    get("/v1/review", &[("solution", "R"), ("scramble", "Q")]).problem(400);
    for (solution, part) in [
        ("Scramble: R\nR'\n---\n".repeat(101), "the text has 101 solves; send at most 100"),
        ("R ".repeat(140_000), "longer than 262144 bytes"),
    ] {
        let body = json!({"solution": solution, "no_optimal": true}).to_string();
        let problem = post("/v1/review", &[], &[("content-type", "application/json")], body.as_bytes());
        let problem = problem.problem(413);
        assert!(problem["detail"].as_str().unwrap().contains(part), "{problem}");
    }
    let body = json!({"scramble": long}).to_string();
    post("/v1/analyze", &[], &[("content-type", "application/json")], body.as_bytes()).problem(413);
}

#[test]
fn lines_that_are_not_scrambles_have_rows_with_their_place() {
    let _held = server();
    let rows = |body: &[u8]| {
        let query = [("stages", "cross"), ("colors", "W")];
        post("/v1/analyze", &query, &[("content-type", "text/plain")], body).lines()
    };
    for (body, line, column, part) in [
        (&b"\xff\xfeR\0 \0U\0\n"[..], 1, 1, "this looks like UTF-16; save the file as UTF-8"),
        (b"R U\nF \xe9 D\n", 2, 3, "byte 0xe9 is not UTF-8 text"),
        (b"R U\n(R U R' U'\n", 2, 1, "is never closed"),
        (b"R U\nR22\n", 2, 1, "R22"),
        (b"R U\na,b,c\n", 2, 4, "a third column begins here"),
        (b"R U\n{\"scramble\": 3}\n", 2, 14, "'scramble' is not a string"),
    ] {
        let rows = rows(body);
        let row = rows.iter().find(|row| row["error"].is_string());
        let row = row.unwrap_or_else(|| panic!("{}: {rows:?}", String::from_utf8_lossy(body)));
        assert_eq!(row["line"], line, "{row}");
        let error = row["error"].as_str().unwrap();
        assert!(
            error.starts_with(&format!("body:{line}:{}: ", row["column"])) && error.contains(part),
            "{row}"
        );
        assert_eq!(row["column"], column, "{row}");
    }
}

#[test]
fn the_description_names_every_route() {
    let _held = server();
    let document = get("/v1/openapi.json", &[]).json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"), "{}", document["openapi"]);
    let paths: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
    let expected = [
        "analyze", "cases", "distribution", "goals/check", "insert", "review", "scramble", "solve", "tables",
    ];
    for path in expected {
        assert!(paths.iter().any(|known| **known == format!("/v1/{path}")), "{path}");
    }
}

#[test]
fn limits_of_batches_end_them_before_they_look_complete() {
    let server = TestServer::start(&["--goals", "cross", "--max-cubes", "3", "--max-body", "2000"]);
    let request = |(length, body): (String, &str)| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let head = "POST /v1/analyze?stages=cross HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\nconnection: close";
        write!(stream, "{head}\r\n{length}\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let known = |body: &str| request((format!("content-length: {}", body.len()), body));
    let chunked = |body: &str| {
        let body = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
        request(("transfer-encoding: chunked".into(), &body))
    };
    let complete = known("R\nU\nF\n");
    assert!(complete.ends_with("0\r\n\r\n"), "{complete}");
    let cut = known("R\nU\nF\nD\n");
    assert!(cut.contains("the batch has more than 3 cubes") && !cut.ends_with("0\r\n\r\n"), "{cut}");
    let refused = known(&"// a comment\n".repeat(500));
    assert!(refused.starts_with("HTTP/1.1 413") && refused.contains("longer than 2000 bytes"), "{refused}");
    let cut = chunked(&"// a comment\n".repeat(500));
    assert!(cut.contains("longer than this server allows") && !cut.ends_with("0\r\n\r\n"), "{cut}");
    let body = json!({"scrambles": ["R", "R", "R", "R"], "stages": "cross"}).to_string();
    let found =
        agent().post(format!("http://{}/v1/analyze", server.address)).content_type("application/json");
    read(found.send(&body).unwrap()).problem(413);
}

#[test]
fn a_server_without_room_says_when_to_try_again() {
    // One solve runs on the one thread for long tasks, one waits in the queue, and the third is refused.
    let server = TestServer::start(&["--goals", "cross", "--max-queue", "1", "--threads", "1"]);
    let solve = || {
        get_from(
            &server,
            "/v1/solve",
            &[("scramble", "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"), ("time_ms", "500")],
        )
    };
    let (is_refused, start) = (AtomicBool::new(false), Instant::now());
    // The second is refused too until the thread has taken the first.
    let solve_repeatedly = || {
        let mut solved = 0;
        while solved == 0 || !is_refused.load(Ordering::Relaxed) {
            assert!(start.elapsed() < Duration::from_secs(100));
            let status = solve().status;
            assert!([200, 503].contains(&status), "{status}");
            solved += u32::from(status == 200);
        }
    };
    let refused = std::thread::scope(|scope| {
        let others = [(); 2].map(|()| scope.spawn(solve_repeatedly));
        let refused = wait_for("a solve is refused while another waits", || {
            let is_full = server.figure("cubiform_waiting_tasks") == 1 && server.in_progress() == 2;
            is_full.then(solve).filter(|found| found.status == 503)
        });
        is_refused.store(true, Ordering::Relaxed);
        others.into_iter().for_each(|other| other.join().unwrap());
        refused
    });
    refused.problem(503);
    assert_eq!(refused.headers.get("retry-after").map(String::as_str), Some("1"));
    assert_eq!(get_from(&server, "/healthz", &[]).status, 200);
}

/// Returns the CPU time of a process in clock ticks.
#[cfg(target_os = "linux")]
fn cpu_ticks(id: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let fields: Vec<&str> = text.rsplit_once(')').unwrap().1.split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn a_vanished_client_costs_no_more_time() {
    let server = TestServer::start(&["--goals", "cross"]);
    let body = "R U F D L B R2 U2 F2\n".repeat(20_000);
    for _ in 0..5 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let head = "POST /v1/analyze?stages=cross,xcross&solutions=50 HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain";
        write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n", body.len()).unwrap();
        stream.write_all(&body.as_bytes()[..100_000]).unwrap();
        let mut first = [0; 1];
        stream.read_exact(&mut first).unwrap();
    }
    wait_until("the server sees that all clients are gone", || {
        server.figure("cubiform_abandoned_total") == 5 && server.figure("cubiform_waiting_analyses") == 0
    });
    let before = cpu_ticks(server.id());
    crate::common::wait::let_pass(Duration::from_millis(300));
    let spent = cpu_ticks(server.id()) - before;
    assert!(spent <= 3, "{spent} ticks in 0.3 s after all clients were gone");
}

#[test]
#[cfg(unix)]
fn a_signal_ends_the_server_within_five_seconds() {
    let mut server = TestServer::start(&["--goals", "cross"]);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let head = "POST /v1/analyze?stages=cross HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n\r\nR\n";
    stream.write_all(head.as_bytes()).unwrap();
    // The head of the answer comes once the batch is in progress.
    stream.read_exact(&mut [0; 12]).unwrap();
    let start = Instant::now();
    crate::common::send_signal(server.id(), libc::SIGTERM);
    assert_eq!(server.wait(Duration::from_secs(20)), Some(0));
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
}

/// Returns the names of the solvers that a server has made, and of those that the first request must make.
fn warm_and_cold(server: &TestServer) -> (String, String) {
    let answer = server.get("/readyz");
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.lines().collect::<Vec<_>>());
    let Some(["ready", warm, cold]) = body.as_deref() else { panic!("{answer}") };
    let names = |line: &str, start: &str| line.strip_prefix(start).expect(start).to_string();
    (names(warm, "warm: "), names(cold, "at the first request: "))
}

/// The solvers without tables of their own, and that of the 4x4x4, for which the servers of the tests have no tables.
const SOLVERS: &str = "two-phase scrambles cfop conditions 222 thistlethwaite 444";

#[test]
fn a_server_answers_while_it_makes_its_solvers_in_advance() {
    let server = TestServer::start_warming(&["--goals", "cross"]);
    // The last to be made.
    let found = get_from(&server, "/v1/solve", &[("scramble", "R U F"), ("method", "thistlethwaite")]);
    assert_eq!(found.status, 200);
    wait_until("the solvers are made", || warm_and_cold(&server).1.is_empty());
    assert_eq!(warm_and_cold(&server).0, SOLVERS);
    // The tables of all named goals follow.
    let abilities = || get_from(&server, "/v1/server", &[]).json();
    wait_until("the tables of all goals are made", || abilities()["preparing"] == json!([]));
    let names = Variant::NAMED.iter().map(|goal| goal.name).collect::<Vec<_>>();
    assert_eq!(abilities()["goals"], json!(names));
    for goal in ["pseudo_pair", "petrus", "zz"] {
        let found = get_from(&server, "/v1/analyze", &[("scramble", "R U"), ("goal", goal)]);
        assert_eq!(found.status, 200, "{goal}");
    }
}

#[test]
fn a_server_without_warm_up_makes_the_solvers_that_requests_need() {
    let server = TestServer::start(&["--goals", "cross"]);
    let cold = SOLVERS.replace(" 444", "");
    assert_eq!(warm_and_cold(&server), ("444".into(), cold.clone()));
    assert_eq!(get_from(&server, "/v1/analyze", &[("scramble", "R"), ("goal", "cross")]).status, 200);
    assert_eq!(warm_and_cold(&server), ("444".into(), cold.clone()));
    assert_eq!(get_from(&server, "/v1/solve", &[("scramble", "R U"), ("puzzle", "222")]).status, 200);
    assert_eq!(warm_and_cold(&server), ("222 444".into(), cold.replace(" 222", "")));
}

#[test]
fn an_address_in_use_and_missing_tables_are_errors() {
    let server = server();
    let address = &server.address;
    let said = crate::common::run(&[
        "serve",
        "--listen",
        address,
        "--goals",
        "cross",
        "--tables",
        crate::common::TABLES,
    ]);
    assert!(said.failure(1).contains("error: cannot listen on 127.0.0.1:"));
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let arguments =
        ["serve", "--goals", "cross", "--allow-optimal", "--listen", "127.0.0.1:0", "--tables", tables];
    let said = crate::common::run(&arguments);
    assert!(said.failure(1).contains("optimal solutions need one of the tables optimal-small"));
}

#[test]
#[cfg(not(feature = "web"))]
fn a_program_without_the_page_says_how_to_get_it() {
    let server = server();
    let found = get_from(&server, "/", &[]);
    assert_eq!((found.status, &found.media[..]), (404, "text/html; charset=utf-8"));
    assert!(String::from_utf8(found.body).unwrap().contains("<code>cargo xtask serve</code>"));
    assert!(found.headers["content-security-policy"].starts_with("default-src 'self'"));
    assert!(server.said.contains("no page: the program was built without it; cargo xtask serve builds it\n"));
    get_from(&server, "/icon.svg", &[]).problem(404);
    get_from(&server, "/assets/index.js", &[]).problem(404);
}

#[test]
fn goals_whose_tables_are_not_built_are_refused_without_paths() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let server = TestServer::start(&["--goals", "cross", "--tables", tables]);
    for (goal, part) in [
        ("pseudo", "which is not built; build it with: cubiform tables build "),
        ("2x2x2 + FR", "needs tables of its own"),
    ] {
        let problem = get_from(&server, "/v1/analyze", &[("scramble", "R"), ("goal", goal)]).problem(422);
        assert!(problem["detail"].as_str().unwrap().contains(part), "{problem}");
        assert!(!problem.to_string().contains(tables), "{problem}");
    }
    assert_eq!(get_from(&server, "/readyz", &[]).status, 200);
}
