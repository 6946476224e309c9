//! The text of solutions as a person finds them, stage by stage, with links to players.

use cubiform_answers::solutions::beginner::Beginner;
use cubiform_answers::solutions::cfop::Cfop;
use cubiform_answers::solutions::solve::ByHand;
use cubiform_human::{Lengths, explain};

use crate::terminal::Terminal;

/// Returns the solution as text. Unless it is an explanation, the text can be parsed as an algorithm: everything
/// except the moves is in comments.
pub(super) fn text(by_hand: &ByHand, has_links: bool, terminal: Terminal) -> String {
    match by_hand {
        ByHand::Cfop(cfop) if cfop.in_words => explain(&cfop.cube, &cfop.solution).join("\n") + "\n",
        ByHand::Beginner(beginner) if beginner.in_words => beginner.solution.explain().join("\n") + "\n",
        ByHand::Cfop(cfop) => {
            let summary = summary(cfop.solution.lengths());
            commented(&cfop_lines(cfop)) + &with_links(&summary, cfop.links(), has_links, terminal)
        }
        ByHand::Beginner(beginner) => {
            let summary = summary(beginner.solution.lengths());
            let links = beginner.links();
            commented(&beginner_lines(beginner)) + &with_links(&summary, links, has_links, terminal)
        }
    }
}

/// Returns the moves and the comment of each line: the inspection, and each stage.
fn cfop_lines(cfop: &Cfop) -> Vec<(String, String)> {
    let mut lines = inspection_line(cfop.solution.inspection_name());
    for stage in cfop.solution.stages.iter().filter(|stage| !stage.is_already_solved()) {
        let [own, running] = [stage.lengths.htm, stage.running.htm];
        lines.push((stage.text(), format!("{}: {own}, {running}", stage.title())));
    }
    lines
}

/// Returns the moves and the comment of each line: the inspection, and the title of each stage, with its steps below.
fn beginner_lines(beginner: &Beginner) -> Vec<(String, String)> {
    let mut lines = inspection_line(beginner.solution.inspection_name());
    for (number, stage) in (1..).zip(&beginner.solution.stages) {
        let [own, running] = [stage.lengths.htm, stage.running.htm];
        let solved = if stage.is_skipped() { ", already solved" } else { "" };
        lines.push((String::new(), format!("{number}. {}{solved}: {own}, {running}", stage.title)));
        let steps = stage.steps.iter();
        lines.extend(steps.map(|step| (step.text(), format!("   {}: {}", step.title, step.case))));
    }
    lines
}

/// Returns the line of the inspection, if there is a rotation.
fn inspection_line(inspection: String) -> Vec<(String, String)> {
    if inspection.is_empty() { Vec::new() } else { vec![(inspection, "inspection".into())] }
}

/// Returns lines of moves, each with its comment, the comments aligned.
fn commented(lines: &[(String, String)]) -> String {
    let width = lines.iter().map(|(moves, _)| moves.len()).max().unwrap_or(0);
    lines.iter().map(|(moves, comment)| format!("{moves:width$}  // {comment}\n")).collect()
}

/// Returns the comment with the lengths of a solution.
fn summary(Lengths { htm, stm, qtm, .. }: Lengths) -> String {
    format!("// {htm} HTM, {stm} STM, {qtm} QTM")
}

/// Returns the summary as a line, with the links below it or behind it.
fn with_links(summary: &str, links: [String; 2], has_links: bool, terminal: Terminal) -> String {
    if !has_links {
        return format!("{}\n", terminal.link(&links[0], summary));
    }
    let lines = links.map(|link| format!("// {link}\n"));
    format!("{summary}\n{}", lines.concat())
}
