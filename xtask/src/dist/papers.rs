//! The licences of all dependencies, and lists of them.

use std::fs;
use std::path::PathBuf;

use super::{Build, VERSION, folder, root, run_with};
use crate::web;

/// Returns the path of the page with all licences.
pub(super) fn licences() -> PathBuf {
    folder().join(format!("cubiform-{VERSION}-licences.html"))
}

pub(super) fn make(build: &Build) -> Result<(), String> {
    let to = licences().display().to_string();
    // The files of the crates have all that is asked; no other service is.
    run_with(&[], "cargo", &["fetch", "--locked"])?;
    let about = ["generate", "--frozen", "--fail", "--config", "packaging/about.toml", "--workspace"];
    let about = [&about[..], &["--output-file", &to, "packaging/licences.hbs"]].concat();
    run_with(&[], &build.tools.of_crates("cargo-about"), &about)?;
    list_crates(build)?;
    list_packages()
}

/// Writes the lists of the crates in the command and the Python package.
fn list_crates(build: &Build) -> Result<(), String> {
    let name = "cubiform-dist-sbom";
    let arguments = ["cyclonedx", "--format", "json", "--override-filename", name];
    run_with(&build.environment(), &build.tools.of_crates("cargo-cyclonedx"), &arguments)?;
    // The tool writes a list beside each manifest of the workspace.
    let crates =
        fs::read_dir(root().join("crates")).into_iter().flatten().flatten().map(|entry| entry.path());
    for member in crates.chain(["python", "research", "xtask"].map(|name| root().join(name))) {
        let list = member.join(format!("{name}.json"));
        let package = match member.file_name().and_then(|name| name.to_str()) {
            Some("cli") => "command",
            Some("python") => "python",
            _ => "",
        };
        if !package.is_empty() {
            write_list(package, &fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?)?;
        }
        let _ = fs::remove_file(list);
    }
    Ok(())
}

/// Writes the list of the npm packages in the page.
fn list_packages() -> Result<(), String> {
    let arguments = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev"];
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = std::process::Command::new(program).args(arguments).current_dir(web::folder()).output();
    match output {
        Ok(output) if output.status.success() => write_list("page", &String::from_utf8_lossy(&output.stdout)),
        _ => Err("npm sbom failed".into()),
    }
}

/// Writes a list without the lines that differ from run to run.
fn write_list(package: &str, json: &str) -> Result<(), String> {
    let kept = json.lines().filter(|line| {
        let line = line.trim_start();
        !line.starts_with("\"serialNumber\"") && !line.starts_with("\"timestamp\"")
    });
    // Only the root of the project is a path in them.
    let text = kept.collect::<Vec<_>>().join("\n").replace(&root().display().to_string(), "");
    let to = folder().join(format!("cubiform-{VERSION}-{package}.cdx.json"));
    fs::write(&to, text).map_err(|e| format!("cannot write {}: {e}", to.display()))
}
