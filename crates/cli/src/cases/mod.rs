//! `cubiform cases`: lists, shows and finds the cases of CFOP.

mod find;
mod table;

use std::fmt::Write;

use cubiform_human::cases::{Case, CaseSet, picture};

use crate::args::{Cases, CasesAction, ListFormat};
use crate::error::Failure;
use crate::output::print;
use crate::terminal::Terminal;
use crate::wrap::hanging;
use cubiform_answers::json_error_message;

/// Runs the command.
pub(crate) fn run(args: &Cases) -> Result<(), Failure> {
    let terminal = Terminal::of_stdout();
    match &args.action {
        CasesAction::List { set, group, format } => {
            let cases = listed(*set, group.as_deref())?;
            print(shown(&cases, *format, |cases| list(cases, terminal))?.as_bytes())
        }
        CasesAction::Show { set, labels, format } => {
            let cases = named(*set, labels)?;
            print(shown(&cases, *format, |cases| sheets(cases, terminal))?.as_bytes())
        }
        CasesAction::Find(args) => find::run(args, terminal),
    }
}

/// Returns the cases of `set`, or of all sets, that belong to `group`, or to any group.
fn listed(set: Option<CaseSet>, group: Option<&str>) -> Result<Vec<&'static Case>, Failure> {
    let all =
        || CaseSet::ALL.into_iter().filter(|s| set.is_none_or(|set| set == *s)).flat_map(CaseSet::cases);
    let Some(group) = group else { return Ok(all().collect()) };
    let cases: Vec<&Case> = all().filter(|case| case.group.eq_ignore_ascii_case(group)).collect();
    if cases.is_empty() {
        let mut groups: Vec<&str> = all().map(|case| case.group).collect();
        groups.sort_unstable();
        groups.dedup();
        let message = format!("unknown group '{group}'; valid groups: {}", groups.join(", "));
        return Err(Failure::usage("cases list", message));
    }
    Ok(cases)
}

/// Returns the cases of a set with these labels, names, letters or groups; without labels all cases of the set.
fn named(set: CaseSet, labels: &[String]) -> Result<Vec<&'static Case>, Failure> {
    if labels.is_empty() {
        return Ok(set.cases().iter().collect());
    }
    let mut found: Vec<&Case> = Vec::new();
    for label in labels {
        let cases = Case::find_all(set, label);
        if cases.is_empty() {
            return Err(Failure::usage("cases show", unknown(set, label)));
        }
        found.extend(cases);
    }
    Ok(found)
}

/// Formats the message about a label that no case of the set has.
pub(crate) fn unknown(set: CaseSet, label: &str) -> String {
    let (first, last) = (set.cases()[0].label, set.cases()[set.cases().len() - 1].label);
    let name = set.name();
    format!(
        "{name} has no case '{label}'; its cases are {first} to {last} (cubiform cases list {} lists them)",
        name.to_lowercase()
    )
}

/// Returns cases in the output format; `table` formats the text.
fn shown(cases: &[&Case], format: ListFormat, table: impl Fn(&[&Case]) -> String) -> Result<String, Failure> {
    match format {
        ListFormat::Table => Ok(table(cases)),
        ListFormat::Json => json(&cases.iter().map(|case| Json::of(case)).collect::<Vec<_>>()),
    }
}

/// Returns a value as indented JSON.
fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|e| Failure::Message(json_error_message(&e)))?;
    Ok(text + "\n")
}

/// A case in JSON output.
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

/// Returns the top face of an OLL picture as three rows, a pattern for `cases find`.
fn top_face(case: &Case) -> String {
    let rows = case.picture.split('/').skip(1).take(3);
    rows.filter_map(|row| row.get(1..4)).collect::<Vec<_>>().join("/")
}

/// Returns the cases as a text table.
fn list(cases: &[&Case], terminal: Terminal) -> String {
    let is_oll = cases.iter().all(|case| case.set == CaseSet::Oll);
    let mut header = vec!["case", "group", "chance"];
    header.extend(is_oll.then_some("top face"));
    header.push("algorithm");
    let rows = cases.iter().map(|case| {
        let mut row = vec![
            case.to_string(),
            case.group.to_string(),
            format!("{}/{}", case.probability.0, case.probability.1),
        ];
        row.extend(is_oll.then(|| top_face(case)));
        row.push(case.algorithms.first().copied().unwrap_or_default().to_string());
        row
    });
    table::of(&header, &rows.collect::<Vec<_>>(), terminal)
}

/// Returns a sheet for each case: its name, group and probability, its picture, and all algorithms.
fn sheets(cases: &[&Case], terminal: Terminal) -> String {
    let sheet = |case: &&Case| {
        let (numerator, denominator) = case.probability;
        let title = terminal.bold(&case.to_string());
        let mut text = format!("{title}\ngroup {}, {numerator} in {denominator}\n\n", case.group);
        for line in picture(case) {
            // Stickers of the top colour are bold.
            let line = if case.set == CaseSet::F2l { line } else { line.replace('#', &terminal.bold("#")) };
            let _ = writeln!(text, "  {line}");
        }
        text.push('\n');
        for algorithm in case.algorithms {
            let _ = writeln!(text, "  {}", hanging(algorithm, 2, terminal.limit()));
        }
        text
    };
    cases.iter().map(sheet).collect::<Vec<_>>().join("\n")
}
