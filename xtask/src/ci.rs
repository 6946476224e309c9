//! The checks that every change must pass.

use std::time::Instant;

use crate::{js, models, process, python, site, targets, web};

/// The tests of the static site that every change must pass: its own, and those of the package. Those of the page run
/// against the server.
const SITE_TESTS: [&str; 6] = ["site.spec", "package.spec", "--grep-invert", "@slow", "--retries", "2"];

/// Why a check cannot run here.
type Missing = Option<String>;

/// A check.
type Step<'a> = &'a dyn Fn() -> Result<(), String>;

/// Runs formatting, lints, documentation, the README's test command, the tests of the page, of the JavaScript package, of
/// the static site and of the Python package, models and the checks for other targets, in this order, until one fails.
/// Without Node or Chromium the page is left out, without Python its package. The last lines say so, and how long each
/// check took.
pub(crate) fn run() -> Result<(), String> {
    let page = web::check_tools().and_then(|()| web::browser()).err();
    let python = python::check_tools().err();
    // Python serves the files of the site.
    let site = page.clone().or_else(|| python.clone());
    let research = ["test", "--locked", "--package", "cubiform-research"];
    let documents = ["doc", "--workspace", "--no-deps", "--locked", "--document-private-items"];
    let steps: [(&str, &Missing, Step<'_>); 13] = [
        ("formatting", &None, &|| process::run("cargo", &["fmt", "--all", "--check"])),
        ("lints", &None, &|| clippy(&[])),
        ("lints with the page", &page, &|| {
            web::build().and_then(|()| clippy(&["--features", "cubiform-cli/web"]))
        }),
        ("documentation", &None, &|| {
            process::run_with(&[("RUSTDOCFLAGS", "-D warnings")], "cargo", &documents)
        }),
        ("tests", &None, &|| process::run("cargo", &["test", "--locked"])),
        ("tests of research", &None, &|| process::run("cargo", &research)),
        ("tests of the chores", &None, &|| {
            process::run("cargo", &["test", "--locked", "--package", "xtask"])
        }),
        ("page", &page, &|| web::test(&["--retries", "2"])),
        ("JavaScript package", &page, &js::test),
        ("site", &site, &|| site::test(&SITE_TESTS)),
        ("Python package", &python, &python::run),
        ("models", &None, &models::run),
        ("targets", &None, &targets::run),
    ];
    let mut ends = Vec::new();
    for (name, missing, step) in steps {
        if let Some(reason) = missing {
            ends.push(format!("skipped: {name}: {reason}"));
            continue;
        }
        let start = Instant::now();
        let passed = step();
        let end = if passed.is_ok() { "passed" } else { "FAILED" };
        ends.push(format!("{end}: {name}, {:.0} s", start.elapsed().as_secs_f64()));
        if let Err(message) = passed {
            return Err(format!("{message}\n{}", ends.join("\n")));
        }
    }
    eprintln!("{}", ends.join("\n"));
    Ok(())
}

fn clippy(features: &[&str]) -> Result<(), String> {
    let start = ["clippy", "--workspace", "--all-targets", "--locked"];
    process::run("cargo", &[&start, features, &["--", "-D", "warnings"]].concat())
}
