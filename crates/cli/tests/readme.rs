//! The console blocks of the README print what they show.

#![cfg(unix)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use snapbox::cmd::Command;

/// A command of a `console` block, and what stands under it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Step {
    /// The line of the README, from 1.
    line: usize,
    command: String,
    /// Lines that the command prints; `...` stands for any number of lines.
    expected: String,
}

/// The steps of all `console` blocks, in order.
fn steps(markdown: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut is_console = false;
    for (i, text) in markdown.lines().enumerate() {
        if let Some(language) = text.strip_prefix("```") {
            is_console = language == "console";
        } else if !is_console {
        } else if let Some(command) = text.strip_prefix("$ ") {
            steps.push(Step { line: i + 1, command: command.into(), expected: String::new() });
        } else if let Some(step) = steps.last_mut() {
            step.expected += text;
            step.expected.push('\n');
        }
    }
    steps
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs each step in a folder that has the files of the repository which the README names, `docs` and the fixtures,
/// so that what the examples write lands there.
#[test]
fn console_blocks_of_the_readme_print_what_they_show() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["crates", "docs"] {
        std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).unwrap();
    }
    let program = Path::new(env!("CARGO_BIN_EXE_cubiform")).parent().unwrap();
    let path = env::join_paths(
        std::iter::once(program.to_path_buf()).chain(env::split_paths(&env::var_os("PATH").unwrap())),
    )
    .unwrap();
    let steps = steps(&readme);
    assert!(steps.len() > 8, "the README has {} console steps", steps.len());
    for step in steps {
        eprintln!("README.md:{}: {}", step.line, step.command);
        // Progress and notes are shown in the README where they are of interest.
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {}\n}} 2>&1", step.command)])
            .current_dir(folder.path())
            .env("PATH", &path)
            .assert()
            .success();
        output.stdout_eq(step.expected);
    }
}

#[test]
fn steps_are_commands_with_what_follows_them() {
    let text = "```sh\n$ no\n```\n```console\n$ a\nb\n...\n$ c\n```\n";
    let [a, c] = &steps(text)[..] else { panic!("two steps") };
    assert_eq!((a.line, &*a.command, &*a.expected), (5, "a", "b\n...\n"));
    assert_eq!((&*c.command, &*c.expected), ("c", ""));
}
