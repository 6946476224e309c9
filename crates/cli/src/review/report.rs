//! Reviews as text: a table for one solve, the end of an unsolved solve in words, and the summary of several solves.

use std::fmt::Write;

use cubiform_answers::format::{counted, probability, shortened, signed_decimal, with_error};
use cubiform_answers::review::{MethodSummary, ReviewedSolve, Row, Summary, TrendSummary};
use cubiform_cube::notation::Base;
use cubiform_human::{Correction, Edit, Ending, Lengths};

use crate::terminal::Terminal;
use crate::text_layout::{align_columns, hanging, paragraph};

const STEP_LEGEND: &str = "optimal: minimum number of moves (STM) to the end of the step by its turns (~: with those of U around \
                           it, or as made); lost: how much longer the step made the shortest complete solution known";

const LEGEND: &str = "optimal: minimum number of moves to the end of the stage (~: shortest known algorithm); lost: how much \
                      longer the stage made the shortest complete solution known";

/// Returns the table, the end of the solve, and the best continuation from the biggest loss. `number` is the number
/// of the solve if there are several.
pub(super) fn table(
    reviewed: &ReviewedSolve,
    terminal: Terminal,
    links: bool,
    number: Option<usize>,
) -> String {
    let limit = terminal.limit();
    let review = &reviewed.review;
    let mut text = String::new();
    if let Some(title) = title(reviewed, number) {
        let _ = writeln!(text, "{}", terminal.bold(&paragraph(&title, limit)));
    }
    let scramble = paragraph(&shortened(reviewed.solve.scramble.text.as_str(), usize::MAX), limit);
    let _ = writeln!(text, "{}", terminal.link(&reviewed.link(), &scramble));
    if let Some(method) = &reviewed.method {
        let second = method.second.as_ref().map_or(String::new(), |second| format!(" (or {second})"));
        let _ = writeln!(text, "{}{second}, {} bottom", method.name, review.color);
    } else if !review.stages.is_empty() {
        let _ = writeln!(text, "{} cross", review.color);
        if let Some(warning) = reviewed.warning() {
            let _ = writeln!(text, "{}", paragraph(&warning, limit));
        }
    }
    text.push('\n');
    text.push_str(&rows(reviewed, terminal));
    let _ = writeln!(text, "\n{}", paragraph(&totals(reviewed), limit));
    for (is_moves, what) in [(false, "notes, not as moves"), (true, "moves, not as notes")] {
        let readings = reviewed.solve.readings.iter().filter(|reading| reading.is_moves == is_moves);
        let places =
            readings.map(|one| format!("{} ({}:{})", shortened(&one.text, 40), one.line, one.column));
        let places = places.collect::<Vec<_>>().join(", ");
        if !places.is_empty() {
            let _ = writeln!(text, "{}", paragraph(&format!("Read as {what}: {places}"), limit));
        }
    }
    text.push_str(&ending(reviewed, limit));
    let legend = if reviewed.method.is_some() { STEP_LEGEND } else { LEGEND };
    let _ = writeln!(text, "{}", paragraph(legend, limit));
    if links {
        let _ = writeln!(text, "{}", reviewed.link());
    }
    if let Some(i) = reviewed.biggest_loss() {
        let row = &reviewed.rows[i];
        let link = reviewed.link_of_continuation(i);
        let stage = terminal.link(&link, &row.title);
        let (lost, moves) =
            (counted(row.lost, "move"), counted(reviewed.moves(row.continuation.lengths()), "move"));
        let _ = writeln!(text, "\nBiggest loss: {stage} ({lost}). From there, {moves}:\n");
        for line in lines(reviewed, i, limit.saturating_sub(2)) {
            let _ = writeln!(text, "  {}", line.replace('\n', "\n  "));
        }
        if links {
            let _ = writeln!(text, "\n{link}");
        }
    }
    text
}

/// Returns the number, title and place of a solve, as far as they are known.
fn title(reviewed: &ReviewedSolve, number: Option<usize>) -> Option<String> {
    let solve = &reviewed.solve;
    let file = solve.file.as_deref().filter(|_| number.is_some());
    let place = file.map(|file| format!("{}:{}", shortened(file, usize::MAX), solve.line));
    let title = solve.title.as_deref().map(|title| shortened(title, 200));
    let parts: Vec<String> =
        number.map(|n| format!("Solve {n}")).into_iter().chain(title).chain(place).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns the rows with their header.
fn rows(reviewed: &ReviewedSolve, terminal: Terminal) -> String {
    let widest = reviewed.rows.iter().map(|row| row.title.chars().count()).max().unwrap_or(0);
    let (what, metric) = if reviewed.method.is_some() { ("step", "STM") } else { ("stage", "HTM") };
    let titles = widest.max(what.len());
    let biggest_loss_row = reviewed.biggest_loss();
    let mut text = format!("{what:titles$}   {metric}  optimal  total  lost  moves\n");
    for (i, row) in reviewed.rows.iter().enumerate() {
        let [own, running] = [row.lengths, row.running].map(|lengths| reviewed.moves(lengths));
        let (optimal, lost) = (optimal(row), lost(row));
        let head = format!("{:titles$}  {own:>4}  {optimal:>7}  {running:>5}  {lost:>4}", row.title);
        let indent = head.chars().count() + 2;
        let moves = hanging(&reviewed.review.text_of(row.turns.clone()), indent, terminal.limit());
        let head = if biggest_loss_row == Some(i) { terminal.bold(&head) } else { head };
        let _ = writeln!(text, "{}", format!("{head}  {moves}").trim_end());
    }
    text
}

fn optimal(row: &Row) -> String {
    match (row.part, row.optimal) {
        (None, _) => "-".into(),
        (_, None) => "?".into(),
        (_, Some((moves, is_proven))) => format!("{moves}{}", if is_proven { "" } else { "~" }),
    }
}

fn lost(row: &Row) -> String {
    if row.lost == 0 { "-".into() } else { row.lost.to_string() }
}

/// Returns the total lengths: `45 HTM, 45 STM, 57 QTM, 47 ETM; 5.55 s, 8.11 TPS`.
fn totals(reviewed: &ReviewedSolve) -> String {
    let Lengths { htm, stm, qtm, etm } = reviewed.review.lengths();
    let mut text = format!("{htm} HTM, {stm} STM, {qtm} QTM, {etm} ETM");
    if let (Some(time), Some(tps)) = (reviewed.solve.time, reviewed.tps()) {
        // Hundredths are cut off, as those of a result (WCA 9f1).
        let hundredths = (1000.0 * time).round() as u64 / 10;
        let (seconds, rate) = (hundredths / 100, f64::from(etm) / time);
        let penalty =
            reviewed.solve.penalty.as_deref().map_or(String::new(), |penalty| format!(" ({penalty})"));
        let _ = write!(
            text,
            "; {seconds}.{:02} s{penalty}, {tps:.2} TPS (STM), {rate:.2} (ETM)",
            hundredths % 100
        );
    } else if let Some(penalty) = &reviewed.solve.penalty {
        let _ = write!(text, "; {penalty}");
    }
    text
}

/// Returns the lines of the best continuation from the start of a row: for each stage its length, the total length up to its end
/// including the moves before, and its moves.
fn lines(reviewed: &ReviewedSolve, row: usize, limit: usize) -> Vec<String> {
    let (solution, before) = (reviewed.continuation(row), reviewed.before(row));
    // Inspection is only before the first move of a solve.
    let label = if before == Lengths::default() { "inspection" } else { "rotation" };
    let stages = solution.stages.iter().filter(|stage| !stage.is_already_solved());
    let titles = stages.clone().map(|stage| stage.title.chars().count());
    let titles = titles.max().unwrap_or(0).max(label.len());
    let rotation = solution.inspection_name();
    let mut lines = Vec::new();
    if !rotation.is_empty() {
        lines.push(format!("{label:titles$}           {rotation}"));
    }
    for stage in stages {
        let [own, running] = [stage.lengths, before + stage.running].map(|lengths| reviewed.moves(lengths));
        let head = format!("{:titles$}  {own:>2}  {running:>3}  ", stage.title);
        let moves = hanging(&stage.text(), head.chars().count(), limit);
        lines.push(format!("{head}{moves}").trim_end().to_string());
    }
    lines
}

/// Returns the paragraphs about the end of a solve; empty if it is solved.
fn ending(reviewed: &ReviewedSolve, limit: usize) -> String {
    if let Ending::OneMoveOff(turn) = reviewed.ending {
        let rule = "the WCA adds two seconds (regulation 10e)";
        let message = format!("+2: one move off. {turn} at the end solves the cube; {rule}.");
        return paragraph(&message, limit) + "\n";
    }
    if reviewed.ending == Ending::Solved {
        return String::new();
    }
    let review = &reviewed.review;
    let title = reviewed.rows.iter().rev().find(|row| row.part.is_some()).map_or("", |row| &row.title);
    let reached = match review.stages.last() {
        None => match &reviewed.method {
            None => "no cross was completed".to_string(),
            Some(method) => format!("the first step of {} was not completed", method.name),
        },
        Some(stage) => {
            let last = stage.turns.end.saturating_sub(1);
            let end = match reviewed.place(last) {
                _ if stage.turns.end == review.turns.len() => String::new(),
                Some(place) => {
                    format!(", which ends with move {} ({})", reviewed.move_number(last), place_text(place))
                }
                None => ", which ends with the beginning".into(),
            };
            let what = if reviewed.method.is_some() { "step" } else { "stage" };
            format!("the last {what} reached is {title}{end}")
        }
    };
    let solves = reviewed.corrections.first().is_some_and(|first| first.review.is_solved());
    let title = match (solves, reviewed.corrections.len()) {
        (_, 0) => "No change of one move solves it.",
        (true, 1) => "One change solves the cube:",
        (true, _) => "Each of these changes solves the cube (most likely first):",
        (false, 1) => "No change of one move solves it. This change reaches a later stage:",
        (false, _) => "No change of one move solves it. These reach a later stage (most likely first):",
    };
    let mut text = paragraph(&format!("not solved at the end: {reached}."), limit) + "\n" + title + "\n";
    for correction in &reviewed.corrections {
        text += &format!("  {}\n", describe_correction(reviewed, correction));
    }
    text
}

fn place_text((line, column): (usize, usize)) -> String {
    format!("line {line}, column {column}")
}

/// Describes an edit: `move 22 (line 5, column 9): R' instead of R`.
fn describe_correction(reviewed: &ReviewedSolve, correction: &Correction) -> String {
    let turns = &reviewed.review.turns;
    let place =
        |at: usize| reviewed.place(at).map_or(String::new(), |place| format!(" ({})", place_text(place)));
    let named = |at: usize| {
        let number = reviewed.move_number(at);
        match turns[at].base() {
            Base::X | Base::Y | Base::Z => {
                format!("rotation {} before move {number}{}", turns[at], place(at))
            }
            _ => format!("move {number}{}", place(at)),
        }
    };
    let edit = match correction.edit {
        Edit::Change(turn) => format!("{}: {turn} instead of {}", named(correction.at), turns[correction.at]),
        Edit::Remove => format!("{}: leave out {}", named(correction.at), turns[correction.at]),
        Edit::Insert(turn) if correction.at == turns.len() => format!("at the end: add {turn}"),
        Edit::Insert(turn) => {
            format!("before {}, {}: add {turn}", named(correction.at), turns[correction.at])
        }
    };
    match correction.review.stages.last() {
        Some(stage) if !correction.review.is_solved() => format!("{edit} (as far as {})", stage.title()),
        _ => edit,
    }
}

/// The maximum number of cases shown.
const MAX_CASES: usize = 8;

/// Returns the summary as text.
pub(super) fn summary_table(summary: &Summary, terminal: Terminal) -> String {
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
