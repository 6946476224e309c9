//! The JavaScript package: builds its modules and scripts, tests it in Node, packs it for npm, and installs it in empty projects,
//! to run a program that uses it in each; and the static site: the page with the engine in the browser, in a folder for any
//! web server.

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

/// The whole module and the small one.
const FORMS: [Form; 2] = [
    Form { file: "cubiform.wasm", features: "+simd128", has_all: true },
    Form { file: "cubiform-solve.wasm", features: "-simd128", has_all: false },
];

fn folder() -> PathBuf {
    process::root().join("js")
}

/// Builds the package in `js/dist`: both forms of the module, and the scripts.
pub(crate) fn build() -> Result<(), String> {
    web::check_tools()?;
    process::add_target(TARGET)?;
    let folder = folder();
    let dist = folder.join("dist");
    fs::create_dir_all(&dist).map_err(|e| format!("cannot create {}: {e}", dist.display()))?;
    // The last step of each is one thread.
    thread::scope(|scope| {
        let builds: Vec<_> = FORMS.iter().map(|form| scope.spawn(|| form.build(&dist))).collect();
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

/// Builds the package and the command, and compares them in Node.
pub(crate) fn test() -> Result<(), String> {
    let program = web::build_program()?.display().to_string();
    build()?;
    let tables = web::tables().display().to_string();
    web::run_npm_with(&[("CUBIFORM", &program), ("CUBIFORM_TABLES", &tables)], &folder(), &["test"])
}

/// Builds both forms and packs the package in `target/npm`. Returns the packed file.
pub(crate) fn pack() -> Result<PathBuf, String> {
    build()?;
    let npm = process::root().join("target/npm");
    let copy = |name: &&str| fs::copy(process::root().join(name), folder().join(name)).map(drop);
    fs::create_dir_all(&npm)
        .and_then(|()| ["LICENSE-MIT", "LICENSE-APACHE"].iter().try_for_each(copy))
        .map_err(|e| format!("cannot write {} and the licences: {e}", npm.display()))?;
    web::run_npm(&folder(), &["pack", "--pack-destination", &npm.display().to_string()])?;
    Ok(npm.join(concat!("cubiform-", env!("CARGO_PKG_VERSION"), ".tgz")))
}

/// A project that uses the package. That of `types` is only checked, by TypeScript.
struct Consumer {
    /// Its folder in `target/consumers`, and that of its own files in `js/consumers`, if it has some.
    name: &'static str,
    /// The npm packages that it needs beside `cubiform`.
    packages: &'static [&'static str],
    /// The command that runs its program, or builds its page in `dist`.
    command: &'static [&'static str],
    has_page: bool,
}

const CONSUMERS: [Consumer; 6] = [
    Consumer { name: "node", packages: &[], command: &["node", "main.js"], has_page: false },
    Consumer {
        name: "deno",
        packages: &["deno"],
        command: &["npx", "deno", "run", "--allow-read", "main.js"],
        has_page: false,
    },
    Consumer {
        name: "vite",
        packages: &["vite"],
        command: &["npx", "vite", "build", "--base", "./"],
        has_page: true,
    },
    Consumer {
        name: "webpack",
        packages: &["webpack@5", "webpack-cli"],
        command: &["npx", "webpack"],
        has_page: true,
    },
    Consumer { name: "esbuild", packages: &["esbuild"], command: &["node", "build.mjs"], has_page: true },
    Consumer { name: "types", packages: &["typescript"], command: &["npx", "tsc"], has_page: false },
];

/// The names under which systems have Firefox.
const FIREFOX: [&str; 2] = ["firefox", "firefox-esr"];

/// Packs the package, or takes this packed file, and runs all projects.
pub(crate) fn test_consumers(packed: Option<&str>) -> Result<(), String> {
    let chromium = web::browser()?;
    let packed = packed.map_or_else(pack, |packed| Ok(packed.into()))?;
    let packed = packed.canonicalize().map_err(|e| format!("cannot find {}: {e}", packed.display()))?;
    let browsers: Vec<PathBuf> = [chromium].into_iter().chain(web::find_program(&FIREFOX)).collect();
    let opener = target().join("browsers");
    create(&opener, &["open.mjs"])?;
    install(&opener, &["puppeteer-core"])?;
    // All are run, so that one look shows all that failed.
    let failure = |consumer: &Consumer| {
        Some(format!("{}: {}", consumer.name, consumer.run(&packed, &opener, &browsers).err()?))
    };
    let failed: Vec<String> = CONSUMERS.iter().filter_map(failure).collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

impl Consumer {
    fn run(&self, packed: &Path, opener: &Path, browsers: &[PathBuf]) -> Result<(), String> {
        let folder = target().join(self.name);
        let packed = packed.display().to_string();
        let packages = [&[packed.as_str()], self.packages].concat();
        let own = fs::read_dir(sources().join(self.name)).into_iter().flatten().flatten();
        let own: Vec<String> =
            own.map(|file| format!("{}/{}", self.name, file.file_name().display())).collect();
        let files: Vec<&str> = own.iter().map(String::as_str).chain(["main.js"]).collect();
        let page = folder.join("dist").display().to_string();
        let mut open: Vec<&str> = vec!["open.mjs", &page];
        open.extend(browsers.iter().filter_map(|browser| browser.to_str()));
        create(&folder, &files)?;
        install(&folder, &packages)?;
        let program = if self.command[0] == "npx" { web::npx() } else { self.command[0] };
        run_in(&folder, program, &self.command[1..])?;
        if self.has_page { run_in(opener, "node", &open) } else { Ok(()) }
    }
}

fn target() -> PathBuf {
    process::root().join("target/consumers")
}

fn sources() -> PathBuf {
    process::root().join("js/consumers")
}

/// Creates an empty project with these files of `js/consumers`.
fn create(folder: &Path, files: &[&str]) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    let copy = |file: &&str| {
        let path = Path::new(file);
        fs::copy(sources().join(path), folder.join(path.file_name().unwrap_or_default())).map(drop)
    };
    let created = fs::create_dir_all(folder)
        .and_then(|()| fs::write(folder.join("package.json"), r#"{"private": true, "type": "module"}"#))
        .and_then(|()| files.iter().try_for_each(copy));
    created.map_err(|e| format!("cannot create {}: {e}", folder.display()))
}

fn install(folder: &Path, packages: &[&str]) -> Result<(), String> {
    web::run_npm(folder, &[&["install", "--no-audit", "--no-fund"], packages].concat())
}

/// Runs a program in a folder.
fn run_in(folder: &Path, program: &str, arguments: &[&str]) -> Result<(), String> {
    process::run_command(process::command(program, arguments).current_dir(folder))
}

/// Builds the site in `target/site`. With `server`, the address of a `cubiform serve`, questions that are too large for a
/// browser go there.
pub(crate) fn build_site(server: Option<&str>) -> Result<(), String> {
    build()?;
    build_page(server)
}

/// Builds the page with the package in `js/dist`.
fn build_page(server: Option<&str>) -> Result<(), String> {
    let folder = web::folder();
    let server = [("VITE_SERVER", server.unwrap_or_default())];
    web::install(&folder)?;
    web::run_npm_with(&server, &folder, &["run", "site"])
}

/// Builds the site and tests it in Chromium with these arguments of Playwright.
pub(crate) fn test_site(arguments: &[&str]) -> Result<(), String> {
    let browser = web::browser()?;
    if !process::is_available("python3", &["--version"]) {
        return Err("cannot test the site: python3, which serves its files, not found".into());
    }
    build()?;
    build_page(None)?;
    let mut command = web::playwright(&browser);
    process::run_command(command.args(["--config", "playwright.site.config.ts"]).args(arguments))
}
