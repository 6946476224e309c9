//! Builds the Python package in a virtual environment and tests it.

use std::path::PathBuf;

use crate::process;

/// Returns why the package cannot be tested on this machine, if it cannot.
pub(crate) fn missing_tools() -> Option<String> {
    (!process::is_available("python3", &["-m", "venv", "--help"]))
        .then(|| "python3 with venv not found; install Python 3.11 or later".into())
}

/// Builds and installs the package in the environment, and runs its tests, the notebook, and the checks of its types and
/// stubs. Returns whether all passed.
pub(crate) fn run() -> bool {
    let Some(environment) = Environment::prepare(&["test"]) else { return false };
    let settings = "--config-file=python/pyproject.toml";
    environment.run("pytest", &["-c", "python/pyproject.toml", "python"])
        && environment.run("mypy", &[settings, "python/python/cubiform"])
        && environment.run("stubtest", &["cubiform._native", "--ignore-disjoint-bases"])
}

/// Runs the tests on local clusters of Ray and Spark. Returns whether all passed.
pub(crate) fn clusters() -> bool {
    let Some(environment) = Environment::prepare(&["test", "clusters"]) else { return false };
    environment.run("pytest", &["-c", "python/pyproject.toml", "-m", "slow", "python/tests"])
}

/// A virtual environment in target/python with the package.
struct Environment(PathBuf);

impl Environment {
    /// Creates or updates the environment, builds the package, and installs it with the requirements in these files of
    /// python/requirements.
    fn prepare(requirements: &[&str]) -> Option<Environment> {
        let environment = Environment(process::root().join("target/python"));
        let files: Vec<String> =
            requirements.iter().map(|name| format!("python/requirements/{name}.txt")).collect();
        let install = ["install", "--quiet"].into_iter().chain(files.iter().flat_map(|file| ["-r", file]));
        let develop = ["develop", "--quiet", "--locked", "--manifest-path", "python/Cargo.toml"];
        let made = process::run(&[], "python3", &["-m", "venv", &environment.0.display().to_string()])
            && environment.run("pip", &install.collect::<Vec<_>>())
            && environment.run("maturin", &develop);
        made.then_some(environment)
    }

    /// Runs a program of the environment in the project's root.
    fn run(&self, program: &str, arguments: &[&str]) -> bool {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        let program = self.0.join(folder).join(program);
        let environment = self.0.display().to_string();
        process::run(&[("VIRTUAL_ENV", &environment)], &program.display().to_string(), arguments)
    }
}
