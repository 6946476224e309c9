//! A solution explained in words, for learners of the method.

use cubiform_cube::goal::Slot;
use cubiform_cube::{Color, Cube, Symmetry};

use super::cases::{CaseSet, picture};
use super::method_solution::SolutionStage as _;
use super::solution::{CfopSolution, Stage, StageKind, pair_names};

/// Explains a solution of `cube` stage by stage: the situation, the moves and the reason for them. Returns lines
/// without line ends. Each stage begins with its title; the lines below the title are indented.
pub fn explain(cube: &Cube, solution: &CfopSolution) -> Vec<String> {
    let inspection = solution.inspection_name();
    let mut lines = vec![hold_sentence(solution.color, solution.orientation, &inspection)];
    let mut before = cube;
    for stage in &solution.stages {
        lines.push(String::new());
        lines.push(format!("{} ({})", stage.title(), move_count(stage.lengths.htm)));
        let mut say = |line: String| lines.push(format!("  {line}"));
        match stage.kind {
            StageKind::Cross { .. } => explain_cross(stage, solution, &mut say),
            StageKind::Pair { .. } => explain_pair(before, stage, solution, &mut say),
            StageKind::Oll => explain_oll(stage, &mut say),
            StageKind::Pll => explain_pll(stage, &mut say),
        }
        before = &stage.state;
    }
    let total = solution.lengths();
    lines.push(String::new());
    lines.push(format!("Solved in {} (HTM; {} STM, {} QTM).", move_count(total.htm), total.stm, total.qtm));
    lines
}

/// Returns the sentences that describe how to hold the cube before the first move.
pub(crate) fn hold_sentence(color: Color, orientation: Symmetry, inspection: &str) -> String {
    let start = match orientation {
        Symmetry::IDENTITY => "with white on top and green in front",
        _ => "as the scramble leaves it",
    };
    if inspection.is_empty() {
        format!("Hold the cube {start}: {color} is at the bottom.")
    } else {
        format!(
            "Hold the cube {start}, then rotate the whole cube: {inspection}. Now {color} is at the bottom."
        )
    }
}

/// Returns a number of moves in words.
pub(crate) fn move_count(moves: u32) -> String {
    match moves {
        0 => "no moves".into(),
        1 => "1 move".into(),
        n => format!("{n} moves"),
    }
}

fn explain_cross(stage: &Stage, solution: &CfopSolution, say: &mut impl FnMut(String)) {
    let color = solution.color;
    let text = stage.text();
    if text.is_empty() {
        say(format!("The four {color} edges are already in place."));
        return;
    }
    say(format!("Do {text}"));
    say(format!(
        "The four {color} edges are now at the bottom, each next to the centre of its other colour."
    ));
    explain_more_pairs(&stage.pairs, say);
}

/// Names the pairs that the moves of a stage also solve.
fn explain_more_pairs(pairs: &[[Color; 2]], say: &mut impl FnMut(String)) {
    if !pairs.is_empty() {
        say(format!("These moves also solve the {}.", pair_names(pairs)));
    }
}

fn explain_pair(before: &Cube, stage: &Stage, solution: &CfopSolution, say: &mut impl FnMut(String)) {
    let StageKind::Pair { colors: [a, b] } = stage.kind else { return };
    let color = solution.color;
    let rotated = before.conjugate(Symmetry::bring_down(color));
    let slot = Slot::ALL
        .into_iter()
        .find(|slot| super::solution::slot_colors(*slot, Symmetry::bring_down(color)) == [a, b]);
    if let Some(slot) = slot {
        let corner = usize::from(rotated.corners()[slot.corner()]);
        let edge = usize::from(rotated.edges()[slot.edge()]);
        let place = |position: usize, home: usize| match position {
            p if p == home => "in its slot",
            p if p < 4 => "in the top layer",
            _ => "in the lower layers",
        };
        let pieces = (format!("The {color}-{a}-{b} corner"), format!("the {a}-{b} edge"));
        say(match (place(corner / 3, slot.corner()), place(edge / 2, slot.edge())) {
            ("in its slot", "in its slot") => {
                format!("{} and {} are both in their slot.", pieces.0, pieces.1)
            }
            (corner, edge) if corner == edge => format!("{} and {} are both {corner}.", pieces.0, pieces.1),
            (corner, edge) => format!("{} is {corner}, and {} is {edge}.", pieces.0, pieces.1),
        });
    }
    match (stage.case, stage.sheet) {
        (Some(case), Some(sheet)) => {
            say(format!("This is {case} ({}). Standard algorithm for slot FR: {sheet}", case.group));
        }
        (Some(case), None) => {
            say(format!("This is {case} ({}), solved here with triggers and U moves.", case.group));
        }
        (None, _) => {
            let what =
                "A piece is in the slot of another pair. It is taken out first; then the pair is inserted.";
            say(what.into());
        }
    }
    say(format!("Do {}", stage.text()));
    explain_more_pairs(&stage.pairs[1..], say);
}

fn explain_oll(stage: &Stage, say: &mut impl FnMut(String)) {
    let Some(case) = stage.case else {
        say("The top face already has one colour; there is nothing to do.".into());
        return;
    };
    say(format!(
        "Seen from above, the top colour forms this pattern, possibly rotated (group {}; {} in {} solves):",
        case.group, case.probability.0, case.probability.1
    ));
    picture(case).into_iter().for_each(|line| say(format!("  {line}")));
    explain_algorithm(stage, say);
    say("The top face now has one colour.".into());
}

fn explain_pll(stage: &Stage, say: &mut impl FnMut(String)) {
    let Some(case) = stage.case else {
        if stage.turns.is_empty() {
            say("The last layer is already solved; there is nothing to do.".into());
        } else {
            say(format!("The last layer is solved except for one turn: do {}", stage.text()));
        }
        return;
    };
    say(format!(
        "The pieces of the last layer must move as follows ({}; {} in {} solves):",
        case.group, case.probability.0, case.probability.1
    ));
    picture(case).into_iter().for_each(|line| say(format!("  {line}")));
    explain_algorithm(stage, say);
}

fn explain_algorithm(stage: &Stage, say: &mut impl FnMut(String)) {
    if let Some(sheet) = stage.sheet {
        say(format!("Standard algorithm: {sheet}"));
    }
    say(format!("Do {}", stage.text()));
    let set = stage.case.map_or(CaseSet::Oll, |case| case.set);
    if set == CaseSet::Pll {
        say("This solves the cube.".into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CfopSolver, Request};
    use cubiform_cube::{Algorithm, Face, random};
    use cubiform_solvers::solver::Limits;

    #[test]
    fn explanation_has_the_title_and_moves_of_each_stage() {
        let solver = CfopSolver::new();
        for cube in random::states(9).take(20) {
            let solution =
                solver.solve(&cube, &Request::default(), &Limits::default()).expect("consistent tables");
            let text = explain(&cube, &solution).join("\n");
            for stage in &solution.stages {
                assert!(text.contains(&stage.title()), "{text}");
                assert!(text.contains(&format!("Do {}", stage.text())) || stage.is_skipped(), "{text}");
            }
        }
    }

    #[test]
    fn explanation_has_skips_and_pictures() {
        let solver = CfopSolver::new();
        let request = Request { colors: vec![Face::D.color()], ..Request::default() };
        let explained = |text: &str| {
            let cube = Algorithm::parse(text).expect("valid moves").cube();
            let solution = solver.solve(&cube, &request, &Limits::default()).expect("consistent tables");
            explain(&cube, &solution).join("\n")
        };
        let h = explained("M2 U M2 U2 M2 U M2");
        assert!(h.contains("OLL skip") && h.contains("UF <-> UB"), "{h}");
        let turned = explained("U");
        assert!(turned.contains("solved except for one turn: do U'"), "{turned}");
        assert!(turned.contains("Solved in 1 move "), "{turned}");
    }
}
