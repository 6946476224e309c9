//! The web page: builds it, serves it, and tests it in a browser.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};
use std::{fs, thread};

use crate::{process, record};

/// The least version of Node with which the page is built.
const NODE: (u32, u32) = (20, 19);

/// The names under which systems have Chromium.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The files and folders of `web/` from which the page is built.
const SOURCES: [&str; 8] = [
    "src", "public", "index.html", "openapi.json", "package.json", "package-lock.json", "tsconfig.json",
    "vite.config.ts",
];

/// The address on which `cubiform serve` listens by default.
const DEFAULT_ADDRESS: &str = "127.0.0.1:2026";

pub(crate) fn folder() -> PathBuf {
    process::root().join("web")
}

/// Checks that the page can be built on this machine.
pub(crate) fn check_tools() -> Result<(), String> {
    let version = process::text(&mut process::command("node", &["--version"]));
    let version = version.map_err(|_| "node not found; install Node.js")?;
    let mut numbers = version.trim_start_matches('v').split('.').map(|number| number.parse().unwrap_or(0));
    if (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) < NODE {
        return Err(format!("node is {version}; the page needs {}.{} or later", NODE.0, NODE.1));
    }
    let has_npm = process::is_available(npm(), &["--version"]);
    has_npm.then_some(()).ok_or_else(|| "npm not found; install it beside Node.js".into())
}

/// Builds the page in `web/dist`, unless it is newer than its sources.
pub(crate) fn build() -> Result<(), String> {
    check_tools()?;
    let folder = folder();
    install(&folder)?;
    let newest = SOURCES.iter().map(|source| newest(&folder.join(source))).max().flatten();
    if modified(&folder.join("dist/index.html")) > newest {
        eprintln!("web/dist is newer than the sources of the page");
        return Ok(());
    }
    run_npm(&folder, &["run", "build"])
}

/// Installs the packages that a folder's lock file names, unless that is done.
pub(crate) fn install(folder: &Path) -> Result<(), String> {
    let installed = folder.join("node_modules/.package-lock.json");
    if modified(&installed) >= modified(&folder.join("package-lock.json")) {
        return Ok(());
    }
    run_npm(folder, &["ci", "--no-audit", "--no-fund"])
}

/// Builds the page and the program with it, starts a server with these arguments, and opens the page in a browser once
/// it is ready.
pub(crate) fn serve(arguments: &[&str]) -> Result<(), String> {
    let address = listen_address(arguments);
    if TcpStream::connect(address).is_ok() {
        return Err(format!(
            "a server already listens on {address}; stop it, or choose another address with --listen"
        ));
    }
    build()?;
    let command = ["run", "--release", "--features", "web", "-p", "cubiform-cli", "--", "serve"];
    let command = [&command, arguments].concat();
    eprintln!("+ cargo {}", command.join(" "));
    let mut server =
        process::command("cargo", &command).spawn().map_err(|e| format!("cannot run cargo: {e}"))?;
    let mut is_open = false;
    loop {
        if let Some(status) = server.try_wait().map_err(|e| format!("cannot wait for the server: {e}"))? {
            return status.success().then_some(()).ok_or_else(|| "the server failed".into());
        }
        thread::sleep(Duration::from_millis(200));
        // The server prints the address of the page, for whoever has no browser here.
        if !is_open && is_ready(address) {
            is_open = true;
            open(&format!("http://{}/", address.replace("0.0.0.0", "127.0.0.1")));
        }
    }
}

/// Builds the page and the program with it, and runs the tests of the page in a browser with these arguments of
/// Playwright. The tests of its server are part of `cargo test`.
pub(crate) fn test(arguments: &[&str]) -> Result<(), String> {
    check_tools()?;
    let browser = browser()?;
    let program = build_program()?;
    process::run_command(playwright(&browser).args(arguments).env("CUBIFORM", program))
}

/// Returns the folder of the tables that all tests share, which `cargo test` begins.
pub(crate) fn tables() -> PathBuf {
    process::root().join("target/tmp/tables")
}

/// The arguments of cargo that select the packages with tests. Which are selected decides on the features of all.
pub(crate) const PACKAGES: [&str; 3] = ["--workspace", "--exclude", "cubiform-benches"];

/// Returns the arguments of cargo that put the page into the program, if it can be built on this machine.
pub(crate) fn features() -> &'static [&'static str] {
    if check_tools().is_ok() { &["--features", "cubiform-cli/web"] } else { &[] }
}

/// Builds the program with the page, if that can be built, and the native module of the Python package, as `cargo test
/// --workspace` builds them, and the tables that the tests of the page and of the packages need. Returns the program.
pub(crate) fn build_program() -> Result<PathBuf, String> {
    let features = features();
    if !features.is_empty() {
        build()?;
    }
    // Other packages, or no target that only tests need, would have other features, and all would be compiled again.
    let command = ["build", "--locked", "--lib", "--bin", "cubiform", "--example", "cancel"];
    process::run("cargo", &[&command[..], &PACKAGES, features].concat())?;
    let program =
        process::root().join("target/debug/cubiform").with_extension(std::env::consts::EXE_EXTENSION);
    let program = program.canonicalize().map_err(|e| format!("cannot find {}: {e}", program.display()))?;
    let tables = tables().display().to_string();
    process::run(&program, &["tables", "build", "optimal-small", "eo-cross", "--tables", &tables])?;
    Ok(program)
}

/// Returns the command that runs tests in this browser, against a server on a free port.
pub(crate) fn playwright(browser: &Path) -> Command {
    let mut command = process::command(npx(), &["playwright", "test"]);
    command.current_dir(folder()).env("CUBIFORM_PORT", free_port().to_string()).env("CHROMIUM", browser);
    command.env("CUBIFORM_FLAKY_TESTS", record::flaky_tests());
    command
}

/// Returns the name of npm.
pub(crate) fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// Returns the name of npx.
pub(crate) fn npx() -> &'static str {
    if cfg!(windows) { "npx.cmd" } else { "npx" }
}

/// Runs npm in a folder.
pub(crate) fn run_npm(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    run_npm_with(&[], folder, arguments)
}

/// Runs npm in a folder with more variables in its environment.
pub(crate) fn run_npm_with(env: &[(&str, &str)], folder: &Path, arguments: &[&str]) -> Result<(), String> {
    process::run_command(process::command(npm(), arguments).envs(env.iter().copied()).current_dir(folder))
}

/// Returns the path of Chromium: that in the environment variable `CHROMIUM`, or the first one in `PATH`.
pub(crate) fn browser() -> Result<PathBuf, String> {
    let browser = std::env::var_os("CHROMIUM").map(PathBuf::from).or_else(|| find_program(&BROWSERS));
    browser.ok_or_else(|| "no Chromium found; install chromium, or set CHROMIUM to its path".into())
}

/// Returns the path of the first of these programs that a folder of `PATH` has.
pub(crate) fn find_program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let candidates = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.into_iter().find(|path| path.is_file())
}

/// Returns the time of the last change of a file, or `None` if it does not exist.
fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

/// Returns the time of the last change of a file, or of any file or folder in a folder. The file that the build
/// generates does not count.
fn newest(path: &Path) -> Option<SystemTime> {
    if path.ends_with("src/api/schema.d.ts") {
        return None;
    }
    let below = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| newest(&entry.path())).max();
    // Writing the generated file changes its folder.
    let own = if path.ends_with("src/api") { None } else { modified(path) };
    own.max(below.flatten())
}

/// Returns the address on which a server with these arguments listens.
fn listen_address<'a>(arguments: &[&'a str]) -> &'a str {
    let named =
        arguments.iter().enumerate().find_map(|(i, argument)| match argument.strip_prefix("--listen") {
            Some("") => arguments.get(i + 1).copied(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        });
    named.unwrap_or(DEFAULT_ADDRESS)
}

/// Returns whether the server at an address takes requests.
fn is_ready(address: &str) -> bool {
    let Ok(mut stream) = TcpStream::connect(address) else { return false };
    let request = format!("GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    let mut answer = String::new();
    let asked = stream.write_all(request.as_bytes()).and_then(|()| stream.read_to_string(&mut answer));
    asked.is_ok() && answer.starts_with("HTTP/1.1 200 ")
}

/// Opens an address in the user's browser, if there is one.
fn open(address: &str) {
    let (opener, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", "", address])
    } else if cfg!(target_os = "macos") {
        ("open", &[address])
    } else if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some()) {
        ("xdg-open", &[address])
    } else {
        return;
    };
    let quiet = || Stdio::null();
    let _ = Command::new(opener).args(arguments).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}

/// Returns a port on which nothing listens.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener.map_or(2027, |address| address.port())
}
