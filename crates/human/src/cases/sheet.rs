//! The sheets of cases: text files in the program, read at the first use.
//!
//! A line `label | name | group | probability | picture` begins a case; the indented lines after it are its algorithms.
//! Empty lines and lines that begin with `#` are ignored.

use std::sync::LazyLock;

use super::{Case, CaseSet};

static SHEETS: LazyLock<[Vec<Case>; 3]> = LazyLock::new(|| {
    CaseSet::ALL.map(|set| {
        let text = match set {
            CaseSet::F2l => include_str!("f2l.txt"),
            CaseSet::Oll => include_str!("oll.txt"),
            CaseSet::Pll => include_str!("pll.txt"),
        };
        read(set, text)
    })
});

/// Returns the cases of a set, in the order of its sheet.
pub(super) fn cases(set: CaseSet) -> &'static [Case] {
    &SHEETS[set as usize]
}

/// Reads a sheet.
///
/// # Panics
/// If a case has another number of fields or a probability that is no fraction, which the tests would find.
fn read(set: CaseSet, text: &'static str) -> Vec<Case> {
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).peekable();
    let mut cases = Vec::new();
    while let Some(line) = lines.next() {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [label, name, group, probability, picture] = fields[..] else {
            panic!("'{line}' has no five fields")
        };
        let (part, of) = probability.split_once('/').expect("a probability is a fraction");
        let number = |text: &str| text.parse().expect("a fraction has two whole numbers");
        let mut algorithms = Vec::new();
        while let Some(algorithm) = lines.next_if(|line| line.starts_with(' ')) {
            algorithms.push(algorithm.trim());
        }
        let (probability, algorithms) = ((number(part), number(of)), algorithms);
        cases.push(Case { set, label, name, group, probability, picture, algorithms });
    }
    cases
}
