//! The programs that packages need beside Rust, Node and Python. They are installed in `target`, at fixed versions.

use std::env;
use std::path::{Path, PathBuf};

use crate::process;
use crate::python::Environment;

/// Programs of crates.io, with their version and what else their installation needs.
const CRATES: [(&str, &str, &[&str]); 4] = [
    ("cargo-about", "0.9.3", &["--features", "cli"]),
    ("cargo-cyclonedx", "0.5.9", &[]),
    ("cargo-deb", "3.8.0", &[]),
    ("mdbook", "0.5.4", &[]),
];

/// The tools.
pub(super) struct Tools {
    /// The environment with zig, maturin, auditwheel and twine.
    python: Environment,
    /// The folder of the programs of crates.io.
    crates: PathBuf,
}

impl Tools {
    /// Installs what is missing.
    pub(super) fn prepare() -> Result<Tools, String> {
        if !process::is_available("rustup", &["component", "add", "llvm-tools"]) {
            return Err("`rustup component add llvm-tools` failed".into());
        }
        let python = Environment::prepare("dist-tools", &["dist"])?;
        let folder = super::root().join("target/tools");
        for (name, version, more) in CRATES {
            let root = folder.display().to_string();
            let version = format!("{name}@{version}");
            // Without a change, this only looks at its list of what is installed.
            let arguments = ["install", "--locked", "--quiet", "--root", &root, &version];
            process::run("cargo", &[&arguments[..], more].concat())?;
        }
        Ok(Tools { python, crates: folder.join("bin") })
    }

    /// Returns the path of a program of crates.io.
    pub(super) fn of_crates(&self, name: &str) -> String {
        self.crates.join(name).display().to_string()
    }

    /// Returns the path of a program of Python's package index.
    pub(super) fn of_python(&self, name: &str) -> String {
        self.python.program(name).display().to_string()
    }

    /// Returns `PATH` with the programs of Python's package index before others.
    pub(super) fn path(&self) -> String {
        let own = self.python.program("python").parent().map(Path::to_path_buf);
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = own.into_iter().chain(env::split_paths(&path));
        env::join_paths(folders).unwrap_or(path).to_string_lossy().into_owned()
    }
}

/// Returns the folder of cargo.
pub(super) fn cargo_home() -> PathBuf {
    let home =
        || PathBuf::from(env::var_os("HOME").or_else(|| env::var_os("USERPROFILE")).unwrap_or_default());
    env::var_os("CARGO_HOME").map_or_else(|| home().join(".cargo"), PathBuf::from)
}

/// Returns the folder of the compiler.
pub(super) fn sysroot() -> String {
    rustc(&["--print", "sysroot"])
}

/// Returns the triple of this machine.
pub(super) fn host() -> String {
    rustc(&["--print", "host-tuple"])
}

/// Returns the path of a tool of LLVM.
pub(super) fn llvm(name: &str) -> String {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    Path::new(&sysroot()).join("lib/rustlib").join(host()).join("bin").join(name).display().to_string()
}

fn rustc(arguments: &[&str]) -> String {
    process::text(&mut process::command("rustc", arguments)).expect("cargo has run rustc")
}
