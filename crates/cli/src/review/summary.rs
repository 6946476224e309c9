//! The summary of several solves as text.

use std::fmt::Write;

use cubiform_answers::format::{counted, probability, signed_decimal, with_error};
use cubiform_answers::review::{CaseSummary, MethodSummary, PartSummary, Summary, TrendSummary};

use crate::terminal::Terminal;
use crate::text_layout::{align_columns, paragraph};

/// The maximum number of cases shown.
const MAX_CASES: usize = 8;

/// Returns the summary as text.
pub(super) fn table(summary: &Summary, terminal: Terminal) -> String {
    let limit = terminal.limit();
    let methods: String = summary.methods.iter().map(|method| method_table(method, terminal)).collect();
    if summary.solves == 0 && !methods.is_empty() {
        return methods.trim_start().to_string();
    }
    let heading = terminal.bold(&heading(summary));
    let parts = parts(&summary.stages, ["stage", "HTM"]);
    let mut text = format!("{heading}\n\n{parts}{}", means(summary, limit));
    text += &biggest_loss(&summary.stages, summary.biggest_loss.as_deref());
    text += &(trends(&summary.trends, limit) + &cases(&summary.cases, "HTM"));
    text + &colors(summary, limit) + &methods
}

/// Returns the summary of the solves by a method that is not CFOP.
fn method_table(method: &MethodSummary, terminal: Terminal) -> String {
    let limit = terminal.limit();
    let mut heading = format!("{}: {}", method.method, counted(method.solves as u64, "solve"));
    if method.unsolved > 0 {
        let _ = write!(heading, ", {} unsolved", method.unsolved);
    }
    let mut text = format!("\n{}\n", terminal.bold(&heading));
    if !method.steps.is_empty() {
        let _ = write!(text, "\n{}", parts(&method.steps, ["step", "STM"]));
    }
    if let Some(stm) = method.mean_stm {
        let lengths = format!("{stm:.2} STM");
        let lost = method.mean_lost_stm.zip(Some(method.mean_lost_stm_se));
        let time = method.mean_time.zip(method.mean_tps);
        text += &mean_line(method.solves - method.unsolved, &lengths, lost, time, limit);
    }
    text += &biggest_loss(&method.steps, method.biggest_loss.as_deref());
    text + &trends(&method.trends, limit) + &cases(&method.cases, "STM")
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".into(), |share| format!("{:.0} %", 100.0 * share))
}

fn heading(summary: &Summary) -> String {
    let mut heading = format!("Summary of {}", counted(summary.solves, "solve"));
    for (count, what) in [(summary.one_move_off, "+2"), (summary.unsolved, "unsolved")] {
        if count > 0 {
            let _ = write!(heading, ", {count} {what}");
        }
    }
    heading + if summary.solved == summary.solves { ", all solved" } else { "" }
}

/// Returns the table of the stages or steps. `names` are what they are and the metric.
fn parts(parts: &[PartSummary], names: [&str; 2]) -> String {
    let has_times = parts.iter().any(|part| part.mean_time.is_some());
    let time = has_times.then_some("time");
    let head = [names[0], "solves", names[1], "optimal", "lost", "share"].into_iter().chain(time);
    let mut rows = vec![head.map(String::from).collect::<Vec<_>>()];
    let two_digits = |number: Option<f64>| number.map_or("?".to_string(), |number| format!("{number:.2}"));
    for part in parts {
        let row = [
            part.stage.clone(),
            part.solves.to_string(),
            format!("{:.2}", part.mean),
            two_digits(part.mean_optimal),
            with_error(part.mean_lost, part.mean_lost_se, 2),
            percent(part.lost_share),
        ];
        rows.push(row.into_iter().chain(time.map(|_| two_digits(part.mean_time))).collect());
    }
    align_columns(&rows, 1)
}

/// Returns the line of the means of CFOP.
fn means(summary: &Summary, limit: usize) -> String {
    let Some((htm, (stm, etm))) = summary.mean_htm.zip(summary.mean_stm.zip(summary.mean_etm)) else {
        return String::new();
    };
    let lengths = format!("{htm:.2} HTM, {stm:.2} STM, {etm:.2} ETM");
    let lost = summary.mean_lost_htm.zip(Some(summary.mean_lost_htm_se));
    mean_line(summary.complete(), &lengths, lost, summary.mean_time.zip(summary.mean_tps), limit)
}

/// Returns the line of means: the lengths, the moves lost with their standard error, the time and the moves per second.
fn mean_line(
    complete: usize,
    lengths: &str,
    lost: Option<(f64, Option<f64>)>,
    time: Option<(f64, f64)>,
    limit: usize,
) -> String {
    let mut line = format!("mean of {}: {lengths}", counted(complete as u64, "complete solve"));
    if let Some((lost, error)) = lost {
        let _ = write!(line, "; {} lost", with_error(lost, error, 2));
    }
    if let Some((time, tps)) = time {
        let _ = write!(line, "; {time:.2} s, {tps:.2} TPS");
    }
    format!("\n{}\n", paragraph(&line, limit))
}

/// Returns the line about the part with the biggest loss.
fn biggest_loss(parts: &[PartSummary], biggest: Option<&str>) -> String {
    let biggest = parts.iter().find(|part| Some(&part.stage[..]) == biggest);
    biggest.map_or(String::new(), |part| {
        format!("Biggest loss: {} ({:.2} moves on average)\n", part.stage, part.mean_lost)
    })
}

fn trends(trends: &[TrendSummary], limit: usize) -> String {
    let title = "\nChange from one solve to the next (95 % interval)\n\n";
    let mut text = if trends.is_empty() { String::new() } else { title.into() };
    for trend in trends {
        let TrendSummary { slope, se, low, high, p, .. } = trend;
        let (name, unit) = match trend.measure {
            "lost_htm" | "lost_stm" => ("moves lost", "moves"),
            "htm" => ("HTM", "moves"),
            "stm" => ("STM", "moves"),
            "tps" => ("TPS", "moves/s"),
            _ => ("time", "s"),
        };
        let verdict = match () {
            () if *low > 0.0 => "rising",
            () if *high < 0.0 => "falling",
            () => "no clear trend",
        };
        let p = probability(*p);
        let [slope, low, high] = [*slope, *low, *high].map(|number| signed_decimal(number, 3));
        let line = format!("{name}: {slope} ± {se:.3} {unit} ({low} to {high}), {verdict} (p {p})");
        let _ = writeln!(text, "{}", paragraph(&line, limit));
    }
    text
}

/// Returns the cases in which moves were lost.
fn cases(cases: &[CaseSummary], metric: &str) -> String {
    let head = ["case", "times", metric, "best known", "lost in all"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for case in cases.iter().filter(|case| case.lost > 0).take(MAX_CASES) {
        rows.push(vec![
            case.case.clone(),
            case.times.to_string(),
            format!("{:.2}", case.mean),
            case.mean_optimal.map_or("?".into(), |least| format!("{least:.2}")),
            case.lost.to_string(),
        ]);
    }
    match rows.len() {
        1 => String::new(),
        _ => format!("\nMost costly cases\n\n{}", align_columns(&rows, 1)),
    }
}

/// Returns the bottom colours if there are several.
fn colors(summary: &Summary, limit: usize) -> String {
    if summary.colors.len() < 2 {
        return String::new();
    }
    let mut rows = vec![["colour", "solves", "HTM", "lost", "biggest loss"].map(String::from).to_vec()];
    for color in &summary.colors {
        rows.push(vec![
            color.color.clone(),
            color.solves.to_string(),
            format!("{:.2}", color.mean_htm),
            with_error(color.mean_lost_htm, color.mean_lost_htm_se, 2),
            color.biggest_loss.clone().unwrap_or("-".into()),
        ]);
    }
    let mut text = format!("\nBottom colours\n\n{}", align_columns(&rows, 1));
    if let Some(p) = summary.colors_p {
        let verdict = if p < 0.05 { "the colours differ" } else { "no sign that the colours differ" };
        let line = format!("moves lost: {verdict} (F test, p {})", probability(p));
        let _ = writeln!(text, "\n{}", paragraph(&line, limit));
    }
    text
}
