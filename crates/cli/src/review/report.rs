//! The review of one solve as a text table.

use std::fmt::Write;

use cubiform_human::{Lengths, Solution};

use super::ending;
use crate::terminal::Terminal;
use crate::wrap::{hanging, paragraph};
use cubiform_answers::format::{counted, shortened};
use cubiform_answers::review::{ReviewedSolve, Row};

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
    if !review.stages.is_empty() {
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
    text.push_str(&ending::text(reviewed, limit));
    let _ = writeln!(text, "{}", paragraph(LEGEND, limit));
    if links {
        let _ = writeln!(text, "{}", reviewed.link());
    }
    if let Some(i) = reviewed.biggest_loss() {
        let row = &reviewed.rows[i];
        let link = reviewed.link_of_continuation(i);
        let stage = terminal.link(&link, &row.title);
        let (lost, moves) = (counted(row.lost, "move"), counted(row.continuation.lengths().htm, "move"));
        let _ = writeln!(text, "\nBiggest loss: {stage} ({lost}). From there, {moves}:\n");
        for line in lines(&reviewed.continuation(i), reviewed.before(i), limit.saturating_sub(2)) {
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
    let titles = widest.max("stage".len());
    let biggest_loss_row = reviewed.biggest_loss();
    let mut text = format!("{:titles$}   HTM  optimal  total  lost  moves\n", "stage");
    for (i, row) in reviewed.rows.iter().enumerate() {
        let (htm, running, optimal, lost) = (row.lengths.htm, row.running.htm, optimal(row), lost(row));
        let head = format!("{:titles$}  {htm:>4}  {optimal:>7}  {running:>5}  {lost:>4}", row.title);
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

/// Returns the lines of a solution: for each stage its length, the total length up to its end including `before`, and
/// its moves.
fn lines(solution: &Solution, before: Lengths, limit: usize) -> Vec<String> {
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
        let (own, running) = (stage.lengths.htm, (before + stage.running).htm);
        let head = format!("{:titles$}  {own:>2}  {running:>3}  ", stage.title);
        let moves = hanging(&stage.text(), head.chars().count(), limit);
        lines.push(format!("{head}{moves}").trim_end().to_string());
    }
    lines
}
