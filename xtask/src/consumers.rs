//! Installs the JavaScript package in empty projects, and runs a program that uses it in each.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{js, process, web};

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
pub(crate) fn run(packed: Option<&str>) -> Result<(), String> {
    let chromium = web::browser()?;
    let packed = packed.map_or_else(js::pack, |packed| Ok(packed.into()))?;
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
