//! Tries each package in a place that has nothing of the project: twenty scrambles, analysed from an empty folder of tables, with
//! the known answer. What cannot be tried on this machine is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use super::{PLATFORMS, Platform, VERSION, copy, folder, fresh, root, tools};
use crate::process::{self, output};
use crate::{js, platforms};

const SCRAMBLES: &str = "crates/cli/fixtures/wca-scrambles-20.csv";
const ANSWER: &str = "crates/cli/fixtures/analysis-20.csv";

/// Prints the columns of cross and xcross that differ from the answer.
const PYTHON_PROGRAM: &str = "\
import sys, cubiform, pyarrow.csv
scrambles, answer = map(pyarrow.csv.read_csv, sys.argv[1:])
lengths = cubiform.analyze(scrambles.column('scramble'), stages='cross,xcross')
names = [name for name in answer.column_names if name.startswith(('cross_', 'xcross_'))]
assert len(names) == 12, names
print([name for name in names if lengths.column(name).to_pylist() != answer.column(name).to_pylist()])
";

/// How a trial ends well: after this many seconds, or not at all, for a reason.
enum End {
    Passed(f64),
    Skipped(String),
}

type Trial = Result<End, String>;

/// Tries all packages in `target/dist`.
pub(crate) fn run() -> Result<(), String> {
    let mut lines = Vec::new();
    let mut passed = true;
    let mut note = |name: &str, trial: Trial| {
        lines.push(match trial {
            Ok(End::Passed(seconds)) => format!("passed: {name}, {seconds:.1} s to the answer"),
            Ok(End::Skipped(reason)) => format!("skipped: {name}: {reason}"),
            Err(message) => {
                passed = false;
                format!("FAILED: {name}: {message}")
            }
        });
    };
    for platform in &PLATFORMS {
        note(platform.name, try_command(platform));
    }
    note("Debian package", try_deb());
    for python in ["3.10", "3.11", "3.12", "3.13", "3.14"] {
        note(&format!("wheel, Python {python}"), try_wheel(python));
    }
    note("npm package", try_package());
    let lines = lines.join("\n");
    if !passed {
        return Err(lines);
    }
    eprintln!("{lines}");
    Ok(())
}

/// The folder of the trials.
fn place() -> PathBuf {
    root().join("target/dist-test")
}

fn try_command(platform: &Platform) -> Trial {
    if platform.made_on != std::env::consts::OS {
        return Ok(End::Skipped(format!("it is made on {}", platform.made_on)));
    }
    let end = if platform.is_windows() { "zip" } else { "tar.gz" };
    let name = format!("cubiform-{VERSION}-{}", platform.name);
    let archive = folder().join(format!("{name}.{end}"));
    let place = place().join(platform.name);
    fresh(&place)?;
    let start = Instant::now();
    unpack(&archive, &place)?;
    let unpacked = place.join(name);
    let program = unpacked.join(platform.program());
    copy(&root().join(SCRAMBLES), &unpacked.join("scrambles.csv"))?;
    let in_unpacked = ["scrambles.csv", "tables"];
    let output = match platform.name {
        "x86_64-linux" if tools::host() == platform.triple => {
            bare_root(&unpacked)?;
            let mut command = Command::new("chroot");
            command.args([unpacked.as_path(), Path::new("/cubiform")]);
            command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
            analyze(command, ["/scrambles.csv", "/tables"])
        }
        "aarch64-linux" => {
            let library = "/usr/aarch64-linux-gnu";
            let emulator = ["qemu-aarch64-static", "qemu-aarch64"];
            let emulator = emulator.into_iter().find(|name| process::is_available(name, &["--version"]));
            let Some(emulator) = emulator.filter(|_| Path::new(library).is_dir()) else {
                return Ok(End::Skipped(
                    "it needs the packages qemu-user-static and libc6-arm64-cross".into(),
                ));
            };
            let mut command = Command::new(emulator);
            command.args(["-L", library]).arg(&program).current_dir(&unpacked);
            analyze(command, in_unpacked)
        }
        "x86_64-windows" => {
            if !process::is_available("wine", &["--version"]) {
                return Ok(End::Skipped("it needs the package wine".into()));
            }
            platforms::build_random_library(&unpacked)?;
            let mut command = Command::new("wine");
            command.arg(&program).current_dir(&unpacked).env("WINEDEBUG", "-all");
            analyze(command, in_unpacked)
        }
        _ => return Ok(End::Skipped("this machine has no such processor".into())),
    };
    check(&output?, start)
}

fn try_deb() -> Trial {
    let package = folder().join(format!("cubiform_{VERSION}_amd64.deb"));
    if !process::is_available("dpkg-deb", &["--version"]) || tools::host() != PLATFORMS[0].triple {
        return Ok(End::Skipped("it needs Debian on x86-64".into()));
    }
    let place = place().join("deb");
    fresh(&place)?;
    let start = Instant::now();
    output(Command::new("dpkg-deb").arg("-x").args([&package, &place]))?;
    for file in [
        "share/man/man1/cubiform.1",
        "share/doc/cubiform/copyright",
        "share/bash-completion/completions/cubiform",
    ] {
        if !place.join("usr").join(file).exists() && !place.join("usr").join(format!("{file}.gz")).exists() {
            return Err(format!("the package has no {file}"));
        }
    }
    copy(&root().join(SCRAMBLES), &place.join("scrambles.csv"))?;
    let mut command = Command::new(place.join("usr/bin/cubiform"));
    command.current_dir(&place);
    check(&analyze(command, ["scrambles.csv", "tables"])?, start)
}

fn try_wheel(version: &str) -> Trial {
    let python = format!("python{version}");
    if !process::is_available(&python, &["-m", "venv", "--help"]) {
        return Ok(End::Skipped(format!("{python} with venv not found")));
    }
    let place = place().join(&python);
    fresh(&place)?;
    let wheels = fs::read_dir(folder()).map_err(|e| e.to_string())?.flatten().map(|file| file.path());
    let platform = "manylinux2014_x86_64";
    let mut wheels = wheels.filter(|path| path.extension().is_some_and(|end| end == "whl"));
    let wheel = wheels.find(|path| path.to_string_lossy().contains(platform));
    let wheel = wheel.ok_or_else(|| format!("there is no wheel for {platform}"))?;
    let start = Instant::now();
    output(Command::new(&python).args(["-m", "venv"]).arg(place.join("venv")))?;
    output(Command::new(place.join("venv/bin/pip")).args(["install", "--quiet"]).arg(wheel))?;
    let mut command = Command::new(place.join("venv/bin/python"));
    command.env("CUBIFORM_TABLES", place.join("tables")).current_dir(&place);
    command.args(["-c", PYTHON_PROGRAM]).args([root().join(SCRAMBLES), root().join(ANSWER)]);
    let differing = output(&mut command)?;
    let seconds = start.elapsed().as_secs_f64();
    output(Command::new(place.join("venv/bin/cubiform")).arg("--version"))?;
    match String::from_utf8_lossy(&differing.stdout).trim() {
        "[]" => Ok(End::Passed(seconds)),
        columns => Err(format!("these columns differ: {columns}")),
    }
}

fn try_package() -> Trial {
    let package = folder().join(format!("cubiform-{VERSION}-npm.tgz"));
    // Before the clock starts: what is timed is the use of the package.
    js::test()?;
    let start = Instant::now();
    js::test_consumers(Some(&package.display().to_string()))?;
    Ok(End::Passed(start.elapsed().as_secs_f64()))
}

fn unpack(archive: &Path, to: &Path) -> Result<(), String> {
    let file = fs::File::open(archive).map_err(|e| format!("cannot read {}: {e}", archive.display()))?;
    let unpacked = if archive.extension().is_some_and(|end| end == "zip") {
        zip::ZipArchive::new(file).and_then(|mut archive| archive.extract(to)).map_err(|e| e.to_string())
    } else {
        tar::Archive::new(flate2::read::GzDecoder::new(file)).unpack(to).map_err(|e| e.to_string())
    };
    unpacked.map_err(|e| format!("cannot unpack {}: {e}", archive.display()))
}

/// Makes a folder the root of a system that has nothing but the C library.
fn bare_root(folder: &Path) -> Result<(), String> {
    let needed = output(Command::new("ldd").arg(folder.join("cubiform")))?;
    for word in
        String::from_utf8_lossy(&needed.stdout).split_whitespace().filter(|word| word.starts_with('/'))
    {
        copy(Path::new(word), &folder.join(&word[1..]))?;
    }
    Ok(())
}

/// Analyses `scrambles` with a program and its tables in an empty folder.
fn analyze(mut program: Command, [scrambles, tables]: [&str; 2]) -> Result<Output, String> {
    output(program.args(["analyze", "-i", scrambles, "--format", "csv", "--tables", tables]))
}

fn check(output: &Output, start: Instant) -> Trial {
    let seconds = start.elapsed().as_secs_f64();
    let expected =
        fs::read_to_string(root().join(ANSWER)).map_err(|e| format!("cannot read {ANSWER}: {e}"))?;
    let answer = String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n");
    if answer == expected { Ok(End::Passed(seconds)) } else { Err(format!("another answer: {answer}")) }
}
