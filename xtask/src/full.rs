//! The tests that need gigabytes of tables.

use crate::process;

/// The folder of the tables, relative to the project's root.
const TABLES: &str = "target/full-tables";

/// Builds and verifies all tables, then runs the tests that need them. Returns whether everything passed.
pub(crate) fn run() -> bool {
    let tables = |arguments: &[&str]| {
        let command = ["run", "--release", "--locked", "--", "tables", "--tables", TABLES];
        process::run(&[], "cargo", &[&command, arguments].concat())
    };
    tables(&["build", "full", "optimal-small", "444-slice", "444-block", "444-outer"])
        && tables(&["verify"])
        && TESTS.iter().all(|test| test.run())
}

/// Test targets of one package, and the environment variable that enables their long tests.
struct Tests {
    package: &'static str,
    targets: &'static [&'static str],
    env: (&'static str, &'static str),
}

/// Absolute, because tests run in the folder of their package.
const WITH_TABLES: (&str, &str) =
    ("CUBIFORM_FULL_TEST_TABLES", concat!(env!("CARGO_MANIFEST_DIR"), "/../target/full-tables"));

const LONG: (&str, &str) = ("CUBIFORM_FULL_TESTS", "1");

const TESTS: [Tests; 5] = [
    Tests {
        package: "cubiform-solvers",
        targets: &["--test", "full", "--test", "optimal", "--test", "five_stage", "--test", "outer_block"],
        env: WITH_TABLES,
    },
    Tests { package: "cubiform", targets: &["--test", "four"], env: WITH_TABLES },
    Tests { package: "cubiform-tables", targets: &["--lib", "--test", "golden"], env: WITH_TABLES },
    Tests { package: "cubiform-stats", targets: &["--lib"], env: LONG },
    Tests { package: "cubiform-tables", targets: &["--lib"], env: LONG },
];

impl Tests {
    fn run(&self) -> bool {
        let command = ["test", "--release", "--locked", "-p", self.package];
        process::run(&[self.env], "cargo", &[&command, self.targets].concat())
    }
}
