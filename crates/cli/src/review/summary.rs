//! The summary of several solves: the mean of each stage over the complete solves.

use std::fmt::Write;

use cubiform_human::{Ending, StageKind};
use serde_json::{Value, json};

use super::reviewed::{ReviewedSolve, Row};
use crate::terminal::Terminal;
use crate::wrap::paragraph;

/// The stages in order. A pair that is solved together with the cross counts as part of the cross.
const STAGES: [&str; 7] = ["cross", "1st pair", "2nd pair", "3rd pair", "4th pair", "OLL", "PLL"];

/// Sums over some rows.
#[derive(Clone, Copy, Default)]
struct Sum {
    rows: u32,
    htm: u32,
    lost: u32,
    /// The number of rows with a known optimal length, and the sum of those lengths.
    optimal: (u32, u32),
}

impl Sum {
    fn add(&mut self, row: &Row) {
        self.rows += 1;
        self.htm += row.lengths.htm;
        self.lost += row.lost;
        if let Some((moves, _)) = row.optimal {
            self.optimal = (self.optimal.0 + 1, self.optimal.1 + moves);
        }
    }
}

fn mean(sum: u32, count: u32) -> Option<f64> {
    (count > 0).then(|| f64::from(sum) / f64::from(count))
}

/// Returns the sums of each stage over the solves that are solved or one move off. Unsolved solves are excluded,
/// because a slip makes the losses of all other stages meaningless.
fn sums(all: &[ReviewedSolve]) -> [Sum; STAGES.len()] {
    let mut sums = [Sum::default(); STAGES.len()];
    for reviewed in all.iter().filter(|one| one.ending != Ending::Unsolved) {
        let mut pairs = 0;
        for row in &reviewed.rows {
            let stage = match row.part {
                Some(StageKind::Cross { pairs: along }) => {
                    pairs = usize::from(along);
                    0
                }
                Some(StageKind::Pair { .. }) => {
                    pairs += 1;
                    pairs
                }
                Some(StageKind::Oll) => 5,
                Some(StageKind::Pll) => 6,
                None => continue,
            };
            sums[stage].add(row);
        }
    }
    sums
}

/// Returns the numbers of solves that are solved, one move off, and unsolved.
fn endings(all: &[ReviewedSolve]) -> [usize; 3] {
    let count = |is: fn(&Ending) -> bool| all.iter().filter(|one| is(&one.ending)).count();
    [
        count(|ending| *ending == Ending::Solved),
        count(|ending| matches!(ending, Ending::OneMoveOff(_))),
        count(|ending| *ending == Ending::Unsolved),
    ]
}

/// The means over the solves that are solved or one move off: HTM, STM and ETM over all of them, time and TPS over the
/// solves with a time.
struct Totals {
    solves: usize,
    htm: f64,
    stm: f64,
    etm: f64,
    timed: Option<(f64, f64)>,
}

fn totals(all: &[ReviewedSolve]) -> Option<Totals> {
    let complete: Vec<&ReviewedSolve> = all.iter().filter(|one| one.ending != Ending::Unsolved).collect();
    let solves = complete.len();
    let mean = |of: &dyn Fn(&ReviewedSolve) -> u32| {
        complete.iter().map(|one| f64::from(of(one))).sum::<f64>() / solves as f64
    };
    let timed: Vec<(f64, f64)> = complete.iter().filter_map(|one| one.solve.time.zip(one.tps())).collect();
    let of_timed = |of: fn(&(f64, f64)) -> f64| timed.iter().map(of).sum::<f64>() / timed.len() as f64;
    (solves > 0).then(|| Totals {
        solves,
        htm: mean(&|one| one.review.lengths().htm),
        stm: mean(&|one| one.review.lengths().stm),
        etm: mean(&|one| one.review.lengths().etm),
        timed: (!timed.is_empty()).then(|| (of_timed(|(time, _)| *time), of_timed(|(_, tps)| *tps))),
    })
}

/// Returns the stage with the biggest mean loss, and that loss.
fn biggest_loss(sums: &[Sum]) -> Option<(usize, f64)> {
    let losses = sums.iter().enumerate().filter_map(|(i, sum)| Some((i, mean(sum.lost, sum.rows)?)));
    losses.filter(|(_, lost)| *lost > 0.0).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
}

/// Returns the summary as text.
pub(super) fn table(all: &[ReviewedSolve], terminal: Terminal) -> String {
    let [solved, one_move_off, unsolved] = endings(all);
    let mut heading = format!("Summary of {} solves", all.len());
    for (count, what) in [(one_move_off, "+2"), (unsolved, "unsolved")] {
        if count > 0 {
            let _ = write!(heading, ", {count} {what}");
        }
    }
    let _ = write!(heading, "{}", if solved == all.len() { ", all solved" } else { "" });
    let mut text = format!("{}\n\n", terminal.bold(&heading));
    let _ = writeln!(text, "{:8}  {:>6}  {:>5}  {:>7}  {:>5}", "stage", "solves", "HTM", "optimal", "lost");
    let shown = |number: Option<f64>| number.map_or("?".to_string(), |number| format!("{number:.2}"));
    let sums = sums(all);
    for (name, sum) in STAGES.iter().zip(&sums).filter(|(_, sum)| sum.rows > 0) {
        let [htm, lost] = [sum.htm, sum.lost].map(|total| shown(mean(total, sum.rows)));
        let optimal = shown(mean(sum.optimal.1, sum.optimal.0));
        let _ = writeln!(text, "{name:8}  {:>6}  {htm:>5}  {optimal:>7}  {lost:>5}", sum.rows);
    }
    if let Some(totals) = totals(all) {
        let mut line = format!(
            "\nmean of {} complete solves: {:.2} HTM, {:.2} STM, {:.2} ETM",
            totals.solves, totals.htm, totals.stm, totals.etm
        );
        if let Some((time, tps)) = totals.timed {
            let _ = write!(line, "; {time:.2} s, {tps:.2} TPS");
        }
        let _ = writeln!(text, "{}", paragraph(&line, terminal.limit()));
    }
    if let Some((stage, lost)) = biggest_loss(&sums) {
        let _ = writeln!(text, "Biggest loss: {} ({lost:.2} moves on average)", STAGES[stage]);
    }
    text
}

/// Returns the summary as JSON.
pub(super) fn object(all: &[ReviewedSolve]) -> Value {
    let [solved, one_move_off, unsolved] = endings(all);
    let sums = sums(all);
    let stages = STAGES.iter().zip(&sums).filter(|(_, sum)| sum.rows > 0).map(|(name, sum)| {
        json!({
            "stage": name,
            "solves": sum.rows,
            "mean_htm": mean(sum.htm, sum.rows),
            "mean_least_htm": mean(sum.optimal.1, sum.optimal.0),
            "mean_lost_htm": mean(sum.lost, sum.rows),
        })
    });
    let totals = totals(all);
    json!({
        "solves": all.len(),
        "solved": solved,
        "one_move_off": one_move_off,
        "unsolved": unsolved,
        "mean_htm": totals.as_ref().map(|totals| totals.htm),
        "mean_stm": totals.as_ref().map(|totals| totals.stm),
        "mean_etm": totals.as_ref().map(|totals| totals.etm),
        "mean_time": totals.as_ref().and_then(|totals| totals.timed).map(|(time, _)| time),
        "mean_tps": totals.as_ref().and_then(|totals| totals.timed).map(|(_, tps)| tps),
        "stages": stages.collect::<Vec<_>>(),
        "biggest_loss": biggest_loss(&sums).map(|(stage, _)| STAGES[stage]),
    })
}
