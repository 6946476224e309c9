//! Builds the Python package in a virtual environment and tests it.

use crate::process;

/// The programs that the tests need.
const PACKAGES: [&str; 9] =
    ["maturin>=1.9,<2", "pytest", "mypy", "pyarrow", "pandas", "polars", "duckdb", "pandas-stubs", "tqdm"];

/// Creates the environment in target/python, builds and installs the package there, and runs its tests and the checks of
/// its types and stubs. Returns whether all passed.
pub(crate) fn run() -> bool {
    let folder = process::root().join("target/python");
    let tool = |name: &str| folder.join("bin").join(name).display().to_string();
    let environment = folder.display().to_string();
    let install = [&["install", "--quiet"], &PACKAGES[..]].concat();
    let develop = ["develop", "--locked", "--manifest-path", "python/Cargo.toml"];
    process::run(&[], "python3", &["-m", "venv", &environment])
        && process::run(&[], &tool("pip"), &install)
        && process::run(&[("VIRTUAL_ENV", &environment)], &tool("maturin"), &develop)
        && process::run(&[], &tool("pytest"), &["-c", "python/pyproject.toml", "python"])
        && process::run(
            &[],
            &tool("mypy"),
            &["--config-file", "python/pyproject.toml", "python/python/cubiform"],
        )
        && process::run(&[], &tool("stubtest"), &["cubiform._native", "--ignore-disjoint-bases"])
}
