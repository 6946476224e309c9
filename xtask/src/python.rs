//! Builds the Python package in a virtual environment and tests it.

use std::fs;
use std::path::PathBuf;

use crate::{process, web};

/// Checks that the package can be tested on this machine.
pub(crate) fn check_tools() -> Result<(), String> {
    process::is_available("python3", &["-m", "venv", "--help"])
        .then_some(())
        .ok_or_else(|| "python3 with venv not found; install Python 3.11 or later".into())
}

/// Builds the package and runs its tests, the notebook, the checks of its types and stubs, and the tests of data with the
/// oldest supported versions of other packages.
pub(crate) fn run() -> Result<(), String> {
    let environment = Environment::prepare("python", &["test"])?;
    let settings = "--config-file=python/pyproject.toml";
    environment.install()?;
    environment.run("pytest", &["-c", "python/pyproject.toml", "python"])?;
    environment.run("mypy", &[settings, "python/python/cubiform"])?;
    environment.run("stubtest", &["cubiform._native", "--ignore-disjoint-bases"])?;
    floor()
}

/// Runs the tests that read and write tables with the oldest supported versions. The module that is built lies beside
/// the sources.
fn floor() -> Result<(), String> {
    let environment = Environment::prepare("python-floor", &["floor"])?;
    let files = ["analyze", "answers", "inputs", "numbers", "parts", "runs"]
        .map(|name| format!("python/tests/test_{name}.py"));
    let arguments = ["-c", "python/pyproject.toml", "-k", "not interrupt and not golden"];
    let arguments: Vec<&str> = arguments.into_iter().chain(files.iter().map(|file| &file[..])).collect();
    environment.run("pytest", &arguments)
}

/// Runs the tests on local clusters of Ray and Spark.
pub(crate) fn clusters() -> Result<(), String> {
    let environment = Environment::prepare("python", &["test", "clusters"])?;
    environment.install()?;
    environment.run("pytest", &["-c", "python/pyproject.toml", "-m", "slow", "python/tests"])
}

/// The file of the native module as cargo builds it, and as Python finds it beside the sources.
const MODULE: (&str, &str) = if cfg!(windows) {
    ("_native.dll", "_native.pyd")
} else if cfg!(target_os = "macos") {
    ("lib_native.dylib", "_native.abi3.so")
} else {
    ("lib_native.so", "_native.abi3.so")
};

/// A virtual environment in target.
pub(crate) struct Environment(PathBuf);

impl Environment {
    /// Creates or updates the environment of this name, and installs the requirements in these files of
    /// python/requirements.
    pub(crate) fn prepare(name: &str, requirements: &[&str]) -> Result<Environment, String> {
        let environment = Environment(process::root().join("target").join(name));
        let files: Vec<String> =
            requirements.iter().map(|name| format!("python/requirements/{name}.txt")).collect();
        let install = ["install", "--quiet"].into_iter().chain(files.iter().flat_map(|file| ["-r", file]));
        process::run("python3", &["-m", "venv", &environment.0.display().to_string()])?;
        environment.run("pip", &install.collect::<Vec<_>>())?;
        Ok(environment)
    }

    /// Puts the native module beside the package's sources, where `run` finds both, and its metadata into the environment.
    /// `maturin develop` would do the same, but compile most of the workspace again, since it chooses other features.
    fn install(&self) -> Result<(), String> {
        web::build_program()?;
        let (built, module) = MODULE;
        let built = process::root().join("target/debug").join(built);
        let module = process::root().join("python/python/cubiform").join(module);
        // A new file: a process may have mapped the old one.
        let copied = fs::remove_file(&module).or(Ok(())).and_then(|()| fs::copy(&built, &module));
        copied.map_err(|e| format!("cannot copy {} to {}: {e}", built.display(), module.display()))?;
        let folder = "import sysconfig; print(sysconfig.get_path('purelib'))";
        let folder = process::text(&mut process::command(self.program("python"), &["-c", folder]))?;
        let mut command = process::command(self.program("maturin"), &["pep517", "write-dist-info"]);
        command.args(["--metadata-directory", &folder]).current_dir(process::root().join("python"));
        process::run_command(&mut command)
    }

    /// Returns the path of a program of the environment.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.0.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
    }

    /// Runs a program of the environment in the project's root.
    fn run(&self, program: &str, arguments: &[&str]) -> Result<(), String> {
        let package = process::root().join("python/python");
        let variables = [("VIRTUAL_ENV", &self.0), ("PYTHONPATH", &package)];
        process::run_with(&variables, self.program(program), arguments)
    }
}
