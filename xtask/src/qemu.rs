//! Tests on an emulated big-endian processor.

use crate::process;

const TRIPLE: &str = "s390x-unknown-linux-gnu";

/// The tests of code that reads or writes numbers as bytes, and all tests of the cube.
const TESTS: [(&str, &[&str]); 4] = [
    ("cubiform-cube", &["--lib", "--tests"]),
    ("cubiform-files", &["--lib"]),
    ("cubiform-store", &["--lib", "--", "file::"]),
    ("cubiform-tables", &["--lib", "--", "code::", "table::", "layout::", "probe::"]),
];

/// Runs the tests under `qemu-s390x`. On Debian this needs the packages `qemu-user`, `gcc-s390x-linux-gnu` and
/// `libc6-dev-s390x-cross`.
pub(crate) fn run() -> Result<(), String> {
    for (program, package) in
        [("qemu-s390x", "qemu-user"), ("s390x-linux-gnu-gcc", "gcc-s390x-linux-gnu libc6-dev-s390x-cross")]
    {
        if !process::is_available(program, &["--version"]) {
            return Err(format!("{program} not found; install {package}"));
        }
    }
    let env = [
        ("CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER", "s390x-linux-gnu-gcc"),
        ("CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER", "qemu-s390x -L /usr/s390x-linux-gnu"),
    ];
    process::add_target(TRIPLE)?;
    TESTS.iter().try_for_each(|(package, arguments)| {
        let command = ["test", "--locked", "--target", TRIPLE, "-p", package];
        process::run_with(&env, "cargo", &[&command, *arguments].concat())
    })
}
