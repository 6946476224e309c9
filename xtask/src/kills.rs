//! An analysis in parts, killed at random moments, against one that was never stopped.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::process;

/// Random states of a run: more than are analyzed between a hundred kills.
const STATES: &str = "2500";

/// Rows of a part: a fraction of a second.
const PART_ROWS: &str = "5";

/// The longest time before a kill, in milliseconds.
const MAX_DELAY_MS: u64 = 2500;

/// Kills runs of all stages `count` times in all, resumes each, and returns whether every folder ended up identical to
/// that of a run that was not stopped, byte for byte, with every part that a manifest listed_parts still there.
pub(crate) fn run(count: usize) -> bool {
    // With the tables there, what is killed is the analysis. The small ones are in memory soonest.
    let program = process::root().join("target/release/cubiform");
    if !process::run(&[], "cargo", &["build", "--release", "--locked"])
        || !process::run(&[], &program.display().to_string(), &["tables", "build"])
    {
        return false;
    }
    let folder = process::root().join("target/kills");
    // Left by an earlier run of this chore.
    let _ = fs::remove_dir_all(&folder);
    match fs::create_dir_all(&folder).map_err(|e| e.to_string()).and_then(|()| compare_runs(&folder, count)) {
        Ok(()) => true,
        Err(message) => {
            eprintln!("{message}");
            false
        }
    }
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
                return Err(format!("kill {kills}: {name} was in the manifest and has changed or is gone"));
            }
        }
        listed_parts = now;
        if kills % 10 == 0 {
            eprintln!("{kills} kills, {} parts", listed_parts.len());
        }
    }
    if listed_parts.len() < count / 2 {
        return Err(format!(
            "only {} parts were finished between the kills; raise MAX_DELAY_MS",
            listed_parts.len()
        ));
    }
    let unstopped = folder.join("unstopped");
    for run in [&killed, &unstopped] {
        let status = analyze(run).status().map_err(|e| e.to_string())?;
        if !status.success() {
            return Err(format!("the last run into {} failed", run.display()));
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
        "{kills} kills: {STATES} rows in {} files, all identical to those of an unstopped run",
        unstopped.len()
    );
    Ok(())
}

/// The analysis of all stages in parts.
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

/// The parts that a folder's manifest lists, with their bytes.
fn parts(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let Ok(manifest) = fs::read_to_string(folder.join("_manifest.json")) else { return Ok(BTreeMap::new()) };
    let names = manifest.split('"').filter(|text| text.starts_with("part-"));
    names.map(|name| Ok((name.to_string(), read(&folder.join(name))?))).collect()
}

/// All files of a folder but locks, with their bytes.
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
