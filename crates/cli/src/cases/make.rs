//! `cubiform cases make` and `cases sets`: the cases between two goals.

use std::fmt::Write;

use cubiform_answers::case_set::{CaseOfSet, CaseSetAnswer, CaseSetRequest};
use cubiform_answers::format::{counted, grouped};
use cubiform_human::cases::sets::KnownSet;

use crate::args::{Machine, SetFormat};
use crate::failure::Failure;
use crate::json;
use crate::operation::answer;
use crate::output::print;
use crate::terminal::Terminal;
use crate::text_table::{align_before_text, align_columns, markdown};

/// Derives the cases of a request and prints them.
pub(super) fn run(
    request: CaseSetRequest,
    machine: &Machine,
    format: SetFormat,
    terminal: Terminal,
) -> Result<(), Failure> {
    let answer = answer(request, machine)?;
    let text = match format {
        SetFormat::Table => {
            heading(&answer, |name| terminal.bold(name)) + "\n" + &align_columns(&rows(&answer), usize::MAX)
        }
        SetFormat::Markdown => {
            heading(&answer, |name| format!("**{name}**")) + "\n" + &markdown(&rows(&answer))
        }
        SetFormat::Csv => csv(&answer),
        SetFormat::Json => json::document(&answer)?,
    };
    print(text.as_bytes())
}

/// Prints the sets that have names.
pub(super) fn list_sets(terminal: Terminal) -> Result<(), Failure> {
    let mut rows = vec![["set", "cases", "about"].map(String::from).to_vec()];
    let row = |set: &KnownSet| vec![set.name.to_string(), set.cases.to_string(), set.about.to_string()];
    rows.extend(KnownSet::all().iter().map(row));
    print(align_before_text(&rows, usize::MAX, terminal.limit()).as_bytes())
}

/// Returns the definition of a set, its number of cases, and how often none arises.
fn heading(answer: &CaseSetAnswer, bold: impl Fn(&str) -> String) -> String {
    let mut text = answer.name.map(|name| format!("{}: ", bold(name))).unwrap_or_default();
    let from = answer.from.as_deref().unwrap_or("any state");
    let mirrors = if answer.mirror { ", mirror images being one" } else { "" };
    let _ = writeln!(text, "from {from} to {}", answer.to);
    let cases = counted(answer.cases.len(), "case");
    let _ = write!(text, "{cases}{mirrors}, of {} states", grouped(answer.states));
    let _ = match answer.solved {
        [0, _] => writeln!(text, "; none of them is solved"),
        [part, of] => writeln!(text, "; solved in {part} of {of}"),
    };
    if let Some(about) = answer.about {
        let _ = writeln!(text, "{about}");
    }
    text
}

/// Returns a header and a row for each case.
fn rows(answer: &CaseSetAnswer) -> Vec<Vec<String>> {
    let (shows, mirrors) = (
        answer.cases.iter().any(|case| case.shows.is_some()),
        !answer.mirror && answer.cases.iter().any(|case| case.mirror.is_some()),
    );
    let mut header = vec!["case"];
    header.extend(shows.then_some("shows"));
    header.push("chance");
    header.extend(mirrors.then_some("mirror"));
    header.push("picture");
    let row = |case: &CaseOfSet| {
        let [part, of] = case.probability;
        let mut row = vec![case.number.to_string()];
        row.extend(shows.then(|| case.shows.clone().unwrap_or_default()));
        row.push(format!("{part}/{of}"));
        row.extend(mirrors.then(|| match case.mirror {
            Some(own) if own == case.number => "itself".into(),
            mirror => mirror.map_or(String::new(), |number| number.to_string()),
        }));
        row.push(case.picture.clone().unwrap_or_else(|| case.mask.clone()));
        row
    };
    let header = header.into_iter().map(String::from).collect();
    std::iter::once(header).chain(answer.cases.iter().map(row)).collect()
}

fn csv(answer: &CaseSetAnswer) -> String {
    let row = |case: &CaseOfSet| {
        let [part, of] = case.probability;
        let (shows, picture) = (case.shows.as_deref(), case.picture.as_deref());
        let mirror = case.mirror.map_or(String::new(), |number| number.to_string());
        format!(
            "{},{},{part},{of},{},{mirror},{},{},{}\n",
            case.number,
            shows.unwrap_or_default(),
            case.orbit,
            picture.unwrap_or_default(),
            case.mask,
            case.cube
        )
    };
    let header = "number,shows,numerator,denominator,orbit,mirror,picture,mask,cube\n";
    header.to_string() + &answer.cases.iter().map(row).collect::<String>()
}
