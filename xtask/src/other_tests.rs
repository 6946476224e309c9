//! Tests that other tools run: models under Shuttle, fuzzing with libFuzzer, small unsafe code under Miri, an emulated big-endian
//! processor, and requests that schemathesis makes from the OpenAPI document of the server, valid and invalid ones.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use crate::process;

/// The command that runs the tests in modules named `model_tests`. All code that shares work is in this package, which
/// knows no cube: no test of the others is compiled.
const MODELS: [&str; 9] =
    ["test", "--locked", "-p", "cubiform-search", "--features", "shuttle", "--lib", "--", "model_tests::"];

/// Runs all models. Fails if there are none.
pub(crate) fn models() -> Result<(), String> {
    if process::test_names(&MODELS)?.is_empty() {
        return Err("there are no models".into());
    }
    process::run("cargo", &MODELS)
}

/// The fuzz targets, as in `fuzz/Cargo.toml`.
const TARGETS: [&str; 8] =
    ["analysis", "condition", "facelets", "goal", "manifest", "notation", "scrambles", "table_header"];

/// Fuzzes each target in turn for this many seconds. Stops at the first failure.
pub(crate) fn fuzz_all(seconds: &str) -> Result<(), String> {
    TARGETS.iter().try_for_each(|target| fuzz(target, seconds))
}

/// Fuzzes a target for this many seconds.
pub(crate) fn fuzz(target: &str, seconds: &str) -> Result<(), String> {
    if !TARGETS.contains(&target) {
        return Err(format!("unknown fuzz target '{target}' (targets: {})", TARGETS.join(", ")));
    }
    if !process::is_available("cargo", &["fuzz", "--version"]) {
        process::run("cargo", &["install", "cargo-fuzz", "--locked"])?;
    }
    let time = format!("-max_total_time={seconds}");
    // The thread that unzips may end shortly after its reader. Its memory is not a leak.
    process::run("cargo", &["+nightly", "fuzz", "run", target, "--", &time, "-detect_leaks=0"])
}

/// The tests, by package and by prefixes of their names: those of unsafe code or of state shared between threads that
/// are fast enough under an interpreter. Miri does not support `fsync` of folders and supports few vector instructions.
const MIRI_TESTS: [(&str, &[&str]); 2] = [
    (
        "cubiform-tables",
        &["lookup::probe::", "kociemba::huge_pages::", "lookup::simd::tests::read_panics_at_a_word_outside"],
    ),
    ("cubiform-search", &["interleaved::", "pool::"]),
];

/// Runs the tests with a nightly toolchain, and installs Miri if it is missing.
pub(crate) fn miri() -> Result<(), String> {
    if !process::is_available("cargo", &["+nightly", "miri", "--version"]) {
        process::run("rustup", &["toolchain", "install", "nightly", "-c", "miri", "-c", "rust-src"])?;
    }
    // The tests use the clock and query the processor.
    let env = [("MIRIFLAGS", "-Zmiri-disable-isolation")];
    MIRI_TESTS.iter().try_for_each(|(package, names)| {
        let command = ["+nightly", "miri", "test", "--locked", "-p", package, "--lib", "--"];
        process::run_with(&env, "cargo", &[&command, *names].concat())
    })
}

const TRIPLE: &str = "s390x-unknown-linux-gnu";

/// The tests of code that reads or writes numbers as bytes, and all tests of the cube.
const QEMU_TESTS: [(&str, &[&str]); 4] = [
    ("cubiform-cube", &["--lib", "--tests"]),
    ("cubiform-files", &["--lib"]),
    ("cubiform-store", &["--lib", "--", "file::"]),
    ("cubiform-tables", &["--lib", "--", "code::", "table::", "layout::", "probe::"]),
];

/// Runs the tests under `qemu-s390x`. On Debian this needs the packages `qemu-user`, `gcc-s390x-linux-gnu` and
/// `libc6-dev-s390x-cross`.
pub(crate) fn qemu() -> Result<(), String> {
    for (program, package) in
        [("qemu-s390x", "qemu-user"), ("s390x-linux-gnu-gcc", "gcc-s390x-linux-gnu libc6-dev-s390x-cross")]
    {
        if !process::is_available(program, &["--version"]) {
            return Err(format!("{program} not found; install {package}"));
        }
    }
    let env = [
        ("CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER", "s390x-linux-gnu-gcc"),
        ("CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER", "qemu-s390x -L /usr/s390x-linux-gnu"),
    ];
    process::add_target(TRIPLE)?;
    QEMU_TESTS.iter().try_for_each(|(package, arguments)| {
        let command = ["test", "--locked", "--target", TRIPLE, "-p", package];
        process::run_with(&env, "cargo", &[&command, *arguments].concat())
    })
}

/// What every response must satisfy. Texts that are valid for the document but not for the language of goals are
/// refused, so `positive_data_acceptance` is not among them; `negative_data_rejection` is not either, since any text is a
/// valid body of CSV for the document.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance,unsupported_method";

/// Runs so many examples of each route.
pub(crate) fn schemathesis(examples: &str) -> Result<(), String> {
    let folder = process::root().join("target/schemathesis");
    let tool = |name: &str| folder.join("bin").join(name);
    process::run("cargo", &["build", "--release", "--locked", "--package", "cubiform-cli"])?;
    process::run("python3", &["-m", "venv", &folder.display().to_string()])?;
    process::run(tool("pip"), &["install", "--quiet", "schemathesis==4.32.5"])?;
    let mut server = serve(&process::root().join("target/release/cubiform"))?;
    let passed = process::run(
        tool("schemathesis"),
        &["run", &server.document, "--checks", CHECKS, "--max-examples", examples, "--continue-on-failure"],
    );
    let _ = server.child.kill();
    let _ = server.child.wait();
    passed
}

/// A server, and the address of its description.
struct Server {
    child: Child,
    document: String,
}

/// Starts a server on a free port and waits until it is ready.
fn serve(program: &Path) -> Result<Server, String> {
    let mut command =
        process::command(program, &["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]);
    let mut child = command
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cannot run {}: {e}", program.display()))?;
    let mut said = BufReader::new(child.stderr.take().ok_or("the server has no standard error")?);
    let mut line = String::new();
    loop {
        line.clear();
        match said.read_line(&mut line) {
            Ok(1..) => {}
            _ => return Err("the server ended before it was ready".into()),
        }
        eprint!("{line}");
        if let Some(document) = line.trim().strip_prefix("ready: ") {
            let document = document.to_string();
            std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::stderr()));
            return Ok(Server { child, document });
        }
    }
}
