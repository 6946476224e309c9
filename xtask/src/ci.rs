//! The checks that every change must pass, in four parts that machines can run side by side.

use crate::record::{End, Record};
use crate::{js, other_tests, platforms, process, python, web};

/// The tests of the static site that every change must pass: its own, and those of the package. Those of the page run
/// against the server.
const SITE_TESTS: [&str; 4] = ["site.spec", "package.spec", "--grep-invert", "@slow"];

/// A failed test of a page runs once more. One that passes then is named at the end of the record.
const RETRIES: [&str; 2] = ["--retries", "1"];

/// The names of the parts, in the order in which they run without a name.
pub(crate) const PARTS: [&str; 4] = ["rust", "page", "packages", "targets"];

/// A check.
struct Step {
    part: &'static str,
    name: &'static str,
    /// Why it cannot run here.
    missing: Option<String>,
    run: Box<dyn Fn() -> Result<(), String>>,
}

/// Runs the checks of a part, or all, until one fails. A check whose tools are missing is left out. The last lines say so,
/// and how long each check took; `target/ci.json` keeps them.
///
/// # Errors
/// If the part is unknown or a check fails.
pub(crate) fn run(part: Option<&str>) -> Result<(), String> {
    if let Some(part) = part.filter(|part| !PARTS.contains(part)) {
        return Err(format!("unknown part '{part}'; the parts are {}", PARTS.join(", ")));
    }
    let mut record = Record::start(part)?;
    let mut result = Ok(());
    for step in steps().into_iter().filter(|step| part.is_none_or(|part| part == step.part)) {
        let end = match step.missing {
            Some(reason) => End::Skipped(reason),
            None => record.time(|| (step.run)()),
        };
        if let End::Failed(message, _) = &end {
            result = Err(message.clone());
        }
        record.add(step.part, step.name, end);
        if result.is_err() {
            break;
        }
    }
    record.finish().and(result)
}

/// Returns all checks. Everything in Rust is compiled once for all of them: with the page, and with the features that all
/// packages together need.
fn steps() -> Vec<Step> {
    let node = web::check_tools().err();
    let page = node.clone().or_else(|| web::browser().err());
    let python = python::check_tools().err();
    // Python serves the files of the site.
    let site = page.clone().or_else(|| python.clone());
    let features = web::features();
    let mut steps = Vec::new();
    let mut add = |part, name, missing: &Option<String>, run: Box<dyn Fn() -> Result<(), String>>| {
        steps.push(Step { part, name, missing: missing.clone(), run });
    };
    let cargo = |arguments: &[&'static str], after: &[&'static str], variables: &'static [(&str, &str)]| {
        let arguments: Vec<&str> = [arguments, &["--locked"], features, after].concat();
        Box::new(move || process::run_with(variables, "cargo", &arguments))
    };
    let lints = cargo(&["clippy", "--workspace", "--all-targets"], &["--", "-D", "warnings"], &[]);
    let documents = ["doc", "--workspace", "--no-deps", "--document-private-items"];
    let documents = cargo(&documents, &[], &[("RUSTDOCFLAGS", "-D warnings")]);
    let tests = cargo(&[&["test"], &web::PACKAGES[..]].concat(), &[], &[]);
    add("rust", "formatting", &None, Box::new(|| process::run("cargo", &["fmt", "--all", "--check"])));
    add("rust", "build of the page", &node, Box::new(web::build));
    add("rust", "lints", &None, lints);
    add("rust", "documentation", &None, documents);
    add("rust", "tests", &None, tests);
    add("rust", "models", &None, Box::new(other_tests::models));
    add("page", "page", &page, Box::new(|| web::test(&RETRIES)));
    add("packages", "JavaScript package", &node, Box::new(js::test));
    add("packages", "site", &site, Box::new(|| js::test_site(&[&SITE_TESTS[..], &RETRIES].concat())));
    add("packages", "Python package", &python, Box::new(python::run));
    add("targets", "targets", &None, Box::new(platforms::check));
    steps
}
