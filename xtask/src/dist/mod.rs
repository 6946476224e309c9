//! Everything that one would publish, in `target/dist`: programs, wheels, the npm package, the site with the guide, and the
//! papers that go with them.
//!
//! | file | content |
//! |------|---------|
//! | [`commands`] | the command for each platform: archives and Debian packages, with debug information apart; the Python package: a wheel for each platform, and its sources |
//! | [`pages`] | the npm package, and the site with the guide as a book |
//! | [`papers`] | licences of all dependencies, and lists of them (SBOM) |
//! | [`trial`] | uses each package where nothing else of the project is |
//! | [`tools`] | the programs that this needs, installed in `target` |

mod commands;
mod pages;
mod papers;
mod tools;
pub(crate) mod trial;

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::process;
use tools::Tools;

/// Makes a part.
type Part = fn(&Build) -> Result<(), String>;

/// The version of all packages.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The parts, in the order in which they are made.
const PARTS: [(&str, Part); 5] = [
    ("papers", papers::make),
    ("commands", commands::make),
    ("wheels", commands::make_wheels),
    ("npm", pages::make_package),
    ("site", pages::make_site),
];

/// A platform for which programs and wheels are made.
struct Platform {
    /// The name in file names.
    name: &'static str,
    triple: &'static str,
    /// The system on which its packages are made.
    made_on: &'static str,
    /// The target of `cargo zigbuild`, with the oldest version of glibc that the program runs with; `None` for the linker of the
    /// system.
    zig: Option<&'static str>,
    /// The architecture of the Debian package, if there is one.
    deb: Option<&'static str>,
}

const PLATFORMS: [Platform; 5] = [
    Platform {
        name: "x86_64-linux",
        triple: "x86_64-unknown-linux-gnu",
        made_on: "linux",
        zig: Some("x86_64-unknown-linux-gnu.2.17"),
        deb: Some("amd64"),
    },
    Platform {
        name: "aarch64-linux",
        triple: "aarch64-unknown-linux-gnu",
        made_on: "linux",
        zig: Some("aarch64-unknown-linux-gnu.2.17"),
        deb: Some("arm64"),
    },
    Platform {
        name: "x86_64-windows",
        triple: "x86_64-pc-windows-gnu",
        made_on: "linux",
        zig: None,
        deb: None,
    },
    Platform {
        name: "aarch64-macos",
        triple: "aarch64-apple-darwin",
        made_on: "macos",
        zig: None,
        deb: None,
    },
    Platform { name: "x86_64-macos", triple: "x86_64-apple-darwin", made_on: "macos", zig: None, deb: None },
];

impl Platform {
    fn is_windows(&self) -> bool {
        self.triple.contains("windows")
    }

    fn program(&self) -> &'static str {
        if self.is_windows() { "cubiform.exe" } else { "cubiform" }
    }
}

/// The tools, the commit and the platforms of a run.
struct Build {
    tools: Tools,
    /// The commit, with `-changed` if the sources differ from it.
    commit: String,
    /// The time of the commit in seconds since 1970: that of everything in the packages.
    time: String,
    /// The platforms to build for.
    platforms: Vec<&'static Platform>,
}

/// Makes these parts, or all. `--platform NAME` leaves other platforms out.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let mut platforms: Vec<&Platform> =
        PLATFORMS.iter().filter(|platform| platform.made_on == std::env::consts::OS).collect();
    let mut parts = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match *argument {
            "--platform" => {
                let name = arguments.next().ok_or("--platform needs a name")?;
                platforms.retain(|platform| platform.name == *name);
                if platforms.is_empty() {
                    let names = PLATFORMS.iter().map(|platform| platform.name).collect::<Vec<_>>();
                    return Err(format!("there is no platform '{name}'; use {}", names.join(", ")));
                }
            }
            name => parts.push(PARTS.iter().find(|(part, _)| *part == name).ok_or_else(|| {
                let names = PARTS.map(|(part, _)| part).join(", ");
                format!("there is no part '{name}'; use {names}")
            })?),
        }
    }
    if parts.is_empty() {
        parts = PARTS.iter().collect();
        fresh(&folder())?;
    }
    let tools = Tools::prepare()?;
    let (commit, time) = (git(&["rev-parse", "--short=10", "HEAD"])?, git(&["log", "-1", "--format=%ct"])?);
    let changed = git(&["status", "--porcelain"])?;
    let commit = if changed.is_empty() { commit } else { format!("{commit}-changed") };
    let build = Build { tools, commit, time, platforms };
    fs::create_dir_all(folder()).map_err(|e| format!("cannot create {}: {e}", folder().display()))?;
    for (name, make) in parts {
        eprintln!("== {name}");
        make(&build).map_err(|message| format!("{name}: {message}"))?;
    }
    write_sums().map_err(|e| format!("cannot write SHA256SUMS: {e}"))
}

impl Build {
    /// The flags of the compiler for all packages: no path of this machine.
    fn flags(&self) -> String {
        let cargo = tools::cargo_home();
        let root = root();
        let sources = format!("{}/lib/rustlib/src/rust", tools::sysroot());
        let flags = [
            format!("--remap-path-prefix={}=/cargo", cargo.display()),
            format!("--remap-path-prefix={}=/cubiform", root.display()),
            format!("--remap-path-prefix={sources}=/rust"),
        ];
        flags.join("\u{1f}")
    }

    /// The environment of a build for packages.
    fn environment(&self) -> Vec<(&str, String)> {
        let root = root();
        let (root, cargo) = (root.display(), tools::cargo_home());
        let maps = format!("-ffile-prefix-map={}=/cargo -ffile-prefix-map={root}=/cubiform", cargo.display());
        vec![
            ("CARGO_ENCODED_RUSTFLAGS", self.flags()),
            ("CFLAGS", maps),
            ("CUBIFORM_COMMIT", self.commit.clone()),
            ("SOURCE_DATE_EPOCH", self.time.clone()),
            ("CARGO_INCREMENTAL", "0".into()),
            ("PATH", self.tools.path()),
        ]
    }
}

/// The folder of the packages.
fn folder() -> PathBuf {
    root().join("target/dist")
}

/// The project's root as an absolute path without links, as the compiler sees it.
fn root() -> PathBuf {
    process::root().canonicalize().expect("the folder of the project exists")
}

fn git(arguments: &[&str]) -> Result<String, String> {
    process::text(&mut process::command("git", arguments))
}

/// Writes the checksums of all packages.
fn write_sums() -> std::io::Result<()> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().display().to_string();
        if path.is_file() && name != "SHA256SUMS" {
            let digest = Sha256::digest(fs::read(&path)?);
            let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            lines.push((name, digest, path.metadata()?.len()));
        }
    }
    lines.sort();
    for (name, _, bytes) in &lines {
        eprintln!("{:>11} bytes  {name}", bytes);
    }
    let text: String = lines.iter().map(|(name, digest, _)| format!("{digest}  {name}\n")).collect();
    fs::write(folder().join("SHA256SUMS"), text)
}

/// Copies a file, and creates the folder of the copy.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let folder = to.parent().unwrap_or(to);
    let copied = fs::create_dir_all(folder).and_then(|()| fs::copy(from, to));
    copied.map(drop).map_err(|e| format!("cannot copy {} to {}: {e}", from.display(), to.display()))
}

/// Copies the files of a folder.
fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    let files = fs::read_dir(from).map_err(|e| format!("cannot read {}: {e}", from.display()))?;
    files.flatten().try_for_each(|file| copy(&file.path(), &to.join(file.file_name())))
}

/// Removes a folder of an earlier run, and creates it again.
fn fresh(folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|e| format!("cannot create {}: {e}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_manifests_have_the_version_of_the_workspace() {
        for (file, before, after) in [
            ("js/package.json", "\"version\": \"", "\""),
            ("js/package-lock.json", "\"version\": \"", "\""),
            ("web/package.json", "\"version\": \"", "\""),
            ("web/package-lock.json", "\"version\": \"", "\""),
            ("README.md", "cubiform-", "-"),
            ("docs/decisions/0062-packages.md", "cubiform-", "-"),
        ] {
            let text = fs::read_to_string(root().join(file)).unwrap();
            let named = text.split_once(before).unwrap().1.split_once(after).unwrap().0;
            assert_eq!(named, VERSION, "{file}");
        }
    }
}
