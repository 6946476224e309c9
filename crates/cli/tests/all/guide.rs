//! Runs the commands in the README and in the guide, and compares their output with the pages.
//!
//! `CUBIFORM_UPDATE_GUIDE=1 cargo test -p cubiform-cli --test all guide::` writes the output into the pages instead.
//!
//! The first words after the fence of a code block decide:
//!
//! | block            | commands                                                     |
//! |------------------|--------------------------------------------------------------|
//! | `console`        | run; must succeed and print what follows                     |
//! | `console fails`  | run; must fail and print what follows                        |
//! | `console ignore` | not run: needs large tables or minutes, or measures a machine |
//! | any other        | not run                                                      |
//!
//! A page whose commands ask `http://127.0.0.1:2026` is run beside a server; the commands get its port instead.
//!
//! A command starts with `$ ` and has one line. `...` on a line of its own, at most once below a command, stands for
//! any number of lines of output. Commands of one page run in order in one temporary folder, which has links to
//! `crates` and `docs`.

#![cfg(unix)]

use std::ffi::OsString;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::common::server::TestServer;
use snapbox::{Assert, IntoData};

/// The environment variable that makes the test write the pages.
const UPDATE: &str = "CUBIFORM_UPDATE_GUIDE";

/// The address of a server in the pages.
const SERVER: &str = "127.0.0.1:2026";

/// A command of a page and the output shown below it.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    /// The line of the command, from 0.
    line: usize,
    command: String,
    fails: bool,
    /// The lines of the output.
    shown: Range<usize>,
}

/// Returns the commands to run, in order.
fn steps(lines: &[&str]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    // Whether the commands of the current block fail, if it is a block of commands to run.
    let mut fails = None;
    for (line, text) in lines.iter().enumerate() {
        if let Some(info) = text.strip_prefix("```") {
            fails = match info {
                "console" => Some(false),
                "console fails" => Some(true),
                "console ignore" => None,
                other => {
                    assert!(!other.starts_with("console"), "line {}: {other}", line + 1);
                    None
                }
            };
        } else if let Some(fails) = fails {
            if let Some(command) = text.strip_prefix("$ ") {
                steps.push(Step { line, command: command.into(), fails, shown: line + 1..line + 1 });
            } else if let Some(step) = steps.last_mut() {
                step.shown.end = line + 1;
            }
        }
    }
    steps
}

/// Returns the output as the page should show it: abridged by `...` where the page abridges it now.
fn abridged<'a>(shown: &[&'a str], output: &'a str) -> Vec<&'a str> {
    let lines: Vec<&str> = output.lines().collect();
    match shown.iter().position(|&line| line == "...") {
        Some(head) if lines.len() > shown.len() => {
            let tail = lines.len() - (shown.len() - head - 1);
            [&lines[..head], &["..."], &lines[tail..]].concat()
        }
        _ => lines,
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the paths of the Markdown files in a folder, relative to the root of the repository.
fn markdown_in(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let names = entries.map(|entry| Path::new(folder).join(entry.unwrap().file_name()));
    let mut files: Vec<PathBuf> =
        names.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    files.sort();
    files
}

/// Returns the paths of the pages whose commands are run.
fn pages() -> Vec<PathBuf> {
    [vec!["README.md".into(), "docs/background.md".into()], markdown_in("docs/guide")].concat()
}

/// Returns the paths of all documents whose links are checked.
fn documents() -> Vec<PathBuf> {
    ["", "docs", "docs/guide", "docs/decisions"].into_iter().flat_map(markdown_in).collect()
}

/// Returns `PATH` with the folder of the tested program in front.
fn search_path() -> OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_cubiform")).parent().unwrap().to_path_buf();
    let others = env::var_os("PATH").unwrap();
    env::join_paths(std::iter::once(program).chain(env::split_paths(&others))).unwrap()
}

/// Runs a command and returns its standard output and standard error, in the order of printing, and whether it failed.
fn run(command: &str, folder: &Path) -> (String, bool) {
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", search_path())
        .env("CUBIFORM_TABLES", crate::common::TABLES)
        .env_remove("CUBIFORM_FAULT")
        .env_remove("CUBIFORM_ISA")
        .env_remove("NO_COLOR")
        .output()
        .unwrap();
    (String::from_utf8(output.stdout).unwrap(), !output.status.success())
}

/// The result of running the commands of a page.
struct Checked {
    /// Commands that fail, or that should fail and do not, with their output.
    wrong: Vec<String>,
    /// Differences between the page and the output, for one command each.
    differences: Vec<String>,
    /// The page with the real output.
    updated: String,
}

/// Runs the commands of a page.
fn check(page: &Path) -> Checked {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["crates", "docs"] {
        std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).unwrap();
    }
    let lines: Vec<&str> = text.lines().collect();
    let server = steps(&lines)
        .iter()
        .any(|step| step.command.contains(SERVER))
        .then(|| TestServer::start(&["--goals", "cross", "--profile", "small"]));
    let (mut wrong, mut differences) = (Vec::new(), Vec::new());
    let (mut updated, mut copied) = (String::new(), 0);
    let mut copy = |lines: &[&str]| lines.iter().for_each(|line| writeln!(updated, "{line}").unwrap());
    for Step { line, command, fails, shown } in steps(&lines) {
        let place = format!("{}:{}: $ {command}", page.display(), line + 1);
        eprintln!("{place}");
        let command = server.iter().fold(command, |command, server| command.replace(SERVER, &server.address));
        let (mut output, failed) = run(&command, folder.path());
        // The body of a response may end without a line break, which a terminal and a page need.
        if !output.is_empty() && !output.ends_with('\n') {
            output.push('\n');
        }
        let expected: String = lines[shown.clone()].iter().flat_map(|line| [line, "\n"]).collect();
        let equal = Assert::new().try_eq(Some(&place), output.as_str().into_data(), expected.into_data());
        copy(&lines[copied..shown.start]);
        match equal {
            _ if failed != fails => {
                copy(&lines[shown.clone()]);
                wrong.push(format!(
                    "{place}\n{} fail:\n{output}",
                    if fails { "should" } else { "should not" }
                ));
            }
            Ok(()) => copy(&lines[shown.clone()]),
            Err(difference) => {
                copy(&abridged(&lines[shown.clone()], &output));
                differences.push(difference.to_string());
            }
        }
        copied = shown.end;
    }
    copy(&lines[copied..]);
    Checked { wrong, differences, updated }
}

#[test]
fn commands_of_the_readme_and_the_guide_print_what_the_pages_show() {
    let update = env::var_os(UPDATE).is_some();
    let (mut all_wrong, mut all_differences) = (Vec::new(), Vec::new());
    for page in pages() {
        let Checked { wrong, differences, updated } = check(&page);
        if update && !differences.is_empty() {
            fs::write(root().join(&page), updated).unwrap();
            eprintln!("updated {}", page.display());
        }
        all_wrong.extend(wrong);
        all_differences.extend(differences);
    }
    assert!(all_wrong.is_empty(), "commands to correct by hand:\n{}", all_wrong.join("\n"));
    assert!(
        update || all_differences.is_empty(),
        "{}\nthe pages differ from the output of {} commands; to write the output into the pages:\n  \
         {UPDATE}=1 cargo test -p cubiform-cli --test all guide::",
        all_differences.join("\n"),
        all_differences.len(),
    );
}

/// Returns the anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let headings =
        text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let anchor = |c: char| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ => c.is_alphanumeric().then(|| c.to_ascii_lowercase()),
    };
    headings.map(|heading| heading.chars().filter_map(anchor).collect()).collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    for page in documents() {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("https://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => root().join(&page),
                _ => root().join(page.parent().unwrap()).join(path),
            };
            assert!(target.exists(), "{}: {link}", page.display());
            if !anchor.is_empty() {
                let headings = anchors(&fs::read_to_string(target).unwrap());
                assert!(headings.contains(&anchor.to_string()), "{}: {link}", page.display());
            }
        }
    }
}

#[test]
fn the_index_links_each_page_of_the_guide() {
    let index = fs::read_to_string(root().join("docs/guide/README.md")).unwrap();
    for page in markdown_in("docs/guide").iter().filter(|page| !page.ends_with("README.md")) {
        let name = page.file_name().unwrap().to_str().unwrap();
        assert!(index.contains(&format!("]({name})")), "{name}");
    }
}

#[test]
fn steps_are_the_commands_of_console_blocks_with_the_lines_below_them() {
    let text = "```sh\n$ no\n```\n```console\n$ a\nb\n...\n$ c\n```\n```console fails\n$ d\ne\n```\n```console ignore\n$ f\n";
    let lines: Vec<&str> = text.lines().collect();
    let step =
        |line: usize, command: &str, fails, shown| Step { line, command: command.into(), fails, shown };
    assert_eq!(
        steps(&lines),
        [step(4, "a", false, 5..7), step(7, "c", false, 8..8), step(10, "d", true, 11..12)]
    );
}

#[test]
fn output_is_abridged_where_the_page_abridges_it() {
    assert_eq!(abridged(&["x", "...", "y", "z"], "1\n2\n3\n4\n5\n"), ["1", "...", "4", "5"]);
    assert_eq!(abridged(&["x", "...", "y"], "1\n2\n3\n"), ["1", "2", "3"]);
    assert_eq!(abridged(&["x"], "1\n2\n"), ["1", "2"]);
    assert_eq!(abridged(&[], ""), [""; 0]);
}
