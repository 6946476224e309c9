//! `cubiform serve` attacked: no client, page, log or system makes it answer wrongly, hang or take memory without end.

#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::send_signal;
use crate::common::server::{self, TestServer};
use crate::common::wait::{let_pass, wait_for_end, wait_until};

/// The body of a form that made serde build a tree of six gigabytes: maps of empty keys.
fn worst_json(start: &str, length: usize) -> Vec<u8> {
    let mut body = start.as_bytes().to_vec();
    while body.len() < length {
        body.extend_from_slice(br#"{"":0},"#);
    }
    body
}

/// Opens a connection whose reads fail after two minutes.
fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    stream
}

/// Reads a response: its status and its body. A connection that is reset while the request is still sent is none.
fn response(stream: &mut impl Read) -> Option<(u16, String)> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = String::new();
    match length.and_then(|length| length.parse().ok()) {
        Some(length) => drop(reader.take(length).read_to_string(&mut body)),
        None => drop(reader.read_to_string(&mut body)),
    }
    Some((status, body))
}

/// Sends a request with these lines of head, and returns the status and the body of the answer.
fn ask(address: &str, line: &str, headers: &[&str], body: &[u8]) -> Option<(u16, String)> {
    let mut stream = connect(address);
    let host =
        if headers.iter().any(|header| header.starts_with("host:")) { "" } else { "host: localhost\r\n" };
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    let length = if body.is_empty() { String::new() } else { format!("content-length: {}\r\n", body.len()) };
    let head = format!("{line} HTTP/1.1\r\n{host}{headers}{length}connection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).ok()?;
    // A refusal may come before the whole body is sent.
    let mut writer = stream.try_clone().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || writer.write_all(body));
        response(&mut stream)
    })
}

fn get(address: &str, path: &str, headers: &[&str]) -> (u16, String) {
    ask(address, &format!("GET {path}"), headers, b"").expect("an answer")
}

/// Returns the resident memory of a process, in bytes, the files that it maps left out.
fn memory(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// Returns the processor time of the thread of a process that has this name.
fn processor_time(id: u32, name: &str) -> Duration {
    let tasks = std::fs::read_dir(format!("/proc/{id}/task")).unwrap();
    let read = |path: &std::path::Path, file| std::fs::read_to_string(path.join(file)).unwrap_or_default();
    let mut tasks = tasks.map(|task| task.unwrap().path());
    let task = tasks.find(|task| read(task, "comm").trim_end() == name).expect(name);
    Duration::from_nanos(read(&task, "schedstat").split(' ').next().unwrap().parse().unwrap())
}

/// Returns the largest memory of a process, and the longest time to an answer of `/healthz`, while `attack` runs.
fn watch(server: &TestServer, attack: impl FnOnce()) -> (u64, Duration) {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let watching = scope.spawn(move || {
            let (mut most, mut longest) = (0, Duration::ZERO);
            loop {
                most = most.max(memory(server.id()));
                let start = Instant::now();
                assert_eq!(get(&server.address, "/healthz", &[]).0, 200);
                longest = longest.max(start.elapsed());
                if is_done.recv_timeout(Duration::from_millis(5)) != Err(RecvTimeoutError::Timeout) {
                    return (most, longest);
                }
            }
        });
        attack();
        drop(done);
        watching.join().unwrap()
    })
}

/// Starts a server whose standard error is given, on a port that was free a moment ago, and waits until it is ready.
fn start_with_log(log: Stdio, arguments: &[&str]) -> (Child, String) {
    crate::common::build_tables();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cubiform"));
    command.args(["serve", "--goals", "cross", "--no-warm-up", "--listen", &address]).args(arguments);
    let child = command
        .env("CUBIFORM_TABLES", crate::common::TABLES)
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap();
    wait_until("the server is ready", || {
        TcpStream::connect(&address).is_ok() && get(&address, "/readyz", &[]).0 == 200
    });
    (child, address)
}

/// Ends a server with SIGTERM and returns its exit code.
fn terminate(mut child: Child) -> Option<i32> {
    send_signal(child.id(), libc::SIGTERM);
    wait_for_end(&mut child, Duration::from_secs(5)).code()
}

/// Sends requests on one connection after the other, each of which makes lines of log, and checks every answer.
fn requests_with_failing_log(count: usize) {
    let full = || Stdio::from(File::options().write(true).open("/dev/full").unwrap());
    // A pipe whose reader is gone.
    let dead = || Stdio::from(std::io::pipe().unwrap().1);
    // A pipe whose reader never reads.
    let (held, stalled) = std::io::pipe().unwrap();
    for (name, log) in [("/dev/full", full()), ("dead pipe", dead()), ("stalled pipe", Stdio::from(stalled))]
    {
        let (child, address) = start_with_log(log, &["--log-level", "debug"]);
        for _ in 0..count {
            let (status, body) = get(&address, "/v1/analyze?goal=cross&colors=W&scramble=R+U+F", &[]);
            assert!(status == 200 && body.contains(r#"{"white":2}"#), "{name}: {status} {body}");
        }
        assert_eq!(terminate(child), Some(0), "{name}");
    }
    drop(held);
}

#[test]
fn a_log_that_cannot_be_written_stops_nothing() {
    requests_with_failing_log(200);
}

#[test]
#[ignore = "takes minutes"]
fn a_log_that_cannot_be_written_stops_none_of_ten_thousand_requests() {
    requests_with_failing_log(10_000);
}

#[test]
fn running_out_of_files_is_survived_and_told_once() {
    crate::common::build_tables();
    let mut command = Command::new("sh");
    let script = r#"ulimit -n 64; exec "$0" "$@""#;
    command.args(["-c", script, env!("CARGO_BIN_EXE_cubiform"), "serve", "--goals", "cross"]);
    command.args(["--no-warm-up", "--listen", "127.0.0.1:0"]).env("CUBIFORM_TABLES", crate::common::TABLES);
    let mut server = TestServer::of(&mut command);
    let connections: Vec<TcpStream> = (0..120).map(|_| connect(&server.address)).collect();
    let warning = "connections were not accepted";
    wait_until("the server runs out of files", || server.log().contains(warning));
    // It goes on to try every 50 ms.
    let_pass(Duration::from_millis(200));
    drop(connections);
    assert_eq!(get(&server.address, "/v1/analyze?goal=cross&scramble=R", &[]).0, 200);
    send_signal(server.id(), libc::SIGTERM);
    assert_eq!(server.wait(Duration::from_secs(5)), Some(0));
    assert_eq!(server.log().matches(warning).count(), 1, "{}", server.log());
}

/// Sends the worst bodies of some lengths, and checks memory and answers.
fn worst_bodies(lengths: &[usize], patience: Duration) {
    let server = TestServer::start_warm(&["--goals", "cross"]);
    get(&server.address, "/v1/analyze?goal=cross&scramble=R", &[]);
    let rest = memory(server.id());
    for &length in lengths {
        let bodies = [
            ("/v1/analyze", "application/json", worst_json(r#"{"a":["#, length)),
            ("/v1/analyze", "application/json", worst_json(r#"{"scrambles":["#, length)),
            (
                "/v1/analyze",
                "application/json",
                [br#"{"scrambles":["#.to_vec(), b"\"\",".repeat(length / 3)].concat(),
            ),
            (
                "/v1/analyze",
                "application/json",
                [br#"{"scrambles":[{"scramble":"R","id":["#.to_vec(), b"[],".repeat(length / 3)].concat(),
            ),
            ("/v1/goals/check", "application/json", worst_json(r#"{"goal":"#, length)),
            ("/v1/solve", "application/json", b"[".repeat(length)),
            (
                "/v1/solve",
                "application/json",
                [b"{\"scramble\":\"".to_vec(), b"R ".repeat(length / 2)].concat(),
            ),
            ("/v1/analyze?goal=cross", "text/plain", worst_json(r#"{"session1":["#, length)),
            (
                "/v1/analyze?goal=cross",
                "text/plain",
                [br#"{"session1":["#.to_vec(), b"[[0,1],\"\"],".repeat(length / 11), b"0]}".to_vec()]
                    .concat(),
            ),
            (
                "/v1/analyze?goal=cross",
                "text/plain",
                [
                    &br#"{"session1":[],"properties":{"sessionData":{"1":{"a":["#[..],
                    &worst_json("", length)[..],
                    br#"0]}}}}"#,
                ]
                .concat(),
            ),
            (
                "/v1/analyze?goal=cross",
                "text/plain",
                [br#"{"session1":"["#.to_vec(), b"[[0,1],\\\"\\\"],".repeat(length / 13), b"0]\"}".to_vec()]
                    .concat(),
            ),
            ("/v1/analyze?goal=cross", "application/x-ndjson", worst_json("", length)),
            ("/v1/analyze?goal=cross", "text/csv", b"\"".repeat(length)),
            ("/v1/analyze?goal=cross", "text/plain", b"\n".repeat(length)),
        ];
        for (path, media, body) in bodies {
            let start: String = body.iter().take(40).map(|byte| char::from(*byte)).collect();
            let (most, longest) = watch(&server, || {
                let content_type = format!("content-type: {media}");
                drop(ask(&server.address, &format!("POST {path}"), &[&content_type], &body));
            });
            let above = most.saturating_sub(rest) >> 20;
            println!(
                "{:>3} MiB of {start}: {above} MiB above rest, /healthz at most {longest:?}",
                length >> 20
            );
            // A document may take some times its length, and the server bounds the sum.
            let allowed = (4 + 5 * (length as u64 >> 20)).min(64);
            assert!(above <= allowed, "{start}: {above} MiB");
            assert!(longest <= patience, "{start}: {longest:?}");
        }
    }
    let (most, longest) = watch(&server, || {
        // Unfinished bodies, all held at once.
        let answered_before = server.figure(r#"cubiform_requests_total{path="/v1/analyze""#);
        let held: Vec<TcpStream> = (0..30)
            .map(|_| {
                let mut stream = connect(&server.address);
                stream.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
                let head = "POST /v1/analyze HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json";
                let _ = write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n", 15 << 20);
                let _ = stream.write_all(&vec![b' '; lengths[0]]);
                stream
            })
            .collect();
        wait_until("the server reads or has refused each body", || {
            let answered = server.figure(r#"cubiform_requests_total{path="/v1/analyze""#);
            server.in_progress() + answered >= answered_before + held.len() as u64
        });
        // The memory of what has arrived is measured meanwhile.
        let_pass(Duration::from_millis(200));
        drop(held);
    });
    let above = most.saturating_sub(rest) >> 20;
    println!("30 unfinished bodies: {above} MiB above rest, /healthz at most {longest:?}");
    assert!(above <= 64 && longest <= patience, "{above} MiB, {longest:?}");
}

#[test]
fn no_body_takes_much_memory() {
    worst_bodies(&[1 << 20, 3 << 20], Duration::from_secs(2));
}

#[test]
#[ignore = "takes minutes"]
fn no_body_of_any_size_takes_much_memory_or_delays_others() {
    worst_bodies(&[1 << 20, 8 << 20, 12 << 20, 15 << 20, 64 << 20], Duration::from_millis(100));
}

#[test]
fn announced_duplicate_compressed_and_foreign_bodies_are_refused() {
    let server = TestServer::start(&["--goals", "cross"]);
    let json = "content-type: application/json";
    for (path, headers, body, status, part) in [
        ("/v1/analyze", &[json, "content-length: 100000000"][..], "", 413, "longer than 16777216 bytes"),
        ("/v1/goals/check", &[json, "content-length: 1048577"], "", 413, "longer than 1048576 bytes"),
        (
            "/v1/analyze",
            &["content-type: text/plain", "content-length: 100000000"],
            "",
            413,
            "longer than 67108864 bytes",
        ),
        ("/v1/analyze", &[json], r#"{"scramble":"R","scramble":"U"}"#, 400, "duplicate field `scramble`"),
        (
            "/v1/solve",
            &[json],
            r#"{"scrambles":[{"id":1,"id":2,"scramble":"U"}]}"#,
            400,
            "duplicate field `id`",
        ),
        ("/v1/cases", &[json], r#"{"set":"oll","set":"pll"}"#, 400, "duplicate field `set`"),
        ("/v1/analyze", &[json, "content-encoding: gzip"], "{}", 415, "send it as it is"),
        ("/v1/analyze", &["content-type: text/plain; charset=utf-16"], "R U", 415, "send UTF-8"),
    ] {
        let start = Instant::now();
        let (found, text) = ask(&server.address, &format!("POST {path}"), headers, body.as_bytes()).unwrap();
        assert!(found == status && text.contains(part), "{path} {headers:?}: {found} {text}");
        assert!(start.elapsed() < Duration::from_secs(5), "{path} {headers:?}");
    }
}

/// Opens connections that send requests and never read, and waits until the server has cut them off.
fn clients_that_never_read(count: usize) {
    let server = TestServer::start(&["--goals", "cross"]);
    let start = Instant::now();
    let clients: Vec<_> = (0..count)
        .map(|_| {
            let address = server.address.clone();
            thread::spawn(move || {
                let mut stream = connect(&address);
                stream.set_write_timeout(Some(Duration::from_secs(100))).unwrap();
                let request = "GET /v1/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(100);
                // Ends with an error once the server has cut the connection.
                while stream.write_all(request.as_bytes()).is_ok() {}
                start.elapsed()
            })
        })
        .collect();
    // The buffers are full once no further requests are answered.
    let (mut answered, mut unchanged) = (0, 0);
    wait_until("the server waits for all clients", || {
        let now = server.figure(r#"cubiform_requests_total{path="/v1/openapi.json""#);
        let is_same = std::mem::replace(&mut answered, now) == now && now >= count as u64;
        unchanged = if is_same { unchanged + 1 } else { 0 };
        unchanged == 10
    });
    assert_eq!(get(&server.address, "/healthz", &[]).0, 200, "others are served meanwhile");
    let last = clients.into_iter().map(|client| client.join().unwrap()).max().unwrap();
    println!("{count} clients that never read: the last gone after {last:?}");
    assert!(last < Duration::from_secs(60), "{last:?}");
}

#[test]
fn clients_that_never_read_or_stop_sending_are_cut_off() {
    // Each takes 20 seconds of waiting.
    thread::scope(|scope| {
        scope.spawn(|| clients_that_never_read(8));
        stalled_batches_give_way_and_no_address_takes_all_places();
    });
}

#[test]
#[ignore = "takes a minute"]
fn two_hundred_clients_that_never_read_are_cut_off() {
    clients_that_never_read(200);
}

/// Waits until a batch has its place: then the head of its answer comes.
fn wait_for_batch(stream: &mut TcpStream) {
    let mut start = [0; 12];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200");
}

/// Begins batches that send nothing more, as many as there are places, and waits until the server has cut them off.
fn stalled_batches_give_way_and_no_address_takes_all_places() {
    let server = TestServer::start(&["--goals", "cross", "--trusted-proxies", "127.0.0.0/8"]);
    let head = |client: usize| {
        let head = "POST /v1/analyze?goal=cross HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain";
        format!(
            "{head}\r\nx-forwarded-for: 192.0.2.{client}\r\ntransfer-encoding: chunked\r\n\r\n2\r\nR\n\r\n"
        )
    };
    let batch = |client: usize| {
        let forwarded = format!("x-forwarded-for: 192.0.2.{client}");
        let headers = ["content-type: text/plain", &forwarded];
        ask(&server.address, "POST /v1/analyze?goal=cross", &headers, b"R U\n").unwrap().0
    };
    let stalled: Vec<TcpStream> = (0..16)
        .map(|number| {
            let mut stream = connect(&server.address);
            stream.write_all(head(1 + number / 12).as_bytes()).unwrap();
            wait_for_batch(&mut stream);
            stream
        })
        .collect();
    let start = Instant::now();
    assert_eq!((batch(1), batch(3)), (503, 503), "all places are taken");
    // The rest of the answer ends when the server cuts off the client.
    let _ = (&stalled[0]).read_to_end(&mut Vec::new());
    wait_until("the stalled batches give their places back", || batch(3) == 200);
    println!("a batch is served {:?} after sixteen have stalled", start.elapsed());
    drop(stalled);
    // An address has twelve places, so that four are left for others.
    let one: Vec<TcpStream> = (0..12)
        .map(|_| {
            let mut stream = connect(&server.address);
            stream.write_all(head(7).as_bytes()).unwrap();
            wait_for_batch(&mut stream);
            stream
        })
        .collect();
    assert_eq!((batch(7), batch(8)), (429, 200));
    drop(one);
}

/// Asks for cheap answers beside clients of long solves, and returns the longest time to an answer and that of 99 %.
fn cheap_answers_beside_solves(milliseconds: u32, rounds: usize) -> (Duration, Duration) {
    let server = TestServer::start_warm(&["--goals", "cross"]);
    let done = std::sync::atomic::AtomicBool::new(false);
    let solve = format!(
        "/v1/solve?scramble=U+R2+F+B+R+B2+R+U2+L+B2+R+U'+D'+R2+F+R'+L+B2+U2+F2&time_ms={milliseconds}"
    );
    let mut times: Vec<Duration> = thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    let (status, body) = get(&server.address, &solve, &[]);
                    assert!([200, 503].contains(&status), "{status} {body}");
                }
            });
        }
        wait_until("all solves are in progress", || server.in_progress() >= 8);
        let mut times = Vec::new();
        for round in 0..rounds {
            // Moves for which no analyzer is made yet: the subsets of the six faces.
            let subset =
                (0..6).filter(|face| (round + 1) >> face & 1 == 1).map(|face| &"URFDLB"[face..face + 1]);
            let moves = subset.collect::<Vec<_>>().join(",");
            let new = format!("/v1/analyze?goal=cross&moves=%3C{moves}%3E&scramble=R");
            for path in [
                "/v1/cases?set=oll",
                "/v1/tables",
                "/v1/distribution?goal=cross",
                "/v1/goals/check?goal=cross",
                "/v1/scramble",
                &new,
            ] {
                let start = Instant::now();
                let (status, body) = get(&server.address, path, &[]);
                assert_eq!(status, 200, "{path}: {body}");
                times.push(start.elapsed());
            }
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        times
    });
    times.sort();
    (times[times.len() - 1], times[times.len() * 99 / 100])
}

#[test]
fn cheap_answers_do_not_wait_behind_solves() {
    let (longest, _) = cheap_answers_beside_solves(1000, 4);
    // Behind the eight solves they would wait for four seconds on two threads.
    assert!(longest < Duration::from_secs(2), "{longest:?}");
}

#[test]
#[ignore = "takes a minute"]
fn cheap_answers_do_not_wait_behind_solves_of_ten_seconds() {
    let (longest, most) = cheap_answers_beside_solves(10_000, 50);
    println!("cheap answers beside 8 clients of 10-s solves: p99 {most:?}, longest {longest:?}");
    assert!(most <= Duration::from_secs(1), "{most:?}");
}

#[test]
fn a_solve_has_its_cpu_time_and_the_best_solution_when_it_ends() {
    let server = TestServer::start_warm(&["--goals", "cross", "--max-cpu", "1s", "--threads", "1"]);
    let solve = "/v1/solve?scramble=U+R2+F+B+R+B2+R+U2+L+B2+R+U'+D'+R2+F+R'+L+B2+U2+F2&time_ms=1000";
    thread::scope(|scope| {
        let solves: Vec<_> = (0..4).map(|_| scope.spawn(|| get(&server.address, solve, &[]))).collect();
        for solve in solves {
            let (status, body) = solve.join().unwrap();
            assert!(status == 200 && body.contains(r#""error":null"#), "{status} {body}");
        }
    });
    // Without a solution when the time ends, the answer says that it takes too much; time in the queue is the server's.
    let impatient = TestServer::start_warm(&["--goals", "cross", "--max-time", "1s", "--threads", "1"]);
    let long = "/v1/solve?scramble=U+R2+F+B+R+B2+R+U2+L+B2+R+U'+D'+R2+F+R'+L+B2+U2+F2&time_ms=5000";
    thread::scope(|scope| {
        let before = processor_time(impatient.id(), "long-1");
        let first = scope.spawn(|| get(&impatient.address, long, &[]));
        wait_until("the first solve runs", || {
            processor_time(impatient.id(), "long-1") > before + Duration::from_millis(2)
        });
        let second = scope.spawn(|| get(&impatient.address, long, &[]));
        assert_eq!(first.join().unwrap().0, 200, "the best solution of its second");
        assert!([200, 503].contains(&second.join().unwrap().0));
    });
}

#[test]
fn a_row_that_takes_too_long_does_not_end_its_batch() {
    let server = TestServer::start_warm(&["--goals", "cross", "--max-cpu", "300ms", "--threads", "1"]);
    // No short solution of the first cube is found in time; the second has one.
    let body = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2\nR U F\n";
    let path = "/v1/solve?max_length=17";
    let (status, rows) =
        ask(&server.address, &format!("POST {path}"), &["content-type: text/plain"], body.as_bytes())
            .unwrap();
    assert_eq!(status, 200, "{rows}");
    assert!(rows.contains("more time than this server spends on a cube"), "{rows}");
    assert!(rows.contains(r#""id":"2""#) && rows.contains(r#""length":3"#), "{rows}");
}

#[test]
fn places_are_held_until_the_answer_is_sent_and_proxies_name_their_clients() {
    let server =
        TestServer::start(&["--goals", "cross", "--max-per-client", "1", "--trusted-proxies", "127.0.0.1"]);
    let mut stream = connect(&server.address);
    let head = "POST /v1/analyze?goal=cross HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain";
    write!(stream, "{head}\r\nx-forwarded-for: 192.0.2.1\r\ntransfer-encoding: chunked\r\n\r\n2\r\nR\n\r\n")
        .unwrap();
    // The head of the answer has come, its body goes on.
    wait_for_batch(&mut stream);
    let status =
        |client: &str| get(&server.address, "/v1/cases?set=oll", &[&format!("x-forwarded-for: {client}")]).0;
    assert_eq!((status("192.0.2.1"), status("192.0.2.2")), (429, 200));
    drop(stream);
    wait_until("the place is given back", || status("192.0.2.1") == 200);
}

#[test]
fn pages_of_strangers_and_foreign_names_are_refused() {
    let server = TestServer::start(&[
        "--goals",
        "cross",
        "--hosts",
        "cubes.example",
        "--cors",
        "https://friend.example",
    ]);
    let path = "/v1/analyze?goal=cross&scramble=R";
    for (headers, status) in [
        (&["host: localhost:2026"][..], 200),
        (&["host: cubes.example"], 200),
        (&["host: attacker.example"], 403),
        (&["origin: https://attacker.example"], 403),
        (&["origin: null"], 403),
        (&["sec-fetch-site: cross-site", "sec-fetch-mode: no-cors"], 403),
        (&["origin: https://friend.example", "sec-fetch-site: cross-site"], 200),
        (&["sec-fetch-site: same-origin"], 200),
    ] {
        assert_eq!(get(&server.address, path, headers).0, status, "{headers:?}");
    }
    let batch = |origin: &str| {
        let headers = ["content-type: text/plain", origin];
        ask(&server.address, "POST /v1/analyze?goal=cross", &headers, b"R U\n").unwrap().0
    };
    assert_eq!(batch("origin: http://attacker.example"), 403, "a simple request of a form");
    assert_eq!(batch("origin: http://localhost"), 200, "its own page");
    for (path, headers, status) in [
        ("/healthz", &["host: probe.internal"][..], 200),
        ("/metrics", &["host: attacker.example"], 403),
        ("/metrics", &["sec-fetch-site: cross-site"], 403),
        // A link on a page of another site leads to the page of this server.
        ("/nothing-here.css", &["sec-fetch-site: cross-site", "sec-fetch-mode: navigate"], 404),
    ] {
        assert_eq!(get(&server.address, path, headers).0, status, "{path} {headers:?}");
    }
}

#[test]
fn limits_without_sense_are_refused_at_the_start() {
    for (option, value) in [
        ("--max-body", "0"),
        ("--max-queue", "0"),
        ("--max-per-client", "0"),
        ("--max-cubes", "0"),
        ("--cors", "notaurl"),
        ("--cors", "https://example.org/path"),
        ("--hosts", "example.org:80"),
        ("--trusted-proxies", "proxy.example"),
    ] {
        let said = crate::common::run(&["serve", option, value]);
        assert!(said.code == Some(2) && said.err.contains(option), "{option} {value}: {}", said.err);
    }
}

#[test]
#[ignore = "takes minutes"]
fn fifty_killed_servers_start_again_with_their_tables_unchanged() {
    let tables = || {
        let files = std::fs::read_dir(crate::common::TABLES).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = files
            .filter(|path| path.is_file())
            .map(|path| (path.clone(), std::fs::read(path).unwrap()))
            .collect();
        files.sort();
        files
    };
    crate::common::build_tables();
    let before = tables();
    let mut times = Vec::new();
    for _ in 0..50 {
        let start = Instant::now();
        let (mut child, address) = start_with_log(Stdio::null(), &[]);
        times.push(start.elapsed());
        let body = "R U F\n".repeat(5000);
        let batches: Vec<_> = (0..8)
            .map(|_| {
                let (address, body) = (address.clone(), body.clone());
                let headers = ["content-type: text/plain"];
                thread::spawn(move || ask(&address, "POST /v1/analyze?goal=cross", &headers, body.as_bytes()))
            })
            .collect();
        wait_until("all batches are in progress", || server::in_progress(&address) == 8);
        child.kill().unwrap();
        child.wait().unwrap();
        for batch in batches {
            let rows = batch.join().unwrap().map(|(_, rows)| rows).unwrap_or_default();
            assert!(
                rows.lines().all(|row| !row.contains(r#""white":"#) || row.contains(r#""white":2"#)),
                "{rows}"
            );
        }
    }
    times.sort();
    println!(
        "50 kills beside eight batches: ready again after {:?} (median), {:?} at most",
        times[25], times[49]
    );
    assert!(before == tables(), "a table has changed");
}
