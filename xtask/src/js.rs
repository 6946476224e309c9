//! The JavaScript package: builds its modules and scripts, tests it in Node, and packs it for npm.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::thread;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{process, web};

const TARGET: &str = "wasm32-unknown-unknown";

/// A form of the module.
struct Form {
    /// The file in `js/dist`.
    file: &'static str,
    /// The processor features for which it is compiled.
    features: &'static str,
    /// Whether it has every operation, or only those of the small module.
    has_all: bool,
}

const FORMS: [Form; 3] = [
    Form { file: "cubiform.wasm", features: "+simd128", has_all: true },
    Form { file: "cubiform-solve.wasm", features: "-simd128", has_all: false },
    Form { file: "cubiform-scalar.wasm", features: "-simd128", has_all: true },
];

fn folder() -> PathBuf {
    process::root().join("js")
}

/// Builds the package in `js/dist`: all forms of the module with `is_complete`, otherwise those that tests use. Returns
/// whether it succeeded.
pub(crate) fn build(is_complete: bool) -> bool {
    if let Some(reason) = web::missing_tools() {
        eprintln!("cannot build the package: {reason}");
        return false;
    }
    if !process::is_available("rustup", &["target", "add", TARGET]) {
        eprintln!("cannot build the module: `rustup target add {TARGET}` failed");
        return false;
    }
    let folder = folder();
    let dist = folder.join("dist");
    if let Err(e) = fs::create_dir_all(&dist) {
        eprintln!("cannot create {}: {e}", dist.display());
        return false;
    }
    let forms = if is_complete { &FORMS[..] } else { &FORMS[..2] };
    // The last step of each is one thread.
    let built = thread::scope(|scope| {
        let builds: Vec<_> = forms.iter().map(|form| scope.spawn(|| form.build(&dist))).collect();
        builds.into_iter().all(|build| build.join().unwrap_or(false))
    });
    built && web::install(&folder) && web::run_npm(&folder, &["run", "build"])
}

impl Form {
    fn build(&self, dist: &Path) -> bool {
        let flags = format!("-C target-feature={} -C link-arg=--strip-all -D warnings", self.features);
        // A folder for each set of flags, so that no build undoes the other.
        let target = process::root().join("target/wasm").join(self.file);
        let target = target.display().to_string();
        let mut arguments = vec!["build", "--locked", "--profile", "wasm", "--target", TARGET, "-p"];
        arguments.extend(["cubiform-wasm", "--lib", "--target-dir", &target]);
        if !self.has_all {
            arguments.push("--no-default-features");
        }
        let built = Path::new(&target).join(TARGET).join("wasm/cubiform_wasm.wasm");
        process::run(&[("RUSTFLAGS", &flags)], "cargo", &arguments)
            && match fs::copy(&built, dist.join(self.file)) {
                Ok(bytes) => {
                    eprintln!("{}: {bytes} bytes, {} compressed", self.file, compressed(&built));
                    true
                }
                Err(e) => {
                    eprintln!("cannot copy {}: {e}", built.display());
                    false
                }
            }
    }
}

/// Returns the size of a file after gzip, as text.
fn compressed(path: &Path) -> String {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    let packed = fs::read(path).and_then(|bytes| gzip.write_all(&bytes)).and_then(|()| gzip.finish());
    packed.map_or_else(|_| "?".into(), |packed| packed.len().to_string())
}

/// Builds the package and the command, and compares them in Node. Returns whether all passed.
pub(crate) fn test() -> bool {
    let folder = folder();
    // The same packages and profile as in `cargo test`, so that nothing is compiled twice.
    let built = process::run(&[], "cargo", &["test", "--locked", "--no-run", "--test", "all"]);
    built && build(false) && web::run_npm(&folder, &["test"])
}

/// Builds all forms and packs the package in `target/npm`. Returns the packed file, or `None` if that failed.
pub(crate) fn pack() -> Option<PathBuf> {
    let npm = process::root().join("target/npm");
    let licences = ["LICENSE-MIT", "LICENSE-APACHE"];
    let copy = |name: &&str| fs::copy(process::root().join(name), folder().join(name)).is_ok();
    let packed = build(true)
        && fs::create_dir_all(&npm).is_ok()
        && licences.iter().all(copy)
        && web::run_npm(&folder(), &["pack", "--pack-destination", &npm.display().to_string()]);
    packed.then(|| npm.join(concat!("cubiform-", env!("CARGO_PKG_VERSION"), ".tgz")))
}
