//! Circles of source files: files of a crate that import each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree, Visibility};

use crate::process;

/// Returns the circles of each crate of the workspace: sorted lists of files.
///
/// # Errors
/// If a source file cannot be read.
pub(crate) fn find() -> Result<Vec<Vec<PathBuf>>, String> {
    let mut circles = Vec::new();
    for root in roots()? {
        circles.extend(Crate::read(&root)?.circles());
    }
    Ok(circles)
}

/// Returns the first files of all libraries and programs of the workspace.
fn roots() -> Result<Vec<PathBuf>, String> {
    let root = process::root();
    let crates = fs::read_dir(root.join("crates")).map_err(|error| error.to_string())?;
    let mut folders: Vec<PathBuf> = crates.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.extend(["python", "research", "xtask"].map(|name| root.join(name)));
    folders.sort();
    let first = |folder: PathBuf| ["lib.rs", "main.rs"].map(|name| folder.join("src").join(name));
    Ok(folders
        .into_iter()
        .filter_map(|folder| first(folder).into_iter().find(|file| file.is_file()))
        .collect())
}

/// A module: the names of its path below the root of its crate.
type Module = Vec<String>;

/// The modules and imports of a crate.
#[derive(Default)]
struct Crate {
    /// The source files, numbered in the order in which they are read.
    paths: Vec<PathBuf>,
    /// The number of the file of each module. A module in the file of another has that file.
    files: BTreeMap<Module, usize>,
    /// The modules from which each module exports names again: a name and the path to its definition, or no name for all.
    exports: BTreeMap<Module, Vec<(Option<String>, Module)>>,
    /// The paths that each module mentions, from the root of the crate.
    mentions: BTreeMap<Module, BTreeSet<Module>>,
}

impl Crate {
    fn read(root: &Path) -> Result<Crate, String> {
        let mut found = Crate::default();
        found.read_file(root, root.parent().expect("a file has a folder"), Vec::new())?;
        Ok(found)
    }

    /// Reads the file of a module, whose files of submodules are in `folder`.
    fn read_file(&mut self, file: &Path, folder: &Path, module: Module) -> Result<(), String> {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let parsed = syn::parse_file(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        self.paths.push(file.into());
        self.read_items(&parsed.items, self.paths.len() - 1, folder, module)
    }

    fn read_items(
        &mut self,
        items: &[Item],
        file: usize,
        folder: &Path,
        module: Module,
    ) -> Result<(), String> {
        self.files.insert(module.clone(), file);
        let mut reader = Reader { module: &module, exports: Vec::new(), mentions: BTreeSet::new() };
        for item in items {
            match item {
                Item::Mod(child) if is_test(&child.attrs) => {}
                Item::Mod(ItemMod { ident, content, .. }) => {
                    let inner: Module = [&module[..], &[ident.to_string()]].concat();
                    let below = folder.join(ident.to_string());
                    match content {
                        Some((_, items)) => self.read_items(items, file, &below, inner)?,
                        None => {
                            let files = [below.with_extension("rs"), below.join("mod.rs")];
                            // A file with a path of its own is not followed.
                            if let Some(file) = files.iter().find(|file| file.is_file()) {
                                self.read_file(file, &below, inner)?;
                            }
                        }
                    }
                }
                item => reader.visit_item(item),
            }
        }
        let Reader { exports, mentions, .. } = reader;
        self.exports.insert(module.clone(), exports);
        self.mentions.insert(module, mentions);
        Ok(())
    }

    /// Returns the number of the file that defines what a path names, through modules that export it again.
    fn file_of(&self, path: &[String], steps: usize) -> Option<usize> {
        let known = (0..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]))?;
        let (module, rest) = path.split_at(known);
        let file = self.files.get(module).copied();
        let Some(name) = rest.first() else { return file };
        let exports = self.exports.get(module).map_or(&[][..], Vec::as_slice);
        let named = exports.iter().find(|(exported, _)| exported.as_ref() == Some(name));
        match named {
            Some((_, target)) if steps > 0 => self.file_of(target, steps - 1),
            _ => file,
        }
    }

    /// Returns the files that each file imports.
    fn imports(&self) -> Vec<BTreeSet<usize>> {
        let mut imports = vec![BTreeSet::new(); self.paths.len()];
        for (module, paths) in &self.mentions {
            let containing: Vec<usize> =
                (0..=module.len()).filter_map(|length| self.files.get(&module[..length]).copied()).collect();
            let targets = paths.iter().filter_map(|path| self.file_of(path, 8));
            imports[self.files[module]].extend(targets.filter(|target| !containing.contains(target)));
        }
        imports
    }

    /// Returns the circles: sets of files each of which reaches the others by imports.
    fn circles(&self) -> Vec<Vec<PathBuf>> {
        let imports = self.imports();
        let reach: Vec<BTreeSet<usize>> = (0..imports.len()).map(|file| reached(file, &imports)).collect();
        let mut circles = BTreeSet::new();
        for (file, reached) in reach.iter().enumerate() {
            let circle = reached.iter().filter(|&&other| reach[other].contains(&file));
            let mut circle: Vec<PathBuf> = circle.map(|&file| self.paths[file].clone()).collect();
            if circle.len() > 1 {
                circle.sort();
                circles.insert(circle);
            }
        }
        circles.into_iter().collect()
    }
}

/// Returns the files that a file reaches by imports.
fn reached(file: usize, imports: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![file]);
    while let Some(next) = open.pop() {
        open.extend(imports[next].iter().filter(|&&target| reached.insert(target)));
    }
    reached
}

/// Returns whether an item is compiled for tests alone.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

/// Collects the paths of a module.
struct Reader<'a> {
    module: &'a Module,
    exports: Vec<(Option<String>, Module)>,
    mentions: BTreeSet<Module>,
}

impl Reader<'_> {
    /// Returns a path from the root of the crate, if it is one of this crate.
    fn absolute(&self, path: &[String]) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let base = match first.as_str() {
            "crate" => &[][..],
            "self" => &self.module[..],
            "super" => {
                let supers = path.iter().take_while(|segment| *segment == "super").count();
                let kept = self.module.len().checked_sub(supers)?;
                return Some([&self.module[..kept], &path[supers..]].concat());
            }
            // A submodule, or a name of another crate.
            _ => return Some([&self.module[..], path].concat()),
        };
        Some([base, rest].concat())
    }

    fn read_use(&mut self, tree: &UseTree, path: &mut Vec<String>, is_export: bool) {
        match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.read_use(&part.tree, path, is_export);
                path.pop();
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.read_use(tree, path, is_export));
            }
            UseTree::Name(name) => self.read_name(&name.ident.to_string(), None, path, is_export),
            UseTree::Rename(name) => {
                self.read_name(&name.ident.to_string(), Some(name.rename.to_string()), path, is_export);
            }
            UseTree::Glob(_) => {
                let Some(target) = self.absolute(path) else { return };
                if is_export {
                    self.exports.push((None, target));
                } else {
                    self.mentions.insert(target);
                }
            }
        }
    }

    fn read_name(&mut self, name: &str, alias: Option<String>, path: &[String], is_export: bool) {
        let mut path = path.to_vec();
        if name != "self" {
            path.push(name.into());
        }
        let alias = alias.or_else(|| path.last().cloned());
        let Some(target) = self.absolute(&path) else { return };
        if is_export {
            self.exports.push((alias, target));
        } else {
            self.mentions.insert(target);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_export = !matches!(item.vis, Visibility::Inherited);
        self.read_use(&item.tree, &mut Vec::new(), is_export);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 && path.leading_colon.is_none() {
            self.mentions.extend(self.absolute(&names));
        }
        visit::visit_path(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The circles that a decision names: two files that describe one thing.
    const PERMITTED: usize = 4;

    #[test]
    fn few_files_import_each_other() {
        let circles = find().unwrap();
        let lines = circles.iter().map(|circle| {
            let names =
                circle.iter().map(|file| file.strip_prefix(process::root()).unwrap().display().to_string());
            names.collect::<Vec<_>>().join(", ")
        });
        let lines = lines.collect::<Vec<_>>().join("\n");
        assert!(
            circles.len() <= PERMITTED,
            "{} circles of files, more than {PERMITTED}:\n{lines}",
            circles.len()
        );
    }
}
