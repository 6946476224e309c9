//! The summary of several solves as text.

use std::fmt::Write;

use cubiform_answers::format::{counted, probability, signed_decimal, with_error};
use cubiform_answers::review::{MethodSummary, Summary, TrendSummary};

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
    let mut text = format!("{}\n\n{}", terminal.bold(&heading(summary)), stages(summary));
    if let Some(line) = means(summary) {
        let _ = writeln!(text, "\n{}", paragraph(&line, limit));
    }
    if let Some((stage, lost)) = biggest_loss(summary) {
        let _ = writeln!(text, "Biggest loss: {stage} ({lost:.2} moves on average)");
    }
    text + &trends(summary, limit) + &cases(summary) + &colors(summary, limit) + &methods
}

/// Returns the summary of the solves by a method that is not CFOP.
fn method_table(method: &MethodSummary, terminal: Terminal) -> String {
    let mut heading = format!("{}: {}", method.method, counted(method.solves as u64, "solve"));
    if method.unsolved > 0 {
        let _ = write!(heading, ", {} unsolved", method.unsolved);
    }
    let head = ["step", "solves", "STM", "optimal", "lost", "share"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for step in &method.steps {
        rows.push(vec![
            step.step.clone(),
            step.solves.to_string(),
            format!("{:.2}", step.mean_stm),
            format!("{:.2}", step.mean_optimal_stm),
            with_error(step.mean_lost_stm, step.mean_lost_stm_se, 2),
            percent(step.lost_share),
        ]);
    }
    let mut text = format!("\n{}\n", terminal.bold(&heading));
    if !method.steps.is_empty() {
        let _ = write!(text, "\n{}", align_columns(&rows, 1));
    }
    if let Some((stm, lost)) = method.mean_stm.zip(method.mean_lost_stm) {
        let complete = counted((method.solves - method.unsolved) as u64, "complete solve");
        let lost = with_error(lost, method.mean_lost_stm_se, 2);
        let time = method.mean_time.map_or(String::new(), |time| format!("; {time:.2} s"));
        let _ = writeln!(text, "\nmean of {complete}: {stm:.2} STM; {lost} lost{time}");
    }
    text
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

fn stages(summary: &Summary) -> String {
    let head = ["stage", "solves", "HTM", "optimal", "lost", "share"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let two_digits = |number: Option<f64>| number.map_or("?".to_string(), |number| format!("{number:.2}"));
    for stage in &summary.stages {
        rows.push(vec![
            stage.stage.into(),
            stage.solves.to_string(),
            two_digits(stage.mean_htm),
            two_digits(stage.mean_least_htm),
            stage.mean_lost_htm.map_or("?".into(), |lost| with_error(lost, stage.mean_lost_htm_se, 2)),
            percent(stage.lost_share),
        ]);
    }
    align_columns(&rows, 1)
}

fn means(summary: &Summary) -> Option<String> {
    let [htm, stm, etm] = [summary.mean_htm?, summary.mean_stm?, summary.mean_etm?];
    let complete = counted(summary.complete(), "complete solve");
    let mut line = format!("mean of {complete}: {htm:.2} HTM, {stm:.2} STM, {etm:.2} ETM");
    if let Some(lost) = summary.mean_lost_htm {
        let _ = write!(line, "; {} lost", with_error(lost, summary.mean_lost_htm_se, 2));
    }
    if let Some((time, tps)) = summary.mean_time.zip(summary.mean_tps) {
        let _ = write!(line, "; {time:.2} s, {tps:.2} TPS");
    }
    Some(line)
}

fn biggest_loss(summary: &Summary) -> Option<(&str, f64)> {
    let biggest = summary.stages.iter().find(|stage| Some(stage.stage) == summary.biggest_loss)?;
    Some((biggest.stage, biggest.mean_lost_htm?))
}

fn trends(summary: &Summary, limit: usize) -> String {
    let title = "\nChange from one solve to the next (95 % interval)\n\n";
    let mut text = if summary.trends.is_empty() { String::new() } else { title.into() };
    for trend in &summary.trends {
        let TrendSummary { slope, se, low, high, p, .. } = trend;
        let (name, unit) = match trend.measure {
            "lost_htm" => ("moves lost", "moves"),
            "htm" => ("HTM", "moves"),
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
fn cases(summary: &Summary) -> String {
    let head = ["case", "times", "HTM", "best known", "lost in all"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for case in summary.cases.iter().filter(|case| case.lost_htm > 0).take(MAX_CASES) {
        rows.push(vec![
            case.case.clone(),
            case.times.to_string(),
            format!("{:.2}", case.mean_htm),
            case.mean_least_htm.map_or("?".into(), |least| format!("{least:.2}")),
            case.lost_htm.to_string(),
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
            color.biggest_loss.unwrap_or("-").into(),
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
