//! Asks the server requests that schemathesis makes from its OpenAPI document, valid and invalid ones.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use crate::process;

/// What every response must satisfy. Texts that are valid for the document but not for the language of goals are
/// refused, so `positive_data_acceptance` is not among them; `negative_data_rejection` is not either, since any text is a
/// valid body of CSV for the document.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance,unsupported_method";

/// Runs so many examples of each route.
pub(crate) fn run(examples: &str) -> Result<(), String> {
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
