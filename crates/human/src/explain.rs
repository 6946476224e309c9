//! A solution explained in words, for learners of the method.

use cubiform_cube::goal::Slot;
use cubiform_cube::{Color, Cube, Symmetry};

use super::cases::picture;
use super::solution::{Solution, Stage, StageKind, pair_names, slot_colors};

/// Explains a solution of `cube` stage by stage: the situation, the moves and the reason for them. Returns lines
/// without line ends. Each stage begins with its title, in the beginner's method after its number; the lines below the
/// title are indented.
pub fn explain(cube: &Cube, solution: &Solution) -> Vec<String> {
    let inspection = solution.inspection_name();
    let mut lines = vec![hold_sentence(solution.color, solution.orientation, &inspection)];
    let mut before = cube;
    for (number, stage) in (1..).zip(&solution.stages) {
        lines.push(String::new());
        let title = format!("{} ({})", stage.title, move_count(stage.lengths.htm));
        lines.push(match stage.kind {
            StageKind::Beginner(_) => format!("{number}. {title}"),
            _ => title,
        });
        let mut say = |line: String| lines.push(format!("  {line}"));
        match stage.kind {
            StageKind::Cross { .. } => explain_cross(stage, solution.color, &mut say),
            StageKind::Pair { colors } => explain_pair(before, stage, (colors, solution.color), &mut say),
            StageKind::Oll => explain_oll(stage, &mut say),
            StageKind::Pll => explain_pll(stage, &mut say),
            StageKind::Beginner(_) | StageKind::Step => explain_steps(stage, &mut say),
        }
        before = &stage.state;
    }
    let total = solution.lengths();
    lines.push(String::new());
    lines.push(format!("Solved in {} (HTM; {} STM, {} QTM).", move_count(total.htm), total.stm, total.qtm));
    lines
}

/// Returns the sentences that describe how to hold the cube before the first move.
fn hold_sentence(color: Color, orientation: Symmetry, inspection: &str) -> String {
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
fn move_count(moves: u32) -> String {
    match moves {
        0 => "no moves".into(),
        1 => "1 move".into(),
        n => format!("{n} moves"),
    }
}

fn explain_cross(stage: &Stage, color: Color, say: &mut impl FnMut(String)) {
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

/// The place of a piece of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PiecePlace {
    /// In its slot, possibly turned.
    Slot,
    /// In the top layer.
    Top,
    /// In another slot.
    Lower,
}

impl PiecePlace {
    /// Returns the name for programs.
    pub fn name(self) -> &'static str {
        ["slot", "top", "lower"][self as usize]
    }

    fn words(self) -> &'static str {
        ["in its slot", "in the top layer", "in the lower layers"][self as usize]
    }
}

/// Returns the places of the corner and of the edge of a pair, given by the colours of its edge; `None` if no slot has these
/// colours. `bottom` is the bottom colour.
pub fn pair_places(cube: &Cube, colors: [Color; 2], bottom: Color) -> Option<[PiecePlace; 2]> {
    let down = Symmetry::bring_down(bottom);
    let rotated = cube.conjugate(down);
    let slot = Slot::ALL.into_iter().find(|slot| slot_colors(*slot, down) == colors)?;
    let place = |position: usize, home: usize| match position {
        p if p == home => PiecePlace::Slot,
        p if p < 4 => PiecePlace::Top,
        _ => PiecePlace::Lower,
    };
    let corner = usize::from(rotated.corners()[slot.corner()]) / 3;
    let edge = usize::from(rotated.edges()[slot.edge()]) / 2;
    Some([place(corner, slot.corner()), place(edge, slot.edge())])
}

fn explain_pair(
    before: &Cube,
    stage: &Stage,
    ([a, b], color): ([Color; 2], Color),
    say: &mut impl FnMut(String),
) {
    if let Some(places) = pair_places(before, [a, b], color) {
        let pieces = (format!("The {color}-{a}-{b} corner"), format!("the {a}-{b} edge"));
        let words = places.map(PiecePlace::words);
        say(match places {
            [PiecePlace::Slot, PiecePlace::Slot] => {
                format!("{} and {} are both in their slot.", pieces.0, pieces.1)
            }
            [corner, edge] if corner == edge => {
                format!("{} and {} are both {}.", pieces.0, pieces.1, words[0])
            }
            _ => format!("{} is {}, and {} is {}.", pieces.0, words[0], pieces.1, words[1]),
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
    if stage.case.is_none() {
        say("The top face already has one colour; there is nothing to do.".into());
        return;
    }
    let situation = "Seen from above, the top colour forms this pattern, possibly rotated";
    explain_case(stage, situation, "group ", say);
    say("The top face now has one colour.".into());
}

fn explain_pll(stage: &Stage, say: &mut impl FnMut(String)) {
    match (stage.case, stage.turns.is_empty()) {
        (None, true) => say("The last layer is already solved; there is nothing to do.".into()),
        (None, false) => say(format!("The last layer is solved except for one turn: do {}", stage.text())),
        (Some(_), _) => {
            explain_case(stage, "The pieces of the last layer must move as follows", "", say);
            say("This solves the cube.".into());
        }
    }
}

/// Shows the case of a stage below the sentence `situation`, and the algorithm that solves it.
fn explain_case(stage: &Stage, situation: &str, group: &str, say: &mut impl FnMut(String)) {
    let Some(case) = stage.case else { return };
    let (times, of) = case.probability;
    say(format!("{situation} ({group}{}; {times} in {of} solves):", case.group));
    picture(case).into_iter().for_each(|line| say(format!("  {line}")));
    if let Some(sheet) = stage.sheet {
        say(format!("Standard algorithm: {sheet}"));
    }
    say(format!("Do {}", stage.text()));
}

fn explain_steps(stage: &Stage, say: &mut impl FnMut(String)) {
    say(stage.explanation.clone());
    for step in &stage.steps {
        say(format!("* {}", step.explanation));
        say(format!("  Do {}", step.text()));
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
                assert!(text.contains(&stage.title), "{text}");
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
