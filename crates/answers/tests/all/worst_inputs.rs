//! The worst text for each member of each request that was found, in time and memory: no check takes long.
//!
//! Each text is a unit that is repeated, nested or alone as one long word. The table for
//! [docs/testing.md](../../../../docs/testing.md) is printed by
//! `cargo test --release -p cubiform-answers --test all worst_inputs -- --nocapture`.

use std::time::Duration;

use cubiform_answers::limits::Limits;
use cubiform_answers::operation::Operation;
use cubiform_answers::operations::{self, Visitor};
use cubiform_threads::clock::ThreadTime;
use serde_json::{Value, json};

/// The members that are texts, with a request that is right but for them.
fn members() -> Vec<(Value, &'static str)> {
    let of = |request: Value, names: &[&'static str]| {
        names.iter().map(move |name| (request.clone(), *name)).collect::<Vec<_>>()
    };
    let scramble = "R U F";
    [
        of(
            json!({"operation": "analyze", "scramble": scramble}),
            &["scramble", "id", "goal", "stages", "colors", "moves"],
        ),
        of(json!({"operation": "solve", "scramble": scramble}), &["scramble", "id", "moves", "to", "colors"]),
        of(json!({"operation": "solve", "puzzle": "222"}), &["scramble"]),
        of(json!({"operation": "solve", "puzzle": "444"}), &["scramble"]),
        of(json!({"operation": "scramble"}), &["where", "case"]),
        of(
            json!({"operation": "review", "scramble": scramble, "solution": "F' U' R'"}),
            &["scramble", "solution"],
        ),
        of(json!({"operation": "cases"}), &["set", "alg", "scramble", "pattern"]),
        of(json!({"operation": "cases", "set": "pll"}), &["group", "case"]),
        of(json!({"operation": "case_set", "from": "f2l", "to": "solved"}), &["from", "to", "set"]),
        of(
            json!({"operation": "distribution", "goal": "std", "stage": "cross"}),
            &["goal", "stage", "colors"],
        ),
        of(json!({"operation": "algorithms", "case": "PLL Ua"}), &["case", "to", "moves", "alg"]),
        of(json!({"operation": "attempt", "scramble": scramble, "solution": "R"}), &["scramble", "solution"]),
        of(json!({"operation": "insert", "scramble": scramble, "skeleton": "R"}), &["scramble", "skeleton"]),
        of(
            json!({"operation": "stats", "input": "id,cross\na,5\n"}),
            &["input", "name", "against", "beside", "by", "sets"],
        ),
        of(json!({"operation": "check"}), &["goal", "condition"]),
    ]
    .concat()
}

/// The units of the texts, each of which is repeated up to the length.
const UNITS: [&str; 68] = [
    "/* a */ ",
    "/ ",
    "/*",
    "https://alg.cubing.net/?alg=R_U-",
    "%2F",
    "F2L: R U R' // x\n\n",
    "R ",
    "R",
    "R U' F2 ",
    "Rw2 ",
    "M' ",
    "x y ",
    "(",
    "[",
    "^(",
    "(R",
    "[R,",
    "[R:",
    "(R)2 ",
    "((R)2)2 ",
    "(R U)9999 ",
    "[R, U] ",
    "[R: [U, F]] ",
    "R9",
    "R99999999",
    "9",
    "'",
    "// a\n",
    "\n",
    " ",
    "\u{200b}",
    "é",
    "𝟙",
    "R@0 ",
    "F' U' R' // x\n",
    "cross + ",
    "f2l + ",
    "FR + ",
    "slot + ",
    "2 slots + ",
    "pair + ",
    "cross or ",
    "slot or ",
    "1x2x3 or ",
    "eo F/B + ",
    "not ",
    "+ ",
    "cross, ",
    "cross,xcross,",
    "up to U + ",
    "up to U + up to R + ",
    "DFR at URF + ",
    "co U/D + ",
    "oll + ",
    "cross <= 5 and ",
    "cross <= 5 or ",
    "not (",
    "(cross <= 5 or f2l <= 5) and ",
    "cross + f2l + ",
    "xcross[W] - cross[W] <= 1 and ",
    "min(",
    "cross[WYRGBO] <= 5 or ",
    "PLL Ua, ",
    "PLL ",
    "W",
    "R,U,",
    "<R,U>",
    "0123456789",
];

/// The ends of the texts: some units ask for an operand after them.
const ENDS: [&str; 7] =
    ["", "R", "cross", "solved", "cross <= 5", "f2l + up to U + up to R + up to F + up to D", ")"];

fn texts(length: usize) -> impl Iterator<Item = String> {
    let repeated = move |unit: &str, end: &str| {
        format!("{}{end}", unit.repeat(length.saturating_sub(end.len()) / unit.len()))
    };
    let nested = move |open: &str, inner: &str, close: &str| {
        let depth = length.saturating_sub(inner.len()) / (open.len() + close.len());
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    // Builds for tests are slow.
    let ends = if cfg!(debug_assertions) { &ENDS[..2] } else { &ENDS[..] };
    let all = UNITS.iter().flat_map(move |unit| ends.iter().map(move |end| repeated(unit, end)));
    let deep = [
        ("(", "R", ")2"),
        ("[R, ", "U", "]"),
        ("[R: ", "U", "]"),
        ("(", "cross <= 5", ")"),
        ("not (", "cross <= 5", ")"),
        ("(cross or ", "f2l", ")"),
        ("min(cross, ", "f2l", ") <= 5"),
        ("^(", "R", ")"),
    ];
    all.chain(deep.into_iter().map(move |(open, inner, close)| nested(open, inner, close)))
}

/// Returns the peak of the resident memory in bytes since the last call, where the system tells it.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    kilobytes.unwrap_or(0) * 1024
}

/// A request that is checked.
struct Checked(Value);

impl Visitor for Checked {
    fn visit<O: Operation>(&mut self) {
        let Value::Object(mut members) = self.0.clone() else { panic!("{}", self.0) };
        if members.remove("operation") == Some(O::DOOR.name.into()) {
            let request: O = serde_json::from_value(Value::Object(members)).unwrap();
            let _ = request.check(&Limits::NONE);
        }
    }
}

#[test]
fn no_check_takes_long() {
    let lengths: &[usize] = if cfg!(debug_assertions) { &[4 << 10] } else { &[1 << 10, 16 << 10, 64 << 10] };
    let mut worst = Vec::new();
    for (request, member) in members() {
        for length in lengths {
            let mut of_member = (Duration::ZERO, 0, String::new());
            for text in texts(*length) {
                let mut request = request.clone();
                request[member] = json!(text);
                peak();
                let before = peak();
                let start = ThreadTime::now();
                operations::visit(&mut Checked(request));
                let (time, memory) = (start.elapsed(), peak().saturating_sub(before));
                if time > of_member.0 {
                    of_member = (time, of_member.1, text.chars().take(40).collect());
                }
                of_member.1 = of_member.1.max(memory);
            }
            let (time, memory, text) = of_member;
            let operation = request["operation"].as_str().unwrap().to_string();
            println!(
                "{operation:12} {member:10} {:3} KiB {:8.1} ms {:6.1} MB  {text:?}",
                length >> 10,
                time.as_secs_f64() * 1e3,
                memory as f64 / 1e6
            );
            worst.push((time, operation, member, text));
        }
    }
    let slowest = worst.iter().max().unwrap();
    assert!(slowest.0 < Duration::from_secs(2), "{slowest:?}");
}
