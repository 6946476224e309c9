//! `cargo check` for platforms on which the tests do not run.

use crate::process;

/// A platform and the packages to check for it.
struct Target {
    triple: &'static str,
    /// Whether to check the whole workspace, or only the libraries.
    is_workspace: bool,
    /// The C compiler needed to build a dependency (zstd), as a program and its Debian package.
    compiler: Option<(&'static str, &'static str)>,
}

const TARGETS: [Target; 4] = [
    Target {
        triple: "x86_64-pc-windows-gnu",
        is_workspace: true,
        compiler: Some(("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64")),
    },
    Target { triple: "aarch64-apple-darwin", is_workspace: false, compiler: None },
    Target { triple: "aarch64-unknown-linux-gnu", is_workspace: false, compiler: None },
    Target { triple: "wasm32-unknown-unknown", is_workspace: false, compiler: None },
];

/// The packages that do not depend on an operating system's files and terminals.
const LIBRARIES: [&str; 1] = ["cubiform"];

/// Checks every target that can be installed, and lists the ones that were skipped. Returns false only if a check
/// failed.
pub(crate) fn run() -> bool {
    let mut skipped = Vec::new();
    for target in &TARGETS {
        match target.check() {
            Ok(true) => {}
            Ok(false) => return false,
            Err(reason) => skipped.push(format!("{}: {reason}", target.triple)),
        }
    }
    for line in skipped {
        eprintln!("skipped: check for {line}");
    }
    true
}

impl Target {
    /// Returns whether the check passed.
    ///
    /// # Errors
    /// The reason why the check could not run.
    fn check(&self) -> Result<bool, String> {
        if !process::is_available("rustup", &["target", "add", self.triple]) {
            return Err(format!("`rustup target add {}` failed", self.triple));
        }
        if let Some((compiler, package)) = self.compiler
            && !process::is_available(compiler, &["--version"])
        {
            return Err(format!("{compiler} not found; install the package {package}"));
        }
        let mut arguments = vec!["check", "--locked", "--target", self.triple];
        if self.is_workspace {
            arguments.push("--workspace");
        } else {
            arguments.extend(LIBRARIES.iter().flat_map(|library| ["-p", library]));
        }
        Ok(process::run(&[("RUSTFLAGS", "-D warnings")], "cargo", &arguments))
    }
}
