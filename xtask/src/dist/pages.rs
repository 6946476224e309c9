//! The npm package, and the static site with the guide as a book that one can search.

use std::fs;
use std::path::{Component, Path, PathBuf};

use super::{Build, VERSION, commands, copy, folder, fresh, root};
use crate::{js, process};

pub(super) fn make_package(_: &Build) -> Result<(), String> {
    let packed = js::pack()?;
    copy(&packed, &folder().join(format!("cubiform-{VERSION}-npm.tgz")))
}

pub(super) fn make_site(build: &Build) -> Result<(), String> {
    js::build_site(None)?;
    let book = root().join("target/book");
    write_sources(&book.join("src"))?;
    copy(&root().join("packaging/book.toml"), &book.join("book.toml"))?;
    let site = root().join("target/site");
    let guide = site.join("guide").display().to_string();
    let book = book.display().to_string();
    process::run(build.tools.of_crates("mdbook"), &["build", &book, "--dest-dir", &guide])?;
    let to = folder().join(format!("cubiform-{VERSION}-site.zip"));
    commands::zip(&site, "", &to).map_err(|e| format!("cannot pack {}: {e}", to.display()))
}

/// Copies the documents that `packaging/SUMMARY.md` lists, and their figures, in the folders that they have in the project.
fn write_sources(to: &Path) -> Result<(), String> {
    fresh(to)?;
    let summary = read("packaging/SUMMARY.md")?;
    let pages: Vec<&str> = links(&summary).into_iter().map(|link| &summary[link.target]).collect();
    let write = |name: &str, text: &str| {
        let path = to.join(name);
        let made = fs::create_dir_all(path.parent().unwrap_or(to)).and_then(|()| fs::write(&path, text));
        made.map_err(|e| format!("cannot write {}: {e}", path.display()))
    };
    write("SUMMARY.md", &summary)?;
    for page in &pages {
        let (text, figures) = linked(page, &read(page)?, &pages);
        write(page, &text)?;
        for figure in figures {
            copy(&root().join(&figure), &to.join(&figure))?;
        }
    }
    Ok(())
}

fn read(name: &str) -> Result<String, String> {
    fs::read_to_string(root().join(name)).map_err(|e| format!("cannot read {name}: {e}"))
}

/// Returns a page whose links to files outside the book are plain text, and the figures that it shows.
fn linked(page: &str, text: &str, pages: &[&str]) -> (String, Vec<PathBuf>) {
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    let (mut result, mut figures) = (String::new(), Vec::new());
    let mut end = 0;
    for link in links(text) {
        let target = &text[link.target.clone()];
        let (path, _) = target.split_once('#').unwrap_or((target, ""));
        let path = normal(&folder.join(path));
        let is_figure = text[..link.text.start - 1].ends_with('!');
        if is_figure && root().join(&path).is_file() {
            figures.push(path);
        } else if !target.contains("://")
            && !target.starts_with('#')
            && !pages.iter().any(|page| path == Path::new(page))
        {
            result.push_str(&text[end..link.text.start - 1]);
            result.push_str(&text[link.text]);
            end = link.target.end + 1;
        } else if !target.contains("://") && target.contains("README.md") {
            // mdBook writes it as the index of its folder.
            result.push_str(&text[end..link.target.start]);
            result.push_str(&target.replace("README.md", "index.md"));
            end = link.target.end;
        }
    }
    result.push_str(&text[end..]);
    (result, figures)
}

/// Returns a path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                result.pop();
            }
            Component::CurDir => {}
            part => result.push(part),
        }
    }
    result
}

/// A link of Markdown: the places of its text and its target.
struct Link {
    text: std::ops::Range<usize>,
    target: std::ops::Range<usize>,
}

/// Returns the links of a text.
fn links(text: &str) -> Vec<Link> {
    let mut found = Vec::new();
    for (middle, _) in text.match_indices("](") {
        let (Some(start), Some(length)) = (text[..middle].rfind('['), text[middle + 2..].find(')')) else {
            continue;
        };
        found.push(Link { text: start + 1..middle, target: middle + 2..middle + 2 + length });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_book_are_plain_text() {
        let text =
            "See [this](b.md#x), [that](../src/a.rs), [it](README.md#y) and [all](https://example.org).";
        let (linked, figures) = linked("docs/a.md", text, &["docs/a.md", "docs/b.md", "docs/README.md"]);
        assert_eq!(linked, "See [this](b.md#x), that, [it](index.md#y) and [all](https://example.org).");
        assert!(figures.is_empty());
    }
}
