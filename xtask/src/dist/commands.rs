//! The command for each platform, with the page inside: an archive, a Debian package, and the debug information
//! apart; and the Python package: a wheel for each platform, and its sources.
//!
//! The bytes of an archive depend on its content alone: sorted entries, one time, no owner.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::{Build, Platform, VERSION, copy, copy_folder, folder, fresh, papers, root, tools};
use crate::process::{self, run_with};
use crate::web;

/// The oldest version of glibc with which the programs run is 2.17, of 2012, as manylinux2014 asks.
const GLIBC_MINOR: u32 = 17;

/// The folder in which packages are compiled.
pub(super) fn target() -> PathBuf {
    root().join("target/dist-build")
}

/// The folders in which archives are put together.
fn stage() -> PathBuf {
    root().join("target/dist-stage")
}

pub(super) fn make(build: &Build) -> Result<(), String> {
    web::build()?;
    fresh(&stage())?;
    let manual = stage().join("manual");
    for platform in &build.platforms {
        compile(build, platform)?;
    }
    write_manual(build, &manual)?;
    for platform in &build.platforms {
        pack(build, platform, &manual)?;
    }
    Ok(())
}

/// Returns the path of a compiled program.
fn compiled(platform: &Platform) -> PathBuf {
    target().join(platform.triple).join("dist").join(platform.program())
}

fn compile(build: &Build, platform: &Platform) -> Result<(), String> {
    process::add_target(platform.triple)?;
    let target = target().display().to_string();
    let env = build.environment();
    let arguments = ["--locked", "--profile", "dist", "--target-dir", &target, "-p", "cubiform-cli"];
    let arguments = [&arguments[..], &["--bin", "cubiform", "--features", "web", "--target"]].concat();
    if let Some(zig) = platform.zig {
        let program = build.tools.of_python("cargo-zigbuild");
        run_with(&env, &program, &[&["zigbuild"], &arguments[..], &[zig]].concat())
    } else {
        run_with(&env, "cargo", &[&["build"], &arguments[..], &[platform.triple]].concat())
    }
}

/// Has the program of this machine write its manual pages and completions.
fn write_manual(build: &Build, folder: &Path) -> Result<(), String> {
    let host = tools::host();
    let own = build.platforms.iter().find(|platform| platform.triple == host);
    let program = match own {
        Some(platform) => compiled(platform),
        None => {
            process::run("cargo", &["build", "--locked", "-p", "cubiform-cli"])?;
            root().join("target/debug").join(format!("cubiform{}", std::env::consts::EXE_SUFFIX))
        }
    };
    process::run(&program, &["man", &folder.join("man").display().to_string()])?;
    for (shell, file) in [
        ("bash", "cubiform.bash"),
        ("elvish", "cubiform.elv"),
        ("fish", "cubiform.fish"),
        ("powershell", "_cubiform.ps1"),
        ("zsh", "_cubiform"),
    ] {
        let output = process::output(&mut process::command(&program, &["completions", shell]))?;
        let file = folder.join("completions").join(file);
        std::fs::create_dir_all(file.parent().unwrap_or(folder))
            .and_then(|()| std::fs::write(&file, output.stdout))
            .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    }
    Ok(())
}

fn pack(build: &Build, platform: &Platform, manual: &Path) -> Result<(), String> {
    let name = format!("cubiform-{VERSION}-{}", platform.name);
    let stage = stage().join(&name);
    let program = stage.join(platform.program());
    copy(&compiled(platform), &program)?;
    let debug = strip(platform, &program)?;
    for paper in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(paper), &stage.join(paper))?;
    }
    copy(&papers::licences(), &stage.join("THIRD-PARTY.html"))?;
    for part in ["man", "completions"] {
        copy_folder(&manual.join(part), &stage.join(part))?;
    }
    let time = build.time.parse().map_err(|e| format!("the time of the commit: {e}"))?;
    let pack = |folder: &Path, name: &str| {
        if platform.is_windows() {
            zip(folder, &format!("{name}/"), &super::folder().join(format!("{name}.zip")))
        } else {
            tar(folder, &super::folder().join(format!("{name}.tar.gz")), time)
        }
    };
    let packed = pack(&stage, &name).and_then(|()| pack(&debug, &format!("{name}-debug")));
    packed.map_err(|e| format!("cannot pack {name}: {e}"))?;
    platform.deb.map_or(Ok(()), |architecture| pack_deb(build, platform, &stage, architecture))
}

/// Takes the debug information out of a program. Returns the folder of the file that has it.
fn strip(platform: &Platform, program: &Path) -> Result<PathBuf, String> {
    let folder = stage().join(format!("cubiform-{VERSION}-{}-debug", platform.name));
    fresh(&folder)?;
    let debug = folder.join(format!("{}.debug", platform.program())).display().to_string();
    let (program, link) = (program.display().to_string(), format!("--add-gnu-debuglink={debug}"));
    let objcopy = tools::llvm("llvm-objcopy");
    process::run(&objcopy, &["--only-keep-debug", &program, &debug])?;
    process::run(&objcopy, &["--strip-all", &link, &program])?;
    if platform.zig.is_some() {
        check_symbols(&program)?;
    }
    Ok(folder)
}

/// Checks that a program needs no later version of glibc than that which its target names.
fn check_symbols(program: &str) -> Result<(), String> {
    let text = process::text(&mut process::command(tools::llvm("llvm-objdump"), &["-T", program]))?;
    let minor = |word: &str| word.split_once("GLIBC_2.")?.1.split([')', '.']).next()?.parse::<u32>().ok();
    let versions: Vec<u32> = text.split_whitespace().filter_map(minor).collect();
    match versions.iter().max() {
        Some(minor) if *minor <= GLIBC_MINOR => {
            eprintln!("{program} needs glibc 2.{minor} or later");
            Ok(())
        }
        Some(minor) => Err(format!("{program} needs glibc 2.{minor}")),
        None => Err(format!("{program} names no version of glibc")),
    }
}

/// Makes the Debian package from the files of an archive.
fn pack_deb(build: &Build, platform: &Platform, stage: &Path, architecture: &str) -> Result<(), String> {
    // The place that `package.metadata.deb` of the command names.
    let place = root().join("target/deb");
    fresh(&place)?;
    for part in ["cubiform", "man", "completions", "THIRD-PARTY.html", "CHANGELOG.md", "README.md"] {
        let from = stage.join(part);
        if from.is_dir() {
            copy_folder(&from, &place.join(part))?;
        } else {
            copy(&from, &place.join(part))?;
        }
    }
    let to = folder().join(format!("cubiform_{VERSION}_{architecture}.deb")).display().to_string();
    let arguments = ["deb", "--no-build", "--no-strip", "--locked", "-p", "cubiform-cli", "--output", &to];
    run_with(
        &build.environment(),
        build.tools.of_crates("cargo-deb"),
        &[&arguments[..], &["--target", platform.triple]].concat(),
    )
}

pub(super) fn make_wheels(build: &Build) -> Result<(), String> {
    web::build()?;
    for platform in &build.platforms {
        build_wheel(build, platform)?;
    }
    let to = folder().display().to_string();
    let env = build.environment();
    run_with(&env, build.tools.of_python("maturin"), &["sdist", "-m", "python/Cargo.toml", "-o", &to])?;
    check(build)
}

fn build_wheel(build: &Build, platform: &Platform) -> Result<(), String> {
    process::add_target(platform.triple)?;
    let (to, target) = (folder().display().to_string(), target().display().to_string());
    let mut arguments = vec!["build", "--locked", "-m", "python/Cargo.toml", "--profile", "dist", "-o", &to];
    arguments.extend(["--features", "web", "--target", platform.triple, "--target-dir", &target]);
    if platform.zig.is_some() {
        arguments.extend(["--zig", "--compatibility", "manylinux2014"]);
    }
    let env = build.environment();
    run_with(&env, build.tools.of_python("maturin"), &arguments)
}

/// Checks what the package index would: the texts of all, and the libraries that the wheels for Linux need.
fn check(build: &Build) -> Result<(), String> {
    let files = std::fs::read_dir(folder()).into_iter().flatten().flatten().map(|file| file.path());
    let is_wheel = |path: &std::path::Path| path.extension().is_some_and(|end| end == "whl");
    let own = |path: &std::path::PathBuf| is_wheel(path) || path.to_string_lossy().ends_with(&sources());
    let packages: Vec<String> = files.filter(own).map(|path| path.display().to_string()).collect();
    let arguments: Vec<&str> =
        ["check", "--strict"].into_iter().chain(packages.iter().map(String::as_str)).collect();
    process::run(build.tools.of_python("twine"), &arguments)?;
    packages
        .iter()
        .filter(|package| package.contains("manylinux"))
        .try_for_each(|wheel| process::run(build.tools.of_python("auditwheel"), &["show", wheel]))
}

/// The name of the package of sources.
fn sources() -> String {
    format!("cubiform-{}.tar.gz", super::VERSION)
}

/// Returns the files of a folder and of those in it, sorted, relative to it.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(relative) = folders.pop() {
        for entry in fs::read_dir(folder.join(&relative))? {
            let entry = entry?;
            let path = relative.join(entry.file_name());
            if entry.file_type()?.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns whether a file is a program.
fn is_program(path: &Path) -> bool {
    matches!(path.file_name().and_then(|name| name.to_str()), Some("cubiform" | "cubiform.exe"))
}

/// Packs a folder, whose name the entries begin with, in a compressed tar archive. `time` is that of all entries.
pub(super) fn tar(folder: &Path, to: &Path, time: u64) -> io::Result<()> {
    let gzip = GzBuilder::new().mtime(0).write(File::create(to)?, Compression::best());
    let mut archive = tar::Builder::new(gzip);
    let name = folder.file_name().unwrap_or_default();
    for path in files(folder)? {
        let content = fs::read(folder.join(&path))?;
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mtime(time);
        header.set_mode(if is_program(&path) { 0o755 } else { 0o644 });
        archive.append_data(&mut header, Path::new(name).join(&path), &content[..])?;
    }
    archive.into_inner()?.finish()?.flush()
}

/// Packs the content of a folder in a zip archive, with `prefix` before the names.
pub(super) fn zip(folder: &Path, prefix: &str, to: &Path) -> io::Result<()> {
    let mut archive = ZipWriter::new(File::create(to)?);
    for path in files(folder)? {
        let mode = if is_program(&path) { 0o755 } else { 0o644 };
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(DateTime::default())
            .unix_permissions(mode);
        let name =
            path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        archive.start_file(format!("{prefix}{name}"), options)?;
        archive.write_all(&fs::read(folder.join(&path))?)?;
    }
    archive.finish()?.flush()
}
