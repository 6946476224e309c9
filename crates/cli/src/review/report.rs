//! A review as text: a table of its stages, and the end of an unsolved solve in words.

use std::fmt::Write;

use cubiform_answers::format::{counted, shortened};
use cubiform_answers::review::{ReviewedSolve, Row};
use cubiform_cube::moves::to_wca;
use cubiform_cube::notation::Base;
use cubiform_human::{Correction, Edit, Ending, Lengths, Solution};
use cubiform_solvers::insertion::PieceKind;
use cubiform_solvers::reduction::Attempt;

use crate::terminal::Terminal;
use crate::text_layout::{hanging, paragraph};

const STEP_LEGEND: &str = "optimal: minimum number of moves (STM) to the end of the step by its turns (~: with those of U around \
                           it, or as made); lost: how much longer the step made the shortest complete solution known";

const DR_LEGEND: &str = "optimal: minimum number of moves (HTM) of the step on one side (~: as made, on both); lost: how much longer \
                         the step made the shortest complete solution known";

const LEGEND: &str = "optimal: minimum number of moves to the end of the stage (~: shortest known algorithm); lost: how much \
                      longer the stage made the shortest complete solution known";

/// Returns the table, the end of the solve, and the best continuation from the biggest loss. `number` is the number
/// of the solve if there are several.
pub(crate) fn table(
    reviewed: &ReviewedSolve,
    terminal: Terminal,
    links: bool,
    advises_auto: bool,
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
        let bottom = reviewed.color().map_or(String::new(), |color| format!(", {color} bottom"));
        let _ = writeln!(text, "{}{second}{bottom}", method.name);
    } else if !review.stages.is_empty() {
        let _ = writeln!(text, "{} cross", review.color);
        if let Some(warning) = reviewed.warning() {
            let advice = if advises_auto { "; try --method auto" } else { "" };
            let warning = format!("{warning}{advice}");
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
    let legend = match (&reviewed.method, &reviewed.attempt) {
        (None, _) => LEGEND,
        (_, None) => STEP_LEGEND,
        (_, Some(_)) => DR_LEGEND,
    };
    let _ = writeln!(text, "{}", paragraph(legend, limit));
    if links {
        let _ = writeln!(text, "{}", reviewed.link());
    }
    let biggest = reviewed.biggest_loss();
    let is_shown =
        |i: &usize| Some(*i) == biggest || reviewed.attempt.is_some() && reviewed.rows[*i].lost > 0;
    for i in (0..reviewed.rows.len()).filter(is_shown) {
        let row = &reviewed.rows[i];
        let link = reviewed.link_of_continuation(i);
        let stage = terminal.link(&link, &row.title);
        let what = if Some(i) == biggest { "Biggest loss" } else { "Loss" };
        let lost = counted(row.lost, "move");
        let moves = continuation_length(reviewed, &row.continuation, row.best as usize);
        let _ = writeln!(text, "\n{what}: {stage} ({lost}). From there, {moves}:\n");
        text += &lines(reviewed, &reviewed.continuation(i), reviewed.before(i), limit);
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
    let (what, metric) = (if reviewed.method.is_some() { "step" } else { "stage" }, reviewed.metric());
    let titles = widest.max(what.len());
    let biggest_loss_row = reviewed.biggest_loss();
    let has_times = reviewed.rows.iter().any(|row| row.time.is_some());
    let times = if has_times { "   time  pause" } else { "" };
    let mut text = format!("{what:titles$}   {metric}  optimal  total  lost{times}  moves\n");
    for (i, row) in reviewed.rows.iter().enumerate() {
        let [own, running] = [row.lengths, row.running].map(|lengths| reviewed.moves(lengths));
        let (optimal, lost) = (optimal(row), lost(row));
        let mut head = format!("{:titles$}  {own:>4}  {optimal:>7}  {running:>5}  {lost:>4}", row.title);
        for seconds in [row.time, row.pause].iter().filter(|_| has_times) {
            let _ = write!(head, "  {:>5}", seconds.map_or("-".into(), |seconds| format!("{seconds:.2}")));
        }
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

/// Returns the number of moves of a continuation; in a fewest-moves solve, where moves cancel, also that of all, the `best`.
fn continuation_length(reviewed: &ReviewedSolve, solution: &Solution, best: usize) -> String {
    let in_all = reviewed.attempt.as_ref().map_or(String::new(), |_| format!(" ({best} in all)"));
    counted(reviewed.moves(solution.lengths()), "move") + &in_all
}

/// Returns the lines of a continuation after moves of these lengths: for each stage its length, the total length up to its end
/// including the moves before if none cancel, and its moves.
fn lines(reviewed: &ReviewedSolve, solution: &Solution, before: Lengths, limit: usize) -> String {
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
        let running = if reviewed.attempt.is_none() { format!("  {running:>3}") } else { String::new() };
        let head = format!("{:titles$}  {own:>2}{running}  ", stage.title);
        let moves = hanging(&stage.text(), head.chars().count(), limit.saturating_sub(2));
        lines.push(format!("{head}{moves}").trim_end().to_string());
    }
    lines.iter().map(|line| format!("  {}\n", line.replace('\n', "\n  "))).collect()
}

/// Returns the paragraphs about the end of a solve; empty if it is solved.
fn ending(reviewed: &ReviewedSolve, limit: usize) -> String {
    if let Some(attempt) = &reviewed.attempt {
        return end_of_attempt(reviewed, attempt, limit);
    }
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

/// Returns the solution of a fewest-moves solve as one sequence, or the best continuation from its end.
fn end_of_attempt(reviewed: &ReviewedSolve, attempt: &Attempt, limit: usize) -> String {
    if reviewed.ending == Ending::Solved {
        return paragraph(&format!("solution: {}", to_wca(&attempt.moves)), limit) + "\n";
    }
    let left = [PieceKind::Corners, PieceKind::Edges].map(|kind| kind.unsolved(&attempt.end));
    let left = match left {
        [2..=5, 0] => format!(", {} corners are left: `cubiform insert` places the rest", left[0]),
        [0, 2..=5] => format!(", {} edges are left: `cubiform insert` places the rest", left[1]),
        _ => String::new(),
    };
    let more = continuation_length(reviewed, &reviewed.final_continuation, attempt.with_chain);
    let head = paragraph(&format!("not solved at the end{left}. From there, {more}:"), limit);
    format!("{head}\n\n{}\n", lines(reviewed, &reviewed.final_continuation, reviewed.review.lengths(), limit))
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
