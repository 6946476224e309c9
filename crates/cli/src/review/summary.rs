//! The summary of several solves as a text table.

use std::fmt::Write;

use cubiform_answers::review::{ReviewedSolve, Summary};

use crate::terminal::Terminal;
use crate::wrap::paragraph;

/// Returns the summary as text.
pub(super) fn table(all: &[ReviewedSolve], terminal: Terminal) -> String {
    let summary = Summary::of(all);
    let mut heading = format!("Summary of {} solves", all.len());
    for (count, what) in [(summary.one_move_off, "+2"), (summary.unsolved, "unsolved")] {
        if count > 0 {
            let _ = write!(heading, ", {count} {what}");
        }
    }
    let _ = write!(heading, "{}", if summary.solved == all.len() { ", all solved" } else { "" });
    let mut text = format!("{}\n\n", terminal.bold(&heading));
    let _ = writeln!(text, "{:8}  {:>6}  {:>5}  {:>7}  {:>5}", "stage", "solves", "HTM", "optimal", "lost");
    let shown = |number: Option<f64>| number.map_or("?".to_string(), |number| format!("{number:.2}"));
    for stage in &summary.stages {
        let [htm, lost] = [stage.mean_htm, stage.mean_lost_htm].map(shown);
        let optimal = shown(stage.mean_least_htm);
        let _ = writeln!(text, "{:8}  {:>6}  {htm:>5}  {optimal:>7}  {lost:>5}", stage.stage, stage.solves);
    }
    if let (Some(htm), Some(stm), Some(etm)) = (summary.mean_htm, summary.mean_stm, summary.mean_etm) {
        let complete = summary.complete();
        let mut line =
            format!("\nmean of {complete} complete solves: {htm:.2} HTM, {stm:.2} STM, {etm:.2} ETM");
        if let Some((time, tps)) = summary.mean_time.zip(summary.mean_tps) {
            let _ = write!(line, "; {time:.2} s, {tps:.2} TPS");
        }
        let _ = writeln!(text, "{}", paragraph(&line, terminal.limit()));
    }
    let biggest = summary.stages.iter().find(|stage| Some(stage.stage) == summary.biggest_loss);
    if let Some((stage, lost)) = biggest.and_then(|stage| stage.mean_lost_htm.map(|lost| (stage.stage, lost)))
    {
        let _ = writeln!(text, "Biggest loss: {stage} ({lost:.2} moves on average)");
    }
    text
}
