//! Development tasks, run as `cargo xtask NAME`.

mod ci;
#[cfg(test)]
mod circle_tests;
mod dist;
mod full;
mod js;
mod kills;
mod other_tests;
mod platforms;
mod process;
mod python;
mod record;
mod web;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask NAME

ci [PART]                 runs the checks that every change must pass, or those of one part: rust (formatting, lints,
                          documentation, tests, models), page, packages (JavaScript, site, Python), targets; prints how
                          long each took, and keeps it in target/ci.json
targets                   checks the code for Windows, macOS and ARM; installs missing targets with rustup
web                       builds the web page in web/dist; needs Node.js 20.19 or later
serve [ARGUMENTS]         builds the page and the program with it, runs `cubiform serve` with these arguments, and opens
                          the page in a browser
web-test [ARGUMENTS]      tests the page in Chromium against a real server; the arguments are those of `playwright test`
site [--server URL]       builds the static site in target/site, where the engine runs in the browser; what is too large for a
                          browser goes to the server at URL, a `cubiform serve --cors ORIGIN`
site-test [ARGUMENTS]     builds the site and tests it in Chromium; the arguments are those of `playwright test`
js                        builds the JavaScript package in js/dist: WebAssembly modules and scripts
js-test                   builds it and tests it in Node, against the command
npm                       builds it, and packs it in target/npm
consumers [FILE]          packs it, or takes the packed FILE, installs it in empty projects of Node, Deno, Vite, webpack, esbuild
                          and TypeScript, and runs them, pages in Chromium and Firefox; needs a network
dist [PART...]            makes all that one would publish in target/dist: papers, commands, wheels, npm, site; --platform NAME makes
                          only those of one platform; needs Node.js, Python, MinGW and a network
dist-test                 tries the packages in target/dist: in a bare root, under qemu and Wine, in fresh environments
full                      builds and verifies all tables (7.9 GB; takes minutes) in the folder CUBIFORM_TABLES (default:
                          target/full-tables), and lists and runs the ignored tests
models                    runs the models of code that shares work between threads under many schedules
fuzz [TARGET] [SECONDS]   fuzzes one target, or all in turn, for SECONDS each (default: 60); needs a nightly toolchain;
                          installs cargo-fuzz if it is missing
miri                      runs the tests of small unsafe code under Miri; needs a nightly toolchain
qemu                      runs tests of the libraries on a big-endian processor (s390x) under qemu
windows                   builds the program for Windows and tests it under Wine: analyze, tables, kill and resume
schemathesis [EXAMPLES]   asks the server EXAMPLES requests of each route (default: 1400), made from its OpenAPI document;
                          needs Python, and installs schemathesis into target/schemathesis
python                    builds the Python package in target/python and runs its tests, the notebook, and the checks of its
                          types; needs Python 3.11 or later
clusters                  tests the Python package on local clusters of Ray and Spark; needs Java, too
kills [COUNT]             kills an analysis in parts with SIGKILL at COUNT random moments (default: 100), resumes it
                          each time, and compares the folder with that of an uninterrupted run";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["ci"] => ci::run(None),
        ["ci", part] => ci::run(Some(part)),
        ["targets"] => platforms::check(),
        ["web"] => web::build(),
        ["serve", ref arguments @ ..] => web::serve(arguments),
        ["js"] => js::build(),
        ["js-test"] => js::test(),
        ["npm"] => js::pack().map(drop),
        ["consumers"] => js::test_consumers(None),
        ["consumers", packed] => js::test_consumers(Some(packed)),
        ["web-test", ref arguments @ ..] => web::test(arguments),
        ["site"] => js::build_site(None),
        ["site", "--server", server] => js::build_site(Some(server)),
        ["site-test", ref arguments @ ..] => js::test_site(arguments),
        ["dist-test"] => dist::trial::run(),
        ["dist", ref arguments @ ..] => dist::run(arguments),
        ["full"] => full::run(),
        ["fuzz"] => other_tests::fuzz_all("60"),
        ["fuzz", target] => other_tests::fuzz(target, "60"),
        ["fuzz", "all", seconds] => other_tests::fuzz_all(seconds),
        ["fuzz", target, seconds] => other_tests::fuzz(target, seconds),
        ["miri"] => other_tests::miri(),
        ["models"] => other_tests::models(),
        ["qemu"] => other_tests::qemu(),
        ["windows"] => platforms::test_windows(),
        ["schemathesis"] => other_tests::schemathesis("1400"),
        ["schemathesis", examples] => other_tests::schemathesis(examples),
        ["python"] => python::run(),
        ["clusters"] => python::clusters(),
        ["kills"] => kills::run("100"),
        ["kills", count] => kills::run(count),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
