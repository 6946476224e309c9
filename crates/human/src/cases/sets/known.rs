//! The sets of cases that have names, as data.

use std::sync::LazyLock;

use cubiform_cube::goal::pattern;

use super::Definition;
use crate::cases::plain;

static SETS: LazyLock<Vec<KnownSet>> = LazyLock::new(|| {
    let lines = include_str!("known.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &'static str| {
        let fields: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let [names, from, to, cases, about] = fields[..] else { panic!("'{line}' has no five fields") };
        let name = names.split(", ").next().expect("a split text has a first part");
        KnownSet { name, names, from, to, cases: cases.parse().expect("a number of cases"), about }
    };
    lines.map(read).collect()
});

/// A set of cases with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownSet {
    /// The name, such as `ZBLL`.
    pub name: &'static str,
    /// This and the other names, separated by commas.
    names: &'static str,
    /// The goal in which its cases begin, in the [language of case sets](pattern::parse).
    pub from: &'static str,
    /// The goal in which they are solved.
    pub to: &'static str,
    /// The number of cases without the solved one.
    pub cases: usize,
    /// What the set is, and how its number is counted elsewhere.
    pub about: &'static str,
}

impl KnownSet {
    /// Returns all sets, in the order of a solve.
    pub fn all() -> &'static [KnownSet] {
        &SETS
    }

    /// Returns the set with one of its names; case, spaces and hyphens are ignored.
    pub fn find(name: &str) -> Option<&'static KnownSet> {
        let name = plain(name);
        SETS.iter().find(|set| set.names.split(", ").any(|known| plain(known) == name))
    }

    /// Returns the names of all sets, separated by commas.
    pub fn names() -> String {
        SETS.iter().map(|set| set.name).collect::<Vec<_>>().join(", ")
    }

    /// Returns the two goals.
    ///
    /// # Panics
    /// If a text of the table is invalid, which the tests would find.
    pub fn definition(&self) -> Definition {
        let read = |text: &str| pattern::parse(text).unwrap_or_else(|e| panic!("{}: {e}", self.name));
        Definition { from: read(self.from), to: read(self.to) }
    }
}
