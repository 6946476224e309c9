//! The JavaScript package: builds its modules and scripts, tests it in Node, and packs it for npm.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, thread};

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

/// The form that CI tests, and the one that only the packed package has.
const FORMS: [Form; 2] = [
    Form { file: "cubiform.wasm", features: "+simd128", has_all: true },
    Form { file: "cubiform-solve.wasm", features: "-simd128", has_all: false },
];

fn folder() -> PathBuf {
    process::root().join("js")
}

/// Builds the package in `js/dist`: both forms of the module with `is_complete`, otherwise the first.
pub(crate) fn build(is_complete: bool) -> Result<(), String> {
    web::check_tools()?;
    process::add_target(TARGET)?;
    let folder = folder();
    let dist = folder.join("dist");
    fs::create_dir_all(&dist).map_err(|e| format!("cannot create {}: {e}", dist.display()))?;
    let forms = if is_complete { &FORMS[..] } else { &FORMS[..1] };
    // The last step of each is one thread.
    thread::scope(|scope| {
        let builds: Vec<_> = forms.iter().map(|form| scope.spawn(|| form.build(&dist))).collect();
        builds.into_iter().try_for_each(|build| build.join().expect("a build does not panic"))
    })?;
    web::install(&folder)?;
    web::run_npm(&folder, &["run", "build"])
}

impl Form {
    fn build(&self, dist: &Path) -> Result<(), String> {
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
        process::run_with(&[("RUSTFLAGS", &flags)], "cargo", &arguments)?;
        let bytes = fs::copy(&built, dist.join(self.file));
        let bytes = bytes.map_err(|e| format!("cannot copy {}: {e}", built.display()))?;
        eprintln!("{}: {bytes} bytes, {} compressed", self.file, compressed(&built));
        Ok(())
    }
}

/// Returns the size of a file after gzip, as text.
fn compressed(path: &Path) -> String {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    let packed = fs::read(path).and_then(|bytes| gzip.write_all(&bytes)).and_then(|()| gzip.finish());
    packed.map_or_else(|_| "?".into(), |packed| packed.len().to_string())
}

/// Builds the package, with `is_complete` both forms of the module, and the command, and compares them in Node.
pub(crate) fn test(is_complete: bool) -> Result<(), String> {
    let program = web::build_program()?.display().to_string();
    build(is_complete)?;
    let tables = web::tables().display().to_string();
    web::run_npm_with(&[("CUBIFORM", &program), ("CUBIFORM_TABLES", &tables)], &folder(), &["test"])
}

/// Builds both forms and packs the package in `target/npm`. Returns the packed file.
pub(crate) fn pack() -> Result<PathBuf, String> {
    build(true)?;
    let npm = process::root().join("target/npm");
    let copy = |name: &&str| fs::copy(process::root().join(name), folder().join(name)).map(drop);
    fs::create_dir_all(&npm)
        .and_then(|()| ["LICENSE-MIT", "LICENSE-APACHE"].iter().try_for_each(copy))
        .map_err(|e| format!("cannot write {} and the licences: {e}", npm.display()))?;
    web::run_npm(&folder(), &["pack", "--pack-destination", &npm.display().to_string()])?;
    Ok(npm.join(concat!("cubiform-", env!("CARGO_PKG_VERSION"), ".tgz")))
}
