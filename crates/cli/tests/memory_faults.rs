//! Memory refused: each large allocation of the command and of the server fails once. The process answers rightly or ends
//! with a message and a code that a service manager sees; no output is half written, and a run goes on afterwards.
//!
//! This program is the tests and, started by them with `CUBIFORM_MEMORY_FAULT=N`, the command whose N-th large allocation is
//! refused.

use std::alloc::{GlobalAlloc, Layout, System};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

/// The least size, in bytes, of a large allocation.
const LARGE: usize = 32 << 10;

/// The text on standard error by which the tests know that an allocation was refused.
const REFUSED: &str = "memory refused on purpose\n";

/// The system's allocator, which refuses one large allocation.
struct Refusing;

/// The number of large allocations until the one that is refused; 0 if none is.
static LEFT: AtomicU64 = AtomicU64::new(0);

impl Refusing {
    /// Returns whether an allocation is refused, and counts it.
    fn refuses(size: usize) -> bool {
        let count = |left: u64| left.checked_sub(1);
        if size < LARGE || LEFT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, count) != Ok(1) {
            return false;
        }
        #[cfg(unix)]
        // SAFETY: the pointer and the length are those of the text. The standard library is not used here, since it may
        // be what allocates.
        unsafe {
            libc::write(libc::STDERR_FILENO, REFUSED.as_ptr().cast(), REFUSED.len());
        }
        true
    }
}

// SAFETY: every call is passed to the system's allocator, or returns null, which says that there is no memory.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if Self::refuses(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above; `pointer` comes from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if Self::refuses(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if Self::refuses(size) {
            return std::ptr::null_mut();
        }
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

fn main() -> ExitCode {
    if let Some(number) = std::env::var("CUBIFORM_MEMORY_FAULT").ok().and_then(|text| text.parse().ok()) {
        LEFT.store(number, Ordering::Relaxed);
        return cubiform_command::run(std::env::args_os());
    }
    // The arguments of the test runner: lists and ignored tests have nothing here, and names select.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let names: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let is_selected = names.is_empty() || names.iter().any(|name| "memory_faults".contains(&name[..]));
    let is_other = arguments.iter().any(|argument| ["--list", "--ignored"].contains(&&argument[..]));
    #[cfg(target_os = "linux")]
    if is_selected && !is_other {
        tests::run();
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (is_selected, is_other);
    ExitCode::SUCCESS
}

#[cfg(target_os = "linux")]
#[allow(dead_code)]
#[path = "all/common/wait.rs"]
mod wait;

#[cfg(target_os = "linux")]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::os::unix::process::ExitStatusExt;
    use std::path::Path;
    use std::process::{Command, ExitStatus, Output, Stdio};
    use std::time::Duration;
    use std::{fs, thread};

    use super::REFUSED;
    use super::wait::{wait_for_end, wait_until};

    const TABLES: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/tables");
    const ANALYSIS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/analysis-20.csv");
    const SCRAMBLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/wca-scrambles-20.csv");

    /// The maximum number of allocations refused for one command; beyond that, they are spread over all.
    const MOST: u64 = 40;

    fn command(arguments: &[&str], number: u64) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(arguments)
            .env("CUBIFORM_TABLES", TABLES)
            .env("CUBIFORM_MEMORY_FAULT", number.to_string());
        // A backtrace takes a second, and memory.
        command.env("RUST_BACKTRACE", "0");
        command
    }

    fn run_with(arguments: &[&str], number: u64) -> Output {
        command(arguments, number).output().unwrap()
    }

    /// Returns the end of a process that had no memory: an error of the command, or an abort with a message.
    fn is_told(status: ExitStatus, said: &str) -> bool {
        let said = said.replace(REFUSED, "");
        (status.code() == Some(1) && !said.is_empty())
            || (status.signal() == Some(6) && said.contains("memory allocation of "))
    }

    /// Refuses the large allocations of a command that writes to `folder`, one in each run. `is_partial` returns whether
    /// what a run has left is allowed. Returns the number of refusals.
    fn refuse_each(arguments: &[&str], is_partial: impl Fn(&Path) -> bool) -> u64 {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("d");
        let here = folder.to_str().unwrap().to_string();
        let arguments: Vec<String> = arguments.iter().map(|text| text.replace("HERE", &here)).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let fresh = || {
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir(&folder).unwrap();
        };
        fresh();
        let undisturbed = run_with(&arguments, u64::MAX);
        let said = String::from_utf8_lossy(&undisturbed.stderr).into_owned();
        assert!(undisturbed.status.success(), "{arguments:?}: {said}");
        let wanted = contents(&folder);
        // The number of large allocations, found by doubling and halving.
        let is_reached = |number: u64| {
            fresh();
            String::from_utf8_lossy(&run_with(&arguments, number).stderr).contains(REFUSED)
        };
        let (mut reached, mut beyond) = (0, 1);
        while is_reached(beyond) {
            (reached, beyond) = (beyond, beyond * 2);
        }
        while beyond - reached > 1 {
            let middle = reached + (beyond - reached) / 2;
            if is_reached(middle) { reached = middle } else { beyond = middle }
        }
        let mut refused = 0;
        let step = reached.div_ceil(MOST).max(1);
        for number in (1..=reached).step_by(step as usize) {
            fresh();
            let run = run_with(&arguments, number);
            let said = String::from_utf8_lossy(&run.stderr).into_owned();
            refused += u64::from(said.contains(REFUSED));
            let left = contents(&folder);
            if run.status.success() {
                assert!(left == wanted && run.stdout == undisturbed.stdout, "{arguments:?} {number}: {said}");
                continue;
            }
            assert!(is_told(run.status, &said), "{arguments:?} {number}: {:?} {said}", run.status);
            assert!(
                left == wanted || left.is_empty() || is_partial(&folder),
                "{arguments:?} {number}: {said}"
            );
            let again = run_with(&arguments, u64::MAX);
            assert!(
                again.status.success(),
                "{arguments:?} {number}: {}",
                String::from_utf8_lossy(&again.stderr)
            );
            assert!(contents(&folder) == wanted, "{arguments:?} {number}: another result afterwards");
        }
        println!(
            "{refused:>3} of {reached:>4} large allocations refused: cubiform {}",
            arguments[..2].join(" ")
        );
        refused
    }

    /// Returns the files of a folder and their contents, without temporary ones, which a process that aborts leaves.
    fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_string();
            if name.starts_with(".cubiform-") {
                continue;
            }
            match path.is_dir() {
                true => found.extend(
                    contents(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)),
                ),
                false => found.push((name, fs::read(&path).unwrap())),
            }
        }
        found.sort();
        found
    }

    /// Returns whether the folder of parts is marked as incomplete.
    fn is_unfinished(folder: &Path) -> bool {
        let text = fs::read(folder.join("out/_manifest.json"));
        text.is_ok_and(|text| {
            serde_json::from_slice::<serde_json::Value>(&text).unwrap()["complete"] == false
        }) || contents(&folder.join("out")).is_empty()
    }

    /// Returns the answer to a request; `None` if the connection failed.
    fn ask(address: &str, head: &str, body: &str) -> Option<String> {
        let mut stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let common = format!("host: localhost\r\nconnection: close\r\ncontent-length: {}", body.len());
        write!(stream, "{head}\r\n{common}\r\n\r\n{body}").ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        Some(answer)
    }

    /// Refuses an allocation of a server that answers requests. Returns whether it was reached.
    fn refuse_in_server(number: u64) -> bool {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let address = format!("127.0.0.1:{port}");
        let arguments = ["serve", "--goals", "cross", "--no-warm-up", "--threads", "1", "--listen", &address];
        let mut server =
            command(&arguments, number).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stderr = server.stderr.take().unwrap();
        let reading = thread::spawn(move || {
            let mut said = Vec::new();
            let _ = stderr.read_to_end(&mut said);
            String::from_utf8_lossy(&said).into_owned()
        });
        wait_until("the server is ready or at its end", || {
            server.try_wait().unwrap().is_some()
                || ask(&address, "GET /readyz HTTP/1.1", "").is_some_and(|answer| answer.contains(" 200 "))
        });
        let list: Vec<String> = (0..4000).map(|_| "\"R U F\"".to_string()).collect();
        let list = format!(r#"{{"goal":"cross","colors":"W","scrambles":[{}]}}"#, list.join(","));
        let text = "content-type: text/plain";
        let json = "content-type: application/json";
        for (head, body, wanted) in [
            (
                format!("POST /v1/analyze?goal=cross&colors=W HTTP/1.1\r\n{text}"),
                "R U F\n".repeat(2000),
                r#"{"white":2}"#,
            ),
            (format!("POST /v1/analyze HTTP/1.1\r\n{json}"), list, r#"{"white":2}"#),
            // The solvers are made by the first requests that need them.
            ("GET /v1/solve?scramble=R+U+F HTTP/1.1".to_string(), String::new(), r#""error":null"#),
            (
                "GET /v1/solve?scramble=R+U+F&method=cfop HTTP/1.1".to_string(),
                String::new(),
                r#""error":null"#,
            ),
            (
                "GET /v1/solve?scramble=R+U+F&method=thistlethwaite HTTP/1.1".to_string(),
                String::new(),
                r#""error":null"#,
            ),
            ("GET /v1/solve?scramble=R+U+F&puzzle=222 HTTP/1.1".to_string(), String::new(), r#""length":3"#),
            ("GET /v1/scramble?where=cross+%3C%3D+4 HTTP/1.1".to_string(), String::new(), r#""scramble":"#),
            ("GET /v1/openapi.json HTTP/1.1".to_string(), String::new(), "3.1"),
        ] {
            match ask(&address, &head, &body) {
                Some(answer) if answer.contains(" 200 ") => {
                    assert!(answer.contains(wanted), "{number}: {head}");
                }
                // The server has no memory for this one, or is gone.
                Some(answer) => assert!(answer.is_empty() || answer.contains(" 503 "), "{number}: {answer}"),
                None => {}
            }
        }
        let is_alive = server.try_wait().unwrap().is_none();
        if is_alive {
            Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap();
        }
        let status = wait_for_end(&mut server, Duration::from_secs(10));
        let said = reading.join().unwrap();
        // A process that aborts may still be there when the last request is over.
        let is_good = (is_alive && status.code() == Some(0)) || is_told(status, &said);
        assert!(is_good, "{number}: {status:?} {said}");
        said.contains(REFUSED)
    }

    pub(super) fn run() {
        for table in ["cross", "cross-slot"] {
            let built = run_with(&["tables", "build", table], u64::MAX);
            assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        }
        let analyze = ["analyze", "-i", SCRAMBLES, "-s", "cross", "--threads", "1"];
        let mut refused = 0;
        for (more, is_partial) in [
            (&["-f", "csv", "-o", "HERE/out.csv"][..], false),
            (&["-f", "parquet", "-o", "HERE/out.parquet"], false),
            (&["-f", "csv", "-o", "HERE/out/", "--part-rows", "6", "--resume"], true),
        ] {
            refused +=
                refuse_each(&[&analyze[..], more].concat(), |folder| is_partial && is_unfinished(folder));
        }
        refused += refuse_each(&["stats", ANALYSIS], |_| false);
        refused += refuse_each(&["scramble", "-n", "2", "--seed", "1"], |_| false);
        let mut served = 0;
        // Starting a server takes a second: some of its allocations, closer together at first.
        let mut number = 1;
        while refuse_in_server(number) {
            served += 1;
            number += 1 + number / 8;
        }
        println!("{served} large allocations of a server refused, up to number {number}");
        assert!(refused > 20 && served > 5, "{refused} {served}");
        println!("{} large allocations refused, no bad end\n\n1 passed, 0 failed", refused + served);
    }
}
