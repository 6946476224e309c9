//! `cubiform cases`: lists, shows and finds the cases of CFOP, and derives sets of cases.

use std::fmt::Write;
use std::io::{self, IsTerminal, Read as _};

use cubiform_answers::case_set::{CaseOfSet, CaseSetAnswer, CaseSetRequest};
use cubiform_answers::cases::{
    CaseMatch, FoundObject, Object, by_algorithm, by_picture, in_words, listed, on_cube,
};
use cubiform_answers::format::{counted, grouped};
use cubiform_human::cases::sets::KnownSet;
use cubiform_human::cases::{Case, CaseSet, picture};

use crate::args::{Cases, CasesAction, FindCases, ListFormat, ListedSet, Machine, SetFormat};
use crate::failure::Failure;
use crate::interrupt::Interruptible;
use crate::json;
use crate::operation::answer;
use crate::output::{print, print_as};
use crate::terminal::Terminal;
use crate::text_layout::{align_before_text, align_columns, hanging, markdown};

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
            make(request, &Machine::default(), format, terminal)
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
        CasesAction::Find(args) => find(args, terminal),
        CasesAction::Make(args) => make(args.request.clone(), &args.machine, args.format, terminal),
        CasesAction::Sets => list_sets(terminal),
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

/// The maximum number of bytes read from standard input.
const MAX_PATTERN_BYTES: u64 = 4096;

/// Runs the command.
fn find(args: &FindCases, terminal: Terminal) -> Result<(), Failure> {
    let found = match (&args.pattern, &args.alg, &args.scramble) {
        (Some(pattern), ..) if pattern == "-" => by_picture(&stdin()?),
        (Some(pattern), ..) => by_picture(pattern),
        (_, Some(alg), _) => by_algorithm(alg),
        (_, _, Some(scramble)) => on_cube(scramble),
        _ => return Err(Failure::usage("give a pattern, --alg or --scramble")),
    };
    let found = found?;
    let objects: Vec<FoundObject> = found.iter().map(FoundObject::of).collect();
    print_as(args.format, || listed_matches(&found, terminal), &objects)
}

/// Reads a pattern from standard input.
fn stdin() -> Result<String, Failure> {
    if io::stdin().is_terminal() {
        return Err(Failure::usage("no pattern on standard input"));
    }
    let mut text = String::new();
    let input = Interruptible::new(io::stdin());
    let read = input.and_then(|input| input.take(MAX_PATTERN_BYTES + 1).read_to_string(&mut text));
    read.map_err(|e| Failure::Message(format!("cannot read standard input: {e}")))?;
    if text.len() as u64 > MAX_PATTERN_BYTES {
        return Err(Failure::Message(format!(
            "standard input is longer than {MAX_PATTERN_BYTES} bytes; give one pattern"
        )));
    }
    Ok(text)
}

/// Returns the cases as a text table.
fn listed_matches(found: &[CaseMatch], terminal: Terminal) -> String {
    let has_color = found.iter().any(|one| one.color.is_some());
    let has_pair = found.iter().any(|one| one.pair.is_some());
    let mut header: Vec<&str> = Vec::new();
    header.extend(has_color.then_some("bottom"));
    header.extend(has_pair.then_some("pair"));
    header.extend(["case", "group", "rotation", "algorithm"]);
    let mut rows = vec![header.into_iter().map(String::from).collect()];
    rows.extend(found.iter().map(|one| {
        let mut row: Vec<String> = Vec::new();
        row.extend(has_color.then(|| one.color.map_or(String::new(), |color| color.to_string())));
        row.extend(has_pair.then(|| one.pair.clone().unwrap_or_default()));
        row.push(one.title());
        row.push(one.case.map_or(String::new(), |case| case.group.to_string()));
        row.push(if one.case.is_some() { one.adjustment() } else { String::new() });
        let algorithm = one.case.and_then(|case| case.algorithms.first());
        row.push(algorithm.map_or(String::new(), ToString::to_string));
        row
    }));
    align_before_text(&rows, usize::MAX, terminal.limit())
}

/// Derives the cases of a request and prints them.
fn make(
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
fn list_sets(terminal: Terminal) -> Result<(), Failure> {
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
