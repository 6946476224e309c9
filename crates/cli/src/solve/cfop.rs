//! The text of CFOP solutions, stage by stage, with links to players.

use cubiform_answers::solutions::cfop::Cfop;
use cubiform_human::{Lengths, explain};

use crate::terminal::Terminal;

/// Returns the solution as text. Unless it is an explanation, the text can be parsed as an algorithm: everything
/// except the moves is in comments.
pub(super) fn text(cfop: &Cfop, has_links: bool, terminal: Terminal) -> String {
    if cfop.in_words {
        return explain(&cfop.cube, &cfop.solution).join("\n") + "\n";
    }
    let mut lines: Vec<(String, String)> = Vec::new();
    let inspection = cfop.solution.inspection_name();
    if !inspection.is_empty() {
        lines.push((inspection, "inspection".into()));
    }
    for stage in cfop.solution.stages.iter().filter(|stage| !stage.is_already_solved()) {
        let [own, running] = [stage.lengths.htm, stage.running.htm];
        lines.push((stage.text(), format!("{}: {own}, {running}", stage.title())));
    }
    let width = lines.iter().map(|(moves, _)| moves.len()).max().unwrap_or(0);
    let mut text: String =
        lines.iter().map(|(moves, comment)| format!("{moves:width$}  // {comment}\n")).collect();
    let Lengths { htm, stm, qtm, .. } = cfop.solution.lengths();
    let summary = format!("// {htm} HTM, {stm} STM, {qtm} QTM");
    let links = cfop.links();
    if has_links {
        text += &format!("{summary}\n");
        links.into_iter().for_each(|link| text += &format!("// {link}\n"));
    } else {
        text += &format!("{}\n", terminal.link(&links[0], &summary));
    }
    text
}
