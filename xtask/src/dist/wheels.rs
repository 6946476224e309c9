//! The Python package: a wheel for each platform, and its sources.

use super::{Build, Platform, commands, folder};
use crate::process::{self, run_with};
use crate::web;

pub(super) fn make(build: &Build) -> Result<(), String> {
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
    let (to, target) = (folder().display().to_string(), commands::target().display().to_string());
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
