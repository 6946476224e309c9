//! `cargo check` for the platforms that tests do not run on.

use crate::process;

/// A platform and what is checked for it.
struct Target {
    triple: &'static str,
    /// Whether the whole workspace is checked, or the libraries alone.
    is_workspace: bool,
    /// A C compiler that a dependency's build needs (zstd), as a program and its Debian package.
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
const LIBRARIES: [&str; 5] =
    ["cubiform-cube", "cubiform-search", "cubiform-tables", "cubiform-solvers", "cubiform-stats"];

/// Checks the code for every target that can be installed, and says which were left out. Fails only if a check does.
pub(crate) fn run() -> bool {
    let mut left_out = Vec::new();
    for target in &TARGETS {
        match target.check() {
            Ok(true) => {}
            Ok(false) => return false,
            Err(reason) => left_out.push(format!("{}: {reason}", target.triple)),
        }
    }
    for line in left_out {
        eprintln!("left out: check for {line}");
    }
    true
}

impl Target {
    /// Whether the check passed, or why it could not be run.
    fn check(&self) -> Result<bool, String> {
        if !process::is_available("rustup", &["target", "add", self.triple]) {
            return Err(format!("`rustup target add {}` failed", self.triple));
        }
        if let Some((compiler, package)) = self.compiler
            && !process::is_available(compiler, &["--version"])
        {
            return Err(format!("there is no {compiler}; install the package {package}"));
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
