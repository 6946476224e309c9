//! A crash test: an analysis in parts is killed at random moments and resumed, then compared with an uninterrupted run.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

use crate::process;

/// The number of random states in a run. Must be more than are analysed between a hundred kills.
const STATES: &str = "2500";

/// Rows per part. Small, so that many parts are finished between kills.
const PART_ROWS: &str = "5";

/// The maximum time before a kill, in milliseconds.
const MAX_DELAY_MS: u64 = 2500;

/// Starts an analysis of all stages, kills it `count` times and resumes it each time.
///
/// # Errors
/// If a part listed in a manifest was changed after the next kill, or the final folder is not byte for byte identical to
/// that of an uninterrupted run.
pub(crate) fn run(count: &str) -> Result<(), String> {
    let count = count.parse().map_err(|_| format!("'{count}' is not a number of kills"))?;
    // The tables are built first, so that only the analysis is killed. The small ones load fastest.
    let program = process::root().join("target/release/cubiform");
    process::run("cargo", &["build", "--release", "--locked"])?;
    process::run(program, &["tables", "build"])?;
    let folder = process::root().join("target/kills");
    // An earlier run may have left the folder.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    compare_runs(&folder, count)
}

fn compare_runs(folder: &Path, count: usize) -> Result<(), String> {
    let killed = folder.join("killed");
    let (mut kills, mut listed_parts) = (0, BTreeMap::new());
    while kills < count {
        let mut child = analyze(&killed).spawn().map_err(|e| e.to_string())?;
        let random = RandomState::new().hash_one(kills);
        thread::sleep(Duration::from_millis(random % MAX_DELAY_MS));
        if child.try_wait().map_err(|e| e.to_string())?.is_some() {
            return Err(format!("the run ended after {kills} kills; raise STATES"));
        }
        child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
        kills += 1;
        let now = parts(&killed)?;
        for (name, bytes) in &listed_parts {
            if now.get(name) != Some(bytes) {
                return Err(format!("kill {kills}: {name}, listed in the manifest, was changed or removed"));
            }
        }
        listed_parts = now;
        if kills % 10 == 0 {
            eprintln!("{kills} kills, {} parts", listed_parts.len());
        }
    }
    if listed_parts.len() < count / 2 {
        return Err(format!(
            "only {} parts were finished between kills; raise MAX_DELAY_MS",
            listed_parts.len()
        ));
    }
    let unstopped = folder.join("unstopped");
    for run in [&killed, &unstopped] {
        let status = analyze(run).status().map_err(|e| e.to_string())?;
        if !status.success() {
            return Err(format!("the final run into {} failed", run.display()));
        }
    }
    let (killed, unstopped) = (files(&killed)?, files(&unstopped)?);
    if killed != unstopped {
        let differ: Vec<&String> =
            unstopped.keys().filter(|name| killed.get(*name) != unstopped.get(*name)).collect();
        return Err(format!(
            "{} files after kills, {} without; different: {differ:?}",
            killed.len(),
            unstopped.len()
        ));
    }
    eprintln!(
        "{kills} kills: {STATES} rows in {} files, all identical to those of an uninterrupted run",
        unstopped.len()
    );
    Ok(())
}

/// Returns the command that analyses all stages in parts, or resumes the analysis.
fn analyze(output: &Path) -> Command {
    let mut command = Command::new(process::root().join("target/release/cubiform"));
    command
        .args(["analyze", "--random", STATES, "--format", "parquet", "--resume", "--part-rows", PART_ROWS])
        .args(["--profile", "small"])
        .arg("--output")
        .arg(format!("{}/", output.display()))
        .stderr(Stdio::null());
    command
}

/// Returns the parts listed in the manifest of a folder, with their bytes.
fn parts(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let Ok(manifest) = fs::read_to_string(folder.join("_manifest.json")) else { return Ok(BTreeMap::new()) };
    let names = manifest.split('"').filter(|text| text.starts_with("part-"));
    names.map(|name| Ok((name.to_string(), read(&folder.join(name))?))).collect()
}

/// Returns all files of a folder except locks, with their bytes.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(|e| e.to_string())? {
        let path: PathBuf = entry.map_err(|e| e.to_string())?.path();
        let name = path.file_name().unwrap_or_default().display().to_string();
        if !name.ends_with("lock") {
            files.insert(name, read(&path)?);
        }
    }
    Ok(files)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}
