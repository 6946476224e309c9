//! `cubiform methods`: methods as chains of goals, compared on the same random states, as text or a chart.

use std::fmt::Write;
use std::io::Read as _;
use std::path::Path;

use cubiform_answers::Error;
use cubiform_answers::format::counted;
use cubiform_answers::limits::Limits;
use cubiform_answers::methods::{
    Mean, Means, Method, MethodResult, MethodStep, MethodsAnswer, MethodsRequest,
};
use cubiform_answers::operation::Operation as _;
use cubiform_stats::Estimate;

use crate::args::{Arguments, CompareFormat, CompareMethods, Methods, MethodsAction};
use crate::failure::Failure;
use crate::figure::rows::{Group, Row, RowChart};
use crate::figure::series::STUDENT;
use crate::figure::{Figure, Mark, Texts};
use crate::operation::with_progress;
use crate::output::print;
use crate::progress::Count;
use crate::terminal::Terminal;
use crate::text_layout::{align_before_text, align_columns, hanging};
use crate::{interrupt, json};

/// The maximum length of the file of a method, in bytes.
const MAX_METHOD_BYTES: u64 = 1 << 16;

/// Runs the command.
pub(crate) fn run(args: &Methods) -> Result<(), Failure> {
    let terminal = Terminal::of_stdout();
    match &args.action {
        None | Some(MethodsAction::List) => {
            let methods = Method::known().iter().map(|method| listed(method, terminal));
            print(methods.collect::<Vec<_>>().join("\n").as_bytes())
        }
        Some(MethodsAction::Compare(args)) => {
            let answer = answer(args)?;
            let text = match args.answer.format {
                CompareFormat::Table => text(&answer, terminal),
                CompareFormat::Json => json::document(&answer)?,
                CompareFormat::Svg => figure(&answer).file(),
            };
            print(text.as_bytes())
        }
    }
}

fn answer(args: &CompareMethods) -> Result<MethodsAnswer, Error> {
    let Arguments { request, machine, .. } = &args.answer;
    let methods = args.methods.iter().map(|name| method(name)).collect::<Result<_, _>>()?;
    let question = request.clone().with(methods, &Limits::NONE)?;
    let progress = Count::new(counted(request.count, "state"));
    with_progress(machine, MethodsRequest::DOOR.needs, &progress, |context| {
        MethodsRequest::answer(question, context)
    })
}

/// Returns the known method with this name, or that of a file.
pub(crate) fn method(name: &str) -> Result<Method, Error> {
    if let Some(known) = Method::find(name) {
        return Ok(known.clone());
    }
    if name.is_empty() {
        return Err(Error::usage("methods", "the name of a method is empty"));
    }
    let mut text = String::new();
    let read = interrupt::open(Path::new(name))
        .and_then(|file| file.take(MAX_METHOD_BYTES + 1).read_to_string(&mut text));
    if text.len() as u64 > MAX_METHOD_BYTES {
        let message = format!("{name}: a method has at most {MAX_METHOD_BYTES} bytes");
        return Err(Error::message("").with_message(message));
    }
    read.map_err(|error| {
        let known: Vec<&str> = Method::known().iter().map(|method| &method.name[..]).collect();
        let error = Error::file(Path::new(name), "read", &error);
        error.hint(format!("give a file, or one of {}", known.join(", ")))
    })?;
    Method::read(&text).map_err(|error| {
        let place = [error.place.line, error.place.column].into_iter().flatten();
        let place: String = place.map(|number| format!(":{number}")).collect();
        let message = format!("{name}{place}: {}", error.message);
        error.with_message(message).placed()
    })
}

/// Returns a method with its steps.
fn listed(method: &Method, terminal: Terminal) -> String {
    let title = format!("{}: ", terminal.bold(&method.name));
    let about = hanging(&method.about, 2, terminal.limit());
    let row = |step: &MethodStep| {
        let free = if step.is_turned_free { " free" } else { "" };
        let made = step.made_up_to.as_ref().map_or(String::new(), |turn| format!(" (in a review {turn})"));
        ["  ".to_string() + &step.name, step.turns.to_string() + free, step.text.clone() + &made].to_vec()
    };
    let rows: Vec<Vec<String>> = method.steps.iter().map(row).collect();
    format!("{title}{about}\n{}", align_before_text(&rows, 2, terminal.limit()))
}

/// Returns a table of the steps of each method.
fn text(answer: &MethodsAnswer, terminal: Terminal) -> String {
    let mut text = format!("{}, seed {}\n", counted(answer.count, "random state"), answer.seed);
    for method in &answer.methods {
        let _ = write!(text, "\n{}\n{}", terminal.bold(&method.name), align_columns(&rows(method), 1));
    }
    text
}

fn rows(method: &MethodResult) -> Vec<Vec<String>> {
    let mean = |mean: &Mean| {
        let error = mean.standard_error.map(|error| format!(" ± {error:.2}"));
        format!("{:.2}{}", mean.mean, error.unwrap_or_default())
    };
    let means = |means: &Means| [&means.stm, &means.htm, &means.etm, &means.effort].map(mean);
    let head = ["step", "cases", "pieces", "stm", "htm", "etm", "effort", "easiest", "effort"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for step in &method.steps {
        let mut row = vec![
            step.name.clone(),
            step.cases.map_or("-".into(), |cases| cases.to_string()),
            step.pieces.to_string(),
        ];
        row.extend(means(&step.states));
        let of_cases = step.algorithms.map(|cases| [cases.length, cases.effort]);
        row.extend(of_cases.map_or(["-".into(), "-".into()], |means| means.map(|mean| format!("{mean:.2}"))));
        rows.push(row);
    }
    let pieces = method.steps.iter().map(|step| step.pieces).sum::<usize>().to_string();
    rows.push(["all".into(), String::new(), pieces].into_iter().chain(means(&method.total)).collect());
    rows
}

/// A mean of a whole solve.
type OfMeans = fn(&Means) -> Mean;

/// The headings of the groups, and what they show.
const GROUPS: [(&str, OfMeans); 4] = [
    ("slice turn metric", |means| means.stm),
    ("half turn metric", |means| means.htm),
    ("execution turn metric", |means| means.etm),
    ("effort of the hands; 1 is a quarter turn of U", |means| means.effort),
];

/// Draws the means of whole solves by each method.
fn figure(answer: &MethodsAnswer) -> Figure {
    let states = counted(answer.count, "random state");
    let row = |index: usize, label: &str, mean: Mean| {
        let Mean { mean, standard_error } = mean;
        let estimate = Estimate {
            mean,
            standard_deviation: None,
            standard_error,
            degrees: answer.count.saturating_sub(1),
        };
        Row { label: label.to_string(), mark: Mark::of_series(index), estimate, spread: None }
    };
    let group = |(heading, of): (&str, OfMeans)| {
        let rows = answer.methods.iter().enumerate();
        let rows = rows.map(|(i, method)| row(i, &method.name, of(&method.total))).collect();
        Group { heading: heading.to_string(), rows }
    };
    let chart = RowChart {
        texts: Texts {
            title: "Methods on the same states".into(),
            subtitle: format!("{states}, each step in the fewest moves of its set"),
            caption: format!("Marks are the means of whole solves over {states}. Whiskers {STUDENT}."),
        },
        axis: "moves, effort",
        groups: GROUPS.map(group).into(),
        is_difference: false,
    };
    let mut figure = chart.draw();
    figure.name = "methods".into();
    figure.foot = format!("cubiform {}, {states}, seed {}", env!("CARGO_PKG_VERSION"), answer.seed);
    figure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_a_row_in_every_group() {
        let of = |mean| Mean { mean, standard_error: Some(0.25) };
        let total = Means { effort: of(70.0), etm: of(54.5), htm: of(53.0), stm: of(52.125) };
        let method =
            |name: &str| MethodResult { about: String::new(), name: name.into(), steps: Vec::new(), total };
        let answer = MethodsAnswer { count: 200, methods: vec![method("A"), method("B & C")], seed: 7 };
        let text = figure(&answer).file();
        assert!(text.contains("200 random states, seed 7"), "{text}");
        for ((heading, _), mean) in GROUPS.iter().zip(["52.125", "53.000", "54.500", "70.000"]) {
            // Each mean stands beside its mark and in the description.
            assert_eq!(text.matches(&format!("{mean} ± 0.250")).count(), 4, "{mean}: {text}");
            let described = format!("{heading}: A {mean} ± 0.250; B &amp; C {mean} ± 0.250.");
            assert!(text.contains(&described), "{described}: {text}");
        }
    }
}
