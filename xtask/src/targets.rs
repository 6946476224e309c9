//! `cargo check` for platforms on which the tests do not run. That for WebAssembly is the build of the JavaScript package.

use crate::process;

/// A platform and the packages to check for it.
struct Target {
    triple: &'static str,
    /// Whether to check the whole workspace, or only the libraries.
    is_workspace: bool,
    /// The C compiler needed to build a dependency (zstd), as a program and its Debian package.
    compiler: Option<(&'static str, &'static str)>,
}

const TARGETS: [Target; 3] = [
    Target {
        triple: "x86_64-pc-windows-gnu",
        is_workspace: true,
        compiler: Some(("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64")),
    },
    Target { triple: "aarch64-apple-darwin", is_workspace: false, compiler: None },
    Target { triple: "aarch64-unknown-linux-gnu", is_workspace: false, compiler: None },
];

/// The packages that do not depend on an operating system's files and terminals.
const LIBRARIES: [&str; 1] = ["cubiform"];

/// Checks every target that can be installed, and lists the ones that were skipped. Fails only if a check does.
pub(crate) fn run() -> Result<(), String> {
    let mut skipped = Vec::new();
    for target in &TARGETS {
        match target.check_tools() {
            Ok(()) => target.check()?,
            Err(reason) => skipped.push(format!("{}: {reason}", target.triple)),
        }
    }
    for line in skipped {
        eprintln!("skipped: check for {line}");
    }
    Ok(())
}

impl Target {
    /// Checks that the check can run on this machine.
    fn check_tools(&self) -> Result<(), String> {
        process::add_target(self.triple)?;
        if let Some((compiler, package)) = self.compiler
            && !process::is_available(compiler, &["--version"])
        {
            return Err(format!("{compiler} not found; install the package {package}"));
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        let mut arguments = vec!["check", "--locked", "--target", self.triple];
        if self.is_workspace {
            arguments.push("--workspace");
        } else {
            arguments.extend(LIBRARIES.iter().flat_map(|library| ["-p", library]));
        }
        process::run_with(&[("RUSTFLAGS", "-D warnings")], "cargo", &arguments)
    }
}
