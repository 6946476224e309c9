//! `cubiform cases`: lists, shows and finds the cases of CFOP, and derives sets of cases.

mod find;
mod make;

use std::fmt::Write;

use cubiform_answers::case_set::CaseSetRequest;
use cubiform_answers::cases::{Object, in_words, listed};
use cubiform_human::cases::{Case, CaseSet, picture};

use crate::args::{Cases, CasesAction, ListFormat, ListedSet, Machine, SetFormat};
use crate::failure::Failure;
use crate::output::print_as;
use crate::terminal::Terminal;
use crate::text_table::align_before_text;
use crate::wrap::hanging;

/// Runs the command.
pub(crate) fn run(args: &Cases) -> Result<(), Failure> {
    let terminal = Terminal::of_stdout();
    match &args.action {
        CasesAction::List { set: Some(ListedSet::Derived(known)), group: None, format } => {
            let request = CaseSetRequest { set: Some(known.name.to_string()), ..CaseSetRequest::default() };
            let format = match format {
                ListFormat::Table => SetFormat::Table,
                ListFormat::Json => SetFormat::Json,
            };
            make::run(request, &Machine::default(), format, terminal)
        }
        CasesAction::List { set: Some(ListedSet::Derived(known)), .. } => {
            let message = format!("the cases of {} have no groups", known.name);
            Err(Failure::Usage(message))
        }
        CasesAction::List { set, group, format } => {
            let set = set.and_then(|set| if let ListedSet::Sheet(set) = set { Some(set) } else { None });
            let cases = listed(set, group.as_deref())?;
            print_cases(&cases, *format, || list(&cases, terminal))
        }
        CasesAction::Show { cases, format } => {
            let cases = in_words(cases)?;
            print_cases(&cases, *format, || sheets(&cases, terminal))
        }
        CasesAction::Find(args) => find::run(args, terminal),
        CasesAction::Make(args) => make::run(args.request.clone(), &args.machine, args.format, terminal),
        CasesAction::Sets => make::list_sets(terminal),
    }
}

/// Prints cases in the output format; `table` formats the text.
fn print_cases(cases: &[&Case], format: ListFormat, table: impl Fn() -> String) -> Result<(), Failure> {
    let objects: Vec<Object> = cases.iter().map(|case| Object::of(case)).collect();
    print_as(format, table, &objects)
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
    let mut rows = vec![header.into_iter().map(String::from).collect()];
    rows.extend(cases.iter().map(|case| {
        let (numerator, denominator) = case.probability;
        let mut row = vec![case.to_string(), case.group.to_string(), format!("{numerator}/{denominator}")];
        row.extend(is_oll.then(|| top_face(case)));
        row.push(case.algorithms.first().copied().unwrap_or_default().to_string());
        row
    }));
    align_before_text(&rows, usize::MAX, terminal.limit())
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
        for algorithm in &case.algorithms {
            let _ = writeln!(text, "  {}", hanging(algorithm, 2, terminal.limit()));
        }
        text
    };
    cases.iter().map(sheet).collect::<Vec<_>>().join("\n")
}
