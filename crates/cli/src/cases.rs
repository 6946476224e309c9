//! `cubiform cases`: the case tables of CFOP, listed and shown.

use std::fmt::Write;

use cubiform_solvers::human::cases::{Case, Set, picture};

use crate::args::{Cases, CasesAction, ListFormat};
use crate::failure::{Failure, of_json};
use crate::output::print;

/// Runs the command.
pub(crate) fn run(args: &Cases) -> Result<(), Failure> {
    match &args.action {
        CasesAction::List { set, group, format } => {
            let cases = listed(*set, group.as_deref())?;
            print(shown(&cases, *format, list)?.as_bytes())
        }
        CasesAction::Show { set, labels, format } => {
            let cases = named(*set, labels)?;
            print(shown(&cases, *format, sheets)?.as_bytes())
        }
    }
}

fn usage(message: String) -> Failure {
    Failure::usage("cases", message)
}

/// The cases of one set or of all, of one group or of all.
fn listed(set: Option<Set>, group: Option<&str>) -> Result<Vec<&'static Case>, Failure> {
    let all = || Set::ALL.into_iter().filter(|s| set.is_none_or(|set| set == *s)).flat_map(Set::cases);
    let Some(group) = group else { return Ok(all().collect()) };
    let cases: Vec<&Case> = all().filter(|case| case.group.eq_ignore_ascii_case(group)).collect();
    if cases.is_empty() {
        let mut groups: Vec<&str> = all().map(|case| case.group).collect();
        groups.dedup();
        groups.sort_unstable();
        groups.dedup();
        return Err(usage(format!("there is no group '{group}'; there are {}", groups.join(", "))));
    }
    Ok(cases)
}

/// The cases of these labels or names; without any, all of the set.
fn named(set: Set, labels: &[String]) -> Result<Vec<&'static Case>, Failure> {
    if labels.is_empty() {
        return Ok(set.cases().iter().collect());
    }
    let find = |label: &String| {
        Case::find(set, label).ok_or_else(|| {
            let (first, last) = (set.cases()[0].label, set.cases()[set.cases().len() - 1].label);
            let name = set.name();
            usage(format!(
                "{name} has no case '{label}'; its cases are {first} to {last}: cubiform cases list {} shows them",
                name.to_lowercase()
            ))
        })
    };
    labels.iter().map(find).collect()
}

fn shown(cases: &[&Case], format: ListFormat, table: impl Fn(&[&Case]) -> String) -> Result<String, Failure> {
    match format {
        ListFormat::Table => Ok(table(cases)),
        ListFormat::Json => {
            let all: Vec<Json<'_>> = cases.iter().map(|case| Json::of(case)).collect();
            let text = serde_json::to_string_pretty(&all).map_err(|e| Failure::Message(of_json(&e)))?;
            Ok(text + "\n")
        }
    }
}

/// What a program is told about a case.
#[derive(serde::Serialize)]
struct Json<'a> {
    set: &'a str,
    label: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'a str,
    group: &'a str,
    probability: [u32; 2],
    picture: &'a str,
    algorithms: &'a [&'a str],
}

impl<'a> Json<'a> {
    fn of(case: &'a Case) -> Json<'a> {
        Json {
            set: case.set.name(),
            label: case.label,
            name: case.name,
            group: case.group,
            probability: case.probability.into(),
            picture: case.picture,
            algorithms: case.algorithms,
        }
    }
}

/// A line for each case.
fn list(cases: &[&Case]) -> String {
    let title = |case: &&Case| case.to_string();
    let chance = |case: &&Case| format!("{}/{}", case.probability.0, case.probability.1);
    let width =
        |text: &dyn Fn(&&Case) -> String| cases.iter().map(|case| text(case).len()).max().unwrap_or(0);
    let (titles, chances) = (width(&title), width(&chance));
    let groups = width(&|case| case.group.to_string());
    let mut text = String::new();
    for case in cases {
        let (title, chance, group) = (title(case), chance(case), case.group);
        let algorithm = case.algorithms.first().copied().unwrap_or_default();
        let _ = writeln!(text, "{title:titles$}  {group:groups$}  {chance:>chances$}  {algorithm}");
    }
    text
}

/// A sheet for each case: what it is, its picture, and all its algorithms.
fn sheets(cases: &[&Case]) -> String {
    let sheet = |case: &&Case| {
        let (of, all) = case.probability;
        let mut text = format!("{case}\ngroup {}, {of} in {all}\n\n", case.group);
        for line in picture(case) {
            let _ = writeln!(text, "  {line}");
        }
        text.push('\n');
        for algorithm in case.algorithms {
            let _ = writeln!(text, "  {algorithm}");
        }
        text
    };
    cases.iter().map(sheet).collect::<Vec<_>>().join("\n")
}
