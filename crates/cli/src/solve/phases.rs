//! The phases of a two-phase solution, found from its moves.
//!
//! The solver looks along each of the three axes, and at the inverse of the cube too. Seen along its axis, a solution is a
//! first part of any moves that leads into the group G1 and a second part of G1's moves; of the inverse it is the other way
//! round. G1 of an axis has all turns of the two faces on it, and half turns of the others.

use cubiform_cube::{Axis, Face, Move};

/// Whether a move is one of G1's along an axis.
fn is_of_group(axis: Axis, m: &Move) -> bool {
    m.quarters() == 2 || m.face().axis() == axis
}

/// The moves that generate G1 along an axis: `<U,D,R2,L2,F2,B2>`.
fn group_name(axis: Axis) -> String {
    let (own, others): (Vec<Face>, Vec<Face>) = Face::ALL.into_iter().partition(|face| face.axis() == axis);
    let own = own.iter().map(ToString::to_string);
    let others = others.iter().map(|face| format!("{face}2"));
    format!("<{}>", own.chain(others).collect::<Vec<_>>().join(","))
}

/// The two phases of a solution in its order: the cut that leaves the most moves to G1.
pub(super) fn split(moves: &[Move]) -> Vec<Vec<Move>> {
    let at_end = |axis| moves.iter().rev().take_while(|m| is_of_group(axis, m)).count();
    let at_start = |axis| moves.iter().take_while(|m| is_of_group(axis, m)).count();
    let end = Axis::ALL.into_iter().map(at_end).max().unwrap_or(0);
    let start = Axis::ALL.into_iter().map(at_start).max().unwrap_or(0);
    let cut = if end >= start { moves.len() - end } else { start };
    vec![moves[..cut].to_vec(), moves[cut..].to_vec()]
}

/// What each phase of two does, for people.
pub(super) fn names(phases: &[Vec<Move>]) -> Vec<String> {
    let group =
        |phase: &[Move]| Axis::ALL.into_iter().find(|axis| phase.iter().all(|m| is_of_group(*axis, m)));
    match phases {
        [first, second] => match (group(second), group(first)) {
            (Some(axis), _) => {
                let group = group_name(axis);
                vec![format!("phase 1, into {group}"), format!("phase 2, with {group}")]
            }
            (None, Some(axis)) => {
                let group = group_name(axis);
                vec![
                    format!("phase 2 of the inverse cube undone, with {group}"),
                    format!("phase 1 of the inverse cube undone, out of {group}"),
                ]
            }
            (None, None) => vec!["part 1".into(), "part 2".into()],
        },
        phases => (1..=phases.len()).map(|number| format!("phase {number}")).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubiform_cube::Algorithm;
    use cubiform_cube::moves::to_wca;

    fn is_split(text: &str, phases: [&str; 2], name: &str) {
        let found = split(&Algorithm::parse(text).unwrap().resolve().0);
        assert_eq!([to_wca(&found[0]), to_wca(&found[1])], phases, "{text}");
        assert!(names(&found)[0].starts_with(name), "{text}: {:?}", names(&found));
    }

    #[test]
    fn a_solution_is_cut_where_the_moves_of_a_group_begin_or_end() {
        is_split("R F L' U R2 D F2", ["R F L'", "U R2 D F2"], "phase 1, into <U,D,R2,F2,L2,B2>");
        is_split(
            "R U2 L F2 D F U",
            ["R U2 L F2", "D F U"],
            "phase 2 of the inverse cube undone, with <R,L,U2,",
        );
        is_split("U D", ["", "U D"], "phase 1");
        is_split("", ["", ""], "phase 1");
    }
}
