//! The checks that every change must pass.

use std::time::Instant;

use crate::{js, models, python, site, targets, web};

/// The tests of the static site that every change must pass: its own, and those of the package. Those of the page run
/// against the server.
const SITE_TESTS: [&str; 6] = ["site.spec", "package.spec", "--grep-invert", "@slow", "--retries", "2"];

/// Why a check cannot run here.
type Missing = Option<String>;

/// Runs formatting, lints, documentation, the README's test command, the tests of the page, of the JavaScript package, of
/// the static site and of the Python package, models and the checks for other targets, in this order, until one fails.
/// Without Node or Chromium the page is left out, without Python its package. The last lines say so, and how long each
/// check took. Returns whether all passed.
pub(crate) fn run() -> bool {
    let page = web::missing_tools().or_else(web::missing_browser);
    let python = python::missing_tools();
    // Python serves the files of the site.
    let site = page.clone().or_else(|| python.clone());
    let research = ["test", "--locked", "--package", "cubiform-research"];
    let documents = ["doc", "--workspace", "--no-deps", "--locked", "--document-private-items"];
    let steps: [(&str, &Missing, &dyn Fn() -> bool); 13] = [
        ("formatting", &None, &|| run_cargo(&[], &["fmt", "--all", "--check"])),
        ("lints", &None, &|| clippy(&[])),
        ("lints with the page", &page, &|| web::build() && clippy(&["--features", "cubiform-cli/web"])),
        ("documentation", &None, &|| run_cargo(&[("RUSTDOCFLAGS", "-D warnings")], &documents)),
        ("tests", &None, &|| run_cargo(&[], &["test", "--locked"])),
        ("tests of research", &None, &|| run_cargo(&[], &research)),
        ("tests of the chores", &None, &|| run_cargo(&[], &["test", "--locked", "--package", "xtask"])),
        ("page", &page, &|| web::test(&["--retries", "2"])),
        ("JavaScript package", &page, &js::test),
        ("site", &site, &|| site::test(&SITE_TESTS)),
        ("Python package", &python, &python::run),
        ("models", &None, &models::run),
        ("targets", &None, &targets::run),
    ];
    let mut ends = Vec::new();
    let mut passed = true;
    for (name, missing, step) in steps {
        if let Some(reason) = missing {
            ends.push(format!("skipped: {name}: {reason}"));
            continue;
        }
        let start = Instant::now();
        passed = step();
        let end = if passed { "passed" } else { "FAILED" };
        ends.push(format!("{end}: {name}, {:.0} s", start.elapsed().as_secs_f64()));
        if !passed {
            break;
        }
    }
    eprintln!("{}", ends.join("\n"));
    passed
}

fn clippy(features: &[&str]) -> bool {
    let start = ["clippy", "--workspace", "--all-targets", "--locked"];
    run_cargo(&[], &[&start, features, &["--", "-D", "warnings"]].concat())
}

fn run_cargo(env: &[(&str, &str)], args: &[&str]) -> bool {
    crate::process::run(env, "cargo", args)
}
