//! The checks that every change must pass.

use crate::{js, models, python, site, targets, web};

/// The tests of the static site that every change must pass: its own, and those of the package. Those of the page run
/// against the server.
const SITE_TESTS: [&str; 6] = ["site.spec", "package.spec", "--grep-invert", "@slow", "--retries", "2"];

/// Runs formatting, lints, documentation, the README's test command, the tests of the page, of the static site
/// and of the Python package, models and the checks for other targets, in this order. Without Node or Chromium the page is left out, without
/// Python its package, and a line at the end says so. Returns whether all passed.
pub(crate) fn run() -> bool {
    let no_page = web::missing_tools().or_else(web::missing_browser);
    let no_python = python::missing_tools();
    let passed = run_cargo(&[], &["fmt", "--all", "--check"])
        && clippy(&[])
        && (no_page.is_some() || web::build() && clippy(&["--features", "cubiform-cli/web"]))
        && run_cargo(
            &[("RUSTDOCFLAGS", "-D warnings")],
            &["doc", "--workspace", "--no-deps", "--locked", "--document-private-items"],
        )
        && run_cargo(&[], &["test", "--locked"])
        && run_cargo(&[], &["test", "--locked", "--package", "cubiform-research"])
        && (no_page.is_some() || web::test(&["--retries", "2"]))
        && (no_page.is_some() || js::test())
        // Python serves the files of the site.
        && (no_page.is_some() || no_python.is_some() || site::test(&SITE_TESTS))
        && (no_python.is_some() || python::run())
        && models::run()
        && targets::run();
    if let Some(reason) = no_page {
        eprintln!("skipped: the page and its tests: {reason}");
    }
    if let Some(reason) = no_python {
        eprintln!("skipped: the Python package and its tests: {reason}");
    }
    passed
}

fn clippy(features: &[&str]) -> bool {
    let start = ["clippy", "--workspace", "--all-targets", "--locked"];
    run_cargo(&[], &[&start, features, &["--", "-D", "warnings"]].concat())
}

fn run_cargo(env: &[(&str, &str)], args: &[&str]) -> bool {
    crate::process::run(env, "cargo", args)
}
