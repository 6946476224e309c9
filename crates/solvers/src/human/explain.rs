//! A solution in words, for someone who learns the method.

use cubiform_cube::goal::Slot;
use cubiform_cube::{Cube, Symmetry};

use super::cases::{Set, picture};
use super::solution::{Solution, Stage, StageKind};

/// What happens in a solution of `cube`, stage by stage: what to look for, what to do, and why it works. Lines without
/// ends; each stage begins with its title, and is indented below that.
pub fn explain(cube: &Cube, solution: &Solution) -> Vec<String> {
    let mut lines = Vec::new();
    let inspection = solution.inspection_name();
    let color = solution.color;
    let start = match solution.orientation {
        Symmetry::IDENTITY => "with white on top and green in front",
        _ => "as the scramble leaves it",
    };
    if inspection.is_empty() {
        lines.push(format!("Hold the cube {start}: {color} is at the bottom."));
    } else {
        lines.push(format!(
            "Hold the cube {start}, then rotate the whole cube: {inspection}. Now {color} is at the bottom."
        ));
    }
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
    lines.push(format!(
        "Solved in {} (a middle layer counted as one turn: {}; quarter turns: {}).",
        move_count(total.htm),
        total.stm,
        total.qtm
    ));
    lines
}

fn move_count(moves: u32) -> String {
    match moves {
        0 => "no moves".into(),
        1 => "1 move".into(),
        n => format!("{n} moves"),
    }
}

fn explain_cross(stage: &Stage, solution: &Solution, say: &mut impl FnMut(String)) {
    let color = solution.color;
    let text = stage.text();
    if text.is_empty() {
        say(format!("The four edges with {color} are in place already."));
        return;
    }
    say(format!("Do {text}"));
    say(format!(
        "This brings the four edges with {color} to the bottom, each next to the centre of its other colour."
    ));
    if let StageKind::Cross { pairs: 1.. } = stage.kind {
        say("A corner and its edge come along: that pair needs no work any more.".into());
    }
}

fn explain_pair(before: &Cube, stage: &Stage, solution: &Solution, say: &mut impl FnMut(String)) {
    let StageKind::Pair { colors: [a, b] } = stage.kind else { return };
    let color = solution.color;
    let rotated = before.conjugate(Symmetry::bring_down(color));
    let slot = Slot::ALL
        .into_iter()
        .find(|slot| super::solution::slot_colors(*slot, Symmetry::bring_down(color)) == [a, b]);
    if let Some(slot) = slot {
        let corner = usize::from(rotated.corners()[slot.corner()]);
        let edge = usize::from(rotated.edges()[slot.edge()]);
        let place = |up: bool| if up { "in the top layer" } else { "in the lower two layers" };
        say(format!(
            "The {color}-{a}-{b} corner is {}, and the {a}-{b} edge is {}.",
            if corner / 3 == slot.corner() { "in its slot" } else { place(corner / 3 < 4) },
            if edge / 2 == slot.edge() { "in its slot" } else { place(edge / 2 < 4) },
        ));
    }
    match (stage.case, stage.sheet) {
        (Some(case), Some(sheet)) => {
            say(format!("This is {case} ({}); the sheet's algorithm for the slot FR is {sheet}", case.group));
        }
        (Some(case), None) => {
            say(format!("This is {case} ({}), solved here by triggers and moves of U.", case.group));
        }
        (None, _) => {
            let what =
                "A piece is in the slot of another pair: it is taken out first, then the pair is put in.";
            say(what.into());
        }
    }
    say(format!("Do {}", stage.text()));
}

fn explain_oll(stage: &Stage, say: &mut impl FnMut(String)) {
    let Some(case) = stage.case else {
        say("The top is all of one colour already: nothing to do.".into());
        return;
    };
    say(format!(
        "The top colour makes this picture, seen from above and perhaps turned (group {}; {} in {} solves):",
        case.group, case.probability.0, case.probability.1
    ));
    picture(case).into_iter().for_each(|line| say(format!("  {line}")));
    explain_algorithm(stage, say);
    say("Now the top is all of one colour.".into());
}

fn explain_pll(stage: &Stage, say: &mut impl FnMut(String)) {
    let Some(case) = stage.case else {
        if stage.turns.is_empty() {
            say("The pieces of the top layer are in place already: nothing to do.".into());
        } else {
            say(format!("The pieces of the top layer are in place up to a turn of it: do {}", stage.text()));
        }
        return;
    };
    say(format!(
        "The pieces of the top layer have to move like this ({}; {} in {} solves):",
        case.group, case.probability.0, case.probability.1
    ));
    picture(case).into_iter().for_each(|line| say(format!("  {line}")));
    explain_algorithm(stage, say);
}

fn explain_algorithm(stage: &Stage, say: &mut impl FnMut(String)) {
    if let Some(sheet) = stage.sheet {
        say(format!("The sheet's algorithm is {sheet}"));
    }
    say(format!("Do {}", stage.text()));
    let set = stage.case.map_or(Set::Oll, |case| case.set);
    if set == Set::Pll {
        say("That solves the cube.".into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::{Request, Solver};
    use cubiform_cube::{Algorithm, Face, random};

    #[test]
    fn explanation_has_the_title_and_moves_of_each_stage() {
        let solver = Solver::new();
        for cube in random::states(9).take(20) {
            let solution = solver.solve(&cube, &Request::default()).expect("the tables are sound");
            let text = explain(&cube, &solution).join("\n");
            for stage in &solution.stages {
                assert!(text.contains(&stage.title()), "{text}");
                assert!(text.contains(&format!("Do {}", stage.text())) || stage.is_skipped(), "{text}");
            }
        }
    }

    #[test]
    fn explanation_has_skips_and_pictures() {
        let solver = Solver::new();
        let request = Request { colors: vec![Face::D.color()], ..Request::default() };
        let explained = |text: &str| {
            let cube = Algorithm::parse(text).expect("it is read").cube();
            let solution = solver.solve(&cube, &request).expect("the tables are sound");
            explain(&cube, &solution).join("\n")
        };
        let h = explained("M2 U M2 U2 M2 U M2");
        assert!(h.contains("OLL skip") && h.contains("UF <-> UB"), "{h}");
        let turned = explained("U");
        assert!(turned.contains("in place up to a turn of it: do U'"), "{turned}");
        assert!(turned.contains("Solved in 1 move "), "{turned}");
    }
}
