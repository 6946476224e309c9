//! `cubiform cases find`: finds cases by picture, by algorithm, or on a scrambled cube.

use std::io::{self, IsTerminal, Read as _};

use cubiform_answers::cases::{CaseMatch, FoundObject, by_algorithm, by_picture, on_cube};

use crate::args::FindCases;
use crate::failure::Failure;
use crate::interruptible::Interruptible;
use crate::output::print_as;
use crate::terminal::Terminal;
use crate::text_table::align_before_text;

/// The maximum number of bytes read from standard input.
const MAX_PATTERN_BYTES: u64 = 4096;

/// Runs the command.
pub(super) fn run(args: &FindCases, terminal: Terminal) -> Result<(), Failure> {
    let found = match (&args.pattern, &args.alg, &args.scramble) {
        (Some(pattern), ..) if pattern == "-" => by_picture(&stdin()?),
        (Some(pattern), ..) => by_picture(pattern),
        (_, Some(alg), _) => by_algorithm(alg),
        (_, _, Some(scramble)) => on_cube(scramble),
        _ => return Err(Failure::usage("give a pattern, --alg or --scramble")),
    };
    let found = found?;
    let objects: Vec<FoundObject> = found.iter().map(FoundObject::of).collect();
    print_as(args.format, || listed(&found, terminal), &objects)
}

/// Reads a pattern from standard input.
fn stdin() -> Result<String, Failure> {
    if io::stdin().is_terminal() {
        return Err(Failure::usage("no pattern on standard input"));
    }
    let mut text = String::new();
    let input = Interruptible::new(io::stdin());
    let read = input.and_then(|input| input.take(MAX_PATTERN_BYTES + 1).read_to_string(&mut text));
    read.map_err(|e| Failure::Message(format!("cannot read standard input: {e}")))?;
    if text.len() as u64 > MAX_PATTERN_BYTES {
        return Err(Failure::Message(format!(
            "standard input is longer than {MAX_PATTERN_BYTES} bytes; give one pattern"
        )));
    }
    Ok(text)
}

/// Returns the cases as a text table.
fn listed(found: &[CaseMatch], terminal: Terminal) -> String {
    let has_color = found.iter().any(|one| one.color.is_some());
    let has_pair = found.iter().any(|one| one.pair.is_some());
    let mut header: Vec<&str> = Vec::new();
    header.extend(has_color.then_some("bottom"));
    header.extend(has_pair.then_some("pair"));
    header.extend(["case", "group", "rotation", "algorithm"]);
    let mut rows = vec![header.into_iter().map(String::from).collect()];
    rows.extend(found.iter().map(|one| {
        let mut row: Vec<String> = Vec::new();
        row.extend(has_color.then(|| one.color.map_or(String::new(), |color| color.to_string())));
        row.extend(has_pair.then(|| one.pair.clone().unwrap_or_default()));
        row.push(one.title());
        row.push(one.case.map_or(String::new(), |case| case.group.to_string()));
        row.push(if one.case.is_some() { one.adjustment() } else { String::new() });
        let algorithm = one.case.and_then(|case| case.algorithms.first());
        row.push(algorithm.map_or(String::new(), ToString::to_string));
        row
    }));
    align_before_text(&rows, usize::MAX, terminal.limit())
}
