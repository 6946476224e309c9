//! Other platforms: `cargo check` for those on which the tests do not run, and tests of the Windows program under Wine. The
//! check for WebAssembly is the build of the JavaScript package.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::process;

/// A platform and the packages to check for it.
struct Target {
    triple: &'static str,
    /// Whether to check the whole workspace, or only the libraries.
    is_workspace: bool,
    /// The C compiler needed to build a dependency (zstd), as a program and its Debian package.
    compiler: Option<(&'static str, &'static str)>,
}

const TARGETS: [Target; 3] = [
    Target {
        triple: "x86_64-pc-windows-gnu",
        is_workspace: true,
        compiler: Some(("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64")),
    },
    Target { triple: "aarch64-apple-darwin", is_workspace: false, compiler: None },
    Target { triple: "aarch64-unknown-linux-gnu", is_workspace: false, compiler: None },
];

/// The packages that do not depend on an operating system's files and terminals.
const LIBRARIES: [&str; 1] = ["cubiform"];

/// Checks every target that can be installed, and lists the ones that were skipped. Fails only if a check does.
pub(crate) fn check() -> Result<(), String> {
    let mut skipped = Vec::new();
    for target in &TARGETS {
        match target.check_tools() {
            Ok(()) => target.check()?,
            Err(reason) => skipped.push(format!("{}: {reason}", target.triple)),
        }
    }
    for line in skipped {
        eprintln!("skipped: check for {line}");
    }
    Ok(())
}

impl Target {
    /// Checks that the check can run on this machine.
    fn check_tools(&self) -> Result<(), String> {
        process::add_target(self.triple)?;
        if let Some((compiler, package)) = self.compiler
            && !process::is_available(compiler, &["--version"])
        {
            return Err(format!("{compiler} not found; install the package {package}"));
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        let mut arguments = vec!["check", "--locked", "--target", self.triple];
        if self.is_workspace {
            arguments.push("--workspace");
        } else {
            arguments.extend(LIBRARIES.iter().flat_map(|library| ["-p", library]));
        }
        process::run_with(&[("RUSTFLAGS", "-D warnings")], "cargo", &arguments)
    }
}

const TRIPLE: &str = "x86_64-pc-windows-gnu";

/// Builds the program with MinGW and tests it under Wine: an analysis, building, listing and verifying of tables, and
/// an analysis in parts that is killed and resumed. The results are compared with those of the native program. On
/// Debian this needs the packages `wine64` and `gcc-mingw-w64-x86-64`.
pub(crate) fn test_windows() -> Result<(), String> {
    process::add_target(TRIPLE)?;
    process::run("cargo", &["build", "--locked"])?;
    process::run("cargo", &["build", "--locked", "--target", TRIPLE, "-p", "cubiform-cli"])?;
    build_random_library(&process::root().join("target").join(TRIPLE).join("debug"))?;
    check_under_wine()
}

/// Builds the DLL from which Rust reads random numbers and puts it next to a program, since Wine 8 lacks it.
pub(crate) fn build_random_library(folder: &Path) -> Result<(), String> {
    let library = folder.join("bcryptprimitives.dll");
    let source = process::root().join("xtask/src/bcryptprimitives.c");
    let [library, source] = [library, source].map(|path| path.display().to_string());
    let arguments = ["-shared", "-O1", "-o", &library, &source, "-ladvapi32"];
    process::run("x86_64-w64-mingw32-gcc", &arguments)
}

/// The scrambles to analyse.
const SCRAMBLES: &str = "crates/cli/fixtures/wca-scrambles-20.csv";

fn check_under_wine() -> Result<(), String> {
    let folder = process::root().join("target/windows");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let tables = folder.join("tables").display().to_string();
    let out = format!("{}/", folder.join("parts").display());

    let analyze =
        ["analyze", "-i", SCRAMBLES, "-s", "cross,xcross", "-f", "csv", "--tables", &tables, "--goal", "std"];
    let native =
        process::output(&mut process::command(process::root().join("target/debug/cubiform"), &analyze))?;
    // The native program has built the tables. The Windows program removes and rebuilds them.
    step("remove", &["tables", "remove", "cross", "cross-slot", "--tables", &tables])?;
    step("build", &["tables", "build", "cross", "cross-slot", "--tables", &tables])?;
    step("verify", &["tables", "verify", "cross", "cross-slot", "--tables", &tables])?;
    step("list", &["tables", "list", "--tables", &tables])?;
    let under_wine = step("analyze", &analyze)?;
    if text(&native)? != text(&under_wine)?.replace("\r\n", "\n") {
        return Err("the results differ from those of the native program".into());
    }
    let parts = [
        "analyze", "--random", "4000", "-s", "cross,xcross", "-f", "parquet", "--tables", &tables,
        "--part-rows", "100", "--resume", "-o", &out,
    ];
    let mut child =
        program(&parts).stderr(Stdio::null()).spawn().map_err(|e| format!("cannot start wine: {e}"))?;
    let manifest = Path::new(&out).join("_manifest.json");
    let has_parts = || fs::read_to_string(&manifest).is_ok_and(|text| text.contains("part-00002"));
    let since = Instant::now();
    while !has_parts() {
        if since.elapsed() > Duration::from_secs(120) {
            return Err("the analysis wrote no third part within two minutes".into());
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
    let unfinished =
        !fs::read_to_string(&manifest).map_err(|e| e.to_string())?.contains("\"complete\": true");
    step("resume", &parts)?;
    let complete = fs::read_to_string(&manifest).map_err(|e| e.to_string())?;
    if !complete.contains("\"complete\": true") || !complete.contains("\"rows\": 4000") {
        return Err("the resumed analysis is not complete".into());
    }
    step("stats", &["stats", &out])?;
    eprintln!("windows: all steps passed; killed before the end: {unfinished}");
    Ok(())
}

/// Returns the command that runs the Windows program under Wine.
fn program(arguments: &[&str]) -> Command {
    let mut command = process::command("wine", &[]);
    command.arg(process::root().join(format!("target/{TRIPLE}/debug/cubiform.exe")));
    command.args(arguments).env("WINEDEBUG", "-all");
    command
}

/// Runs the Windows program, which must succeed.
fn step(name: &str, arguments: &[&str]) -> Result<Output, String> {
    eprintln!("+ wine cubiform.exe {}", arguments.join(" "));
    process::output(&mut program(arguments)).map_err(|e| format!("{name}: {e}"))
}

fn text(output: &Output) -> Result<String, String> {
    String::from_utf8(output.stdout.clone()).map_err(|e| e.to_string())
}
