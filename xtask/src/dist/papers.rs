//! The licences of all dependencies, and lists of them.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use super::{Build, VERSION, folder, root};
use crate::{process, web};

/// Returns the path of the page with all licences.
pub(super) fn licences() -> PathBuf {
    folder().join(format!("cubiform-{VERSION}-licences.html"))
}

pub(super) fn make(build: &Build) -> Result<(), String> {
    let to = licences().display().to_string();
    // The files of the crates have all that is asked; no other service is.
    process::run("cargo", &["fetch", "--locked"])?;
    let about = ["generate", "--frozen", "--fail", "--config", "packaging/about.toml", "--workspace"];
    let about = [&about[..], &["--output-file", &to, "packaging/licences.hbs"]].concat();
    process::run(build.tools.of_crates("cargo-about"), &about)?;
    add_packages()?;
    list_crates(build)?;
    list_packages()
}

/// Adds the licences of the npm packages in the page to the page of licences.
fn add_packages() -> Result<(), String> {
    web::install(&web::folder())?;
    let mut text = String::from("<h1>Licences of the npm packages in the page</h1>\n");
    for folder in npm(&["ls", "--omit", "dev", "--all", "--parseable"])?.lines().skip(1).map(PathBuf::from) {
        let Some((_, name)) = folder.to_str().and_then(|path| path.rsplit_once("node_modules/")) else {
            continue;
        };
        let _ = writeln!(text, "<h2>{name}</h2>");
        let files = fs::read_dir(&folder).into_iter().flatten().flatten();
        for file in files.filter(|file| is_licence(&file.file_name().to_string_lossy())) {
            let licence =
                fs::read_to_string(file.path()).map_err(|e| format!("{}: {e}", file.path().display()))?;
            let licence = licence.replace('&', "&amp;").replace('<', "&lt;");
            let _ = writeln!(text, "<pre>{licence}</pre>");
        }
        let manifest = fs::read_to_string(folder.join("package.json")).unwrap_or_default();
        let field = manifest.lines().find_map(|line| line.trim().strip_prefix("\"license\": \""));
        let _ = writeln!(text, "<p>{}", field.map_or("", |field| field.trim_end_matches(['"', ','])));
    }
    let page = fs::read_to_string(licences()).map_err(|e| e.to_string())?;
    let whole = page.replace("</html>", &format!("{text}</html>"));
    fs::write(licences(), whole).map_err(|e| e.to_string())
}

/// Returns whether a file of a package is a licence.
fn is_licence(name: &str) -> bool {
    let name = name.to_lowercase();
    name.starts_with("licen") || name.starts_with("notice") || name.starts_with("copying")
}

/// Returns what npm prints about the page.
fn npm(arguments: &[&str]) -> Result<String, String> {
    process::text(process::command(web::npm(), arguments).current_dir(web::folder()))
}

/// Writes the lists of the crates in the command and the Python package.
fn list_crates(build: &Build) -> Result<(), String> {
    let name = "cubiform-dist-sbom";
    let arguments = ["cyclonedx", "--format", "json", "--override-filename", name];
    process::run_with(&build.environment(), build.tools.of_crates("cargo-cyclonedx"), &arguments)?;
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
    let list = npm(&["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev"])?;
    write_list("page", &list)
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
