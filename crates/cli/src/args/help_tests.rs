//! Tests of the help pages at several terminal widths.

use std::collections::VecDeque;

use clap::Command;

/// A width at which no line is wrapped.
const UNLIMITED: usize = 100_000;

/// Returns the short and long help pages of all commands, each with its name.
fn pages(width: usize) -> Vec<(String, String)> {
    fn add(command: &Command, path: &str, width: usize, pages: &mut Vec<(String, String)>) {
        let name = format!("{path} {}", command.get_name()).trim().to_string();
        let mut command = command.clone().term_width(width).max_term_width(width);
        pages.push((format!("{name} -h"), command.render_help().to_string()));
        pages.push((format!("{name} --help"), command.render_long_help().to_string()));
        for child in command.get_subcommands().filter(|child| child.get_name() != "help") {
            add(child, &name, width, pages);
        }
    }
    let mut command = super::command();
    command.build();
    let mut all = Vec::new();
    add(&command, "", width, &mut all);
    all
}

/// Returns whether a line holds only an option, an argument or a command, whose help may begin on the next line.
fn is_entry(line: &str) -> bool {
    let text = line.trim();
    line.starts_with("  ")
        && !text.contains("  ")
        && (text.starts_with(['-', '<', '[']) || !text.contains(' '))
}

/// Returns the two lines around the first line break that `width` does not require, given the page wrapped at `width`
/// and the page without wrapping.
fn early_break(wrapped: &str, whole: &str, width: usize) -> Option<String> {
    // The unwrapped lines that are still to be matched, as words.
    let mut lines: VecDeque<Vec<&str>> =
        whole.lines().map(|line| line.split_whitespace().collect()).collect();
    let mut rest: VecDeque<&str> = VecDeque::new();
    let mut before: Option<&str> = None;
    for line in wrapped.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = words.first() else {
            before = None;
            continue;
        };
        let is_continued = rest.front() == Some(first);
        if let (true, Some(before)) = (is_continued, before) {
            let fits = before.chars().count() + 1 + first.chars().count() <= width;
            if fits && !is_entry(before) {
                return Some(format!("{before}\n{line}"));
            }
        }
        if rest.is_empty() {
            while lines.front().is_some_and(Vec::is_empty) {
                lines.pop_front();
            }
            rest = lines.pop_front().unwrap_or_default().into();
        }
        for word in &words {
            if rest.is_empty() {
                rest = lines.pop_front().unwrap_or_default().into();
            }
            if rest.pop_front() != Some(word) {
                return Some(format!("the words differ: {line}"));
            }
        }
        before = Some(line);
    }
    None
}

#[test]
fn paragraphs_of_help_have_no_hard_line_breaks() {
    for (name, page) in pages(UNLIMITED) {
        let lines: Vec<&str> = page.lines().collect();
        for pair in lines.windows(2) {
            let indent = |line: &str| line.len() - line.trim_start().len();
            let begins_small = pair[1].trim_start().starts_with(|c: char| c.is_ascii_lowercase());
            let is_prose = pair[0].split_whitespace().count() > 5 && indent(pair[0]) == 0;
            assert!(
                !(is_prose && begins_small && indent(pair[1]) == 0),
                "{name}: a paragraph is broken in the source:\n{}\n{}",
                pair[0],
                pair[1]
            );
        }
    }
}

#[test]
fn help_is_wrapped_only_at_the_terminal_width() {
    for width in [60, 80, 120] {
        for ((name, wrapped), (_, whole)) in pages(width).into_iter().zip(pages(UNLIMITED)) {
            if let Some(lines) = early_break(&wrapped, &whole, width) {
                panic!("{name} at {width} columns is broken too early:\n{lines}");
            }
        }
    }
}

#[test]
fn early_break_returns_the_lines_around_an_unneeded_break() {
    let whole = "one two three four five\n\n  six";
    assert_eq!(early_break("one two three\nfour five\n\n  six", whole, 14), None);
    let broken = early_break("one two\nthree four five\n\n  six", whole, 30);
    assert_eq!(broken.as_deref(), Some("one two\nthree four five"));
}

#[test]
fn short_help_has_at_most_90_lines() {
    for (name, page) in pages(80).into_iter().filter(|(name, _)| name.ends_with("-h")) {
        let lines = page.lines().count();
        assert!(lines <= 90, "{name} has {lines} lines");
    }
}
